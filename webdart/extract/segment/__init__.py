"""Finds candidates for record sets: which nodes could be the records of one list."""

from webdart.extract.segment.candidates import candidates, letters_of, share_asked
from webdart.extract.segment.model import Candidate

__all__ = ["Candidate", "candidates", "letters_of", "share_asked"]
