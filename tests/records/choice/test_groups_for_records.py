"""Lists below headings: what has the labels of a record several times is a group of records, and none."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def entry(n: int) -> str:
    seller = f" <em>Seller</em> <span>Dealer {n}</span>" if n % 3 else ""
    return f"<li><b><a href=/{n}>Lamp {n}</a></b> <em>State</em> <span>{['new', 'used'][n % 2]}</span>{seller}</li>"


def test_records_are_the_entries_and_not_the_lists(page: Page, spec: Spec) -> None:
    """Although each list has something for every field, and some entries lack one."""
    parts = "".join(f"<h2>Room {at}</h2><ul>{''.join(map(entry, range(at, at + 3)))}</ul>" for at in (1, 4, 7))
    got = read(page(f"<main><h1>Lamps</h1>{parts}</main>"), spec({"title": "text", "state": "text", "seller": "text"}))
    assert [one.values["title"] for one in got.records] == [f"Lamp {n}" for n in range(1, 10)]
    assert [one.values["seller"] for one in got.records] == [f"Dealer {n}" if n % 3 else None for n in range(1, 10)]
