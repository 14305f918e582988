"""Reads the page that is shown as a run would read it: what stands in the table is what the file gives."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from msgspec import Struct

from webdart.errors import NotFound, WebdartError
from webdart.extract.proposal import Placed
from webdart.page.locator import find_each
from webdart.page.locator_query import marks_of, sought
from webdart.page.model import PageView
from webdart.plan.names import RunNames
from webdart.records import Extraction, ListingSpec, read
from webdart.records.words import default_label
from webdart.workflow.model import Extract, Field, Locator, Value

_NAMES = RunNames()
"""No parameter has a value while a file is being written."""


class Preview(Struct, frozen=True):
    """The rows that a declaration gives on the page, and why not all of it could be read."""

    extract: Extract
    got: Extraction
    failure: str = ""

    @classmethod
    def failed(cls, extract: Extract, why: str) -> "Preview":
        """One without rows."""
        return cls(extract, Extraction(verdict="not found"), why)

    def values(self, name: str) -> tuple[Value, ...]:
        """A column of the rows."""
        return tuple(record.values.get(name) for record in self.got.records)

    def doubts(self, name: str) -> tuple[str, ...]:
        """What speaks against a column ("": against the whole)."""
        problems = [str(one) for one in self.got.problems if one.field == name]
        missing = [f"not on this page: {one.looked_for}" for one in self.got.missing if one.field == name]
        remarks = [one.text for one in self.got.remarks if one.column == name]
        return (*problems, *missing, *remarks)


def marks(extract: Extract | None) -> tuple[str, ...]:
    """The selectors that the page must answer for a declaration to be read."""
    if extract is None:
        return ()
    each = None if isinstance(extract.each, str) else extract.each
    locators = [extract.within, each, *(field.target for field in extract.fields)]
    try:
        found = [marks_of(sought(locator, _NAMES)) for locator in locators if locator is not None]
    except WebdartError:  # a template that only a run can fill
        return ()
    return tuple(dict.fromkeys(mark for hits in found for mark in hits))


def preview(view: PageView, extract: Extract, locale: str) -> Preview:
    """What a declaration reads from a page."""
    kind = "page" if extract.each == "page" else "listing"
    every = partial(_locate, hidden=True)
    spec = ListingSpec(extract=extract, locale=locale, now=present(), kind=kind, locate=_locate, locate_all=every)
    try:
        return Preview(extract, read(view, spec))
    except WebdartError as error:
        return Preview.failed(extract, str(error))


def present() -> datetime:
    """The moment to which a page's "yesterday" refers."""
    return datetime.now(UTC).replace(tzinfo=None)


def _locate(view: PageView, locator: Locator, *, hidden: bool = False) -> tuple[int, ...]:
    try:
        return tuple(node.index for node in find_each(view, locator, _NAMES, hidden=hidden))
    except NotFound:
        return ()


def placed_columns(extract: Extract, placed: Placed) -> Mapping[str, int]:
    """The columns of a record set that fields of a file read, by the field's name."""
    known = {_signature(field): placed.fields[field.name] for field in placed.found.extract.fields}
    found = {field.name: known.get(_signature(field)) for field in extract.fields}
    return {name: place for name, place in found.items() if place is not None}


def _signature(field: Field) -> tuple[object, ...]:
    """What a field looks for: the same under another name and with another type."""
    target = getattr(field.target, "body", None)
    label = "" if target is not None else field.label or default_label(field.name)
    return (target, field.source, field.match, label.casefold())


def fill_share(values: Sequence[Value]) -> float:
    """The share of rows that have a value."""
    return sum(value is not None for value in values) / len(values) if values else 0.0
