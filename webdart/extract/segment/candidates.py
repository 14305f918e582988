"""All candidates of a page, each once, the best by a cheap merit first."""

from collections.abc import Callable, Collection, Iterator
from math import log2, sqrt
from urllib.parse import urljoin

from webdart.extract.page import Page
from webdart.extract.segment.detail import detail
from webdart.extract.segment.model import Candidate, Roots, count_letters, count_texts
from webdart.extract.segment.paths import namesakes, paths, united
from webdart.extract.segment.runs import runs
from webdart.extract.segment.tables import tables
from webdart.extract.segment.trees import trees
from webdart.extract.segment.variants import variants
from webdart.records.cells.links import entries_from
from webdart.values import replace

_AROUND = frozenset({"nav", "header", "footer", "aside", "navigation", "banner", "contentinfo", "complementary"})
_MOST = 0.5  # of the names that are asked for, from which on heads that say them are meant
_TEXTS = 8  # texts of a record beyond which more say nothing about it


def candidates(
    page: Page, limit: int, asked: Collection[str] = (), inside: Callable[[int], bool] | None = None
) -> list[Candidate]:
    """At most `limit` candidates for record sets, and the page itself as one record; all of nodes `inside`, if given.

    Those come first whose heads say most of the names `asked` for (by `letters_of`): a small table of a long page.
    """
    known: dict[Roots, Candidate] = {}
    for one in _all(page):
        left = one if inside is None else _left(one, inside)
        seen = _shown(page, left) if left is not None else None
        if seen is not None:
            seen = _entries(page, seen)
            known.setdefault(seen.roots, seen)
    around = _around(page)
    whole = max(1, page.letter_counts[-1])
    singles = [one for one in known.values() if one.kind in {"page", "block"}]
    others = [one for one in known.values() if one.kind not in {"page", "block"}]
    merits = {id(one): _merit(page, one, whole, around) for one in others}
    others.sort(key=lambda one: (-share_asked(page, one, asked), -merits[id(one)]))
    return [*others[: max(0, limit - len(singles))], *singles]


def share_asked(page: Page, candidate: Candidate, asked: Collection[str]) -> float:
    """The share of the names that cells of the heads say; 0 where these say few of them."""
    if not asked or not candidate.heads:
        return 0.0
    cells = {letters_of(page.text_of(cell)) for head in candidate.heads for cell in page.children[head]}
    share = sum(name in cells for name in asked) / len(asked)
    return share if share >= _MOST else 0.0


def letters_of(name: str) -> str:
    """The letters and digits of a name, without case: what parts its words differs between a field and a head."""
    return "".join(filter(str.isalnum, name)).casefold()


def _all(page: Page) -> Iterator[Candidate]:
    for one in tables(page):
        yield from variants(page, one)
    found = list(runs(page))
    for one in found:
        yield from variants(page, one)
    for one in paths(page):
        yield from variants(page, one)
    for one in namesakes(page):
        yield from variants(page, one)
    for one in trees(page):
        yield from variants(page, one)
    yield from united(page, [one for one in found if one.kind == "starter" and not one.variant])
    yield from detail(page)


def _left(candidate: Candidate, inside: Callable[[int], bool]) -> Candidate | None:
    """The candidate without the records elsewhere; a table, and the page as one record, is all there or not at all."""
    kept = tuple(record for record in candidate.roots if all(map(inside, record)))
    if len(kept) == len(candidate.roots):
        return candidate
    return None if len(kept) < 2 or candidate.kind in {"page", "block", "table"} else replace(candidate, roots=kept)


def _shown(page: Page, candidate: Candidate) -> Candidate | None:
    """The candidate without the records that a person can't see, if there are others."""
    kept = tuple(record for record in candidate.roots if any(page.shown[node] for node in record))
    if len(kept) == len(candidate.roots) or not kept:
        return candidate if any(count_texts(page, record) for record in candidate.roots) else None
    if len(kept) < 2 and candidate.kind not in {"page", "block", "table"}:
        return None
    return replace(candidate, roots=kept)


def _entries(page: Page, candidate: Candidate) -> Candidate:
    """The candidate without what stands before the entries of a folder: links that sort it, and the way up."""
    addresses = (_address(page, record) for record in candidate.roots)
    first = entries_from(addresses, page.url)
    return replace(candidate, roots=candidate.roots[first:]) if first else candidate


def _address(page: Page, record: tuple[int, ...]) -> str | None:
    """Where the first link of a record leads."""
    links = (place for node in record for place in range(node, page.ends[node]) if page.tags[place] == "a")
    address = next((page.attributes[link].get("href", "") for link in links), "")
    return urljoin(page.url, address) if address else None


def _around(page: Page) -> list[bool]:
    """Whether each node lies in a part of the page that surrounds its content."""
    found: list[bool] = []
    for index, tag in enumerate(page.tags):
        own = tag in _AROUND or page.attributes[index].get("role") in _AROUND
        found.append(own or (index > 0 and found[page.parents[index]]))
    return found


def _merit(page: Page, candidate: Candidate, whole: int, around: list[bool]) -> float:
    count = len(candidate)
    letters = sum(count_letters(page, record) for record in candidate.roots)
    texts = sum(min(_TEXTS, count_texts(page, record)) for record in candidate.roots) / count
    merit = sqrt(letters / whole) * log2(1 + count) * sqrt(texts)
    if sum(around[record[0]] for record in candidate.roots) * 2 > count:
        merit *= 0.3
    return merit
