"""Elements of one path under several parents are records: rows of three cards, a list in every section."""

from collections import defaultdict
from collections.abc import Iterator

from webdart.extract.page import Page
from webdart.extract.segment.model import Candidate


def paths(page: Page) -> Iterator[Candidate]:
    """Groups of equal path over two parents or more, unless each is the only one and its parent's stand-in."""
    groups: dict[int, list[int]] = defaultdict(list)
    for index, path in enumerate(page.paths):
        if page.tags[index] != "#text" and page.count_texts(index):
            groups[path].append(index)
    for path, nodes in groups.items():
        parents = {page.parents[node] for node in nodes}
        if len(nodes) < 2 or len(parents) < 2:
            continue
        above = page.paths[page.parents[nodes[0]]]
        if len(parents) == len(nodes) and (len(groups[above]) == len(nodes) or path == above):
            continue
        yield Candidate(kind="path", roots=tuple((node,) for node in nodes))


def united(page: Page, stretches: list[Candidate]) -> Iterator[Candidate]:
    """Stretches that begin with elements of one path under several parents, as one set."""
    groups: dict[tuple[int, int], list[Candidate]] = defaultdict(list)
    for one in stretches:
        first = one.roots[0][0]
        groups[page.paths[page.parents[first]], page.paths[first]].append(one)
    for group in groups.values():
        if len(group) > 1:
            roots = sorted({record for one in group for record in one.roots})
            yield Candidate(kind="starter", roots=tuple(roots), variant="united")
