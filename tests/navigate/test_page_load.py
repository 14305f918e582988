"""A load that fails once gets a second try; a page that contradicts what is known of it is asked for again."""

from collections.abc import Callable
from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.api import Run

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PAGES, SIZE = 3, 10

CHORE = """
webdart: 1
sites: {site: {url: "%s", pace: {concurrency: 1}}}
stages:
  - navigate: {start: /list, pushdown: off}
  - extract: {into: items, key: name, fields: {name: text, size: integer}}
  - execute: SELECT count(*) FROM items
"""

Fault = Callable[[str], Reply]


def page(number: int, *, total: bool, left_out: str = "", size: int = SIZE) -> str:
    """A page of the list: a table with its next link below; some end tags may be `left_out`."""
    rows = "".join(f"<tr><td>item {n}</td><td>{n * 3}</td></tr>" for n in range((number - 1) * size, number * size))
    said = f"<p>{PAGES * size} items</p>" if total else ""
    onwards = f"<p><a rel=next href='/list?page={number + 1}'>Next</a></p>" if number < PAGES else ""
    table = f"<table><tr><th>Name</th><th>Size</th></tr>{rows}</table>"
    end = "</div></body></html>".removesuffix(left_out)
    return f"<!doctype html><html><body><h1>Items</h1>{said}<div>{table}{onwards}{end}"


def walk(
    site: SiteServer, folder: Path, *, on: int, fault: Fault, times: int = 1, total: bool = True, left_out: str = ""
) -> tuple[Run, int]:
    """The list with its page `on` spoilt so many `times`; and how often that page was asked for."""
    asked_for: list[int] = []

    def answer(asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        asked_for.append(number)
        html = page(number, total=total, left_out=left_out)
        return fault(html) if number == on and asked_for.count(on) <= times else Reply(html)

    site.on("/list", answer)
    path = folder / "list.yaml"
    path.write_text(CHORE % site.url)
    return webdart.run(path, project=folder), asked_for.count(on)


def without_next(html: str) -> Reply:
    """The whole page, less its way on."""
    return Reply(html.replace("rel=next", "hidden").replace(">Next<", "><"))


def half(html: str) -> Reply:
    """The first half of the page, as a whole answer."""
    return Reply(html[: len(html) // 2])


def fewer(html: str) -> Reply:
    """A page with three rows less, properly closed."""
    rows = html.split("<tr>")
    return Reply("<tr>".join(rows[:5]) + "<tr>" + "<tr>".join(rows[8:]))


ANSWERS: dict[str, Fault] = {
    "404": lambda _: Reply("<h1>Not found</h1>", status=404),
    "408": lambda _: Reply("<h1>Timeout</h1>", status=408),
    "429": lambda _: Reply("<h1>Slow down</h1>", status=429, headers=(("Retry-After", "1"),)),
    "500": lambda _: Reply("<h1>Internal Server Error</h1>", status=500),
    "503": lambda _: Reply("<h1>Unavailable</h1>", status=503),
    "520": lambda _: Reply("<h1>Web server returns an unknown error</h1>", status=520),
    "reset": lambda _: Reply(reset=True),
    "truncated": lambda html: Reply(html, cut=True),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("fault", ANSWERS)
def test_a_start_page_that_fails_once(fault: str, site_server: SiteServer, tmp_path: Path) -> None:
    """It is asked for once more: each of these ended the run."""
    got, _ = walk(site_server, tmp_path, on=1, fault=ANSWERS[fault])
    assert (got.result.exit, got.result.tables[0].verdict) == (0, "complete"), got.result.error
    assert got.result.tables[0].rows == PAGES * SIZE


def test_a_start_page_that_is_not_there(site_server: SiteServer, tmp_path: Path) -> None:
    """It is asked for twice, no more."""
    got, asked = walk(site_server, tmp_path, on=1, fault=ANSWERS["404"], times=99)
    assert (got.result.exit, asked) == (1, 2)
    assert "answers 404" in str(got.result.error)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("on", "fault"), [(1, without_next), (2, without_next), (1, half), (2, half), (2, fewer)])
def test_a_page_that_contradicts_the_total(on: int, fault: Fault, site_server: SiteServer, tmp_path: Path) -> None:
    """It came without its way on, or with a part of its rows, and is asked for again."""
    got, asked = walk(site_server, tmp_path, on=on, fault=fault)
    assert (got.result.exit, got.result.tables[0].verdict) == (0, "complete"), got.result.tables
    assert (got.result.tables[0].rows, asked) == (PAGES * SIZE, 2)


def test_a_page_that_contradicts_the_total_each_time(site_server: SiteServer, tmp_path: Path) -> None:
    """After three more tries the table is incomplete, and says what is missing."""
    got, asked = walk(site_server, tmp_path, on=2, fault=without_next, times=99)
    (one,) = got.result.tables
    assert (got.result.exit, one.rows, one.verdict, asked) == (3, 2 * SIZE, "incomplete", 4)
    assert one.reasons[0] == "the site states 30, collected 20"


def test_a_total_that_the_site_has_wrong(site_server: SiteServer, tmp_path: Path) -> None:
    """Its last page is shorter than the first: it is asked for once more, and says the same; that is the end."""

    def short(html: str) -> Reply:
        return Reply("<tr>".join(html.split("<tr>")[:6]) + "</table></div></body></html>")

    got, asked = walk(site_server, tmp_path, on=3, fault=short, times=99)
    assert (got.result.exit, got.result.tables[0].rows, asked) == (3, 2 * SIZE + 4, 2)


def test_a_filter_that_the_site_loses_on_the_way(site_server: SiteServer, tmp_path: Path) -> None:
    """Its own link to the third page forgets what the first two ask for: the rows from there on are others."""

    def answer(asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        kept = "page=2&status=open" if number == 1 else f"page={number + 1}"
        return Reply(page(number, total=False).replace(f"page={number + 1}", kept))

    site_server.on("/list", answer)
    path = tmp_path / "list.yaml"
    path.write_text((CHORE % site_server.url).replace("start: /list", "start: '/list?status=open'"))
    got = webdart.run(path, project=tmp_path)
    (one,) = got.result.tables
    assert (got.result.exit, one.verdict) == (3, "incomplete")
    assert one.reasons[0] == "page 3 no longer asks for status=open, as the first page does"


@pytest.mark.proof
@pytest.mark.parametrize("on", [1, 2, 3])
def test_half_a_document_is_asked_for_again(on: int, site_server: SiteServer, tmp_path: Path) -> None:
    """It has neither a total nor a next link, and its length fits: only its source shows that the end is missing."""
    got, asked = walk(site_server, tmp_path, on=on, fault=half, total=False)
    assert (got.result.exit, got.result.tables[0].verdict) == (0, "complete"), got.result.tables
    assert (got.result.tables[0].rows, asked) == (PAGES * SIZE, 2)


@pytest.mark.proof
@pytest.mark.parametrize("on", [1, 2, 3])
def test_half_a_document_each_time_is_no_complete_table(on: int, site_server: SiteServer, tmp_path: Path) -> None:
    """It was a complete table: the last page was reached."""
    got, _ = walk(site_server, tmp_path, on=on, fault=half, times=99, total=False)
    (one,) = got.result.tables
    assert (got.result.exit, one.verdict) == (3, "incomplete")
    assert "ends in the middle" in one.reasons[0]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("left_out", ["</body></html>", "</div></body></html>"])
def test_a_site_that_leaves_end_tags_out(left_out: str, site_server: SiteServer, tmp_path: Path) -> None:
    """HTML allows it of body and html, and an author forgets one: the last page ends as the others do."""
    got, _ = walk(site_server, tmp_path, on=2, fault=Reply, total=False, left_out=left_out)
    assert (got.result.exit, got.result.tables[0].verdict) == (0, "complete"), got.result.tables
