"""Maps declared fields onto the columns of a record set."""

from webdart.extract.match.features import PAIR_FEATURES, pair_features
from webdart.extract.match.fields import map_fields

__all__ = ["PAIR_FEATURES", "map_fields", "pair_features"]
