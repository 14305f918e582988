"""Fits how probable it is that a field was read wrongly by the rules.

The columns are weighed by what the pages of other sites give: their probabilities are those of a stranger's page.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tools.models import Group, Linear, fit_choice, fit_logistic, folds, matrix
from tools.reading import Reading
from webdart.extract.match import FIELD_FEATURES
from webdart.extract.misreading import FEATURES, Witnesses, features
from webdart.extract.score import load, shares

_NEEDLESS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15)  # shares of the right fields that are doubted, as printed
_THRESHOLDS = ("told", "settled", "decides", "undoubted")


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that was read: its features, whether it is wrong, its site."""

    features: dict[str, float]
    wrong: bool
    site: str


def fit_doubts(
    name: str, readings: Sequence[Reading], prior: Linear, weigh: Callable[[Reading], float], count: int
) -> dict[str, float]:
    """The weights of a file, its thresholds as they are; prints how many wrong fields are told on sites left out."""
    fields = list(_fields(readings, prior, weigh, count))
    counts = Counter(one.site for one in fields)
    rows = matrix([one.features for one in fields], FEATURES)
    wrong = np.array([one.wrong for one in fields], dtype=np.bool_)
    weights = np.array([1.0 / counts[one.site] ** 0.5 for one in fields])
    odds = np.zeros(len(fields))
    groups = [Group(rows[:0], wrong[:0], one.site, 1.0) for one in fields]
    for outside, inside in folds(groups, count):
        odds[inside] = fit_logistic(rows[outside], wrong[outside], weights[outside]).odds(rows[inside])
    print(f"{name}: {len(fields)} fields, {int(wrong.sum())} read wrongly")
    for share in _NEEDLESS:
        least = float(np.quantile(odds[~wrong], 1.0 - share))
        told = int((odds[wrong] >= least).sum())
        print(f"  doubted from {least:.2f} on: {100 * share:.1f} % of the right ones, {told} of the wrong ones")
    kept = {one: value for one, value in load(name).items() if one in _THRESHOLDS}
    return {**fit_logistic(rows, wrong, weights).plain(FEATURES), **kept}


def _fields(
    readings: Sequence[Reading], prior: Linear, weigh: Callable[[Reading], float], count: int
) -> Iterator[_Field]:
    """The fields that were read, their columns weighed by the pages of other sites."""
    names = list(FIELD_FEATURES)
    pages = [
        [
            Group(matrix(each.rows, names), np.array(each.right, dtype=np.bool_), one.site, weigh(one))
            for each in one.pairings
        ]
        for one in readings
    ]
    for outside, inside in folds(
        [Group(prior.weights[:0], np.zeros(0, dtype=np.bool_), one.site, 1.0) for one in readings], count
    ):
        model = fit_choice([group for place in outside for group in pages[place]], prior)
        for place in inside:
            for group, each in zip(pages[place], readings[place].pairings, strict=True):
                if each.checked is not None:
                    known, odds = each.checked, [float(value) for value in model.odds(group.rows)]
                    heard = Witnesses(known.meanings, known.same)
                    alone = readings[place].detail
                    said = features(shares(odds), heard, known.found, doubted=known.doubted, alone=alone)
                    yield _Field(dict(said), known.wrong, readings[place].site)
