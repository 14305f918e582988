"""Does a declared request shape (`POST /orders/*`, with fields) cover the request that was held?

A pure function, used by the guard for `reads:` and by whoever decides on `writes:`.
"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import SplitResult, unquote, urlsplit

from webdart.pages.port import Held, PageView
from webdart.pages.roles import is_ticked, options_of, words_of
from webdart.workflow.model import RequestShape

_PORTS = {"http": 80, "https": 443}


Spoken = Mapping[tuple[str, str], str]
"""What a person reads where a form sends something else: field and value as sent → the words of the option or box."""


def spoken(view: PageView) -> Spoken:
    """The words of every option, box and radio of a page that has a name and a value."""
    found: dict[tuple[str, str], str] = {}
    for node in view.nodes:
        name = node.attributes.get("name", "")
        if name and node.tag == "select":
            found |= {(name, one.attributes.get("value", "")): words_of(view, one) for one in options_of(view, node)}
        elif name and is_ticked(node):
            found[name, node.attributes.get("value", "on")] = node.name
    return found


def covers(shape: RequestShape, held: Held, site_url: str, words: Spoken | None = None) -> bool:
    """Whether `held` is what `shape` declares, on the site's own host.

    `*` is one whole segment, or the rest of one (`/issue*`: `/issue12`), and never a slash or dots that lead elsewhere,
    however they are written (`%2f`); a final `/` and the query do not count; a field of the shape must be in the body,
    each of its values one of those declared, as sent or in its `words`; fields not named are free.
    """
    return (
        held.method.upper() == shape.method.upper()
        and _same_host(urlsplit(held.url), urlsplit(site_url))
        and _same_path(shape.path, urlsplit(held.url).path)
        and all(_has(held, name, set(values), words or {}) for name, values in shape.fields.items())
    )


def names(shape: RequestShape, held: Held, site_url: str) -> bool:
    """Whether `held` is what a shape declares but for the values of its fields: those are for a person's words too."""
    return covers(replace(shape, fields={}), held, site_url) and all(name in held.fields for name in shape.fields)


def _has(held: Held, name: str, wanted: set[str], words: Spoken) -> bool:
    sent = held.fields.get(name, ())
    return bool(sent) and all(value in wanted or words.get((name, value)) in wanted for value in sent)


def _same_host(one: SplitResult, other: SplitResult) -> bool:
    def place(parts: SplitResult) -> tuple[str, int | None]:
        return (parts.hostname or "").removeprefix("www."), parts.port or _PORTS.get(parts.scheme)

    return place(one) == place(other)


def _same_path(pattern: str, path: str) -> bool:
    wanted, given = _segments(pattern.partition("?")[0]), _segments(path)
    return len(wanted) == len(given) and all(map(_same_segment, wanted, given))


def _same_segment(want: str, have: str) -> bool:
    if not want.endswith("*"):
        return unquote(want) == unquote(have)
    begun, plain = unquote(want[:-1]), _decoded(have)
    if any(sign in plain for sign in _ELSEWHERE) or plain == ".":
        return False
    return len(plain) > len(begun) and plain.startswith(begun)


_ELSEWHERE = ("/", "\\", "\0", "..")
"""What a server may read as the end of a segment, or as the way out of its folder."""

_CODES = 4  # times that a text is decoded: some servers undo `%252f` twice


def _decoded(text: str) -> str:
    """A segment as any server reads it, decoded as often as there is something to decode."""
    for _ in range(_CODES):
        plain = unquote(text)
        if plain == text:
            return plain
        text = plain
    return "/"  # who writes it so means no name


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")
