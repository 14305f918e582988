"""Weights as plain JSON: a bias and a number for every feature, summed and squeezed into a probability."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp

Weights = Mapping[str, float]
"""By feature, and `bias`; features without a weight count nothing."""
_FAR = 40.0  # log-odds beyond which a probability is 0 or 1


class _Named(dict[str, float]):
    """Weights by name; a name that is missing is a mistake of ours, and nothing about a page."""

    def __missing__(self, name: str) -> float:
        raise RuntimeError(f"no weight is called {name!r}; there are {', '.join(self)}")


@cache
def load(name: str) -> Weights:
    """The weights in `weights/NAME.json` of this room."""
    source = (files("webdart.extract.weights") / f"{name}.json").read_text(encoding="utf-8")
    return _Named(json.loads(source)["weights"])


@cache
def load_table(name: str) -> Mapping[str, Weights]:
    """The table `fitting` in `weights/NAME.json`: by row, by column."""
    source = (files("webdart.extract.weights") / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(source)["fitting"]


def log_odds(features: Mapping[str, float], weights: Weights) -> float:
    """The weighted sum."""
    return weights.get("bias", 0.0) + sum(value * weights.get(name, 0.0) for name, value in features.items())


def shares(odds: Sequence[float]) -> list[float]:
    """The probabilities of alternatives of which at most one is right: they compete with each other and with none."""
    top = max(0.0, *odds) if odds else 0.0
    weights = [exp(value - top) for value in odds]
    whole = sum(weights) + exp(-top)
    return [weight / whole for weight in weights]


def logistic(features: Mapping[str, float], weights: Weights) -> float:
    """The probability, 0 to 1."""
    return 1.0 / (1.0 + exp(-min(_FAR, max(-_FAR, log_odds(features, weights)))))
