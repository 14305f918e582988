"""Represents what a locator looks for once its templates are filled in.

A `Sought` is a locator without templates. Data from pages may stand only in `has` (docs/explanation/security.md). A
page could choose anything else by its own words, so it is refused here, whatever the loader let through.
"""

import re
from typing import assert_never

from msgspec import Struct

from webdart.errors import SourceLine, WorkflowError
from webdart.workflow.model import Engine, Exact, Locator, Words
from webdart.workflow.pattern import BadPattern, Pattern, compiled
from webdart.workflow.templates import Names, Template, fill


class SoughtWords(Struct, frozen=True, kw_only=True):
    """A locator by words that a person reads."""

    text: str

    def __str__(self) -> str:
        return repr(self.text)


class SoughtMark(Struct, frozen=True, kw_only=True):
    """A css or xpath selector, answered by the page itself (`PageView.marks`)."""

    selector: str

    def __str__(self) -> str:
        return self.selector


class Text(Struct, frozen=True, kw_only=True):
    """A text to compare with, as Playwright's engines read it: whole and exact, a part without case, or a pattern."""

    text: str
    exact: bool = True
    pattern: Pattern | None = None

    def __str__(self) -> str:
        return f"/{self.pattern.source}/" if self.pattern else repr(self.text)

    def fits(self, text: str) -> bool:
        """Whether a page's text (blanks folded) is so."""
        if self.pattern is not None:
            return self.pattern.found_in(text)
        return text == self.text if self.exact else self.text.casefold() in text.casefold()


class SoughtParts(Struct, frozen=True, kw_only=True):
    """Every named part must hold; None says nothing. `states` must all be there, `nth` counts from 1."""

    role: str | None = None
    name: Text | None = None
    text: Text | None = None
    label: Text | None = None
    placeholder: Text | None = None
    testid: str | None = None
    mark: str | None = None
    has: str | None = None
    states: frozenset[str] = frozenset()
    within: "Sought | None" = None
    nth: int | None = None

    def __str__(self) -> str:
        parts = {
            "role": self.role,
            "name": self.name,
            "text": self.text,
            "label": self.label,
            "placeholder": self.placeholder,
            "testid": self.testid,
            "css": self.mark,
            "has": self.has,
            "in": self.within,
            "nth": self.nth,
        }
        return "{" + ", ".join(f"{key}: {value}" for key, value in parts.items() if value is not None) + "}"


Sought = SoughtWords | SoughtMark | SoughtParts


def sought(locator: Locator, names: Names) -> Sought:
    """The locator with its templates filled in.

    Raises:
        WorkflowError: page data in a place where it would choose what is acted on; an engine's text it can't read.
    """
    match locator:
        case Words():
            return SoughtWords(text=_own_words(locator.text, names))
        case Engine():
            return _engine(locator)
        case Exact():
            return SoughtParts(
                role=_own(locator.role, names),
                name=_text(locator.name, names),
                text=_text(locator.text, names),
                label=_text(locator.label, names),
                mark=None if locator.css is None else f"css={_own_words(locator.css, names)}",
                has=None if locator.has is None else fill(locator.has, names).text,
                within=None if locator.within is None else sought(locator.within, names),
                nth=locator.nth,
            )
        case _:
            assert_never(locator)


def marks_of(wanted: Sought | None) -> tuple[str, ...]:
    """The selectors that a view must be asked for, so that this can be found in it."""
    match wanted:
        case SoughtMark():
            return (wanted.selector,)
        case SoughtParts():
            own = () if wanted.mark is None else (wanted.mark,)
            return own + marks_of(wanted.within)
        case _:
            return ()


def _own_words(template: Template, names: Names) -> str:
    filled = fill(template, names)
    if filled.data:
        raise WorkflowError(
            f"`{template.source}` would let the page choose what is acted on",
            at=template.at,
            hint="data from pages may stand only in `has`: {role: …, has: …}",
        )
    return filled.text


def _own(template: Template | None, names: Names) -> str | None:
    return None if template is None else _own_words(template, names)


def _text(template: Template | None, names: Names) -> Text | None:
    return None if template is None else Text(text=" ".join(_own_words(template, names).split()))


# -- Playwright's engines -------------------------------------------------------------------------------------

_ROLE = re.compile(r"^\s*([a-z]+)\s*((?:\[[^\]]*\]\s*)*)$")
_PART = re.compile(
    r"""\[\s*([a-z-]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|/(?:[^/\\]|\\.)*/|\w+(?!\w))\s*([a-z]*)\s*)?\]"""
)
_STATES = {
    ("checked", "true"): "checked",
    ("checked", "false"): "unchecked",
    ("disabled", "true"): "disabled",
    ("expanded", "true"): "expanded",
    ("expanded", "false"): "collapsed",
    ("pressed", "true"): "pressed",
    ("selected", "true"): "selected",
}


def _engine(locator: Engine) -> Sought:
    body = locator.body.strip()
    match locator.engine:
        case "css" | "xpath":
            return SoughtMark(selector=f"{locator.engine}={body}")
        case "role":
            return _role(body, locator.at)
        case "text":
            return SoughtParts(text=_quoted(body, locator.at))
        case "label":
            return SoughtParts(label=_quoted(body, locator.at))
        case "placeholder":
            return SoughtParts(placeholder=_quoted(body, locator.at))
        case "testid":
            return SoughtParts(testid=body.strip("\"'"))
        case _:
            assert_never(locator.engine)


def _quoted(body: str, at: SourceLine, flags: str = "") -> Text:
    """`"exact"` (with `i`: without case), `/pattern/i`, or a bare text that is a part, without case."""
    if len(body) > 1 and body[0] == "/" and (end := body.rfind("/")) > 0:
        try:
            insensitive = "i" in body[end + 1 :] + flags
            return Text(text=body, pattern=compiled(body[1:end], ignore_case=insensitive))
        except BadPattern as error:
            raise WorkflowError(f"the pattern {body} can't be read: {error}", at=at, hint=error.remedy) from error
    if len(body) > 1 and body[0] in "\"'" and body[-1] == body[0]:
        inner = re.sub(r"\\(.)", r"\1", body[1:-1])
        if flags == "i":
            return Text(text=inner, pattern=compiled(rf"\A{re.escape(inner)}\Z", ignore_case=True))
        return Text(text=inner)
    return Text(text=body, exact=False)


def _role(body: str, at: SourceLine) -> SoughtParts:
    whole = _ROLE.match(body)
    if whole is None:
        raise WorkflowError(f"the locator role={body} can't be read", at=at, hint='write role=button[name="Save"]')
    name: Text | None = None
    states: set[str] = set()
    for key, value, flags in _PART.findall(whole.group(2)):
        if key == "name":
            name = _quoted(value, at, flags)
        elif (key, value or "true") in _STATES:
            states.add(_STATES[key, value or "true"])
        else:
            known = ", ".join(dict.fromkeys(["name", *(state for state, _ in _STATES)]))
            raise WorkflowError(f"role= knows no [{key}={value}]", at=at, hint=f"there are: {known}")
    return SoughtParts(role=whole.group(1), name=name, states=frozenset(states))
