"""Does a declared request shape (`POST /orders/*`, with fields) cover the request that was held?

A pure function, used by the guard for `reads:` and by whoever decides on `writes:`.
"""

from urllib.parse import SplitResult, unquote, urlsplit

from webdart.pages.port import Held
from webdart.workflow.model import RequestShape

_PORTS = {"http": 80, "https": 443}


def covers(shape: RequestShape, held: Held, site_url: str) -> bool:
    """Whether `held` is what `shape` declares, on the site's own host.

    `*` is one whole segment; a final `/` and the query do not count; a field of the shape must be in the body, each
    of its values one of those declared, fields not named are free. A value that still has to be filled in matches
    nothing: the caller fills templates first.
    """
    return (
        held.method.upper() == shape.method.upper()
        and _same_host(urlsplit(held.url), urlsplit(site_url))
        and _same_path(shape.path, urlsplit(held.url).path)
        and all(
            _has(held, name, {value.source for value in values if value.constant})
            for name, values in shape.fields.items()
        )
    )


def _has(held: Held, name: str, wanted: set[str]) -> bool:
    sent = held.fields.get(name, ())
    return bool(sent) and all(value in wanted for value in sent)


def _same_host(one: SplitResult, other: SplitResult) -> bool:
    def place(parts: SplitResult) -> tuple[str, int | None]:
        return (parts.hostname or "").removeprefix("www."), parts.port or _PORTS.get(parts.scheme)

    return place(one) == place(other)


def _same_path(pattern: str, path: str) -> bool:
    wanted, given = _segments(pattern.partition("?")[0]), _segments(path)
    return len(wanted) == len(given) and all(
        (want == "*" and bool(have)) or unquote(want) == unquote(have) for want, have in zip(wanted, given, strict=True)
    )


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")
