"""What belongs together in a form: boxes of a field, labels of a control, tabs and their sheets, an editor and its box.

Read from sources, without a browser.
"""

import pytest

from webdart.browser.actions.fold import closed_head
from webdart.browser.snapshot.source_page import page_of
from webdart.page.box_group import others_ticked
from webdart.page.locator import Wish, one_sought
from webdart.page.locator_query import SoughtWords
from webdart.page.model import PageView
from webdart.page.visual_label import drawn_for

BOXES = "<label><input type=checkbox name=t[0] checked> new</label><label><input type=checkbox name=t[1]> good</label>"
AFTER = "<p><label><input type=checkbox name=mail checked> Send a mail</label></p>"


def page(text: str) -> PageView:
    return page_of(f"<html lang=en><body><form>{text}</form>", "http://site.example/edit").plain


@pytest.mark.parametrize(
    "form",
    [
        f"<table><tr><th>tags</th><td>{BOXES}</td></tr></table>{AFTER}",
        f"<fieldset><legend>tags</legend>{BOXES}</fieldset>{AFTER}",
        f"<dl><dt>tags</dt><dd>{BOXES}</dd></dl>{AFTER}",
    ],
    ids=["a row", "a fieldset", "a term"],
)
def test_boxes_of_names_of_their_own_are_one_group(form: str):
    """What holds them together is the name that is asked for; a box elsewhere is none of them."""
    view, tags = page(form), SoughtWords(text="tags")
    good = one_sought(view, tags, Wish("fill", "good"))
    assert [box.name for box in others_ticked(view, good, tags, ["good"])] == ["new"]


def test_a_control_with_two_labels_is_called_by_either():
    """The second is a remark that is tied like a label."""
    view = page(
        "<label for=r>Real name:</label><input id=r><label for=r>It is optional.</label><input aria-label=Nick>"
    )
    assert one_sought(view, SoughtWords(text="Real name:"), Wish("fill", "Ada")).attributes["id"] == "r"


def test_an_id_that_several_controls_have_ties_no_label():
    """Components have ids of their own, the same in each."""
    part = "<label for=i>%s</label><input id=i aria-label=%s>"
    view = page("".join(f"<div>{part % (name, name)}</div>" for name in ("Customer", "Country")))
    box = one_sought(view, SoughtWords(text="Country"), Wish("fill", "Italy"))
    assert box.attributes["aria-label"] == "Country"


def test_a_label_of_another_row_names_what_stands_there():
    """Its `for` is a slip: the box of that row has no label but this one."""
    row = "<tr><th><label for=p>%s</label></th><td><input name=%s %s></td></tr>"
    view = page(f"<table>{row % ('Password', 'p', 'id=p')}{row % ('Confirm password', 'c', '')}</table>")
    box = one_sought(view, SoughtWords(text="Confirm password"), Wish("fill", "x"))
    assert box.attributes["name"] == "c"


@pytest.mark.parametrize("named", [False, True])
def test_a_sheet_is_opened_by_its_tab(named: bool):
    """By the tab that it names, else by the one at its place."""
    first, second = ("aria-labelledby=b", "aria-labelledby=a") if named else ("", "")
    view = page(
        f"<div role=tablist><button type=button role=tab id=a aria-selected=true>One</button>"
        f"<button type=button role=tab id=b>Two</button></div><div role=tabpanel {second}><input name=x></div>"
        f"<div role=tabpanel hidden {first}><input name=y></div>"
    )
    box = next(node for node in view.nodes if node.attributes.get("name") == "y")
    head = closed_head(view, box)
    assert head is not None
    assert head.name == "Two"


@pytest.mark.parametrize("before", [True, False])
def test_an_editor_stands_before_or_behind_the_box_that_it_is_for(before: bool):
    """The label is tied to the box, which is out of sight."""
    editor = "<div><span contenteditable role=textbox>red</span></div>"
    box = "<textarea id=t hidden></textarea>"
    view = page(f"<div><label for=t>Tags</label>{editor if before else ''}{box}{'' if before else editor}</div>")
    hidden = next(node for node in view.nodes if node.attributes.get("id") == "t")
    assert drawn_for(view, hidden).tag == "span"
