"""Scores by named features and weights that are data."""

from webdart.extract.score.features import FEATURES, SetFacts, cheap_features, set_features
from webdart.extract.score.weights import Weights, load, load_table, log_odds, logistic, shares

__all__ = [
    "FEATURES",
    "SetFacts",
    "Weights",
    "cheap_features",
    "load",
    "load_table",
    "log_odds",
    "logistic",
    "set_features",
    "shares",
]
