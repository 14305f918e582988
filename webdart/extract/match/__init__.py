"""Maps declared fields onto the columns of a record set."""

from webdart.extract.match.fields import FIELD_FEATURES, all_features, choose, map_fields, meaning
from webdart.extract.match.question import Question

__all__ = ["FIELD_FEATURES", "Question", "all_features", "choose", "map_fields", "meaning"]
