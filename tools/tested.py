"""Keeps the pages of the tests of records as readings for a fit: what a test that passes reads is what is true of them.

    WEBDART_TESTED=FILE python -m pytest -p tools.tested -m "not proof" tests/records tests/extract

The readings of the pages that are read whole are written to the file, as `tools.measure --out` writes those of labelled
pages; `tools.fit` takes both. All pages of one test function count as one site.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import webdart.records
from tools.reading import Pairing, Reading
from webdart.errors import WebdartError
from webdart.extract.match import Question, all_features, meaning
from webdart.extract.match.joint import Reading as OfSet
from webdart.extract.match.joint import joint_features
from webdart.extract.reader import may_be_told_by_sets
from webdart.extract.second_reading import SecondReading, field_spec, is_told_by_column, second_reading
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Wrapper
from webdart.values import asdict
from webdart.workflow.model import Field

PLACE = "WEBDART_TESTED"
SITE = "tests/"
"""What the sites of these readings begin with."""
_ENOUGH = 0.6
"""The share of the fields whose column is in a right set."""
_SAME = 0.999  # agreement of a column that is the field's


@dataclass(frozen=True, slots=True)
class Kept:
    """A page that a test read, and what was read of it."""

    test: str
    view: PageView
    spec: ListingSpec
    found: Extraction


class Keeper:
    """Takes down what the reader of the rules is asked and answers, test by test."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self._test = ""
        self._failed: set[str] = set()
        self._read = webdart.records.read

    def read(
        self, view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None, *, before: int | None = None
    ) -> Extraction:
        """As the reader that it stands for."""
        found = self._read(view, spec, wrapper, before=before)
        if wrapper is None and may_be_told_by_sets(spec) and found.records and not (found.problems or found.missing):
            self.kept.append(Kept(self._test, view, spec, found))
        return found

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """The test that is run now."""
        self._test = item.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails says nothing true."""
        if report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Write the readings."""
        with Path(os.environ[PLACE]).open("w", encoding="utf-8") as file:
            for one in self.kept:
                reading = None if one.test in self._failed else judged(one)
                if reading is not None:
                    file.write(f"{json.dumps(asdict(reading), ensure_ascii=False)}\n")


def pytest_configure(config: pytest.Config) -> None:
    """Take the reader's place before any test has it."""
    if os.environ.get(PLACE):
        keeper = Keeper()
        webdart.records.read = keeper.read
        config.pluginmanager.register(keeper, "tested pages")


def judged(kept: Kept) -> Reading | None:
    """The record sets of a page against what was read of it; None where they say nothing about it."""
    second = second_reading(kept.view, kept.spec)
    fields = [field for field in second.mapped if any(one.values.get(field.name) for one in kept.found.records)]
    if not second.readings or not fields:
        return None
    hits = [_hits(second, one, fields, kept.found) for one in second.readings]
    right = [sum(map(any, one.values())) >= _ENOUGH * len(fields) for one in hits]
    best = next((place for place, one in enumerate(right) if one), -1)
    asked = tuple(field_spec(field) for field in kept.spec.sought if is_told_by_column(field))
    return Reading(
        name=kept.test,
        site=re.sub(r"\[.*", "", kept.test),
        folder="tests",
        kind="list",
        seconds=0.0,
        sets=[dict(one.record_set.features) for one in second.readings],
        set_scores=[one.record_set.score for one in second.readings],
        set_kinds=[one.record_set.kind for one in second.readings],
        set_counts=[len(one.record_set) for one in second.readings],
        set_right=right,
        columns_true=len(fields),
        columns_found=sum(map(any, hits[best].values())) if best >= 0 else 0,
        columns_missing=(),
        in_right=(),
        end_to_end=(),
        pairings=list(_pairings(second, second.readings[best], fields, hits[best])) if best >= 0 else (),
        joint=[joint_features(one.record_set, asked, one.alone) for one in second.readings],
        data=hashlib.sha256(repr((kept.test, kept.view.nodes)).encode()).hexdigest()[:16],
    )


def _hits(
    second: SecondReading, one: OfSet, fields: Sequence[Field], found: Extraction
) -> Mapping[str, Sequence[bool]]:
    """By field: which columns of a set say what was read; none where the records are others."""
    columns = one.record_set.columns if len(one.record_set) == len(found.records) else ()
    try:
        return {field.name: [second.agreement(each, field, found) >= _SAME for each in columns] for field in fields}
    except WebdartError:
        return {field.name: [False for _ in columns] for field in fields}


def _pairings(
    second: SecondReading, one: OfSet, fields: Sequence[Field], hits: Mapping[str, Sequence[bool]]
) -> Iterator[Pairing]:
    asked = tuple(field_spec(field) for field in second.spec.sought if is_told_by_column(field))
    question = Question(one.record_set, asked, second.page, second.spec.locale)
    numbers: dict[tuple[str | None, ...], int] = {}
    values = [numbers.setdefault(meaning(column), len(numbers)) for column in one.record_set.columns]
    rows = dict(zip((one.name for one in asked), all_features(question), strict=True))
    for field in fields:
        yield Pairing(name=field.name, rows=rows[field.name], right=hits[field.name], values=values)
