"""Describes an unknown page to a person and drafts the workflow file that reads it.

`draft` is a workflow that runs as it stands, with comments that say what was seen. All words of the page stand in
comments, on one line each, or in quoted YAML: none of them can become a key.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec import field as attribute

from webdart.errors import SourceLine
from webdart.extract.proposal import proposals
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.own_page import OwnPage
from webdart.page.model import Control, PageView
from webdart.plan.model import LoginPlan
from webdart.printable import printable
from webdart.records.coerce.locales import parse_locale
from webdart.records.query.spec import ListingSpec
from webdart.secret import Mask, Secret
from webdart.table.cell_json import Json, cell, text, write
from webdart.workflow.model import Engine, Extract, Field, Words
from webdart.workflow.templates import without_templates

_WIDE, _OPTIONS = 96, 8
_SQL_OWN = """all analyse analyze and any array as asc both case cast check collate column constraint create default
    deferrable  desc describe distinct do else end except false fetch for foreign from grant group having in
    initially intersect  into lambda lateral leading limit not null offset on only or order pivot placing
    primary qualify references  returning select show some summarize symmetric table then to trailing true union
    unique unpivot using variadic  when where window with"""
_USUAL = "en-US"
_RESERVED = frozenset(_SQL_OWN.split())
"""Words that name no table in DuckDB's dialect, unless they are quoted."""


Find = Callable[[PageView, ListingSpec], tuple[Found, ...]]
"""What can be read from a page, the likeliest first."""


class Sighting(Struct, frozen=True):
    """What was seen at an address: the page, what can be read from it, the likeliest first, how its site may be called.

    `lacking` is what it may be empty without, and the remedy: a menu is a listing too, where the page's own list is
    not there. `own` is what the first record's own page has.
    """

    view: PageView
    tables: tuple[Found, ...]
    locale: str = _USUAL
    login: LoginPlan | None = None
    blank: Mask = Mask()
    lacking: tuple[str, ...] = ()
    own: OwnPage | None = None

    @classmethod
    def of(
        cls,
        view: PageView,
        locale: str,
        login: LoginPlan | None = None,
        blank: Mask | None = None,
        find: Find = proposals,
    ) -> "Sighting":
        """What a page has for a workflow, its tables by `find`; without a `locale` in that of its language."""
        locale = locale or language_of(view)
        spec = spec_of(view, locale)
        tables = find(view, spec)
        own = None if tables else detail_fields(view, spec)
        return cls(view, (own,) if own is not None else tables, locale, login, blank or Mask())

    @property
    def found(self) -> tuple[Found, ...]:
        """The listings, without the page itself as one record."""
        return tuple(one for one in self.tables if one.extract.each != "page")

    @property
    def pushable(self) -> tuple[Control, ...]:
        """The controls that could stand for a part of a query; those that every row has for itself are none."""
        found = tuple(one for one in self.view.controls if one.kind in {"sort", "filter", "search", "page size"})
        for table in self.found:
            own = [one for one in found if one.kind == "filter" and self._is_in(one, table.around)]
            if table.count > 1 and len(own) * 2 >= table.count:
                found = tuple(one for one in found if one not in own)
        return found

    def _is_in(self, control: Control, around: int) -> bool:
        return 0 <= around < control.node < self.view.nodes[around].end


def spec_of(view: PageView, locale: str) -> ListingSpec:
    """Where the site of a page is, with nothing declared."""
    nothing = Extract(into="page", fields=(), at=SourceLine(view.url, 1, 1))
    return ListingSpec(extract=nothing, locale=locale, now=datetime.now(UTC).replace(tzinfo=None))


def language_of(view: PageView) -> str:
    """The locale that a page says it is in; that of the United States where it says none, or only English."""
    spoken = parse_locale(view.language.strip())
    known = spoken.language != "en" or (view.language.lower().startswith("en") and spoken.territory)
    return str(spoken).replace("_", "-") if known else _USUAL


class Way(Struct, frozen=True):
    """How a person came from the address to the page: words that they followed, controls that they set, by label."""

    path: tuple[str, ...] = ()
    controls: Mapping[str, str] = attribute(default_factory=dict[str, str])


def draft(sighting: Sighting, url: str, way: Way | None = None) -> str:
    """The workflow file: the first listing is read, the others stand behind it as comments.

    It begins at `url`, and goes on the `way` from there. No secret is in it, but for a user's name where the person
    wrote it into the address: without that nothing runs.
    """
    login = sighting.login
    password = login.password if login is not None and isinstance(login.password, Secret) else None
    typed = Mask([password] if password is not None else ())
    above = sighting.blank("\n".join(_title(sighting)))
    return "\n".join(
        [above, *_address(sighting, url, way or Way(), typed), sighting.blank("\n".join(_read(sighting))), ""]
    )


def _title(sighting: Sighting) -> Iterator[str]:
    yield f"# {_words(sighting.view.title) or 'A page'}"
    yield "# `webdart run` reads it to its last page."
    yield "# `webdart run --offline latest FILE` tries an edited file on the pages that were kept."


def _address(sighting: Sighting, url: str, way: Way, typed: Mask) -> Iterator[str]:
    """The site and the way to the page, without what was `typed`: it may be a word of the file itself."""

    def said(text: str) -> str:
        return quoted(typed(text))

    parts = urlsplit(url)
    site = site_name(parts.hostname or "")
    origin = f"{parts.scheme}://{parts.netloc}/"
    start = url.removeprefix(f"{parts.scheme}://{parts.netloc}") or "/"
    yield "webdart: 1"
    yield from _site(sighting, site, origin, said)
    yield "stages:"
    path = f", path: [{', '.join(map(said, way.path))}]" if way.path else ""
    pairs = ", ".join(f"{said(label)}: {said(value)}" for label, value in way.controls.items())
    yield f"  - navigate: {{start: {said(start)}{path}{f', set: {{{pairs}}}' if pairs else ''}}}"


def _read(sighting: Sighting) -> Iterator[str]:
    yield from _seen(sighting)
    if not sighting.found:
        yield "  # No listing was recognised. This reads the page itself as one record."
    if not sighting.tables:
        yield "  - extract: {into: page, each: page, fields: {title: text}}"
        yield "  - execute: SELECT * FROM page"
        return
    first, *others = sighting.tables
    yield from _extract(first)
    yield from _own_lines(sighting.own)
    yield f"  - execute: SELECT * FROM {_named(first.extract.into)}"  # noqa: S608 - a name of letters, made here
    for other in others:
        yield ""
        yield f"  # Also on this page: {other.count} records{_under(other)}."
        yield from (f"  #{line[1:]}" for line in _extract(other))


def _site(sighting: Sighting, name: str, origin: str, said: Callable[[str], str]) -> Iterator[str]:
    locale = "" if sighting.locale == _USUAL else f", locale: {quoted(sighting.locale)}"
    login = sighting.login
    if login is None:
        told = said(origin) if not locale else f"{{url: {said(origin)}{locale}}}"
        yield f"sites: {{{name}: {told}}}"
        return
    parts = urlsplit(login.page or "")
    at = parts.path + (f"?{parts.query}" if parts.query else "")
    user, password = (one.name if isinstance(one, Secret) else "" for one in (login.user, login.password))
    check = f", check: {said(login.check)}" if login.check else ""
    yield "sites:"
    yield f"  {name}:"
    yield f"    url: {said(origin)}{locale.replace(', ', chr(10) + '    ')}"
    secrets = f'user: "{{{{ secret.{user} }}}}", password: "{{{{ secret.{password} }}}}"'
    yield f"    login: {{at: {said(at)}, {secrets}{check}}}"


def _seen(sighting: Sighting) -> Iterator[str]:
    yield from (f"  # {_words(said)}" for said in sighting.lacking)
    for control in sighting.pushable:
        yield f"  # {told(control)}"
    if sighting.found and (stated := sighting.found[0].totals.stated) is not None:
        yield f"  # The site states {stated:,} in all."
    if any(control.kind == "next" for control in sighting.view.controls):
        yield "  # There are more pages; `pages: {max: 3}` beside `start` would end after three."


def _extract(found: Found) -> Iterator[str]:
    extract = found.extract
    yield "  - extract:"
    many = "" if extract.each == "page" else _note(f"{found.count} on this page{_under(found)}")
    yield f"      into: {extract.into}{many}"
    if extract.each == "page":
        yield "      each: page"
    yield from _declared(found)


def _declared(found: Found) -> Iterator[str]:
    """Where the records are, and their fields with the first values."""
    extract = found.extract
    for key, place in place_keys(extract).items():
        told = f"{{at: {write(place['at'])}}}" if isinstance(place, dict) else write(place)
        yield f"      {key}: {told}"
    yield "      fields:"
    width = max(len(field_text(field)) for field in extract.fields)
    for field in extract.fields:
        samples = [
            text(cell(value)) for record in found.records[:3] if (value := record.values.get(field.name)) is not None
        ]
        yield f"        {field_text(field):<{width}}  # {_words(' · '.join(samples), 70)}".rstrip(" #")


def _own_lines(own: OwnPage | None) -> Iterator[str]:
    """What a record's own page has, as fields that a person may take."""
    if own is None:
        return
    yield f"        # To read these from each record's own page, such as {_words(own.url)}, uncomment them:"
    width = max(len(field_text(field)) for field in own.fields)
    for field in own.fields:
        yield f"        # {field_text(field):<{width}}  # {_words(text(cell(own.values[field.name])), 70)}".rstrip(" #")


def table_text(found: Found) -> list[str]:
    """A child table as lines of the file, below `tables:`."""
    return [f"{found.extract.into}:", "  key: []", *(line[4:] for line in _declared(found))]


def field_keys(field: Field) -> dict[str, Json]:
    """A field as the keys of the file: its type, and whatever else of it is not as usual."""
    keys: dict[str, Json] = {"type": str(field.type)}
    if field.label is not None:
        keys["label"] = without_templates(field.label)
    if isinstance(field.target, Engine):
        keys["at"] = without_templates(f"{field.target.engine}={field.target.body}")
    if field.source != "text":
        keys["from"] = field.source
    if field.match is not None:
        keys["match"] = without_templates(field.match)
    if field.of is not None:
        keys["of"] = field.of
    if field.approximate:
        keys["approximate"] = True
    if field.page != "record":
        keys["page"] = field.page
    return keys


def place_keys(extract: Extract) -> dict[str, Json]:
    """Where the records of a listing begin and between which words they stand, as the keys of the file."""
    keys: dict[str, Json] = {}
    if isinstance(extract.each, Engine):
        keys["each"] = {"at": without_templates(f"{extract.each.engine}={extract.each.body}")}
    if isinstance(extract.within, Words):
        keys["in"] = without_templates(extract.within.text.source)
    return keys


def field_text(field: Field) -> str:
    """A field as a line of the file."""
    keys = field_keys(field)
    if len(keys) == 1:
        return f"{field.name}: {field.type}"
    plain = {"type", "from", "page", "of"}
    told = (f"{key}: {value if key in plain else write(value)}" for key, value in keys.items())
    return f"{field.name}: {{{', '.join(told)}}}"


def _under(found: Found) -> str:
    return f", under {_words(found.heading, 40)!r}" if found.heading else ""


def _note(words: str) -> str:
    return f"  # {words}"


def _words(words: str, most: int = _WIDE) -> str:
    """Words of a page on one line, harmless in a comment and on a terminal."""
    line = printable(" ".join(words.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def _named(table: str) -> str:
    """A table's name as SQL has it: a word of SQL's own in quotes."""
    return f'"{table}"' if table in _RESERVED else table


def quoted(words: str) -> str:
    """A text that is itself in YAML: a template's braces in it are no template."""
    return write(without_templates(words))


def site_name(host: str) -> str:
    """What a site may be called in a file: the telling part of its host."""
    parts = [part for part in host.split(".") if part not in {"www", "localhost"} and not part.isdigit()]
    name = re.sub(r"[^a-z0-9_-]", "", parts[-2] if len(parts) > 1 else parts[0] if parts else "")
    return name if re.fullmatch(r"[a-z][a-z0-9_-]*", name) else "site"


def rows_of(found: Found) -> tuple[tuple[str, ...], list[list[Json]]]:
    """The columns of a listing and its rows, as a person is shown them."""
    names = tuple(field.name for field in found.extract.fields)
    return names, [[cell(record.values.get(name)) for name in names] for record in found.records]


def to_object(sighting: Sighting, written: str, file: str | None) -> dict[str, object]:
    """All of it as one JSON object."""
    return {
        "url": sighting.view.url,
        "title": sighting.view.title,
        "tables": [_table(found) for found in sighting.tables],
        "controls": [{"kind": one.kind, "label": one.label, "options": list(one.options)} for one in sighting.pushable],
        "lacking": list(sighting.lacking),
        "own_page": None if sighting.own is None else _own_page(sighting.own),
        "more_pages": any(one.kind == "next" for one in sighting.view.controls),
        "file": file,
        "workflow": written,
    }


def _table(found: Found) -> dict[str, object]:
    extract: Extract = found.extract
    names, rows = rows_of(found)
    return {
        "name": extract.into,
        "heading": found.heading,
        "fields": [_field(one) for one in extract.fields],
        "stated": found.totals.stated,
        "rows": [dict(zip(names, row, strict=True)) for row in rows],
    }


def _own_page(own: OwnPage) -> dict[str, object]:
    fields = [{**_field(one), "value": cell(own.values[one.name])} for one in own.fields]
    return {"url": own.url, "fields": fields}


def _field(field: Field) -> dict[str, object]:
    return {"name": field.name, "type": str(field.type), "label": field.label}


def told(control: Control) -> str:
    """A control in one line: its kind, its words, the first of its options."""
    options = [_words(one, 24) for one in control.options[:_OPTIONS]]
    more = ["…"] if len(control.options) > _OPTIONS else []
    listed = f" ({', '.join([*options, *more])})" if options else ""
    return f"{control.kind}: {_words(control.label, 40) or '(without a label)'}{listed}"
