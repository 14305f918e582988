"""Every record set of a page, ranked, each with its complete table of columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webdart.extract.align import Template, align
from webdart.extract.align.likeness import Likeness
from webdart.extract.columns import Draft, columns
from webdart.extract.model import Column, RecordSet
from webdart.extract.names import Evidence, choose_name, gather
from webdart.extract.page import Page
from webdart.extract.score import SetFacts, cheap_features, load, log_odds, set_features, shares
from webdart.extract.segment import Candidate, candidates


@dataclass(frozen=True, slots=True)
class _Reading:
    candidate: Candidate
    template: Template
    drafts: Sequence[Draft]
    features: dict[str, float]
    odds: float


Wanted = Literal["all", "lists", "page"]
_SINGLE = frozenset({"page", "block"})
_SCREENED = 60
"""Candidates by cheap merit whose features are worked out; on all labelled pages the right one was among 30."""


def record_sets(page: Page, *, limit: int = 10, of: Wanted = "all") -> tuple[RecordSet, ...]:
    """At most `limit` record sets, the best first, and the page as one record; `of` says which of both are wanted.

    Candidates are screened before their records are aligned: on labelled pages the right set is among the first 8.
    """
    likeness, weights = Likeness(page), load("sets")
    found = [one for one in _screened(page, limit) if of == "all" or (one.kind in _SINGLE) == (of == "page")]
    readings: list[_Reading] = []
    for one in found:
        template = align(page, one, likeness)
        drafts = columns(page, one, template)
        features = set_features(SetFacts(page, one, drafts, found))
        readings.append(_Reading(one, template, drafts, features, log_odds(features, weights)))
    readings.sort(key=lambda reading: -reading.odds)
    return tuple(_finished(page, one, score) for one, score in zip(readings, _scores(readings), strict=True))


def _scores(readings: Sequence[_Reading]) -> list[float]:
    """The probability that a set is the one that is meant: listings compete with listings, the page with its block."""
    single = [one.candidate.kind in _SINGLE for one in readings]
    alone = iter(shares([one.odds for one, is_single in zip(readings, single, strict=True) if is_single]))
    several = iter(shares([one.odds for one, is_single in zip(readings, single, strict=True) if not is_single]))
    return [next(alone if is_single else several) for is_single in single]


def set_of(page: Page, roots: Sequence[tuple[int, ...]]) -> RecordSet:
    """The record set of given records, each one or more siblings."""
    candidate = Candidate(kind="run", roots=tuple(roots))
    template = align(page, candidate, Likeness(page))
    drafts = columns(page, candidate, template)
    features = set_features(SetFacts(page, candidate, drafts, [candidate]))
    odds = log_odds(features, load("sets"))
    return _finished(page, _Reading(candidate, template, drafts, features, odds), shares([odds])[0])


def _screened(page: Page, limit: int) -> list[Candidate]:
    weights = load("screen")
    found = candidates(page, _SCREENED)
    scores = {id(one): log_odds(cheap_features(SetFacts(page, one)), weights) for one in found}
    singles = [one for one in found if one.kind in _SINGLE]
    others = sorted((one for one in found if one.kind not in _SINGLE), key=lambda one: -scores[id(one)])
    return [*others[:limit], *singles]


def _finished(page: Page, reading: _Reading, score: float) -> RecordSet:
    evidence = gather(page, reading.candidate, reading.template, reading.drafts)
    return RecordSet(
        kind=reading.candidate.kind,
        roots=reading.candidate.roots,
        heads=reading.candidate.heads,
        columns=tuple(_column(draft, one) for draft, one in zip(reading.drafts, evidence, strict=True)),
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
