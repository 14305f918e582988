"""Where the handles of a range slider are put; that they are found and believed, `test_range_inputs` shows."""

from decimal import Decimal

import pytest

from webdart.navigate.pushdown.offer import End
from webdart.navigate.pushdown.range_slider import stop_for
from webdart.page.model import Box, Node


def handle(value: str, **attributes: str) -> Node:
    said = {"type": "range", **attributes}
    return Node(0, -1, 1, "input", "", "slider", "", said, Box(0, 0, 1, 1), True, frozenset[str](), value, 0)


@pytest.mark.parametrize(
    ("end", "bound", "stop"),
    [
        ("least", 95, "50"),
        ("least", 100, "100"),
        ("most", 315, "350"),
        ("least", 2400, "1980"),  # the last stop, where the most is none
        ("most", -5, "0"),
        ("least", 40, None),  # it can stay where it is
        ("most", 2400, None),
        ("most", 1990, None),  # beyond the last stop
    ],
)
def test_a_handle_stops_outside_of_the_band(end: End, bound: int, stop: str | None):
    """At the nearest of its stops; where it need not move, or would cut off rows, it stays."""
    at = "0" if end == "least" else "1980"
    step = "50" if bound not in (2400, 1990) else "20"
    node = handle(at, min="0", max="1999" if step == "20" else "2000", step=step)
    assert stop_for(node, end, bound) == (None if stop is None else Decimal(stop))


@pytest.mark.parametrize(
    "said", [{"min": "x"}, {"step": "0"}, {"min": "9", "max": "3"}, {"max": "1e999"}, {"step": "NaN"}], ids=str
)
def test_a_slider_that_does_not_say_its_numbers_stays(said: dict[str, str]):
    """What a page says is no number until it is one."""
    assert stop_for(handle("0", **said), "least", 50) is None


def test_what_a_slider_leaves_out_is_as_browsers_have_it():
    """From 0 to 100 in steps of 1; any step is one as well."""
    assert stop_for(handle("0"), "least", 40) == 40
    assert stop_for(handle("0", step="any"), "least", 40) == 40
    assert stop_for(handle("0", step="0.5"), "least", 40) == 40
