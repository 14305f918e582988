"""Which record sets of a page are right, and which columns hold what the truth says."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import cast

from tools.labels import Labelled, Scalar, TruthColumn, address, plain
from webdart.errors import SourceLine, WebdartError
from webdart.extract import Column, Page, Question, RecordSet
from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.workflow.model import Field, Kind, Type

_ENOUGH = 0.6
"""The share of the checked values that has to lie in the records of a right set."""
_SAMPLE = 40  # values of a column that settle how it is written, besides the checked ones
_CELL = 20_000  # characters of a value that are looked at
_HERE = SourceLine("truth", 1, 1)
NOW = datetime(2026, 11, 25, 12, 0)  # noqa: DTZ001 - the site's own clock, as Locality wants it
_DIGITS = re.compile(r"\d+")
_YEAR_FIRST = re.compile(r"(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?")
_NUMBERS = frozenset({"integer", "decimal", "money", "rating", "boolean"})
_DATES = frozenset({"date", "datetime"})


@dataclass(frozen=True)
class Judge:
    """What is true of one page, asked of sets and columns."""

    labelled: Labelled
    page: Page

    def asked(self, found: RecordSet) -> Question:
        """The declared fields, asked of a set."""
        return Question(found, self.labelled.fields, self.page, self.labelled.locale)

    @cached_property
    def _checks(self) -> Sequence[tuple[TruthColumn, int, Scalar]]:
        return [
            (column, record, value)
            for column in self.labelled.columns.values()
            for record, value in column.values.items()
            if value is not None and column.type not in _DATES
        ]

    def is_right(self, found: RecordSet) -> bool:
        """The count is exact, and most checked values lie in their records."""
        if len(found) != self.labelled.records:
            return False
        if self.labelled.detail and found.kind not in {"page", "block"}:
            return False
        texts: dict[int, tuple[str, frozenset[str]]] = {}
        hits = sum(self._lies_in(found, record, column, value, texts) for column, record, value in self._checks)
        return hits >= _ENOUGH * len(self._checks)

    def _lies_in(
        self,
        found: RecordSet,
        record: int,
        column: TruthColumn,
        value: Scalar,
        texts: dict[int, tuple[str, frozenset[str]]],
    ) -> bool:
        if record not in texts:
            texts[record] = self._record(found, record)
        text, addresses = texts[record]
        if column.type == "link":
            return address(value, self.labelled.base) in addresses
        if column.type in _NUMBERS:
            whole = str(value).split(".", maxsplit=1)[0].lstrip("-")
            return whole in re.sub(r"(?<=\d)[.,'’\s](?=\d)", "", text) or column.type == "rating"
        return plain(value) in text

    def _record(self, found: RecordSet, record: int) -> tuple[str, frozenset[str]]:
        page = self.page
        parts: list[str] = []
        addresses: set[str] = set()
        for root in found.roots[record]:
            for node in range(root, page.ends[root]):
                parts.append(page.texts[node])
                for name, value in page.attributes[node].items():
                    if name in {"href", "src"}:
                        addresses.add(address(value, self.labelled.base))
                    else:
                        parts.append(value)
        # context: a heading above the records
        parts += [one.values[record] or "" for one in found.columns if one.derived == "context"]
        return plain(" ".join(parts)), frozenset(addresses)

    def holds(self, column: Column, name: str, match: str | None = None) -> bool:
        """All checked values of the column are those of the truth's column `name` (or of its alternative)."""
        return any(self._reads(column, truth, match) for truth in self.labelled.readings(name))

    def _reads(self, column: Column, truth: TruthColumn, match: str | None) -> bool:
        values = column.values
        if any(record >= len(values) for record in truth.values):
            return False
        if all(value is None for value in truth.values.values()):
            return False
        cut = _cutter(match)
        given = {record: cut(values[record]) for record in truth.values}
        if any((value is None) != (given[record] is None) for record, value in truth.values.items()):
            return False
        if truth.type in _NUMBERS or truth.type in _DATES:
            return self._coerces(values, truth, given, cut)
        return all(
            same_value(truth.type, value, given[record], self.labelled.base) for record, value in truth.values.items()
        )

    def _coerces(
        self,
        values: Sequence[str | None],
        truth: TruthColumn,
        given: Mapping[int, str | None],
        cut: Callable[[str | None], str | None],
    ) -> bool:
        if not _may_be(truth, given):
            return False
        checked = list(truth.values)
        sample = [cut(value) for value in values[:_SAMPLE]]
        cells = [RawCell((text or "")[:_CELL]) for text in [*(given[record] for record in checked), *sample]]
        field = Field(name=truth.name, type=Type(_kind(truth.type)), label=truth.label, at=_HERE)
        try:
            read = coerce_column(
                field, cells, Locality(locale=self.labelled.locale, zone=self.labelled.zone, now=NOW)
            ).values
        except (WebdartError, ValueError):
            return False
        return all(
            _equal(truth.type, truth.values[record], value)
            or _numeric_date(truth, given[record]) == truth.values[record]
            for record, value in zip(checked, read[: len(checked)], strict=True)
        )


def _kind(name: str) -> Kind:
    return cast("Kind", {"decimal": "number"}.get(name, name))


def _may_be(truth: TruthColumn, given: Mapping[int, str | None]) -> bool:
    """A cheap look before texts are read as typed values: numbers need their digits in order."""
    for record, value in truth.values.items():
        text = given[record]
        if value is None or text is None or truth.type in {"rating", "boolean"}:
            continue
        if truth.type in _DATES and len(text) > 200:
            return False
        wanted = str(value)[:4] if truth.type in _DATES else str(value).split(".", maxsplit=1)[0].lstrip("-")
        digits = "".join(_DIGITS.findall(text))
        if truth.type in _DATES:
            if not digits:
                return False
        elif not any(char.isdigit() for char in text) or (
            text.isascii() and wanted.strip("0") not in digits and not re.search(r"\d\s*[kKmM]", text)
        ):
            return False
    return True


def _equal(kind: str, truth: Scalar, given: object) -> bool:
    if truth is None or given is None:
        return truth is None and given is None
    try:
        if kind in _NUMBERS:
            return abs(float(truth) - float(str(given))) < 0.005
        wanted = str(truth)
        size = 10 if kind == "date" else 16 if wanted.endswith(":00") else 19
        return wanted[:size] == str(given).replace(" ", "T")[:size]
    except ValueError:
        return False


def same_value(kind: str, truth: Scalar, given: object, base: str) -> bool:
    """Whether a value that was read is the true one: addresses as absolute ones, texts without blanks and case."""
    if truth is None or given is None:
        return truth is None and given is None
    if kind in {"link", "image"}:
        return address(truth, base) == address(given, base)
    if kind in _NUMBERS or kind in _DATES:
        return _equal(kind, truth, given)
    return plain(truth) == plain(given)


def _numeric_date(truth: TruthColumn, text: str | None) -> str | None:
    """A date with its year first, which no locale reads differently; the reader of values may doubt it by itself."""
    found = _YEAR_FIRST.fullmatch(text.strip()) if text and truth.type == "date" else None
    return None if found is None else f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"


def _cutter(match: str | None) -> Callable[[str | None], str | None]:
    if match is None:
        return lambda text: text or None
    pattern = re.compile(match)

    def cut(text: str | None) -> str | None:
        found = pattern.search(text) if text else None
        return None if found is None else found.group(pattern.groups and 1)

    return cut
