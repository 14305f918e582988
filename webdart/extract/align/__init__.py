"""Aligns the records of a set: which part of one record is which part of another."""

from webdart.extract.align.merge import align
from webdart.extract.align.template import Template

__all__ = ["Template", "align"]
