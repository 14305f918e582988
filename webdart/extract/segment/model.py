"""A candidate for a record set, before anything is known of its columns."""

from collections.abc import Mapping

from msgspec import Struct, field

from webdart.extract.model import SetKind
from webdart.extract.page import Page

Roots = tuple[tuple[int, ...], ...]


class Candidate(Struct, frozen=True, kw_only=True):
    """Nodes that may be the records of one list: the sibling nodes of each, and the rows of heads above them.

    `grid` has the column of every cell of a table, spans expanded; `spanned` the cells of rows above that reach into a
    row; `groups` the lines between the records that head those below. `variant` says what was left out (`head`,
    `strict`).
    """

    kind: SetKind
    roots: Roots
    heads: tuple[int, ...] = ()
    grid: Mapping[int, int] = field(default_factory=dict[int, int])
    spanned: Mapping[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    groups: tuple[int, ...] = ()
    variant: str = ""

    def __len__(self) -> int:
        """How many records there are."""
        return len(self.roots)


def count_texts(page: Page, record: tuple[int, ...]) -> int:
    """How many shown texts a record has."""
    return page.text_counts[page.ends[record[-1]]] - page.text_counts[record[0]]


def count_letters(page: Page, record: tuple[int, ...]) -> int:
    """How many letters the shown texts of a record have."""
    return page.letter_counts[page.ends[record[-1]]] - page.letter_counts[record[0]]
