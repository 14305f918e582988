"""Chooses the record set together with the columns of the declared fields."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log

from webdart.extract.match.fields import map_fields
from webdart.extract.match.question import Question
from webdart.extract.model import FieldSpec, Mapped, RecordSet
from webdart.extract.page import Page
from webdart.extract.score import load, log_odds, shares

_LEAST = 1e-4  # probability of a field without a column


@dataclass(frozen=True, slots=True)
class Reading:
    """A record set with the columns of the declared fields; `score` is the probability that it is the one meant."""

    record_set: RecordSet
    mapped: Mapped
    score: float


def readings(sets: Sequence[RecordSet], fields: Sequence[FieldSpec], page: Page, locale: str = "en") -> list[Reading]:
    """A reading by every set, the best first; in a doubtful set no field is sure."""
    weights = load("joint")
    mapped = [map_fields(Question(one, fields, page, locale)) for one in sets]
    odds = [log_odds(joint_features(one, fields, each), weights) for one, each in zip(sets, mapped, strict=True)]
    found = [
        Reading(one, each if score >= weights["sure"] else _doubted(each), score)
        for one, each, score in zip(sets, mapped, shares(odds), strict=True)
    ]
    return sorted(found, key=lambda reading: -reading.score)


def joint_features(one: RecordSet, fields: Sequence[FieldSpec], mapped: Mapped) -> dict[str, float]:
    """What speaks for a set in sight of the declared fields, as logarithms of probabilities."""
    odds = [log(max(_LEAST, mapped[field.name].probability)) for field in fields] or [0.0]
    return {"set": log(max(_LEAST, one.score)), "mean": sum(odds) / len(odds), "least": min(odds)}


def _doubted(mapped: Mapped) -> Mapped:
    return {name: replace(one, verdict="ask") if one.verdict == "sure" else one for name, one in mapped.items()}
