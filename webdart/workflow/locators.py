"""Reads locators: how a file says which thing on a page is meant.

See docs/reference/locators.md.
"""

import re
from dataclasses import dataclass
from typing import Literal, cast

from webdart.errors import SourceLine
from webdart.workflow.model import Engine, Exact, Locator, Words
from webdart.workflow.nodes import Node, ScalarNode
from webdart.workflow.pattern import BadPattern, compiled
from webdart.workflow.reader import (
    Definitions,
    Either,
    Given,
    Key,
    Later,
    Notes,
    Schema,
    Shape,
    Table,
    keys,
    nearest,
    shorten,
)
from webdart.workflow.scalars import Integer, TemplateText, note_template, written
from webdart.workflow.templates import Template

EngineName = Literal["css", "xpath", "role", "text", "label", "placeholder", "testid"]

_PREFIX = re.compile(r"(css|xpath|role|text|label|placeholder|testid)=(.*)", re.DOTALL)
_OTHER_PREFIX = re.compile(r"(id|data-testid|data-test|name|class|class_name|link|partial_link_text|tag)=\S")

ROLES = frozenset(
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox "  # noqa: SIM905 - a page of WAI-ARIA 1.2, one word after another
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid "
    "gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar "
    "menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar "
    "radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status "
    "strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree "
    "treegrid treeitem suggestion".split()
)


def located(text: str, at: SourceLine, notes: Notes) -> Locator:
    """The locator that a plain or prefixed text stands for."""
    if not text.strip():
        raise notes.refuse(at, "an empty locator", "the words on the page, or css=…")
    found = _PREFIX.fullmatch(text)
    if found is None:
        other = _OTHER_PREFIX.match(text)
        if other:
            hint = f"there are {', '.join(_ENGINES)}; for words with `=` write {{text: {shorten(text, 30)!r}}}"
            raise notes.refuse(at, f"no locator begins with `{other.group(1)}=`", hint)
        return Words(text=note_template(text, at, notes), at=at)
    engine, body = cast("EngineName", found.group(1)), found.group(2).strip()
    if not body:
        raise notes.refuse(at, f"nothing after `{engine}=`", "say what to look for")
    _check_pattern(engine, body, at, notes)
    if "{{" in body:
        raise notes.refuse(at, "no template may stand in a prefixed locator", "use a map: {css: …, has: …}")
    return Engine(engine=engine, body=body, at=at)


_SLASHED = re.compile(r"/((?:[^/\\]|\\.)+)/[a-z]*\s*(?:\]|$)")


def _check_pattern(engine: EngineName, body: str, at: SourceLine, notes: Notes) -> None:
    """Refuse a pattern (`text=/…/`, `role=link[name=/…/]`) that can't be used."""
    if engine in ("css", "xpath", "testid") or (engine != "role" and not body.startswith("/")):
        return
    for found in _SLASHED.finditer(body):
        try:
            compiled(found.group(1))
        except BadPattern as error:
            raise notes.refuse(at, str(error), error.remedy) from None


_ENGINES = tuple(f"{name}=" for name in ("css", "xpath", "role", "text", "label", "placeholder", "testid"))


@dataclass(frozen=True, slots=True)
class _LocatorText:
    """Words, or a prefixed text."""

    def read(self, node: Node, notes: Notes) -> Locator:
        return located(written(node, _EXPECTED, notes), node.at, notes)

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": ["string", "number"]}


_EXPECTED = "a locator (the words on the page as a text, css=…, or a map)"


@dataclass(frozen=True, slots=True)
class _Role:
    """A role of WAI-ARIA."""

    def read(self, node: Node, notes: Notes) -> Template:
        template = TemplateText("a role").read(node, notes)
        if template.constant and template.source not in ROLES:
            hint = nearest(template.source, sorted(ROLES), "such as")
            raise notes.refuse(node.at, f"no role `{shorten(template.source)}`", hint)
        return template

    def schema(self, definitions: Definitions) -> Schema:
        del definitions
        return {"type": "string"}


def _resolve() -> Shape[Locator]:
    return LOCATOR


LOCATOR_LATER: Shape[Locator] = Later(_resolve)

_ROLE = Key("role", _Role(), "its ARIA role, as the browser computes it")
_NAME = Key("name", TemplateText(), "its accessible name, whole")
_TEXT = Key("text", TemplateText(), "its visible text")
_LABEL = Key("label", TemplateText(), "the label of a control")
_CSS = Key("css", TemplateText(), "a CSS selector")
_HAS = Key("has", TemplateText(data=True), "words that stand inside it; the one part that data may fill")
_IN = Key("in", LOCATOR_LATER, "only below this")
_NTH = Key("nth", Integer(1, 10_000), "which of several, from 1")


def _exact(given: Given, notes: Notes) -> Locator:
    named = (_ROLE, _NAME, _TEXT, _LABEL, _CSS, _HAS)
    if not any(key in given for key in named):
        raise notes.refuse(given.at, "a locator that names nothing", "role, name, text, label, css or has")
    return Exact(
        role=given.get(_ROLE),
        name=given.get(_NAME),
        text=given.get(_TEXT),
        label=given.get(_LABEL),
        css=given.get(_CSS),
        has=given.get(_HAS),
        within=given.get(_IN),
        nth=given.get(_NTH),
        at=given.at,
    )


_EXACT: Table[Locator] = Table(
    "locator", keys(_ROLE, _NAME, _TEXT, _LABEL, _CSS, _HAS, _IN, _NTH), _exact, "Every named part must hold."
)
LOCATOR: Shape[Locator] = Either(_EXPECTED, scalar=_LocatorText(), mapping=_EXACT)


def label_of(key: ScalarNode, notes: Notes) -> Locator:
    """The control that a key of `fill` names."""
    if key.kind == "null" and key.plain:
        raise notes.refuse(key.at, "a label is missing before `:`", "the label of the control")
    return located(key.text, key.at, notes)
