"""Choice models over named features: fitted near weights set by hand, kept as plain weights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]

_STRENGTH_OF_PRIOR = 0.5
"""How strongly weights stay near those set by hand; between 0.3 and 1 cross-validation hardly changes."""
_STRENGTH_OF_NOTHING = 0.3
"""How strongly weights of yes or no stay near 0."""
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


def fit_choice(groups: Sequence[Group], prior: Linear, free: Flags | None = None) -> Linear:
    """Weights for the choice of one candidate among those of its group, or of none; they stay near the prior's.

    Where only some features are `free`, the weights of the others and the bias are the prior's.
    """
    rows = [np.hstack([group.rows, np.ones((len(group.rows), 1))]) for group in groups]
    start = np.append(prior.weights, prior.bias)
    fitted = np.ones(len(start), dtype=np.bool_) if free is None else np.append(free, np.False_)

    def loss(given: Matrix) -> tuple[float, Matrix]:
        weights = start.copy()
        weights[fitted] = given
        away = weights - start
        away[-1] = 0.0
        total, slope = _STRENGTH_OF_PRIOR * float(away @ away), 2 * _STRENGTH_OF_PRIOR * away
        for group, data in zip(groups, rows, strict=True):
            cost, change = _choice_loss(data, group.right, weights)
            total, slope = total + group.weight * cost, slope + group.weight * change
        return total, slope[fitted]

    minimize: Any = optimize.minimize  # the library has no types
    found = minimize(loss, start[fitted], jac=True, method="L-BFGS-B", options={"maxiter": 200})
    weights = start.copy()
    weights[fitted] = np.asarray(found.x, dtype=np.float64)
    return Linear(float(weights[-1]), weights[:-1])


def fit_logistic(rows: Matrix, right: Flags, counts: Matrix) -> Linear:
    """Weights for yes or no, each row with what it counts; they stay near nothing."""
    data = np.hstack([rows, np.ones((len(rows), 1))])

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        odds, kept = data @ weights, weights.copy()
        kept[-1] = 0.0
        cost = counts @ (np.logaddexp(0.0, odds) - right * odds) + _STRENGTH_OF_NOTHING * float(kept @ kept)
        slope = data.T @ (counts * (1.0 / (1.0 + np.exp(-odds)) - right)) + 2 * _STRENGTH_OF_NOTHING * kept
        return float(cost), slope

    minimize: Any = optimize.minimize  # the library has no types
    found = minimize(loss, np.zeros(data.shape[1]), jac=True, method="L-BFGS-B")
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
