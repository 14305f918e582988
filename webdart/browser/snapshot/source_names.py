"""Tells what an element is called by its mark-up, as view.js does: near enough what assistive technology says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_LONGEST = 600
_CONTENT = frozenset(
    [
        "button",
        "link",
        "heading",
        "option",
        "tab",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "checkbox",
        "radio",
        "switch",
        "treeitem",
        "columnheader",
        "rowheader",
        "tooltip",
    ]
)
_LABELLED = frozenset({"input", "select", "textarea", "meter", "progress", "output", "button"})
NAMED = _LABELLED | {"summary"}
"""Tags of elements that may have a name without a role or an attribute."""
_CAPTIONS = {"table": "caption", "fieldset": "legend", "figure": "figcaption"}
_NAMING = NAMED.union(_CAPTIONS)
_TAG, _GIVEN = 1, 4  # of `Drawn`
_PRESSED = {"submit": "Submit", "reset": "Reset"}


Drawn = tuple[int, str, str, str, Mapping[str, str], bool, frozenset[str]]
"""Of a node: its parent, its tag, its text, its role, its attributes, whether it is shown, its states."""


def may_be_named(tag: str, role: str, given: Mapping[str, str]) -> bool:
    """Whether an element can have a name at all; most have none."""
    return bool(given) or role in _CONTENT or tag in _NAMING


@dataclass(slots=True)
class Named:
    """The nodes of a document, and where each ends; `labels` are the nodes of labels by the id of their control."""

    drawn: Sequence[Drawn]
    ends: Sequence[int]
    labels: Mapping[str, Sequence[int]]
    _ids: dict[str, int] | None = field(default=None)

    def by_id(self, name: str) -> int:
        """The node with an id; -1 where there is none."""
        if self._ids is None:
            self._ids = {}
            for index, (_, _, _, _, given, _, _) in enumerate(self.drawn):
                if "id" in given:
                    self._ids.setdefault(given["id"], index)
        return self._ids.get(name, -1)

    def spoken(self, index: int, without: int = -1) -> str:
        """The words below a node as a person hears them."""
        parts: list[str] = []
        place, end = index + 1, self.ends[index]
        while place < end:
            _, tag, text, _, given, _, states = self.drawn[place]
            if tag == "#text":
                if parts and states and "joined" in states:
                    parts[-1] += text
                else:
                    parts.append(text)
                place += 1
                continue
            if place == without or given.get("aria-hidden") == "true" or tag in {"select", "textarea"}:
                place = self.ends[place]
                continue
            said = given.get("aria-label") or (given.get("alt") if tag in {"img", "area"} else "") or ""
            if said:
                parts.append(said)
            place = self.ends[place] if said else place + 1
        return " ".join(" ".join(parts).split())[:_LONGEST]


def name_of(named: Named, index: int, role: str) -> str:
    """The accessible name of a node."""
    _, tag, _, _, given, _, _ = named.drawn[index]
    name = _referred(named, given["aria-labelledby"], index) if "aria-labelledby" in given else ""
    if not name and "aria-label" in given:
        name = " ".join(given["aria-label"].split())
    if name:
        return name
    if not role and tag not in NAMED:
        return ""
    name = _native(named, index, tag, role, given)
    if name:
        return name
    said = given.get("title", "") or given.get("placeholder", "")
    return " ".join(said.split()) or (_PRESSED.get(given.get("type", ""), "") if tag == "input" else "")


def _referred(named: Named, ids: str, index: int) -> str:
    places = [place for one in ids.split() if (place := named.by_id(one)) >= 0]
    parts = (named.drawn[place][_GIVEN].get("aria-label") or named.spoken(place, index) for place in places)
    return " ".join(" ".join(parts).split())[:_LONGEST]


def _native(named: Named, index: int, tag: str, role: str, given: Mapping[str, str]) -> str:
    if tag == "input" and given.get("type") in {"submit", "button", "reset", "image"}:
        said = given.get("alt" if given.get("type") == "image" else "value", "")
        if said:
            return " ".join(said.split())
    if tag in _LABELLED:
        labels = named.labels.get(given.get("id", ""), ()) if given.get("id") else _around(named, index)
        name = " ".join(named.spoken(place, index) for place in labels)
        if name.strip():
            return " ".join(name.split())
    if tag in {"img", "area"}:
        return " ".join((given.get("alt") or given.get("title", "")).split())
    if tag in _CAPTIONS:
        return next((named.spoken(kid) for kid in _kids(named, index) if named.drawn[kid][_TAG] == _CAPTIONS[tag]), "")
    if tag in {"option", "optgroup"} and given.get("label"):
        return " ".join(given["label"].split())
    return named.spoken(index) if role in _CONTENT or tag == "summary" else ""


def _around(named: Named, index: int) -> list[int]:
    """The label that a control without an id stands in."""
    nearest = [place for places in named.labels.values() for place in places if place < index < named.ends[place]]
    return nearest[-1:]


def _kids(named: Named, index: int) -> list[int]:
    found: list[int] = []
    place = index + 1
    while place < named.ends[index]:
        found.append(place)
        place = named.ends[place]
    return found
