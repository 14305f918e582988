"""What was learned of a listing on one page, as a value that reads the next page without looking for records."""

from webdart.extract.templates.learn import learn
from webdart.extract.templates.model import Learned, Recalled
from webdart.extract.templates.recall import recall

__all__ = ["Learned", "Recalled", "learn", "recall"]
