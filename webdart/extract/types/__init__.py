"""The kinds of values: what a text reads as, told by its form."""

from webdart.extract.types.kinds import is_typed, kind_of

__all__ = ["is_typed", "kind_of"]
