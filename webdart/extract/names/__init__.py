"""What a page calls the columns of a record set, with where each word stands."""

from webdart.extract.names.choose import choose_name
from webdart.extract.names.evidence import Evidence, gather

__all__ = ["Evidence", "choose_name", "gather"]
