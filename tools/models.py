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


def fit_choice(
    groups: Sequence[Group], prior: Linear, free: Flags | None = None, strengths: Matrix | None = None
) -> Linear:
    """Weights for the choice of one candidate among those of its group, or of none; they stay near the prior's.

    Where only some features are `free`, the weights of the others and the bias are the prior's. `strengths` say how
    near each stays to the prior's, of any sign of the difference.
    """
    there = [group for group in groups if len(group.rows)]
    if not there:
        return prior
    choices = _Choices(there)
    start = np.append(prior.weights, prior.bias)
    fitted = np.ones(len(start), dtype=np.bool_) if free is None else np.append(free, np.False_)
    held = np.full(len(prior.weights), _STRENGTH_OF_PRIOR) if strengths is None else strengths
    held = np.append(held, 0.0)

    def loss(given: Matrix) -> tuple[float, Matrix]:
        weights = start.copy()
        weights[fitted] = given
        away = weights - start
        cost, slope = choices.surprise(weights)
        return cost + float(held @ away**2), (slope + 2 * held * away)[fitted]

    minimize: Any = optimize.minimize  # the library has no types
    found = minimize(loss, start[fitted], jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = start.copy()
    weights[fitted] = np.asarray(found.x, dtype=np.float64)
    return Linear(float(weights[-1]), weights[:-1])


class _Choices:
    """The candidates of all decisions in one matrix, group after group."""

    def __init__(self, groups: Sequence[Group]) -> None:
        sizes = np.array([len(group.rows) for group in groups], dtype=np.int64)
        rows = np.vstack([group.rows for group in groups])
        self._rows: Matrix = np.hstack([rows, np.ones((len(rows), 1))])
        self._right: Flags = np.concatenate([group.right for group in groups])
        self._counts: Matrix = np.array([group.weight for group in groups])
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._group = np.repeat(np.arange(len(sizes)), sizes)
        self._any_right = np.add.reduceat(self._right.astype(np.float64), self._starts) > 0

    def surprise(self, weights: Matrix) -> tuple[float, Matrix]:
        """The surprise at the right answers (where none is right: at none), and how it changes with the weights."""
        odds = self._rows @ weights
        top = np.maximum(0.0, np.maximum.reduceat(odds, self._starts))
        shares, none = np.exp(odds - top[self._group]), np.exp(-top)
        whole = np.add.reduceat(shares, self._starts) + none
        wanted = np.where(self._right, shares, 0.0)
        right = np.add.reduceat(wanted, self._starts)
        cost = self._counts @ np.log(whole / np.maximum(np.where(self._any_right, right, none), _TINY))
        gained = wanted / np.maximum(right, _TINY)[self._group]
        change = (shares / whole[self._group] - gained) * self._counts[self._group]
        return float(cost), self._rows.T @ change


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
