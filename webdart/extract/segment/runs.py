"""Siblings of one shape are records; so is the stretch from one starter to the next."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from webdart.extract.page import Page
from webdart.extract.segment.clusters import cluster
from webdart.extract.segment.model import Candidate, Roots

_MOST_STARTERS = 6  # clusters of one parent that are tried as the beginning of a record
_SEPARATORS = frozenset({"hr", "br"})
_PARTED = 3  # records that rules or blank lines part
_ALIKE = 0.6  # of them begin alike


def runs(page: Page) -> Iterator[Candidate]:
    """Runs and stretches among the children of every node."""
    for parent, children in enumerate(page.children):
        if len(children) < 2 or page.count_texts(parent) < 2:
            continue
        numbers = cluster(page, children)
        counts = Counter(number for number in numbers if number >= 0)
        for number, count in counts.items():
            if count >= 2:
                roots = tuple((child,) for child, one in zip(children, numbers, strict=True) if one == number)
                yield Candidate(kind="run", roots=roots)
        yield from _starters(page, children, numbers, counts)


def _starters(page: Page, children: Sequence[int], numbers: Sequence[int], counts: Counter[int]) -> Iterator[Candidate]:
    several = len(counts) + (-2 in numbers) > 1
    if several:
        tried = [number for number, count in counts.items() if count >= 2][:_MOST_STARTERS]
        for number in tried:
            starts = [place for place, one in enumerate(numbers) if one == number]
            if not _begin_before(page, children, numbers, starts):
                yield from _stretches(children, numbers, starts)
    for separator in _SEPARATORS:
        starts = [place + 1 for place, child in enumerate(children) if page.tags[child] == separator]
        if len(starts) >= 2:
            yield from _stretches(children, numbers, [0, *starts])
    yield from _parted(page, children)


def _begin_before(page: Page, children: Sequence[int], numbers: Sequence[int], starts: Sequence[int]) -> bool:
    """Whether what stands before every start, the first one too, is alike and has texts: records begin with that."""
    first = starts[0] - 1
    if first < 0 or numbers[first] < 0 or not page.count_texts(children[first]):
        return False
    return all(numbers[start - 1] == numbers[first] != numbers[start] for start in starts)


def _parted(page: Page, children: Sequence[int]) -> Iterator[Candidate]:
    """What rules or blank lines keep apart, without what stands above the first and behind the last."""
    tags = [page.tags[child] for child in children]
    rules = [tag == "hr" for tag in tags]
    blanks = [rule or (tag == before == "br") for rule, tag, before in zip(rules, tags, ["", *tags], strict=False)]
    for ends in (rules, blanks):
        pieces: list[list[int]] = [[]]
        for child, end in zip(children, ends, strict=True):
            if end:
                pieces.append([])
            elif page.tags[child] not in _SEPARATORS and page.count_texts(child):
                pieces[-1].append(child)
        records = _begun_alike(page, [piece for piece in pieces if piece])
        if len(records) >= _PARTED:
            yield Candidate(kind="starter", roots=records, variant="blank")


def _begun_alike(page: Page, pieces: Sequence[list[int]]) -> Roots:
    """The pieces, the first from where it begins as most do, the last if it begins so; none where few do."""
    begins = Counter(page.paths[piece[0]] for piece in pieces if len(piece) > 1)
    path, count = begins.most_common(1)[0] if begins else (-1, 0)
    if len(pieces) < _PARTED or count < _ALIKE * len(pieces):
        return ()
    usual = max(map(len, pieces[1:]))
    starts = [place for place, child in enumerate(pieces[0]) if page.paths[child] == path]
    start = next((place for place in starts if len(pieces[0]) - place <= usual), None)
    first = [] if start is None else [pieces[0][start:]]
    last = [pieces[-1]] if page.paths[pieces[-1][0]] == path else []
    return tuple(tuple(piece) for piece in (*first, *pieces[1:-1], *last))


def _stretches(children: Sequence[int], numbers: Sequence[int], starts: Sequence[int]) -> Iterator[Candidate]:
    """Records from each start to the next; the last ends where something comes that no other record has."""
    bounds = [*starts, len(children)]
    pieces = [list(range(first, last)) for first, last in itertools.pairwise(bounds)]
    pieces = [piece for piece in pieces if any(numbers[place] != -1 for place in piece)]
    if len(pieces) < 2 or sum(map(len, pieces)) == len(pieces):
        return
    usual = {numbers[place] for piece in pieces[:-1] for place in piece}
    longest = max(map(len, pieces[:-1]))
    last = pieces[-1]
    cut = next((at for at, place in enumerate(last) if numbers[place] not in usual or at >= longest), len(last))
    pieces[-1] = last[: max(cut, 1)]
    yield Candidate(kind="starter", roots=tuple(tuple(children[place] for place in piece) for piece in pieces))
