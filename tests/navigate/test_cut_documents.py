"""A record's own page whose document ends in its middle is asked for again; one that stays so makes its tables incomplete."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.api import Run

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

ISSUES, NOTES = 4, 6

CHORE = """
webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /issues, pushdown: off}
  - extract:
      into: issues
      key: title
      fields: {title: text, url: link, state: {type: text, page: detail}}
      tables:
        notes: {in: Notes, fields: {name: text, size: integer}}
  - execute: SELECT count(*) FROM notes
"""


def issue(number: int, page: int = 1) -> str:
    """An issue's own page, its state above its notes; the second issue has a second page of these."""
    first = (page - 1) * NOTES
    rows = "".join(f"<tr><td>note {number}.{n}</td><td>{n}</td></tr>" for n in range(first, first + NOTES))
    more = f"<p><a rel=next href='/i/{number}?page=2'>Next</a></p>" if number == 2 and page == 1 else ""
    return (
        f"<!doctype html><html><body><h1>Issue {number}</h1><div><dl><dt>State</dt><dd>open</dd></dl>"
        f"<h2>Notes</h2><table><tr><th>Name</th><th>Size</th></tr>{rows}</table>{more}</div></body></html>"
    )


def collect(site: SiteServer, folder: Path, *, spoilt: str, times: int, left_out: str = "") -> tuple[Run, int]:
    """The issues with their notes, one page of them cut in its table so many `times`; how often that was asked for."""
    items = "".join(f"<tr><td><a href=/i/{n}>Issue {n}</a></td></tr>" for n in range(1, ISSUES + 1))
    site.page("/issues", f"<html><body><h1>Issues</h1><table><tr><th>Title</th></tr>{items}</table></body></html>")
    asked_for: list[str] = []

    def answer(asked: Asked) -> Reply:
        number, page = int(asked.path.rpartition("/")[2]), int(asked.query.get("page", ["1"])[0])
        asked_for.append(f"{number}.{page}")
        html = issue(number, page).removesuffix(left_out)
        cut = html[: html.index(f"<td>note {number}.{page * NOTES - 3}")]
        return Reply(cut if asked_for[-1] == spoilt and asked_for.count(spoilt) <= times else html)

    site.on("/i/*", answer)
    path = folder / "issues.yaml"
    path.write_text(CHORE % site.url)
    return webdart.run(path, project=folder), asked_for.count(spoilt)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("spoilt", ["1.1", "3.1", "2.2"])
def test_half_a_page_of_a_record_is_asked_for_again(spoilt: str, site_server: SiteServer, tmp_path: Path) -> None:
    """The first one, a later one, the second page of a record's rows: the answer is that of the whole pages."""
    got, asked = collect(site_server, tmp_path, spoilt=spoilt, times=1)
    assert (got.result.exit, got.answer.value, asked) == (0, (ISSUES + 1) * NOTES, 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("spoilt", "tables"), [("1.1", ["issues", "notes"]), ("3.1", ["issues", "notes"]), ("2.2", ["notes"])]
)
def test_half_a_page_each_time_leaves_no_complete_table(
    spoilt: str, tables: list[str], site_server: SiteServer, tmp_path: Path
) -> None:
    """Half of a record's notes is missing: it was told of neither table."""
    got, asked = collect(site_server, tmp_path, spoilt=spoilt, times=99)
    assert (got.result.exit, asked) == (3, 4)
    told = {table.name: table.reasons for table in got.result.tables if table.verdict == "incomplete"}
    assert list(told) == tables
    assert all("ends in the middle" in reasons[0] and "/i/" in reasons[0] for reasons in told.values())


@pytest.mark.proof
def test_own_pages_without_end_tags(site_server: SiteServer, tmp_path: Path) -> None:
    """A site that leaves them out on every page: the others show that the first one is no half."""
    got, _ = collect(site_server, tmp_path, spoilt="", times=0, left_out="</div></body></html>")
    assert (got.result.exit, got.answer.value) == (0, (ISSUES + 1) * NOTES)


LISTING = """
webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /goods, pushdown: off}
  - extract: {into: goods, fields: {name: text, size: integer}}
  - execute: SELECT count(*) FROM goods
"""


def listing(page: int, to: str, rows: int = NOTES) -> str:
    """A page of three of a listing, as its table alone."""
    head = "<table><tr><th>Name</th><th>Size</th></tr>"
    lines = "".join(f"<tr><td>Lamp {page}.{n}</td><td>{page * 70 + n * 3}</td></tr>" for n in range(rows))
    more = f"<p>Page {page} <a rel=next href='/{to}?page={page + 1}'>Next</a></p>" if page < 3 else ""
    return f"<div>{head}{lines}</table>{more}</div>"


def document(part: str) -> str:
    return f"<!doctype html><html><head><title>Goods</title></head><body><h1>Goods</h1>{part}</body></html>"


PAGES = {
    "parts at an address of their own": ("part", listing(2, "part"), listing(3, "part"), 0),
    "the second page is bare": ("goods", listing(2, "goods"), document(listing(3, "goods")), 3),
    "the last page is bare, and short": (
        "goods",
        document(listing(2, "goods")),
        "<table><tr><td>Lamp 3.0<td>210</table>",
        3,
    ),
    "a part that is cut off": ("part", listing(2, "part"), listing(3, "part")[:-60], 3),
    "a document behind a part that is cut off": (
        "part",
        listing(2, "part"),
        document(listing(3, "part", 3)).partition("</table>")[0] + "</table></div>",
        3,
    ),
    "an error in the place of a part": (
        "part",
        listing(2, "part"),
        "<div>Error: too many of them</div>",
        3,
    ),
}


@pytest.mark.parametrize("kind", PAGES)
def test_parts_that_scripts_load_are_not_cut_off(kind: str, site_server: SiteServer, tmp_path: Path) -> None:
    """They have no html and body, and an address of their own; the same at the listing's own address is no whole page."""
    to, second, third, code = PAGES[kind]
    pages = {"1": document(listing(1, to)), "2": second, "3": third}
    for address in ("/goods", "/part"):
        site_server.on(address, lambda asked: Reply(pages[asked.query.get("page", ["1"])[0]]))
    path = tmp_path / "goods.yaml"
    path.write_text(LISTING % site_server.url)
    got = webdart.run(path, project=tmp_path)
    assert got.result.exit == code, (got.result.warnings, [table.reasons for table in got.result.tables])
