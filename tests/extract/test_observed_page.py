"""What of an observed page the record sets see."""

from collections.abc import Callable

import pytest

from webdart.extract.page import page_from_view
from webdart.page.model import Box, PageView
from webdart.values import replace


@pytest.mark.parametrize(
    ("fold", "width", "there"), [("details", 200, True), ("details", 0, False), ("section", 200, False)]
)
def test_what_has_its_room_in_a_closed_fold_is_there(
    page: Callable[..., PageView], fold: str, width: int, there: bool
) -> None:
    """Records in folds that are closed are rows as the others are; what is invisible elsewhere is hidden."""
    view = page(f"<main><{fold}><summary>More</summary><p>Lamp</p></{fold}></main>")
    box = Box(0, 0, width, width)
    inside = next(node for node in view.nodes if node.tag == "p")
    hidden = (
        node._replace(shown=False, box=box) if inside.index <= node.index < inside.end else node for node in view.nodes
    )
    nodes = (node._replace(states=node.states | {"collapsed"}) if node.tag == "details" else node for node in hidden)
    made = page_from_view(replace(view, nodes=tuple(nodes)))
    assert made.shown[made.texts.index("Lamp")] is there


def test_what_else_could_be_chosen_in_a_drop_down_is_not_there(page: Callable[..., PageView]) -> None:
    """All options were read as the value of its label: they stood in one element beside it."""
    options = "".join(f"<option>{name}</option>" for name in ("Ann", "Bo", "Cy"))
    view = page(f"<h1>Bill</h1><div><label for=p>Payer</label><div><select id=p>{options}</select></div></div>")
    (bo,) = (node.parent for node in view.nodes if node.text == "Bo" and node.tag == "#text")
    states = {bo: frozenset({"selected"})}
    nodes = (
        node._replace(states=states.get(node.index, node.states), value="Bo" if node.tag == "select" else None)
        for node in view.nodes
    )
    texts = page_from_view(replace(view, nodes=tuple(nodes))).texts
    assert "Bo" in texts
    assert {"Ann", "Cy"}.isdisjoint(texts)
