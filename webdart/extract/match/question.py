"""Declared fields asked of a record set on its page, with what the columns are among each other."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from webdart.extract.match.likeness import folded, lexical, words
from webdart.extract.match.set_view import SetView
from webdart.extract.model import Column, FieldSpec, RecordSet
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.types import TYPED
from webdart.lexicon import words_of
from webdart.lexicon.phrases import code_of
from webdart.page.markup import STRUCK
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.synonyms import mean_alike
from webdart.workflow.model import Kind

_OPENING = re.compile(r"([^\W\d_][^\d:：]{0,28})[:：]\s*\S")
_FULL = 0.9
_SAMPLE = 12  # records whose texts are looked at
_MOST = 0.8  # share of the records in which one text stands before a value, to be its label
_FITS = 0.8  # likeness from which words are what is declared
_LABEL = 60  # letters of a label
_TELLING = 3  # letters of a value that others do not hold by chance
WELL = 0.5
"""The share from which a text reads as a type."""
STRONG = frozenset({"head", "heads", "given", "label", "before", "itemprop"})
"""Where names stand that say what a column is beyond doubt."""
AROUND = frozenset({"nav", "header", "footer", "aside", "navigation", "banner", "contentinfo", "complementary"})
"""Tags and roles of parts of a page that surround its content."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LINKS = frozenset({"a"})
_CONTROLS = frozenset({"button", "label", "option", "select", "radio", "checkbox", "switch", "menuitem"})
_CENTS = re.compile(r"[.,]\s?\d")
_RAISED = frozenset({"sup", "small", "sub"})


@dataclass(frozen=True)
class Question:
    """What is declared, of which set of which page, in which locale. Everything is worked out once."""

    record_set: RecordSet
    fields: Sequence[FieldSpec]
    page: Page
    locale: str = "en"

    @cached_property
    def view(self) -> SetView:
        """The set by itself."""
        return SetView(self.record_set)

    @cached_property
    def plausible(self) -> Plausible:
        """The readers of typed values."""
        return Plausible(self.locale)

    @cached_property
    def _readable(self) -> dict[tuple[int, str], tuple[float, float]]:
        return {}

    def readable(self, place: int, kind: Kind) -> tuple[float, float]:
        """How well the values of a column read as a type: in the mean, and the one that reads worst."""
        known = self._readable.get((place, kind))
        if known is None:
            said = self.samples[place]
            shares = [self.plausible.share(kind, (text,)) for text in said] or [0.0]
            known = self._readable[place, kind] = (sum(shares) / len(shares), min(shares))
        return known

    @cached_property
    def _lone(self) -> dict[str, bool]:
        return {}

    def is_lone(self, kind: Kind) -> bool:
        """Whether only one column of text has values that all read as a type."""
        known = self._lone.get(kind)
        if known is None:
            columns = self.record_set.columns
            texts = [place for place, one in enumerate(columns) if one.source == "text" and not one.constant]
            readable = {
                tuple(map(folded, self.samples[place])) for place in texts if self.readable(place, kind)[1] >= WELL
            }
            known = self._lone[kind] = len(readable) == 1
        return known

    @cached_property
    def samples(self) -> Sequence[Sequence[str]]:
        """By column: some of its values."""
        found: list[Sequence[str]] = []
        for one in self.record_set.columns:
            said = [value for value in one.values if value is not None]
            found.append(said[:: max(1, len(said) // _SAMPLE)])
        return found

    @cached_property
    def openings(self) -> Sequence[str]:
        """By column: the words and the colon that all its texts begin with; else ""."""
        found: list[str] = []
        for one, said in zip(self.record_set.columns, self.samples, strict=True):
            matches = [_OPENING.match(value) for value in said] if one.source == "text" else []
            words = {match[1] if match else "" for match in matches}
            found.append(next(iter(words)) if len(words) == 1 else "")
        return found

    @cached_property
    def preceding(self) -> Sequence[str]:
        """By column: the words right before it, where they are the same in most records; else ""."""
        return [self._beside(one, -1) for one in self.record_set.columns]

    @cached_property
    def following(self) -> Sequence[str]:
        """By column: the words right behind it, where they are the same in most records; else ""."""
        return [self._beside(one, 1) for one in self.record_set.columns]

    @cached_property
    def labels_behind(self) -> bool:
        """Labels stand behind what they name: more declared fields are found that way than the other."""
        before, behind = (
            sum(any(fit(field, one) >= _FITS for one in texts if one) for field in self.fields)
            for texts in (self.preceding, self.following)
        )
        return behind > before

    def beside(self, place: int) -> str:
        """The words that stand where this page has its labels: before a column's values, or behind them."""
        return (self.following if self.labels_behind else self.preceding)[place]

    @cached_property
    def leading(self) -> Sequence[str]:
        """By column: the words that the part around its values begins with, where they are the same in most records."""
        return [self._leading(one) for one in self.record_set.columns]

    def _leading(self, column: Column) -> str:
        pairs = [(record, node) for record, node in enumerate(column.nodes) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        if len(pairs) < len(column.nodes) / _SAMPLE or column.source != "text":
            return ""
        texts = Counter(self._lead(record, node) for record, node in pairs)
        text, count = texts.most_common(1)[0]
        return text if count >= _MOST * len(pairs) and len(text) <= _LABEL else ""

    def _lead(self, record: int, node: int) -> str:
        """The first text of the smallest element of a record that begins with another one than a node does."""
        page, root = self.page, self.record_set.roots[record][0]
        own = self._first_text(node)
        while node > root:
            node = page.parents[node]
            first = self._first_text(node)
            if first != own:
                return page.texts[first]
        return ""

    def _first_text(self, node: int) -> int:
        page = self.page
        return next((inner for inner in range(node, page.ends[node]) if page.seen[inner]), -1)

    def _beside(self, column: Column, step: int) -> str:
        pairs = [(record, node) for record, node in enumerate(column.nodes) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        if not pairs or column.source != "text":
            return ""
        texts = Counter(self._text_beside(record, node, step) for record, node in pairs)
        text, count = texts.most_common(1)[0]
        return text if count >= _MOST * len(pairs) and len(text) <= _LABEL else ""

    def _text_beside(self, record: int, node: int, step: int) -> str:
        """The text that stands before or behind a node in its record."""
        page, roots = self.page, self.record_set.roots[record]
        behind = range(page.ends[node], page.ends[roots[-1]])
        places = behind if step > 0 else range(node - 1, roots[0], -1)
        return next((page.texts[index] for index in places if page.seen[index] and page.tags[index] == TEXT), "")

    @cached_property
    def elements(self) -> Sequence[frozenset[str]]:
        """By column: the tags and roles around its first value, up to its record (of a page: to the root)."""
        alone = self.record_set.kind in {"page", "block"}
        found: list[frozenset[str]] = []
        for one in self.record_set.columns:
            record, node = next(((r, n) for r, n in enumerate(one.nodes) if n >= 0), (0, -1))
            root = -1 if alone else self.record_set.roots[record][0] - 1
            found.append(self._elements(node, root))
        return found

    def _elements(self, node: int, root: int) -> frozenset[str]:
        page, tags = self.page, set[str]()
        while node > root and node >= 0:
            tags.add(page.tags[node])
            if "role" in page.attributes[node]:
                tags.add(page.attributes[node]["role"])
            node = page.parents[node]
        return frozenset(tags)

    def is_around(self, place: int) -> bool:
        """Whether a column lies in a part of the page that surrounds its content."""
        return not AROUND.isdisjoint(self.elements[place])

    def is_control(self, place: int) -> bool:
        """Whether a column is what can be pressed or chosen in every record alike, and no value."""
        return self.record_set.columns[place].constant and not _CONTROLS.isdisjoint(self.elements[place])

    @cached_property
    def extents(self) -> Sequence[tuple[float, float, float]]:
        """By column of text: the shares of its values that are a whole line, a bit of one, several."""
        return [self._extent(one) for one in self.record_set.columns]

    def _extent(self, column: Column) -> tuple[float, float, float]:
        pairs = [(record, node) for record, node in enumerate(column.nodes) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        if not pairs or column.source != "text" or column.derived == "context":
            return 0.0, 0.0, 0.0
        kinds = [self._reach(record, node, column.values[record] or "") for record, node in pairs]
        whole, bit, several = (sum(kind == one for kind in kinds) / len(kinds) for one in range(3))
        return whole, bit, several

    def _reach(self, record: int, node: int, value: str) -> int:
        """0 for a whole line of a record, 1 for a bit of one, 2 for several lines."""
        page = self.page
        begin, end = self._bounds[record]
        first, last = page.lines_of(node)
        if first < last:
            return 2
        line = page.lines[first] if first >= 0 else ()
        letters = sum(len(folded(page.texts[text])) for text in line if begin <= text < end)
        return int(letters > len(folded(value)))

    @cached_property
    def _bounds(self) -> Sequence[tuple[int, int]]:
        return [(record[0], self.page.ends[record[-1]]) for record in self.record_set.roots]

    @cached_property
    def siblings(self) -> Sequence[float]:
        """By column of text: the share of its values beside which another of the same markup stands in their line."""
        return [self._share_of(one, self._has_sibling) for one in self.record_set.columns]

    def _share_of(self, column: Column, test: Callable[[int, str], bool]) -> float:
        """The share of the values of a column of text whose node and text answer a test."""
        pairs = [(node, value) for node, value in zip(column.nodes, column.values, strict=True) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        if not pairs or column.source != "text":
            return 0.0
        return sum(test(node, value or "") for node, value in pairs) / len(pairs)

    def _has_sibling(self, node: int, value: str) -> bool:
        page = self.page
        while node > 0 and (page.tags[node] == TEXT or folded(page.text_of(page.parents[node])) == folded(value)):
            node = page.parents[node]
        if node <= 0:
            return False
        alike = [
            child
            for child in page.children[page.parents[node]]
            if child != node and page.tags[child] == page.tags[node] and page.classes[child] == page.classes[node]
        ]
        line = page.lines_of(node)
        return any(page.count_texts(child) and page.lines_of(child) == line for child in alike)

    @cached_property
    def bits_of_labelled(self) -> Mapping[int, float]:
        """By column of text: the share of its values that are a bit of what a label in their line names."""
        columns = self.record_set.columns
        wholes = [one for one in columns if one.derived == "labelled"]
        found: dict[int, float] = {}
        for place, one in enumerate(columns):
            shares = [self._bits(one, whole) for whole in wholes if whole is not one and one.source == "text"]
            if shares:
                found[place] = max(shares)
        return found

    def _bits(self, column: Column, whole: Column) -> float:
        ends = self.page.ends
        pairs = [
            outer >= 0 and outer <= inner < ends[outer] and len(own or "") < len(all_of or "") and (own or "") in all_of
            for outer, inner, all_of, own in zip(whole.nodes, column.nodes, whole.values, column.values, strict=True)
            if inner >= 0 and all_of is not None
        ]
        return sum(pairs) / sum(node >= 0 for node in column.nodes) if pairs else 0.0

    @cached_property
    def fragments(self) -> frozenset[int]:
        """The columns of numbers that are one piece of a number: of "10<sup>,99</sup> €" each by itself."""
        columns = self.record_set.columns
        return frozenset(
            place
            for place, share in enumerate(self.shares)
            if share < 1.0 and not columns[place].composite and self._is_fragment(columns[place])
        )

    def _is_fragment(self, column: Column) -> bool:
        pairs = [(node, value) for node, value in zip(column.nodes, column.values, strict=True) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        return bool(pairs) and all(self._is_in_number(node, value or "") for node, value in pairs)

    def _is_in_number(self, node: int, value: str) -> bool:
        """Whether the smallest element that says more than a value goes on with the cents of it, or begins with it."""
        page = self.page
        begin, end = node, page.ends[node]
        while node > 0 and folded(page.text_of(node)) == folded(value):
            node = page.parents[node]
        places = [inner for inner in range(node, page.ends[node]) if page.seen[inner]]
        pieces = (pair for pair in pairwise(places) if begin <= pair[0] < end or begin <= pair[1] < end)
        return any(self._goes_on(*pair) for pair in pieces)

    def _goes_on(self, first: int, second: int) -> bool:
        """Whether a text goes on with the cents of the number before it, behind their mark or raised."""
        page = self.page
        one, other = page.texts[first], page.texts[second]
        raised = page.tags[page.parents[second]] in _RAISED and page.joined[second] and other.isdigit()
        return (one[-1:].isdigit() and _CENTS.match(other) is not None) or (raised and any(map(str.isdigit, one)))

    def is_heading(self, place: int) -> bool:
        """Whether a column is (in) a heading."""
        return not _HEADINGS.isdisjoint(self.elements[place])

    @cached_property
    def wholes(self) -> Sequence[tuple[float, float]]:
        """By column of text: in how many records it is all that its heading says, and all that its link says."""
        return [(self._whole(one, _HEADINGS), self._whole(one, _LINKS)) for one in self.record_set.columns]

    def _whole(self, column: Column, tags: frozenset[str]) -> float:
        pairs = [(record, node) for record, node in enumerate(column.nodes) if node >= 0]
        pairs = pairs[:: max(1, len(pairs) // _SAMPLE)]
        if not pairs or column.source != "text":
            return 0.0
        return sum(self._is_whole(record, node, column.values[record], tags) for record, node in pairs) / len(pairs)

    def _is_whole(self, record: int, node: int, value: str | None, tags: frozenset[str]) -> bool:
        page, root = self.page, self.record_set.roots[record][0]
        while node >= root and page.tags[node] not in tags:
            node = page.parents[node]
        return node >= root and folded(page.text_of(node)) == folded(value or "")

    def is_main_picture(self, place: int) -> bool:
        """Whether a column is what the picture in the main link is called."""
        columns, ends = self.record_set.columns, self.page.ends
        column, link = columns[place], columns[self.view.main_link] if self.view.main_link >= 0 else None
        if link is None or column.source not in {"@alt", "@title", "@aria-label"} or column.constant:
            return False
        return any(a >= 0 and a <= b < ends[a] for a, b in zip(link.nodes, column.nodes, strict=True))

    def holds_title(self, place: int) -> bool:
        """Whether a link is around (or on) the text that tells the records apart."""
        ranks = self.view.telling_ranks
        title = next((one for one, rank in ranks.items() if rank == 0), -1)
        column = self.record_set.columns[place]
        if title < 0 or column.source != "@href":
            return False
        inner, ends = self.record_set.columns[title].nodes, self.page.ends
        return any(a >= 0 and a <= b < ends[a] for a, b in zip(column.nodes, inner, strict=True))

    def is_struck(self, place: int) -> bool:
        """Whether a column's values are drawn through by their element."""
        return not STRUCK.isdisjoint(self.elements[place])

    @cached_property
    def shares(self) -> Sequence[float]:
        """By column of text: its share of the letters of the smallest composite that holds it; 1 outside of any."""
        columns = self.record_set.columns
        wholes = [one for one in columns if one.composite and one.source == "text" and not one.derived]
        return [self._share(one, wholes) if one.source == "text" else 0.0 for one in columns]

    def _share(self, column: Column, wholes: Sequence[Column]) -> float:
        ends = self.page.ends
        smallest = 1.0
        for whole in wholes:
            if whole is column:
                continue
            pairs = zip(whole.nodes, column.nodes, whole.values, column.values, strict=True)
            both = [
                (len(own), len(all_of))
                for outer, inner, all_of, own in pairs
                if outer >= 0 and outer <= inner < ends[outer] and own is not None and all_of is not None
            ]
            if both and len(both) * 2 >= sum(node >= 0 for node in column.nodes):
                own, all_of = (sum(lengths) for lengths in zip(*both, strict=True))
                if all_of > own:
                    smallest = own / all_of if smallest == 1.0 else max(smallest, own / all_of)
        return smallest

    @cached_property
    def dominated(self) -> Sequence[float]:
        """By composite: the share of its letters that one of its parts has; 0 for all that is no composite."""
        columns, ends = self.record_set.columns, self.page.ends
        leaves = [one for one in columns if one.source == "text" and not one.composite and not one.derived]
        found: list[float] = []
        for whole in columns:
            best = 0.0
            if whole.composite and whole.source == "text":
                letters = sum(len(value) for value in whole.values if value is not None) or 1
                for leaf in leaves:
                    inside = [
                        len(value)
                        for outer, inner, value in zip(whole.nodes, leaf.nodes, leaf.values, strict=True)
                        if outer >= 0 and outer <= inner < ends[outer] and value is not None
                    ]
                    best = max(best, sum(inside) / letters)
            found.append(min(1.0, best))
        return found

    @cached_property
    def claims(self) -> Sequence[Mapping[str, float]]:
        """By column: how well its strong names fit each declared field."""
        found: list[Mapping[str, float]] = []
        for one in self.record_set.columns:
            names = [name.words for name in one.names if name.source in STRONG]
            found.append(
                {field.name: max((fit(field, words) for words in names), default=0.0) for field in self.fields}
            )
        return found

    def means(self, field: FieldSpec, words: str) -> bool:
        """Whether words mean what is declared, each of them, in English or in the language of the page."""
        wanted = field.label if field.label is not None else field.name.replace("_", " ")
        return mean_alike(words, wanted, self._languages, field.type)

    @cached_property
    def _languages(self) -> frozenset[str]:
        return frozenset((code_of(self.locale), code_of(self.page.language)))

    @cached_property
    def meant(self) -> Mapping[str, frozenset[int]]:
        """By field: the columns with a head or a label that means the same as it."""
        said = [
            [name.words for name in one.names if name.source in STRONG and name.source != "itemprop"]
            for one in self.record_set.columns
        ]
        return {
            field.name: frozenset(
                place for place, names in enumerate(said) if any(self.means(field, words) for words in names)
            )
            for field in self.fields
        }

    def is_former(self, field: FieldSpec, place: int) -> bool:
        """Whether a column has amounts that are not what is paid now: drawn through, or so called."""
        column = self.record_set.columns[place]
        if "money" not in {field.type, column.kind}:
            return False
        if self.is_struck(place):
            return True
        known = words_of("price_words")
        asked = known & {*words(field.name), *words(field.label or "")}
        named = [*(name.words for name in column.names), self.beside(place)]
        if column.derived == "or":
            named = [name.words for name in column.names if name.source == "class1"]
            return not asked and bool(named) and all(known & {*words(one)} for one in named)
        return not asked and any(known & {*words(one)} for one in named)

    @cached_property
    def best_named(self) -> Mapping[str, float]:
        """By field: how well the best of all columns is named like it, wherever the name stands."""
        places = range(len(self.record_set.columns))
        return {
            field.name: max(
                (self.named(field, place) for place in places if not self.is_former(field, place)), default=0.0
            )
            for field in self.fields
        }

    def named(self, field: FieldSpec, place: int) -> float:
        """How well a column's best name fits a field."""
        names = [name.words for name in self.record_set.columns[place].names]
        return max((fit(field, one) for one in (*names, self.beside(place)) if one), default=0.0)

    @cached_property
    def whole_texts(self) -> Mapping[int, int]:
        """By column of texts that are cut short: the column that has them whole."""
        columns = self.record_set.columns
        cut = {place: [_stem(value) for value in one.values] for place, one in enumerate(columns) if _is_cut(one)}
        found: dict[int, int] = {}
        for place, stems in cut.items():
            for other, one in enumerate(columns):
                if other not in cut and one.source != "@href" and _is_whole(stems, one):
                    found.setdefault(place, other)
        return found

    def stands_for(self, place: int) -> int:
        """The column whose place in the record counts for another: a text that is cut, for the whole one."""
        return next((cut for cut, whole in self.whole_texts.items() if whole == place), place)

    @cached_property
    def uncut(self) -> frozenset[int]:
        """The columns that have whole what others cut short."""
        return frozenset(self.whole_texts.values())

    @cached_property
    def weights(self) -> Sequence[float]:
        """By column: its letters as a share of those of the column of text that has most."""
        letters = [
            sum(map(len, said)) / max(1, len(said)) * one.fill
            for one, said in zip(self.record_set.columns, self.samples, strict=True)
        ]
        most = max((letters[place] for place in self.view.texts), default=0.0) or 1.0
        return [min(1.0, one / most) for one in letters]

    @cached_property
    def places(self) -> Mapping[int, float]:
        """Where in its set each column begins, 0 to 1."""
        nodes = sorted({next((n for n in one.nodes if n >= 0), 0) for one in self.record_set.columns})
        whole = max(1, len(nodes))
        return {
            place: bisect_right(nodes, next((n for n in one.nodes if n >= 0), 0)) / whole
            for place, one in enumerate(self.record_set.columns)
        }

    @cached_property
    def repeats(self) -> Mapping[int, float]:
        """By column of text: the share of its values that hold all of another column's words and more."""
        columns, count = self.record_set.columns, len(self.record_set)
        records = range(0, count, max(1, count // _SAMPLE))
        leaves = {
            place: [folded(one.values[record] or "") for record in records]
            for place, one in enumerate(columns)
            if one.source == "text" and not (one.composite or one.derived or one.constant or one.hidden)
        }
        words = [one for place, one in leaves.items() if columns[place].kind not in TYPED]
        return {place: max(_held(own, other) for other in words) for place, own in leaves.items() if words}

    @cached_property
    def title(self) -> str:
        """The title of the page without blanks and case."""
        return folded(self.page.title)


def fit(field: FieldSpec, given: str) -> float:
    """How well words fit what is declared: the label where there is one, else the name."""
    return lexical(field.label if field.label is not None else field.name, given)


def _held(own: Sequence[str], theirs: Sequence[str]) -> float:
    """The share of texts that hold another and more."""
    said = sum(map(bool, own))
    held = sum(
        len(other) >= _TELLING and len(one) > len(other) and other in one
        for one, other in zip(own, theirs, strict=True)
    )
    return held / said if said else 0.0


_ELLIPSES = ("...", "…")


def _is_cut(column: Column) -> bool:
    return column.source == "text" and any(value is not None and value.endswith(_ELLIPSES) for value in column.values)


def _stem(value: str | None) -> str | None:
    return None if value is None else value.rstrip(".… ")


def _is_whole(stems: Sequence[str | None], other: Column) -> bool:
    pairs = [(stem, value) for stem, value in zip(stems, other.values, strict=True) if stem]
    starts = [value is not None and value.startswith(stem) for stem, value in pairs]
    longer = any(value is not None and len(value) > len(stem) + 3 for stem, value in pairs)
    return bool(starts) and longer and sum(starts) >= _FULL * len(starts)
