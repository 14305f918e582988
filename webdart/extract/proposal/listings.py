"""The listings of a page, the best first: which record sets they are, what their fields are called."""

import re
from collections.abc import Sequence
from dataclasses import replace

from webdart.extract.match.set_view import SetView
from webdart.extract.model import RecordSet
from webdart.extract.page import Page, page_from_view
from webdart.extract.proposal.confirm import Confirmer
from webdart.extract.proposal.declare import declare
from webdart.extract.proposal.select import chosen
from webdart.extract.sets import record_sets
from webdart.page.model import PageView
from webdart.records.discover import Found
from webdart.records.kinds import identifier
from webdart.records.model import Record
from webdart.records.spec import ListingSpec
from webdart.workflow.model import Extract, Field

_LOOKED = 6  # record sets that are looked at
_MOST = 3  # listings that a person is shown
_NESTED = 2  # records within each record of another set, that the inner ones are a listing of their own
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
_LONGEST = 60  # letters of a heading that names a table


def proposals(view: PageView, spec: ListingSpec) -> tuple[Found, ...]:
    """What could be read from a page; `spec` says where the site is, its `extract` is not looked at."""
    page = page_from_view(view)
    found: list[Found] = []
    taken: list[tuple[int, int]] = []
    names: set[str] = set()
    for one in record_sets(page, limit=_LOOKED, of="lists"):
        if len(found) == _MOST:
            break
        if _overlaps(page, one, taken):
            continue
        listing = _listing(view, page, one, spec, names)
        if listing is not None and not _says_nothing_new(listing, found):
            taken.extend(_spans(page, one))
            names.add(listing.extract.into)
            found.append(listing)
    return tuple(found)


def _spans(page: Page, one: RecordSet) -> list[tuple[int, int]]:
    return [(record[0], page.ends[record[-1]]) for record in one.roots]


def _overlaps(page: Page, one: RecordSet, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether it says again what is listed already; the entries of listed days, or the days of entries, do not."""
    spans = _spans(page, one)
    held = sum(any(other <= begin and end <= other_end for other, other_end in taken) for begin, end in spans)
    holds = sum(any(begin <= other and other_end <= end for begin, end in spans) for other, other_end in taken)
    if not held and not holds:
        return any(begin < other_end and other < end for begin, end in spans for other, other_end in taken)
    if held == len(spans):
        return held < _NESTED * sum(
            any(other <= begin and end <= other_end for begin, end in spans) for other, other_end in taken
        )
    return holds < _NESTED * len(spans)


def _listing(view: PageView, page: Page, one: RecordSet, spec: ListingSpec, names: set[str]) -> Found | None:
    seen = SetView(one)
    places = chosen(one)
    if not places:
        return None
    titles = frozenset(place for place in seen.linked if not one.columns[place].composite)
    first = frozenset(sorted(titles & set(places))[:1])
    declared = declare(one, places, spec.locality, first, seen.main_link)
    heading = _heading(page, one)
    into = _named(identifier(heading) or "records", names)
    confirmed = Confirmer(view, page, one, spec).confirm(declared, into)
    if confirmed is None:
        return None
    got = confirmed.got
    extract, records = _without_copies(confirmed.extract, got.records)
    return Found(
        extract=extract,
        records=records,
        count=len(got.records),
        keyed=got.keyed,
        totals=got.totals,
        heading=heading,
        around=got.around,
    )


def _without_copies(extract: Extract, records: tuple[Record, ...]) -> tuple[Extract, tuple[Record, ...]]:
    """Without columns that say what another one of the same name says: a day, and the same day for machines."""
    columns: dict[str, list[tuple[str, ...]]] = {}
    kept: list[Field] = []
    for field in extract.fields:
        values = tuple(_PUNCTUATION.sub("", str(record.values.get(field.name))) for record in records)
        alike = columns.setdefault(_COUNTED.sub("", field.name), [])
        if values not in alike:
            alike.append(values)
            kept.append(field)
    names = {field.name for field in kept}
    slim = (replace(one, values={name: one.values[name] for name in one.values if name in names}) for one in records)
    return replace(extract, fields=tuple(kept)), tuple(slim)


_COUNTED = re.compile(r"_\d+$")
_PUNCTUATION = re.compile(r"[\W_]+")


def _says_nothing_new(listing: Found, found: Sequence[Found]) -> bool:
    """Whether all its values stand in one listing that is shown already: cells of a table, taken for records."""
    values = {str(value) for record in listing.records for value in record.values.values()}
    return any(
        values <= {str(value) for record in other.records for value in record.values.values()} for other in found
    )


def _named(name: str, names: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in range(2, 100))
    return name if name not in names else next(one for one in numbered if one not in names)


def _heading(page: Page, one: RecordSet) -> str:
    """The heading right above the records, within the elements around them."""
    first = one.roots[0][0]
    for index in range(first - 1, 0, -1):
        if page.tags[index] in _HEADINGS and page.count_texts(index):
            text = page.text_of(index)
            return text if len(text) <= _LONGEST else ""
    return ""
