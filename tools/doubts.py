"""Fits how probable it is that a field of a page that is one record was read wrongly.

The columns are weighed by what the pages of other sites give: their probabilities are those of a stranger's page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tools.models import Group, Linear, fit_choice, fit_logistic, folds, matrix
from tools.reading import Reading
from webdart.extract.match import FIELD_FEATURES
from webdart.extract.page_opinion import FOUND_BY, doubt_features
from webdart.extract.score import load, shares

FEATURES = (*(f"by_{one}" for one in FOUND_BY), "other", "kin", "there")
"""What speaks for a field's being wrong."""
_NEEDLESS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15)  # shares of the right fields that are doubted, as printed


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that was read: its features, whether it is wrong, its site."""

    features: dict[str, float]
    wrong: bool
    site: str


def fit_doubts(
    readings: Sequence[Reading], prior: Linear, weigh: Callable[[Reading], float], count: int
) -> dict[str, float]:
    """The weights, with the threshold as it is; prints how many wrong fields a threshold tells on sites left out."""
    fields = list(_fields(readings, prior, weigh, count))
    counts = {one.site: sum(other.site == one.site for other in fields) for one in fields}
    rows = matrix([one.features for one in fields], FEATURES)
    wrong = np.array([one.wrong for one in fields], dtype=np.bool_)
    weights = np.array([1.0 / counts[one.site] ** 0.5 for one in fields])
    odds = np.zeros(len(fields))
    groups = [Group(rows[:0], wrong[:0], one.site, 1.0) for one in fields]
    for outside, inside in folds(groups, count):
        odds[inside] = fit_logistic(rows[outside], wrong[outside], weights[outside]).odds(rows[inside])
    print(f"fields of pages that are one record: {len(fields)}, {int(wrong.sum())} read wrongly")
    for share in _NEEDLESS:
        least = float(np.quantile(odds[~wrong], 1.0 - share))
        told = int((odds[wrong] >= least).sum())
        print(f"  doubted from {least:.2f} on: {100 * share:.1f} % of the right ones, {told} of the wrong ones")
    return {**fit_logistic(rows, wrong, weights).plain(FEATURES), "doubts": load("page_opinion")["doubts"]}


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
                if each.checked is not None and each.checked.found in FOUND_BY:
                    known, odds = each.checked, [float(value) for value in model.odds(group.rows)]
                    features = doubt_features(shares(odds), known.said, known.heard, known.found)
                    yield _Field(dict(features), known.wrong, readings[place].site)
