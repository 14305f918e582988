"""What of an observed page the record sets see."""

from collections.abc import Callable

import pytest

from webdart.extract.page import page_from_view
from webdart.page.model import Box, PageView
from webdart.values import replace


@pytest.mark.parametrize(("width", "there"), [(200, True), (0, False)])
def test_what_has_its_room_in_a_closed_fold_is_there(page: Callable[..., PageView], width: int, there: bool) -> None:
    """Records in folds that are closed are rows as the others are; what has no room on the page is hidden."""
    view = page("<main><details><summary>More</summary><p>Lamp</p></details></main>")
    box = Box(0, 0, width, width)
    inside = next(node for node in view.nodes if node.tag == "p")
    nodes = (
        node._replace(shown=False, box=box) if inside.index <= node.index < inside.end else node for node in view.nodes
    )
    made = page_from_view(replace(view, nodes=tuple(nodes)))
    assert made.shown[made.texts.index("Lamp")] is there
