"""Pictures that are probably none of a record's own are told."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
NAMES = ("Ash lamp", "Birch desk", "Cedar chair", "Elm shelf", "Fir stool", "Oak bench")


def cards(part: Callable[[int], str]) -> str:
    return "".join(f"<div class=card><h3><a href=/p/{n}>{name}</a></h3>{part(n)}</div>" for n, name in enumerate(NAMES))


PARTS: list[tuple[Callable[[int], str], bool]] = [
    (lambda n: (f"<img src=/i/{n}.jpg>" if n % 3 else "") + "<img src=/logo.png>", True),
    (lambda n: (f"<img src=/i/{n}.jpg>" if n % 3 else "") + f"<img src=/brand/{n % 2}.png>", True),
    (lambda n: f"<img src=/brand/{n % 2}.png>" + (f"<img src=/i/{n}.jpg>" if n % 3 else ""), True),
    (lambda n: (f"<a href=/p/{n}><img src=/i/{n}.jpg></a>" if n % 3 else "") + f"<img src=/u/{n}.png>", True),
    (lambda _: "<img src=/blank.gif>", True),
    (lambda n: "".join(f"<img src=/i/{n}-{k}.jpg>" for k in range(1 + n % 4)), False),
    (lambda n: f"<img src=/i/{n if n % 3 else 'none'}.jpg>", False),
]


@pytest.mark.parametrize(
    ("part", "told"), PARTS, ids=["logo", "brand", "brand-first", "avatar", "same-in-all", "gallery", "none-yet"]
)
def test_a_picture_of_several_records_is_told(page: Page, spec: Spec, part: Callable[[int], str], told: bool) -> None:
    """A card without its picture had the shop's logo, in silence."""
    got = read(page(cards(part)), spec({"title": "text", "picture": "image"}))
    assert any(remark.column == "picture" for remark in got.remarks) == told


def test_a_picture_that_comes_later_is_not_what_holds_its_place(page: Page, spec: Spec) -> None:
    """One file for all of them was every record's picture."""
    html = cards(lambda n: f"<img src=/blank.gif data-src=/i/{n}.jpg>")
    got = read(page(html), spec({"title": "text", "picture": "image"}))
    assert [str(record.values["picture"])[-8:] for record in got.records] == [f"/i/{n}.jpg" for n in range(len(NAMES))]
    assert not got.remarks
    larger = cards(lambda n: f"<img src=/i/{n}.jpg data-zoom-src=/large/{n}.jpg>")
    got = read(page(larger), spec({"title": "text", "picture": "image"}))
    assert [str(record.values["picture"])[-8:] for record in got.records] == [f"/i/{n}.jpg" for n in range(len(NAMES))]
