"""Conditions that the addresses of a walk lose."""

import pytest

from webdart.navigate.address import is_elsewhere, lost_condition

KEPT: list[tuple[dict[str, str], list[str]]] = [
    ({"since": "3d"}, ["/?since=3d", "/?since=3d&p=2", "/?p=3&since=3d"]),
    ({"since": "3d"}, ["/?since=3d"]),
    ({"utm_source": "mail"}, ["/?utm_source=mail", "/?p=2"]),  # where a visitor came from
    (
        {"q": "milk", "view": "new"},
        ["/?q=milk&view=new", "/?q=milk&p=2", "/?q=milk&p=3"],
    ),  # left out from the first link on
    ({}, ["/?sid=4", "/?sid=4&p=2", "/?p=3"]),  # nobody asked for it
    ({"page": "1"}, ["/?page=1", "/?page=2", "/?page=3"]),
    ({"q": "milk"}, ["/?q=milk", "/search/milk/2"]),
    ({"q": "milk"}, ["/search/milk", "/search/milk/2"]),
    ({"q": ""}, ["/?q=", "/?p=2"]),
    ({"p": "lamps", "a": "log"}, ["/?p=lamps;a=log", "/?p=lamps;a=log;pg=1"]),  # parted by semicolons
    ({"q": "a;b"}, ["/?q=a;b", "/?q=a;b&p=2"]),
]
LOST: list[tuple[dict[str, str], list[str], str]] = [
    ({"since": "3d"}, ["/?since=3d", "/?since=3d&p=2", "/?p=3"], "page 3 no longer asks for since=3d"),
    ({"since": "3d"}, ["/?since=3d", "/?p=2"], "page 2 no longer asks for since=3d"),
    ({"q": "a"}, ["/?q=a", "/?q=b&p=2"], "page 2 asks for q=b, not for q=a"),
    (
        {"p": "lamps", "s": "x"},
        ["/?p=lamps;s=x", "/?p=lamps;s=x;pg=1", "/?p=lamps;pg=2"],
        "page 3 no longer asks for s=x",
    ),
    ({"q": "a", "s": "x"}, ["/?q=a&s=x", "/?q=a&s=x&p=2", "/?q=a&p=3"], "page 3 no longer asks for s=x"),
]


@pytest.mark.parametrize(("asked", "paths"), KEPT)
def test_a_condition_that_stays_is_not_lost(asked: dict[str, str], paths: list[str]):
    """Only what the file or a control asked for counts, and only where it has been a condition."""
    assert lost_condition(asked, [f"http://shop.test{path}" for path in paths]) == ""


@pytest.mark.parametrize(("asked", "paths", "told"), LOST)
def test_a_condition_that_a_page_loses_is_told(asked: dict[str, str], paths: list[str], told: str):
    """With its page, its name and what it was."""
    assert lost_condition(asked, [f"http://shop.test{path}" for path in paths]).startswith(told)


@pytest.mark.parametrize(
    ("one", "other", "elsewhere"),
    [
        ("/go?to=goods", "/go?to=goods.list&page=2", True),
        ("/goods/all", "/goods/part?page=2", True),
        ("/goods?page=1&sort=name", "/goods?sort=name&page=2", False),
        ("/goods", "/goods/page/2", False),
        ("/goods-1", "/goods-2", False),
        ("/goods.html", "/goods_2.html", False),
    ],
)
def test_another_script_answers_at_an_address_with_other_words(one: str, other: str, *, elsewhere: bool) -> None:
    """The number of a page, and what is added, belong to the same listing."""
    assert is_elsewhere("http://site.example" + one, "http://site.example" + other) == elsewhere
