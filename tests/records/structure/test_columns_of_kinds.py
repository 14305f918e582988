"""A table without heads has columns where its cells differ by column; cards and days are laid out in rows."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

NAMES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Oak")


def test_the_cells_of_a_table_are_no_records(page: Page, spec: Spec) -> None:
    """One field, and two links to a row, a tree and its forest: a row is a record, as the dates before them say."""
    rows = "".join(
        f"<tr><td><i>2025-03-0{n}</i></td><td><a href=/t/{n}>{name}</a></td><td><a href=/f/{n}>Wood {n}</a></td></tr>"
        for n, name in enumerate(NAMES, 1)
    )
    view = page(f"<main><h1>Trees</h1><table>{rows}</table></main>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text"}))] == list(NAMES)


def test_figures_are_a_column(page: Page, spec: Spec) -> None:
    """A table of words and figures has as many records as rows."""
    rows = "".join(f"<tr><td>{name}</td><td>{len(name)}</td></tr>" for name in NAMES)
    view = page(f"<main><h1>Trees</h1><table>{rows}</table></main>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text"}))] == list(NAMES)


def test_cards_in_rows_are_records(page: Page, spec: Spec) -> None:
    """Every column has the like: the cells are the records, and the rows are lines on the screen."""
    cards = [f"<td><a href=/t/{name}>{name}</a></td>" for name in NAMES]
    rows = "".join(f"<tr>{''.join(cards[n : n + 2])}</tr>" for n in range(0, len(cards), 2))
    view = page(f"<main><h1>Trees</h1><table>{rows}</table></main>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text"}))] == list(NAMES)
