"""Lists of years with how many there are of each in brackets, as the side bars of journals have them."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

WAYS = {
    "one text": "<li><a href=/{0}>{0} ({1})</a></li>",
    "the number outside of the link": "<li><a href=/{0}>{0}</a> ({1})</li>",
    "an element each": "<li><a href=/{0}>{0}</a> <span>[{1}]</span></li>",
    "with the month": "<li><a href=/{0}>March {0} ({1})</a></li>",
}
YEARS = ((2021, 13), (2020, 7), (2019, 1204), (2018, 2010))


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("count", ["count", "posts"])
def test_the_year_and_how_many(page: Page, spec: Spec, way: str, count: str) -> None:
    """Neither is taken for the other, though one of the numbers could be a year, too."""
    view = page(f"<aside><h3>Archives</h3><ul>{''.join(WAYS[way].format(*one) for one in YEARS)}</ul></aside>")
    rows = rows_of(view, spec({"year": "integer", count: "integer", "url": "link"}))
    assert [(row["year"], row[count]) for row in rows] == list(YEARS)


def test_one_without_a_number_is_told(page: Page, spec: Spec) -> None:
    """What is not there is NULL, and not the other number."""
    entries = "".join(WAYS["one text"].format(*one) for one in YEARS)
    view = page(f"<aside><h3>Archives</h3><ul>{entries}<li><a href=/old>Before 2018</a></li></ul></aside>")
    got = read(view, spec({"year": "integer", "count": "integer", "url": "link"}))
    assert [record.values["count"] for record in got.records] == [13, 7, 1204, 2010, None]
    assert [record.values["year"] for record in got.records][-1] is None


@pytest.mark.parametrize("text", ["Lamp 2000 (13)", "The 2021 and 2022 lists (7)"])
def test_other_numbers_in_brackets_are_no_counts_of_years(page: Page, spec: Spec, text: str) -> None:
    """A label that is no year is not asked for; of two years neither is meant."""
    entries = "".join(f"<li><a href=/{n}>{text}</a></li>" for n in range(3))
    got = read(page(f"<ul>{entries}</ul>"), spec({"size": "integer", "url": "link"}))
    assert all(record.values.get("size") is None for record in got.records)
