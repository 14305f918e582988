"""A listing with one entry, and a page that is no record at all."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.errors import NotFound
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_a_lone_entry_is_not_called_as_the_page(page: Page, spec: Spec) -> None:
    """One event this month: its heading and the page's are two names, and a person is asked."""
    event = "<div class=event><h3>Concert</h3><p>3 January 2024</p><p>Tickets: €12.50</p></div>"
    got = read(page(f"<main><h1>Events</h1>{event}</main>"), spec({"name": "text", "date": "date", "tickets": "money"}))
    assert [problem.choices for problem in got.problems] == [("'Events'", "'Concert'")]
    assert "each: page" in got.problems[0].hint


def test_a_page_with_several_values_of_several_labels_is_no_record(page: Page, spec: Spec, declared: Declare) -> None:
    """A list whose records were not recognised is not read as one."""
    entry = "<div><h3>Trail {0}</h3><p>Rise: {0} m, some of it steep</p><p>Level: grade {0}</p></div>"
    rest = "<div><h3>Trail</h3><p>Nobody knows.</p></div>"
    html = f"<main><h1>Trails</h1>{entry.format(1)}{rest * 6}{entry.format(2)}</main>"
    got = read(page(html), spec([declared("name"), declared("rise", label="Rise"), declared("level", label="Level")]))
    assert got.problems or len(got.records) > 1


def test_a_lone_entry_of_terms_is_not_its_terms(page: Page, spec: Spec) -> None:
    """One person with a list of terms that the fields are called by: the terms are fields, and no three persons."""
    person = "<article><h2>Ida</h2><dl><dt>Room</dt><dd>D1</dd><dt>Phone</dt><dd>7946</dd><dt>Mail</dt><dd>a@b</dd></dl></article>"
    assert rows_of(page(f"<main><h1>Staff</h1>{person}</main>"), spec({"name": "text", "room": "text"})) == [
        {"name": "Ida", "room": "D1"}
    ]


HALVES = "<div id=content><div><a href='/help'>Help</a></div><h1>{0}</h1>{1}</div><div id=menu><h2>Menu</h2><div><a href='/'>Start</a></div></div>"


def test_halves_of_a_page_are_no_records(page: Page, spec: Spec) -> None:
    """The only entry of a list stands in one of them: that is the record, and the menu is none."""
    entry = (
        "<ul><li>10:45 <a class=new-page href='/b'>Blue horn</a> (<a href='/b/h'>hist</a>) <i>[755 bytes]</i></li></ul>"
    )
    rows = rows_of(page(HALVES.format("New pages", entry)), spec({"name": "text", "bytes": "integer"}))
    assert [(row["name"], row["bytes"]) for row in rows] == [("Blue horn", 755)]


def test_a_page_of_prose_is_no_record(page: Page, spec: Spec) -> None:
    """A heading, a text and a date are on any page: without one name of a field they are not the listing."""
    view = page("<main><h2>Opinions</h2><h3>How to search</h3><p>Last changed on 2025-05-23.</p></main>")
    assert isinstance(read(view, spec({"name": "text", "docket": "text", "date": "date"})).error(view.url), NotFound)
