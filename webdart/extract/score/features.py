"""What tells a list that people read from menus and parts of records: named features of a set, 0 to 1."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2

from webdart.extract.columns import Draft
from webdart.extract.page import Page
from webdart.extract.segment import Candidate
from webdart.extract.segment.model import count_letters, count_texts
from webdart.extract.types import is_typed

_FULL = 0.9  # share of the records in which a full column has a value
_DISTINCT = 0.95  # share of different values of a column that tells records apart
_SAMPLE = 12  # records whose shapes are compared
_AROUND = frozenset({"nav", "header", "footer", "aside", "navigation", "banner", "contentinfo", "complementary"})


@dataclass(frozen=True)
class SetFacts:
    """A candidate with its columns, and what else was found on the page."""

    page: Page
    candidate: Candidate
    drafts: Sequence[Draft] = ()
    others: Sequence[Candidate] = ()

    @cached_property
    def leaves(self) -> Sequence[Draft]:
        """The text columns that are no composites and vary."""
        return [
            one
            for one in self.drafts
            if one.source == "text" and not one.composite and not one.constant and not one.derived
        ]

    @cached_property
    def letters(self) -> int:
        """Of all records."""
        return sum(count_letters(self.page, record) for record in self.candidate.roots)

    @cached_property
    def texts(self) -> float:
        """Texts of a record, in the mean."""
        return sum(count_texts(self.page, record) for record in self.candidate.roots) / len(self.candidate)

    @cached_property
    def outer(self) -> int:
        """The innermost node around all records."""
        return self.page.common([self.candidate.roots[0][0], self.candidate.roots[-1][-1]])

    @cached_property
    def bounds(self) -> Sequence[tuple[int, int]]:
        """From where to where each record goes, in order."""
        return _bounds(self.page, self.candidate)

    @cached_property
    def nestings(self) -> tuple[float, float]:
        """Whether the records are only rows of those of another set; whether they hold lists."""
        return _nestings(self)

    @cached_property
    def likenesses(self) -> Sequence[float]:
        """Of neighbouring records."""
        shapes, roots = self.page.shapes, self.candidate.roots[:_SAMPLE]
        pairs = itertools.pairwise(roots)
        return [shapes.similarity(shapes.of[left[0]], shapes.of[right[0]]) for left, right in pairs] or [1.0]


def _count(facts: SetFacts) -> float:
    return min(1.0, log2(1 + len(facts.candidate)) / 6)


def _share(facts: SetFacts) -> float:
    return min(1.0, facts.letters / max(1, facts.page.letter_counts[-1]))


def _link_density(facts: SetFacts) -> float:
    page = facts.page
    linked = sum(page.link_counts[end] - page.link_counts[begin] for begin, end in facts.bounds)
    return linked / facts.letters if facts.letters else 0.0


def _full_columns(facts: SetFacts) -> float:
    return min(1.0, sum(one.fill >= _FULL for one in facts.leaves) / 6)


def _typed_columns(facts: SetFacts) -> float:
    return min(1.0, sum(one.typed and one.fill >= 0.5 for one in facts.leaves) / 4)


def _key_text(facts: SetFacts) -> float:
    return float(any(one.fill >= _FULL and one.distinct >= _DISTINCT and not one.typed for one in facts.leaves))


def _key_link(facts: SetFacts) -> float:
    return float(any(one.source == "@href" and one.fill >= _FULL and one.distinct >= _DISTINCT for one in facts.drafts))


def _some_link(facts: SetFacts) -> float:
    return float(any(one.source == "@href" and one.fill >= 0.5 for one in facts.drafts))


def _image(facts: SetFacts) -> float:
    return float(any(one.source == "@src" and one.fill >= 0.5 for one in facts.drafts))


def _prose(facts: SetFacts) -> float:
    return float(any(one.kind == "long" and one.fill >= 0.5 for one in facts.drafts))


def _dated(facts: SetFacts) -> float:
    return float(any(one.kind in {"date", "datetime", "relative", "time"} and one.fill >= 0.5 for one in facts.drafts))


def _priced(facts: SetFacts) -> float:
    return float(any(one.kind == "money" and one.fill >= 0.5 for one in facts.drafts))


def _fill(facts: SetFacts) -> float:
    return sum(one.fill for one in facts.leaves) / len(facts.leaves) if facts.leaves else 0.0


def _constant(facts: SetFacts) -> float:
    texts = [one for one in facts.drafts if one.source == "text" and not one.composite and not one.derived]
    return sum(one.constant for one in texts) / len(texts) if texts else 1.0


def _around(facts: SetFacts) -> float:
    """In navigation or another part that surrounds the content, by its elements."""
    page, index = facts.page, facts.outer
    while index >= 0:
        if page.tags[index] in _AROUND or page.attributes[index].get("role") in _AROUND:
            return 1.0
        index = page.parents[index]
    return 0.0


def _main(facts: SetFacts) -> float:
    page, index = facts.page, facts.outer
    while index >= 0:
        if page.tags[index] in {"main", "article"} or page.attributes[index].get("role") == "main":
            return 1.0
        index = page.parents[index]
    return 0.0


def _rest(facts: SetFacts) -> float:
    """How much of the element around the records is not in any."""
    whole = facts.page.count_letters(facts.outer)
    return 1.0 - min(1.0, facts.letters / whole) if whole else 0.0


def _outside(facts: SetFacts) -> float:
    """How many elements of the records' path are no records."""
    page = facts.page
    path = page.paths[facts.candidate.roots[0][0]]
    same = page.path_counts[path]
    firsts = {record[0] for record in facts.candidate.roots if page.paths[record[0]] == path}
    return max(0, same - len(firsts)) / same if same else 0.0


def _head_break(facts: SetFacts) -> float:
    """The first record has words where the others have numbers or dates."""
    typed = [one for one in facts.leaves if one.typed and one.share >= 0.6 and one.values[0] is not None]
    if len(facts.candidate) < 3 or not typed:
        return 0.0
    return sum(not is_typed(one.values[0] or "", facts.page.language) for one in typed) / len(typed)


def _numbers_only(facts: SetFacts) -> float:
    """Records that say nothing but a number: pagers, calendars."""
    page = facts.page
    numbers = sum(page.text_of(record[0]).isdigit() for record in facts.candidate.roots)
    return numbers / len(facts.candidate)


def _single_text(facts: SetFacts) -> float:
    page = facts.page
    return sum(count_texts(page, record) <= 1 for record in facts.candidate.roots) / len(facts.candidate)


def _short(facts: SetFacts) -> float:
    """Records of a few letters each."""
    return 1.0 / (1.0 + facts.letters / len(facts.candidate) / 20)


def _rich(facts: SetFacts) -> float:
    return min(1.0, log2(1 + facts.texts) / 5)


def _bounds(page: Page, candidate: Candidate) -> list[tuple[int, int]]:
    return sorted((record[0], page.ends[record[-1]]) for record in candidate.roots)


def _holds(bounds: Sequence[tuple[int, int]], inner: Candidate) -> list[int]:
    """For each record, how many records of another set begin inside it."""
    counts = [0] * len(bounds)
    place = 0
    for first in sorted(record[0] for record in inner.roots):
        while place < len(bounds) and bounds[place][1] <= first:
            place += 1
        if place == len(bounds):
            break
        if bounds[place][0] < first:
            counts[place] += 1
    return counts


def _rows_of(facts: SetFacts) -> float:
    return facts.nestings[0]


def _holds_lists(facts: SetFacts) -> float:
    return facts.nestings[1]


def _nestings(facts: SetFacts) -> tuple[float, float]:
    """Whether the records are only rows of those of another set; whether they hold lists."""
    rows = lists = 0.0
    for other in facts.others:
        if other is facts.candidate or len(other) <= len(facts.candidate) or other.kind == "starter":
            continue
        counts = _holds(facts.bounds, other)
        several = sum(count >= 2 for count in counts) / len(counts)
        if several >= 0.5 and other.roots[0] not in facts.candidate.roots:
            letters = sum(count_letters(facts.page, record) for record in other.roots)
            covered = min(1.0, letters / max(1, facts.letters))
            rows = max(rows, covered)
            lists = 1.0
    return rows, lists


def _inner(facts: SetFacts) -> float:
    """Several records of this set lie in one record of another, which says more."""
    own = facts.candidate
    for other in facts.others:
        if other is own or len(other) < 2 or len(own) <= len(other):
            continue
        inside = sum(_holds(_bounds(facts.page, other), own))
        letters = sum(count_letters(facts.page, record) for record in other.roots)
        if inside >= 0.9 * len(own) and letters > 1.5 * facts.letters:
            return 1.0
    return 0.0


def _cells(facts: SetFacts) -> float:
    """Records that are cells, and no rows."""
    return float(facts.page.tags[facts.candidate.roots[0][0]] in {"td", "th", "dt", "dd"})


def _loose_rows(facts: SetFacts) -> float:
    """Rows of tables without what is known of their heads and sums."""
    return float(facts.page.tags[facts.candidate.roots[0][0]] == "tr" and facts.candidate.kind != "table")


def _head_among(facts: SetFacts) -> float:
    """The share of the records that are all head cells or bodies of heads."""
    page = facts.page
    return sum(_is_head(page, record[0]) for record in facts.candidate.roots) / len(facts.candidate)


def _is_head(page: Page, node: int) -> bool:
    if page.tags[node] == "thead":
        return True
    cells = [child for child in page.children[node] if page.tags[child] != "#text"]
    return len(cells) > 1 and all(
        page.tags[cell] == "th" or page.attributes[cell].get("role") == "columnheader" for cell in cells
    )


def _whole_tables(facts: SetFacts) -> float:
    """Records that are tables, or bodies of them."""
    return float(facts.page.tags[facts.candidate.roots[0][0]] in {"table", "thead", "tbody", "tfoot"})


def _kind(name: str) -> Callable[[SetFacts], float]:
    return lambda facts: float(facts.candidate.kind == name)


def _variant(name: str) -> Callable[[SetFacts], float]:
    return lambda facts: float(facts.candidate.variant == name)


CHEAP_FEATURES: Mapping[str, Callable[[SetFacts], float]] = {
    "count": _count,
    "pair": lambda facts: float(len(facts.candidate) == 2),
    "single": lambda facts: float(len(facts.candidate) == 1),
    "several_roots": lambda facts: float(len(facts.candidate.roots[0]) > 1),
    "share": _share,
    "rich": _rich,
    "short": _short,
    "single_text": _single_text,
    "numbers_only": _numbers_only,
    "link_density": _link_density,
    "alike": lambda facts: sum(facts.likenesses) / len(facts.likenesses),
    "least_alike": lambda facts: min(facts.likenesses),
    "heads": lambda facts: float(bool(facts.candidate.heads)),
    "cells": _cells,
    "loose_rows": _loose_rows,
    "head_among": _head_among,
    "whole_tables": _whole_tables,
    "around": _around,
    "main": _main,
    "rest": _rest,
    "outside": _outside,
    **{f"kind_{kind}": _kind(kind) for kind in ("table", "run", "starter", "path", "page", "block")},
    **{f"variant_{variant}": _variant(variant) for variant in ("head", "strict", "united", "tied", "blank")},
}
"""What can be told of a candidate before its records are aligned."""
TABLE_FEATURES: Mapping[str, Callable[[SetFacts], float]] = {
    "full_columns": _full_columns,
    "typed_columns": _typed_columns,
    "columns": lambda facts: min(1.0, len(facts.leaves) / 12),
    "fill": _fill,
    "constant": _constant,
    "key_text": _key_text,
    "key_link": _key_link,
    "some_link": _some_link,
    "image": _image,
    "prose": _prose,
    "dated": _dated,
    "priced": _priced,
    "head_break": _head_break,
    "rows_of": _rows_of,
    "holds_lists": _holds_lists,
    "inner": _inner,
}
"""What its columns tell, and the other sets of the page."""
FEATURES = {**CHEAP_FEATURES, **TABLE_FEATURES}


def set_features(facts: SetFacts) -> dict[str, float]:
    """Every feature of a set."""
    return {name: feature(facts) for name, feature in FEATURES.items()}


def cheap_features(facts: SetFacts) -> dict[str, float]:
    """The features that need no columns."""
    return {name: feature(facts) for name, feature in CHEAP_FEATURES.items()}
