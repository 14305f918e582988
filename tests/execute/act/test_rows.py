"""Rows written back in a real browser: which are done, which fail, and what is said of each."""

import asyncio
from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.execute.act.filled_site import FORM, NAMED, sent
from webdart import engine
from webdart.errors import WorkflowErrors
from webdart.settings import build

pytestmark = pytest.mark.browser


ADDING = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        for_each: {name: [Lamp, Chair, Desk]}
        rows: 3
        %s
        writes: ["POST /add"]
        steps:
          - open: "/form/{{ row.name }}"
          - fill: {Name: "{{ row.name }}"}
          - click: Add
"""


def add(site: SiteServer, folder: Path, more: str = "on_error: stop") -> webdart.Run:
    path = folder / "add.yaml"
    path.write_text(ADDING % (site.url, more))
    return webdart.run(path, project=folder, yes=True)


def test_a_list_of_the_file_is_written_back_row_by_row(site_server: SiteServer, tmp_path: Path):
    """`for_each` of an `act` may be lists, as that of a `navigate`."""
    site_server.page("/form/*", FORM)
    site_server.page("/add", "<p>added</p>")
    got = add(site_server, tmp_path)
    assert got.result.exit == 0, got.result.error
    assert sent(site_server) == [b"n=Lamp", b"n=Chair", b"n=Desk"]


def test_a_row_whose_page_does_not_answer_is_one_failed_row(site_server: SiteServer, tmp_path: Path):
    """`on_error: next` goes on behind whatever the site does to one row; the run ends with exit 1."""
    site_server.page("/form/*", FORM)
    site_server.answers("/form/Chair", "<h1>Server error</h1>", status=503)
    site_server.page("/add", "<p>added</p>")
    got = add(site_server, tmp_path, "on_error: next")
    assert got.result.exit == 1
    assert "503" in str(got.result.error)
    assert sent(site_server) == [b"n=Lamp", b"n=Desk"]


def test_an_unknown_write_is_exit_5_also_when_verify_cannot_be_read(site_server: SiteServer, tmp_path: Path):
    """The answer is lost and the site is down afterwards: nobody knows, and no "not so" is made of it."""
    asked: list[Asked] = []

    def state(request: Asked) -> Reply:
        asked.append(request)
        return Reply("<p>nothing yet</p>") if len(asked) == 1 else Reply("<h1>Server error</h1>", status=503)

    site_server.page("/form/*", FORM)
    site_server.on("/state", state)
    site_server.drop("/add")
    got = add(site_server, tmp_path, "verify: [{open: /state}, {expect: {text: done}}]")
    assert got.result.exit == 5, got.result.error
    assert [write.state for write in got.result.writes] == ["unknown"]
    assert sent(site_server) == [b"n=Lamp"]


def test_a_lost_answer_that_stops_the_steps_is_settled_by_verify(site_server: SiteServer, tmp_path: Path):
    """The page stays where it was, so the next step fails; the wanted state is so all the same, and nothing is sent twice."""

    def state(_: Asked) -> Reply:
        return Reply("<p>done</p>" if sent(site_server) else "<p>nothing yet</p>")

    site_server.page("/form/*", FORM)
    site_server.on("/state", state)
    site_server.drop("/add")
    path = tmp_path / "add.yaml"
    verify = "verify: [{open: /state}, {expect: {text: done}}]"
    path.write_text(
        ADDING.replace("click: Add\n", "click: Add\n          - expect: {text: Thank you}\n").replace(
            "[Lamp, Chair, Desk]", "[Lamp]"
        )
        % (site_server.url, verify)
    )
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert [(write.state, write.verified) for write in got.result.writes] == [("done", True)]
    assert sent(site_server) == [b"n=Lamp"]


COUNTING = "<p>added</p><script>fetch('/seen', {method: 'POST', body: 'n=1'})</script>"


@pytest.mark.parametrize(("state", "exit_code"), [("done", 0), ("nothing yet", 4)])
def test_what_a_page_sends_of_itself_behind_a_write(
    site_server: SiteServer, tmp_path: Path, state: str, exit_code: int
):
    """It is refused; the row is done if `verify` holds, and else it is told that what was sent is not sent again."""
    site_server.page("/form/*", FORM)
    site_server.page("/add", COUNTING)
    site_server.on("/state", lambda _: Reply(f"<p>{state}</p>" if sent(site_server) else "<p>nothing yet</p>"))
    path = tmp_path / "add.yaml"
    verify = "verify: [{open: /state}, {expect: {text: done}}]"
    path.write_text(
        ADDING.replace("[Lamp, Chair, Desk]", "[Lamp]").replace("rows: 3", "rows: 1") % (site_server.url, verify)
    )
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == exit_code, got.result.error
    assert not [asked for asked in site_server.log if asked.path == "/seen"]
    assert sent(site_server) == [b"n=Lamp"]
    if exit_code:
        assert f"POST /add is done, and webdart resume {got.result.run}" in str(got.result.error)
    else:
        assert [(write.state, write.verified) for write in got.result.writes if write.request == "POST /add"] == [
            ("done", True)
        ]


@pytest.mark.parametrize("declared", ['"POST /add"', '"POST /add", "POST /publish"'])
def test_what_is_left_to_do_is_not_left_out(site_server: SiteServer, tmp_path: Path, declared: str):
    """Neither a step's own write that is not declared, nor a step behind what the page sends: `verify` settles neither."""
    counting = COUNTING if "publish" in declared else "<p>added</p>"
    site_server.page("/form/*", FORM)
    site_server.page("/add", f"{counting}<form method=post action=/publish><button>Publish</button></form>")
    site_server.on("/state", lambda _: Reply("<p>done</p>" if sent(site_server) else "<p>nothing yet</p>"))
    path = tmp_path / "add.yaml"
    file = (
        ADDING.replace("[Lamp, Chair, Desk]", "[Lamp]").replace("rows: 3", "rows: 1").replace('"POST /add"', declared)
    )
    file = file.replace("click: Add\n", "click: Add\n          - click: Publish\n")
    path.write_text(file % (site_server.url, "verify: [{open: /state}, {expect: {text: done}}]"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 4, got.result.error
    assert sent(site_server) == [b"n=Lamp"]


class Person:
    """Answers each question in its turn."""

    def __init__(self, *answers: bool) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, what: str, question: str = "Send it?") -> bool:
        self.asked.append(question)
        return self.answers.pop(0)


def once(site: SiteServer, folder: Path) -> engine.RunRequest:
    path = folder / "add.yaml"
    path.write_text(ADDING.replace("[Lamp, Chair, Desk]", "[Lamp]") % (site.url, "on_error: stop"))
    return engine.RunRequest(file=str(path), settings=build({"project": str(folder)}, environment={}), yes=True)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("answers", "exit_code", "writes"), [((True, True), 0, 1), ((True, False), 1, 1), ((False,), 5, 1)]
)
def test_a_person_is_asked_what_became_of_a_lost_write(
    site_server: SiteServer, tmp_path: Path, answers: tuple[bool, ...], exit_code: int, writes: int
):
    """It took effect: done. It did not: the row failed, and may be sent again. They can't tell: exit 5."""
    site_server.page("/form/*", FORM)
    site_server.drop("/add")
    person = Person(*answers)
    got = asyncio.run(engine.run(once(site_server, tmp_path), ask_consent=person))
    assert got.result.exit == exit_code, got.result.error
    assert person.asked == ["Can you tell?", "Did it take effect?"][: len(answers)]
    assert len(sent(site_server)) == writes


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("answers", "exit_code", "writes"), [((True, True), 0, 1), ((True, False), 0, 2), ((), 5, 1)])
def test_a_resumed_run_asks_before_it_sends_again(
    site_server: SiteServer, tmp_path: Path, answers: tuple[bool, ...], exit_code: int, writes: int
):
    """Without a terminal it ends with exit 5 and the line to paste, as often as it is tried; nothing is sent blindly."""
    site_server.page("/form/*", FORM)
    site_server.drop("/add")
    request = once(site_server, tmp_path)
    first = asyncio.run(engine.run(request))
    assert first.result.exit == 5
    assert f"webdart resume {first.result.run}" in str(first.result.error)
    site_server.page("/add", "<p>added</p>")
    person = Person(*answers) if answers else None
    again = engine.resume(
        first.result.run, settings=request.settings, environment={}, anew=engine.Anew(yes=True), ask_consent=person
    )
    assert asyncio.run(again).result.exit == exit_code
    assert len(sent(site_server)) == writes


@pytest.mark.proof
def test_writing_that_a_budget_has_cut_short_goes_on(site_server: SiteServer, tmp_path: Path):
    """Over budget is exit 3; `resume` does the rows that are left, and none of the others again."""
    site_server.page("/form/*", FORM)
    site_server.page("/add", "<p>added</p>")
    path = tmp_path / "add.yaml"
    path.write_text(ADDING.replace("stages:", "budget: {steps: 7}\nstages:") % (site_server.url, "on_error: next"))
    settings = build({"project": str(tmp_path)}, environment={})
    first = asyncio.run(engine.run(engine.RunRequest(file=str(path), settings=settings, yes=True)))
    assert first.result.exit == 3
    assert sent(site_server) == [b"n=Lamp", b"n=Chair"]
    again = asyncio.run(engine.resume(first.result.run, settings=settings, environment={}, anew=engine.Anew(yes=True)))
    assert again.result.exit == 0, again.result.error
    assert sent(site_server) == [b"n=Lamp", b"n=Chair", b"n=Desk"]


@pytest.mark.proof
def test_a_declared_value_is_read_as_the_page_shows_it(site_server: SiteServer, tmp_path: Path):
    """`writes:` fixes a field by the words of its option; another option is refused before it leaves."""
    site_server.page(
        "/form/*",
        "<form method=post action=/add><label>State <select name=s><option value=1>Open<option value=2>Shipped</select></label><button>Add</button></form>",
    )
    site_server.page("/add", "<p>added</p>")
    path = tmp_path / "add.yaml"
    chore = ADDING.replace("[Lamp, Chair, Desk]", "[Lamp]").replace('["POST /add"]', "[{POST /add: {s: [Shipped]}}]")
    for state, exit_code in (("Shipped", 0), ("Open", 4)):
        path.write_text(
            chore.replace('fill: {Name: "{{ row.name }}"}', f"fill: {{State: {state}}}")
            % (site_server.url, "on_error: stop")
        )
        assert webdart.run(path, project=tmp_path, yes=True).result.exit == exit_code
    assert sent(site_server) == [b"s=2"]


TOKEN = "<input type=hidden name=csrf_token value=k3>"
SURE = f"<title>Sure?</title><h1>Are you sure?</h1><form method=post>{TOKEN}<button>Yes, delete it</button></form>"

DELETING = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        writes: [%s]
        steps:
          - open: /things
          - click: Delete the lamp
          - click: Yes, delete it
"""


def delete(site: SiteServer, folder: Path, writes: str, *, dry_run: bool = False) -> webdart.Run:
    path = folder / "delete.yaml"
    path.write_text(DELETING % (site.url, writes))
    return webdart.run(path, project=folder, yes=not dry_run, dry_run=dry_run)


def things(site: SiteServer, token: str) -> None:
    form = f"<form method=post action=/out>{token}<button>Log out</button></form>"
    site.page("/things", f"<h1>Things</h1><a href=/things/7/delete>Delete the lamp</a>{form}")
    site.page("/things/7/delete", SURE)
    site.page("/sent", "<p>Gone</p>")


@pytest.mark.parametrize(
    "writes", ['"POST /things/*/delete"', pytest.param('"POST /things/7/delete"', marks=pytest.mark.proof)]
)
def test_the_page_that_asks_before_something_is_deleted_is_no_write(
    site_server: SiteServer, tmp_path: Path, writes: str
):
    """Its address says *delete*, and the forms of the site carry tokens: opened as a page, and one write is told."""
    things(site_server, TOKEN)
    got = delete(site_server, tmp_path, writes)
    assert got.result.exit == 0, got.result.error
    assert [asked.method for asked in site_server.seen("/things/7/delete")] == ["GET", "POST"]
    assert [(write.request, write.state) for write in got.result.writes] == [("POST /things/7/delete", "done")]


def test_the_page_that_asks_may_be_opened_by_its_address(site_server: SiteServer, tmp_path: Path):
    """The file names it, and declares the write that it leads to."""
    things(site_server, TOKEN)
    path = tmp_path / "delete.yaml"
    steps = "          - open: /things\n          - click: Delete the lamp\n"
    text = DELETING % (site_server.url, '"POST /things/*/delete"')
    assert steps in text
    path.write_text(text.replace(steps, "          - open: /things/7/delete\n"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert [asked.method for asked in site_server.seen("/things/7/delete")] == ["GET", "POST"]


def test_a_get_that_may_delete_is_held_where_nothing_says_that_it_asks(site_server: SiteServer, tmp_path: Path):
    """No tokens, another write declared: nothing is sent, and the line that would allow it is said."""
    things(site_server, "")
    got = delete(site_server, tmp_path, '"POST /sent"')
    assert got.result.exit == 4
    assert '"GET /things/7/delete"' in str(got.result.error)
    assert site_server.seen("/things/7/delete") == []


@pytest.mark.proof
def test_a_get_that_was_taken_for_a_question_and_acts_is_told(site_server: SiteServer, tmp_path: Path):
    """Answered with a redirect, as what was done is: a warning that names it."""
    things(site_server, TOKEN)
    site_server.redirect("/things/7/delete", "/sent")
    got = delete(site_server, tmp_path, '"POST /things/*/delete"')
    assert any("it may have acted" in warning for warning in got.result.warnings), got.result.warnings


@pytest.mark.proof
def test_rows_of_a_part_of_a_listing_are_told(site_server: SiteServer, tmp_path: Path):
    """`pages: {max: 1}` leaves what is behind it unwritten: said before anything is sent."""
    link = "<a rel=next href='/list?page=2'>Next</a>"
    rows = "".join(f"<tr><td>{name}</td></tr>" for name in ("Lamp", "Chair"))
    site_server.page("/list", f"<table><tr><th>Name</th></tr>{rows}</table>{link}")
    site_server.page("/form/*", FORM)
    site_server.page("/add", "<p>added</p>")
    listed = """stages:
  - navigate: {start: /list, pages: {max: 1}}
  - extract: {into: things, key: name, fields: {name: text}}
"""
    text = (ADDING % (site_server.url, "on_error: stop")).replace("stages:\n", listed).replace("rows: 3", "rows: 2")
    path = tmp_path / "add.yaml"
    path.write_text(text.replace("{name: [Lamp, Chair, Desk]}", "SELECT name FROM things"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert len(sent(site_server)) == 2
    assert any("things is the part that the file asks for" in warning for warning in got.result.warnings)


PICKING = """
webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /list}
  - extract: {into: t, key: n, fields: {n: text, stock: integer}}
  - execute:
      act:
        for_each: SELECT n FROM t
        rows: 1
        writes: ["POST /add"]
        steps:
          - open: /form
          - %s
          - click: Add
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("control", ["Note", "upload"])
def test_a_page_picks_no_file(control: str, site_server: SiteServer, tmp_path: Path):
    """A list names a file of the machine, and the form's text box has become one for files: nothing is sent."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "keys.env").write_text("KEY=topsecret")
    row = "<tr><td>private/keys.env</td><td>3</td></tr>"
    site_server.page("/list", f"<table><tr><th>N</th><th>Stock</th></tr>{row}</table>")
    box = "<label>Note <input type=file name=note></label>"
    site_server.page(
        "/form", f"<form method=post action=/add enctype=multipart/form-data>{box}<button>Add</button></form>"
    )
    path = tmp_path / "pick.yaml"
    step = '{fill: {Note: "{{ row.n }}"}}' if control == "Note" else '{upload: {Note: "{{ row.n }}"}}'
    path.write_text(PICKING % (site_server.url, step))
    if control == "upload":
        with pytest.raises(WorkflowErrors, match="may not stand here"):
            webdart.run(path, project=tmp_path, yes=True)
    else:
        got = webdart.run(path, project=tmp_path, yes=True)
        assert got.result.exit == 1
        assert "upload:" in str(got.result.error)
    assert site_server.seen("/add") == []


SENDING = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        for_each: {name: [Lamp]}
        rows: 1
        writes: ["POST /add"]
        steps: [{open: /}, {upload: {Picture: "{{ row.name }}.txt"}}, {click: Add}]
"""


@pytest.mark.proof
def test_a_file_of_the_files_own_words_is_sent(site_server: SiteServer, tmp_path: Path):
    """`upload:` with a list of the file, once a row."""
    (tmp_path / "Lamp.txt").write_text("a lamp")
    box = "<label>Picture <input type=file name=p></label>"
    site_server.page("/", f"<form method=post action=/add enctype=multipart/form-data>{box}<button>Add</button></form>")
    site_server.page("/add", "<p>added</p>")
    path = tmp_path / "send.yaml"
    path.write_text(SENDING % site_server.url)
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert b"a lamp" in sent(site_server)[0]


SENT_AT_ONCE = """<label>Picture <input type=file></label><script>
box = document.querySelector('input')
box.onchange = () => {
  const body = new FormData()
  body.append('p', box.files[0])
  box.value = ''
  fetch('/add', {method: 'POST', body})
}</script>"""


def test_a_file_that_the_page_sends_at_once_is_given_once(site_server: SiteServer, tmp_path: Path):
    """The control is empty again by then, ready for the next one."""
    (tmp_path / "Lamp.txt").write_text("a lamp")
    site_server.page("/", SENT_AT_ONCE)
    site_server.answers("/add", '{"ok": true}', type="application/json")
    path = tmp_path / "send.yaml"
    path.write_text(SENDING.replace(", {click: Add}", "").replace("POST /add", "POST /add <= 2") % site_server.url)
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert [b"a lamp" in body for body in sent(site_server)] == [True]


def test_a_page_that_may_delete_is_not_opened_and_says_why(site_server: SiteServer, tmp_path: Path):
    """Not a word about what is missing on a page that is not there: the line that would allow it."""
    site_server.page("/things", SURE)
    path = tmp_path / "delete.yaml"
    text = (NAMED % (site_server.url, "")).replace("{open: /form}", '{open: "/things?action=delete"}')
    path.write_text(text)
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 4
    assert '"action": ["delete"]' in str(got.result.error)
    assert site_server.seen("/things") == []
