"""Tells what stands above each record: the nearest heading or group line, and every line that changes between them.

A field that is declared `from: heading` means one of them. So does a day that no record has itself, where the lines
above the records are days: it is read as if it were declared so.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.lexicon.phrases import alternatives, words
from webdart.page.context_lines import ContextLine, context_lines
from webdart.records.cells.remaining_rows import RowsDiffer
from webdart.records.coerce.convention import RawCell
from webdart.records.coerce.locales import ascii_digits
from webdart.records.coerce.yearless_days import in_years, is_bare_day
from webdart.records.columns.markup_hints import is_called
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.query.field_matches import TITLES, Assigned, Sought, label_of, title_of
from webdart.records.query.wrapper import Wrapper
from webdart.records.structure.heading_words import heading_words, without_counts
from webdart.records.structure.list_names import table_names
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.structure.regions import Region
from webdart.records.words import plain
from webdart.values import replace
from webdart.workflow.model import Field

NEAREST = ""
"""Instead of the path of lines: the nearest heading or group line of all."""
_HEADS = frozenset({"thead", "th"})
_FITTING = 0.6  # of a heading's text as the field's type
MOMENTS = frozenset({"date", "datetime"})
_ADDRESSES = frozenset({"link", "image"})
_ABOVE = "above:"  # what the key of a column of lines begins with
_YEAR = re.compile(rf"((?:19|20)\d\d)\s?(?:{alternatives(words('year_sign'))})?(?:\s*\(?\d{{1,3}}\)?)?")
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_SEVERAL = 2  # records, of which lines are above


class Headings(Struct, frozen=True):
    """By record the text above it: by the path of the lines, `NEAREST` first, then the innermost."""

    above: Mapping[str, Sequence[str | None]]

    @property
    def nearest(self) -> Sequence[str | None]:
        """The nearest of all."""
        return self.above[NEAREST]

    @property
    def last(self) -> Mapping[str, str | None]:
        """What the last record has above it: the records of the next page may go on below it."""
        return {path: texts[-1] if texts else None for path, texts in self.above.items()}


def headings_above(page: Outline, region: Region, wrapper: Wrapper | None) -> Headings:
    """What stands above each record; before the first line, the last one of the page before."""
    carried = wrapper.above if wrapper else dict[str, str | None]()
    known = {*wrapper.above, *wrapper.headed.values()} if wrapper else None
    lines = context_lines(_Lines(page), region.records, known)
    said = {line.path: [page.text[node] if node >= 0 else None for node in line.nodes] for line in lines}
    gone = {path: [text] * len(region.records) for path, text in carried.items() if path and path not in said}
    nearest = _nearest(page, region, carried.get(NEAREST), next(iter(said.values()), ()))
    whole = {path: [text or carried.get(path) for text in texts] for path, texts in said.items()}
    return Headings({NEAREST: nearest, **whole, **gone})


def with_years(headings: Headings, records: Sequence[int], cells: Sequence[RawCell], locale: str) -> list[RawCell]:
    """Cells of a day whose year stands above their records, as in a list that is parted by years, with that year.

    What the mark-up tells goes before.
    """
    said = next((texts for texts in headings.above.values() if all(map(_year_of, texts))), None)
    if said is None:
        return list(cells)
    open_cells = [place for place, cell in enumerate(cells) if not cell.attributes]
    years = [_year_of(said[records[place]]) for place in open_cells]
    found, texts = list(cells), in_years([cells[place].text for place in open_cells], locale, years)
    for place, text in zip(open_cells, texts, strict=True):
        found[place] = cells[place]._replace(text=text)
    return found


def bare_days(sought: Sought, region: Region, records: Sequence[int], columns: Sequence[Column]) -> list[Column]:
    """Columns of days without a year, a day in every record, where lines above the records are years.

    One of several that say the same; none where they say several things.

    Raises:
        RowsDiffer: the lines of a long page, which its sample does not have.
    """
    headings = headings_above(sought.page, region, sought.wrapper) if len(records) >= _SEVERAL else Headings({})
    if not any(all(map(_year_of, texts)) for texts in headings.above.values()):
        return []
    found: dict[tuple[str, ...], Column] = {}
    for column in columns:
        if column.multiplicity == 1.0 == column.coverage:
            cells = [RawCell(part or sought.page.text[node]) for ((node, part), *_) in column.hits]
            dated = [cell.text for cell in with_years(headings, records, cells, sought.spec.locale)]
            if all(map(_ISO.fullmatch, dated)):
                found.setdefault(tuple(dated), column)
    if found and sought.long is not None:
        raise RowsDiffer
    return list(found.values()) if len(found) == 1 else []


def _year_of(text: str | None) -> int:
    """The year that a line is, perhaps with its sign and a count; 0 where it says anything else."""
    found = _YEAR.fullmatch(ascii_digits(text or "").strip())
    return int(found[1]) if found else 0


def own_headings(page: Outline, region: Region) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The headings of a page that stand right over records, and those over something else; none within records."""
    spans = [(root, page.nodes[root].end) for record in region.records for root in record]
    there = [place for place in page.headings if page.text[place] and not page.chrome[place]]
    there = [place for place in there if not any(start <= place < end for start, end in spans)]
    over = {there[at - 1] for record in region.records if (at := bisect_left(there, record[0]))}
    said = dict.fromkeys(page.text[place] for place in there if place in over)
    return tuple(said), tuple(dict.fromkeys(page.text[place] for place in there if place not in over))


class _Lines:
    """A page as lines above records are looked for in it; implements `webdart.page.context_lines.Tree`."""

    def __init__(self, page: Outline) -> None:
        self._page = page

    def kids(self, node: int) -> Sequence[int]:
        """Without menus and the heads of tables."""
        page = self._page
        return [kid for kid in page.kids[node] if not page.chrome[kid] and page.nodes[kid].tag not in _HEADS]

    def parent(self, node: int) -> int:
        """The element above."""
        return self._page.nodes[node].parent

    def end(self, node: int) -> int:
        """The first node behind it."""
        return self._page.nodes[node].end

    def text(self, node: int) -> str:
        """Without that of controls."""
        return self._page.text[node]

    def step(self, node: int) -> str:
        """The tag and stable classes."""
        return self._page.named(node)

    def is_line(self, node: int) -> bool:
        """Whether it has one text, is a heading, or begins no other line within."""
        page = self._page
        if page.leaves[node] == 1 or page.nodes[node].tag == "#text" or page.level(node):
            return True
        return not any(inner.tag in BLOCKS for inner in page.nodes[node + 1 : page.nodes[node].end])


def heading_of(headings: Headings, sought: Sought, field: Field) -> str:
    """The path of the lines that a field means: the nearest that read as its type.

    As on the pages before, where there were any, and as the lines told that it is meant.
    """
    known = {**sought.headed, **(sought.wrapper.headed if sought.wrapper else {})}.get(field.name)
    if known is not None and known in headings.above:
        return known
    fitting = [
        path for path, texts in headings.above.items() if field.type.kind != "text" and _fit(sought, field, texts)
    ]
    return next(iter(fitting), NEAREST)


def lines_above(sought: Sought, assigned: Assigned) -> Mapping[str, Column]:
    """The lines above the records that tell what these lack, by field.

    That is a day that no record has, where just one kind of line has days; and a field that nothing in the records is
    called, where the mark-up calls the lines so. The first page of a listing decides it.
    """
    if sought.wrapper is not None or sought.spec.kind != "listing" or len(assigned.records) < _SEVERAL:
        return {}
    title = title_of(sought.by_column)
    missed = [field for field in sought.by_column if _may_be_above(sought.page, field, assigned, title)]
    if not missed:
        return {}
    headings = headings_above(sought.page, assigned.region, None)
    told = {field.name: _path_above(headings, sought, field, assigned) for field in missed}
    lines = {line.path: line for line in context_lines(_Lines(sought.page), assigned.region.records)}
    return {
        name: Column(f"{_ABOVE}{path}", "only", tuple(_hit(lines.get(path), number) for number in assigned.records))
        for name, path in told.items()
        if path is not None
    }


def without_lines(assigned: Assigned) -> Assigned:
    """The same with what the records themselves have."""
    own = {name: match for name, match in assigned.matches.items() if not match.column.key.startswith(_ABOVE)}
    return replace(assigned, matches=own)


def _hit(line: ContextLine | None, number: int) -> tuple[Hit, ...]:
    return () if line is None or line.nodes[number] < 0 else ((line.nodes[number], None),)


def with_lines_above(sought: Sought, assigned: Assigned) -> tuple[Sought, Assigned]:
    """The same, with what the lines above the records tell read as if it were declared `from: heading`.

    Raises:
        RowsDiffer: the lines of a long page, which its sample does not have.
    """
    lines = lines_above(sought, assigned)
    if not lines:
        return sought, assigned
    if sought.long is not None:
        raise RowsDiffer
    matches = {name: match for name, match in assigned.matches.items() if name not in lines}
    paths = {name: column.key.removeprefix(_ABOVE) for name, column in lines.items()}
    return read_above(sought, paths), replace(assigned, matches=matches)


def _may_be_above(page: Outline, field: Field, assigned: Assigned, title: str) -> bool:
    """Whether no record has a field, or a text is a guess that no name speaks for; never what records are called."""
    match = assigned.matches.get(field.name)
    bare = field.label is None and field.target is None and field.source == "text" and not field.type.many
    if not bare or field.type.kind in _ADDRESSES or label_of(field) in TITLES:
        return False
    guessed = match is not None and match.tier == "type" and field.type.kind == "text" and field.name != title
    called = (match is None or guessed) and is_called(page, label_of(field))
    return called or (match is None and field.type.kind in MOMENTS)


def _path_above(headings: Headings, sought: Sought, field: Field, assigned: Assigned) -> str | None:
    """The path of the lines that tell a field of each record: of its name, or days that no record has."""
    whole = {path: texts for path, texts in headings.above.items() if len(set(texts)) > 1 and None not in texts}
    fitting = {path: tuple(texts) for path, texts in whole.items() if _fit(sought, field, texts)}
    named = next((path for path in fitting if label_of(field) in _names(path)), None)
    missing = field.name not in assigned.matches and field.type.kind in MOMENTS
    if named is not None or not missing or len(set(fitting.values())) != 1:
        return named
    return next(iter(fitting))


def _fit(sought: Sought, field: Field, texts: Sequence[str | None]) -> bool:
    """Whether all texts read as the type of a field; a day is that and nothing else."""
    kind, said = field.type.kind, {text for text in texts if text}
    if not said or kind == "text":
        return bool(said)
    if kind in MOMENTS:
        return all(is_bare_day(text, sought.spec.locale) for text in said)
    return all(sought.plausible.share(kind, [text]) >= _FITTING for text in said)


def _names(path: str) -> set[str]:
    """What the mark-up calls the lines of a path."""
    return {plain(name.replace("-", " ").replace("_", " ")) for name in path.rpartition("/")[2].split(".")[1:]}


def read_above(sought: Sought, paths: Mapping[str, str]) -> Sought:
    """The same, with these fields read as if they were declared `from: heading`, each of lines of a path."""
    if not paths:
        return sought
    extract = sought.spec.extract
    fields = tuple(replace(one, source="heading") if one.name in paths else one for one in extract.fields)
    return replace(sought, spec=replace(sought.spec, extract=replace(extract, fields=fields)), headed=paths)


def _nearest(page: Outline, region: Region, before: str | None, line: Sequence[str | None]) -> list[str | None]:
    """For every record the nearest heading or group row above it, else its `line`; before the first, that of `before`.

    `before` is what the page before ended with.
    """
    carried = before
    starts = [record[0] for record in region.records]
    folds = _folds(page)
    said = sorted(place for place in (*page.headings, *folds) if page.text[place])
    spans = [(root, page.nodes[root].end) for record in region.records for root in record] if said else []
    inside = {place for start, end in spans for place in said[bisect_left(said, start) : bisect_left(said, end)]}
    above = [place for place in said if place not in inside]
    between = any(starts[0] < place < starts[-1] for place in above) if starts else False
    groups = () if between else line
    tables = table_names(page, starts)
    names = tables.names(headed=between)
    heads = [place for place in above if not page.chrome[place]]
    grouped = region.grid is not None and any(row.group for row in region.grid.records)
    found: list[str | None] = []
    for number, start in enumerate(starts):
        group = region.grid.records[number].group if region.grid else None
        group = group or names[number]
        if group is None and groups:
            group = groups[number]
        elif group is None and not grouped:
            last = next(
                (head for head in reversed(heads[: bisect_left(heads, start)]) if start < folds.get(head, start + 1)),
                -1,
            )
            last = _above_subtitle(page, last, start)
            if last >= 0:  # the page's own title stands above every record: what was carried over says more
                words = heading_words(page, last)
                group = words if page.level(last) != 1 else tables.captions[number] or carried or words
        found.append(group or carried)
        carried = found[-1]
    return without_counts(found, before)


def _above_subtitle(page: Outline, heading: int, start: int) -> int:
    """A heading, or the higher one right before it in an element without records: "Cart", and below it its file."""
    around = page.nodes[heading].parent if heading >= 0 else -1
    if around < 0 or start < page.nodes[around].end:
        return heading
    before = next((kid for kid in reversed(page.kids[around]) if kid < heading and page.text[kid]), -1)
    return before if before >= 0 and 0 < page.level(before) < page.level(heading) else heading


def _folds(page: Outline) -> dict[int, int]:
    """What is written on folds that have no heading for it, and where each fold ends: it heads what the fold holds.

    Not what is there to be pressed ("Show / hide"): the same words on all of them, or a fold by itself below a heading.
    """
    written = (node for node in page.nodes if node.tag == "summary" and page.nodes[node.parent].tag == "details")
    bare = [node for node in written if not any(page.level(place) for place in range(node.index, node.end))]
    beside = Counter(page.nodes[node.parent].parent for node in bare)
    if len({page.text[node.index] for node in bare}) < len(bare):
        return {}
    return {node.index: page.nodes[node.parent].end for node in bare if not _is_headed(page, node.parent, beside)}


def _is_headed(page: Outline, fold: int, beside: Mapping[int, int]) -> bool:
    """Whether a fold is the only one in an element with a heading above it."""
    around = page.nodes[fold].parent
    first = bisect_left(page.headings, around)
    return beside[around] == 1 and first < len(page.headings) and page.headings[first] < fold
