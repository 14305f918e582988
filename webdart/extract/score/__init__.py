"""Scores by named features and weights that are data."""

from webdart.extract.score.features import FEATURES, SetFacts, cheap_features, set_features
from webdart.extract.score.weights import Weights, load, log_odds, logistic

__all__ = ["FEATURES", "SetFacts", "Weights", "cheap_features", "log_odds", "load", "logistic", "set_features"]
