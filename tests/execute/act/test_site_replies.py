"""What a site says to a row that is written: turned down, taken, or nobody knows."""

import asyncio
from pathlib import Path

import pytest

import webdart
from tests.conftest import Reply, SiteServer
from tests.execute.act.filled_site import FORM, NAMED, sent
from webdart import engine
from webdart.settings import build

pytestmark = pytest.mark.browser

TAKEN = "        verify: [{open: /list}, {expect: {text: Lamp}}]\n"
AGAIN = "<form method=post action=/add><label>Name <input name=n value=Lamp></label>%s<button>Add</button></form>"


def named(site: SiteServer, folder: Path, answer: str, verify: str = "") -> webdart.Run:
    site.page("/form", "<p class=errors>Out of paper</p><p class=errors>Out of paper since 2 days</p>" + FORM)
    site.page("/add", answer)
    path = folder / "add.yaml"
    path.write_text(NAMED % (site.url, verify))
    return webdart.run(path, project=folder, yes=True)


@pytest.mark.parametrize(
    "answer",
    [
        "<p class=errornote>Please correct the error below.</p>" + AGAIN % "",
        "<h1>Add</h1><p class=error>There is a Lamp already.</p>" + AGAIN % "",
        AGAIN % "<ul class='help-block input-errors'><li>There is a Lamp already</ul>",
        (AGAIN % "").replace("<input", "<input aria-invalid=true"),
        "<div class='alert alert-danger'><b>Error!</b> No more lamps.</div><h1>Lamps</h1>",
        "<div role=alert class=is-error>No more lamps.</div>",
    ],
    ids=[
        "a note above",
        "a remark above",
        "a remark at the field",
        "a field marked as wrong",
        "a message on another page",
        "an alert",
    ],
)
def test_a_form_that_comes_back_is_not_done(answer: str, site_server: SiteServer, tmp_path: Path):
    """The status is 200, and what is wrong stands on the page."""
    got = named(site_server, tmp_path, answer)
    assert got.result.exit == 1
    assert "the site has not taken POST /add" in str(got.result.error)


@pytest.mark.parametrize(
    "answer",
    [
        "<p class=success>Saved.</p>" + AGAIN % "",
        "<p class=errors>Out of paper</p>" + FORM + "<p hidden class=error>Required</p><span class=error>*</span>",
        "<h1>Log</h1><table><tr class=error><td>Disk full<tr><td>Fine</table><button class='btn-danger'>Delete</button>",
        "<p class=error-page-link>Lamps</p><section class=danger-zone><h2>Danger zone</h2></section>",
        "<aside><p class=text-danger>Two lamps left</p></aside><p class=errors>Out of paper since 3 days</p>" + FORM,
    ],
    ids=["said to be saved", "the same remark as before", "records", "no message", "beside the form"],
)
def test_what_is_no_remark_on_the_form_changes_nothing(answer: str, site_server: SiteServer, tmp_path: Path):
    """A class with such a word is no complaint by itself."""
    got = named(site_server, tmp_path, answer)
    assert got.result.exit == 0, got.result.error


@pytest.mark.parametrize(
    "answer",
    [
        "<p class=error>There is a Lamp already.</p>" + AGAIN % "",
        AGAIN % "<span class=field-error>There is a Lamp already.</span>",
        (AGAIN % "").replace("<input", "<input aria-invalid=true"),
    ],
    ids=["above", "at the field", "a field marked as wrong"],
)
def test_a_remark_on_an_empty_form_leaves_open_what_became_of_the_last(
    answer: str, site_server: SiteServer, tmp_path: Path
):
    """A form that comes back without what was sent may be one for the next record."""
    got = named(site_server, tmp_path, answer.replace(" value=Lamp", ""))
    assert (got.result.exit, [write.state for write in got.result.writes]) == (5, ["unknown"])


def test_verify_goes_before_what_a_page_says(site_server: SiteServer, tmp_path: Path):
    """It is so, whatever was said."""
    site_server.on("/list", lambda _: Reply("<li>Lamp" if sent(site_server) else "<li>Chair"))
    got = named(site_server, tmp_path, "<p class='alert alert-danger'>No mail could be sent.</p>", TAKEN)
    assert got.result.exit == 0, got.result.error


SAVES_ALONE = """<form method=post action=/add><label>Name <input name=n></label><label>Kind <input name=k></label>%s</form><script>
n = document.querySelector('[name=n]'); n.onchange = () => fetch('/add', {method: 'POST', body: new FormData(document.forms[0])})</script>"""
BOTH = """webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        writes: ["POST /add"]
        steps: [{open: /form}, {fill: {Name: Lamp, Kind: tall}}%s]
"""


def test_what_a_page_saves_by_itself_and_the_site_turns_down_ends_the_row(site_server: SiteServer, tmp_path: Path):
    """Another field that is saved to the same address afterwards would not tell that the first is missing."""
    site_server.page("/form", SAVES_ALONE % "")
    site_server.on("/add", lambda asked: Reply("<p>ok</p>", status=200 if b"tall" in asked.body else 400))
    path = tmp_path / "add.yaml"
    path.write_text(BOTH % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 1
    assert [write.state for write in got.result.writes] == ["turned down"]


REFUSED = "<p class=errornote>There is a Lamp already.</p>" + AGAIN % ""


def test_what_the_site_has_not_taken_is_not_taken_on_resume(site_server: SiteServer, tmp_path: Path):
    """The journal knows it: the row fails again, and nothing is sent twice."""
    got = named(site_server, tmp_path, REFUSED)
    site_server.page("/add", "<p>added</p>")
    settings = build({"project": str(tmp_path)}, environment={})
    again = engine.resume(got.result.run, settings=settings, environment={}, anew=engine.Anew(yes=True))
    resumed = asyncio.run(again).result
    assert (resumed.exit, len(sent(site_server))) == (1, 1)
    assert [write.state for write in resumed.writes] == ["turned down"]
    assert "There is a Lamp already." in str(resumed.error)


SAVES_EACH = """<form><label>Name <input name=n></label><p role=alert class=error></p><label>Kind <input name=k></label></form><script>
form = document.forms[0]
form.onchange = event => fetch('/add', {method: 'POST', body: new FormData(form)}).then(got => got.text()).then(said => {
  document.querySelector('[role=alert]').textContent = said
  %s
})</script>"""


def each_saved(site: SiteServer, folder: Path, then: str = "", said: str = "") -> webdart.Run:
    site.page("/form", SAVES_EACH % then)
    site.on("/add", lambda asked: Reply("" if b"tall" in asked.body else said))
    path = folder / "add.yaml"
    path.write_text(BOTH % (site.url, ", {press: Tab}"))
    return webdart.run(path, project=folder, yes=True)


def test_a_remark_while_a_form_is_filled_in_is_none_on_the_whole(site_server: SiteServer, tmp_path: Path):
    """The page saves each control by itself, and says what still lacks."""
    got = each_saved(site_server, tmp_path, said="Kind is required")
    assert got.result.exit == 0, got.result.error
    assert len(sent(site_server)) == 2


def test_what_a_later_step_brings_up_is_not_said_of_the_write(site_server: SiteServer, tmp_path: Path):
    """The write is done; another page has a remark of its own."""
    site_server.page("/form", FORM)
    site_server.page("/add", "<p>added</p>")
    site_server.page("/list", "<div role=alert class=error>Shop closed</div><p>Lamp</p>")
    path = tmp_path / "add.yaml"
    path.write_text((NAMED % (site_server.url, "")).replace("{click: Add}]", "{click: Add}, {open: /list}]"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error


def test_a_box_that_is_cleared_once_it_is_saved_has_been_filled_in(site_server: SiteServer, tmp_path: Path):
    """It is saved on change, and the page is ready for the next."""
    got = each_saved(site_server, tmp_path, "if (event.target.name == 'n') event.target.value = ''")
    assert got.result.exit == 0, got.result.error
    assert b"Lamp" in sent(site_server)[0]


@pytest.mark.parametrize("kind", ["", "<label>Kind <input name=k required></label>"])
def test_a_row_that_finds_all_as_it_is_to_be_has_nothing_to_send(kind: str, site_server: SiteServer, tmp_path: Path):
    """A page that saves what changes is told nothing: a warning. A form that wants more than it has is a failure."""
    site_server.page("/form", f"<form><label>Name <input name=n value=Lamp></label>{kind}<button>Add</button></form>")
    path = tmp_path / "add.yaml"
    path.write_text((NAMED % (site_server.url, "")).replace(", {click: Add}]", "]"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == (1 if kind else 0), got.result.error
    assert kind or any("nothing was sent" in warning for warning in got.result.warnings)


def test_no_more_than_three_remarks_are_told(site_server: SiteServer, tmp_path: Path):
    """Whoever reads the error looks at the page for the others."""
    got = named(site_server, tmp_path, AGAIN % "".join(f"<i class=error>{word} is missing</i>" for word in "ABCD"))
    assert "C is missing" in str(got.result.error)
    assert "D is missing" not in str(got.result.error)


def test_a_secret_that_the_site_repeats_is_in_no_line_for_a_person(site_server: SiteServer, tmp_path: Path):
    """Neither in the events as they come, nor in the error."""
    site_server.page("/form", FORM)
    site_server.on("/add", lambda asked: Reply(f"<p class='alert error'>{asked.body.decode()[2:]} is taken</p>"))
    site_server.page("/list", "<p>nothing</p>")
    path = tmp_path / "add.yaml"
    text = NAMED.replace("Name: Lamp", 'Name: "{{ secret.NAME }}"')
    path.write_text(text % (site_server.url, TAKEN))
    events: list[str] = []
    request = engine.RunRequest(
        file=str(path),
        settings=build({"project": str(tmp_path)}, environment={}),
        yes=True,
        secrets={"NAME": "hunter2hunter2"},
    )
    got = asyncio.run(engine.run(request, listeners=[lambda event: events.append(event.text)]))
    assert any("is taken" in text for text in events), (events, got.result.error)
    assert not any("hunter2" in text for text in (*events, str(got.result.error)))


def test_a_refusal_that_nothing_marks_ends_the_row(site_server: SiteServer, tmp_path: Path):
    """The form is there again, with a sentence beside it that says that it has failed."""
    got = named(site_server, tmp_path, "<p>The name could not be saved, choose another one.</p>" + AGAIN % "")
    assert got.result.exit == 1
    assert "The name could not be saved" in str(got.result.error)


EDITOR = """<form method=post action=/add><label>Kind <input name=k></label><div><label>Name</label>
<div contenteditable=true role=textbox aria-label=Name></div><textarea name=n hidden></textarea></div><button>Add</button></form><script>
editor = document.querySelector('[contenteditable]')
%s</script>"""


@pytest.mark.parametrize("heard", ["onkeyup", "onpaste"])
def test_an_editor_that_does_not_hand_on_its_text_sends_nothing(heard: str, site_server: SiteServer, tmp_path: Path):
    """A key that goes up is enough for some; what would be sent empty is not sent at all."""
    site_server.page(
        "/form", EDITOR % f"editor.{heard} = () => document.querySelector('textarea').value = editor.textContent"
    )
    site_server.page("/add", "<p>added</p>")
    path = tmp_path / "add.yaml"
    path.write_text(NAMED % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == (0 if heard == "onkeyup" else 1), got.result.error
    assert len(sent(site_server)) == (1 if heard == "onkeyup" else 0)


SAVES_AND_REWRITES = SAVES_ALONE % "<button>Add</button>" + "<script>n.onblur = () => n.value = 'today'</script>"


def test_a_text_that_is_replaced_after_the_page_has_saved_is_lost(site_server: SiteServer, tmp_path: Path):
    """A page that saves a form as it is filled in does not vouch for what its boxes show in the end."""
    site_server.page("/form", SAVES_AND_REWRITES)
    site_server.page("/add", "<p>added</p>")
    path = tmp_path / "add.yaml"
    path.write_text(
        (BOTH % (site_server.url, ", {click: Add}"))
        .replace('"POST /add"', '"POST /add <= 3"')
        .replace(", Kind: tall", "")
    )
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 1
    assert "today" in str(got.result.error)


COMMENTS = "<p>Wait for an answer.</p><form method=post action=/add><label>Name <input name=n value='%s'></label><button>Add</button></form>"


@pytest.mark.parametrize("afresh", ["<p>Lamp, by you</p>" + COMMENTS % "", COMMENTS % "Lamp", None])
def test_a_form_that_is_there_as_it_was_sent_is_read_afresh(
    afresh: str | None, site_server: SiteServer, tmp_path: Path
):
    """Nothing on the answer tells. What was sent is read on the page of the form, or nobody knows what became of it."""
    first = COMMENTS % ""
    site_server.on("/form", lambda _: Reply((afresh or first) if sent(site_server) else first))
    site_server.page("/add", "<p>Now it is your turn to wait.</p>" + COMMENTS % "Lamp")
    path = tmp_path / "add.yaml"
    path.write_text(NAMED % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    state = ["unknown"] if afresh is None else ["done"]
    assert (got.result.exit, [write.state for write in got.result.writes]) == (5 if afresh is None else 0, state)
    assert (afresh is not None) or "Now it is your turn to wait." in str(got.result.error)
    assert len(sent(site_server)) == 1


@pytest.mark.proof
def test_what_nobody_knows_is_as_unknown_on_resume(site_server: SiteServer, tmp_path: Path):
    """It is not sent again; `verify`, or a person, would settle it."""
    site_server.page("/form", COMMENTS % "")
    site_server.page("/add", "<p>Now it is your turn to wait.</p>" + COMMENTS % "Lamp")
    path = tmp_path / "add.yaml"
    path.write_text(NAMED % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    settings = build({"project": str(tmp_path)}, environment={})
    again = engine.resume(got.result.run, settings=settings, environment={}, anew=engine.Anew(yes=True))
    resumed = asyncio.run(again).result
    assert (got.result.exit, resumed.exit, len(sent(site_server))) == (5, 5, 1)
    assert "nobody knows whether POST /add took effect" in str(resumed.error)


EDIT = """%s<form method=post action=/add><label>Name <input name=n value=%s></label>
<label>Colour <select name=c><option>red<option%s>blue</select></label><button>Save</button></form>"""
BLUE = " selected"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("field", "remark", "taken"),
    [
        ("Name: Lamp", "<p class=error>Please enter the date received.</p>", False),
        ("Name: Lamp", "<p class=error>This record was changed since you opened it.</p>", True),
        ("Name: Lamp", "<p>This record was changed since you opened it.</p>", False),
        ("Colour: blue", "<p>Blue is for others.</p>", False),
        ("Colour: blue", "<p>Blue is for others.</p>", True),
    ],
)
def test_a_record_that_may_be_changed_or_not_is_read_afresh(
    field: str, remark: str, taken: bool, site_server: SiteServer, tmp_path: Path
):
    """What was not changed is there in any case; what was is read, or nobody knows whether it is saved."""
    old, new = ("Chair", ""), ("Lamp", "") if "Name" in field else ("Chair", BLUE)
    site_server.on("/form", lambda _: Reply(EDIT % ("", *(new if taken and sent(site_server) else old))))
    site_server.page("/add", EDIT % (remark, *new))
    path = tmp_path / "edit.yaml"
    path.write_text((NAMED % (site_server.url, "")).replace("Name: Lamp", field).replace("Add", "Save"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert [write.state for write in got.result.writes] == ["done" if taken else "unknown"]
    assert got.result.exit == (0 if taken else 5), got.result.error


@pytest.mark.parametrize(("then", "state"), [("open: /list", "unknown"), ("click: Add", "done")])
def test_a_remark_is_not_forgotten_when_the_row_goes_on(then: str, state: str, site_server: SiteServer, tmp_path: Path):
    """It may have been refused; the same form, sent again and taken, is what counts."""
    first = "<p class=error>Look at the date received first.</p>" + AGAIN % ""
    site_server.page("/form", FORM)
    site_server.page("/list", "<p>Chair")
    site_server.on("/add", lambda _: Reply("<p>added</p>" if len(sent(site_server)) > 1 else first))
    path = tmp_path / "add.yaml"
    text = NAMED.replace("{click: Add}]", f"{{click: Add}}, {{{then}}}]").replace('"POST /add"', '"POST /add <= 2"')
    path.write_text(text % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.writes[0].state == state
    assert got.result.exit == (0 if state == "done" else 5), got.result.error


BY_SCRIPT = """<form><label>Name <input name=n></label><button>Add</button></form><script>
document.forms[0].onsubmit = event => { event.preventDefault(); fetch('/add', {method: 'POST', body: new FormData(event.target)}) }</script>"""


def test_an_answer_to_a_script_may_say_no(site_server: SiteServer, tmp_path: Path):
    """The page shows nothing of it."""
    site_server.page("/form", BY_SCRIPT)
    site_server.answers("/add", '{"success": false, "message": "No more lamps"}', type="application/json")
    path = tmp_path / "add.yaml"
    path.write_text(NAMED % (site_server.url, ""))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert (got.result.exit, [write.state for write in got.result.writes]) == (1, ["turned down"])
    assert "No more lamps" in str(got.result.error)
