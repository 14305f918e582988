"""Chooses a column for every declared field: features of each pair, shares of the columns, one assignment.

It is done twice: the first choices, made of each pair by itself, are features of the second ones.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import Struct

from webdart.extract.match.features import PAIR_FEATURES, pair_features
from webdart.extract.match.first_choices import CHOICE_FEATURES, FirstChoices
from webdart.extract.match.question import Question
from webdart.extract.model import Choice, Column, FieldSpec, Mapped, Verdict
from webdart.extract.score import load, log_odds, shares
from webdart.records.matching.assignment import assign
from webdart.values import replace

_KIN = 0.9  # share of the records in which one value is a part of the other
_END = ".…"
Values = tuple[str | None, ...]
FIELD_FEATURES = (*PAIR_FEATURES, *CHOICE_FEATURES)
"""The names of all that is weighed of a declared field and a column."""


class Chosen(Struct, frozen=True):
    """A column chosen for a field: how probable its values are, their lead over the best others, and those."""

    place: int
    probability: float
    margin: float
    runner_up: int


def map_fields(question: Question, weights: Mapping[str, float] | None = None) -> Mapped:
    """The column of each field, and how sure that is; `weights` default to `weights/fields.json`.

    The default is `weights/page_fields.json` for the page as one record: it has no order of columns, and many more.
    `sure` needs a probability of at least the weight `sure`, and a lead of at least `margin` over the best column of
    other values; below `least` there is no column.
    """
    weights = _weights_of(question) if weights is None else weights
    features = all_features(question, weights)
    odds = _odds(features, weights)
    chosen = choose(odds, _meanings(question), weights.get("least", 0.0))
    return {
        field.name: replace(_choice(field, one, given, weights), shares=tuple(shares(row)))
        for field, one, given, row in zip(question.fields, chosen, features, odds, strict=True)
    }


def all_features(question: Question, weights: Mapping[str, float] | None = None) -> list[list[dict[str, float]]]:
    """By field and column: the features of the pair, with those that the first choices of the other fields give."""
    weights = _weights_of(question) if weights is None else weights
    fields, places = question.fields, range(len(question.record_set.columns))
    alone = [[pair_features(field, place, question) for place in places] for field in fields]
    chosen = choose(_odds(alone, weights), _meanings(question), weights.get("least", 0.0))
    first = FirstChoices(
        question,
        [None if one is None else one.place for one in chosen],
        [0.0 if one is None else one.probability for one in chosen],
    )
    return [
        [given | first.features(number, place) for place, given in enumerate(row)] for number, row in enumerate(alone)
    ]


def _weights_of(question: Question) -> Mapping[str, float]:
    return load("page_fields" if question.record_set.kind in {"page", "block"} else "fields")


def _odds(features: Sequence[Sequence[Mapping[str, float]]], weights: Mapping[str, float]) -> list[list[float]]:
    return [[log_odds(one, weights) for one in row] for row in features]


def _meanings(question: Question) -> list[tuple[str | None, ...]]:
    return [meaning(column) for column in question.record_set.columns]


def choose(odds: Sequence[Sequence[float]], meanings: Sequence[object], least: float) -> list[Chosen | None]:
    """The column of each field by the log-odds of all; columns of one meaning are the same answer.

    The columns of a field compete with each other and with there being none (log-odds 0): their probabilities sum up
    to at most 1, without those that another field probably has. What is below `least` is no column.
    """
    if not meanings:
        return [None] * len(odds)
    rows = [shares(row) for row in odds]
    places = assign([[value if value >= least else 0.0 for value in row] for row in rows])
    taken = {place: row[place] for row, place in zip(rows, places, strict=True) if place is not None}
    return [
        None if place is None else _chosen(row, meanings, place, taken) for row, place in zip(rows, places, strict=True)
    ]


def meaning(column: Column) -> tuple[str | None, ...]:
    """What tells its values from those of other columns: blanks and case do not, nor that they are cut short."""
    return tuple(None if value is None else "".join(value.split()).casefold().rstrip(_END) for value in column.values)


def _chosen(row: Sequence[float], meanings: Sequence[object], place: int, taken: Mapping[int, float]) -> Chosen:
    sums: dict[object, float] = {}
    best: dict[object, int] = {}
    for other, value in enumerate(row):
        if meanings[other] == meanings[place] or other not in taken:
            key = meanings[other]
            sums[key] = sums.get(key, 0.0) + value
            best[key] = other if value > row[best.get(key, other)] else best.get(key, other)
    own = meanings[place]
    rival = max((key for key in sums if not _is_kin(own, key)), key=lambda key: sums[key], default=None)
    behind = 0.0 if rival is None else sums[rival]
    lost = sum(row[other] * share for other, share in taken.items() if meanings[other] != own)
    return Chosen(
        place, sums[own] / (1 - lost), (sums[own] - behind) / (1 - lost), -1 if rival is None else best[rival]
    )


def _is_kin(left: object, right: object) -> bool:
    """Whether two meanings are readings of one place: where both have a value, one holds the other."""
    if left == right or not isinstance(left, tuple) or not isinstance(right, tuple):
        return left == right
    pairs = zip(cast("Values", left), cast("Values", right), strict=True)
    both = [one in other or other in one for one, other in pairs if one is not None and other is not None]
    return bool(both) and sum(both) >= _KIN * len(both)


def _choice(
    field: FieldSpec, chosen: Chosen | None, features: Sequence[Mapping[str, float]], weights: Mapping[str, float]
) -> Choice:
    if chosen is None:
        return Choice(field=field.name, column=-1, verdict="none")
    return Choice(
        field=field.name,
        column=chosen.place,
        verdict=_verdict(chosen, weights),
        probability=chosen.probability,
        margin=chosen.margin,
        runner_up=chosen.runner_up,
        features=features[chosen.place],
    )


def _verdict(chosen: Chosen, weights: Mapping[str, float]) -> Verdict:
    sure = chosen.probability >= weights.get("sure", 0.5) and chosen.margin >= weights.get("margin", 0.2)
    return "sure" if sure else "ask"
