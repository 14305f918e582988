"""Reads the fields that a request carries: those of its query, of a form, of a JSON object.

A body is a page's own: it is read in time that grows with its length alone, and whatever it holds is no error.
"""

import base64
import binascii
import json
import quopri
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import cast
from urllib.parse import parse_qsl, unquote, unquote_to_bytes, urlsplit

Fields = dict[str, tuple[str, ...]]

UNREADABLE = "unreadable"
"""The method that a body asks for which has more fields than are looked through: nobody knows what it asks for."""

_MOST_FIELDS = 20_000
_MOST_PIECES = 1_000_000  # of a body that is no such form, too: a file of 200 MB has as many of its signs by chance


def fields_of(content_type: str, body: bytes | None) -> Fields:
    """The fields of a form or JSON body, as sent; {} for any other kind. A file is its name, an object its JSON."""
    if not body:
        return {}
    return _gathered(_pairs(content_type.partition(";")[0].strip().lower(), content_type, body))


def fields_in(url: str) -> Fields:
    """The fields of a GET: what its query says."""
    return _gathered(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def fields_anyhow(content_type: str, body: bytes | None) -> Fields:
    """The fields that one server or another finds in a body, also one that does not look at its content type."""
    kinds = (content_type, "application/json", "application/x-www-form-urlencoded")
    whole = body or b""
    texts = {whole, whole.replace(b"\0", b"")}  # of wide letters the plain ones
    return _gathered(
        (name, value)
        for kind, text in product(kinds, texts)
        for name, values in fields_of(kind, text).items()
        for value in values
    )


def texts_of(fields: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Every text that fields carry, each of those within a value that is JSON as well."""
    for value in (one for values in fields.values() for one in values):
        yield value
        if value[:1] in ("{", "["):
            with suppress(ValueError, RecursionError):
                yield from _texts_within(json.loads(value))


def _texts_within(value: object) -> Iterator[str]:
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += cast("dict[str, object]", one).values()
        elif isinstance(one, list):
            left += cast("list[object]", one)


def _gathered(pairs: Iterable[tuple[str, str]]) -> Fields:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in found.items()}


def _pairs(kind: str, content_type: str, body: bytes) -> Iterator[tuple[str, str]]:
    if kind == "application/x-www-form-urlencoded":
        yield from _urlencoded(body)
    elif kind == "multipart/form-data":
        yield from _multipart(content_type, body)
    elif kind == "application/json" or kind.endswith("+json"):
        for name, value in _json_object(body):
            for one in cast("list[object]", value) if isinstance(value, list) else [value]:
                yield name, one if isinstance(one, str) else _json_text(one)


def _urlencoded(body: bytes) -> Iterator[tuple[str, str]]:
    """The fields; of too many those that may ask for a method."""
    count = body.count(b"&")
    if count > _MOST_PIECES:
        yield "_method", UNREADABLE
    elif count > _MOST_FIELDS:
        pieces = (piece for piece in body.split(b"&") if _may_ask_for_a_method(piece))
        yield from parse_qsl(b"&".join(pieces).decode("utf-8", "replace"), keep_blank_values=True)
    else:
        yield from parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)


def _may_ask_for_a_method(piece: bytes) -> bool:
    """Whether a field's name has the word in it, or its value behind a `;`: there, too, one server parts a form."""
    return b"method" in (unquote_to_bytes(piece) if b"%" in piece else piece).lower()


# -- forms in parts -------------------------------------------------------------------------------------------

_BOUNDARY = re.compile(r"""boundary\s*=\s*("[^"]*"|[^\s;,]+)""", re.IGNORECASE)
_ENDS = 2  # boundaries from either end of a list: of several, servers take the first or the last
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_FOLDED = re.compile(r"\r?\n[ \t]+")
_PARAMETER = re.compile(
    r"""(?<![\w-])(?P<key>(?:file)?name)(?P<star>\*(?:0\*?)?)?\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s;"]*))""",
    re.IGNORECASE | re.DOTALL,
)
_LOOSE_NAME = re.compile(r"""(?<![\w-])name\s*=\s*"?([^";]*)""", re.IGNORECASE)
_AS_IT_IS = frozenset({"", "7bit", "8bit", "binary"})


def _multipart(content_type: str, body: bytes) -> Iterator[tuple[str, str]]:
    named = list(dict.fromkeys(found.strip('"') for found in _BOUNDARY.findall(content_type)))
    for boundary in dict.fromkeys([*named[:_ENDS], *named[-_ENDS:]]):
        line = re.compile(rb"(?:\A|(?<=[\r\n]))--" + re.escape(boundary.encode("latin-1", "replace")) + rb"[^\r\n]*")
        parts = line.split(body, maxsplit=_MOST_FIELDS + 1)[1:]
        if len(parts) > _MOST_FIELDS:
            yield "_method", UNREADABLE
            return
        for part in parts:
            yield from _part(part)


def _part(part: bytes) -> Iterator[tuple[str, str]]:
    """The name and value of a part, also as a server reads them that reads its head less exactly."""
    head, *rest = _BLANK_LINE.split(re.sub(rb"\A\r?\n", b"", part, count=1), maxsplit=1)
    headers = _headers(head.decode("utf-8", "replace"))
    said = headers.get("content-disposition", "")
    given: dict[str, str] = {}
    for found in _PARAMETER.finditer(said):
        given.setdefault(found["key"].lower(), _value(found))
    names = [*([given["name"]] if "name" in given else []), *_LOOSE_NAME.findall(said)[1:]]
    content = re.sub(rb"\r?\n\Z", b"", rest[0] if rest else b"", count=1)
    values = [given["filename"]] if given.get("filename") else _readings(content, headers)
    yield from product(dict.fromkeys(names[: _ENDS * 2] + names[-_ENDS:]), values)


def _headers(head: str) -> dict[str, str]:
    """The headers of a part, by name; of two with one name both."""
    found: dict[str, str] = {}
    for line in _FOLDED.sub(" ", head).splitlines():
        name, colon, value = line.partition(":")
        if colon:
            key = name.strip().lower()
            found[key] = f"{found[key]}; {value.strip()}" if key in found else value.strip()
    return found


def _value(found: re.Match[str]) -> str:
    """The value of a parameter; one with a star has its alphabet before it (RFC 5987), of which all have ASCII."""
    value = found["plain"] if found["quoted"] is None else re.sub(r"\\(.)", r"\1", found["quoted"], flags=re.DOTALL)
    return unquote(value.rpartition("'")[2]) if found["star"] else value


def _readings(content: bytes, headers: dict[str, str]) -> list[str]:
    """A value as it stands there; where its part says that it is encoded, decoded too: few servers look at that."""
    encoding = headers.get("content-transfer-encoding", "").lower()
    texts = [content]
    if encoding == "base64":
        texts.append(_base64(content))
    elif encoding not in _AS_IT_IS:
        texts.append(quopri.decodestring(content))
    return list(dict.fromkeys(text.decode("utf-8", "replace") for text in texts))


def _base64(content: bytes) -> bytes:
    try:
        return base64.b64decode(content)
    except binascii.Error:
        return content


# -- JSON -----------------------------------------------------------------------------------------------------


def _json_object(body: bytes) -> tuple[tuple[str, object], ...]:
    """The pairs of an object, a key that stands there twice twice: of those parsers take the first or the last."""
    if sum(map(body.count, (b",", b"[", b"{"))) > _MOST_PIECES:
        return (("_method", UNREADABLE),) if body.lstrip()[:1] == b"{" else ()
    pairs: tuple[tuple[str, object], ...] = ()

    def keep(found: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal pairs
        pairs = tuple(found)  # the last one to be read is the outermost
        return dict(found)

    try:
        value: object = json.loads(body, object_pairs_hook=keep)
    except (ValueError, RecursionError):
        return ()
    return pairs if isinstance(value, dict) else ()


def _json_text(value: object) -> str:
    try:
        return json.dumps(value)
    except RecursionError:  # it was read with fewer calls around it
        return "…"
