"""Reads the later pages of a listing by the slots of their sources, as pages of the same build were read in full.

The rows of a page are of builds that are known (`row_lesson`), next to each other as they were before, and the page
around them is of a build that is known: of its slots only those are others that tell which page of the listing it is.
Those are the addresses and numbers of its links, and the texts that may state how many rows there are, which are read
as on any page. Everything else about such a page was found out when one like it was read in full.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec import Struct

from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_attributes import ADDRESSES
from webdart.browser.snapshot.source_page import SourcePage
from webdart.browser.snapshot.source_slots import Build, Divided, SlotPlace, divide, places, way_to, without_numbers
from webdart.records.cells.cell_text import without_fragment
from webdart.records.cells.record_assembly import typed_rows
from webdart.records.checks.totals import MOST_LETTERS, StatedText, read_totals, seen_on, stated_texts
from webdart.records.coerce import RawCell
from webdart.records.coerce.locales import ascii_digits
from webdart.records.query.spec import Extraction, ListingSpec, PlacedRows
from webdart.records.query.wrapper import Wrapper
from webdart.records.slots.row_lesson import LearnedRow, RowLesson, absolute, made_of, said
from webdart.records.structure.menus import is_bare_link
from webdart.records.structure.total_rows import may_be_sum
from webdart.values import replace

_MOST = 400  # builds of rows: a listing with more has hardly two rows of one
_MISSES = (
    25  # pages in a row that could not be read so, after which no other is tried: pagers of ten numbers have many looks
)
_SURROUNDINGS = 50  # builds of what stands around the rows that are kept, the latest
_SUMS = 2  # rows above one that may be their sum

Pair = tuple[tuple[str, ...], tuple[str, ...]]
_EDGE: tuple[str, ...] = ()
"""In place of the signs of a row: what stands around all of them."""


class _Around(Struct, frozen=True):
    """A page that was read in full, as the page around the rows: its slots, and what was read of it.

    `stated` are the texts that may state a total, each with the slots that it is made of (none where that is not
    clear); `onward` are the slots that have the address of the next page.
    """

    values: tuple[str, ...]
    places: tuple[SlotPlace, ...]
    found: Extraction
    placed: PlacedRows
    stated: tuple[tuple[StatedText, tuple[tuple[int, str], ...]], ...]
    onward: frozenset[int]

    def changed(self, values: Sequence[str]) -> tuple[StatedText, ...] | None:
        """The texts that may state a total on a page with these slots; None where another slot is a new one."""
        told = {slot for _, slots in self.stated for slot, _ in slots}
        others = [slot for slot, (one, other) in enumerate(zip(self.values, values, strict=True)) if one != other]
        if not all(slot in told or _tells_place(self.places[slot], self.values[slot], values[slot]) for slot in others):
            return None
        new = frozenset(others)
        texts: list[StatedText] = []
        for (text, chrome), slots in self.stated:
            other = text if new.isdisjoint(slot for slot, _ in slots) else ascii_digits(said(slots, values))
            if len(other) > MOST_LETTERS:
                return None
            texts.append((other, chrome))
        return tuple(texts)


def _tells_place(place: SlotPlace, before: str, now: str) -> bool:
    """Whether a slot may be another one on every page: an address, a number in a link, what a script keeps."""
    if place.name in ADDRESSES or place.name.startswith("data-"):
        return True
    return place.linked and without_numbers(before) == without_numbers(now)


class LikePage(Struct, frozen=True):
    """A page of which the surroundings are known, and where it leads on; its rows are yet to be read."""

    divided: Divided
    around: _Around
    texts: tuple[StatedText, ...]
    following: str


@dataclass(slots=True)
class PageReading:
    """What pages of one table have taught."""

    _rows: dict[Build, RowLesson] = field(default_factory=dict[Build, RowLesson])
    _around: dict[Build, _Around] = field(default_factory=dict[Build, _Around])
    _pairs: set[Pair] = field(default_factory=set[Pair])
    _way: tuple[int, ...] = ()
    _looks: Looks | None = None
    _missed: int = 0

    @property
    def hopeless(self) -> bool:
        """Whether it is not worth trying any more."""
        return self._missed >= _MISSES

    # -- learning ---------------------------------------------------------------------------------------------

    def learn(self, page: SourcePage, found: Extraction, spec: ListingSpec, looks: Looks, following: str) -> None:
        """Learn from a page that was read in full, of which nothing is in doubt."""
        placed = found.placed
        if self.hopeless or placed is None or not following or not _is_plain(found, placed, spec):
            return
        self._keep_looks(looks)
        roots = [root for (root,) in placed.roots]
        way = way_to(page.elements[placed.page.nodes[roots[0]].parent])
        rows = {page.elements[root].mem_id for root in roots}
        divided = divide(page.source, page.plain.url, way, lambda one, _: one.mem_id in rows, page.parser)
        if divided is None or len(divided.apart) != len(roots):
            return
        self._way = way
        self._learn_rows(page, divided, placed, roots)
        self._learn_around(divided, found, placed, following)

    def _keep_looks(self, looks: Looks) -> None:
        """Forget all that was learned where an element looked otherwise."""
        before = self._looks
        if before is not None and before is not looks and not before.known.items() <= looks.known.items():
            self._rows.clear()
            self._around.clear()
            self._pairs.clear()
        self._looks = looks

    def _learn_rows(self, page: SourcePage, divided: Divided, placed: PlacedRows, roots: Sequence[int]) -> None:
        signs: list[tuple[str, ...]] = []
        for place, (root, slots) in enumerate(zip(roots, divided.apart, strict=True)):
            own = tuple(page.signs[root : placed.page.nodes[root].end])
            signs.append(own)
            row = LearnedRow(
                values=slots.values,
                places=places(divided.sources[place]),
                cells={name: column[place] for name, column in placed.cells.items()},
                link=placed.addresses[place],
                signs=own,
            )
            if (known := self._rows.get(slots.build)) is not None:
                known.learn(row, divided.base)
            elif len(self._rows) < _MOST:
                self._rows[slots.build] = RowLesson(row, divided.base)
        self._pairs.update(pairwise([_EDGE, *signs, _EDGE]))

    def _learn_around(self, divided: Divided, found: Extraction, placed: PlacedRows, following: str) -> None:
        values, own = divided.around.values, places(divided.rest)
        onward = frozenset(
            slot
            for slot, (value, place) in enumerate(zip(values, own, strict=True))
            if place.name in ADDRESSES and place.linked and without_fragment(absolute(divided.base, value)) == following
        )
        if (known := self._around.get(divided.around.build)) is not None:
            onward &= known.onward
        roots = frozenset(root for (root,) in placed.roots)
        stated: list[tuple[StatedText, tuple[tuple[int, str], ...]]] = []
        for text, chrome in stated_texts(placed.page, roots):
            made = list(made_of(text, [ascii_digits(value) for value in values], own))
            stated.append(((text, chrome), made[0] if len(made) == 1 else ()))
        while len(self._around) >= _SURROUNDINGS:
            del self._around[next(iter(self._around))]
        self._around[divided.around.build] = _Around(values, own, found, placed, tuple(stated), onward)

    # -- reading ----------------------------------------------------------------------------------------------

    def liken(self, source: str, url: str, looks: Looks) -> LikePage | None:
        """A document as a page like others, if what stands around its rows is; None for any other."""
        if not self._rows or self.hopeless:
            return None
        self._keep_looks(looks)
        divided = divide(source, url, self._way, lambda _, build: build in self._rows)
        around = None if divided is None else self._around.get(divided.around.build)
        texts = None if divided is None or around is None else around.changed(divided.around.values)
        if divided is None or around is None or texts is None:
            self._missed += 1
            return None
        values = divided.around.values
        leads = {without_fragment(absolute(divided.base, values[slot])) for slot in around.onward}
        if len(leads) != 1:
            self._missed += 1
            return None
        return LikePage(divided, around, texts, leads.pop())

    def read(self, page: LikePage, spec: ListingSpec, wrapper: Wrapper, before: int) -> Extraction | None:
        """The rows of a page by its slots; None where one is not known."""
        found = self._read(page, spec, wrapper, before)
        self._missed = self._missed + 1 if found is None else 0
        return found

    def _read(self, page: LikePage, spec: ListingSpec, wrapper: Wrapper, before: int) -> Extraction | None:
        divided, around = page.divided, page.around
        lessons = [self._rows[slots.build] for slots in divided.apart]
        signs = [lesson.signs for lesson in lessons]
        if not all(lesson.knows for lesson in lessons) or not self._pairs.issuperset(pairwise([_EDGE, *signs, _EDGE])):
            return None
        if wrapper.template.above >= 0 and _may_have_sums(divided, lessons):
            return None
        columns: list[list[RawCell]] = [[] for _ in spec.sought]
        addresses: list[str | None] = []
        for lesson, slots in zip(lessons, divided.apart, strict=True):
            got = lesson.read(slots.values, divided.base, around.placed.labels)
            if got is None:
                return None
            cells, link = got
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell)
            addresses.append(link)
        named: Mapping[str, Sequence[RawCell]] = {
            one.name: column for one, column in zip(spec.sought, columns, strict=True)
        }
        typed = typed_rows(spec, wrapper, divided.url, named, addresses)
        if typed is None or typed.keyed != around.found.keyed:
            return None
        roots = frozenset(root for (root,) in around.placed.roots)
        totals = read_totals(around.placed.page, seen_on(spec, roots, len(typed.records), before), page.texts)
        if totals.bound is not None:
            return None
        fixed = {name: one for name, one in wrapper.conventions.items() if one.fixed}
        learned = replace(wrapper, conventions={**typed.conventions, **fixed})
        return replace(around.found, records=typed.records, totals=totals, wrapper=learned, placed=None, likened=True)


def _is_plain(found: Extraction, placed: PlacedRows, spec: ListingSpec) -> bool:
    """Whether a page was read by the form of its rows alone, and there is nothing to say of it."""
    doubt = found.remarks or found.signs or found.problems or found.links or found.totals.bound is not None
    if doubt or spec.around or spec.links or spec.ruling.read or not all(len(root) == 1 for root in placed.roots):
        return False
    bare = (one for one in spec.sought if one.label is None and one.target is None)
    if any(one.words or one.match is not None for one in bare):
        return False  # what they are read from is not one place
    page, nodes = placed.page, placed.page.nodes
    roots = [root for (root,) in placed.roots]
    tags = {nodes[root].tag for root in roots}
    if len({nodes[root].parent for root in roots}) > 1 or any(is_bare_link(page, (root,)) for root in roots):
        return False
    if any("busy" in nodes[above].states for above in page.ancestors(roots[0])):
        return False
    hidden = any(not node.shown and node.tag in tags for node in nodes)
    unheard = (node for node in nodes if node.attributes.get("aria-hidden") == "true")
    return not hidden and not any(node.index <= root < node.end for node in unheard for root in roots)


def _may_have_sums(divided: Divided, lessons: Sequence[RowLesson]) -> bool:
    """Whether a row of a table may be a sum of others: it is called so, or is the last one and set apart."""
    if len(lessons) > _SUMS and all(lessons[-1].signs != lesson.signs for lesson in lessons[:-1]):
        return True
    begin = (lesson.first_text(slots.values) for lesson, slots in zip(lessons, divided.apart, strict=True))
    return any(map(may_be_sum, begin))
