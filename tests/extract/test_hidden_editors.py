"""A form that is hidden in a cell of a table changes what the cell says: its choices are no value of the record."""

from collections.abc import Callable

from tests.records.conftest import make_field
from webdart.extract.page import page_from_view
from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.page.model import Box, PageView
from webdart.records import ListingSpec
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def _listed(page: Page) -> PageView:
    """Cells with what they say, and with a form that a script shows in its place."""

    def cell(words: str, button: str) -> str:
        chooser = (
            f"<select><option>{button}</option><option>Dry dock</option></select><button title='{button}'></button>"
        )
        return f"<td><form action=/set>{chooser}<i>Loading...</i></form><div class=value>{words}</div></td>"

    rows = "".join(
        f"<tr><td>{n}</td>{cell(f'Rope {n}', 'Rope')}{cell('A1' if n % 3 == 1 else '', '(no value)')}</tr>"
        for n in range(1, 13)
    )
    view = page(f"<h1>Ropes</h1><table><tr><th>Number</th><th>Name</th><th>Berth</th></tr>{rows}</table>")
    forms = [node for node in view.nodes if node.tag == "form"]
    hidden = {place for form in forms for place in range(form.index, form.end)}
    return replace(
        view,
        nodes=tuple(
            [one._replace(shown=False, box=Box(0, 0, 0, 0)) if one.index in hidden else one for one in view.nodes]
        ),
    )


def test_a_cell_that_says_nothing_is_empty(page: Page, spec: Spec) -> None:
    wanted = spec([make_field("number", "integer"), make_field("name"), make_field("berth")])
    view = _listed(page)
    found = read(view, wanted)
    assert [record.values["name"] for record in found.records] == [f"Rope {n}" for n in range(1, 13)]
    assert [record.values["berth"] for record in found.records] == ["A1", None, None] * 4
    assert not second_opinion(view, wanted, found)


def test_the_record_sets_of_a_page_have_no_such_forms(page: Page) -> None:
    """They find records and columns by what is alike, and choices are alike in all of them."""
    found = page_from_view(_listed(page))
    assert "form" not in found.tags
    assert not [text for text in found.texts if "Dry dock" in text or "Loading" in text]
