"""Replaces halves of surrogate pairs, which JavaScript, JSON and file names may hold and UTF-8 can't.

Text that enters from a page, a header, a dialog or a command line goes through here once, so that everything behind
can write it down.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast


def well_formed(text: str) -> str:
    """`text` with pairs of halves joined, and a half that stands alone as U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def well_formed_json(value: Any) -> Any:
    """A value of JSON with every text in it, keys too, well-formed."""
    match value:
        case str():
            return well_formed(value)
        case Mapping():
            members = cast("Mapping[str, Any]", value).items()
            return {well_formed(key): well_formed_json(member) for key, member in members}
        case Sequence():
            return [well_formed_json(item) for item in cast("Sequence[Any]", value)]
        case _:
            return value


def is_escaped_in(text: str) -> bool:
    """Whether a JSON text writes surrogates as escapes, half of a pair perhaps among them."""
    return "\\ud" in text or "\\uD" in text
