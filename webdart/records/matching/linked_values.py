"""Finds on a record's own page what the page's linked data says of it: where the value stands, and where it ends.

A byline goes on with a job, a rating with the number of its votes; the data has the name and the number alone. Only
what is shown is taken, in the form that it is shown in.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import words
from webdart.page.linked_data import is_about_one, linked_pictures, linked_properties
from webdart.page.model import PageView
from webdart.page.text_match import ENDS, folded, letters
from webdart.records.cells.cell_start import COMMAS
from webdart.records.coerce import RawCell, coerce_column
from webdart.records.coerce.bylines import names_a_person
from webdart.records.coerce.numbers import asks_for
from webdart.records.columns.mined_columns import Column
from webdart.records.detail.main_heading import main_heading
from webdart.records.matching.linked_parts import FEWEST, linked_images, linked_items, without_mark_up
from webdart.records.query.field_matches import Sought, label_of
from webdart.records.structure.outline import Outline, outline
from webdart.records.words import names_a_day_of_its_own, plain
from webdart.workflow.model import NUMERIC, Field, Kind, Type

_PICTURED = words("means_picture")
_LONGEST = 160  # letters of a line that has a value among other words
_COMMA = re.compile(f"[{COMMAS}]")
_NOTE = re.compile(r"[(\[（]")
_WORD_OF_NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DAYS = frozenset({"date", "datetime"})
_DAY = len("2026-01-31")  # of an ISO moment
_RATED = words("means_rating")
_OPINIONS = words("means_review")
_KINDS = _DAYS | NUMERIC | {"text", "rating", "money"}
_MEANT: Mapping[str, Callable[[str], bool]] = {
    "author": names_a_person,
    "company": words("means_company").__contains__,
    "place": words("means_place").__contains__,
}
"""What tells that a text field asks for a property of another name, by the name of its list in the lexicon."""


def linked_values(sought: Sought, field: Field, root: int, is_its: Callable[[int], bool]) -> Column | None:
    """The column of a field of the page as one record, by what its data says; None where that is not shown.

    `root` is the record's node, and `is_its` tells of a node whether it stands in what the page is about.
    """
    page = sought.page
    if not page.view.linked:
        return None
    value = linked_value(sought, field)
    shown = [index for index in page.below(root) if page.text[index] and page.nodes[index].shown]
    if field.type.many:
        items = linked_items(page, [index for index in shown if is_its(_list_of(page, index))], _listed(page, field))
        return Column(f"linked:{field.name}", "only", (tuple((index, None) for index in items),)) if items else None
    if field.type.kind == "image":
        found = ((index, None) for index in linked_images(page, root, _pictured(sought, field)))
    elif value is None:
        return None
    else:
        found = _texts(page, shown, value) if field.type.kind == "text" else _values(sought, field, shown, value)
    first = next((hit for hit in found if is_its(hit[0])), None)
    return None if first is None else Column(f"linked:{field.name}", "only", ((first,),))


def _list_of(page: Outline, index: int) -> int:
    """The list that a node is an entry of, or the node: a long entry by itself may be anyone's."""
    return page.nodes[index].parent if page.nodes[index].tag == "li" else index


def told_fields(page: Outline) -> Iterator[tuple[str, Type]]:
    """The fields that a record's own page may have by its data, each with its type."""
    known = lexicon("schema_org")
    pictures = linked_pictures(page.view.linked, _heading(page))
    told = {*_told(page), *(known["picture"] if pictures else ())}  # one may be a thing without a name
    for name, field in known["fields"].items():
        if any(each in told for each in known[field["told"]]):
            yield name, Type(field["type"], many=field.get("many", False))


def describes_one(view: PageView) -> bool:
    """Whether a page says in data that it is about the one thing that its heading names."""
    return bool(view.linked) and is_about_one(view.linked, _heading(outline(view)))


def says_all(page: Outline, column: Column, linked: Column) -> bool:
    """Whether a page's one record says in a column all that it says in one of its data, and maybe more."""
    shown, told = (
        [page.text[node] if part is None else part for node, part in one.hits[0]] for one in (column, linked)
    )
    return all(plain(text) in plain(" ".join(shown)) for text in told)


def told_list(page: Outline, field: Field) -> Sequence[str]:
    """The texts of the list that the page's data has for a field of the page as one record; none where it has no list.

    One text is none: it may be all of them in a row.
    """
    texts = without_mark_up(_listed(page, field)) if field.type.many and page.view.linked else []
    return texts if len(texts) >= FEWEST else []


def is_list_of_page(page: Outline, column: Column, told: Sequence[str]) -> bool:
    """Whether a column has the list of the one thing that the page is about, by its data, and no other texts."""
    shown = _texts_of(page, column)
    read, texts = [letters(text) for text in shown], [letters(text) for text in told]
    same = set(read) == set(texts) or _are_parted(shown, told) or _are_each(shown, told)
    return same and describes_one(page.view)


def has_list(page: Outline, column: Column, told: Sequence[str]) -> bool:
    """Whether the page's one record has in a column all texts of a list, each by itself or between commas.

    In a list of as many, a text may go on: by a note in brackets, or behind the end of a sentence.
    """
    read, parts = _texts_of(page, column), set(map(letters, _entries_of(page, column)))
    if parts >= {letters(text) for text in told} or _are_parted(read, told):
        return True
    return _are_each(read, told)


def agreed(page: Outline, field: Field, named: Sequence[Column], linked: Column | None) -> Sequence[Column]:
    """Of several columns of a name those that say what the page's data says, or most of its list; all if none does."""
    if linked is not None:
        named = [one for one in named if says_all(page, one, linked)] or named
    told = told_list(page, field)
    shares = [_shown_of(told, _entries_of(page, column)) for column in named]
    most = max(shares)
    return [column for column, share in zip(named, shares, strict=True) if share == most > len(told) / 2] or named


def _shown_of(told: Sequence[str], entries: Sequence[str]) -> int:
    """How many texts of a list are among entries."""
    return sum(any(_goes_on(entry, text) for entry in entries) for text in told)


def _entries_of(page: Outline, column: Column) -> list[str]:
    """The texts of a column, and what stands between their commas."""
    return [part for text in _texts_of(page, column) for part in (text, *_COMMA.split(text))]


def _are_parted(read: Sequence[str], told: Sequence[str]) -> bool:
    """Whether texts are those of a list, parted otherwise; fewer texts may be groups of them."""
    return len(read) >= len(told) and letters("".join(read)) == letters("".join(told))


def _are_each(read: Sequence[str], told: Sequence[str]) -> bool:
    """Whether texts are those of a list, one by one, each of which may go on."""
    return len(read) == len(told) and all(map(_goes_on, read, told))


def _goes_on(shown: str, told: str) -> bool:
    """Whether a text is one of the data's, or goes on behind its end, or in brackets."""
    wanted = letters(told)
    if letters(shown) == wanted or any(letters(shown[: note.start()]) == wanted for note in _NOTE.finditer(shown)):
        return True
    said, begin = (folded(text.casefold()) for text in (shown, told))
    sentence = begin.rstrip(ENDS)
    return begin != sentence != "" and said.startswith(sentence) and not said[len(sentence) :][:1].isalnum()


def _texts_of(page: Outline, column: Column) -> list[str]:
    return [page.text[node] if part is None else part for node, part in column.hits[0]]


def is_marked_better(page: Outline, field: Field, marked: Column, linked: Column) -> bool:
    """Whether the mark-up knows better than the data what a field is: pictures, lists, other texts than the data's."""
    parts = field.type.many or field.type.kind == "image"
    return parts or (field.type.kind == "text" and not says_all(page, marked, linked))


def linked_value(sought: Sought, field: Field) -> str | None:
    """The one value that the page's linked data has for a field; None where it has none, or several."""
    told = _told(sought.page)
    kind = field.type.kind
    if not told or field.type.many or field.label is not None or kind not in _KINDS:
        return None
    label = label_of(field)
    names = (*(name for name in told if _words(name) == label), *_asked_for(label, field))
    values = next((told[name] for name in names if name in told), ())
    return values[0] if len(values) == 1 else None


def _listed(page: Outline, field: Field) -> Sequence[str]:
    """What the data has of a list of texts: "recipeIngredient" are the ingredients."""
    if field.type.kind != "text" or field.label is not None:
        return ()
    told, label = _told(page), label_of(field)
    return next((told[name] for name in told if label in _list_names(name)), ())


def _list_names(name: str) -> Iterator[str]:
    """What a list of texts may be called by the property that has it, with or without what it is a list of."""
    whole = _words(name)
    for words_of_it in filter(None, (whole, whole.partition(" ")[2])):
        yield from (words_of_it, f"{words_of_it}s")


def _pictured(sought: Sought, field: Field) -> Sequence[str]:
    """The addresses that the data has of the one picture that is asked for."""
    others = sum(one.type.kind == "image" for one in sought.by_column) > 1
    if others or field.type.many or field.label is not None or label_of(field) not in _PICTURED:
        return ()
    return linked_pictures(sought.page.view.linked, _heading(sought.page))


def _told(page: Outline) -> Mapping[str, Sequence[str]]:
    return linked_properties(page.view.linked, _heading(page)) if page.view.linked else {}


def _heading(page: Outline) -> str:
    heading = main_heading(page)
    return page.text[heading] if heading is not None else ""


def _asked_for(label: str, field: Field) -> Sequence[str]:
    """The properties that are called otherwise than the field that asks for them."""
    known = lexicon("schema_org")
    if field.type.kind == "text":
        return next((known[role] for role, is_meant in _MEANT.items() if is_meant(label)), ())
    if field.type.kind in _DAYS:
        return known["day"] if names_a_day_of_its_own(label) else ()
    if label in _OPINIONS and field.type.kind == "integer":
        return known["opinions"]
    return known["rating"] if label in _RATED or field.type.kind == "rating" else ()


def _words(name: str) -> str:
    """A property's name as the label of a field: "datePublished" is "date published"."""
    return plain(" ".join(_WORD_OF_NAME.findall(name)))


def _texts(page: Outline, shown: Sequence[int], value: str) -> Iterator[tuple[int, str | None]]:
    """Where a text stands by itself; failing that, in a line of little more."""
    wanted = value.casefold()
    yield from ((index, None) for index in shown if page.text[index].casefold() == wanted)
    if len(value) < _LONGEST:
        part = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)
        lines = page.innermost(
            [one for one in shown if len(page.text[one]) <= _LONGEST and part.search(page.text[one])]
        )
        yield from ((line, found[0]) for line in lines if (found := part.search(page.text[line])))


def _values(sought: Sought, field: Field, shown: Sequence[int], value: str) -> Iterator[tuple[int, str | None]]:
    """Where a number or a day stands, as the field's type reads it there."""
    text, kind = sought.page.text, field.type.kind
    short = (index for index in shown if len(text[index]) <= _LONGEST)
    fitting = (index for index in short if sought.plausible.share(kind, (text[index],)) > 0)
    label = label_of(field)
    places = sought.page.innermost([index for index in fitting if _says_only(sought, kind, label, text[index])])
    read = coerce_column(field, [RawCell(text[index]) for index in places], sought.spec.locality).values
    is_told = _is_day if kind in _DAYS else _is_number
    yield from ((index, None) for index, found in zip(places, read, strict=True) if is_told(str(found), value))


def _says_only(sought: Sought, kind: Kind, label: str, text: str) -> bool:
    """Whether a number has no words beside it but what it is called: 5 minutes are no rating of 5."""
    token = sought.plausible.token(text) if kind in NUMERIC | {"rating"} else None
    return token is None or not token.residue or asks_for(label, plain(token.residue))


def _is_day(shown: str, told: str) -> bool:
    """Whether a moment is of the day that the data tells, which has the clock of some place in it."""
    return shown[:_DAY] == told[:_DAY]


def _is_number(shown: str, told: str) -> bool:
    """Whether a number is what the data tells, as far as the page shows it: 4.9 of 4.94."""
    try:
        number, exact = Decimal(shown), Decimal(told)
        return number == exact or ((decimals := _decimals(number)) > 0 and number == round(exact, decimals))
    except InvalidOperation:
        return False


def _decimals(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0
