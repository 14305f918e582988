"""Finds columns of the records' own pages that have other things on some pages than on others, or the site's list.

Each of these pages is read by itself: whether a text stands where it stands on the others, counts in what the others
count in, or is the page's own, only all of them tell.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pyarrow as pa
from babel.units import format_unit

from webdart.answer.doubt import Doubt, samples_of
from webdart.plan.lineage import Lineage
from webdart.records.coerce.locales import ascii_digits, parse_locale
from webdart.records.coerce.numbers import Token, tokenise
from webdart.records.model import Remark
from webdart.table.audit import raws_of
from webdart.workflow.model import NUMERIC, Extract, Field

_EVERYWHERE = "en"
"""The language of which the signs of units are used in most others as well."""
_LENGTHS = ("short", "long", "narrow")
_COUNTS = (1, 2, 5, 11, 100)
"""Numbers of which each form of a word has one: the categories of CLDR's plurals, fractions apart."""
_AROUND = "#№:. \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\u200e\u200f"
"""What is no part of a unit's sign, as `tokenise` leaves it out, too."""
_ENDING = 3
"""Letters of a word that may have a form which the data lacks: "lbs"."""
_PAGES = 3
"""The least number of pages that tell a list of the site from one that two records have in common."""
_COUNTED = NUMERIC - {"percentage"}


def own_pages(
    extract: Extract, table: pa.Table, read: Lineage, remarks: Iterable[Remark], locale: str = _EVERYWHERE
) -> list[Doubt]:
    """The columns of own pages that have other things on some pages than on others, or the list of a site on all."""
    there = [field for field in extract.fields if field.name in table.column_names]
    own = [field for field in there if field.page == "detail"]
    lists = there if extract.each == "page" else own
    doubts = [_same_list(extract, table, one) for one in lists if read.reads(one.name) and _is_of_site(table, one)]
    if not own:
        return doubts
    several = {remark.column: remark for remark in remarks if remark.code == "several"}
    filled = {field.name: table.num_rows - table.column(field.name).null_count for field in own}
    names = [field.name for field in own if field.name in several]
    torn = names if max((several[name].count for name in names), default=0) < max(filled.values()) else []
    doubts += [_torn(extract, several[name]) for name in torn if read.reads(name)]
    for field in own:
        if field.type.kind in _COUNTED and read.reads(field.name):
            doubts += _in_units(extract, table, field.name, locale)
    return doubts


def _is_of_site(table: pa.Table, field: Field) -> bool:
    """Whether a list that the file does not locate is the same on every page, as what the site shows beside each is."""
    located = field.target is not None or field.label is not None or field.value is not None
    if not field.type.many or located or table.num_rows < _PAGES:
        return False
    lists = table.column(field.name).to_pylist()
    several = bool(lists[0]) and (len(lists[0]) > 1 or str(lists[0][0]).isdecimal())  # or how many there are
    return several and all(one == lists[0] for one in lists)


def _same_list(extract: Extract, table: pa.Table, field: Field) -> Doubt:
    texts = ", ".join(map(str, table.column(field.name)[0].as_py()))
    pages = [str(page) for page in table.column("_page").to_pylist()]
    return Doubt(
        table=extract.into,
        column=field.name,
        kind="repeated",
        problem=f"all {table.num_rows} of the records' own pages have the same list, as one of the whole site is",
        count=table.num_rows,
        samples=samples_of([(texts, pages[0])]),
        remedy="a `label` or an `at` says which list is meant; `accept: [repeated]` if all of them have these entries",
    )


def _torn(extract: Extract, remark: Remark) -> Doubt:
    return Doubt(
        table=extract.into,
        column=remark.column,
        kind="guessed",
        problem=f"{remark.count} of the records' own pages have several texts, others one",
        count=remark.count,
        remedy=f"{remark.text}; an `at` says whose it is",
    )


def _in_units(extract: Extract, table: pa.Table, column: str, locale: str) -> Iterator[Doubt]:
    """Numbers that pages measure in several units of one kind: "0.5 kg", "500 g"; the words of a count may differ."""
    texts = [raw.get(column, "") for raw in raws_of(table)]
    words = [_unit_word(text, locale) for text in texts]
    if len(set(words)) == 1:
        return
    counts = Counter(word for word in words if _units_of(word, locale))
    usual = counts.most_common(1)[0][0] if counts else ""
    pages = [str(page) for page in table.column("_page").to_pylist()]
    beside = zip(texts, words, pages, strict=True)
    others = [(text, page) for text, word, page in beside if _is_other_unit(word, usual, locale)]
    if others:
        yield Doubt(
            table=extract.into,
            column=column,
            kind="unreadable",
            problem=f"{len(others)} numbers are measured in something else than {usual!r}",
            count=len(others),
            samples=samples_of(others),
            remedy=f"{column}: `text`, and SQL that counts all in one unit; `accept: [unreadable]` takes the numbers",
        )


def _unit_word(text: str, locale: str) -> str:
    """What stands beside the number of a text, without what multiplies it or makes it an ordinal."""
    token = tokenise(text, locale)
    return token.residue.casefold() if isinstance(token, Token) else ""


def _is_other_unit(word: str, usual: str, locale: str) -> bool:
    """Whether two words are different units of one kind: of mass, or of time."""
    units, known = _units_of(word, locale), _units_of(usual, locale)
    kinds, known_kinds = ({unit.partition("-")[0] for unit in there} for there in (units, known))
    return units.isdisjoint(known) and not kinds.isdisjoint(known_kinds)


def _units_of(word: str, locale: str) -> frozenset[str]:
    """The units that a word may mean, as CLDR calls them ("mass-kilogram"); of several words the last may be one."""
    last = word.rpartition(" ")[2]
    for said in (word, last, last[:-1] if len(last) >= _ENDING else ""):
        if units := _units(_EVERYWHERE).get(said, frozenset()) | _units(locale).get(said, frozenset()):
            return units
    return frozenset()


@cache
def _units(language: str) -> Mapping[str, frozenset[str]]:
    """The words and signs of units, each with the units that it may mean."""
    locale, found = parse_locale(language), dict[str, frozenset[str]]()
    for unit in map(str, locale.unit_display_names):
        for length in _LENGTHS:
            for count in _COUNTS:
                word = ascii_digits(format_unit(count, unit, length, locale=locale)).casefold()
                word = word.replace(str(count), "").strip(_AROUND)
                found[word] = found.get(word, frozenset()) | {unit}
    found.pop("", None)
    return found
