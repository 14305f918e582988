"""What a cell is called by: the link that it begins with, or with the words behind it where that is a mere number."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import NAMES, rows_of, table
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def _read(page: Page, spec: Spec, behind: str) -> list[object]:
    cells = (
        f"<td><span><a href='/a/{n}'>10-{n}</a></span>{behind.format(name=name)}</td><td>{n} h</td>"
        for n, name in enumerate(NAMES)
    )
    rows = rows_of(page(table(*cells, heads="Recording Length")), spec({"recording": "text", "length": "text"}))
    return [row["recording"] for row in rows]


def test_a_number_is_not_without_the_words_behind_it(page: Page, spec: Spec) -> None:
    """The number of a recording is its link, and whose it is stands in another element on the line."""
    assert _read(page, spec, " <span>{name}</span>") == [f"10-{n} {name}" for n, name in enumerate(NAMES)]


@pytest.mark.parametrize(
    "behind",
    [
        "<p>heard in {name}</p>",
        " <button>Listen</button>",
        " <a href='/l'>Listen</a>",
        " <i><a href='/l'>Listen</a></i>",
    ],
)
def test_a_number_is_all_where_no_words_of_it_follow(page: Page, spec: Spec, behind: str) -> None:
    """A remark on a line of its own, and what is there to press, are not what the number stands for."""
    assert _read(page, spec, behind) == [f"10-{n}" for n in range(len(NAMES))]
