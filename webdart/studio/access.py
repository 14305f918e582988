"""Lets one person in: loopback by name, a token that opens once, then a cookie that no other site can send.

A page that a name of its own leads here (DNS rebinding) has the wrong `Host`; a page of another origin has the wrong
`Origin` or none of the cookie; another service of this machine gets the cookie only for a path that nobody can guess.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Literal

COOKIE = "webdart-studio"
_BYTES = 32
_OWN_SITE = frozenset({"", "none", "same-origin"})
_OWN_HOSTS = ("127.0.0.1", "localhost")

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing runs or loads that is not a file of ours, and nobody else may show or read it."""

Kind = Literal["http", "websocket"]


def _secret() -> str:
    return secrets.token_urlsafe(_BYTES)


@dataclass(slots=True)
class Access:
    """Who may come in on `port`. `path` is where everything lies."""

    port: int
    path: str = field(default_factory=lambda: f"/{secrets.token_urlsafe(16)}")
    _token: str = field(default_factory=_secret, repr=False)
    _session: str = field(default_factory=_secret, repr=False)
    _is_spent: bool = False

    @property
    def url(self) -> str:
        """The address that lets its reader in, once."""
        return f"http://{_OWN_HOSTS[0]}:{self.port}{self.path}/open?token={self._token}"

    @property
    def cookie(self) -> str:
        """The header that a browser gets in exchange for the token."""
        return f"{COOKIE}={self._session}; HttpOnly; SameSite=Strict; Path={self.path}/"

    def is_addressed(self, headers: Mapping[str, str], kind: Kind) -> bool:
        """Whether a request names us as its host, and comes from our own page or from no page."""
        hosts = {f"{host}:{self.port}" for host in _OWN_HOSTS}
        if headers.get("host", "") not in hosts or headers.get("sec-fetch-site", "") not in _OWN_SITE:
            return False
        origin = headers.get("origin", "")
        own = f"http://{headers['host']}"
        return origin == own if kind == "websocket" else origin in {"", own}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        """Whether a request has the cookie."""
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        given = jar[COOKIE].value if COOKIE in jar else ""
        return compare_digest(given.encode(), self._session.encode())

    def redeem(self, token: str) -> bool:
        """Whether this is the token; it opens once."""
        if self._is_spent or not compare_digest(token.encode(), self._token.encode()):
            return False
        self._is_spent = True
        return True
