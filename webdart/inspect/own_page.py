"""Proposes what a record's own page has beside its row in the listing, as fields with `page: detail`."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.extract.proposal.detail_fields import detail_fields
from webdart.extract.proposal.table_proposal import Found
from webdart.page.http_request import is_guarded, looks_destructive
from webdart.page.model import PageView
from webdart.records.query.spec import ListingSpec
from webdart.records.read import read
from webdart.records.words import plain
from webdart.table.cell_json import cell, text
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Value


class OwnPage(Struct, frozen=True):
    """The page of a listing's first record: its address, and what a run would read there, with the values."""

    url: str
    fields: tuple[Field, ...]
    values: Mapping[str, Value]


def own_links(found: Found, url: str) -> tuple[str, ...]:
    """The pages of the first record and the last, on the site of the listing at `url`; none where one is elsewhere.

    Nor where an address says that it does something: the entries of a menu may log out.
    """
    links = [field.name for field in found.extract.fields if field.type.kind == "link"]
    name = "url" if "url" in links else next(iter(links), "")
    led = [str(record.values.get(name) or "") for record in (found.records[0], *found.records[1:][-1:])]
    here = urlsplit(url)
    there = [urlsplit(link) for link in led]
    same = all((one.scheme, one.netloc) == (here.scheme, here.netloc) for one in there)
    apart = len({here.path + here.query, *(one.path + one.query for one in there)}) == len(led) + 1
    harmless = not any(looks_destructive(link) or is_guarded(link) for link in led)
    return tuple(led) if same and apart and harmless else ()


def own_page(views: Sequence[PageView], found: Found, spec: ListingSpec) -> OwnPage | None:
    """What records' own pages say under labels or in data that the listing does not; None for nothing.

    `views` are those of the first record and of another. What one of them alone has may be no label: who wrote there.
    """
    found_on = [one for view in views if (one := detail_fields(view, spec)) is not None]
    if len(found_on) < len(views):
        return None
    own = found_on[0]
    common = frozenset[str].intersection(*(frozenset(field.name for field in one.extract.fields) for one in found_on))
    row, values = found.records[0].values, own.records[0].values
    known = {_said(value) for value in row.values()}
    new = [
        replace(field, page="detail")
        for field in own.extract.fields
        if field.name in common - row.keys()
        and values.get(field.name) is not None
        and _said(values[field.name]) not in known
    ]
    if not new:
        return None
    extract = Extract(into="page", fields=tuple(new), at=new[0].at)
    read_back = _read(views[0], extract, spec)
    kept = tuple(field for field in new if read_back.get(field.name) == values[field.name])
    return OwnPage(views[0].url, kept, {field.name: values[field.name] for field in kept}) if kept else None


def _read(view: PageView, extract: Extract, spec: ListingSpec) -> Mapping[str, Value]:
    """What a run reads from a page without a doubt."""
    got = read(view, replace(spec, extract=extract, kind="detail"))
    doubted = {remark.column for remark in got.remarks} | {problem.field for problem in got.problems}
    found = [(name, value) for one in got.records[:1] for name, value in one.values.items()]
    return {name: value for name, value in found if name not in doubted}


def _said(value: Value) -> str:
    return "" if value is None else plain(text(cell(value)))
