"""Turns the record sets of a page that nobody has described into declarations that read them."""

from webdart.extract.proposal.listings import proposals

__all__ = ["proposals"]
