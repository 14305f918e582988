"""Maps declared fields onto the columns of a record set."""

from webdart.extract.match.fields import map_fields

__all__ = ["map_fields"]
