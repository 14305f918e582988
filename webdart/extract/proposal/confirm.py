"""Writes a declaration so that reading the page by it gives the rows that were proposed.

What the words of the page find stays so; other fields get a locator, and those that are not read then are left out.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct

from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.proposal.declare import NOWHERE, Declared
from webdart.extract.proposal.selectors import Either, Selector, by_tag, either, element_of, selectors, text_selectors
from webdart.page.model import PageView
from webdart.records.columns.value_expression import expressions
from webdart.records.model import Record
from webdart.records.query.spec import Extraction, ListingSpec
from webdart.records.read import read
from webdart.records.words import plain
from webdart.values import replace
from webdart.workflow.model import Engine, Extract, Field, Type, Value

_DEEP = 7  # steps of a selector of records, which have no element of their own to begin at
_TIMES = 4  # readings until what is wrong is left out; each mends all that is wrong at once
_BY_NAME = 3  # fields without a locator that may be found by their names alone: each is looked for everywhere
_EXPRESSIONS = 3  # for a part of a text that are tried with each selector
_BY_TYPE = "by type"  # the code of a doubt on a column that nothing names: the file's own run would end with it
_SOURCES = {"@href": "text", "@src": "text"}  # a link's address is what it is read as


class Confirmed(Struct, frozen=True):
    """A declaration and what reading by it gave."""

    extract: Extract
    got: Extraction


class Confirmer:
    """Tries declarations of one record set on the page that they come from."""

    def __init__(self, view: PageView, page: Page, record_set: RecordSet, spec: ListingSpec) -> None:
        self._view = view
        self._page = page
        self._set = record_set
        self._marks = dict(view.marks)
        self._spec = spec
        self._tops = [record[0] for record in record_set.roots]
        self._inside = [by_tag(page, record) for record in record_set.roots]

    def confirm(self, declared: Sequence[Declared], into: str) -> Confirmed | None:
        """The declaration that comes back with the rows of the set; None where none does."""
        told = (item for item in declared if item.labelled or not self._set.heads)
        words = Counter(plain(item.label) for item in told)
        named = {item.field.name for item in declared if item.labelled and words[plain(item.label)] == 1}
        each = self._each()
        tried = [None, each] if len(named) * 2 >= len(declared) else [each, None]
        attempts = (self._confirmed(declared, named, one, into) for one in dict.fromkeys(tried))
        return next((one for one in attempts if one is not None), None)

    def _confirmed(
        self, declared: Sequence[Declared], named: Collection[str], each: Engine | None, into: str
    ) -> Confirmed | None:
        """What comes back with records by a selector, or by the words of the page: then these fields come first."""
        wanted = {item.field.name: item for item in declared}
        located = wanted.keys() - named
        begun = [
            (item.field, item.field if item.field.name in named else self._located(item.field, item))
            for item in declared
        ]
        nowhere = [field for field, found in begun if found is None]
        tried = nowhere if len(nowhere) <= _BY_NAME else [one for one in nowhere if _has_near(wanted[one.name].column)]
        fields = [found or field for field, found in begun if found is not None or field in tried]
        later: list[Field] = []
        held: Confirmed | None = None
        if each is None and named:
            later = [field for field in fields if field.name in located]
            fields = [field for field in fields if field.name not in located]
        for _ in range(_TIMES + 1):
            if not fields:
                return held
            extract = Extract(into=into, fields=tuple(fields), each=each, at=NOWHERE)
            got = read(replace(self._view, marks=self._marks), replace(self._spec, extract=extract))
            if len(got.records) != len(self._set) or (each is None and self._elsewhere(got, wanted)):
                return held
            wrong = self._wrong(got, fields, wanted)
            unsure = {remark.column for remark in got.remarks if remark.code == _BY_TYPE} - wrong - located
            if not wrong and not unsure and not later:
                return Confirmed(extract, got)
            if not wrong and not unsure:
                held = Confirmed(extract, got)
                fields, later = [*fields, *later], []
                continue
            mended = [(field, self._mended(field, wrong | unsure, wanted, located)) for field in fields]
            fields = [better or field for field, better in mended if better is not None or field.name in unsure]
        return held

    def _elsewhere(self, got: Extraction, wanted: Mapping[str, Declared]) -> bool:
        """Whether no field at all was read as proposed: other records."""
        return not any(self._is_read(got.records, item, item.field) for item in wanted.values())

    def _wrong(self, got: Extraction, fields: Sequence[Field], wanted: Mapping[str, Declared]) -> set[str]:
        unsettled = {problem.field for problem in got.problems} | {missing.field for missing in got.missing}
        return {
            field.name
            for field in fields
            if field.name in unsettled or not self._is_read(got.records, wanted[field.name], field)
        }

    def _is_read(self, records: Sequence[Record], item: Declared, field: Field) -> bool:
        """Whether a field gives the values proposed; by a label beside them perhaps more, as lines are left out."""
        expected = item.values if field.type == item.field.type else item.column.values
        values = [record.values.get(field.name) for record in records]
        beside = field.target is None and any(name.source == "label" for name in item.column.names)
        more = beside and any(value is not None for value in expected)
        pairs = [pair for pair in zip(values, expected, strict=False) if pair[1] is not None or not more]
        return len(values) == len(expected) and all(same(*pair) for pair in pairs)

    def _mended(self, field: Field, wrong: set[str], wanted: Mapping[str, Declared], located: set[str]) -> Field | None:
        """The field as it is, with a locator where it was read wrong, None where that was tried."""
        if field.name not in wrong:
            return field
        if field.name in located:
            return None
        located.add(field.name)
        return self._located(field, wanted[field.name])

    def _located(self, field: Field, item: Declared) -> Field | None:
        """The field with a locator: of its element, of the very text, else of a part of the element's text."""
        column, page = item.column, self._page
        if column.derived == "context":
            return replace(field, source="heading", label=None)
        elements = [element_of(page, node) if node >= 0 else -1 for node in column.nodes]
        if field.type.kind == "boolean" and column.source == "text":
            field = replace(field, type=Type("text"))  # at a place, yes is that something stands there
        if column.source != "text":
            return self._aimed(field, selectors(page, elements, self._tops), elements, column, cut=True)
        for cut in (False, True):
            plain = self._aimed(field, selectors(page, elements, self._tops), elements, column, cut=cut)
            exact = text_selectors(page, column.nodes, self._tops)
            found = plain or self._aimed(field, exact, column.nodes, column, cut=cut)
            if found is not None:
                return found
        return self._aimed(field, either(page, elements, self._tops, self._inside), elements, column, cut=False)

    def _aimed(
        self, field: Field, tried: Iterable[Selector | Either], nodes: Sequence[int], column: Column, *, cut: bool
    ) -> Field | None:
        """The field with the first selector that hits its nodes; `cut`: the value may be a part of their texts."""
        page = self._page
        matches = [match for match in self._matches(nodes, column) if cut or not match]
        fitting = (
            (selector, match)
            for selector in (tried if matches else ())
            if (match := self._fitting(selector, nodes, matches)) is not None
        )
        first = next(fitting, None)
        if first is None:
            return None
        single = next((one for one in chain([first], fitting) if self._is_single(one[0], column)), None)
        selector, match = single or first
        hits = sorted(hit for inside in self._inside for hit in selector.hits(page, inside))
        self._marks[f"{selector.engine}={selector}"] = tuple(page.origin[hit] for hit in hits)
        target = Engine(engine=selector.engine, body=str(selector), at=NOWHERE)
        read_as = _SOURCES.get(column.source, column.source.removeprefix("@"))
        source = "text" if field.type.kind == "boolean" else read_as  # a tick is read with the text of its element
        which = None if single or field.type.many else "first"
        return replace(field, target=target, label=None, source=source, match=match or None, of=which)

    def _is_single(self, selector: Selector | Either, column: Column) -> bool:
        """Whether all that a selector hits in a record says the same."""
        said = (
            {text for hit in selector.hits(self._page, inside) if (text := self._written(hit, column.source))}
            for inside in self._inside
        )
        return all(len(texts) <= 1 for texts in said)

    def _fitting(self, selector: Selector | Either, nodes: Sequence[int], matches: Sequence[str]) -> str | None:
        """The first expression by which what a selector hits first in every record is what is proposed."""
        left = matches
        for number in sorted(range(len(nodes)), key=lambda number: nodes[number] < 0):  # most fail at the first
            first = selector.first(self._page, self._inside[number])
            left = [match for match in left if self._fits(first, nodes[number], match)]
            if not left:
                return None
        return left[0]

    def _fits(self, first: int, node: int, match: str) -> bool:
        """Whether a hit is the element proposed; where none is, it says nothing, or no value."""
        if first == node:
            return True
        text = self._page.text_of(first) if first >= 0 else ""
        return node < 0 and (not text or (bool(match) and re.search(match, text) is None))

    def _matches(self, nodes: Sequence[int], column: Column) -> Sequence[str]:
        """The expressions that take the values out of the elements' texts: "" where it is all of them."""
        texts = [self._written(node, column.source) if node >= 0 else "" for node in nodes]
        pairs = [(text, value) for text, value in zip(texts, column.values, strict=True) if value is not None]
        whole = column.source != "text" and not column.derived
        if whole or all(text == value for text, value in pairs):
            return ("",)
        return list(islice(expressions(pairs), _EXPRESSIONS))

    def _written(self, node: int, source: str) -> str:
        return self._page.text_of(node) if source == "text" else self._page.attributes[node].get(source[1:], "")

    def _each(self) -> Engine | None:
        """A selector of the records' first elements alone, else of these and of others that say nothing.

        The widest of them: a class that all records of this page have may not be on those of the next.
        """
        page, tops = self._page, set(self._tops)
        first = min(page.places[top] for top in tops)
        plain = [one for found in selectors(page, self._tops, [0], _DEEP) for one in (*found.wider(), found)]
        tried = [*plain, *(one.since(first) for one in plain if first > 1)]
        found = {str(one): hits for one in tried if tops.issubset(hits := one.hits(page, page.by_tag))}
        exact = (name for name, hits in found.items() if len(hits) == len(tops))
        silent = (
            name for name, hits in found.items() if not any(page.count_texts(hit) for hit in hits if hit not in tops)
        )
        name = next(exact, "") or next(silent, "")
        if not name:
            return None
        self._marks[f"css={name}"] = tuple(page.origin[hit] for hit in found[name])
        return Engine(engine="css", body=name, at=NOWHERE)


def _has_near(column: Column) -> bool:
    """Whether a text that is the same in every record stands beside the values: their label, it may be."""
    return any(name.source == "near" for name in column.names)


def same(left: Value, right: Value) -> bool:
    """Whether two cells say the same, blanks aside."""
    if isinstance(left, str) and isinstance(right, str):
        return "".join(left.split()) == "".join(right.split())
    return left == right
