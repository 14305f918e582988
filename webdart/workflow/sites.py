"""Defines the declaration of a site.

See docs/reference/sites.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import ValidationInfo, WrapValidator

from webdart.workflow.codes import Code, Wrong
from webdart.workflow.forms import About, As, Form, Given, Items, Name, Place, means
from webdart.workflow.reader import Notes, shorten
from webdart.workflow.requests import READ_REQUESTS, RequestShape
from webdart.workflow.scalars import HOST, LOCALE, WORD, ZONE, Between, Duration, Flag, Identifier, template
from webdart.workflow.steps import Steps
from webdart.workflow.templates import Template

# -- login ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Login(Form):
    """How to be logged in: a saved session by `name`, or the form at `page` with `user` and `password`, or `steps`."""

    about: ClassVar[About] = About("login", shorthand="name", expected="the name of a saved session, or a map")
    name: Annotated[Identifier | None, means("a session saved by `webdart login NAME URL`")] = None
    page: Annotated[
        Template | None,
        template("the address of the login page"),
        means("address of the page with the login form", "at"),
    ] = None
    user: Annotated[
        Template | None, template("the user's name"), means("goes into the text box before the password box")
    ] = None
    password: Annotated[Template | None, template("the password"), means("goes into the one password box")] = None
    steps: Annotated[Steps, means("where logging in takes more than the form")] = ()
    check: Annotated[
        Template | None,
        template("words that a person sees only when logged in"),
        means("seen only when logged in"),
    ] = None
    at: Place

    def made(self, given: Given, notes: Notes) -> "Login":
        """Refuses two ways to log in, and half of one."""
        if self.name is not None:
            if extra := given.present("at", "user", "password", "steps"):
                problem = f"`name:` of a saved session beside `{extra[0]}:`"
                raise notes.refuse(Code.KEYS_EXCLUDE, given.place("name"), problem, "one of the two ways to log in")
        elif self.page is None:
            hint = "{at, user, password, check} or a name"
            raise notes.refuse(Code.MISSING_KEY, given.at, "`login` says neither `name:` nor `at:`", hint)
        elif self.steps:
            if extra := given.present("user", "password"):
                hint = "fill the form in the steps, or without steps"
                raise notes.refuse(Code.KEYS_EXCLUDE, given.at, f"`steps:` beside `{extra[0]}:`", hint)
        else:
            for name in ("user", "password"):
                if name not in given:
                    problem = f"`{name}:` is missing in `login`"
                    raise notes.refuse(Code.MISSING_KEY, given.at, problem, 'such as "{{ secret.NAME }}"')
        return self


def _with_secrets(node: Any, read: Callable[[Any], Login], info: ValidationInfo[Notes]) -> Login:
    """A login, in which secrets may stand."""
    with info.context.with_secrets():
        return read(node)


# -- a site -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace(Form):
    """How hard the site may be asked; None is the default for its kind of host. `delay` in seconds."""

    about: ClassVar[About] = About("pace")
    concurrency: Annotated[int | None, Between(1, 64), means("pages at a time")] = None
    delay: Annotated[Duration | None, means("between two pages, such as 200ms")] = None
    robots: Annotated[Literal["obey", "ignore"] | None, WORD, means("the site's robots.txt")] = None


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


def _bad_url(url: Template) -> Wrong:
    first = url.parts[0]
    if not isinstance(first, str):
        return None
    wrong = bad_address(url.source if url.constant else first, whole=url.constant)
    return (Code.BAD_ADDRESS, f"`{shorten(url.source)}` {wrong}", "such as https://shop.example/") if wrong else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Site(Form):
    """A site that the workflow visits."""

    about: ClassVar[About] = About("site", shorthand="url", expected="an address, or a map")
    name: Name
    url: Annotated[
        Template,
        template("the site's address", check=_bad_url),
        means("the site's address; paths of the file are resolved against it"),
    ]
    login: Annotated[Login | None, WrapValidator(_with_secrets), means("how to be logged in")] = None
    allow: Annotated[tuple[Annotated[str, HOST], ...], Items("hosts"), means("further hosts")] = ()
    reads: Annotated[
        tuple[RequestShape, ...], READ_REQUESTS, means("requests with an unsafe method that only read")
    ] = ()
    locale: Annotated[str, LOCALE, means("numbers and dates of the page; default en-US")] = "en-US"
    zone: Annotated[str, ZONE, means("dates and times of the page; default UTC")] = "UTC"
    pace: Annotated[Pace, means("how hard it may be asked")] = Pace()
    private: Annotated[Flag, means("a name that resolves to a private address is meant")] = False
    sockets: Annotated[
        bool,
        As(Annotated[Literal["allow", "closed"], WORD], lambda word, _node, _notes: word == "allow"),
        means("WebSockets in read stages; default closed"),
    ] = False
    at: Place
