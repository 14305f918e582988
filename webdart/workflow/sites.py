"""Reads the declaration of a site.

See docs/reference/sites.md.
"""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from webdart.workflow.model import Login, Pace, Site
from webdart.workflow.nodes import Node
from webdart.workflow.reader import (
    Definitions,
    Either,
    Given,
    Key,
    ListOf,
    Mapped,
    Notes,
    Schema,
    Shape,
    Table,
    keys,
    shorten,
)
from webdart.workflow.requests import READ_REQUESTS
from webdart.workflow.scalars import HOST, LOCALE, NAME, ZONE, Boolean, Choice, Duration, Integer, TemplateText
from webdart.workflow.steps import STEPS
from webdart.workflow.templates import Template

# -- login ----------------------------------------------------------------------------------------------------

_LOGIN_NAME = Key("name", NAME, "a session saved by `webdart login NAME URL`")
_LOGIN_AT = Key("at", TemplateText("the address of the login page"), "address of the page with the login form")
_USER = Key("user", TemplateText("the user's name"), "goes into the text box before the password box")
_PASSWORD = Key("password", TemplateText("the password"), "goes into the one password box")
_LOGIN_STEPS = Key("steps", STEPS, "where logging in takes more than the form")
_CHECK = Key("check", TemplateText("words that a person sees only when logged in"), "seen only when logged in")


def _login(given: Given, notes: Notes) -> Login:
    if _LOGIN_NAME in given:
        extra = given.present(keys(_LOGIN_AT, _USER, _PASSWORD, _LOGIN_STEPS))
        if extra:
            problem = f"`name:` of a saved session beside `{extra[0]}:`"
            raise notes.refuse(given.place(_LOGIN_NAME), problem, "one of the two ways to log in")
    elif _LOGIN_AT not in given:
        raise notes.refuse(given.at, "`login` says neither `name:` nor `at:`", "{at, user, password, check} or a name")
    elif _LOGIN_STEPS in given:
        extra = given.present(keys(_USER, _PASSWORD))
        if extra:
            raise notes.refuse(
                given.at, f"`steps:` beside `{extra[0]}:`", "fill the form in the steps, or without steps"
            )
    else:
        for key in (_USER, _PASSWORD):
            if key not in given:
                raise notes.refuse(given.at, f"`{key.name}:` is missing in `login`", 'such as "{{ secret.NAME }}"')
    return Login(
        name=given.get(_LOGIN_NAME),
        page=given.get(_LOGIN_AT),
        user=given.get(_USER),
        password=given.get(_PASSWORD),
        steps=given.get(_LOGIN_STEPS, ()),
        check=given.get(_CHECK),
        at=given.at,
    )


_LOGIN_TABLE: Table[Login] = Table(
    "login", keys(_LOGIN_NAME, _LOGIN_AT, _USER, _PASSWORD, _LOGIN_STEPS, _CHECK), _login, "How to be logged in."
)


def _saved(name: str, node: Node, notes: Notes) -> Login:
    del notes
    return Login(name=name, at=node.at)


@dataclass(frozen=True, slots=True)
class _LoginShape:
    """A login, in which secrets may stand."""

    inner: Shape[Login]

    def read(self, node: Node, notes: Notes) -> Login:
        with notes.with_secrets():
            return self.inner.read(node, notes)

    def schema(self, definitions: Definitions) -> Schema:
        return self.inner.schema(definitions)


_LOGIN: Shape[Login] = _LoginShape(
    Either("the name of a saved session, or a map", scalar=Mapped(NAME, _saved), mapping=_LOGIN_TABLE)
)

# -- pace -----------------------------------------------------------------------------------------------------

_CONCURRENCY = Key("concurrency", Integer(1, 64), "pages at a time")
_DELAY = Key("delay", Duration(), "between two pages, such as 200ms")
_ROBOTS = Key("robots", Choice[Literal["obey", "ignore"]](("obey", "ignore")), "the site's robots.txt")


def _pace(given: Given, notes: Notes) -> Pace:
    del notes
    return Pace(concurrency=given.get(_CONCURRENCY), delay=given.get(_DELAY), robots=given.get(_ROBOTS))


_PACE: Table[Pace] = Table("pace", keys(_CONCURRENCY, _DELAY, _ROBOTS), _pace, "How hard the site may be asked.")

# -- a site ---------------------------------------------------------------------------------------------------


def _address(template: Template, node: Node, notes: Notes) -> Template:
    first = template.parts[0]
    if isinstance(first, str):
        wrong = bad_address(template.source if template.constant else first, whole=template.constant)
        if wrong:
            raise notes.refuse(node.at, f"`{shorten(template.source)}` {wrong}", "such as https://shop.example/")
    return template


_METADATA = frozenset({"169.254.169.254", "metadata.google.internal", "metadata", "100.100.100.200", "fd00:ec2::254"})


def bad_address(text: str, *, whole: bool = True) -> str:
    """What is wrong with a site's address ("" where nothing is); of a part only the beginning is judged."""
    if any(sign.isspace() for sign in text):
        return "has a blank in it"
    try:
        parts = urlsplit(text)
        port = parts.port if whole else None
    except ValueError as error:
        return f"is no address ({error})"
    wrong = (
        (parts.scheme not in ("http", "https"), "is no address of the web"),
        (whole and not parts.hostname, "has no host"),
        (whole and parts.hostname in _METADATA, "is a cloud's metadata address, which is never visited"),
        (bool(parts.username or parts.password), "holds a user or password: they belong into `login`"),
        (port == 0, "has no usable port"),
    )
    return next((said for holds, said in wrong if holds), "")


_URL_SHAPE = Mapped(TemplateText("the site's address"), _address)
_URL = Key("url", _URL_SHAPE, "the site's address; paths of the file are resolved against it", required=True)
_LOGIN_KEY = Key("login", _LOGIN, "how to be logged in")
_ALLOW = Key("allow", ListOf(HOST, "hosts"), "further hosts")
_READS = Key("reads", READ_REQUESTS, "requests with an unsafe method that only read")
_LOCALE = Key("locale", LOCALE, "numbers and dates of the page; default en-US")
_ZONE = Key("zone", ZONE, "dates and times of the page; default UTC")
_PACE_KEY = Key("pace", _PACE, "how hard it may be asked")
_PRIVATE = Key("private", Boolean(), "a name that resolves to a private address is meant")
_SOCKETS = Key("sockets", Choice(("allow", "closed")), "WebSockets in read stages; default closed")


def _site(given: Given, notes: Notes) -> Site:
    del notes
    return Site(
        name="",
        url=given[_URL],
        login=given.get(_LOGIN_KEY),
        allow=given.get(_ALLOW, ()),
        reads=given.get(_READS, ()),
        locale=given.get(_LOCALE, "en-US"),
        zone=given.get(_ZONE, "UTC"),
        pace=given.get(_PACE_KEY, Pace()),
        private=given.get(_PRIVATE, False),
        sockets=given.get(_SOCKETS, "closed") == "allow",
        at=given.at,
    )


_SITE_TABLE: Table[Site] = Table(
    "site",
    keys(_URL, _LOGIN_KEY, _ALLOW, _READS, _LOCALE, _ZONE, _PACE_KEY, _PRIVATE, _SOCKETS),
    _site,
    "A site that the workflow visits.",
)


def _only_url(url: Template, node: Node, notes: Notes) -> Site:
    del notes
    return Site(name="", url=url, at=node.at)


SITE: Shape[Site] = Either("an address, or a map", scalar=Mapped(_URL_SHAPE, _only_url), mapping=_SITE_TABLE)
"""A site without its name, which is the key it stands at."""
