"""Weighs what the rules read of a page that is one record with what all columns of the page speak for.

A column that a label names is rarely wrong, one that a class names often is: how the rules found a field, how probable
the values are that they did not take, and whether their value stands in the page's main part by itself, give the
probability that the field is wrong. Its weights are fitted on pages of sites that took no part in those of the columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log

from webdart.extract.comparison import folded, is_comparable, value_of
from webdart.extract.match import Question, map_fields
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import page_from_view
from webdart.extract.score import load, log_odds
from webdart.extract.second_reading import SecondReading, Sources, field_spec, is_told_by_column
from webdart.extract.sets import page_record
from webdart.page.linked_data import linked_properties
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.records.query.wrapper import Anchor
from webdart.workflow.model import Field

FOUND_BY = ("label", "name", "heading", "signature", "mark", "type")
"""By what the rules find a field that is weighed here."""
_LABELLED = frozenset({"label", "name"})
_MARKED = {"heading": "heading", "signed": "signature"}
"""What the mark-up says a field by, where that is no class: by the first word of its column's key."""
_TIERS = {"label": "label", "name": "name", "mark": "mark", "words": "mark", "type": "type"}
_LEAST = 1e-3  # the probability below which a value is as good as none


def doubtful(view: PageView, spec: ListingSpec, found: Extraction) -> Iterator[tuple[Field, Column]]:
    """The fields that are rather wrong, each with the column that says something else and is the most probable."""
    if len(found.records) != 1 or found.wrapper is None:
        return
    asked = [one for one in spec.sought if is_told_by_column(one)]
    read = {field.name: folded(value_of(found.records[0], field, view.url)) for field in asked}
    known = {name: anchor for name, anchor in found.wrapper.anchors.items() if is_weighed(anchor)}
    sure = _told(view)
    fields = (one for one in asked if one.name in known and is_comparable(one) and read[one.name])
    judged = [one for one in fields if one.type.kind != "text" or read[one.name] not in sure]
    page = page_from_view(view, spec.locale)
    record = page_record(page) if judged else None
    if record is None:
        return
    mapped = map_fields(Question(record, [field_spec(one) for one in asked], page, spec.locale))
    second, weights = SecondReading(page, Sources(view, spec), []), load("page_opinion")
    for field in judged:
        values, shares = said(second, record, field), mapped[field.name].shares
        heard = relations(values, read[field.name], plain=field.type.kind == "text")
        others = [place for place, one in enumerate(heard) if one in {"kin", "other"}]
        features = doubt_features(shares, values, heard, found_by(known[field.name]))
        if others and log_odds(features, weights) >= weights["doubts"]:
            yield field, record.columns[max(others, key=shares.__getitem__)]


def _told(view: PageView) -> frozenset[str]:
    """The texts of the page's data: what is said there too needs no other witness."""
    return frozenset(folded(value) for values in linked_properties(view.linked, "").values() for value in values)


def said(second: SecondReading, record: RecordSet, field: Field) -> list[str]:
    """What each column says as the field's type, folded; "" where it says no such thing."""
    found: list[str] = []
    for column in record.columns:
        values = second.values_of(column, field) if column.values[0] is not None else None
        found.append(folded(values[0]) if values else "")
    return found


def relations(values: Sequence[str], read: str, *, plain: bool) -> list[str]:
    """How the values of columns are to the one that was read: `same`, `kin`, `other`; "" for no value.

    A text is kin to what holds it and to what it holds.
    """
    return [_relation(value, read, plain=plain) for value in values]


def _relation(value: str, read: str, *, plain: bool) -> str:
    if not value:
        return ""
    if value == read:
        return "same"
    return "kin" if plain and (value in read or read in value) else "other"


def is_weighed(anchor: Anchor) -> bool:
    """Whether it was left to the rules where a field stands: the file says nothing of it, nor does the page's data."""
    return anchor.tier in _TIERS and not anchor.key.startswith("linked:")


def found_by(anchor: Anchor) -> str:
    """By what the rules found a field, as the weights have it."""
    first = anchor.key.split(":", 1)[0]
    return _MARKED.get(first, "mark") if anchor.tier == "mark" else _TIERS[anchor.tier]


def doubt_features(
    shares: Sequence[float], values: Sequence[str | int], heard: Sequence[str], found: str
) -> Mapping[str, float]:
    """What speaks for a field's being wrong: how it was found, and the log-odds of other values against its own.

    A value that stands in one text with its label ("Company: Acme") is no column, and has no odds to be held against.
    """
    sums: dict[str | int, float] = {}
    for share, value in zip(shares, values, strict=True):
        sums[value] = sums.get(value, 0.0) + share
    kinds = dict(zip(values, heard, strict=True))
    own = _log(sum(sums[value] for value, kind in kinds.items() if kind == "same"))
    other = _log(max((sums[value] for value, kind in kinds.items() if kind == "other"), default=0.0))
    kin = _log(sum(sums[value] for value, kind in kinds.items() if kind == "kin"))
    there = "same" in heard
    held = there or found not in _LABELLED
    return {
        f"by_{found}": 1.0,
        "other": max(0.0, other - own) if held else 0.0,
        "kin": max(0.0, kin - own) if held else 0.0,
        "there": float(there),
    }


def _log(share: float) -> float:
    return log(max(_LEAST, share))
