"""Chooses a column for every declared field: features of each pair, one score, one assignment, a margin."""

from collections.abc import Mapping, Sequence

from webdart.extract.match.features import SetView, pair_features
from webdart.extract.model import Choice, Column, FieldSpec, Mapped, RecordSet, Verdict
from webdart.extract.score import load, logistic
from webdart.records.assign import assign


def map_fields(
    record_set: RecordSet, fields: Sequence[FieldSpec], weights: Mapping[str, float] | None = None
) -> Mapped:
    """The column of each field, and how sure that is; `weights` default to `weights/fields.json`.

    `sure` needs a probability of at least the weight `sure`, and another column of other values to be `margin` behind;
    below `least` there is no column.
    """
    weights = load("fields") if weights is None else weights
    view = SetView(record_set)
    places = range(len(record_set.columns))
    features = [[pair_features(field, place, view) for place in places] for field in fields]
    odds = [[logistic(one, weights) for one in row] for row in features]
    least = weights.get("least", 0.0)
    chosen = (
        assign([[value if value >= least else 0.0 for value in row] for row in odds])
        if places
        else [None] * len(fields)
    )
    taken = {place for place in chosen if place is not None}
    found: dict[str, Choice] = {}
    for field, row, given, place in zip(fields, odds, features, chosen, strict=True):
        if place is None:
            found[field.name] = Choice(field=field.name, column=-1, verdict="none")
            continue
        other = _runner_up(record_set.columns, row, place, taken)
        margin = row[place] - (row[other] if other >= 0 else 0.0)
        found[field.name] = Choice(
            field=field.name,
            column=place,
            verdict=_verdict(row[place], margin, weights),
            probability=row[place],
            margin=margin,
            runner_up=other,
            features=given[place],
        )
    return found


def _verdict(probability: float, margin: float, weights: Mapping[str, float]) -> Verdict:
    return "sure" if probability >= weights.get("sure", 0.5) and margin >= weights.get("margin", 0.2) else "ask"


def _runner_up(columns: Sequence[Column], row: Sequence[float], place: int, taken: set[int]) -> int:
    """The best free column of other values."""
    values = columns[place].values
    free = [other for other in range(len(columns)) if other not in taken and columns[other].values != values]
    return max(free, key=lambda other: (row[other], -other), default=-1)
