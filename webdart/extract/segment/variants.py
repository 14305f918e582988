"""A candidate without its first or its last record, or without those of another shape than most."""

from collections import Counter
from collections.abc import Iterator

from webdart.extract.page import Page
from webdart.extract.segment.clusters import STRICT, cluster
from webdart.extract.segment.model import Candidate
from webdart.values import replace

_SEVERAL = 3  # records before one that is none
_SAME = 0.9  # a first record this much like the second is no head line


def variants(page: Page, candidate: Candidate) -> Iterator[Candidate]:
    """The candidate itself, then its variants."""
    yield candidate
    if candidate.kind in {"page", "block"}:
        return
    roots = candidate.roots
    if len(roots) >= 3 and candidate.kind != "table":
        first, second = (page.shapes.of[record[0]] for record in roots[:2])
        if page.shapes.similarity(first, second) < _SAME:
            yield replace(candidate, roots=roots[1:], heads=roots[0], variant="head")
    if candidate.kind == "starter" and _ends_otherwise(page, candidate):
        yield replace(candidate, roots=roots[:-1], variant="tail")
    if len(roots) >= 3 and candidate.kind in {"run", "path"}:
        numbers = cluster(page, [record[0] for record in roots], STRICT)
        number, count = Counter(numbers).most_common(1)[0]
        if 2 <= count < len(roots) and number >= 0:
            kept = tuple(record for record, one in zip(roots, numbers, strict=True) if one == number)
            yield replace(candidate, roots=kept, variant="strict")


def _ends_otherwise(page: Page, candidate: Candidate) -> bool:
    """Whether the last stretch has but a beginning, of another shape than those of the others: "More" below a list."""
    *others, last = candidate.roots
    if len(others) < _SEVERAL or len(last) >= min(map(len, others)):
        return False
    first, *numbers = cluster(page, [last[0], *(record[0] for record in others)], STRICT)
    return first not in numbers
