"""Tells how probable it is that the rules misread a field, in sight of all columns of the record set.

A column that a label names is rarely wrong, one that its type alone told often is. How the rules found a field, whether
they doubt it themselves, and how probable the best other column is beside those that say what was read, give the
log-odds. Their weights are fitted on pages of sites that took no part in those of the columns: `misreading.json` for
listings, `page_misreading.json` for a page that is one record.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log

from msgspec import Struct

from webdart.extract.comparison import folded, is_part, value_of
from webdart.extract.fragment import is_fragment
from webdart.extract.model import Column, Mapped, RecordSet
from webdart.extract.page import Page
from webdart.extract.score import load, log_odds
from webdart.extract.second_reading import SecondReading, holds_another, is_held_with_another
from webdart.page.text_match import COLONS
from webdart.records import Extraction
from webdart.records.query.wrapper import Anchor
from webdart.workflow.model import Field

BY_TYPE = "by type"
"""The code of the rules' own doubt on a column that nothing names."""
FOUND_BY = ("label", "name", "heading", "signature", "mark", "type")
"""By what the rules find a field that is weighed here."""
FEATURES = (*(f"by_{one}" for one in FOUND_BY), "doubted", "rival", "doubted_rival")
"""What speaks for a field's being misread."""
_MARKED = {"heading": "heading", "signed": "signature"}
"""What the mark-up says a field by, where that is no class: by the first word of its column's key."""
_TIERS = {"label": "label", "name": "name", "mark": "mark", "words": "mark", "type": "type"}
_DAYS = frozenset({"date", "datetime"})
_LEAST = 1e-2  # the probability below which a column is as good as none
_NOTHING = -1  # the meaning of a column that has no value of the field's type


class Misreading(Struct, frozen=True):
    """The log-odds that a field was misread, and the place of the best column that says something else, -1 for none.

    `told` says whether that is enough to tell a person, `labelled` that a column has the label which the file gives
    and says what was read.
    """

    odds: float
    rival: int
    told: bool
    labelled: bool


class Witnesses(Struct, frozen=True):
    """By column: a number for what it says of a field, -1 for nothing, and whether that is what was read."""

    meanings: Sequence[int]
    same: Sequence[bool]


def misreading(
    second: SecondReading, record_set: RecordSet, mapped: Mapped, field: Field, found: Extraction
) -> Misreading | None:
    """How a field that the rules read stands beside the columns of a set with as many records.

    None where it was not left to the rules where the field stands.
    """
    anchor = anchor_of(field, found)
    if anchor is None:
        return None
    shares, doubted = mapped[field.name].shares, is_doubted(field, found)
    heard = witnesses(second, record_set, field, found, mapped)
    alone = record_set.kind == "page"
    weights = load("page_misreading" if alone else "misreading")
    odds = log_odds(features(shares, heard, found_by(anchor), doubted=doubted, alone=alone), weights)
    others = [place for place, one in enumerate(heard.meanings) if one != _NOTHING and not heard.same[place]]
    rival = max(others, key=shares.__getitem__, default=-1)
    return Misreading(odds, rival, odds >= weights["told"], anchor.tier == "label" and any(heard.same))


def anchor_of(field: Field, found: Extraction) -> Anchor | None:
    """Where the rules found a field, if they had to: not where the file says it, nor in the page's data."""
    known = None if found.wrapper is None else found.wrapper.anchors.get(field.name)
    return known if known is not None and known.tier in _TIERS and not known.key.startswith("linked:") else None


def found_by(anchor: Anchor) -> str:
    """By what the rules found a field, as the weights have it."""
    first = anchor.key.split(":", 1)[0]
    return _MARKED.get(first, "mark") if anchor.tier == "mark" else _TIERS[anchor.tier]


def is_doubted(field: Field, found: Extraction) -> bool:
    """Whether the rules say themselves that only its type told a field."""
    return any(one.code == BY_TYPE and one.column == field.name for one in found.remarks)


def features(
    shares: Sequence[float], heard: Witnesses, found: str, *, doubted: bool, alone: bool
) -> Mapping[str, float]:
    """What speaks for a field's being misread: how probable another column is beside those that say what was read.

    What no column says is none of them. The columns of one meaning speak together. What the rules doubt may be no
    column's at all; on a page that is one record (`alone`) that says nothing: much is read there from parts of texts.
    """
    none = 1.0 - sum(shares)
    own = sum(share for share, same in zip(shares, heard.same, strict=True) if same) if any(heard.same) else none
    sums = dict.fromkeys(heard.meanings, 0.0)
    for share, meaning, same in zip(shares, heard.meanings, heard.same, strict=True):
        sums[meaning] += 0.0 if same or meaning == _NOTHING else share
    other = max(sums.values(), default=0.0)
    rival = _log(other + none if doubted and not alone else other) - _log(own)
    return {f"by_{found}": 1.0, "doubted": float(doubted), "doubted_rival" if doubted else "rival": rival}


def _log(share: float) -> float:
    return log(max(_LEAST, share))


def witnesses(
    second: SecondReading, record_set: RecordSet, field: Field, found: Extraction, mapped: Mapped | None = None
) -> Witnesses:
    """What the columns of a set say of a field.

    By what is probable (`mapped`), those that are improbable say nothing, and those that are another field's neither.
    """
    columns = record_set.columns
    likely = [mapped is None or mapped[field.name].shares[place] >= _LEAST for place in range(len(columns))]
    said = [_said(second, column, field) if one else () for column, one in zip(columns, likely, strict=True)]
    if mapped is not None:
        said = [
            () if any(one) and _is_of_another(second, columns, place, field, found, mapped) else one
            for place, one in enumerate(said)
        ]
    numbers: dict[tuple[str, ...], int] = {}
    meanings = [numbers.setdefault(one, len(numbers)) if any(one) else _NOTHING for one in said]
    pairs = zip(record_set.columns, meanings, strict=True)
    same = [one != _NOTHING and _says_same(second, record_set, column, field, found) for column, one in pairs]
    return Witnesses(meanings, same)


def _is_of_another(
    second: SecondReading, columns: Sequence[Column], place: int, field: Field, found: Extraction, mapped: Mapped
) -> bool:
    """Whether a column is what another field was read from, and rather that field's: no two have one column."""
    least, share = load("second_opinion")["agreement"], mapped[field.name].shares[place]
    return any(
        other.name in mapped
        and mapped[other.name].shares[place] > share
        and second.agreement(columns[place], other, found) >= least
        for other in second.spec.sought
        if other.name != field.name
    )


def _said(second: SecondReading, column: Column, field: Field) -> tuple[str, ...]:
    """What a column says as the field's type; of dates in its texts, where these are none: days without a year."""
    values = second.values_of(column, field) or ()
    if field.type.kind in _DAYS and not any(map(folded, values)):
        values = column.values
    return tuple(map(folded, values))


def _says_same(second: SecondReading, record_set: RecordSet, column: Column, field: Field, found: Extraction) -> bool:
    """Whether a column says what was read: as it stands there, in some records, in a piece of it, with more, as data.

    A piece that leaves out another field's value says something else.
    """
    least = load("second_opinion")["agreement"]
    if second.agreement(column, field, found) >= least or _is_labelled(column, field, found):
        return True
    values = second.values_of(column, field)
    if values is not None and is_part(values, [value_of(record, field, second.page.url) for record in found.records]):
        return True
    if len(found.records) == 1:
        return False  # much holds much by chance
    if is_fragment(second.page, field, column, found):
        return not (holds_another(field, column, found) or _is_without_words(column, field, found))
    parts = _data_of_parts(column, record_set, second.page)
    return is_held_with_another(field, column, found) or any(
        second.agreement(one, field, found) >= least for one in parts
    )


def _is_without_words(column: Column, field: Field, found: Extraction) -> bool:
    """Whether a column has what was read without words that are the same in all records: those are its label."""
    texts = [folded(record.values.get(field.name)) for record in found.records]
    pairs = [(folded(value), text) for value, text in zip(column.values, texts, strict=True) if value and text]
    return len({text.replace(value, "", 1) for value, text in pairs if value in text}) == 1 < len({*texts})


def _is_labelled(column: Column, field: Field, found: Extraction) -> bool:
    """Whether a column has what was read as a text behind a label, in one text: "Company: Acme"."""
    if field.type.kind != "text":
        return False
    pairs = [
        (folded(value), folded(record.values.get(field.name)))
        for value, record in zip(column.values, found.records, strict=True)
    ]
    return any(value for value, _ in pairs) and all(
        value == own or (own and value.endswith(tuple(f"{colon}{own}" for colon in COLONS))) for value, own in pairs
    )


def _data_of_parts(column: Column, record_set: RecordSet, page: Page) -> Iterator[Column]:
    """What the elements of a column's texts say in attributes: "3 years ago" has the moment in its `title`."""
    nodes = [node for node in column.nodes if node >= 0]
    around = (page.parents[node] for node in nodes if page.text_of(page.parents[node]) == page.text_of(node))
    elements = {*nodes, *around}
    for other in record_set.columns:
        places = [node for node in other.nodes if node >= 0]
        if other.source != "text" and places and elements.issuperset(places):
            yield other
