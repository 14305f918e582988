"""Which series of addresses are recognised, and which are not."""

import pytest

from webdart.navigate.walk.address_series import series_guessed, series_of


@pytest.mark.parametrize(
    ("first", "second", "third", "following"),
    [
        ("http://h/l?page=1", "http://h/l?page=2", "http://h/l?page=3", "http://h/l?page=4"),
        ("http://h/l?p=1&c=9", "http://h/l?p=2&c=9", "http://h/l?p=3&c=9", "http://h/l?p=4&c=9"),
        ("http://h/l?start=20", "http://h/l?start=40", "http://h/l?start=60", "http://h/l?start=80"),
        ("http://h/l/page/9/", "http://h/l/page/10/", "http://h/l/page/11/", "http://h/l/page/12/"),
        ("http://h:8001/2/1", "http://h:8001/2/2", "http://h:8001/2/3", "http://h:8001/2/4"),
    ],
)
def test_a_growing_number_is_a_series(first: str, second: str, third: str, following: str):
    """The next address follows from three in a row."""
    series = series_of(first, second, third)
    assert series is not None
    assert series.ahead(1) == following


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("http://h/l", "http://h/l?page=2", "http://h/l?page=4"),  # no step seen between first and second
        ("http://h/l?page=1", "http://h/l?page=2", "http://h/l?page=4"),  # uneven
        ("http://h/l?after=abc1", "http://h/l?after=abd2", "http://h/l?after=abe3"),  # a cursor
        ("http://h/l?page=3", "http://h/l?page=2", "http://h/l?page=1"),  # backwards
        ("http://h/l?page=1&s=1", "http://h/l?page=2&s=2", "http://h/l?page=3&s=3"),  # two things change
        ("http://h/l?page=1", "http://h/l?page=1", "http://h/l?page=1"),  # circular
    ],
)
def test_anything_else_is_none(first: str, second: str, third: str):
    """Cursors, uneven steps and circles prove no series."""
    assert series_of(first, second, third) is None


@pytest.mark.parametrize(
    ("first", "second", "ninth"),
    [
        ("http://h/l", "http://h/l?page=2", "http://h/l?page=9"),
        ("http://h/l?sort=x", "http://h/l?sort=x&page=2", "http://h/l?sort=x&page=9"),
        ("http://h/l/", "http://h/l/page/2/", "http://h/l/page/9/"),
        ("http://h/l", "http://h/l?start=40", "http://h/l?start=320"),
        ("http://h/l", "http://h/l?_next=77", None),
        ("http://h/l?shelf=2", "http://h/l?shelf=2&after=ab", None),
        ("http://h/l", "http://h/l?page=2&size=40", None),
    ],
)
def test_the_second_address_suggests_the_others(first: str, second: str, ninth: str | None) -> None:
    """One new number, the page's own or the rows before it (forty a page); what else it could be is none."""
    found = series_guessed(first, second, 40)
    assert (found and found.at(9)) == ninth
