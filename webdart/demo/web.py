"""Defines the requests and replies that pass between the server and the sections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from urllib.parse import urlencode

_NO_TEXT = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request: `query` and `fields` (of a form's body) hold the last value of each name; `body` is the whole text."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=_NO_TEXT)
    fields: Mapping[str, str] = field(default_factory=_NO_TEXT)
    cookies: Mapping[str, str] = field(default_factory=_NO_TEXT)
    body: str = ""

    @property
    def segments(self) -> tuple[str, ...]:
        """The path's parts: `/shop/p/ha-1/` is `("shop", "p", "ha-1")`."""
        return tuple(part for part in self.path.split("/") if part)

    @property
    def page(self) -> int:
        """The page of a listing that is asked for, from 1; nonsense is 1."""
        return self.number("page") or 1

    def number(self, name: str) -> int | None:
        """A query parameter as a whole number above zero, else None."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else None

    def address(self, **changes: str | int) -> str:
        """This page's address with some parameters changed; an empty value drops one."""
        parameters = {**self.query, **{name: str(value) for name, value in changes.items()}}
        kept = {name: value for name, value in parameters.items() if value}
        return f"{self.path}?{urlencode(kept)}" if kept else self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer; `wrote` says that the request changed something."""

    body: str = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    wrote: bool = False


def see_other(address: str, *, headers: tuple[tuple[str, str], ...] = (), wrote: bool = True) -> Reply:
    """Go there with GET: what a form is answered with."""
    return Reply(status=303, headers=(("Location", address), *headers), wrote=wrote)


def e(text: object) -> str:
    """The text as it may stand in HTML; None is nothing."""
    return "" if text is None else escape(str(text))
