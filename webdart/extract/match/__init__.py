"""Maps declared fields onto the columns of a record set."""

from webdart.extract.match.features import PAIR_FEATURES, pair_features
from webdart.extract.match.fields import choose, map_fields, meaning
from webdart.extract.match.question import Question

__all__ = ["PAIR_FEATURES", "Question", "choose", "map_fields", "meaning", "pair_features"]
