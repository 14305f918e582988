"""Every record set of a page, ranked, each with its complete table of columns."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from webdart.extract.align import Template, align
from webdart.extract.align.likeness import Likeness
from webdart.extract.columns import Draft, Table, columns, derive
from webdart.extract.columns.inline_labels import inline_labels
from webdart.extract.model import Column, RecordSet
from webdart.extract.names import Evidence, choose_name, gather, paired, said_of
from webdart.extract.page import Page
from webdart.extract.score import SetFacts, cheap_features, load, log_odds, set_features, shares
from webdart.extract.segment import Candidate, candidates, letters_of, share_asked
from webdart.extract.segment.detail import detail


class _Reading(Struct, frozen=True):
    candidate: Candidate
    template: Template
    table: Table
    features: dict[str, float]
    odds: float


Wanted = Literal["all", "lists", "page"]
_SINGLE = frozenset({"page", "block"})
_SCREENED = 60
"""Candidates by cheap merit whose features are worked out; on all labelled pages the right one was among 30."""
_RIVALS = 10
"""Candidates that a set is compared with: whose rows it has, whose records hold it."""
ALIGNED = 4
"""Listings whose records are aligned at first; on 121 labelled pages the right one was among 3 in all but one."""


def record_sets(
    page: Page,
    *,
    limit: int = ALIGNED,
    of: Wanted = "all",
    asked: Collection[str] = (),
    inside: Callable[[int], bool] | None = None,
) -> tuple[RecordSet, ...]:
    """At most `limit` record sets, the best first, and the page as one record; `of` says which of both are wanted.

    Of names that are `asked` for, sets whose heads say them are among those that are looked at, however small. Records
    are of nodes `inside` a part of the page, if one is given.
    """
    lists, singles = _screened(page, [letters_of(name) for name in asked], inside)
    found: list[RecordSet] = []
    if of != "page":
        found += islice(_ranked(page, lists, [*lists, *singles]), limit)
    if of != "lists":
        found += _ranked(page, singles, [*lists, *singles])
    return tuple(sorted(found, key=lambda one: -one.score)) if of == "all" else tuple(found)


def listings(page: Page) -> Iterator[RecordSet]:
    """The record sets of a page but for the page itself, the best first, each worked out when it is asked for."""
    lists, singles = _screened(page)
    yield from _ranked(page, lists, [*lists, *singles])


def headed_tables(page: Page) -> Iterator[RecordSet]:
    """The record sets of tables whose columns have heads, that with the most cells first, wherever they stand."""
    found = [one for one in candidates(page, len(page.tags)) if one.kind == "table" and one.heads]
    found.sort(key=lambda one: -len(one.grid))
    likeness = Likeness(page)
    for one in found:
        reading = _read(page, one, found, likeness)
        yield _finished(page, reading, shares([reading.odds])[0])


def page_record(page: Page, *, labelled: bool = False) -> RecordSet | None:
    """The page as one record, `labelled` also with what stands behind a label in a text; None where nothing does."""
    candidate = next(detail(page), None)
    if candidate is None:
        return None
    reading = _read(page, candidate, (), Likeness(page))
    if labelled:
        values = {said_of(page, reading.template, value) for value in paired(page, reading.template).values()}
        lines = inline_labels(reading.template, candidate.roots)
        reading.table.add(draft for draft in lines if draft.before not in values)
    return _finished(page, reading, 1.0)


def _ranked(page: Page, found: Sequence[Candidate], rivals: Sequence[Candidate]) -> Iterator[RecordSet]:
    """The first few by all features, the others as they were screened."""
    likeness = Likeness(page)
    readings = [_read(page, one, rivals, likeness) for one in found[:ALIGNED]]
    scores = shares([reading.odds for reading in readings])
    for score, reading in sorted(zip(scores, readings, strict=True), key=lambda pair: -pair[1].odds):
        yield _finished(page, reading, score)
    for one in found[ALIGNED:]:
        reading = _read(page, one, rivals, likeness)
        yield _finished(page, reading, min(*scores, shares([reading.odds])[0]))


def _read(page: Page, candidate: Candidate, rivals: Sequence[Candidate], likeness: Likeness) -> _Reading:
    template = align(page, candidate, likeness)
    table = columns(page, candidate, template)
    features = set_features(SetFacts(page, candidate, table.drafts, rivals))
    return _Reading(candidate, template, table, features, log_odds(features, load("sets")))


def _screened(
    page: Page, asked: Collection[str] = (), inside: Callable[[int], bool] | None = None
) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
    """The listings by what is told of them before their records are aligned, the best first; the page by itself."""
    weights = load("screen")
    found = candidates(page, _SCREENED, asked, inside)
    scores = {id(one): log_odds(cheap_features(SetFacts(page, one)), weights) for one in found}
    singles = [one for one in found if one.kind in _SINGLE]
    others = [one for one in found if one.kind not in _SINGLE]
    others.sort(key=lambda one: -scores[id(one)])
    return _with_named(page, others, asked)[:_RIVALS], singles


def _with_named(page: Page, ranked: Sequence[Candidate], asked: Collection[str]) -> Sequence[Candidate]:
    """The candidates with that whose heads say most of what is asked for among those that are aligned.

    It needs no such place where its records are those of a better one.
    """
    first = ranked[: ALIGNED - 1]
    best = max(ranked, key=lambda one: share_asked(page, one, asked), default=None)
    if best is None or not share_asked(page, best, asked):
        return ranked
    if any({*best.roots} <= {*one.roots} for one in first):
        return ranked
    return [*first, best, *(one for one in ranked[ALIGNED - 1 :] if one is not best)]


def _finished(page: Page, reading: _Reading, score: float) -> RecordSet:
    derive(page, reading.candidate, reading.table)
    evidence = gather(page, reading.candidate, reading.template, reading.table.drafts)
    return RecordSet(
        kind=reading.candidate.kind,
        roots=reading.candidate.roots,
        heads=reading.candidate.heads,
        columns=tuple(_column(draft, one) for draft, one in zip(reading.table.drafts, evidence, strict=True)),
        score=score,
        features=reading.features,
    )


def _column(draft: Draft, evidence: Evidence) -> Column:
    return Column(
        key=draft.key,
        source=draft.source,
        values=draft.values,
        nodes=draft.nodes,
        names=evidence.names,
        addresses=evidence.addresses,
        name=choose_name(draft, evidence.names),
        kind=draft.kind,
        share=draft.share,
        constant=draft.constant,
        composite=draft.composite,
        hidden=draft.hidden,
        label=evidence.label,
        derived=draft.derived,
        features={"fill": draft.fill, "distinct": draft.distinct},
    )
