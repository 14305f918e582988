"""Reads labelled pages and judges what was read: one plain value a page, for tables and for fits."""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from tools.declarations import Declared, absent, variations
from tools.judge import Judge
from tools.labels import Labelled
from tools.outcomes import differences, spec_of
from tools.snapshots import page_of, view_of
from webdart.extract import FieldSpec, RecordSet, map_fields, record_sets
from webdart.extract.comparison import is_comparable
from webdart.extract.match import Question, all_features, meaning
from webdart.extract.match.joint import joint_features, readings
from webdart.extract.misreading import anchor_of, found_by, is_doubted, witnesses
from webdart.extract.model import Mapped
from webdart.extract.second_reading import SecondReading, Sources, is_told_by_column
from webdart.records import read as read_by_rules
from webdart.values import asdict, replace

_ALONE = frozenset({"page", "block"})
"""Kinds of sets that have one record: what a detail page is read by, and a listing never."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the rules read for a field: by what, whether they doubt it, whether it is wrong, and what the columns say.

    `meanings` and `same` are those of `webdart.extract.misreading.Witnesses`.
    """

    found: str
    doubted: bool
    wrong: bool
    meanings: Sequence[int]
    same: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A declared field in one set: for every column its features, whether it is right, and which values it has.

    `type` is the field's, where the page is labelled.
    """

    name: str
    rows: Sequence[Mapping[str, float]]
    right: Sequence[bool]
    values: Sequence[int]
    checked: Checked | None = None
    type: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a declared field: the verdict of the mapping, and whether its column is right."""

    name: str
    verdict: str
    right: bool
    probability: float
    margin: float
    column: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read of one page. Sets are in the order of their rank; -1 where no set is right."""

    name: str
    site: str
    folder: str
    kind: str
    seconds: float
    sets: Sequence[Mapping[str, float]]
    set_scores: Sequence[float]
    set_kinds: Sequence[str]
    set_counts: Sequence[int]
    set_right: Sequence[bool]
    columns_true: int
    columns_found: int
    columns_missing: Sequence[str]
    in_right: Sequence[Outcome]
    end_to_end: Sequence[Outcome]
    pairings: Sequence[Pairing] = ()
    varied: Sequence[Sequence[Pairing]] = ()
    joint: Sequence[Mapping[str, float]] = ()
    error: str = ""
    data: str = ""

    @property
    def detail(self) -> bool:
        """The page is the one record."""
        return self.kind == "detail"

    @property
    def rank(self) -> int:
        """The place of the first right set, or -1."""
        return next((place for place, right in enumerate(self.set_right) if right), -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How pages are read: where snapshots are, whether boxes are used, whether features are kept for a fit.

    `variations`: how many other declarations of each page are kept with them; `strange` are fields of other pages, by
    page, that these ask for as well.
    """

    cache: Path
    boxes: bool = True
    features: bool = False
    variations: int = 0
    strange: Mapping[str, Sequence[FieldSpec]] = field(default_factory=dict[str, Sequence[FieldSpec]])


def read_pages(pages: Sequence[Labelled], options: Options, jobs: int) -> Iterator[Reading]:
    """The readings of all pages, in order, by several processes."""
    if options.variations:
        options = replace(options, strange=absent(pages))
    if jobs <= 1:
        yield from map(partial(read_page, options=options), pages)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(read_page, options=options), pages, chunksize=4)


def read_page(labelled: Labelled, options: Options) -> Reading:
    """Read a page and compare with its truth; a fault of the reader is a reading without sets."""
    try:
        page = page_of(labelled, options.cache, boxes=options.boxes)
        began = time.process_time()
        found = record_sets(page)
        seconds = time.process_time() - began
        return _judged(labelled, Judge(labelled, page), _of_kind(labelled, found), seconds, options)
    except Exception as error:  # noqa: BLE001 - one page that breaks the reader is a finding, not the end
        return _failed(labelled, f"{type(error).__name__}: {error}")


def digest(labelled: Labelled) -> str:
    """What tells a page and its truth from all others."""
    truth = (labelled.folder / "truth" / f"{labelled.name}.json").read_bytes()
    return hashlib.sha256(labelled.source.encode() + truth).hexdigest()[:16]


def kept(readings: Iterable[Reading], place: Path) -> Iterator[Reading]:
    """Write readings to a file as they come, so that fits need not read the pages again."""
    with place.open("w", encoding="utf-8") as file:
        for one in readings:
            file.write(f"{json.dumps(asdict(one), ensure_ascii=False)}\n")
            yield one


def loaded(place: Path) -> list[Reading]:
    """The readings of a file."""
    return [_reading(json.loads(row)) for row in place.read_text(encoding="utf-8").splitlines()]


def _reading(given: dict[str, Any]) -> Reading:
    for name in ("in_right", "end_to_end"):
        given[name] = [Outcome(**one) for one in cast("list[dict[str, Any]]", given[name])]
    given["pairings"] = _paired(given["pairings"])
    given["varied"] = [_paired(one) for one in given.get("varied", ())]
    return Reading(**given)


def _paired(given: list[dict[str, Any]]) -> list[Pairing]:
    for one in given:
        one["checked"] = Checked(**one["checked"]) if one.get("checked") else None
    return [Pairing(**one) for one in given]


def _of_kind(labelled: Labelled, found: Sequence[RecordSet]) -> list[RecordSet]:
    """A workflow says `each: page` for a detail page, so only sets of its kind compete."""
    return [one for one in found if (one.kind in _ALONE) == labelled.detail]


def _judged(labelled: Labelled, judge: Judge, found: Sequence[RecordSet], seconds: float, options: Options) -> Reading:
    right = [judge.is_right(one) for one in found]
    best = next((one for one, fits in zip(found, right, strict=True) if fits), None)
    missing = _missing(labelled, judge, best)
    declared = [Declared(spec, spec.name) for spec in labelled.fields]
    return Reading(
        name=labelled.name,
        site=labelled.site,
        folder=labelled.folder.name,
        kind=labelled.kind,
        seconds=seconds,
        sets=[dict(one.features) for one in found] if options.features else (),
        set_scores=[one.score for one in found],
        set_kinds=[one.kind for one in found],
        set_counts=[len(one) for one in found],
        set_right=right,
        columns_true=len(_wanted(labelled)),
        columns_found=len(_wanted(labelled)) - len(missing),
        columns_missing=missing,
        in_right=_mapped(labelled, judge, best),
        end_to_end=_chosen(labelled, judge, found),
        joint=[joint_features(one, labelled.fields, map_fields(judge.asked(one))) for one in found]
        if options.features
        else (),
        pairings=_pairings(judge, best, declared, _checked(labelled, judge, best, options))
        if options.features and best is not None
        else (),
        varied=[_pairings(judge, best, one) for one in _varied(labelled, options)]
        if options.features and best is not None
        else (),
        data=digest(labelled),
    )


def _varied(labelled: Labelled, options: Options) -> Iterator[tuple[Declared, ...]]:
    return variations(labelled, options.variations, options.strange.get(labelled.name, ()))


def _wanted(labelled: Labelled) -> list[str]:
    """The names of the true columns; the second reading of another column counts with it."""
    second = {one.other for one in labelled.columns.values()}
    return [
        name
        for name, one in labelled.columns.items()
        if name not in second and any(value is not None for value in one.values.values())
    ]


def _missing(labelled: Labelled, judge: Judge, found: RecordSet | None) -> list[str]:
    if found is None:
        return _wanted(labelled)
    matches = {spec.name: spec.match for spec in labelled.fields}
    return [
        name
        for name in _wanted(labelled)
        if not any(
            judge.holds(column, name) or (matches.get(name) and judge.holds(column, name, matches[name]))
            for column in found.columns
        )
    ]


def _mapped(labelled: Labelled, judge: Judge, found: RecordSet | None) -> list[Outcome]:
    if found is None:
        return _nothing(labelled)
    return _outcomes(labelled, judge, found, map_fields(judge.asked(found)))


def _chosen(labelled: Labelled, judge: Judge, found: Sequence[RecordSet]) -> list[Outcome]:
    """By the set that is chosen together with the fields, as a run does."""
    if not found:
        return _nothing(labelled)
    best = readings(found, labelled.fields, judge.page, labelled.locale)[0]
    return _outcomes(labelled, judge, best.record_set, best.mapped)


def _nothing(labelled: Labelled) -> list[Outcome]:
    return [Outcome(spec.name, "none", right=False, probability=0, margin=0) for spec in labelled.fields]


def _outcomes(labelled: Labelled, judge: Judge, found: RecordSet, chosen: Mapped) -> list[Outcome]:
    outcomes: list[Outcome] = []
    right_count = len(found) == labelled.records
    for spec in labelled.fields:
        choice = chosen[spec.name]
        column = found.columns[choice.column] if choice.column >= 0 else None
        right = column is not None and right_count and judge.holds(column, spec.name, spec.match)
        name = "" if column is None else f"{column.name}|{column.source}|{column.derived}"
        outcomes.append(
            Outcome(
                spec.name,
                choice.verdict,
                right=right,
                probability=choice.probability,
                margin=choice.margin,
                column=name,
            )
        )
    return outcomes


def _checked(labelled: Labelled, judge: Judge, found: RecordSet, options: Options) -> Mapping[str, Checked]:
    """By field: what the rules read, against the columns of the set, if that has as many records."""
    view = view_of(labelled, options.cache)
    if view is None:
        return {}
    spec = spec_of(labelled)
    own = read_by_rules(view, spec)
    if own.problems or own.sample is not None or len(own.records) != len(found):
        return {}
    second = SecondReading(judge.page, Sources(view, spec), [])
    wrong = {one.split(":", maxsplit=1)[0] for one in differences(labelled, own)}
    if "rows" in wrong:
        return {}
    checked: dict[str, Checked] = {}
    for one in spec.sought:
        anchor = anchor_of(one, own) if is_told_by_column(one) and is_comparable(one) else None
        if anchor is not None:
            heard = witnesses(second, found, one, own)
            checked[one.name] = Checked(
                found_by(anchor), is_doubted(one, own), one.name in wrong, heard.meanings, heard.same
            )
    return checked


def _pairings(
    judge: Judge, found: RecordSet, declared: Sequence[Declared], checked: Mapping[str, Checked] | None = None
) -> list[Pairing]:
    """A declaration against the columns of a set."""
    fields = tuple(one.spec for one in declared)
    question = Question(found, fields, judge.page, judge.labelled.locale)
    numbers: dict[tuple[str | None, ...], int] = {}
    values = [numbers.setdefault(meaning(one), len(numbers)) for one in found.columns]
    return [
        Pairing(
            name=one.spec.name,
            rows=rows,
            right=[bool(one.column) and judge.holds(column, one.column, one.spec.match) for column in found.columns],
            values=values,
            checked=(checked or {}).get(one.spec.name),
            type=one.spec.type,
        )
        for one, rows in zip(declared, all_features(question), strict=True)
    ]


def _failed(labelled: Labelled, error: str) -> Reading:
    nothing = _nothing(labelled)
    wanted = _wanted(labelled)
    return Reading(
        name=labelled.name,
        site=labelled.site,
        folder=labelled.folder.name,
        kind=labelled.kind,
        seconds=0,
        sets=(),
        set_scores=(),
        set_kinds=(),
        set_counts=(),
        set_right=(),
        columns_true=len(wanted),
        columns_found=0,
        columns_missing=wanted,
        in_right=nothing,
        end_to_end=nothing,
        error=error,
        data=digest(labelled),
    )
