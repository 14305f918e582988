"""Tells whether missing content would have come from a refused host, socket or write.

If so, that is reported first: the page may be empty without it.
"""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from webdart.browser.network.hosts import SOCKETS
from webdart.errors import Ambiguous, NotFound, WebdartError
from webdart.page.model import Held
from webdart.records.model import ListingSummary
from webdart.trace import Event
from webdart.values import replace

SCRIPTED = frozenset({"Fetch", "XHR"})
"""Kinds of requests whose answers are waited for by the page; nothing waits for a beacon's."""

_MOST = 5  # requests that are reported


def behind_refusals(error: WebdartError, events: Sequence[Event]) -> WebdartError:
    """The same error; where something was not found and something was refused, with that and the remedy before it."""
    if not isinstance(error, NotFound):
        return error
    told = what_was_refused(events, scripts=not isinstance(error, Ambiguous))
    if told is None:
        return error
    said, remedy = told
    return type(error)(f"{said}; {error.problem}", url=error.url, hint=f"{remedy}\n  {error.hint}")


def doubted(
    summaries: Sequence[ListingSummary], events: Sequence[Event], stage: int, *, unsure: bool = False
) -> tuple[ListingSummary, ...]:
    """The summaries of a stage; of a table without rows nothing is known where its pages were refused something.

    "No orders found." is what a page says, too, that could not ask for them. Where it is `unsure` whether the listing
    ended, because a control that turns its pages brought nothing, what was refused is what it asked for.
    """
    own = [event for event in events if event.stage == stage]
    told = what_was_refused(own)
    if unsure and (asked := _asked([event for event in own if event.kind == "refused"], SCRIPTED | {"Document"})):
        why = f"what turns the pages asks, in a way that could write, for what was refused: reads: [{', '.join(asked)}]"
        if told is not None and told[1] == SOCKETS:  # scripts that get no socket ask for the same by other means
            why = f"{told[0]}: {told[1]}"
        return tuple(replace(one, verdict="incomplete", reasons=(why, *one.reasons)) for one in summaries)
    found = tuple(summaries)
    if vain := _in_vain(own):
        words, asked = vain
        remedy = f"if it only reads: reads: [{', '.join(asked)}]"
        why = f"following {words!r} asked for what was refused, and the page may be as it was before ({remedy})"
        found = tuple(_against(one, why) for one in found)
    for why in dict.fromkeys(str(event.data["against"]) for event in own if "against" in event.data):
        found = tuple(_against(one, why) for one in found)
    if told is None:
        return found
    why = f"no rows, and {told[0]} ({told[1]})"
    return tuple(one if one.collected else _against(one, why) for one in found)


def _against(summary: ListingSummary, sign: str) -> ListingSummary:
    """A summary with a sign that speaks against it, which is what its answer is then doubted for.

    What the walk itself has found amiss goes first.
    """
    if summary.verdict == "incomplete":
        return replace(summary, reasons=(*summary.reasons, sign))
    if summary.verdict == "unknown" and summary.signs:
        return replace(summary, reasons=(*summary.reasons, sign), signs=(*summary.signs, sign))
    return replace(summary, verdict="unknown", reasons=(sign, *summary.reasons), signs=(sign, *summary.signs))


def _in_vain(events: Sequence[Event]) -> tuple[str, list[str]] | None:
    """A step of `path` that left the address unchanged, and its refused requests that no other page had made."""
    for place, event in enumerate(events):
        if "followed" not in event.data:
            continue
        later = (n for n in range(place + 1, len(events)) if events[n].kind != "refused" and "url" in events[n].data)
        end = next(later, len(events))
        after = events[end].data["url"] if end < len(events) else None
        known = _asked(event for event in events[:place] if event.kind == "refused")
        asked = [shape for shape in _asked(events[place + 1 : end]) if shape not in known]
        if asked and after == event.data.get("url"):
            return str(event.data["followed"]), asked
    return None


def what_was_refused(events: Sequence[Event], *, scripts: bool = True) -> tuple[str, str] | None:
    """Why pages may be incomplete, and the line of the file that would help; None if nothing was refused.

    Hosts that were asked for pictures, fonts and styles alone do not count: no row comes from there. `scripts`: a
    request of a script that could write counts, too.
    """
    refused = [event for event in events if event.kind == "refused"]
    lines = [str(event.data["line"]) for event in events if "line" in event.data and not event.data.get("mere")]
    if lines:
        hosts = ", ".join(dict.fromkeys(line.removeprefix("allow: [").removesuffix("]") for line in lines))
        said, remedy = "loads from hosts that were", f"if they belong to the site: allow: [{hosts}]"
    elif any("socket" in event.data for event in refused):
        said, remedy = "asks for a socket that was", SOCKETS
    elif scripts and (asked := _asked(refused)):
        said = "asks, in a way that could write, for what was"
        remedy = f"if these only read: reads: [{', '.join(asked)}]"
    else:
        return None
    return f"the page {said} refused, without which it may be empty", remedy


def _asked(refused: Iterable[Event], kinds: frozenset[str] = SCRIPTED) -> list[str]:
    """The requests of scripts (or of these kinds) that were refused, as a `reads:` line has them."""
    requests = (event.text.split() for event in refused if event.data.get("asked") in kinds)
    return _lines((method, url) for method, url, *_ in requests)


def shapes_of(refused: Iterable[Held]) -> list[str]:
    """Requests that were refused, as a `reads:` line has them."""
    return _lines((held.method, held.url) for held in refused)


def _lines(requests: Iterable[tuple[str, str]]) -> list[str]:
    shapes = [f'"{method} {urlsplit(url).path or "/"}"' for method, url in requests]
    return list(dict.fromkeys(shapes))[:_MOST]
