"""Signs of numbers that a page draws, and does not write, are told."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
NAMES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak")


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("<span class=chg--{d}>{n}.5%</span>", True),
        ("<i class='fa fa-caret-{d}'></i> {n}.5%", True),
        ("<span aria-label='{d} {n}.5%'>{n}.5%</span>", True),
        ("<img src=/{d}.png alt={d}> <span>{n}.5%</span>", True),
        ("<i class='fa fa-caret-up'></i><i class='fa fa-caret-down'></i> {n}.5%", False),
        ("<span class=price-up>{n}.5%</span>", False),
    ],
    ids=["class", "icon", "aria-label", "picture", "votes", "same-in-all"],
)
def test_a_direction_that_is_drawn_is_told(page: Page, spec: Spec, cell: str, told: bool) -> None:
    """A share that fell by 4.5% had risen by as much."""
    rows = "".join(
        f"<tr><td><a href=/s/{n}>{name}</a></td><td>{cell.format(n=n + 1, d='down' if n % 2 else 'up')}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    html = f"<table><tr><th>Name</th><th>Change</th></tr>{rows}</table>"
    got = read(page(html), spec({"name": "text", "change": "percentage"}))
    assert any("no sign is read" in remark.text for remark in got.remarks) == told
