"""Where does a listing end whose page leads on to the next chapter of a manual, as listings lead to their next page?"""

from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.one_walk import run

pytestmark = pytest.mark.browser

NAMES = ("System tables", "System views", "Error codes")

# how tools that write manuals call the chapters before and after
TOOLS = {
    "by titles": "<a href='/p{to}' title='53.{to}. {name}'>{way}</a>",
    "by the links' words": "{way}: <a href='/p{to}' rel={rel}>{name}</a>",
    "by lines": "<a href='/p{to}' rel={rel} aria-label='{way}: {name}'><div><span>{way}</span><div>{name}</div></div></a>",
    "by the window's title": "<a href='/p{to}' rel={rel}>{way}<br><b>{name}</b></a>",
}


def chapter(number: int, link: str, names: tuple[str, ...] = NAMES, heading: str = "h1") -> str:
    """One of three pages, each with a table of the same heads."""
    ways = {number - 1: ("Previous", "prev"), number + 1: ("Next", "next")}
    links = " ".join(
        link.format(to=to, way=way, rel=rel, name=names[to - 1]) for to, (way, rel) in ways.items() if 1 <= to <= 3
    )
    rows = "".join(f"<tr><td>item {number}{letter}</td><td>{number}</td></tr>" for letter in "abc")
    table = f"<table><tr><th>Name</th><th>Size</th></tr>{rows}</table>"
    name = names[number - 1]
    return f"<title>{name} - The manual</title><{heading}>{name}</{heading}>{table}<nav>{links}</nav>"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("tool", TOOLS)
def test_a_chapter_is_not_walked_on_into_the_next(tool: str, site_server: SiteServer, tmp_path: Path):
    """The links call each other's page by a name, there and back: the table of the page is all that was asked for."""
    for number in (1, 2, 3):
        site_server.page(f"/p{number}", chapter(number, TOOLS[tool], heading="div" if "window" in tool else "h1"))
    got = run(site_server, tmp_path, navigate="start: /p1")
    assert [row[0] for row in got.answer.rows] == ["item 1a", "item 1b", "item 1c"]
    table = got.result.tables[0]
    assert table.verdict == "complete"
    assert any("another document" in reason and "System views" in reason for reason in table.reasons)


@pytest.mark.proof
def test_a_file_that_wants_all_chapters_says_so(site_server: SiteServer, tmp_path: Path):
    """`pages: {next: …}` walks on."""
    for number in (1, 2, 3):
        site_server.page(f"/p{number}", chapter(number, TOOLS["by titles"]))
    got = run(site_server, tmp_path, navigate="start: /p1, pages: {next: Next}")
    assert len(got.answer.rows) == 9


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "names",
    [
        ("Orders", "Orders", "Orders"),
        ("Page 1", "Page 2", "Page 3"),
        ("Results 1 to 3", "Results 4 to 6", "Results 7 to 9"),
        ("April 2026", "May 2026", "June 2026"),
        ("Monday", "Tuesday", "Wednesday"),
    ],
)
@pytest.mark.parametrize("tool", ["by titles", "by the links' words"])
def test_pages_that_are_called_by_numbers_and_times_are_walked(
    tool: str, names: tuple[str, ...], site_server: SiteServer, tmp_path: Path
):
    """Such names tell pages of one listing apart."""
    for number in (1, 2, 3):
        site_server.page(f"/p{number}", chapter(number, TOOLS[tool], names))
    got = run(site_server, tmp_path, navigate="start: /p1")
    assert len(got.answer.rows) == 9, got.result.tables[0].reasons
