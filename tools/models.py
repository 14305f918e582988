"""Logistic models over named features: fitted with scikit-learn, kept as plain weights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]

_STRENGTH = {"sets": 0.3, "fields": 0.3}
"""Inverse strength of the regularisation; both are flat between 0.1 and 1 in cross-validation."""
_SCALE, _LEAST_SCALE = (
    10.0,
    1e-3,
)  # two numbers from hundreds of pages need no regularisation; a score never turns round


@dataclass(frozen=True, slots=True)
class Group:
    """Candidates of one decision: their features, which of them are right, whose site it is and what it weighs."""

    rows: Matrix
    right: Flags
    site: str
    weight: float


@dataclass(frozen=True, slots=True)
class Linear:
    """A bias and a weight for every feature."""

    bias: float
    weights: Matrix

    def odds(self, rows: Matrix) -> Matrix:
        """The log-odds of rows of features."""
        return rows @ self.weights + self.bias

    def plain(self, names: Sequence[str]) -> dict[str, float]:
        """As JSON has it."""
        named = {name: round(float(value), 4) for name, value in zip(names, self.weights, strict=True)}
        return {"bias": round(self.bias, 4), **named}


def matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Matrix:
    """Rows of features in a fixed order; a feature that a row lacks is 0."""
    return np.array([[row.get(name, 0.0) for name in names] for row in rows], dtype=np.float64).reshape(-1, len(names))


def fit_ranking(groups: Sequence[Group]) -> Linear:
    """Weights that rank a right candidate over the wrong ones of its group; the bias makes the score a probability.

    The weights come from differences of right and wrong candidates, scale and bias from all candidates thereafter.
    """
    differences: list[Matrix] = []
    shares: list[Matrix] = []
    for group in groups:
        right, wrong = group.rows[group.right], group.rows[~group.right]
        if len(right) and len(wrong):
            pairs = (right[:, None, :] - wrong[None, :, :]).reshape(-1, group.rows.shape[1])
            differences.append(pairs)
            shares.append(np.full(len(pairs), group.weight / len(pairs)))
    data, share = np.concatenate(differences), np.concatenate(shares)
    share *= len(share) / share.sum()
    both = np.concatenate([data, -data])
    answers = np.concatenate([np.ones(len(data), dtype=np.bool_), np.zeros(len(data), dtype=np.bool_)])
    strength = _STRENGTH["sets"] * len(groups) / len(both)
    weights = _regression(both, answers, np.concatenate([share, share]), strength, bias=False).weights
    tops = [int(np.argmax(group.rows @ weights)) for group in groups]
    scores = np.array([[float((group.rows @ weights)[top])] for group, top in zip(groups, tops, strict=True)])
    hits = np.array([bool(group.right[top]) for group, top in zip(groups, tops, strict=True)])
    if hits.all() or not hits.any():
        return Linear(0.0, weights)
    scale = _regression(scores, hits, np.array([group.weight for group in groups]), _SCALE)
    return Linear(scale.bias, weights * max(float(scale.weights[0]), _LEAST_SCALE))


def fit_pairs(groups: Sequence[Group]) -> Linear:
    """Weights for the probability that one candidate is right, each by itself."""
    data = np.concatenate([group.rows for group in groups])
    answers = np.concatenate([group.right for group in groups])
    share = np.concatenate([np.full(len(group.rows), group.weight) for group in groups])
    return _regression(data, answers, share, _STRENGTH["fields"])


def _regression(data: Matrix, answers: Flags, share: Matrix, strength: float, *, bias: bool = True) -> Linear:
    model: Any = LogisticRegression(C=strength, fit_intercept=bias, max_iter=3000)  # the library has no types
    model.fit(data, answers, sample_weight=share)
    return Linear(float(model.intercept_[0]) if bias else 0.0, np.asarray(model.coef_[0], dtype=np.float64))


def folds(groups: Sequence[Group], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Places to fit on and places to test on; all groups of a site are on one side."""
    sites = sorted({group.site for group in groups})
    order = np.random.default_rng(47).permutation(len(sites))
    fold_of = {sites[int(place)]: number % count for number, place in enumerate(order)}
    for fold in range(count):
        inside = [place for place, group in enumerate(groups) if fold_of[group.site] == fold]
        outside = [place for place, group in enumerate(groups) if fold_of[group.site] != fold]
        if inside:
            yield outside, inside
