"""What a page calls the columns of a record set, with where each word stands."""

from webdart.extract.names.choose import choose_name
from webdart.extract.names.evidence import Evidence, gather
from webdart.extract.names.pairs import paired, said_of

__all__ = ["Evidence", "choose_name", "gather", "paired", "said_of"]
