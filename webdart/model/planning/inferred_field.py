"""Finds a field that a question needs and the listing did not show, by trial readings that are checked, not assumed."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, cast

from msgspec import Struct

from webdart.errors import SourceLine
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import Sighting
from webdart.model.planning.pieces import Asked, name_of
from webdart.page.labels import ancestors
from webdart.page.model import Node
from webdart.records.query.spec import ListingSpec
from webdart.records.read import read
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Kind, Type

_AT = SourceLine("the model's field", 1, 1)
_WITH_UNIT = re.compile(r"[+-]?\d[\d.,\s]*[^\W\d_]{1,4}\.?")
"""A number and a unit: of few letters, as those of lengths, weights, times and volumes are."""


class Placed(Struct, frozen=True):
    """The listing with what its own rows gave, what is on a record's page, and the labels that are nowhere."""

    found: Found | None
    detail: tuple[Asked, ...]
    nowhere: tuple[str, ...]


def place(asked: Sequence[Asked], found: Found | None, listing: Sighting, record: Sighting | None) -> Placed:
    """Each field where reading finds it: in the listing's rows, else on the record's own page.

    Without a listing, `record` is the page that is itself the record.
    """
    detail: list[Asked] = []
    nowhere: list[str] = []
    for one in asked:
        fields = () if found is None else found.extract.fields
        if any(field.name == name_of(one.label) for field in fields):
            continue
        wider = None if found is None else _in_rows(one, found, listing)
        if wider is not None:
            found = wider
        elif record is not None and _on_page(one, record, "detail" if found is not None else "page"):
            detail.append(one)
        else:
            nowhere.append(one.label)
    return Placed(found, tuple(detail), tuple(nowhere))


def own_fields(sighting: Sighting) -> tuple[Asked, ...]:
    """What a page about one thing has under labels, each with the type that its value reads as.

    A number with its unit is a number: as a text, 9 kg would be more than 12 kg.
    """
    nothing = Extract(into="page", fields=(), at=_AT)
    found = detail_fields(sighting.view, _spec(sighting, nothing, "page"))
    if found is None:
        return ()
    own = found.extract.fields[1:]  # the first is the page's title
    fields = [field for field in own if not field.type.many and field.type.kind != "image"]
    texts = {field.name: str(record.values.get(field.name)) for record in found.records[:1] for field in fields}
    if len(fields) > 1 and len({texts.get(field.name, "") for field in fields}) == 1:
        return ()  # one text beside every label is a button, such as "Add" in a menu
    return tuple(_own(field, texts.get(field.name, ""), sighting) for field in fields)


def with_ticks(found: Found, listing: Sighting) -> Found:
    """A listing with the columns that have a head and no text: ticks, which only a reading as yes and no tells."""
    nodes = listing.view.nodes
    above = (nodes[found.around], *ancestors(listing.view, nodes[found.around])) if found.around >= 0 else ()
    table = next((node for node in above if node.tag == "table"), above[0] if above else None)
    inside = nodes[table.index : table.end] if table is not None else ()
    heads = [" ".join(listing.view.text_of(node.index).split()) for node in inside if _is_head(node)]
    known = {field.name for field in found.extract.fields}
    for head in dict.fromkeys(heads):
        if head and name_of(head) not in known:
            found = _in_rows(Asked(label=head, type="boolean"), found, listing) or found
    return found


def _is_head(node: Node) -> bool:
    """Whether a node is the head of a column."""
    return node.tag == "th" or node.role == "columnheader"


def _own(field: Field, value: str, sighting: Sighting) -> Asked:
    one = Asked(label=field.label or field.name.replace("_", " "), type=str(field.type), sample=value)
    if field.type.kind != "text" or not _WITH_UNIT.fullmatch(value):
        return one
    number = replace(one, type="number")
    return number if _on_page(number, sighting, "page") else one


def _field(one: Asked, page: Literal["record", "detail"]) -> Field:
    name = name_of(one.label)
    label = None if name.replace("_", " ") == one.label.casefold() else one.label
    return Field(name=name, type=Type(cast("Kind", one.type)), label=label, page=page, at=_AT)


def _in_rows(one: Asked, found: Found, listing: Sighting) -> Found | None:
    extract = replace(found.extract, fields=(*found.extract.fields, _field(one, "record")))
    got = read(listing.view, _spec(listing, extract, "listing"))
    name = name_of(one.label)
    wrong = {problem.field for problem in got.problems} | {missing.field for missing in got.missing}
    filled = sum(record.values.get(name) is not None for record in got.records)
    if wrong or got.verdict != "found" or len(got.records) < found.count or filled * 2 < len(got.records):
        return None
    return replace(found, extract=extract, records=got.records)


def _on_page(one: Asked, record: Sighting, kind: Literal["detail", "page"]) -> bool:
    extract = Extract(
        into="page", each="page", fields=(_field(one, "detail" if kind == "detail" else "record"),), at=_AT
    )
    got = read(record.view, _spec(record, extract, kind))
    return any(row.values.get(name_of(one.label)) is not None for row in got.records)


def _spec(sighting: Sighting, extract: Extract, kind: Literal["listing", "detail", "page"]) -> ListingSpec:
    now = datetime.now(UTC).replace(tzinfo=None)
    return ListingSpec(extract=extract, locale=sighting.locale, now=now, kind=kind)
