"""Elements of one path under several parents are records: rows of three cards, a list in every section."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from webdart.extract.page import Page
from webdart.extract.segment.clusters import cluster
from webdart.extract.segment.model import Candidate

_FEW = 2  # elements that share a class by chance


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


def namesakes(page: Page) -> Iterator[Candidate]:
    """Elements of one tag that share a class, whatever else is around them: some records have more above, or a mark.

    Those of one path are left to `paths`, and those in others of their name are parts of them.
    """
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, classes in enumerate(page.classes):
        if classes and page.count_texts(index):
            for name in classes:
                own = groups[page.tags[index], name]
                if not (own and page.holds(own[-1], index)):
                    own.append(index)
    for nodes in {tuple(one): one for one in groups.values() if len(one) > _FEW}.values():
        if len({page.paths[node] for node in nodes}) > 1:
            kept = _alike(page, nodes)
            if len({page.paths[node] for node in kept}) > 1:
                yield Candidate(kind="path", roots=tuple((node,) for node in kept), variant="namesakes")


def _alike(page: Page, nodes: Sequence[int]) -> list[int]:
    """Those of the shape that most have."""
    numbers = cluster(page, nodes)
    number, _ = Counter(numbers).most_common(1)[0]
    return [node for node, one in zip(nodes, numbers, strict=True) if one == number and number >= 0]
