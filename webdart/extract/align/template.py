"""The tree that all records of a set are instances of."""

from collections.abc import Iterator, Sequence

from webdart.extract.page import Page

RECORD = "#record"


class Template:
    """Nodes in flat lists, node 0 stands for the record itself; it grows as records are merged into it.

    `faces` has the page node that stands for a template node, `cells` the column of a table's cell (-1 for others),
    `instances` the node of every record that has the part.
    """

    def __init__(self, page: Page, count: int) -> None:
        self.page = page
        self.count = count
        self.tags: list[str] = [RECORD]
        self.parents: list[int] = [-1]
        self.children: list[list[int]] = [[]]
        self.faces: list[int] = [-1]
        self.cells: list[int] = [-1]
        self.instances: list[dict[int, int]] = [{}]

    def add(self, parent: int, after: int, node: int, cell: int) -> int:
        """A new part below `parent`, after its child at place `after` (-1: as the first)."""
        number = len(self.tags)
        self.tags.append(self.page.tags[node])
        self.parents.append(parent)
        self.children.append([])
        self.faces.append(node)
        self.cells.append(cell)
        self.instances.append({})
        self.children[parent].insert(after + 1, number)
        return number

    def preorder(self, top: int = 0) -> Iterator[int]:
        """All parts below `top` in order, itself first."""
        waiting = [top]
        while waiting:
            number = waiting.pop()
            yield number
            waiting.extend(reversed(self.children[number]))

    def path(self, number: int) -> Sequence[int]:
        """The parts from the record down to this one."""
        found: list[int] = []
        while number >= 0:
            found.append(number)
            number = self.parents[number]
        return found[::-1]

    def __len__(self) -> int:
        """How many parts it has."""
        return len(self.tags)
