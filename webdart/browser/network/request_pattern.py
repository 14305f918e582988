"""Matches a held request against a declared request shape (`POST /orders/*`, with fields).

A pure function, used by the guard for `reads:` and by whoever decides on `writes:`.
"""

import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import unquote, urlencode, urlsplit

from webdart.browser.network.hosts import endpoint_of
from webdart.errors import UsageError
from webdart.page.body_fields import fields_anyhow, fields_in
from webdart.page.http_request import (
    SAFE_METHODS,
    asks_for_a_method,
    destructive_words,
    overrides,
    reroutes,
    server_name,
)
from webdart.page.model import Held, PageView
from webdart.page.roles import is_ticked, options_of, words_of
from webdart.workflow.model import RequestShape

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

    `*` is one whole segment, or the rest of one (`/issue*`: `/issue12`), and never what a server could read as another
    path, however it is written (`%2f`, `..`, `;`); a final `/` and the query do not count; a field of the shape must be
    in the body or in the query, each of its values one of those declared, as sent or in its `words`; fields not named
    are free. What makes another request of it is covered only where the shape says so: another method (`PATCH
    /orders/*` for a form with a hidden `_method`), another address in a header, a word of deleting in the path or in
    the query.
    """
    return _is_declared(shape, held, site_url) and all(
        _has(held, name, set(values), words or {}) for name, values in shape.fields.items()
    )


def may_be(shape: RequestShape, held: Held, site_url: str) -> bool:
    """Whether a server could read a GET or HEAD as what a GET of the file declares, however its address is written.

    The values of its fields do not count: those are for a person's words too.
    """
    fields = {_plain(name) for name in fields_in(held.url)}
    return (
        _same_host(held.url, site_url)
        and _may_be_path(shape.path, urlsplit(held.url).path)
        and all(_plain(name) in fields for name in shape.fields)
    )


def _is_declared(shape: RequestShape, held: Held, site_url: str) -> bool:
    return (
        not reroutes(held.headers)
        and _same_method(shape, held)
        and _same_host(held.url, site_url)
        and _same_path(shape.path, urlsplit(held.url).path)
        and destructive_words(held.url) <= _destructive_in(shape)
    )


def method_asked(held: Held) -> str:
    """The method that a server carries out: its own, or the one that a header, the query or a field asks for instead.

    Several that are not the same are all named, and are no method.
    """
    kind = next((value for name, value in held.headers.items() if name.lower() == "content-type"), "")
    fields = {**held.fields, **fields_anyhow(kind, held.body)}
    asked = overrides(held.url, held.headers, fields) - SAFE_METHODS
    if asked and held.method.upper() != "POST":  # servers take another method in place of POST alone, if they do
        asked |= {held.method.upper()}
    return "|".join(sorted(asked)) or held.method.upper()


def _same_method(shape: RequestShape, held: Held) -> bool:
    said = {value.upper() for name, values in shape.fields.items() if asks_for_a_method(name) for value in values}
    if said:  # the shape names the very field
        return held.method.upper() == shape.method.upper() and method_asked(held) in said
    return method_asked(held) == shape.method.upper()


def _destructive_in(shape: RequestShape) -> frozenset[str]:
    query = urlencode([(name, value) for name, values in shape.fields.items() for value in values])
    return destructive_words(f"{shape.path}?{query}")


def _has(held: Held, name: str, wanted: set[str], words: Spoken) -> bool:
    sent = _values_of(name, held.fields)
    if held.method.upper() != "GET":  # whose fields are its query
        sent += _values_of(name, fields_in(held.url))
    return bool(sent) and all(value in wanted or words.get((name, value)) in wanted for value in sent)


def _values_of(name: str, fields: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What is sent by a name, however that is written: `Action`, ` action` and `action[]` are one for some servers."""
    return [value for other, values in fields.items() if _plain(other) == _plain(name) for value in values]


def _plain(name: str) -> str:
    """A field's name as far as every server reads it."""
    return server_name(name).casefold() or name


def _same_host(one: str, other: str) -> bool:
    def place(url: str) -> tuple[str, int | None]:
        found = endpoint_of(url)
        return found.host.removeprefix("www."), found.port

    try:
        return place(one) == place(other)
    except UsageError:  # what is no address is on no host
        return False


def _same_path(pattern: str, path: str) -> bool:
    wanted, given = _segments(pattern.partition("?")[0]), _segments(path)
    return len(wanted) == len(given) and all(map(_fits, wanted, given))


def _segments(path: str) -> list[str]:
    return path.removeprefix("/").removesuffix("/").split("/")


def _fits(wanted: str, given: str) -> bool:
    if not wanted.endswith("*"):
        return unquote(wanted) == unquote(given)
    begun, plain = unquote(wanted[:-1]), unquote(given)
    return is_plain(given) and ".." not in plain and len(plain) > len(begun) and plain.startswith(begun)


def _may_be_path(pattern: str, path: str) -> bool:
    wanted, given = _loose_segments(pattern.partition("?")[0]), _loose_segments(path)
    return len(wanted) == len(given) and all(map(_may_be_segment, wanted, given))


def _loose_segments(path: str) -> list[str]:
    """The segments of a path as the least exact of servers reads it: decoded, resolved, without parameters."""
    text = path
    for _ in range(_DECODINGS):
        text = unicodedata.normalize("NFKC", unquote(text))
    found: list[str] = []
    for segment in re.split(r"[/\\]", text.casefold()):
        name = segment.partition(";")[0].strip()
        if name == "..":
            del found[-1:]
        elif name := name.strip(". \0"):
            found.append(name)
    return found


def _may_be_segment(wanted: str, given: str) -> bool:
    if wanted.endswith("*"):
        return given.startswith(wanted[:-1])
    return wanted in (given, given.rpartition(".")[0])  # `cancel.json` is `cancel` in another dress


def is_plain(segment: str) -> bool:
    """Whether a segment of a path is one, however often a server decodes it: not `..`, `7%2f8` or `7;x=1`."""
    for _ in range(_DECODINGS):
        decoded = unicodedata.normalize("NFKC", unquote(segment))  # full-width signs are taken for plain ones
        if decoded == segment:
            return segment.strip(". ") != "" and not _UNPLAIN.search(segment)
        segment = decoded
    return False


_DECODINGS = 5  # what is still encoded then was made to deceive
_UNPLAIN = re.compile(
    r"[/\\;?#\x00-\x1f\x7f-\x9f\u2028\u2029\u2044\u2215\u29f5\u29f8\ufffd]|%[0-9a-f]{2}", re.IGNORECASE
)
"""Signs that part a path, or that one server or another takes for those: a stroke of a fraction, a line end."""
