"""Tables that are called by a line above them which nothing marks up as a heading."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import columns
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

COURSES = {
    "CS 101. Networks. 3 Credits.": ["Ann", "Ben"],
    "CS 204. Compilers. 4 Credits.": ["Cid", "Dan", "Eve"],
    "MA 110. Algebra. 3 Credits.": ["Fay", "Gus"],
}


@pytest.mark.parametrize(
    "block",
    [
        "<div class=course><p><strong>{name}</strong></p>{table}</div>",
        "<p><strong>{name}</strong></p>{table}",
        "<div class=b><div class=t>{name}</div>{table}</div>",
    ],
)
def test_the_line_above_each_table_and_not_the_pages_title(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], declared: Callable[..., Field], block: str
) -> None:
    """A course catalogue: every section was of the course "Courses", as the page is called."""
    html = ""
    for name, teachers in COURSES.items():
        rows = "".join(f"<tr><td>{teacher}</td><td>10:{place}0</td></tr>" for place, teacher in enumerate(teachers))
        table = f"<table><thead><tr><th>Teacher</th><th>Time</th></tr></thead><tbody>{rows}</tbody></table>"
        html += block.format(name=name, table=table)
    wanted = spec([declared("teacher"), declared("course", source="heading")])
    got = read(page(f"<main><h1>Courses</h1><p>All of this year.</p>{html}</main>"), wanted)
    assert columns(got, "teacher", "course") == [
        (teacher, name) for name, teachers in COURSES.items() for teacher in teachers
    ]
