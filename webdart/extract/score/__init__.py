"""Scores by named features and weights that are data."""

from webdart.extract.score.features import SetFacts, set_features
from webdart.extract.score.weights import Weights, load, logistic

__all__ = ["SetFacts", "Weights", "load", "logistic", "set_features"]
