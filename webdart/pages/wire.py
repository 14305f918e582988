"""What does a request on the wire say, and could it write?

Safe is what RFC 9110 (section 9.2.1) calls safe, less the GETs whose address says that they log out or delete. A
GraphQL document that only queries is a read, although it travels by POST. Nothing here knows a site.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from email.parser import BytesParser
from email.policy import HTTP
from typing import cast
from urllib.parse import parse_qsl, unquote, urlsplit

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

_WRITING_WORDS = frozenset(
    {"logout", "signout", "logoff", "signoff", "delete", "remove", "destroy", "erase", "purge", "unsubscribe"}
)
_ACTION_KEYS = frozenset({"action", "act", "do", "op", "operation", "cmd", "command", "task", "mode", "method"})
_OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})


def could_write(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> bool:
    """Whether sending this could change something at the site."""
    lowered = {name.lower(): value for name, value in headers.items()}
    method = method.upper()
    if method in SAFE_METHODS:
        return looks_destructive(url) or any(
            lowered.get(name, "GET").upper() not in SAFE_METHODS for name in _OVERRIDES
        )
    return not (method == "POST" and _is_graphql_query(url, lowered.get("content-type", ""), body or b""))


def looks_destructive(url: str) -> bool:
    """Whether the address of a GET says that it logs out or deletes.

    A whole segment of the path (`/items/7/delete`, `/log-out.php`), the value of a parameter that names an action
    (`?do=logout`), or a parameter's name (`?remove=7`); never a part of a longer word or title.
    """
    return bool(destructive_words(url))


def destructive_words(url: str) -> frozenset[str]:
    """The words by which `looks_destructive` tells."""
    parts = urlsplit(url)
    said = {_bare(segment) for segment in parts.path.split("/")}
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        said |= {_bare(name), _bare(value) if _bare(name) in _ACTION_KEYS else ""}
    return _WRITING_WORDS & said


_FILES = frozenset(
    {"png", "gif", "jpg", "jpeg", "webp", "avif", "svg", "ico", "css", "js", "mjs", "map", "woff", "woff2"}
)
"""Endings of what a page is made of: `delete.png` is the picture on a button, `delete.php` may be what it does."""


def _bare(word: str) -> str:
    stem, dot, ending = unquote(word).lower().rpartition(".")
    name = stem if dot and len(ending) <= 5 and ending not in _FILES else unquote(word).lower()
    return name.replace("-", "").replace("_", "")


# -- fields of a body -----------------------------------------------------------------------------------------


def fields_of(content_type: str, body: bytes | None) -> dict[str, tuple[str, ...]]:
    """The fields of a form or JSON body, as sent; {} for any other kind. A file is its name, an object its JSON."""
    if not body:
        return {}
    kind = content_type.partition(";")[0].strip().lower()
    found: dict[str, tuple[str, ...]] = {}
    for name, value in _pairs(kind, content_type, body):
        found[name] = (*found.get(name, ()), value)
    return found


def fields_in(url: str) -> dict[str, tuple[str, ...]]:
    """The fields of a GET: what its query says."""
    found: dict[str, tuple[str, ...]] = {}
    for name, value in parse_qsl(urlsplit(url).query, keep_blank_values=True):
        found[name] = (*found.get(name, ()), value)
    return found


def _pairs(kind: str, content_type: str, body: bytes) -> Iterator[tuple[str, str]]:
    if kind == "application/x-www-form-urlencoded":
        yield from parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    elif kind == "multipart/form-data":
        yield from _multipart(content_type, body)
    elif kind == "application/json" or kind.endswith("+json"):
        for name, value in _json_object(body).items():
            for one in cast("list[object]", value) if isinstance(value, list) else [value]:
                yield name, one if isinstance(one, str) else json.dumps(one)


def _multipart(content_type: str, body: bytes) -> Iterator[tuple[str, str]]:
    head = b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n"
    for part in BytesParser(policy=HTTP).parsebytes(head + body).iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
        if isinstance(name, str):
            yield name, part.get_filename() or text


def _json_object(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


# -- GraphQL --------------------------------------------------------------------------------------------------

_NOISE = re.compile(r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*', re.DOTALL)
_GRAPHQL_KEYS = frozenset({"query", "variables", "operationName", "extensions"})


def _is_graphql_query(url: str, content_type: str, body: bytes) -> bool:
    last = urlsplit(url).path.rstrip("/").rpartition("/")[2].lower()
    if not ("graphql" in last or "gql" in last):  # elsewhere a `query` is anybody's field
        return False
    if content_type.partition(";")[0].strip().lower() == "application/graphql":
        return only_queries(body.decode("utf-8", "replace"))
    batch = _json_list(body)  # several in one request: each must only query
    return bool(batch) and all(map(_only_asks, batch))


def _json_list(body: bytes) -> list[object]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return []
    return cast("list[object]", value) if isinstance(value, list) else [value]


def _only_asks(one: object) -> bool:
    sent = cast("dict[str, object]", one) if isinstance(one, dict) else {}
    query = sent.get("query")
    return isinstance(query, str) and sent.keys() <= _GRAPHQL_KEYS and _hash_fits(sent, query) and only_queries(query)


def _hash_fits(sent: Mapping[str, object], query: str) -> bool:
    """A hash beside the text must be the text's own: else the server might run what we cannot read."""
    extensions = sent.get("extensions")
    stored = cast("dict[str, object]", extensions).get("persistedQuery") if isinstance(extensions, dict) else extensions
    return stored is None or hashlib.sha256(query.encode()).hexdigest() in json.dumps(stored)


def only_queries(document: str) -> bool:
    """Whether every operation of a GraphQL document is a query (at least one; fragments may stand beside it)."""
    depth, kinds, fresh = 0, list[str](), True
    for piece in re.findall(r"\w+|[{}()\[\]]", _NOISE.sub(" ", document)):
        if depth == 0 and fresh:
            kinds.append(piece)
            fresh = False
        if piece in "{([":
            depth += 1
        elif piece in "})]":
            depth -= 1
            fresh = depth == 0 and piece == "}"
    operations = [kind for kind in kinds if kind != "fragment"]
    return depth == 0 and bool(operations) and all(kind in {"query", "{"} for kind in operations)
