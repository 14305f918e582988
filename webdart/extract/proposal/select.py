"""Chooses the columns of a set that a person may want: all that say something of their own."""

import re
from collections.abc import Collection, Sequence

from webdart.extract.match import Question
from webdart.extract.match.likeness import roles
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.types import TYPED
from webdart.records.coerce.signs import boolean_of_classes

MOST = 32
"""Fields of a proposal; a record that says more is read by those that a person adds."""
_LEAST_FILL = 0.1  # share of the records that have the column
_NAMED = frozenset({"head", "given", "label", "before", "itemprop"})
_NEAR = frozenset({"class0", "class1", "class2", "tag", "title"})
_SHOWN = frozenset(
    {"text", "@datetime", "@title", "@alt", "@aria-label", "@href", "@src", "@content", "@style", "@class"}
)
TOLD = frozenset({"@title", "@alt", "@aria-label"})
"""Attributes that tell what is shown, to those who point at it or can't see it."""
_OF_BUTTONS = frozenset({"link", "title", "description"})
"""Roles that a text has as well where it is the same in every record and says only what a click does."""
_MOST_LINKS, _MOST_IMAGES = 4, 1
_SAID = re.compile(r"[^\W\d_]{2}|\d{4}")  # a month in words, or a year: three small numbers may count anything
_CODE = re.compile(r"[^\W\d_]{1,4}\d*(?:[-/.]\d+)+")
_MOMENTS = frozenset({"date", "datetime", "time"})
_TYPED_SHARE = 0.8  # of the values of a composite text, that it is read as its kind
_UNEVEN = 0.9  # of the fill of a text, below which a part of it is missing in some records
_MOSTLY = 0.5  # and of which an amount or a day is there, that it is one of the parts
_COVERED = 0.9  # of the letters of a text, that its parts say all of it
_IN_LINE = 0.8  # of the values, that a column is in one line
_RUNNING = 60  # letters of a text that runs on, in the mean
_PASSAGES = frozenset({"#text", "p", "br"})
_MOST_PARTS = 12  # texts in a composite one that is read as a whole


def chosen(record_set: RecordSet, page: Page, titles: Collection[int] = ()) -> list[int]:
    """The places of the columns that may be proposed, in the order of the page: every text once, in its least part.

    The text of one link or heading, and what runs on in one line, is a text beside its parts. `titles`: the places of
    what the records are called.
    """
    columns = record_set.columns
    question = Question(record_set, (), page)
    typed = {_text_of(one) for one in columns if one.derived == "slot" and one.kind in TYPED}
    halved = {_text_of(one) for one in columns if one.derived == "half"}
    called = {columns[place].key for place in titles}
    codes = {one.key for one in columns if _are_codes(one)}
    kept = [
        place
        for place, one in enumerate(columns)
        if _is_worth(one, len(record_set))
        and one.key not in halved
        and not (_is_anonymous_slot(one) and _text_of(one) not in typed)
        and not (_text_of(one) in called and _is_piece(one))
        and _text_of(one) not in codes
    ]
    tops = {record[0] for record in record_set.roots}
    leaves = [one for one in columns if not one.composite and not one.derived and one.source == "text"]
    apart = {
        columns[place].key
        for place in kept
        if columns[place].composite
        and not _is_one(question, place)
        and not _is_whole(columns[place], leaves, covers=_covers(columns[place], tops), page=page)
    }
    kept = [place for place in kept if columns[place].key not in apart]
    kept = [place for place in kept if not _spans(columns[place], leaves)]
    kept = _without_paragraphs(page, columns, kept)
    kept = _without_pieces(page, columns, kept)
    halves = {key for place in kept if _is_price_in_turn(columns[place]) for key in columns[place].key.split("|")}
    kept = [place for place in kept if columns[place].key not in halves]
    said_again = _said_by_slots(columns, kept, titles)
    shown = {columns[place].values for place in kept if columns[place].source == "text"}
    kept = [place for place in kept if columns[place].source not in TOLD or columns[place].values not in shown]
    return [place for place in kept if columns[place].key not in said_again]


def _without_paragraphs(page: Page, columns: Sequence[Column], kept: Sequence[int]) -> list[int]:
    """The columns without those of the paragraphs of a longer text that is kept as a whole."""
    prose = [columns[place] for place in kept if columns[place].composite and _is_prose(page, columns[place])]
    return [place for place in kept if not any(_is_in(page, columns[place], whole) for whole in prose)]


def _without_pieces(page: Page, columns: Sequence[Column], kept: Sequence[int]) -> list[int]:
    """The columns without the pieces of a day or a time that is kept as a whole."""
    texts = {place for place in kept if columns[place].source == "text" and not columns[place].composite}
    pieces: set[int] = set()
    for whole in (columns[place] for place in kept if columns[place].composite):
        inner = {place for place in texts if _is_in(page, columns[place], whole)}
        if len(inner) > 1 and _is_split_moment(whole, [columns[place] for place in inner]):
            pieces |= inner
    return [place for place in kept if place not in pieces]


def _is_price_in_turn(column: Column) -> bool:
    """Whether a column has an amount that each record has in one of two places: the regular price, or a special one."""
    return column.derived == "or" and column.kind == "money" and column.share == 1.0


def _is_prose(page: Page, column: Column) -> bool:
    """Whether the elements of a long text hold nothing but paragraphs without a class."""
    if column.kind != "long":
        return False
    inner = [place for node in column.nodes if node >= 0 for place in range(node + 1, page.ends[node])]
    return all(page.tags[place] in _PASSAGES and not page.classes[place] for place in inner)


def _is_in(page: Page, part: Column, whole: Column) -> bool:
    pairs = zip(whole.nodes, part.nodes, strict=True)
    return part.source == "text" and all(inner < 0 or 0 <= outer < inner < page.ends[outer] for outer, inner in pairs)


def _is_one(question: Question, place: int) -> bool:
    """Whether a text of several parts is all that one link or heading says, in one line, or a line of prose."""
    if question.record_set.columns[place].derived:
        return False
    whole_line, _, several = question.extents[place]
    said = question.samples[place]
    running = whole_line >= _IN_LINE and sum(map(len, said)) >= _RUNNING * len(said)
    return running or (several <= 1.0 - _IN_LINE and max(question.wholes[place]) >= _IN_LINE)


def _spans(column: Column, leaves: Sequence[Column]) -> bool:
    """Whether a part of a text has all that a text of its own says, and more: "14 Closed" of "Room 14", "Closed"."""
    if column.derived != "slot":
        return False
    cores = ([_core(value) for value in leaf.values] for leaf in leaves if not leaf.constant)
    return any(_all_in(column.values, core) for core in cores if core != list(column.values))


def _core(value: str | None) -> str | None:
    """A text without the signs around it, a currency, say, which the words around a part may have."""
    letters = [place for place, sign in enumerate(value or "") if sign.isalnum()]
    return value if value is None or not letters else value[letters[0] : letters[-1] + 1]


def _said_by_slots(whole: Sequence[Column], kept: Sequence[int], titled: Collection[int]) -> set[str]:
    """The keys of the columns that a part of a running text makes needless, or that make one needless.

    A text that is that part with words that never change ("Stock: 12 pieces") gives way to the part; with signs alone
    ("$12") it stays, and the part goes. Under a head or behind a label the words before the part belong to the value:
    "Room 12"; so do those of what the records are called.
    """
    columns, titles = [whole[place] for place in kept], {whole[place].key for place in titled}
    slots = [column for column in columns if column.derived == "slot" and not column.constant]
    texts = [column for column in columns if column.source == "text" and not (column.derived or column.composite)]
    needless: set[str] = set()
    for text in texts:
        named = _is_named(text) or text.key in titles
        for slot in slots:
            around = _around(text, slot)
            if around is not None and _is_part_of(whole, slot, text):
                plain = text.kind in {"text", "long"}  # "11.50 EUR" is an amount as it stands
                own = named and any(map(str.isalpha, around[0]))
                worded = any(map(str.isalpha, "".join(around)))
                telling = slot.kind in TYPED or not (around[0][-1:].isalnum() or around[1][:1].isalnum())
                telling = telling and not _goes_on(around)
                needless.add(text.key if plain and worded and telling and not own else slot.key)
    return needless


def _is_part_of(columns: Sequence[Column], slot: Column, text: Column) -> bool:
    """Whether a part is one of this text, or of a longer one around it; another says the same by chance."""
    own = _text_of(slot)
    return own == text.key or any(column.key == own and _within(column, text) for column in columns)


def _goes_on(around: tuple[str, str]) -> bool:
    """Whether digits go on right before or behind a part: the 5 of "v0.5" is no number by itself."""
    before, behind = around
    touching = before.rpartition(" ")[2] + behind.partition(" ")[0]
    return any(map(str.isdigit, touching))


def _around(text: Column, slot: Column) -> tuple[str, str] | None:
    """What stands in a text before and behind the part, where that is the same in every record."""
    found: set[tuple[str, str]] = set()
    for whole, part in zip(text.values, slot.values, strict=True):
        if whole is None and part is None:
            continue
        if whole is None or part is None or part not in whole:
            return None
        before, _, behind = whole.partition(part)
        found.add((before, behind))
    return found.pop() if len(found) == 1 else None


def _covers(column: Column, tops: set[int]) -> bool:
    return not column.derived and all(node < 0 or node in tops for node in column.nodes)


def _is_worth(column: Column, count: int) -> bool:
    if column.label or (column.source not in _SHOWN and not _is_typed_datum(column)):
        return False
    if column.fill < _LEAST_FILL and count > 1:
        return False
    if not any(_says_something(value) for value in column.values):
        return False
    if column.source == "@class":
        return says_by_signs(column) or any("rating" in roles(name.words) for name in column.names)
    if column.constant and count > 1:
        return _is_told(column)
    return not (column.source == "@href" and all((value or "#").startswith("javascript:") for value in column.values))


def says_by_signs(column: Column) -> bool:
    """Whether the icons below a head are ticks in some records and crosses in the others."""
    signs = {boolean_of_classes(value.split()) for value in column.values if value is not None}
    return signs == {True, False} and any(name.source == "head" for name in column.names)


def _is_piece(column: Column) -> bool:
    """Whether a part of a name says nothing by itself: the 730 of "Alto 730 Desk Lamp", what a plate is "with"."""
    return column.derived == "integer" or (column.derived == "slot" and column.kind in {"text", "long"})


def _are_codes(column: Column) -> bool:
    """Whether texts are codes that say nothing in pieces: "K-352/23"."""
    said = [value for value in column.values if value is not None]
    return bool(said) and all(map(_CODE.fullmatch, said))


def _is_anonymous_slot(column: Column) -> bool:
    """Whether neither the words before a part of a text say what it is, nor its values do.

    It stands at a comma, and says something only beside a part whose values do: "19:00 - News".
    """
    named = any(name.source == "before" for name in column.names)
    return column.derived == "slot" and column.kind in {"text", "long"} and not named


def _text_of(slot: Column) -> str:
    """The key of the text that a slot is a part of."""
    return slot.key.rpartition("/")[0]


def _is_told(column: Column) -> bool:
    """Whether a column that is the same in every record is still data: it has a name, a role, or a typed value."""
    if column.source not in {"text", "@alt"} or column.composite or column.derived in {"slot", "integer"}:
        return False  # a title says what a click does
    if column.kind not in {"text", "long"} or {name.source for name in column.names} & _NAMED:
        return True
    found = [roles(name.words) for name in column.names if name.source in _NEAR]
    return column.source == "text" and any(one and not one & _OF_BUTTONS for one in found)


def _says_something(value: str | None) -> bool:
    return (value is not None and any(sign.isalnum() for sign in value)) or (value is not None and "★" in value)


def _is_typed_datum(column: Column) -> bool:
    return column.source.startswith("@data-") and column.kind in {"date", "datetime", "money"}


def _is_whole(column: Column, leaves: Sequence[Column], *, covers: bool, page: Page) -> bool:
    """Whether a text of several parts is read as one: its parts are uneven, or it has a name or a type of its own."""
    inner = [leaf for leaf in leaves if _within(column, leaf)]
    varying = [leaf for leaf in inner if not leaf.constant]
    if not varying or (len(varying) > 1 and _exclude_each_other(varying)):
        return True
    if len(varying) > 1 and not covers and _is_headed(column) and _are_bare_lines(page, column, inner):
        return True  # a place in three lines, under one head
    if len(varying) > 1 and not _is_split_moment(column, varying) and (covers or _is_made_of(column, inner, varying)):
        return False
    if column.kind not in {"text", "long"} and column.share >= _TYPED_SHARE:
        return True
    if len(varying) == 1 and varying[0].fill >= column.fill:
        return False  # a label and its value
    uneven = any(leaf.fill < _UNEVEN * column.fill for leaf in inner) and len(inner) <= _MOST_PARTS
    named = bool({name.source for name in column.names} & _NAMED)
    return named or uneven or column.derived in {"list", "line"}


def _is_split_moment(column: Column, parts: Sequence[Column]) -> bool:
    """Whether a text is a day or a time of which each part is but a piece: "17", "May" and "2026" below each other."""
    whole = column.kind in _MOMENTS and column.share >= _TYPED_SHARE
    whole = whole and all(value is None or (" " in value and _SAID.search(value)) for value in column.values)
    return whole and not any(part.kind in _MOMENTS for part in parts)


def _are_bare_lines(page: Page, column: Column, inner: Sequence[Column]) -> bool:
    """Whether the parts of a text are texts right in its element, and none an amount, a day or the like."""
    pairs = [pair for leaf in inner for pair in zip(column.nodes, leaf.nodes, strict=True) if pair[1] >= 0]
    return all(page.parents[part] == whole for whole, part in pairs) and not any(leaf.kind in TYPED for leaf in inner)


def _is_headed(column: Column) -> bool:
    """Whether a text is all of a cell below a head."""
    return any(name.source == "head" for name in column.names)


def _is_named(column: Column) -> bool:
    """Whether the page names all of a text, by a head or a label: what words it begins with belong to the value."""
    return any(name.source in {"head", "label"} for name in column.names)


def _is_made_of(column: Column, inner: Sequence[Column], varying: Sequence[Column]) -> bool:
    """Whether a text is no prose, and its parts say all of it, in every record or as amounts, days and the like."""
    even = all(leaf.fill >= _UNEVEN * column.fill for leaf in varying)
    typed = any(leaf.kind in TYPED and leaf.fill >= _MOSTLY * column.fill for leaf in varying)
    return (even or typed) and column.kind != "long" and _is_covered(column, inner)


def _exclude_each_other(parts: Sequence[Column]) -> bool:
    """Whether records have one of some parts each: the same text, marked up in one of two ways."""
    return all(
        sum(value is not None for value in record) <= 1 for record in zip(*(one.values for one in parts), strict=True)
    )


def _is_covered(column: Column, inner: Sequence[Column]) -> bool:
    """Whether nearly all that a text says stands in columns of its parts."""
    said = sum(_length(value) for value in column.values)
    apart = sum(_length(value) for part in inner for value in part.values)
    return apart >= _COVERED * said


def _length(value: str | None) -> int:
    return sum(map(str.isalnum, value or ""))


def _within(column: Column, leaf: Column) -> bool:
    return _all_in(column.values, leaf.values)


def _all_in(texts: Sequence[str | None], parts: Sequence[str | None]) -> bool:
    pairs = zip(texts, parts, strict=True)
    return all(part is None or (whole is not None and part in whole) for whole, part in pairs)


def limited(columns: Sequence[Column], places: Sequence[int], first: Collection[int], most: int) -> list[int]:
    """The `most` telling of some columns, in the order of the page; those of `first` are among them."""
    links = images = 0
    kept: list[int] = []
    for place in places:
        source = columns[place].source
        links += source == "@href"
        images += source == "@src"
        if (source == "@href" and links > _MOST_LINKS) or (source == "@src" and images > _MOST_IMAGES):
            continue
        kept.append(place)
    return sorted(sorted(kept, key=lambda place: (place not in first, -_worth(columns[place]), place))[:most])


def _worth(column: Column) -> float:
    """How likely a person wants it: named by the page, typed, in every record, no attribute, no part of a text."""
    sources = {name.source for name in column.names}
    worth = column.fill
    worth += 1.0 * bool(sources & _NAMED) + 0.5 * (column.kind not in {"text", "link", "image"})
    worth += 0.5 * (column.source == "text") + 0.4 * (column.source == "@href")
    worth -= 0.7 * (column.derived in {"slot", "integer"}) + 0.3 * column.composite + 0.5 * column.hidden
    return worth
