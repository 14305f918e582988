"""Writes that are plain links, and pages that ask before they send: what is held, and what is answered."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

CHORE = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        for_each: {id: ["7"]}
        rows: 1
        writes: %s
        steps:
          - open: /admin?action=list
          - click: %s
"""


def run(site: SiteServer, folder: Path, writes: str, word: str, *, yes: bool = True, dry: bool = False) -> webdart.Run:
    path = folder / "chore.yaml"
    path.write_text(CHORE % (site.url, writes, word))
    return webdart.run(path, project=folder, yes=yes, dry_run=dry)


def switched(site: SiteServer) -> list[str]:
    return [asked.query["id"][0] for asked in site.seen("/admin") if asked.query["action"] == ["switch"]]


LINKS = (
    "<h1>Lamps</h1><a href='/admin?action=switch&id=7'>Switch 7</a> <a href='/admin?action=switch&id=8'>Switch 8</a>"
)
ONE = '[{GET /admin: {id: ["7"]}}]'


def test_a_declared_get_is_held_asked_and_journalled_like_a_post(site_server: SiteServer, tmp_path: Path):
    """No word of its address says that it writes; the file does. The list at the same address is read as ever."""
    site_server.page("/admin", LINKS)
    shown = run(site_server, tmp_path, ONE, "Switch 7", dry=True)
    assert [(write.request, write.state) for write in shown.result.writes] == [("GET /admin", "held")]
    refused = run(site_server, tmp_path, ONE, "Switch 7", yes=False)
    assert refused.result.exit == 4
    assert switched(site_server) == []
    done = run(site_server, tmp_path, ONE, "Switch 7")
    assert done.result.exit == 0, done.result.error
    assert [(write.request, write.state) for write in done.result.writes] == [("GET /admin", "done")]
    assert switched(site_server) == ["7"]


def test_a_declared_get_of_another_record_is_not_consented_to(site_server: SiteServer, tmp_path: Path):
    site_server.page("/admin", LINKS)
    got = run(site_server, tmp_path, ONE, "Switch 8")
    assert got.result.exit == 4, got.result.error
    assert switched(site_server) == []


CONFIRM = """<h1>Lamp</h1><form method=post action=/drop onsubmit="return confirm('Are you sure?')"><button>Drop it</button></form>"""


def test_what_a_page_asks_before_a_declared_write_is_answered_yes(site_server: SiteServer, tmp_path: Path):
    site_server.page("/admin", CONFIRM)
    site_server.page("/drop", "<p>dropped</p>")
    shown = run(site_server, tmp_path, '["POST /drop"]', "Drop it", dry=True)
    assert [(write.request, write.state) for write in shown.result.writes] == [("POST /drop", "held")]
    assert site_server.seen("/drop") == []
    got = run(site_server, tmp_path, '["POST /drop"]', "Drop it")
    assert [(write.request, write.state) for write in got.result.writes] == [("POST /drop", "done")]
    assert len(site_server.seen("/drop")) == 1


@pytest.mark.proof
def test_a_question_whose_write_is_not_declared_sends_nothing(site_server: SiteServer, tmp_path: Path):
    site_server.page("/admin", CONFIRM)
    site_server.page("/drop", "<p>dropped</p>")
    assert run(site_server, tmp_path, '["POST /other"]', "Drop it").result.exit == 4
    run(site_server, tmp_path, "[]", "Drop it")
    assert site_server.seen("/drop") == []


def test_a_text_that_a_page_wants_is_not_given_and_told(site_server: SiteServer, tmp_path: Path):
    ask = "if (prompt('Why?') !== null) fetch('/drop', {method: 'POST'})"
    site_server.page("/admin", f'<h1>Lamp</h1><button onclick="{ask}">Drop it</button>')
    got = run(site_server, tmp_path, '["POST /drop"]', "Drop it")
    assert site_server.seen("/drop") == []
    assert any('"Why?"' in warning and "cancelled" in warning for warning in got.result.warnings), got.result.warnings


SAVES = """<h1>Lamp</h1><label>Note <input id=n></label><script>
n.oninput = () => { clearTimeout(n.t); n.t = setTimeout(() => fetch("/save", {method: "POST", body: n.value}), 1500) }
</script>"""

SAVING = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        for_each: {id: ["7"]}
        rows: 1
        writes: ["POST /save"]
        steps: [{open: /note}, {fill: {Note: "spare {{ row.id }}"}}]
"""


def save(site: SiteServer, folder: Path) -> webdart.Run:
    path = folder / "chore.yaml"
    path.write_text(SAVING % site.url)
    return webdart.run(path, project=folder, yes=True)


@pytest.mark.proof
def test_a_page_that_saves_by_itself_some_time_later_is_waited_for(site_server: SiteServer, tmp_path: Path):
    site_server.page("/note", SAVES)
    site_server.page("/save", "saved")
    got = save(site_server, tmp_path)
    assert [asked.body for asked in site_server.seen("/save")] == [b"spare 7"]
    assert [(write.request, write.state) for write in got.result.writes] == [("POST /save", "done")]


@pytest.mark.proof
def test_each_control_that_saves_by_itself_is_waited_for(site_server: SiteServer, tmp_path: Path):
    controls = "<h1>Lamp</h1><label>Note <input id=n></label><label>Place <input id=p></label><script>"
    later = "setTimeout(() => fetch('/save', {method: 'POST', body: e.target.value}), e.target.id === 'n' ? 0 : 1200)"
    site_server.page("/note", f'{controls}onchange = oninput = e => {{ if (e.type === "input") {later} }}</script>')
    site_server.page("/save", "saved")
    path = tmp_path / "chore.yaml"
    path.write_text((SAVING % site_server.url).replace('{Note: "spare {{ row.id }}"}', "{Note: spare, Place: shelf}"))
    got = webdart.run(path, project=tmp_path, yes=True)
    assert got.result.exit == 0, got.result.error
    assert [asked.body for asked in site_server.seen("/save")] == [b"spare", b"shelf"]


def test_a_row_for_which_nothing_was_sent_is_told(site_server: SiteServer, tmp_path: Path):
    site_server.page("/note", "<h1>Lamp</h1><label>Note <input id=n></label><label>Title <input required></label>")
    got = save(site_server, tmp_path)
    assert got.result.exit == 1
    assert got.result.writes == ()
    assert "nothing was sent for row id 7" in str(got.result.error)
    assert "'Title'" in str(got.result.error)


@pytest.mark.parametrize(("yes", "dry", "exit_code"), [(False, False, 4), (False, True, 4), (True, False, 0)])
def test_nothing_is_done_unseen(yes: bool, dry: bool, exit_code: int, site_server: SiteServer, tmp_path: Path) -> None:
    """What goes over open sockets can be neither held nor shown: only who consents beforehand acts there."""
    site_server.page("/admin", LINKS)
    path = tmp_path / "chore.yaml"
    opened = f'{{url: "{site_server.url}", sockets: allow}}'
    path.write_text((CHORE % (site_server.url, ONE, "Switch 7")).replace(f'"{site_server.url}"', opened))
    done = webdart.run(path, project=tmp_path, yes=yes, dry_run=dry)
    assert done.result.exit == exit_code, done.result.error
    assert bool(site_server.log) is yes


ROLES = (
    "<h1>Members</h1><form action=/admin><input type=hidden name=action value=-1>"
    "<input type=hidden name=list_nonce value=5e1f><input type=hidden name=member value=7>"
    "<label>Role <select name=role><option>Author<option>Editor</select></label><button>Change</button></form>"
)


def test_a_form_that_is_sent_by_get_with_a_token_is_held(site_server: SiteServer, tmp_path: Path):
    """No word of its address says that it writes, and the file declares nothing: the token against forgery tells."""
    site_server.page("/admin", ROLES)
    for dry in (True, False):
        got = run(site_server, tmp_path, "[]", "Change", dry=dry)
        assert got.result.exit == 4
        assert "GET /admin" in str(got.result.error)
    assert [asked for asked in site_server.seen("/admin") if "role" in asked.query] == []
    done = run(site_server, tmp_path, '[{GET /admin: {member: ["7"]}}]', "Change")
    assert done.result.exit == 0, done.result.error
    assert len([asked for asked in site_server.seen("/admin") if "role" in asked.query]) == 1
