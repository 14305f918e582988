"""Chooses the columns of a set that a person may want: all that say something of their own."""

from collections.abc import Sequence

from webdart.extract.match.likeness import roles
from webdart.extract.model import Column, RecordSet

MOST = 24
"""Fields of a proposal; a record that says more is read by those that a person adds."""
_LEAST_FILL = 0.1  # share of the records that have the column
_PROSE = 40  # letters of a composite text in the mean from which it is read as a whole
_NAMED = frozenset({"head", "given", "label", "before", "itemprop"})
_SHOWN = frozenset(
    {"text", "@datetime", "@title", "@alt", "@aria-label", "@href", "@src", "@content", "@style", "@class"}
)
_MOST_LINKS, _MOST_IMAGES = 4, 1


def chosen(record_set: RecordSet) -> list[int]:
    """The places of the columns to propose, in the order of the page."""
    columns = record_set.columns
    kept = [place for place, one in enumerate(columns) if _is_worth(one, len(record_set))]
    kept = _without_wholes(record_set, kept)
    kept = _limited(columns, kept)
    ranked = sorted(kept, key=lambda place: (-_worth(columns[place]), place))[:MOST]
    return sorted(ranked)


def _is_worth(column: Column, count: int) -> bool:
    if column.label or (column.source not in _SHOWN and not _is_typed_datum(column)):
        return False
    if column.fill < _LEAST_FILL and count > 1:
        return False
    if not any(_says_something(value) for value in column.values):
        return False
    if column.source == "@class":
        return any("rating" in roles(name.words) for name in column.names)
    if column.constant and count > 1:
        return _is_told(column)
    return not (column.source == "@href" and all((value or "#").startswith("javascript:") for value in column.values))


def _is_told(column: Column) -> bool:
    """Whether a column that is the same in every record is still data: it has a name, a role, or a typed value."""
    if column.source not in {"text", "@alt", "@title"} or column.composite:
        return False
    if {name.source for name in column.names} & _NAMED:
        return True
    near = [name.words for name in column.names if name.source in {"class0", "class1", "tag"}]
    return (column.source == "text" and any(roles(words) for words in near)) or column.kind not in {"text", "long"}


def _says_something(value: str | None) -> bool:
    return (value is not None and any(sign.isalnum() for sign in value)) or (value is not None and "★" in value)


def _is_typed_datum(column: Column) -> bool:
    return column.source.startswith("@data-") and column.kind in {"date", "datetime", "money"}


def _without_wholes(record_set: RecordSet, places: Sequence[int]) -> list[int]:
    """Leave out texts that only put columns together which are proposed one by one."""
    columns = record_set.columns
    leaves = [columns[place] for place in places if not columns[place].composite and columns[place].source == "text"]
    return [place for place in places if not columns[place].composite or _is_whole(columns[place], leaves)]


def _is_whole(column: Column, leaves: Sequence[Column]) -> bool:
    """Whether a text of several parts is read as one: its parts are uneven, or it has a name or a type of its own."""
    inner = [leaf for leaf in leaves if _within(column, leaf)]
    if not inner:
        return True
    if column.kind not in {"text", "long"} and column.share >= 0.8:
        return True
    own = {name.source for name in column.names} & _NAMED
    if own:
        return True
    uneven = any(leaf.fill < 0.9 * column.fill for leaf in inner)
    return (uneven and len(inner) <= 12) or column.derived in {"list", "line"}


def _within(column: Column, leaf: Column) -> bool:
    pairs = zip(column.values, leaf.values, strict=True)
    return all(part is None or (whole is not None and part in whole) for whole, part in pairs)


def _limited(columns: Sequence[Column], places: Sequence[int]) -> list[int]:
    links = images = 0
    kept: list[int] = []
    for place in places:
        source = columns[place].source
        links += source == "@href"
        images += source == "@src"
        if (source == "@href" and links > _MOST_LINKS) or (source == "@src" and images > _MOST_IMAGES):
            continue
        kept.append(place)
    return kept


def _worth(column: Column) -> float:
    """How likely a person wants it: named by the page, typed, in every record, no attribute, no part of a text."""
    sources = {name.source for name in column.names}
    worth = column.fill
    worth += 1.0 * bool(sources & _NAMED) + 0.5 * (column.kind not in {"text", "link", "image"})
    worth += 0.5 * (column.source == "text") + 0.4 * (column.source == "@href")
    worth -= 0.7 * (column.derived in {"slot", "integer"}) + 0.3 * column.composite + 0.5 * column.hidden
    return worth
