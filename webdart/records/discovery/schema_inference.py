"""Proposes the listings and fields of a page that no file describes.

Nothing is believed that reading does not confirm: a proposal becomes a declaration, the declaration is read from the
page as a workflow would read it, and a field that does not come back with the texts it was made from is left out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from webdart.errors import SourceLine
from webdart.page.model import PageView
from webdart.records.cells.cell_text import cell_of
from webdart.records.cells.links import address_at, leads_up, main_link
from webdart.records.coerce.readers import said_by
from webdart.records.coerce.type_likelihood import Plausible, rating_share
from webdart.records.columns.column_names import Naming
from webdart.records.columns.mined_columns import Column, mine
from webdart.records.discovery.type_inference import SHARE, identifier, kind_of, unaccented
from webdart.records.model import Record, Totals
from webdart.records.query.spec import ListingSpec
from webdart.records.read import read
from webdart.records.structure.menus import is_menu
from webdart.records.structure.outline import Outline, outline
from webdart.records.structure.regions import Bits, Region, propose
from webdart.records.words import default_label, folded, is_placeholder, plain
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Kind, Type, Words
from webdart.workflow.templates import parse

_NOWHERE = SourceLine("page", 1, 1)
_MOST_FIELDS, _MOST_TABLES, _SAMPLE = 12, 3, 20
_RICH, _MANY = 3, 5  # fields and records of what is surely a listing
_PIECES = 3  # texts of a short line
_LONGEST = 300  # letters of a cell; a longer text is an article
_NAMES = re.compile(r"[a-z][a-z0-9]+")
_LOOKS = """text item items col column cell row list value field data content body wrapper container inner outer block
    box card span div info small muted bold left right top bottom main title link label js is has the a an of and btn
    flex grid mt mb ml mr pt pb px py sm md lg xl"""
_COMMON = frozenset(_LOOKS.split())
"""Words in class names that say how an element looks or lies, not what it is."""
_NUMBERED = frozenset({"#", "№", "N°", "Nº"})  # heads over the number of a record
_USUAL: dict[Kind, str] = {"money": "price", "date": "date", "datetime": "date", "rating": "rating", "integer": "count"}


class Found(Struct, frozen=True, kw_only=True):
    """A listing that a page has: how it can be declared, its first rows, how many there are, and what was stated.

    `around` is the innermost node that holds them all (-1: none).
    """

    extract: Extract
    records: tuple[Record, ...]
    count: int
    keyed: bool
    totals: Totals
    heading: str = ""
    around: int = -1


class _Draft(Struct, frozen=True):
    """A field with the texts that it was made from, by record."""

    field: Field
    texts: tuple[str, ...]


def discover(view: PageView, spec: ListingSpec) -> tuple[Found, ...]:
    """The listings of a page, the richest first; `spec` says where the site is, its `extract` is not looked at.

    Menus, headers and footers count only where there is nothing else.
    """
    page = outline(view)
    plausible = Plausible(spec.locale)
    found = list(_listings(page, spec, plausible, _bits(page, plausible)))
    if not any(len(listing.extract.fields) >= _RICH for _, _, listing in found):
        # a pager's links and numbers are of the page, and may be in none of its records
        worded = _listings(page, spec, plausible, _words(page))
        found += [one for one in worded if len(one[2].extract.fields) >= _RICH and one[2].count >= _MANY]
    content = [one for one in found if not page.chrome[one[1].node] and not is_menu(page, one[1].records)]
    kept: list[tuple[Region, Found]] = []
    for _, region, listing in sorted(content or found, key=lambda one: -one[0]):
        if not any(_overlap(page, region, other) for other, _ in kept):
            kept.append((region, listing))
    return tuple(_named_apart([listing for _, listing in kept[:_MOST_TABLES]]))


def _listings(
    page: Outline, spec: ListingSpec, plausible: Plausible, bits: Bits
) -> Iterator[tuple[float, Region, Found]]:
    """The proposed regions that read as listings, with how rich they are."""
    for region in propose(page, frozenset(), bits, lambda _: True):
        listing = _Proposal(page, region, spec, plausible).listing()
        if listing is not None:
            yield min(listing.count, 60) * len(listing.extract.fields) ** 1.5, region, listing


def _words(page: Outline) -> Bits:
    """For every subtree whether it holds words, of which alone a record may be made."""
    return Bits([int(sum(map(str.isalpha, text)) > 2) for text in page.text], 1)


def _overlap(page: Outline, one: Region, other: Region) -> bool:
    spans = [(root, page.nodes[root].end) for root in other.roots]
    return any(start < page.nodes[root].end and root < end for root in one.roots for start, end in spans)


def _named_apart(listings: Sequence[Found]) -> Iterator[Found]:
    """Tables of one page have names of their own."""
    taken: set[str] = set()
    for listing in listings:
        name = _free(listing.extract.into, taken)
        taken.add(name)
        yield replace(listing, extract=replace(listing.extract, into=name))


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in range(2, 100))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _bits(page: Outline, plausible: Plausible) -> Bits:
    """For every subtree which kinds of things it holds: words, a link, a picture, and texts of each type."""
    kinds: tuple[Kind, ...] = ("money", "date", "integer")
    words, link = 1 << len(kinds), 2 << len(kinds)
    of = [0] * len(page.nodes)
    there = 0
    for index in range(len(page.nodes) - 1, 0, -1):
        node = page.nodes[index]
        if node.tag == "#text" and len(node.text) <= _LONGEST:
            of[index] |= words * (sum(letter.isalpha() for letter in node.text) > 2)
            of[index] |= sum(1 << n for n, kind in enumerate(kinds) if plausible.share(kind, (node.text,)) >= SHARE)
        elif node.role == "link" and node.attributes.get("href"):
            of[index] |= link
        if not page.skipped[index] and node.parent >= 0:
            of[node.parent] |= of[index]
        there |= of[index]
    # kinds that the page has nowhere are not asked of its records
    places = [place for place in range(len(kinds) + 2) if there >> place & 1]
    packed = [sum(1 << new for new, old in enumerate(places) if held >> old & 1) for held in of]
    return Bits(packed, (1 << len(places)) - 1)


class _Proposal:
    """One region, on its way from columns to a declaration that gives its rows."""

    def __init__(self, page: Outline, region: Region, spec: ListingSpec, plausible: Plausible) -> None:
        self._page = page
        self._region = region = _without_way_up(page, region)
        self._spec = spec
        self._plausible = plausible
        self._places = range(min(len(region.records), _SAMPLE))
        self._columns = mine(page, region, self._places)
        self._naming = Naming(page, self._columns, region.grid, plausible)
        self._heading = self._above()

    def listing(self) -> Found | None:
        """The region as a declared listing; None where reading it gives no rows of any use."""
        if len(self._region.records) < 2 and self._region.grid is None:
            return None
        drafts = self._drafts()
        link = main_link(self._page, self._columns)
        fields = [draft.field for draft in drafts]
        if link is not None and not any(field.name == "url" for field in fields):
            fields.append(Field(name="url", type=Type("link"), at=_NOWHERE))
        texts = {draft.field.name: draft.texts for draft in drafts}
        return self._confirmed(fields, texts)

    # -- what the columns are called, and of which type -------------------------------------------------------

    def _drafts(self) -> list[_Draft]:
        link = main_link(self._page, self._columns)
        titles = self._naming.texts(link) if link is not None else self._headings()
        taken: set[str] = {"url"} if link is not None else set()
        seen: set[tuple[int, ...]] = set()
        heads: set[str] = set()
        drafts: list[_Draft] = []
        for column in self._columns:
            texts = self._naming.texts(column)
            label = self._naming.called(column, "text")[0]
            if column.source == "head" and self._worth(column):
                heads.add(label)
            elif label and label in heads:
                continue  # a part of a cell that is a field as a whole
            if (
                column.source == "loose"
                or _shown_in(texts, seen)
                or len(drafts) == _MOST_FIELDS
                or not self._worth(column)
            ):
                continue
            draft = self._draft(column, taken, title=bool(titles) and texts == titles)
            rated = draft is not None and draft.field.type.kind == "rating"
            if rated and any(other.field.type.kind == "rating" for other in drafts):
                continue  # stars and their number, or the stars around them
            if draft is not None:
                if not rated:  # stars have no text: what stands beside them is another field's
                    seen.add(texts)
                taken.add(draft.field.name)
                drafts.append(draft)
        return drafts

    def _headings(self) -> tuple[int, ...]:
        """The texts of the column that stands in the records' own headings, where they have such."""
        for column in self._columns:
            firsts = [hits[0][0] for hits in column.hits if hits]
            headed = sum(any(map(self._page.level, (node, *self._page.ancestors(node)))) for node in firsts)
            inside = all(self._in_record(node) for node in firsts)
            if column.source == "path" and firsts and inside and headed >= SHARE * len(column.hits):
                return self._naming.texts(column)
        return ()

    def _in_record(self, node: int) -> bool:
        """Whether the heading around a node, if any, is within its record: not one above them all."""
        roots = self._region.roots
        level = next((place for place in (node, *self._page.ancestors(node)) if self._page.level(place)), node)
        return any(root <= level < self._page.nodes[root].end for root in roots)

    def _worth(self, column: Column) -> bool:
        """Whether a column may be a field: in most records, one text each, not the same in all of them."""
        page = self._page
        if column.coverage < 0.5 or column.multiplicity > 1.2:
            return False
        firsts = [hits[0][0] for hits in column.hits if hits]
        if any(page.skipped[node] for node in firsts):
            return False
        if column.source == "head":
            return bool(column.shown) and (any(page.text[node] for node in firsts) or self._signed(column))
        single = sum(page.leaves[node] <= 1 for node in firsts) >= SHARE * len(firsts)
        texts = {page.text[node] for node in firsts}
        shown = self._rated(column) or self._signed(column)
        return single and (len(texts) > 1 or len(firsts) == 1 or shown) and (any(texts) or shown)

    def _rated(self, column: Column) -> bool:
        field = Field(name="rating", type=Type("rating"), at=_NOWHERE)
        cells = [cell_of(self._page, column, place, field) for place in range(len(column.hits))]
        shown = [cell for cell in cells if cell.there]
        good = [
            cell
            for cell in shown
            if rating_share(cell.classes) or self._plausible.share("rating", (cell.text, *cell.attributes)) == 1.0
        ]
        return len(shown) > 0 and len(good) >= SHARE * len(shown)

    def _signed(self, column: Column) -> bool:
        """Whether its cells say yes or no, some of them each: in words, by a box or by an icon."""
        field = Field(name="sign", type=Type("boolean"), at=_NOWHERE)
        cells = [cell_of(self._page, column, place, field) for place in range(len(column.hits))]
        there = [cell for cell in cells if cell.text or cell.attributes or cell.classes or cell.checked is not None]
        label = self._naming.called(column, "text")[0]
        read = [said_by(cell, label) for cell in there if not cell.text.isdecimal()]
        return len(read) >= SHARE * len(column.hits) and set(read) == {True, False}

    def _draft(self, column: Column, taken: set[str], *, title: bool) -> _Draft | None:
        kind = "text" if title and column.source != "head" else self._kind(column)
        label = self._naming.called(column, kind)[1] or (column.shown if column.source == "head" else "")
        if column.source != "head" and self._begins(column, label, title=title):
            label = ""  # "Re: lunch" is a title, or what a link is called, as a whole
        label = label or (self._around_number(column) if kind == "integer" else "")
        name = "number" if label.strip() in _NUMBERED else identifier(label) if label else ""
        if not name:
            label = ""
            name = "name" if title else self._marked(column) or _USUAL.get(kind) or self._only(column, taken)
        if not name or (name in taken and not label):
            return None
        name = _free(name, taken)
        written = label if label and default_label(name) != plain(label) else None
        field = Field(name=name, type=Type(kind), label=written, at=_NOWHERE)
        plainly = replace(field, type=Type("text"))  # what is left of it, should its type not hold
        texts = tuple(folded(cell_of(self._page, column, place, plainly).text) for place in range(len(column.hits)))
        return _Draft(field, texts)

    def _only(self, column: Column, taken: set[str]) -> str:
        """A name for the one text beside a linked title that nothing names; two of them would be read as neither."""
        return "text" if column.source == "path" and self._region.grid is None and "url" in taken else ""

    def _begins(self, column: Column, label: str, *, title: bool) -> bool:
        """Whether most texts are titles or whole links that begin with a label."""
        page = self._page
        cores = [self._naming.core(hits[0][0]) for hits in column.hits if hits]
        led = [core for core in cores if folded(page.text[core]).startswith(label)]
        linked = [core for core in led if self._is_whole_link(core)]
        return bool(label) and 2 * len(led if title else linked) > len(cores)

    def _is_whole_link(self, core: int) -> bool:
        page = self._page
        around = (place for place in (core, *page.ancestors(core)) if page.nodes[place].tag == "a")
        return any(page.text[place] == page.text[core] for place in around)

    def _kind(self, column: Column) -> Kind:
        """The narrowest type that nearly all texts of a column are of."""
        if self._rated(column):
            return "rating"
        if self._signed(column):
            return "boolean"
        field = Field(name="text", type=Type("text"), at=_NOWHERE)
        cells = [cell_of(self._page, column, place, field) for place in range(len(column.hits))]
        texts = [cell.text for cell in cells if cell.text and not is_placeholder(cell.text)]
        if not texts:
            return "text"
        return kind_of(texts, self._plausible)

    def _around_number(self, column: Column) -> str:
        """The words around the numbers of a column ("No. 135", "12 reviews"), the same in nearly all cells."""
        texts = [self._line_of(hits[0][0]) for hits in column.hits if hits]
        tokens = [token for text in texts if (token := self._plausible.token(text)) is not None]
        said = {token.residue for token in tokens}
        return said.pop() if len(said) == 1 and len(tokens) == len(texts) else ""

    def _line_of(self, node: int) -> str:
        """The text of a hit; of a piece of a short line, as scripts write them ("No. " and "135"), that line."""
        page, around = self._page, self._page.nodes[node].parent
        piece = page.nodes[node].tag == "#text" and around >= 0 and 1 < page.leaves[around] <= _PIECES
        return page.text[around if piece else node]

    def _marked(self, column: Column) -> str:
        """A name that the mark-up gives: microdata, a test id, else words of a class."""
        first = next(hits[0][0] for hits in column.hits if hits)
        attributes = self._page.nodes[first].attributes
        for text in (
            attributes.get("itemprop", ""),
            attributes.get("data-testid", ""),
            *self._page.classes[first][::-1],
        ):
            words = [word for word in _NAMES.findall(unaccented(text)) if word not in _COMMON]
            if words:
                return "_".join(words[-2:])
        return ""

    # -- what reading confirms --------------------------------------------------------------------------------

    def _confirmed(self, fields: list[Field], texts: dict[str, tuple[str, ...]]) -> Found | None:
        """The declaration that comes back with this region's texts: what does not is changed or left out."""
        within: Words | None = None
        for _ in range(2 * _MOST_FIELDS + 2):
            if not fields or all(field.name == "url" for field in fields):
                return None
            extract = Extract(into=self._table(), fields=tuple(fields), within=within, at=_NOWHERE)
            got = read(self._page.view, replace(self._spec, extract=extract))
            wrong = {problem.field for problem in got.problems} | {missing.field for missing in got.missing}
            elsewhere = got.region != self._region.node or "" in wrong or got.verdict != "found"
            if elsewhere and within is None and self._heading:
                within = Words(text=parse(self._heading, _NOWHERE), at=_NOWHERE)
                continue
            if elsewhere and not wrong - {""}:
                return None
            again = self._changed(fields, texts, got.records, wrong)
            if again == fields:
                return Found(
                    extract=extract,
                    records=got.records,
                    count=len(got.records),
                    keyed=got.keyed,
                    totals=got.totals,
                    heading=self._heading,
                    around=got.around,
                )
            fields = again
        return None

    def _changed(
        self, fields: list[Field], texts: dict[str, tuple[str, ...]], records: Sequence[Record], wrong: set[str]
    ) -> list[Field]:
        """The fields without the first that does not hold; one that reads other texts is tried as a text first."""
        for place, field in enumerate(fields):
            if field.name in wrong or not self._same(field, texts.get(field.name), records):
                plainer = field.type.kind not in {"text", "link"} and field.name not in wrong
                changed = [replace(field, type=Type("text"))] if plainer else []
                return [*fields[:place], *changed, *fields[place + 1 :]]
        return fields

    def _same(self, field: Field, texts: tuple[str, ...] | None, records: Sequence[Record]) -> bool:
        """Whether the rows that were read have, for a field, the texts that it was made from."""
        values = [record.values.get(field.name) for record in records]
        if texts is None:
            return any(value is not None for value in values)
        if len(records) < len(texts):
            return False
        wanted = [text for text in texts if text and not is_placeholder(text)]
        if field.type.kind != "text":
            there = sum(value is not None for value in values[: len(texts)])
            return there >= SHARE * max(1, len(wanted))
        hits = _in_order([text for text in texts if text], [folded(v) if isinstance(v, str) else "" for v in values])
        return hits >= SHARE * max(1, len([text for text in texts if text]))

    # -- names of tables --------------------------------------------------------------------------------------

    def _above(self) -> str:
        """The heading or caption nearest above the records."""
        page, start = self._page, self._region.records[0][0]
        captions = {node.index for node in page.nodes if node.tag == "caption" and node.parent == self._region.node}
        found = ""
        for node in page.nodes[:start]:
            titles = page.level(node.index) or node.index in captions
            if titles and node.end <= start and page.text[node.index] and not page.chrome[node.index]:
                found = page.text[node.index]
        return found if len(found) <= 80 and "{{" not in found and "=" not in found else ""

    def _table(self) -> str:
        last = re.sub(r"[?#].*", "", self._page.view.url).rstrip("/").rpartition("/")[2]
        words = self._heading.split()
        plainly = 0 < len(words) <= 2 and not any(letter.isdigit() for letter in self._heading)
        short = identifier(self._heading) if plainly else ""
        return short or identifier(re.sub(r"\.\w+$", "", last)) or "records"


def _in_order(texts: Sequence[str], values: Sequence[str]) -> int:
    """How many texts come back, in their order: between them stand records that lie within others, as of a thread."""
    place = hits = 0
    for text in texts:
        said = {text, text.partition(":")[2].strip()} - {""}
        found = next((at for at in range(place, len(values)) if values[at] in said), -1)
        if found >= 0:
            place, hits = found + 1, hits + 1
    return hits


def _without_way_up(page: Outline, region: Region) -> Region:
    """A region without the link to the folder above, which reading leaves out too."""
    link = main_link(page, mine(page, region, range(len(region.records))))
    if link is None or not leads_up(
        [address_at(page, link, n) or None for n in range(len(region.records))], page.view.url
    ):
        return region
    grid = region.grid and replace(region.grid, records=region.grid.records[1:])
    return replace(region, records=region.records[1:], grid=grid)


def _shown_in(texts: Sequence[int], seen: Iterable[tuple[int, ...]]) -> bool:
    """Whether a column shows only what another one shows in the same records."""
    return any(all(one in (-1, same) for one, same in zip(texts, shown, strict=True)) for shown in seen)
