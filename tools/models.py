"""Logistic models over named features: fitted with scikit-learn, kept as plain weights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]

_STRENGTH = 0.3
"""Inverse strength of the regularisation of set weights; flat between 0.1 and 1 in cross-validation."""
_STRENGTH_OF_PRIOR = 1.0
"""How strongly the weights of fields stay near those set by hand: 0.1 guesses as well, but is sure of less."""
_TINY = 1e-200  # keeps the logarithm of a hopeless right answer finite
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
    strength = _STRENGTH * len(groups) / len(both)
    weights = _regression(both, answers, np.concatenate([share, share]), strength, bias=False).weights
    tops = [int(np.argmax(group.rows @ weights)) for group in groups]
    scores = np.array([[float((group.rows @ weights)[top])] for group, top in zip(groups, tops, strict=True)])
    hits = np.array([bool(group.right[top]) for group, top in zip(groups, tops, strict=True)])
    if hits.all() or not hits.any():
        return Linear(0.0, weights)
    scale = _regression(scores, hits, np.array([group.weight for group in groups]), _SCALE)
    return Linear(scale.bias, weights * max(float(scale.weights[0]), _LEAST_SCALE))


def fit_choice(groups: Sequence[Group], prior: Linear) -> Linear:
    """Weights for the choice of one candidate among those of its group, or of none; they stay near the prior's."""
    rows = [np.hstack([group.rows, np.ones((len(group.rows), 1))]) for group in groups]
    start = np.append(prior.weights, prior.bias)

    def loss(given: Matrix) -> tuple[float, Matrix]:
        away = given - start
        away[-1] = 0.0
        total, slope = _STRENGTH_OF_PRIOR * float(away @ away), 2 * _STRENGTH_OF_PRIOR * away
        for group, data in zip(groups, rows, strict=True):
            cost, change = _choice_loss(data, group.right, given)
            total, slope = total + group.weight * cost, slope + group.weight * change
        return total, slope

    found: Any = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})  # no types either
    weights = np.asarray(found.x, dtype=np.float64)
    return Linear(float(weights[-1]), weights[:-1])


def _choice_loss(data: Matrix, right: Flags, weights: Matrix) -> tuple[float, Matrix]:
    """The surprise at the right answer (where none is right: at none), and how it changes with the weights."""
    odds = data @ weights
    top = max(0.0, float(odds.max(initial=0.0)))
    shares, none = np.exp(odds - top), float(np.exp(-top))
    whole = float(shares.sum()) + none
    if not right.any():
        return float(np.log(whole / none)), data.T @ (shares / whole)
    wanted = np.where(right, shares, 0.0) + _TINY * right
    return float(np.log(whole / wanted.sum())), data.T @ (shares / whole - wanted / wanted.sum())


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
