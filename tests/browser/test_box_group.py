"""Boxes that stand for one field, and labels that are tied to one control: read from sources, without a browser."""

import pytest

from webdart.browser.snapshot.source_page import page_of
from webdart.page.box_group import others_ticked
from webdart.page.locator import Wish, one_sought
from webdart.page.locator_query import SoughtWords
from webdart.page.model import PageView

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
