"""Leaves out proposed fields whose cells say what those of another field say: one column under two names."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from webdart.extract.model import Column
from webdart.extract.proposal.declare import Declared
from webdart.workflow.model import Value

_SIGNS = re.compile(r"[\W_]+")
_HEADS = frozenset({"head", "given"})
_WORDED = frozenset({"head", "given", "label", "itemprop"})


def without_copies(declared: Sequence[Declared], values: Mapping[str, Sequence[Value]]) -> list[Declared]:
    """The fields with the best of those that have the same cells; `values` has the cells by the field's name.

    Two columns under two heads are never copies: a page may say the same twice, or by chance.
    """
    best: dict[tuple[str | None, ...], list[Declared]] = {}
    for item in declared:
        said = tuple(_folded(value) for value in values[item.field.name])
        if not any(said):
            continue
        known = best.setdefault(said, [])
        same = [other for other in known if not _apart(item.column, other.column)]
        if not same:
            known.append(item)
        elif all(_rank(item.column) > _rank(other.column) for other in same):
            known[:] = [other for other in known if other not in same] + [item]
    kept = {item.field.name for items in best.values() for item in items}
    return [item for item in declared if item.field.name in kept]


def without_labels(declared: Sequence[Declared]) -> list[Declared]:
    """The fields without the texts that are another field with its label: "Category: Floor" beside the category."""
    labelled = [item.column for item in declared if item.column.derived == "labelled"]
    return [item for item in declared if not any(_has_label_of(item.column, one) for one in labelled)]


def _has_label_of(text: Column, value: Column) -> bool:
    """Whether a text is in every record the value behind the same words."""
    if text.source != "text" or text.derived:
        return False
    pairs = [pair for pair in zip(text.values, value.values, strict=True) if pair != (None, None)]
    if text is value or not all(whole is not None and part and whole.endswith(part) for whole, part in pairs):
        return False
    return len({(whole or "").removesuffix(part or "") for whole, part in pairs}) == 1


def _folded(value: Value) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool | str) or not isinstance(value, int | float | Decimal):
        return _SIGNS.sub("", str(value)).casefold() or None
    return format(Decimal(str(value)).normalize(), "f")


def _heads(column: Column) -> frozenset[str]:
    return frozenset(name.words for name in column.names if name.source in _HEADS)


def _apart(left: Column, right: Column) -> bool:
    ours, theirs = _heads(left), _heads(right)
    return bool(ours) and bool(theirs) and not ours & theirs


def _rank(column: Column) -> tuple[bool, bool, bool, bool, int]:
    """What is kept of two: a text that the page names, as it stands there, no part of a longer one, without signs."""
    worded = any(name.source in _WORDED for name in column.names)
    letters = sum(len(value or "") for value in column.values) if column.composite else 0
    return (column.source == "text", not column.derived, worded, not column.composite, -letters)
