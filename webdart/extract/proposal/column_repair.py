"""Mends columns of a set for a proposal: what one label names is one column, and a sentence is more than its day."""

import re
from collections.abc import Iterator, Sequence

from webdart.extract.model import Column, RecordSet
from webdart.extract.types import finders
from webdart.extract.types.calendar import month_words, weekday_words
from webdart.lexicon import lexicon
from webdart.records.words import plain
from webdart.values import replace

_MOMENTS = frozenset({"date", "datetime"})
_WORDS = re.compile(r"[^\W\d_]{4,}")
_OF_TIMES = frozenset(word for words in lexicon("times").values() for word in words)
_SEVERAL_NAMES = 3  # and two could be "until" and "since"


def mended(record_set: RecordSet, language: str) -> RecordSet:
    """The set with its columns mended; every place stays, and what is new stands behind."""
    return _with_days_apart(_with_joined_labels(record_set), language)


def has_names(column: Column, language: str) -> bool:
    """Whether names stand around days, others in other records: "4.5.2021 Spring fair", and no "Friday, 4.5.2021"."""
    known = month_words(language) | weekday_words(language) | _OF_TIMES
    said = (
        frozenset(word for word in _WORDS.findall(rest.casefold()) if word not in known)
        for rest in _around_days(column, language)
    )
    return len({words for words in said if words}) >= _SEVERAL_NAMES


def _around_days(column: Column, language: str) -> Iterator[str]:
    """What stands before and behind the one day of each text."""
    days = dict(finders(language))["date"]
    for value in column.values:
        if value and (day := days.search(value)):
            yield f"{value[: day.start()]} {value[day.end() :]}"


def _with_days_apart(record_set: RecordSet, language: str) -> RecordSet:
    """The set with the days that stand among names in a text as columns of their own, beside the text."""
    columns = list(record_set.columns)
    days = dict(finders(language))["date"]
    for place, column in enumerate(record_set.columns):
        if column.source != "text" or column.kind not in _MOMENTS or column.derived:
            continue
        if has_names(column, language):
            columns[place] = replace(column, kind="text", name="")
            if column.composite:
                continue  # one of its parts has the day
            hits = [None if value is None else days.search(value) for value in column.values]
            values = tuple(None if hit is None else hit[0].strip() for hit in hits)
            columns.append(replace(column, key=f"{column.key}/date", values=values, names=(), derived="date"))
    return replace(record_set, columns=tuple(columns))


def _with_joined_labels(record_set: RecordSet) -> RecordSet:
    """The set with the columns behind one label joined, of which no record has two: lines that some cards leave out.

    The fullest of them has all the values, the others have none.
    """
    columns = list(record_set.columns)
    behind: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        if (label := _label(column)) and not (column.derived or column.composite) and column.source == "text":
            behind.setdefault(label, []).append(place)
    for places in behind.values():
        places.sort(key=lambda place: -columns[place].fill)
        parts = [columns[place] for place in places]
        if len(parts) > 1 and _exclude_each_other(parts):
            columns[places[0]] = _joined(parts)
            for place in places[1:]:
                columns[place] = _emptied(columns[place])
    return replace(record_set, columns=tuple(columns))


def _label(column: Column) -> str:
    return next((plain(name.words) for name in column.names if name.source == "label"), "")


def _exclude_each_other(parts: Sequence[Column]) -> bool:
    rows = zip(*(one.values for one in parts), strict=True)
    return all(sum(value is not None for value in row) <= 1 for row in rows)


def _joined(parts: Sequence[Column]) -> Column:
    """The first column with the values of the others; of no kind where they are of several."""
    first = parts[0]
    rows = zip(*(zip(one.values, one.nodes, strict=True) for one in parts), strict=True)
    cells = [next((cell for cell in row if cell[0] is not None), (None, -1)) for row in rows]
    values = tuple(value for value, _ in cells)
    said = [value for value in values if value is not None]
    one_kind = len({one.kind for one in parts}) == 1
    return replace(
        first,
        values=values,
        nodes=tuple(node for _, node in cells),
        kind=first.kind if one_kind else "text",
        share=min(one.share for one in parts) if one_kind else 0.0,
        constant=len(set(said)) == 1,
        features={**first.features, "fill": len(said) / len(values), "distinct": len(set(said)) / len(values)},
    )


def _emptied(column: Column) -> Column:
    nothing = len(column.values)
    return replace(column, values=(None,) * nothing, nodes=(-1,) * nothing, features={**column.features, "fill": 0.0})
