"""Holds what a record's own page has for the file of its listing: labelled values, and tables of the record alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from webdart.errors import UsageError
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.why import places_of
from webdart.navigate.walk.row_identity import link_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.words import default_label
from webdart.studio.chore_text import ChoreText
from webdart.studio.preview import Preview
from webdart.studio.sight import Sight
from webdart.table.cell_json import cell, text
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Value


class Listing(Struct, frozen=True):
    """The listing from which a record's page was opened: its address and page, its file, the rows read there."""

    url: str
    view: PageView
    chore: ChoreText
    preview: Preview

    @property
    def link(self) -> str:
        """Where the first record that has a page of its own leads.

        Raises:
            UsageError: none has one.
        """
        links = (link_of(record, self.preview.extract) for record in self.preview.got.records)
        found = next(filter(None, links), None)
        if found is None:
            raise UsageError("the records have no link to a page of their own", hint="add a column of type link")
        return found


class Part(Struct, frozen=True):
    """Something that a record's page has and the file does not read: a field with its value, or a table."""

    name: str
    said: str
    what: Field | Found


@dataclass(frozen=True)
class RecordPage:
    """A record's own page, beside the listing that leads to it."""

    listing: Listing
    sight: Sight
    locale: str

    @property
    def view(self) -> PageView:
        """The page."""
        return self.sight.view

    def parts(self, extract: Extract) -> tuple[Part, ...]:
        """What the page has that a declaration does not read yet: fields by their labels, then tables."""
        labels = {_label(one) for one in extract.fields if one.page == "detail"}
        names = {table.into for table in extract.tables}
        own = detail_fields(self.view, self.sight.spec(self.locale))
        declared = () if own is None else own.extract.fields
        values: Mapping[str, Value] = {} if own is None else own.records[0].values
        fields = (
            Part(one.name, text(cell(values.get(one.name))), one) for one in declared if _label(one) not in labels
        )
        found = (one for one in self.sight.sighting.found if one.extract.into not in names)
        return (*fields, *(Part(one.extract.into, f"a table, {one.count} rows", one) for one in found))

    def part_at(self, parts: Sequence[Part], x: float, y: float) -> Part | None:
        """The labelled value at a point of the page."""
        spots = [node.index for node in self.sight.at(x, y)]
        fields = [part for part in parts if isinstance(part.what, Field)]
        hits = ((spots.index(place), part) for part in fields for place in self.places(part.said) if place in spots)
        return min(hits, key=lambda hit: hit[0], default=(0, None))[1]

    def places(self, said: str) -> tuple[int, ...]:
        """Where a value of the page stands."""
        return places_of(self.view, said) if said else ()

    def added(self, chore: ChoreText, part: Part) -> ChoreText:
        """The file with a part of the page."""
        if isinstance(part.what, Field):
            taken = {field.name for field in (chore.extract.fields if chore.extract else ())}
            name = part.name if part.name not in taken else f"{part.name}_{len(taken)}"
            label = part.what.label or (default_label(part.name) if name != part.name else None)
            return chore.with_field(replace(part.what, name=name, label=label, page="detail"))
        return chore.with_table(part.what)

    def preview(self, extract: Extract) -> Preview:
        """What a declaration reads from this page: one row, of its `page: detail` fields alone."""
        own = replace(extract, each=None, within=None, tables=())
        spec = ListingSpec(extract=own, locale=self.locale, now=self.sight.spec(self.locale).now, kind="detail")
        return Preview(extract, read(self.view, spec))


def _label(field: Field) -> str:
    """The words that find a field on a page."""
    return (field.label or default_label(field.name)).casefold()
