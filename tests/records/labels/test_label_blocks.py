"""Blocks of labels with their values that no mark-up and no colon tells: siblings of one shape, as a fact sheet has."""

import pytest

from tests.records.conftest import build
from webdart.records.labels.label_blocks import block_lines
from webdart.records.labels.labelled_columns import visible_labels
from webdart.records.structure.outline import outline


def labels(html: str) -> list[str]:
    page = outline(build(f"<main><h1>Red soup</h1>{html}</main>"))
    return [page.text[line.label] for line in block_lines(page, 0)]


LONG = "We cooked it twice, and liked it very much both times. " * 2
FACTS = [("Prep time", "10 mins"), ("Cook time", "1 hour"), ("Serves", "4")]


@pytest.mark.parametrize(
    "line",
    [
        "<div><span>{0}</span><span>{1}</span></div>",
        "<li class='{0}'><span class='fact-label {0}-label'>{0}</span> <b>{1}</b></li>",
        "<div><div>{0}</div><div>{1}</div></div>",
        "<p>{0} <strong>{1}</strong></p>",
        "<div><div><i>{0}</i><em>{1}</em></div></div>",
    ],
)
def test_siblings_of_one_shape_are_a_block(line: str) -> None:
    """Their own classes may differ, as those of their labels in part."""
    lines = "".join(line.format(*one) for one in FACTS)
    assert labels(f"<div>{lines}</div>") == [name for name, _ in FACTS]


def test_the_labels_are_among_those_that_a_message_names() -> None:
    """What a person is told that the page has."""
    lines = "".join(f"<div><span>{name}</span><span>{value}</span></div>" for name, value in FACTS)
    page = outline(build(f"<main><h1>Red soup</h1><div>{lines}</div></main>"))
    assert visible_labels(page, None, 0) == ("Prep time", "Cook time", "Serves")


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><b>Stir</b> the milk in</li><li><b>Add</b> the oats</li><li><b>Serve</b> with honey</li></ul>",
        "<ul><li><a href=/1>Oat</a><i>25 m</i></li><li><a href=/2>Beet</a><i>5 m</i></li><li><a href=/3>Pea</a><i>9 m</i></li></ul>",
        "<ul><li><b>By</b><i>Ann</i></li><li><b>By</b><i>Bo</i></li><li><b>By</b><i>Cy</i></li></ul>",
        "<ul><li><b>2 cups</b><i>flour</i></li><li><b>1 tsp</b><i>salt</i></li><li><b>3</b><i>eggs</i></li></ul>",
        "<div><div><b>Prep time</b><i>10 mins</i></div><div><b>Cook time</b><i>1 hour</i></div></div>",
        "<nav><ul><li><b>Shop</b><i>Bowls</i></li><li><b>Learn</b><i>Knives</i></li><li><b>Eat</b><i>Now</i></li></ul></nav>",
        f"<div><p><b>Ann</b><i>{LONG}</i></p><p><b>Bo</b><i>{LONG}</i></p><p><b>Cy</b><i>{LONG}</i></p></div>",
    ],
    ids=["sentences", "links", "one label", "amounts", "two lines", "menu", "comments"],
)
def test_what_is_no_block(html: str) -> None:
    """Lines that begin with words that are set off are many things."""
    assert labels(html) == []
