"""Sets a slider that is only drawn.

It presses the arrow keys, as a person without a mouse does, until the slider reports the number.

Star ratings are often sliders, too. A native slider takes its number directly.
"""

import math
from collections.abc import Callable

from webdart.browser.actions.wait import Patience
from webdart.browser.port import DoPress
from webdart.errors import NotFound, StepFailed
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.values import replace

_MOST = 120  # steps
_CALM = 0.5  # seconds that a step may take to be seen


def is_slider(node: Node) -> bool:
    """Whether it is a slider that takes keys and no text."""
    return node.role == "slider" and node.tag != "input"


async def slide(control: Callable[[PageView], Node], name: str, wanted: str, patience: Patience) -> None:
    """Move it to a number.

    Raises:
        StepFailed: that is no number, or the keys do not bring it there.
        HeldBack: a request is held meanwhile.
    """
    goal = _number(wanted)
    view, node = await patience.until(control)
    now = _stands_at(node)
    for _ in range(_MOST):
        if now == goal or math.isnan(abs(goal - now)):
            break
        keys = "ArrowUp" if now < goal else "ArrowDown"
        await patience.act(lambda view, keys=keys: DoPress(keys, element(view, control(view))))

        def nearer(view: PageView, now: float = now) -> float:
            then = _stands_at(control(view))
            if not abs(goal - then) < abs(goal - now):
                raise NotFound("no step nearer", url=view.url)
            return then

        try:
            view, now = await replace(patience, calm=_CALM).until(nearer)
        except NotFound:
            break
    if now != goal:
        raise StepFailed(f"{name} is a slider that stands at {now:g}, and can't be moved to {wanted!r}", url=view.url)


def _stands_at(node: Node) -> float:
    return _number(node.attributes.get("aria-valuenow", ""))


def _number(text: str) -> float:
    """The number that a text is; none that equals anything where it is not one."""
    try:
        return float(text)
    except ValueError:
        return math.nan
