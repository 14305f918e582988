"""Turns the record sets of a page that nobody has described into declarations that read them."""

from webdart.extract.proposal.listings import Placed, field_of, placed_proposals, proposals

__all__ = ["Placed", "field_of", "placed_proposals", "proposals"]
