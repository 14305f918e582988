"""Reads a whole column: its texts once for what they settle together, then cell by cell.

Every cell ends as a value, as NULL because nothing stood there, or as NULL with its raw text and a remark. There is
no fourth way.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from unicodedata import normalize

from msgspec import Struct

from webdart.lexicon.phrases import alternatives, languages
from webdart.records.coerce.bylines import name_behind, names_a_person
from webdart.records.coerce.convention import Convention, Locality, RawCell, Read, Task, Unreadable
from webdart.records.coerce.decoration import NONE, Decoration, decoration
from webdart.records.coerce.locales import parse_locale
from webdart.records.coerce.minus import said_signs, with_signs
from webdart.records.coerce.numbers import grouped_by_blanks
from webdart.records.coerce.plain_columns import plain_values
from webdart.records.coerce.readers import is_price, reader
from webdart.records.coerce.signs import UNSAID, read_rating
from webdart.records.coerce.stars import ALIKE
from webdart.records.model import Remark
from webdart.records.words import default_label, folded, is_placeholder, plain
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field, Scalar, Value
from webdart.workflow.pattern import compiled

_MEASURED = frozenset({"duration", "date", "datetime"})
"""Types whose values are read as a whole; around numbers and amounts words may stand."""
_COUNTED = _MEASURED | NUMERIC | {"money"}
"""Types whose values have digits."""

_DITTO = frozenset({"〃", "″", "〟", '"', "''", "”", "„"})
"""Signs for "as above" where they are all that a cell says, and all others of the column have words."""
_OF_DITTO_ALONE = "〃"
_WORDY = re.compile(r"\w{2}")
_SIGNED = NUMERIC | {"money"}
"""Types of which a value is one number."""
_BARE = frozenset({"integer", "number"})
"""Types of numbers of anything."""
_UNMAPPED = Unreadable("not among the words of `values`")
"""What a map of `values` says of words that it doesn't have; its own NULL is a value like any other."""


class Coerced(Struct, frozen=True):
    """A column's values, the raw texts where they differ or could not be read, what was settled, what to report."""

    values: tuple[Value, ...]
    raws: tuple[str | None, ...]
    convention: Convention
    remarks: tuple[Remark, ...] = ()

    @property
    def unreadable(self) -> int:
        """How many cells have a text and no value."""
        return sum(value is None and raw is not None for value, raw in zip(self.values, self.raws, strict=True))


def coerce_column(
    field: Field, cells: Sequence[RawCell], locality: Locality, settled: Convention | None = None
) -> Coerced:
    """Read a column of cells as the field's type; `settled` is what earlier pages of the listing decided."""
    called = _called(field)
    person = field.type.kind == "text" and names_a_person(called)
    behind = called if field.type.kind in _MEASURED else ""
    cells = _filled_in([_prepared(field, cell, behind, person=person) for cell in cells])
    if field.type.kind in NUMERIC and grouped_by_blanks([cell.text for cell in cells]):
        cells = [cell._replace(text=cell.text.replace(" ", "")) for cell in cells]
    task = Task(field, locality)
    if field.type.many:
        return _lists(task, cells, settled)
    if _as_it_is(field):
        return _texts(field, cells, settled)
    plainly = field.type.kind in _COUNTED and field.type.kind != "rating" and not field.mapping and not field.words
    shown = [cell.text for cell in cells]
    if plainly and (known := plain_values(field, cells, locality, settled)) is not None:
        return Coerced(tuple(known[0]), tuple(shown), known[1])
    bare = field.type.kind in _BARE
    said = said_signs(shown, settled, bare=bare) if field.type.kind in _SIGNED else ""
    dashes = bare and not is_price(field)
    signed = with_signs(shown, locality.locale, dashes=dashes, said=said) if field.type.kind in _SIGNED else shown
    cells = [
        cell if isinstance(text, Unreadable) or text == cell.text else cell._replace(text=text)
        for cell, text in zip(cells, signed, strict=True)
    ]
    convention, remarks, read = reader(task, cells, settled)
    convention = replace(convention, said_signs=said) if said else convention
    values: list[Value] = []
    raws: list[str | None] = []
    failed: list[tuple[str, str]] = []
    for cell, text, sign in zip(cells, shown, signed, strict=True):
        if isinstance(sign, Unreadable):
            value, raw = sign, text
        else:
            value, raw = _typed(cell, read) if plainly else _one(field, cell, read)
        raw = text if raw == cell.text else raw
        if isinstance(value, Unreadable):
            if not field.nullable:
                failed.append((value.why, raw or ""))
            value = None
        values.append(value)
        raws.append(raw)
    if failed:
        remarks += tuple(_unread(field, failed))
    return Coerced(tuple(values), tuple(raws), convention, remarks)


def _unread(field: Field, failed: Sequence[tuple[str, str]]) -> Iterator[Remark]:
    """Why texts could not be read, and each one that stands for a value again and again: "(none)", "Sold out"."""
    counts = Counter(raw for _, raw in failed if field.type.kind in _COUNTED and not field.words)
    again = {raw: n for raw, n in counts.items() if n > 1 and raw and not any(map(str.isdigit, raw))}
    for raw, count in again.items():
        text = f"{raw!r} stands in place of a value, and is none; `values` would say what it means"
        yield Remark(code="placeholder", text=text, column=field.name, count=count)
    whys = Counter(why for why, raw in failed if raw not in again)
    for why, count in whys.items():
        sample = next(raw for other, raw in failed if other == why and raw not in again)
        yield Remark(code="unreadable", text=f"{why}: {sample!r}", column=field.name, count=count)


def _as_it_is(field: Field) -> bool:
    """Whether the values are the texts themselves."""
    return field.type.kind == "text" and not field.mapping and not field.words


def _texts(field: Field, cells: Sequence[RawCell], settled: Convention | None) -> Coerced:
    """The texts of a column, without what the page sets around each of them."""
    shown = [cell.text for cell in cells]
    around = decoration(shown) if settled is None else Decoration(settled.before, settled.behind)
    if around == NONE or field.match is not None:
        return Coerced(tuple([text or None for text in shown]), (None,) * len(shown), Convention())
    texts = [around.without(text) or None for text in shown]
    raws = [text if one and one != text else None for one, text in zip(texts, shown, strict=True)]
    return Coerced(tuple(texts), tuple(raws), Convention(before=around.before, behind=around.behind, fixed=True))


def _prepared(field: Field, cell: RawCell, behind: str, *, person: bool) -> RawCell:
    """The cell with its text folded and narrowed to what `match` wants.

    It stands `behind` words that name it ("": there are none); `person`: it says who wrote something.
    """
    text = folded(cell.text)
    if field.match is not None:
        found = compiled(field.match).matches(cell.text or text)
        groups = [folded(hit.whole if hit.group is None else hit.group) for hit in found if hit.whole]
        if field.type.kind in NUMERIC:  # raised digits beside others are a mark; what was asked for is the number
            groups = [normalize("NFKC", one) if one.isdigit() else one for one in groups]
        if field.type.many:
            return cell._replace(text=", ".join(groups), parts=tuple(groups), attributes=())
        return cell._replace(text=groups[0] if groups else "", attributes=())
    if behind:
        text = _behind_label(behind, text)
    elif person:
        text = name_behind(text)
    return cell if text == cell.text else cell._replace(text=text)


def _filled_in(cells: Sequence[RawCell]) -> Sequence[RawCell]:
    """The cells with the text above in the place of signs that stand for it: 〃."""
    signs = {cell.text for cell in cells} & _DITTO
    if not signs:
        return cells
    if not all(cell.text in signs or not cell.text or _WORDY.search(cell.text) for cell in cells):
        signs &= {_OF_DITTO_ALONE}  # quotes among other signs are what they are
    found: list[RawCell] = []
    for cell in cells:
        same = found and cell.text in signs and found[-1].text
        found.append(cell._replace(text=found[-1].text, attributes=found[-1].attributes) if same else cell)
    return found


def _called(field: Field) -> str:
    return plain(field.label) if field.label is not None else default_label(field.name)


def _behind_label(label: str, text: str) -> str:
    """What stands behind the field's own name, where a text begins with it: "Cook Time 40 minutes"."""
    if text[:1].isdecimal() and not label[:1].isdecimal():
        return text
    count = len(label.split())
    parts = text.split(" ", count)
    return parts[count] if 0 < count < len(parts) and plain(" ".join(parts[:count])) == label else text


def _one(field: Field, cell: RawCell, read: Read) -> tuple[Scalar | Unreadable, str | None]:
    """One cell's value and the raw text that is kept."""
    kind = field.type.kind
    if kind in {"link", "image"}:
        return (cell.address or None), None
    if kind == "boolean" and field.target is not None and field.mapping is None:
        return cell.there, None
    mapped = _mapped(field.mapping, cell.text, read)
    if mapped is not _UNMAPPED:
        return mapped, cell.text
    if field.words and cell.text and plain(cell.text) not in {plain(word) for word in field.words}:
        return Unreadable("none of the words that may stand there"), cell.text
    if kind == "text":
        return cell.text or None, None
    value, raw = _typed(cell, read)
    return value, (_rated(cell) or raw) if kind == "rating" else raw


def _typed(cell: RawCell, read: Read) -> tuple[Scalar | Unreadable, str | None]:
    """A cell by the column's reader; a lone dash is no text."""
    value = read(cell)
    raw = cell.text or next((text for text in cell.attributes if text), None)
    if isinstance(value, Unreadable):
        if value.why in {ALIKE, UNSAID}:
            return value, raw or cell.icons[0]
        if not raw or is_placeholder(raw):
            return None, raw
    return value, raw


def _rated(cell: RawCell) -> str | None:
    """The text of a cell that says its rating; there may be a count of reviews beside it."""
    return next((text for text in (cell.text, *cell.attributes) if text and read_rating(text) is not None), None)


def _mapped(mapping: Mapping[str, Scalar] | None, text: str, read: Read) -> Scalar | Unreadable:
    """The value that the file gives for the site's words, as the column's type; `_UNMAPPED` where it gives none."""
    if not mapping:
        return _UNMAPPED
    for said, value in mapping.items():
        if plain(said) == plain(text) or (said == text and text):
            if isinstance(value, bool) or value is None:
                return value
            again = read(RawCell(str(value)))
            return value if isinstance(again, Unreadable) else again
    return _UNMAPPED


@cache
def _joined(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The language's word for "and" where it begins an item, and two items with it between them."""
    said = alternatives(languages().get(language, {}).get("joined_by", ())) or "(?!)"
    return re.compile(rf"^\s*(?:{said})\s", re.IGNORECASE), re.compile(rf"(.+?)\s(?:{said})\s(.+)", re.IGNORECASE)


def _texts_of(task: Task, cells: Sequence[RawCell]) -> list[list[str]]:
    """The texts of each cell's items: its parts, or its text cut at commas or at the file's own sign.

    At "and" the last item behind a comma is cut where one has one number or one person, or where both halves stand by
    themselves in the column: "Sales, Research and Development" may be two.
    """
    field = task.field
    sign = field.split or ","
    leading, joined = _joined(parse_locale(task.locality.locale).language)
    lists: list[list[str]] = []
    for cell in cells:
        items = cell.parts or cell.text.split(sign)
        if sign == "," and not cell.parts and len(items) > 1:
            items = (*items[:-1], leading.sub("", items[-1]))
        lists.append([folded(item) for item in items if item.strip()])
    if sign != ",":
        return lists
    surely = field.type.kind in _SIGNED or (field.type.kind == "text" and names_a_person(_called(field)))
    alone = {item for items in lists for item in items}
    whole = {item for items in lists for item in (items if len(items) == 1 else items[:-1])}

    def cut(items: list[str]) -> list[str]:
        two = joined.fullmatch(items[-1]) if len(items) > 1 and items[-1] not in whole else None
        return [*items[:-1], *two.groups()] if two and (surely or alone.issuperset(two.groups())) else items

    return [items if cell.parts else cut(items) for cell, items in zip(cells, lists, strict=True)]


def _lists(task: Task, cells: Sequence[RawCell], settled: Convention | None) -> Coerced:
    """A column of lists: the parts of all cells are one column of items."""
    field = task.field
    if field.type.kind in {"link", "image"}:
        found = [[RawCell(address=one) for one in cell.addresses or (cell.address,) if one] for cell in cells]
    else:
        found = [[RawCell(text) for text in texts] for texts in _texts_of(task, cells)]
    items = [item for own in found for item in own]
    lengths = [len(own) for own in found]
    single = replace(field, type=replace(field.type, many=False), match=None)
    flat = coerce_column(single, items, task.locality, settled)
    values: list[Value] = []
    raws: list[str | None] = []
    place = 0
    for cell, length in zip(cells, lengths, strict=True):
        chunk = [value for value in flat.values[place : place + length] if not isinstance(value, tuple)]
        values.append(tuple(chunk) if chunk else None)
        raws.append(cell.text if any(raw is not None for raw in flat.raws[place : place + length]) else None)
        place += length
    return Coerced(tuple(values), tuple(raws), flat.convention, flat.remarks)
