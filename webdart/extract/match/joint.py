"""Chooses the record set together with the columns of the declared fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from webdart.extract.match.fields import map_fields
from webdart.extract.model import FieldSpec, Mapped, RecordSet
from webdart.extract.score import load

_LEAST = 1e-4  # probability of a field without a column


@dataclass(frozen=True, slots=True)
class Reading:
    """A record set with the columns of the declared fields; `score` is that of both, the higher the better."""

    record_set: RecordSet
    mapped: Mapped
    score: float


def readings(sets: Sequence[RecordSet], fields: Sequence[FieldSpec]) -> list[Reading]:
    """A reading by every set, the best first."""
    weights = load("joint")
    found: list[Reading] = []
    for one in sets:
        mapped = map_fields(one, fields)
        odds = [log(max(_LEAST, mapped[field.name].probability)) for field in fields] or [0.0]
        prior = log(max(_LEAST, one.score))
        score = weights["set"] * prior + weights["mean"] * sum(odds) / len(odds) + weights["least"] * min(odds)
        found.append(Reading(one, mapped, score))
    return sorted(found, key=lambda reading: -reading.score)
