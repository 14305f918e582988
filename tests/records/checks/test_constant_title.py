"""A name that is the same in all records, where something else differs: what was taken is told."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

HALLS = ("Main hall", "Small hall", "Church", "School")


def listing(entry: str) -> str:
    return "<main>" + "".join(entry.format(hall=hall, n=n) for n, hall in enumerate(HALLS, 3)) + "</main>"


@pytest.mark.parametrize(
    "entry",
    [
        "<div class=c><h3>Choir</h3><p>{hall}</p><span>${n}.00</span></div>",
        "<li><a href=/e/{n}>Choir</a> <span>{hall}</span> <b>${n}.00</b></li>",
        "<div class=c><span>Choir</span> <span>{hall}</span> <b>${n}.00</b></div>",
        "<div class=c><b>Choir</b> <span>{hall}</span> <b>${n}.00</b></div>",
    ],
)
def test_what_begins_all_records_alike_is_told(page: Page, spec: Spec, entry: str) -> None:
    """It may be a badge, and it may be their name: the column that differs is read, and a person is told."""
    got = read(page(listing(entry)), spec({"name": "text", "price": "money"}))
    assert [record.values["name"] for record in got.records] == list(HALLS)
    assert ["every record has 'Choir'" in remark.text for remark in got.remarks if remark.column == "name"] == [True]


@pytest.mark.parametrize(
    "entry",
    [
        "<div class=c><i>New</i> <a href=/e/{n}>{hall}</a> <b>${n}.00</b></div>",
        "<div class=c><h3>{hall}</h3><p>Choir</p><span>${n}.00</span></div>",
        "<div class=c><span>Place:</span> <span>{hall}</span> <b>${n}.00</b></div>",
        "<div class=c><span>Choir</span> <span class=name>{hall}</span> <b>${n}.00</b></div>",
    ],
)
def test_badges_and_labels_are_not(page: Page, spec: Spec, entry: str) -> None:
    """What is linked, heads the record or is called so by the mark-up is the name, whatever stands before it."""
    got = read(page(listing(entry)), spec({"name": "text", "price": "money"}))
    assert [record.values["name"] for record in got.records] == list(HALLS)
    assert [remark.text for remark in got.remarks if "every record has" in remark.text] == []
