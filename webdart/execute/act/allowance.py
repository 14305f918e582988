"""Counts what a row may still send: each step as many requests as it can cause, and no more.

A click, a key or a drag may send one request of each shape that the file declares (or up to N, with `<= N` in the
shape); a `fill` or an `upload` may send one for each of its controls. What an earlier step has not used is left for a
page that saves late, but only for the address that the latest step sends to as well, and for nothing that this step has
sent already: a page cannot use it for another record, nor to do the same twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from webdart.page.model import Held
from webdart.workflow.model import Click, Drag, Fill, GoBack, Open, Press, RequestShape, Step, Upload


@dataclass(slots=True)
class _Share:
    """How much of one shape may still be sent: by the latest step, and left over from earlier ones.

    `places` and `said` are where the latest step has sent something, and what.
    """

    fresh: int = 0
    earlier: int = 0
    places: set[str] = field(default_factory=set[str])
    said: list[tuple[str, object]] = field(default_factory=list[tuple[str, object]])


class Allowance:
    """The requests that a row may still send."""

    def __init__(self, shapes: Sequence[RequestShape]) -> None:
        self._shapes = shapes
        self._shares = [_Share() for _ in shapes]
        self._may_ask = False

    def grant(self, step: Step | None) -> None:
        """A step has done something; None is a move of an objective."""
        causes = _causes(step)
        self._may_ask = causes > 0
        for shape, share in zip(self._shapes, self._shares, strict=True):
            size = shape.most * causes
            if size:
                share.earlier = min(share.earlier + share.fresh, size)
                share.fresh, share.places, share.said = size, set(), []

    def left(self, shape: RequestShape, held: Held) -> int:
        """How many requests like `held` may still be sent as that shape."""
        share = self._share(shape)
        is_late = (not share.places or _place(held) in share.places) and _said(held) not in share.said
        return share.fresh + (share.earlier if is_late else 0)

    def ask(self) -> bool:
        """Whether a page that only asks may be opened: one a step; then no more, until the next step."""
        may, self._may_ask = self._may_ask, False
        return may

    def ask_again(self) -> None:
        """The page that asks is elsewhere, the site has answered (status 301, 307 or 308)."""
        self._may_ask = True

    def again(self, shape: RequestShape) -> None:
        """The site has answered that what was sent is to be sent again, elsewhere (status 307 or 308)."""
        self._share(shape).fresh += 1

    def fresh(self, shape: RequestShape) -> int:
        """How many of that shape the latest step may still send."""
        return self._share(shape).fresh

    def spend(self, shape: RequestShape, held: Held) -> None:
        """One is sent."""
        share = self._share(shape)
        share.places.add(_place(held))
        share.said.append(_said(held))
        if share.fresh:
            share.fresh -= 1
        else:
            share.earlier -= 1

    def _share(self, shape: RequestShape) -> _Share:
        return next(share for own, share in zip(self._shapes, self._shares, strict=True) if own is shape)


def _causes(step: Step | None) -> int:
    """How many requests of a kind a step can cause; none for steps that only look."""
    match step:
        case None | Click() | Press() | Drag() | GoBack() | Open():
            return 1
        case Fill() | Upload():
            return len(step.values)
        case _:
            return 0


def _place(held: Held) -> str:
    return f"{held.method} {urlsplit(held.url).path.rstrip('/')}"


def _said(held: Held) -> tuple[str, object]:
    """What a request asks for: two that are equal do the same twice."""
    return f"{held.method} {held.url}", held.fields or held.body
