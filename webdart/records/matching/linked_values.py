"""Finds on a record's own page what the page's linked data says of it: where the value stands, and where it ends.

A byline goes on with a job, a rating with the number of its votes; the data has the name and the number alone. Only
what is shown is taken, in the form that it is shown in.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import words
from webdart.page.linked_data import is_about_one, linked_pictures, linked_properties
from webdart.page.text_match import letters
from webdart.records.cells.cell_text import pictures_at
from webdart.records.coerce import RawCell, coerce_column
from webdart.records.coerce.bylines import names_a_person
from webdart.records.coerce.numbers import asks_for
from webdart.records.columns.mined_columns import Column
from webdart.records.detail.main_heading import main_heading
from webdart.records.query.field_matches import Sought, label_of
from webdart.records.structure.outline import Outline
from webdart.records.words import names_a_day_of_its_own, plain
from webdart.workflow.model import NUMERIC, Field, Kind

_PICTURED = words("means_picture")
_SIZE = re.compile(r"[-_@]\d+x\d*$")  # what a file's name ends with, where a site keeps it in several sizes
_MARK_UP = re.compile(r"<[^<>]*>")
_LIST = 2  # texts
_LONGEST = 160  # letters of a line that has a value among other words
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
    value = linked_value(sought, field)
    page = sought.page
    if field.type.many:
        return _list(sought, field, root, is_its)
    if field.type.kind == "image":
        found = _pictures(sought, field, root)
    elif value is None:
        return None
    else:
        shown = [index for index in page.below(root) if page.text[index] and page.nodes[index].shown]
        found = _texts(page, shown, value) if field.type.kind == "text" else _values(sought, field, shown, value)
    first = next((hit for hit in found if is_its(hit[0])), None)
    return None if first is None else Column(f"linked:{field.name}", "only", ((first,),))


def told_fields(page: Outline) -> Iterator[tuple[str, str]]:
    """The fields that a record's own page may have by its data, each with its type as a workflow writes it."""
    told = _told(page)
    for name, field in lexicon("schema_org")["fields"].items():
        if any(each in told for each in field["told"]):
            yield name, field["type"]


def describes_one(page: Outline) -> bool:
    """Whether a page says in data that it is about the one thing that its heading names."""
    return is_about_one(page.view.linked, _heading(page))


def says_all(page: Outline, column: Column, linked: Column) -> bool:
    """Whether a page's one record says in a column all that it says in one of its data, and maybe more."""
    shown, told = (
        [page.text[node] if part is None else part for node, part in one.hits[0]] for one in (column, linked)
    )
    return all(plain(text) in plain(" ".join(shown)) for text in told)


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


def _list(sought: Sought, field: Field, root: int, is_its: Callable[[int], bool]) -> Column | None:
    """The column of a list of texts that the data has, where the page shows all of them in one place."""
    if field.type.kind != "text" or field.label is not None:
        return None
    page, label, told = sought.page, label_of(field), _told(sought.page)
    said = next((told[name] for name in told if _names_list(name, label)), ())
    wanted = {letters(_MARK_UP.sub(" ", text)) for text in said} - {""}
    if len(wanted) < _LIST:
        return None
    inside = [index for index in page.below(root) if page.text[index] and page.nodes[index].shown]
    shown = page.innermost([index for index in inside if letters(page.text[index]) in wanted and is_its(index)])
    around: dict[int, set[str]] = {}
    for index in shown:
        for above in page.ancestors(index):
            around.setdefault(above, set()).add(letters(page.text[index]))
    places = [above for above, texts in around.items() if texts == wanted]
    if not places:
        return None
    place = min(places, key=lambda above: (page.nodes[above].end - above, above))
    return Column(f"linked:{field.name}", "only", (tuple((index, None) for index in _entries(page, place, shown)),))


def _entries(page: Outline, place: int, items: Sequence[int]) -> Iterator[int]:
    """The entries of a list that items stand in, where they say more than these: how much of each is taken."""
    inside = [item for item in items if place < item < page.nodes[place].end]
    parts = {kid: [item for item in inside if kid <= item < page.nodes[kid].end] for kid in page.kids[place]}
    if len(parts) > 1 and max(map(len, parts.values())) == 1:
        for kid, own in parts.items():
            yield from (item if letters(page.text[item]) == letters(page.text[kid]) else kid for item in own)
        return
    for kid, own in parts.items():  # groups of entries: one that is alone may have its heading around it
        yield from own if len(own) < _LIST else _entries(page, kid, own)


def _names_list(name: str, label: str) -> bool:
    """Whether a property is what a list is called: "recipeIngredient" are the ingredients."""
    whole = _words(name)
    return label in {form for words in (whole, whole.partition(" ")[2]) if words for form in (words, f"{words}s")}


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


def _pictures(sought: Sought, field: Field, root: int) -> Iterator[tuple[int, str | None]]:
    """Where a picture of the data is shown, in whatever size; none where the page shows several by that name."""
    page = sought.page
    if field.type.many or field.label is not None or label_of(field) not in _PICTURED:
        return
    inside = [index for index in page.images if root <= index < page.nodes[root].end]
    shown: dict[str, list[int]] = {}
    for index in inside:
        for address in pictures_at(page, (index,)):
            shown.setdefault(_file(address), []).append(index)
    told = dict.fromkeys(map(_file, linked_pictures(page.view.linked, _heading(page))))
    yield from ((index, None) for file in told if file for index in shown.get(file, ()))


def _file(address: str) -> str:
    """What a picture's file is called, whatever its size and format."""
    return _SIZE.sub("", PurePosixPath(unquote(urlsplit(address).path)).stem)


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
