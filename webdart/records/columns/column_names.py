"""Gives the page's own name for a column, and tells which columns show one and the same text.

The words may stand in a head, in a term or row head beside the text, at its start ("Price: $5"), or around a number
("6 reviews"). A text that the page calls by one name is no evidence for a field of another name.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice

from webdart.lexicon.phrases import code_of
from webdart.records.coerce.bylines import signs
from webdart.records.coerce.signs import read_boolean
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.mined_columns import Column
from webdart.records.columns.synonyms import mean_alike
from webdart.records.structure.grid import Grid
from webdart.records.structure.outline import Outline
from webdart.records.words import folded, plain
from webdart.workflow.model import Kind

_LED = re.compile(r"([^:：]{1,60}[^:：\s\d])\s?[:：](?:\s+|(?=\D))(\S.*)", re.DOTALL)
_CELL = re.compile(r"(?:path|loose):col(\d+)(?:/|\[|$)")
_TERMS = frozenset({"dt", "th", "label"})
_SAYING = ("title", "aria-label", "alt", "content", "datetime", "style")
_MAX_LABEL = 60
_THE_SAME = 0.9  # of the records must have the words that stand before a text, to be its label and not another text
_UNIT = 3  # letters of a unit ("kg", "min"); longer words around a number say what it counts

Name = tuple[str, str]
"""A label in plain form and as a person reads it; ("", "") where there is none."""
NOTHING: Name = ("", "")

Texts = tuple[int, ...]
"""By record the node that carries a column's text in the end, -1 where there is none."""


class Naming:
    """The names of one region's columns, each worked out once."""

    def __init__(self, page: Outline, columns: Sequence[Column], grid: Grid | None, plausible: Plausible) -> None:
        self._page = page
        self._grid = grid
        self._plausible = plausible
        self._cores = plausible.cores
        self._columns = columns
        self._languages = frozenset((code_of(plausible.locale), code_of(page.view.language)))
        self._names: dict[tuple[str, str], Name] = {}
        self._alike: dict[tuple[str, Kind], frozenset[str]] = {}
        self._beside: dict[int, str] = {}  # texts that a label which was asked for names
        for column in columns:
            if column.source == "label":
                self._beside.update({self.core(node): column.shown for hits in column.hits for node, _ in hits})

    def texts(self, column: Column) -> Texts:
        """Which texts a column shows: two columns with the same are one column in two wrappers."""
        return tuple(self.core(hits[0][0]) if hits else -1 for hits in column.hits)

    def core(self, node: int) -> int:
        """The node that carries a text in the end: what wraps it, and a label before it, left away."""
        known = self._cores.get(node)
        if known is None:
            known = self._cores[node] = self._core(node)
        return known

    def _core(self, node: int) -> int:
        page = self._page
        while not any(name in page.nodes[node].attributes for name in _SAYING):
            kids = [kid for kid in page.kids[node] if page.text[kid]]
            if len(kids) == 2 and self._leads(*kids):
                kids = kids[1:]
            if len(kids) != 1:
                break
            node = kids[0]
        return node

    def called(self, column: Column, kind: Kind) -> Name:
        """What the page calls a column in most records; for a field of whole numbers also by the words around them."""
        key = (column.key, kind if kind in {"text", "integer", "boolean"} else "")
        known = self._names.get(key)
        if known is None:
            known = self._names[key] = self._called(column, kind)
        return known

    def alike(self, label: str, kind: Kind) -> frozenset[str]:
        """The names of columns that mean the same as a field's label."""
        key = (label, kind)
        if key not in self._alike:
            names = {self.called(column, kind)[0] for column in self._columns}
            self._alike[key] = frozenset(name for name in names if mean_alike(name, label, self._languages))
        return self._alike[key]

    def headed(self, label: str, others: Collection[str]) -> list[Column]:
        """The columns under the one head that means the same as a label, and as none of the `others` asked for."""
        spoken = self._languages
        heads = [one for one in self._columns if one.source == "head" and mean_alike(one.shown, label, spoken)]
        said = {plain(column.shown) for column in heads}
        claimed = any(
            mean_alike(name, other, spoken) or other in {name, *words_of_head(name)}
            for name in said
            for other in others
        )
        return heads if len(said) == 1 and not claimed else []

    def _called(self, column: Column, kind: Kind) -> Name:
        if column.source in {"head", "label"}:
            return (plain(column.shown), column.shown) if column.labels else NOTHING
        firsts = [hits[0][0] for hits in column.hits if hits]
        found = Counter(self._name_of(node, kind) for node in firsts)
        (name, sure), count = found.most_common(1)[0] if found else (("", False), 0)
        if name and count * 2 > len(firsts) and (sure or 1 < count >= len(firsts) * _THE_SAME):
            return plain(name), name
        return self._head(column)

    def _head(self, column: Column) -> Name:
        """The head of the table's column that holds this one."""
        if self._grid is None:
            return NOTHING
        cell = _CELL.match(column.key)
        number = int(cell[1]) if cell is not None else self._place(column)
        if number is None:
            return NOTHING
        shown = self._grid.shown[number]
        return plain(shown), shown

    def _place(self, column: Column) -> int | None:
        """The column of the table in which the first text of a column stands that has no path of its own."""
        first = next((hits[0][0] for hits in column.hits if hits), -1)
        if column.source != "only" or self._grid is None:
            return None
        for row in self._grid.records:
            for number, cell in enumerate(row.cells):
                if cell <= first < self._page.nodes[cell].end and cell >= 0:
                    return number
        return None

    def _name_of(self, node: int, kind: Kind) -> tuple[str, bool]:
        """The label of one text, and whether it is one beyond doubt: "Dune: Part Two" may be all title."""
        page, core = self._page, self.core(node)
        before, asked = self._before(core), self._beside.get(core, "")
        led = _LED.match(page.text[node]) or _LED.match(page.text[core])
        if led and not before:
            return folded(led[1]), kind != "text" or plain(led[1]) == asked
        if before or asked:
            return before or asked, True
        if kind == "boolean" and (sign := self._of_sign(core)):
            return sign, False
        pair = self._pair(core) if kind != "text" else ""
        if pair:
            return pair, False
        token = self._plausible.token(page.text[core]) if kind == "integer" else None
        words = token.residue if token is not None else ""
        counts = len(words) > _UNIT and len(words.split()) <= 2 and words.replace(" ", "").isalpha()
        return (words, True) if counts else ("", False)

    def _leads(self, first: int, second: int) -> bool:
        """Whether the first of two texts is a label of the second: a colon, a term, words before a number."""
        one, two = self._page.text[first], self._page.text[second]
        if one[-1] in ":：" or self._page.nodes[first].tag in _TERMS:
            return True
        return len(one) <= _MAX_LABEL and not any(c.isdigit() for c in one) and any(c.isdigit() for c in two)

    def _before(self, core: int) -> str:
        """The label that stands before a text in the mark-up: a term, a row head, a text that ends in a colon."""
        before = self._previous(core)
        if not before:
            return ""
        text, last = self._page.text[before[-1]], self._page.nodes[before[-1]]
        said = text[-1] in ":：" or last.tag in _TERMS
        return text.strip(":： ") if said and len(text) <= _MAX_LABEL else ""

    def _pair(self, core: int) -> str:
        """The words of an element that stands alone before a text: a label, if all records have the same.

        Who wrote something is none, though one person may have written all of a journal.
        """
        before = self._previous(core)
        if len(before) != 1 or self._page.nodes[before[0]].tag == "#text" or not self._leads(before[0], core):
            return ""
        words = self._page.text[before[0]]
        return "" if signs(words, self._page.view.language) else words

    def _of_sign(self, core: int) -> str:
        """The words beside a sign, before it or behind it, in the element that holds both; or what the cell says."""
        page, parent = self._page, self._page.nodes[core].parent
        if page.text[core]:
            return "" if read_boolean(page.text[core]) is not None else page.text[core][:_MAX_LABEL]
        texts = [kid for kid in page.kids[parent] if page.text[kid] and len(page.text[kid]) <= _MAX_LABEL]
        before = [kid for kid in texts if kid < core]
        return page.text[before[-1] if before else texts[0]].strip(":： ") if texts else ""

    def _previous(self, core: int) -> list[int]:
        """The last two texts before a text, in the nearest element that has any."""
        page, place = self._page, core
        while True:
            parent = page.nodes[place].parent
            if parent < 0:
                return []
            kids = page.kids[parent]
            behind = (kids[at] for at in range(bisect_left(kids, place) - 1, -1, -1))
            before = list(islice((kid for kid in behind if page.text[kid]), 2))[::-1]
            if before or page.text[parent] != page.text[place]:
                return before
            place = parent


def words_of_head(name: str) -> list[str]:
    """The words of what a page calls a column: "Title, author" has two."""
    return [word.strip(",;/&()") for word in name.replace("/", " ").split()]


def shows_all(texts: Texts, others: Texts) -> bool:
    """Whether a column shows the text of another wherever that has one."""
    return all(theirs in {mine, -1} for mine, theirs in zip(texts, others, strict=True))


def are_mostly(texts: Texts, owned: Texts) -> bool:
    """Whether a column shows, where it is, mostly the texts of a column that a named field has."""
    there = [(mine, theirs) for mine, theirs in zip(texts, owned, strict=True) if mine >= 0]
    return bool(there) and sum(mine == theirs for mine, theirs in there) * 2 >= len(there)
