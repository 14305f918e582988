"""Tells where a handle of a range slider is to stand, so that it leaves out nothing of the wanted band.

A slider for a range is two native sliders (`<input type=range>`): one handle for the least, one for the most. A handle
stops only at its own steps, so it goes to the nearest one outside of the band. A handle that need not move stays: at
its end it often means "any".
"""

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from webdart.navigate.pushdown.offer import End
from webdart.page.model import Node
from webdart.page.roles import type_of

_LEAST, _MOST, _STEP = "0", "100", "1"
"""What a browser takes for `min`, `max` and `step` where a slider does not say them (HTML, 4.10.5.1.13)."""

_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?")


def is_handle(node: Node) -> bool:
    """Whether it is a native slider, which can be set to a number at once."""
    return type_of(node) == "range"


def stop_for(handle: Node, end: End, bound: int) -> Decimal | None:
    """The nearest stop of a handle that leaves out nothing from `bound` on; None where it can or must stay."""
    said = handle.attributes
    step_said = said.get("step", _STEP).replace("any", _STEP)
    texts = (said.get("min", _LEAST), said.get("max", _MOST), step_said, handle.value or "")
    if not all(map(_NUMBER.fullmatch, texts)):
        return None
    least, most, step, stands = map(Decimal, texts)
    if not (least < most and step > 0):
        return None
    steps = ((bound - least) / step).to_integral_value(ROUND_FLOOR if end == "least" else ROUND_CEILING)
    stop = least + step * min(max(steps, Decimal(0)), (most - least) // step)
    covers = stop <= bound if end == "least" else stop >= bound
    return stop.normalize() if covers and stop != stands else None
