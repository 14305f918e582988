"""What a step makes is let go; what a page adds to it is not."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

ROW = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        writes: %s
        steps:
          - open: /
          %s
"""
SAVE = "- click: Save"
POST = "const post = (url, headers = {}) => fetch(url, {method: 'POST', headers, body: 'a=1'});"


def button(onclick: str) -> str:
    return f'<title>order</title><script>{POST}</script><button onclick="{onclick}">Save</button>'


def run(
    site: SiteServer, folder: Path, html: str, writes: str = '["POST /orders/*"]', steps: str = SAVE
) -> webdart.Run:
    """Do one row on a page; what is sent below /orders is answered."""
    site.page("/", html)
    site.answers("/orders/*", "<title>saved</title>saved")
    path = folder / "row.yaml"
    path.write_text(ROW % (site.url, writes, steps))
    return webdart.run(path, project=folder, yes=True)


def written(site: SiteServer) -> list[str]:
    return [asked.path for asked in site.log if asked.method != "GET"]


def test_one_click_sends_one_request(site_server: SiteServer, tmp_path: Path):
    """The page's own script goes on with other records, which the star covers as well: the first of them is shown."""
    chain = (
        "post('/orders/7').then(() => post('/orders/2')).then(() => post('/orders/3')).then(() => post('/orders/999'))"
    )
    got = run(site_server, tmp_path, button(chain))
    assert written(site_server) == ["/orders/7"]
    assert got.result.exit == 4
    assert "POST /orders/2 " in str(got.result.error)
    assert '"POST /orders/* <= 2"' in str(got.result.error)


def test_of_several_at_once_none_is_the_one(site_server: SiteServer, tmp_path: Path):
    """Nobody can tell which of them the click is for."""
    got = run(site_server, tmp_path, button("for (const n of [2, 3, 7, 999]) post('/orders/' + n)"))
    assert len(written(site_server)) <= 1  # the first, where the others come too late to be seen beside it
    assert got.result.exit == 4


@pytest.mark.proof
def test_a_file_may_say_that_a_step_sends_several(site_server: SiteServer, tmp_path: Path):
    """`<= 3` is how many each step may send, at once or one after another."""
    html = button("post('/orders/1').then(() => post('/orders/2')).then(() => post('/orders/3'))")
    got = run(site_server, tmp_path, html, '["POST /orders/* <= 3"]')
    assert (got.result.exit, written(site_server)) == (0, ["/orders/1", "/orders/2", "/orders/3"])


def test_what_a_page_sends_when_it_is_opened_is_no_write_of_the_row(site_server: SiteServer, tmp_path: Path):
    """Opening it has asked for nothing; the click's own request goes."""
    html = button("post('/orders/7')") + "<script>post('/orders/2'); post('/orders/3')</script>"
    got = run(site_server, tmp_path, html)
    assert (got.result.exit, written(site_server)) == (0, ["/orders/7"])


def test_what_comes_late_is_not_the_next_step(site_server: SiteServer, tmp_path: Path):
    """A timer of the first click sends another record before the second click is made, or after it."""
    first = "post('/orders/7').then(() => setTimeout(() => post('/orders/2'), 300))"
    html = button(first) + "<button onclick=\"post('/orders/8')\" id=b>Next</button>"
    steps = SAVE + "\n          - expect: {text: never, gone: true}\n          - click: Next"
    got = run(site_server, tmp_path, html, steps=steps)
    assert got.result.exit == 4
    assert "/orders/3" not in written(site_server)
    assert len(written(site_server)) <= 2


@pytest.mark.proof
def test_a_page_that_saves_each_control_and_then_all(site_server: SiteServer, tmp_path: Path):
    """Each control's own request, and the form's: one a step, also to the same address, also late."""
    control = "<label>{0} <input name={0} onchange=\"setTimeout(() => post('/orders/7'), {1})\"></label>"
    html = (
        f"<script>{POST}</script><form method=post action=/orders/7>{control.format('Name', 0)}"
        f"{control.format('Note', 200)}<button>Save</button></form>"
    )
    steps = '- fill: {Name: Ada}\n          - fill: {Note: "x"}\n          - click: Save'
    got = run(site_server, tmp_path, html, steps=steps)
    assert got.result.exit == 0, got.result.error
    assert b"Name=Ada&Note=x" in [asked.body for asked in site_server.seen("/orders/7")]


def test_a_click_does_not_do_the_same_twice(site_server: SiteServer, tmp_path: Path):
    """What the filled box may have saved is not left for a second request of the click's."""
    html = "<label>Name <input></label>" + button("post('/orders/7').then(() => post('/orders/7'))")
    got = run(site_server, tmp_path, html, steps=f"- fill: {{Name: Ada}}\n          {SAVE}")
    assert written(site_server) == ["/orders/7"]
    assert got.result.exit == 4


@pytest.mark.proof
def test_requests_of_several_kinds_may_follow_one_click(site_server: SiteServer, tmp_path: Path):
    """A chain that the file declares link by link."""
    html = button("post('/orders/7/check').then(() => post('/orders/7'))")
    got = run(site_server, tmp_path, html, '["POST /orders/*", "POST /orders/*/check"]')
    assert (got.result.exit, written(site_server)) == (0, ["/orders/7/check", "/orders/7"])


DISGUISES = {
    "a header": "post('/orders/7', {'X-HTTP-Method-Override': 'DELETE'})",
    "another address in a header": "post('/orders/7', {'X-Original-URL': '/admin/wipe'})",
    "the query": "post('/orders/7?_method=DELETE')",
    "an encoded slash": "post('/orders/7%2fcancel')",
    "a slash encoded twice": "post('/orders/7%252fcancel')",
    "a path upwards": "post('/orders/..%2fusers')",
    "a backslash": "post('/orders/..%5cusers')",
    "a parameter of the path": "post('/orders/7;action=cancel')",
    "a word of deleting": "post('/orders/delete')",
    "a word of deleting in the query": "post('/orders/7?action=delete')",
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("way", DISGUISES)
def test_a_star_covers_no_other_request_in_disguise(way: str, site_server: SiteServer, tmp_path: Path):
    """What a server may take for another method or another address is shown, and not sent."""
    got = run(site_server, tmp_path, button(DISGUISES[way]))
    assert got.result.exit == 4
    assert written(site_server) == []


HIDDEN = (
    "<form method=post action=/orders/7><input type=hidden name=_method value=patch>"
    "<label>Name <input name=n></label><button>Save</button></form>"
)


def test_a_hidden_method_is_declared_by_its_name(site_server: SiteServer, tmp_path: Path):
    """A form of Rails or Laravel is a PATCH; the error has the line to paste, which works."""
    got = run(site_server, tmp_path, HIDDEN)
    assert (got.result.exit, written(site_server)) == (4, [])
    assert "POST /orders/7 as PATCH" in str(got.result.error)
    assert '"PATCH /orders/7"' in str(got.result.error)
    assert run(site_server, tmp_path, HIDDEN, '["PATCH /orders/*"]').result.exit == 0
    assert run(site_server, tmp_path, HIDDEN, "[{POST /orders/*: {_method: [patch]}}]").result.exit == 0
    assert written(site_server) == ["/orders/7", "/orders/7"]


def test_a_beacon_is_not_the_request_of_a_click(site_server: SiteServer, tmp_path: Path):
    """What a page tells of itself, whose answer it never sees, takes nothing from the click."""
    got = run(site_server, tmp_path, button("navigator.sendBeacon('/orders/2', 'x'); post('/orders/7')"))
    assert (got.result.exit, written(site_server)) == (0, ["/orders/7"])


@pytest.mark.proof
def test_a_site_may_send_a_request_on(site_server: SiteServer, tmp_path: Path):
    """Status 307 asks for the same request at another address: it is the click's."""
    site_server.redirect("/orders", "/orders/", status=307)
    html = "<form method=post action=/orders><input name=n value=1><button>Save</button></form>"
    site_server.page("/orders/", "saved")
    got = run(site_server, tmp_path, html, '["POST /orders"]')
    assert (got.result.exit, written(site_server)) == (0, ["/orders", "/orders/"])


def test_a_click_opens_one_page_that_asks(site_server: SiteServer, tmp_path: Path):
    """Pages named after deleting are opened where the file declares to delete; but not one after another by a script."""
    frames = "for (const n of [1, 2, 3]) document.body.append(Object.assign(document.createElement('iframe'), {src: '/orders/' + n + '/delete'}))"
    got = run(site_server, tmp_path, button(frames), '["POST /orders/*/delete"]')
    assert len([asked for asked in site_server.log if asked.path.endswith("/delete")]) <= 1
    assert got.result.exit == 4
