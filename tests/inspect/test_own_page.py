"""Which pages of records `webdart new` opens to see what they have."""

import pytest

from tests.extract.conftest import listings
from webdart.inspect.own_page import own_links

HERE = "https://shop.example/garden/lamps.html"
NAMES = ("Alder", "Birch", "Cedar", "Elm")


def links(*addresses: str) -> tuple[str, ...]:
    rows = "".join(
        f"<tr><td><a href={address}>{name} lamp</a></td><td>{n}</td></tr>"
        for n, (name, address) in enumerate(zip(NAMES, addresses, strict=True))
    )
    (found, *_) = listings(f"<table><tr><th>Lamp</th><th>Stock</th></tr>{rows}</table>", address=HERE)
    return own_links(found, HERE)


def test_the_pages_of_the_first_record_and_the_last_are_opened() -> None:
    """What both have is of the records, not of one of them."""
    assert links("/l/1", "/l/2", "/l/3", "/l/4") == ("https://shop.example/l/1", "https://shop.example/l/4")


@pytest.mark.parametrize(
    "last",
    [
        "/account/logout",
        "/l/4/delete",
        "https://elsewhere.example/l/4",
        "/garden/lamps.html#4",
        "/l/1",
        "mailto:a@b.example",
    ],
)
def test_no_page_is_opened_that_is_not_a_records_own(last: str) -> None:
    """A menu is a listing, too, and may end with the way out."""
    assert links("/l/1", "/l/2", "/l/3", last) == ()
