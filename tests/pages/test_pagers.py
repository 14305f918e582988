"""Pagers that were not known for what they are: the listing ended on its first page, and said that it was complete."""

from dataclasses import replace

import pytest

from tests.records.conftest import build
from webdart.pages.paging import paging

ROWS = "".join(f"<tr><td>Parcel {n}</td><td>{n * 7}</td><td>Field</td></tr>" for n in range(1, 6))


def test_numbers_that_call_a_script_in_a_row_of_the_listing() -> None:
    """A grid of a server's controls keeps its pager in a table within its last row, each number a call with it."""
    numbers = "".join(f"<td><a href=\"javascript:turn('grid','Page${n}')\">{n}</a></td>" for n in (2, 3))
    pager = f"<tr><td colspan=3><table><tr><td><span>1</span></td>{numbers}</tr></table></td></tr>"
    view = build(f"<form><table><tr><th>Parcel</th><th>Area</th><th>Use</th></tr>{ROWS}{pager}</table></form>")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == "2"


def test_scripts_without_a_number_that_grows_turn_no_pages() -> None:
    """Numbers that all call one thing are something to choose."""
    numbers = "".join(f'<a href="javascript:rate(7)">{n}</a> ' for n in (1, 2, 3))
    assert not paging(build(f"<table>{ROWS}</table><p>{numbers}</p>"))


@pytest.mark.parametrize("shown", [1, 2])
def test_the_number_that_cannot_be_pressed_is_the_page_shown(shown: int) -> None:
    """Buttons without a class or a name for the current page: the one that is off is it."""
    numbers = "".join(f"<button {'disabled' if n == shown else ''}>{n}</button>" for n in (1, 2, 3))
    view = build(f"<table>{ROWS}</table><div>{numbers}</div>")
    off = (node._replace(states=node.states | ({"disabled"} & node.attributes.keys())) for node in view.nodes)
    view = replace(view, nodes=tuple(off))
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == str(shown + 1)


@pytest.mark.parametrize(
    "words", ["← Starsze wpisy", "« Entradas anteriores", "Ältere Beiträge →", "Articles plus anciens"]
)
def test_older_entries_are_the_next_page(words: str) -> None:
    """Blogs lead to them in the language of their pages."""
    view = build(f"<table>{ROWS}</table><nav><a href='/older/kept/'>{words}</a></nav>")
    assert [control.kind for control in paging(view)] == ["next"]


def test_a_page_in_the_address_in_other_languages() -> None:
    """Words that nobody listed, and an address that counts pages."""
    view = build(f"<table>{ROWS}</table><p><a href='/strona/2/'>Kolejne nekrologi</a></p>", url="http://shop.test/")
    assert [control.kind for control in paging(view)] == ["next"]


def test_a_name_in_a_program_is_no_pager() -> None:
    """A list of constants links each to where it is explained, NEXT and PREVIOUS among them."""
    names = ("EAST", "NEXT", "NORTH", "PREVIOUS", "SOUTH")
    rows = "".join(f"<tr><td><code><a href='/constants#{name}'>{name}</a></code></td><td>1</td></tr>" for name in names)
    assert not paging(build(f"<table><tr><th>Name</th><th>Value</th></tr>{rows}</table>"))
