"""Reads what a request on the wire says, and whether it could write.

Safe is what RFC 9110 (section 9.2.1) calls safe, less the GETs whose address says that they log out or delete. A
GraphQL document that only queries is a read, although it travels by POST. No rule here is specific to a site.
"""

import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from webdart.page.graphql import is_endpoint, only_reads, runs_more

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

_WRITING_WORDS = frozenset(
    {"logout", "signout", "logoff", "signoff", "delete", "remove", "destroy", "erase", "purge", "unsubscribe"}
)
_AS_A_WHOLE = frozenset({"remove"})
"""What deletes only by itself: `?action=remove_filter` shows more, and `delete_user` and `userLogout` show nothing."""

_LEAVING = frozenset({"logout", "signout", "logoff", "signoff"})
_PROGRAMS = frozenset({"php", "do", "action", "asp", "aspx", "ashx", "jsp", "cgi", "pl", "cfm"})
_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-zA-Z0-9]*)+")

_ACTION_KEYS = frozenset({"action", "act", "do", "op", "operation", "cmd", "command", "task", "mode", "method"})
_GUARDED_KEYS = _ACTION_KEYS - {"mode", "method"}  # which may be how a list is drawn
_READING_WORDS = frozenset(
    {
        *("autocomplete", "browse", "check", "compare", "count", "data", "details", "diff", "display", "download"),
        *("edit", "export", "fetch", "filter", "find", "get", "heartbeat", "history", "index", "info", "list", "load"),
        *("login", "lookup", "poll", "preview", "print", "query", "refresh", "render", "search", "show", "sort"),
        *("suggest", "view"),
    }
)
"""What actions are called that change nothing; `read` is not among them: `mark_as_read` does."""

_TOKEN = re.compile(
    r"csrf|xsrf|nonce|forger|authenticity|sesskey|sectok|^_*token$|(?:form|request|security)_?token", re.IGNORECASE
)
"""Names of what tells a server that a request is no forgery; not that of a place in a list, `page_token`."""

_GUARD = re.compile(r"csrf|xsrf|.nonce|nonce.|forger|authenticity|sesskey|sectok", re.IGNORECASE)
"""Names that are for nothing else: `nonce` and `token` alone are of logins, and of what every address of a site has."""

_ROUTE_KEYS = frozenset({"r", "route", "page", "q"})  # `site/logout`, where `q` may be a search, too
_STEPS = re.compile(r"[/\\;]")
"""What parts the steps of a path, for one server or another: parameters stand behind `;`."""

_WORD = re.compile(r"[^\W\d_]+?(?=[A-Z]|[\W\d_]|$)")
_DECODINGS = 5
_REROUTING = frozenset({"x-original-url", "x-rewrite-url", "x-original-uri", "x-override-url"})
"""Headers by which some servers take another address than the one that was asked for."""

_OVERRIDES = frozenset(
    {
        *(
            "httpmethod",
            "xhttpmethod",
            "methodoverride",
            "xmethodoverride",
            "httpmethodoverride",
            "xhttpmethodoverride",
        ),
        *("xmethod", "xoriginalmethod", "xforwardedmethod", "xrequestmethod"),
    }
)
_UNDERLINED = frozenset({"_method", "__method"})
_SPECIFIC = frozenset({"PUT", "PATCH", "DELETE"})  # `method=post` may be how a parcel is sent


def could_write(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> bool:
    """Whether sending this could change something at the site."""
    lowered = {name.lower(): value for name, value in headers.items()}
    if _REROUTING & lowered.keys() or len(lowered) < len(headers):
        return True
    unsafe = overrides(url, headers, {}) - SAFE_METHODS
    if method.upper() in SAFE_METHODS:
        return bool(unsafe) or looks_destructive(url) or _runs_more(url)
    if unsafe or looks_destructive(url) or method.upper() != "POST":
        return True
    return not only_reads(url, lowered, body or b"")


def _runs_more(url: str) -> bool:
    """Whether a GraphQL document in an address runs more than queries: by any name where an endpoint is asked."""
    anywhere = is_endpoint(url)
    pairs = _pairs_in(urlsplit(url).query)
    return any(runs_more(value) for name, value in pairs if anywhere or _bare(re.split(r"[][]", name)[0]) == "query")


def overrides(url: str, headers: Mapping[str, str], fields: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """The methods that a request asks the server to take in place of its own: by header, address or field.

    Such as `X-HTTP-Method-Override: DELETE`, or the hidden field `_method` of a form.
    """
    named = [(name, value) for name, value in headers.items() if asks_for_a_method(name)]
    named += _pairs_in(urlsplit(url).query)
    named += [(name, value) for name, values in fields.items() for value in values]
    behind = (value.partition(";")[2] for values in fields.values() for value in values)  # a form parted there, too
    named += [pair for text in behind if "method" in text.lower() for pair in _pairs_in(text)]
    return frozenset(
        value.strip().upper()
        for name, value in named
        if asks_for_a_method(name) or (_bare(name) == "method" and value.strip().upper() in _SPECIFIC)
    )


def reroutes(headers: Mapping[str, str]) -> bool:
    """Whether a header asks the server to take another address than the one that the request has."""
    return any(name.lower() in _REROUTING for name in headers)


def asks_for_a_method(name: str) -> bool:
    """Whether a header or field of that name asks for another method (`_method`, `X-HTTP-Method-Override`)."""
    name = server_name(name).lower()
    return name in _UNDERLINED or "".join(filter(str.isalnum, name)) in _OVERRIDES


def server_name(name: str) -> str:
    """A field's name as the least exact of servers reads it: `.method`, ` _method`, `_method[]` are `_method`."""
    return re.sub(r"[. ]", "_", re.split(r"[\0\[]", name.strip(), maxsplit=1)[0])


def looks_destructive(url: str) -> bool:
    """Whether the address of a GET says that it logs out or deletes.

    A whole step of the path (`/items/7/delete`, `/log-out.php`, `/delete.do;jsessionid=1`), one that is called like a
    program (`/deleteUser`, `/delete_user.php`, `/items/7:delete`), the value of a parameter
    that names an action or a route (`?do=logout`, `?r=site/logout`, `?action=deleteUser`), or a parameter's name
    (`?remove=7`, `?action[delete]=7`); never a part of a longer word or title. With a token against forgery beside it,
    any action but one that is called by a word for reading: `?action=trash&_nonce=5e1f`.
    """
    return bool(destructive_words(url))


def destructive_words(url: str) -> frozenset[str]:
    """The words by which `looks_destructive` tells."""
    parts = urlsplit(url)
    steps = _STEPS.split(_decoded(parts.path))
    said = {_bare(step) for step in steps}.union(*map(_words_of_program, steps))
    pairs = _pairs_in(parts.query)
    guarded = any(value and _TOKEN.search(name) for name, value in pairs)
    acts = set[str]()
    for name, value in pairs:
        outer, *inner = map(_bare, re.split(r"[][]", name))
        said.add(outer)
        if outer in _ACTION_KEYS:
            said |= {*inner, *_words_of_action(_decoded(value))}
            if guarded and outer in _GUARDED_KEYS:
                acts |= _changing(_decoded(value))
        elif outer in _ROUTE_KEYS and (outer != "q" or "/" in value):
            said.add(_bare(_decoded(value).rstrip("/").rpartition("/")[2]))
    return (_WRITING_WORDS & said) | acts


def is_guarded(url: str) -> bool:
    """Whether an address carries a token against forgery, as that of a form does which could change something.

    So does that of a search which is a part of such a form: what was done before it tells one from the other.
    """
    return any(value and _GUARD.search(name) for name, value in _pairs_in(urlsplit(url).query))


def _changing(value: str) -> set[str]:
    """The name of an action that a server guards against forgery, unless it is called by a word for reading."""
    words = {word.lower() for word in _WORD.findall(value)}
    return {_bare(value)} if words and not words & _READING_WORDS else set()


def _words_of_program(step: str) -> set[str]:
    """What a step says that is called like a program, as no title is: `deleteUser`, `delete_user.php`, `7:delete`."""
    stem, _, ending = step.rpartition(".")
    if ending.lower() in _PROGRAMS:
        return _words_of_action(stem)
    if _CAMEL.fullmatch(step):
        first, *others = (word.lower() for word in _WORD.findall(step))
        return {first, *(_LEAVING & set(others[-1:]))} - _AS_A_WHOLE
    method = step.rpartition(":")[2]
    return {method} if method != step and method.islower() else set()


def _words_of_action(value: str) -> set[str]:
    """What an action is called: as a whole, and by its first and its last word."""
    words = [word.lower() for word in _WORD.findall(value)]
    return {_bare(value), *({*words[:1], *words[-1:]} - _AS_A_WHOLE)}


def _decoded(text: str) -> str:
    """A text as a server may read it that decodes it once more than others do."""
    for _ in range(_DECODINGS):
        text, before = unicodedata.normalize("NFKC", unquote(text)), text
        if text == before:
            break
    return text


def _pairs_in(query: str) -> list[tuple[str, str]]:
    """The names and values of a query, also as servers read it that part it at `;` too."""
    found = parse_qsl(query, keep_blank_values=True)
    return found + parse_qsl(query.replace(";", "&"), keep_blank_values=True) if ";" in query else found


_FILES = frozenset(
    {"png", "gif", "jpg", "jpeg", "webp", "avif", "svg", "ico", "css", "js", "mjs", "map", "woff", "woff2"}
)
"""Endings of what a page is made of: `delete.png` is the picture on a button, `delete.php` may be what it does."""


_LONGEST_ENDING = 6  # letters: `delete.action`
_BLANK = " \t\r\n\0.!"


def _bare(word: str) -> str:
    stem, dot, ending = unquote(word).lower().rpartition(".")
    name = stem if dot and len(ending) <= _LONGEST_ENDING and ending not in _FILES else unquote(word).lower()
    return name.strip(_BLANK).replace("-", "").replace("_", "")
