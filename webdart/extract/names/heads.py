"""Heads above the records: head rows of a table, a head line left out of the records, or one above their list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from webdart.extract.align import Template
from webdart.extract.align.merge import locate
from webdart.extract.model import Name
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.segment import Candidate
from webdart.extract.types import is_typed
from webdart.records.structure.outline import HEADINGS

_LONGEST = 60  # letters of a head
_GRIDS = frozenset({"grid", "table", "treegrid"})
_CELLS = frozenset({"gridcell", "cell", "rowheader"})
_MAIN = "main"  # the element of a page's content, before which its banner stands
_ABOVE = 3  # elements around the records whose older siblings may be the head line


def head_words(page: Page, candidate: Candidate, template: Template) -> Mapping[int, Sequence[Name]]:
    """By part: the heads over it."""
    if candidate.kind == "table" and candidate.heads:
        return _of_table(page, candidate, template)
    if candidate.heads:
        return _of_line(page, candidate, template, candidate.heads)
    if found := _of_grid(page, candidate, template):
        return found
    line = _line_above(page, candidate, template)
    return (
        _by_place(page, zip(template.children[template.children[0][0]], line, strict=False), template) if line else {}
    )


def _of_grid(page: Page, candidate: Candidate, template: Template) -> Mapping[int, Sequence[Name]]:
    """By the roles that WAI-ARIA has for grids: a header is over the cells of its index, or at its place in the row."""
    above = page.parents[candidate.roots[0][0]]
    while above >= 0 and page.attributes[above].get("role") not in _GRIDS:
        above = page.parents[above]
    if above < 0:
        return {}
    heads = [node for node in range(above, page.ends[above]) if page.attributes[node].get("role") == "columnheader"]
    _, *inner = template.preorder()
    parts = [part for part in inner if page.attributes[template.faces[part]].get("role") in _CELLS]
    places = [page.attributes[head].get("aria-colindex") for head in heads]
    known = [page.attributes[template.faces[part]].get("aria-colindex") for part in parts]
    if None not in places and None not in known:
        by_index = dict(zip(places, heads, strict=True))
        pairs = [(part, by_index[at]) for part, at in zip(parts, known, strict=True) if at in by_index]
    else:
        pairs = list(zip(parts, heads, strict=True)) if len(parts) == len(heads) else []
    return _by_place(page, pairs, template)


def _of_table(page: Page, candidate: Candidate, template: Template) -> Mapping[int, Sequence[Name]]:
    words: dict[int, list[str]] = defaultdict(list)
    for row in _telling(page, candidate):
        for at, text in row.items():
            if text not in words[at]:
                words[at].append(text)
    found: dict[int, list[Name]] = defaultdict(list)
    for part in template.preorder():
        column = template.cells[part]
        if column < 0 or column not in words:
            continue
        names = [Name("head", words[column][-1])]
        if len(words[column]) > 1:
            names.append(Name("heads", " ".join(words[column])))
        for inner in template.preorder(part):
            lone = inner == part or _is_whole(template, part, inner)
            found[inner].extend(names if lone else [Name("in_head", name.words) for name in names])
    return found


def _telling(page: Page, candidate: Candidate) -> Sequence[Mapping[int, str]]:
    """Of each head row the words by column; where one tells columns apart, only those that do.

    A row that says the same over every column names none: a caption, or a box to filter by under each head.
    """
    rows: list[dict[int, str]] = []
    for wide in _cells(page, candidate):
        said = {cell: _head(page, cell) for cell, _, _ in wide}
        rows.append(
            {at: said[cell] for cell, column, span in wide if said[cell] for at in range(column, column + span)}
        )
    telling = [row for row in rows if len(set(row.values())) > 1]
    return telling or rows


def _head(page: Page, cell: int) -> str:
    """The words of a head; of a head without, what its picture or itself is called."""
    text = page.text_of(cell)
    if text:
        return text
    for index in range(cell, page.ends[cell]):
        for name in ("aria-label", "title", "alt"):
            if page.attributes[index].get(name):
                return page.attributes[index][name]
    return ""


def _cells(page: Page, candidate: Candidate) -> Iterator[list[tuple[int, int, int]]]:
    for row in candidate.heads:
        cells: list[tuple[int, int, int]] = []
        for cell in page.children[row]:
            if cell in candidate.grid:
                given = page.attributes[cell].get("colspan", "1")
                cells.append((cell, candidate.grid[cell], int(given) if given.isdigit() else 1))
        yield cells


def _is_whole(template: Template, outer: int, inner: int) -> bool:
    """Whether the one text of a part is all that another holds."""
    while inner != outer:
        above = template.parents[inner]
        if len(template.children[above]) != 1:
            return False
        inner = above
    return True


def _of_line(
    page: Page, candidate: Candidate, template: Template, nodes: Sequence[int]
) -> Mapping[int, Sequence[Name]]:
    found: dict[int, list[Name]] = defaultdict(list)
    for part, node in locate(page, candidate, template, nodes):
        text = page.text_of(node) if page.tags[node] != TEXT else page.texts[node]
        if text and len(text) <= _LONGEST:
            lone = [inner for inner in template.preorder(part) if inner == part or _is_whole(template, part, inner)]
            for inner in lone:
                found[inner].append(Name("head", text))
    return found


def _line_above(page: Page, candidate: Candidate, template: Template) -> Sequence[int]:
    """The parts of a head line before the list, within the main part: short words, as many as the record has parts."""
    first = candidate.roots[0][0]
    tops = template.children[0]
    wanted = len(template.children[tops[0]]) if len(tops) == 1 else 0
    if wanted < 2 or len(candidate) < 2:
        return ()
    here = page.parents[first]
    for _ in range(_ABOVE):
        if here <= 0 or page.tags[here] == _MAIN:
            return ()
        siblings = page.children[page.parents[here]]
        older = [one for one in siblings if one < here and page.count_texts(one)]
        if older:
            return _heads_in(page, older[-1], wanted)
        here = page.parents[here]
    return ()


def _heads_in(page: Page, node: int, wanted: int) -> Sequence[int]:
    """The parts of a line as heads; a heading that counts ("Lamps 12") is over all of the list.

    Signs between elements part the steps of a way to the page, "Home › Lamps", and no columns.
    """
    while len(page.children[node]) == 1 and page.tags[node] not in HEADINGS:
        node = page.children[node][0]
    if page.tags[node] in HEADINGS:
        return ()
    cells = page.children[node]
    texts = [page.text_of(cell) for cell in cells]
    if any(page.tags[cell] == TEXT and not any(map(str.isalnum, page.texts[cell])) for cell in cells):
        return ()
    short = all(len(text) <= _LONGEST and not is_typed(text) for text in texts)
    return cells if len(cells) == wanted and short and sum(map(bool, texts)) >= 2 else ()


def _by_place(page: Page, pairs: Iterable[tuple[int, int]], template: Template) -> Mapping[int, Sequence[Name]]:
    """The names of parts, each with the node of its head."""
    found: dict[int, list[Name]] = defaultdict(list)
    for part, cell in pairs:
        text = page.text_of(cell)
        if not text:
            continue
        for inner in template.preorder(part):
            lone = inner == part or _is_whole(template, part, inner)
            found[inner].append(Name("head" if lone else "in_head", text))
    return found
