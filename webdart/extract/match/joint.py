"""Chooses the record set together with the columns of the declared fields."""

from collections.abc import Sequence
from math import log

from msgspec import Struct

from webdart.extract.match.fields import map_fields
from webdart.extract.match.question import STRONG, Question, fit
from webdart.extract.model import Choice, FieldSpec, Mapped, RecordSet
from webdart.extract.page import Page
from webdart.extract.score import load, log_odds, shares
from webdart.values import replace

_SAME = 0.99  # likeness of names that are the same but for case and signs
_LEAST = 1e-4  # probability of a field without a column


class Reading(Struct, frozen=True):
    """A record set with the columns of the declared fields; `score` is the probability that it is the one meant.

    `odds` are the log-odds that the probabilities of all come from, `alone` the columns as the set by itself has them.
    """

    record_set: RecordSet
    alone: Mapped
    odds: float
    score: float = 0.0

    @property
    def mapped(self) -> Mapped:
        """The columns of the fields: in a doubtful set none is sure."""
        return self.alone if self.score >= load("joint")["sure"] else _doubted(self.alone)


def readings(sets: Sequence[RecordSet], fields: Sequence[FieldSpec], page: Page, locale: str = "en") -> list[Reading]:
    """A reading by every set, the best first."""
    weights = load("joint")
    mapped = [map_fields(Question(one, fields, page, locale)) for one in sets]
    odds = [log_odds(joint_features(one, fields, each), weights) for one, each in zip(sets, mapped, strict=True)]
    return ranked([Reading(one, each, value) for one, each, value in zip(sets, mapped, odds, strict=True)])


def ranked(found: Sequence[Reading]) -> list[Reading]:
    """The readings with their probabilities, the best first."""
    scores = shares([one.odds for one in found])
    return sorted(
        (replace(one, score=score) for one, score in zip(found, scores, strict=True)), key=lambda one: -one.score
    )


def joint_features(one: RecordSet, fields: Sequence[FieldSpec], mapped: Mapped) -> dict[str, float]:
    """What speaks for a set in sight of the declared fields: logarithms of probabilities, the share that is named."""
    odds = [log(max(_LEAST, mapped[field.name].probability)) for field in fields] or [0.0]
    named = sum(_is_named(one, field, mapped[field.name]) for field in fields) / max(1, len(fields))
    return {"set": log(max(_LEAST, one.score)), "mean": sum(odds) / len(odds), "least": min(odds), "named": named}


def _is_named(one: RecordSet, field: FieldSpec, choice: Choice) -> bool:
    """Whether a head or a label calls the field's column just as it is declared."""
    names = one.columns[choice.column].names if choice.column >= 0 else ()
    return any(name.source in STRONG and fit(field, name.words) >= _SAME for name in names)


def _doubted(mapped: Mapped) -> Mapped:
    return {name: replace(one, verdict="ask") if one.verdict == "sure" else one for name, one in mapped.items()}
