"""Tells which records of a listing have child rows that the answer can need.

`FROM items i JOIN orders o ON i.orders_number = o.number WHERE o.status = 'Pending'` needs no item of another order:
the own pages of orders that the listing shows to be closed stay unopened. That holds where each child row is joined
with its own parent, by the parent's key, in every place that reads the child table.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.navigate.row_filter import holds, judged
from webdart.navigate.walk.eligibility import expects_little
from webdart.plan.model import ListingStage, Matching, Need, Predicate
from webdart.records.model import Record
from webdart.workflow.model import Extract
from webdart.workflow.sql import PARENT

Condition = tuple[str, tuple[Predicate, ...]]
"""The column of the parent that names it ("" for its declared key), and what holds of a parent with wanted rows."""


class WantedParents(Struct, frozen=True):
    """By child table, the conditions on its parents: any of them that a parent fails leaves its rows out."""

    conditions: Sequence[Sequence[Condition]]

    def matter(self, record: Record) -> bool:
        """Whether a child row of a record can matter to the answer."""
        return any(all(_may(record, one) for one in child) for child in self.conditions)


def wanted_parents(stage: ListingStage, extract: Extract) -> WantedParents:
    """The conditions that later SQL puts on the parents of each child table's rows."""
    return WantedParents([list(_conditions(stage, extract, child)) for child in extract.tables])


def _conditions(stage: ListingStage, extract: Extract, child: Extract) -> list[Condition]:
    need = stage.needs.get(child.into, Need())
    if child.tables or need.fixed or not expects_little(child.expect):  # rows below them may be read by themselves
        return []
    fields = {field.name: field for field in extract.fields if field.page == "record" and field.value is None}
    found: list[Condition] = []
    for match in need.matching:
        named = _names_parent(extract, match)
        usable = tuple(one for one in match.where if one.column in fields and judged(one, fields[one.column]))
        if named is not None and usable:
            found.append((named, usable))
    return found


def _names_parent(extract: Extract, match: Matching) -> str | None:
    """The parent's column by which a child row is joined with its own parent; None where it may be another."""
    if match.table != extract.into.lower():
        return None
    if len(extract.key) == 1 and match.their == extract.key[0]:
        return "" if match.column in (f"{extract.into}_{match.their}", PARENT) else None
    return match.their if match.column == PARENT and not extract.key else None


def _may(record: Record, condition: Condition) -> bool:
    """Whether child rows of a record can satisfy what is asked of their parent."""
    column, predicates = condition
    if column and record.values.get(column) != (record.key or (record.link,))[0]:
        return True  # it is joined by another address than that of its own page
    return all(holds(one, record.values.get(one.column)) for one in predicates)
