"""Tells whether a POST to a GraphQL endpoint only queries, so that it may pass as a read.

A request passes only if there is one way to read it: one document, in the body, in JSON without repeated keys (or as
`application/graphql`), which graphql-core parses into queries and fragments and nothing else. Whatever a server might
read differently (a second place for a document, a list of operations, a stored operation, an encoding) is held.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

if TYPE_CHECKING:
    from webdart.page.graphql_document import Operations

_NAMES = frozenset({"graphql", "gql"})
_BESIDE = {
    *("api", "json", "php", "public", "private", "internal", "external", "gateway", "endpoint", "proxy"),
    *("server", "query", "admin", "web", "app", "mobile", "graph"),
}
"""What may stand beside `graphql` in the name of an endpoint; `save-graphql` or `graphql-queries` is a service."""

_JSON_KINDS = frozenset({"application/json", "application/graphql+json"})
_KEYS = frozenset({"query", "variables", "operationName", "extensions"})
_CARRIERS = re.compile(r"quer|doc|mutat|variab|exten|persist|hash|sha|method|override|^id$|_id$|Id$|^key$|^body$")
"""Parameters of an address that may carry or choose an operation, by what their names contain."""

_LABEL = re.compile(r"[\w.:-]{0,24}")  # a version or a language; every usual digest of a stored operation is longer
_MOST_NESTED = 8  # texts of JSON within texts of JSON; clients send one or two
_ESCAPE = re.compile(r"(?<!\\)\\+u(?:([0-9a-fA-F]{4})|\{0*([0-9a-fA-F]{1,4})\})")


def only_reads(url: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a POST is a GraphQL request that can only query. `headers` have names in lower case."""
    if not is_endpoint(url):  # elsewhere a `query` is anybody's field
        return False
    kind, parameters = _media_type(headers.get("content-type", ""))
    if not parameters <= {"charset=utf-8"} or headers.get("content-encoding", "identity") != "identity":
        return False
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if kind == "application/graphql":
        document = _parsed(text)
    elif kind in _JSON_KINDS:
        document = _document_in(text)
    else:
        return False
    return document is not None and document.only_query and _only_labels(url, document)


def only_queries(document: str) -> bool:
    """Whether every operation of a GraphQL document is a query (at least one; fragments may stand beside it)."""
    parsed = _parsed(document)
    return parsed is not None and parsed.only_query


def runs_more(document: str) -> bool:
    """Whether a text, found where a document may stand, runs or may run more than queries.

    For addresses of GETs, where `query` mostly is a search term: no document is no operation.
    """
    if not re.search(r"\b(?:mutation|subscription)\b", document) or "{" not in document:
        return False
    return not only_queries(document)


def carries_more(url: str, body: bytes) -> bool:
    """Whether a POST that a file declares to read carries a GraphQL document that runs more than queries.

    At an endpoint it is looked for wherever it may be read, in each of a list of operations, also where its letters are
    escaped; a stored operation shows nothing. A body that is no text in UTF-8 (UTF-16, compressed) can't be looked
    through. Elsewhere a text of a JSON body counts that is such a document from end to end.
    """
    place = unquote(url).lower()
    if "graphql" not in place and "gql" not in place:
        return any(runs_more(text) and _parsed(text) is not None for text in _texts_of(body))
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return True
    if "\0" in text or "+AHs" in text:  # UTF-16, or a brace in UTF-7
        return True
    places: list[str] = [value for _, value in parse_qsl(urlsplit(url).query)]
    try:
        _gather(json.loads(text, object_pairs_hook=list), places)
    except (ValueError, RecursionError):  # a document, or a form
        places += [text, unquote_plus(text)]
    return any(map(runs_more, places)) or any(map(runs_more, map(_unescaped, places)))


def _texts_of(body: bytes) -> list[str]:
    """Every text of a JSON body; none of another."""
    texts: list[str] = []
    try:
        _gather(json.loads(body, object_pairs_hook=list), texts)
    except (ValueError, RecursionError):
        return []
    return texts


def _unescaped(text: str) -> str:
    """A text with its letters in place of their escapes, also where JSON was put into JSON a few times."""
    for _ in range(_MOST_NESTED):
        plain = _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
        if plain == text:
            break
        text = plain
    return text


def _gather(value: object, texts: list[str]) -> None:
    """Every text of a JSON value, pairs of objects as they stand."""
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[object]", value):
            _gather(item, texts)


def is_endpoint(url: str) -> bool:
    """Whether the last segment of an address is `graphql`, `gql`, `graphql.json`, `public-graphql-v2` and the like."""
    words = set(re.split(r"[-_.]", urlsplit(url).path.rstrip("/").rpartition("/")[2].lower()))
    return bool(words & _NAMES) and all(word in _NAMES | _BESIDE or re.fullmatch(r"v?\d+", word) for word in words)


def _media_type(text: str) -> tuple[str, set[str]]:
    kind, *parameters = (part.strip().lower() for part in text.split(";"))
    return kind, {part.replace('"', "") for part in parameters if part}


def _parsed(text: str) -> "Operations | None":
    from webdart.page.graphql_document import operations_of  # noqa: PLC0415 - few sites need it, and it is large

    return operations_of(text)


def _only_labels(url: str, document: "Operations") -> bool:
    """Whether the query of an address only labels the request: an operation's own name, a version, a language."""
    return all(
        not _CARRIERS.search(name) and (value in document.names or _LABEL.fullmatch(value))
        for name, value in parse_qsl(urlsplit(url).query, keep_blank_values=True, separator="&")
    )


# -- JSON -----------------------------------------------------------------------------------------------------


def _document_in(text: str) -> "Operations | None":
    """The document of a JSON body; None where there is not exactly one."""
    try:
        sent = json.loads(text, object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict):
        return None  # a list is several operations
    request = cast("dict[str, object]", sent)
    query = request.get("query")
    if not isinstance(query, str) or not request.keys() <= _KEYS:
        return None
    named = isinstance(request.get("operationName"), str | None)
    filled = isinstance(request.get("variables"), dict | None)
    return _parsed(query) if named and filled and _is_harmless(request.get("extensions"), query) else None


def _without_repetition(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """The object; of two equal keys, parsers take the first or the last.

    Raises:
        ValueError: a key stands there twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _is_harmless(extensions: object, query: str) -> bool:
    """Whether the extensions are none but the name of the client's library and the digest of this very text."""
    if not extensions:
        return extensions is None or extensions == {}
    if not isinstance(extensions, dict):
        return False
    given = cast("dict[str, object]", extensions)
    digest = hashlib.sha256(query.encode("utf-8", "surrogatepass")).hexdigest()
    stored = given.get("persistedQuery", {"version": 1, "sha256Hash": digest})
    return (
        given.keys() <= {"persistedQuery", "clientLibrary"}
        and stored == {"version": 1, "sha256Hash": digest}
        and _is_named(given.get("clientLibrary", {}))
    )


def _is_named(library: object) -> bool:
    if not isinstance(library, dict):
        return False
    entries: Iterable[tuple[str, object]] = cast("dict[str, object]", library).items()
    return all(name in ("name", "version") and isinstance(value, str) and len(value) < 100 for name, value in entries)
