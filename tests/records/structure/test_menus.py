"""Menus and footers without a landmark are not the listing."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_menu_without_a_landmark_is_not_the_listing(page: Page, spec: Spec) -> None:
    """Longer lists of links stand in the head and at the side of the page; what they are called tells them apart."""
    top = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("Home", "Projects", "Help", "Sign in", "About"))
    main = "".join(f"<li class=root><div class=root><a href='/p/{n}'>Project {n}</a></div></li>" for n in "xyz")
    body = f"<div id=top-menu><ul>{top}</ul></div><div id=content><h2>Projects</h2><ul class=projects>{main}</ul></div>"
    assert [row["name"] for row in rows_of(page(body), spec({"name": "text"}))] == [
        "Project x",
        "Project y",
        "Project z",
    ]


def test_a_trail_to_the_page_is_not_the_listing(page: Page, spec: Spec) -> None:
    """Its words are likelier names than case numbers are; but nothing that a list has leads to the front page."""
    trail = "<p><a href='/'>Home</a> › <a href='/all'>Music</a></p>"
    cases = "".join(f"<div class=row><div><a href='/r/{n}'>K-{n}7/2{n}</a></div></div>" for n in range(1, 6))
    body = f"<main>{trail}<h1>Cases</h1><div class=all>{cases}</div></main>"
    rows = rows_of(page(body), spec({"reference": "text"}))
    assert [row["reference"] for row in rows] == [f"K-{n}7/2{n}" for n in range(1, 6)]


def test_lists_of_a_footer_are_no_part_of_the_listing(page: Page, spec: Spec) -> None:
    """List items without a class are of one kind, in columns too, but not those of the footer."""
    columns = "".join(
        f"<div><h3>{letter}</h3><ul>"
        + "".join(f"<li><a href='/w/{letter}{n}'>{letter} {n}</a></li>" for n in range(count))
        + "</ul></div>"
        for letter, count in (("A", 9), ("B", 4), ("C", 14))
    )
    foot = (
        "<footer><ul><li><a href='/privacy'>Privacy policy</a></li><li><a href='/about'>About us</a></li></ul></footer>"
    )
    assert len(rows_of(page(f"<h1>Words</h1>{columns}{foot}"), spec({"name": "text", "url": "link"}))) == 27
