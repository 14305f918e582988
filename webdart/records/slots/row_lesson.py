"""Learns from the rows of one build that were read in full which slots their cells come from, and reads others so.

A rule says that a text of a cell is the same in all rows, is what some slots say, or is an address. It is kept while it
gave the text in every row. Where rules that still hold give different texts for a row, or a slot that was the same in
all rows is another one, nothing is known of that row.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from webdart.browser.snapshot.source_attributes import ADDRESSES
from webdart.browser.snapshot.source_page import address
from webdart.browser.snapshot.source_slots import SlotPlace
from webdart.records.cells.cell_text import without_fragment
from webdart.records.coerce import RawCell
from webdart.records.words import folded, plain

_LEADING = frozenset({"leads", "leads without fragment"})
ENOUGH = 3
"""Rows of a build that were read in full before one is not."""


class Rule(NamedTuple):
    """Where a text comes from: from nowhere (it is always `text`), or from `slots`, each with what stands before it."""

    kind: str
    text: str = ""
    slots: tuple[tuple[int, str], ...] = ()


class LearnedRow(NamedTuple):
    """A row that was read in full: its slots, what each is, its cells by field, its main link, its signs."""

    values: Sequence[str]
    places: Sequence[SlotPlace]
    cells: Mapping[str, RawCell]
    link: str | None
    signs: tuple[str, ...]


class _Cell(NamedTuple):
    """How a cell is made: the rules of its texts, and what is the same in all rows."""

    text: tuple[Rule, ...]
    attributes: tuple[tuple[Rule, ...], ...]
    classes: tuple[str, ...]
    icons: tuple[str, ...]
    address: tuple[Rule, ...]
    parts: tuple[tuple[Rule, ...], ...]
    addresses: tuple[tuple[Rule, ...], ...]
    checked: bool | None
    there: bool


class RowLesson:
    """What rows of one build have taught; `signs` are those of their elements."""

    def __init__(self, row: LearnedRow, base: str) -> None:
        self._frames: tuple[_Frame, ...] | None = _frames(row)
        self._rules = [frozenset(_rules(text, row, base)) for text in _texts(row)]
        self._first = tuple(row.values)
        self._same = tuple(range(len(row.values)))
        self._count = 1
        self._says = frozenset(slot for slot, place in enumerate(row.places) if not place.name)
        self._begins = next((slot for slot, place in enumerate(row.places) if not place.name), -1)
        self.signs = row.signs
        self._settle()

    def learn(self, row: LearnedRow, base: str) -> None:
        """Hold the rules against one more row."""
        self._count += 1
        if _frames(row) != self._frames:
            self._frames = None
            return
        texts = _texts(row)
        self._rules = [
            frozenset(rule for rule in rules if _text(rule, row.values, base) == text)
            for rules, text in zip(self._rules, texts, strict=True)
        ]
        self._same = tuple(slot for slot in self._same if row.values[slot] == self._first[slot])
        self._settle()

    def _settle(self) -> None:
        """Bring the rules into the form in which they are followed."""
        rules = iter([_needed(rules) for rules in self._rules])
        self._cells = [
            _Cell(
                next(rules), _taken(rules, one.attributes), one.classes, one.icons, next(rules),
                _taken(rules, one.parts), _taken(rules, one.addresses), one.checked, one.there,
            )
            for one in self._frames or ()
        ]  # fmt: skip
        self._link: tuple[Rule, ...] = next(rules, ())

    @property
    def knows(self) -> bool:
        """Whether rows of this build can be read by it."""
        return self._frames is not None and self._count >= ENOUGH and all(self._rules)

    def first_text(self, values: Sequence[str]) -> str:
        """What a row begins with."""
        return " ".join(values[self._begins].split()) if self._begins >= 0 else ""

    def read(
        self, values: Sequence[str], base: str, labels: AbstractSet[str] = frozenset()
    ) -> tuple[list[RawCell], str | None] | None:
        """The cells of a row, in the order of the fields, and its link; None where that is not known.

        It is not where a text that is another one in each row has one of some `labels`: it may name what stands beside.
        """
        first = self._first
        for slot in self._same:
            if values[slot] != first[slot]:
                return None
        if labels and any(
            label in plain(values[slot]) for slot in self._says.difference(self._same) for label in labels
        ):
            return None
        try:
            return [_cell(one, values, base) for one in self._cells], _agreed(self._link, values, base) or None
        except _Torn:
            return None


class _Torn(Exception):
    """The rules of a text give several."""


def _needed(rules: AbstractSet[Rule]) -> tuple[Rule, ...]:
    """The rules that are to be followed: where a text is the same in all rows, so are the slots that say it."""
    same = [rule for rule in rules if rule.kind == "same"]
    return tuple([*same, *(rule for rule in rules if rule.kind in _LEADING)] if same else sorted(rules))


def _taken(rules: Iterator[tuple[Rule, ...]], count: int) -> tuple[tuple[Rule, ...], ...]:
    return tuple([next(rules) for _ in range(count)])


def _cell(one: _Cell, values: Sequence[str], base: str) -> RawCell:
    text, attributes, classes, icons, address, parts, addresses, checked, there = one
    return RawCell(
        _agreed(text, values, base),
        tuple([_agreed(rules, values, base) for rules in attributes]) if attributes else (),
        classes,
        icons,
        _agreed(address, values, base),
        tuple([_agreed(rules, values, base) for rules in parts]) if parts else (),
        tuple([_agreed(rules, values, base) for rules in addresses]) if addresses else (),
        checked,
        there,
    )


def _agreed(rules: tuple[Rule, ...], values: Sequence[str], base: str) -> str:
    """What all of some rules give for a row.

    Raises:
        _Torn: they give several texts.
    """
    text = _text(rules[0], values, base)
    for rule in rules[1:]:
        if _text(rule, values, base) != text:
            raise _Torn
    return text


def _text(rule: Rule, values: Sequence[str], base: str) -> str:
    """What a rule gives for a row."""
    if rule.kind == "same":
        return rule.text
    slot = rule.slots[0][0]
    if rule.kind == "says":
        return " ".join(values[slot].split()) if len(rule.slots) == 1 else said(rule.slots, values)
    if rule.kind == "has":
        return folded(values[slot])
    leads = absolute(base, values[slot])
    return leads if rule.kind == "leads" else without_fragment(leads)


def said(slots: Sequence[tuple[int, str]], values: Sequence[str]) -> str:
    """The texts of some slots, each behind its glue."""
    return "".join([glue + " ".join(values[slot].split()) for slot, glue in slots])


def absolute(base: str, value: str) -> str:
    """An address as a page value has it."""
    return "data:" if value.startswith("data:") else address(base, value)


class _Frame(NamedTuple):
    """All of a cell but its texts: how many it has of each kind, and what its mark-up alone says."""

    attributes: int
    classes: tuple[str, ...]
    icons: tuple[str, ...]
    parts: int
    addresses: int
    checked: bool | None
    there: bool


def _frames(row: LearnedRow) -> tuple[_Frame, ...]:
    return tuple(
        _Frame(len(one.attributes), one.classes, one.icons, len(one.parts), len(one.addresses), one.checked, one.there)
        for one in row.cells.values()
    )


def _texts(row: LearnedRow) -> list[str]:
    """The texts of the cells, in one row; the address of the main link is the last."""
    found: list[str] = []
    for cell in row.cells.values():
        found += [cell.text, *cell.attributes, cell.address, *cell.parts, *cell.addresses]
    return [*found, row.link or ""]


def _rules(text: str, row: LearnedRow, base: str) -> Iterator[Rule]:
    """Every rule that gives a text of a row."""
    yield Rule("same", text)
    if not text:
        return
    for slot, (value, place) in enumerate(zip(row.values, row.places, strict=True)):
        if place.name in ADDRESSES:
            leads = absolute(base, value)
            if leads == text:
                yield Rule("leads", slots=((slot, ""),))
            if without_fragment(leads) == text:
                yield Rule("leads without fragment", slots=((slot, ""),))
        elif place.name and folded(value) == text:
            yield Rule("has", slots=((slot, ""),))
    for slots in made_of(text, row.values, row.places):
        yield Rule("says", slots=slots)


def made_of(text: str, values: Sequence[str], places: Sequence[SlotPlace]) -> Iterator[tuple[tuple[int, str], ...]]:
    """Every run of texts that a text is made of: their slots, each with what stands before it."""
    texts = [
        (slot, " ".join(value.split()))
        for slot, (value, place) in enumerate(zip(values, places, strict=True))
        if not place.name
    ]
    for start in range(len(texts)):
        if slots := _run(text, texts[start:]):
            yield slots


def _run(text: str, texts: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """The first of some texts, one behind the other, that a text is made of; none where it isn't."""
    found: list[tuple[int, str]] = []
    for slot, piece in texts:
        glue = " " if found and text.startswith(" ") else ""
        if not text.startswith(glue + piece):
            return ()
        found.append((slot, glue))
        text = text[len(glue) + len(piece) :]
        if not text:
            return tuple(found)
    return ()
