"""Finds records that only rules or blank lines keep apart: `<b>Lamp</b><br>…<hr>`.

Old pages are written so. What stands between two `<hr>`, or two lines that only breaks keep apart, is a record where
most begin with the same kind of element; above the first and behind the last may stand what is none.
"""

from collections import Counter
from collections.abc import Sequence

from webdart.records.structure.outline import Outline

_LEAST = 3  # records
_MOST = 0.6  # of them begin with one kind
_NO_CONTENT = frozenset({"hr", "br", "script", "style"})


def separated_records(page: Outline, kids: Sequence[int]) -> list[tuple[tuple[int, ...], ...]]:
    """The records that rules part, and those that blank lines part; each as the elements and texts that it has."""
    if len(kids) < 2 * _LEAST - 1:
        return []
    tags = [page.nodes[kid].tag for kid in kids]
    found: list[tuple[tuple[int, ...], ...]] = []
    if tags.count("hr") >= _LEAST - 1:
        found.append(_records(page, _cut(page, kids, [tag == "hr" for tag in tags])))
    blank = [tag == "br" and tags[place - 1 : place] == ["br"] for place, tag in enumerate(tags)]
    if sum(blank) >= _LEAST - 1:
        found.append(_records(page, _cut(page, kids, [end or tags[n] == "hr" for n, end in enumerate(blank)])))
    return [records for records in found if len(records) >= _LEAST]


def _cut(page: Outline, kids: Sequence[int], ends: Sequence[bool]) -> list[list[int]]:
    """What stands between the places that part."""
    runs: list[list[int]] = [[]]
    for kid, end in zip(kids, ends, strict=True):
        if end:
            runs.append([])
        elif page.nodes[kid].tag not in _NO_CONTENT and page.leaves[kid]:
            runs[-1].append(kid)
    return [run for run in runs if run]


def _records(page: Outline, runs: Sequence[list[int]]) -> tuple[tuple[int, ...], ...]:
    """The runs, the first without what stands above it, the last if it is no foot; none where too few begin alike."""
    begins = Counter(_kind(page, run[0]) for run in runs if len(run) > 1)
    kind, count = begins.most_common(1)[0] if begins else (("", 0), 0)
    if count < _LEAST or count < _MOST * len(runs):
        return ()
    usual = max(len(run) for run in runs[1:])
    starts = [place for place, each in enumerate(runs[0]) if _kind(page, each) == kind]
    fitting = [place for place in starts if len(runs[0]) - place <= usual]
    if kind[0] == "#text" and starts and (not fitting or fitting[0] - 1 in starts):
        return ()  # a line above the first record, or one of its own
    head = [runs[0][(fitting or starts)[0 if fitting else -1] :]] if starts else []
    foot = [runs[-1]] if _kind(page, runs[-1][0]) == kind else []
    return tuple(tuple(run) for run in (*head, *runs[1:-1], *foot))


def _kind(page: Outline, index: int) -> tuple[str, int]:
    return page.nodes[index].tag, page.step[index]
