"""Columns of controls: what a person reads on them is the value, and what is there to be pressed is told."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Field

Observe = Callable[[str], Awaitable[PageView]]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STATES = ("Open", "Closed", "Open", "Open", "On hold", "Closed", "Open", "Open")
CHOICES = ("Open", "On hold", "Closed")
FLAGS = (True, False, True, True, False, True)


@pytest.fixture(name="observe")
def orders(observe: Observe) -> Observe:
    """`observe(html)`: a page of orders in Chromium."""
    return lambda html: observe(f"<!doctype html><title>Orders</title><main><h1>Orders</h1>{html}</main>")


def in_table(cells: list[str]) -> str:
    rows = "".join(
        f"<tr><td><a href=/o/{n}>Order {n}</a></td><td>{n}</td><td>{cell}</td></tr>" for n, cell in enumerate(cells)
    )
    return f"<table><thead><tr><th>Order</th><th>Pieces</th><th>Status</th></tr></thead><tbody>{rows}</tbody></table>"


def in_cards(cells: list[str]) -> str:
    cards = (
        f"<li><h3><a href=/o/{n}>Order {n}</a></h3><p>Pieces: {n}</p><p>Status: {cell}</p></li>"
        for n, cell in enumerate(cells)
    )
    return f"<ul>{''.join(cards)}</ul>"


def of_all(one: str, chosen: str) -> str:
    return " ".join(one.format(choice=choice, on=choice == chosen) for choice in CHOICES)


def boxes(row: int, choices: tuple[str, ...], chosen: str) -> str:
    return "".join(
        f"<label><input type=radio name=r{row} {'checked' if one == chosen else ''}>{one}</label> " for one in choices
    )


TEXTS: dict[str, Callable[[int, str], str]] = {
    "drop-down": lambda _, state: f"<button aria-haspopup=true aria-expanded=false>{state} ▾</button>",
    "button": lambda _, state: f"<button>{state}</button>",
    "called a button": lambda _, state: f"<span role=button tabindex=0>{state}</span>",
    "chooser": lambda _, state: f"<div role=combobox aria-expanded=false>{state}</div><input type=hidden value=7>",
    "drop-down and button": lambda _, state: f"<button aria-haspopup=menu>{state}</button> <button>Edit</button>",
    "list box": lambda _, state: (
        "<select>" + of_all("<option {on}>{choice}", state).replace("True", "selected") + "</select>"
    ),
    "radio boxes": lambda row, state: boxes(row, CHOICES, state),
    "toggles": lambda _, state: of_all("<button aria-pressed={on}>{choice}</button>", state).replace("True", "true"),
}
TRUTHS: dict[str, Callable[[int, bool], str]] = {
    "switch": lambda _, on: f"<button role=switch aria-checked={str(on).lower()}>Active</button>",
    "toggle": lambda _, on: f"<button aria-pressed={str(on).lower()}>★</button>",
    "button": lambda _, on: f"<button>{'Yes' if on else 'No'}</button>",
    "radio boxes": lambda row, on: boxes(row, ("Yes", "No"), "Yes" if on else "No"),
}


@pytest.mark.parametrize("layout", [in_table, in_cards])
async def test_the_choice_that_holds_is_the_value(
    observe: Observe, spec: Spec, layout: Callable[[list[str]], str]
) -> None:
    """Of drop-downs, lists, boxes and toggles; also where a few words stand in many rows."""
    for name, made in TEXTS.items():
        view = await observe(layout([made(n, state) for n, state in enumerate(STATES)]))
        got = read(view, spec({"order": "text", "pieces": "integer", "status": "text"}))
        assert [record.values["status"] for record in got.records] == list(STATES), name
    for name, made in TRUTHS.items():
        view = await observe(layout([made(n, flag) for n, flag in enumerate(FLAGS)]))
        got = read(view, spec({"order": "text", "pieces": "integer", "status": "boolean"}))
        assert [record.values["status"] for record in got.records] == list(FLAGS), name


async def test_boxes_in_a_part_that_only_the_mark_up_names(observe: Observe, spec: Spec) -> None:
    """The one that is on is the value there, too, and not all that stands beside them."""
    cards = "".join(
        f"<li><h3><a href=/o/{n}>Order {n}</a></h3><p class=pieces>{n}</p><div class=status>{boxes(n, CHOICES, state)}</div></li>"
        for n, state in enumerate(STATES)
    )
    got = read(await observe(f"<ul>{cards}</ul>"), spec({"order": "text", "status": "text"}))
    assert [record.values["status"] for record in got.records] == list(STATES)


@pytest.mark.parametrize("cell", ["<button>Edit</button>", "<button>Edit</button> <button>Delete</button>"])
async def test_what_is_there_to_be_pressed_is_no_value(
    observe: Observe, spec: Spec, declared: Declare, cell: str
) -> None:
    """The same words in every row: NULL, and a sentence about it; no box that is on: NULL."""
    got = read(await observe(in_table([cell] * 6)), spec({"order": "text", "pieces": "integer", "status": "text"}))
    assert [record.values["status"] for record in got.records] == [None] * 6
    assert [(remark.code, remark.column) for remark in got.remarks] == [("pressed", "status")]
    none = read(
        await observe(in_table([boxes(n, CHOICES, "") for n in range(4)])),
        spec({"order": "text", "pieces": "integer", "status": "text"}),
    )
    assert [record.values["status"] for record in none.records] == [None] * 4


async def test_a_button_beside_a_value_is_none_of_it(observe: Observe, spec: Spec) -> None:
    """A cell that has a text keeps that; a label finds the text of the next line, not the button before it."""
    cells = [f"Order of {n} <button aria-haspopup=menu>{state}</button>" for n, state in enumerate(STATES)]
    got = read(await observe(in_table(cells)), spec({"order": "text", "pieces": "integer", "status": "text"}))
    assert [record.values["status"] for record in got.records] == [f"Order of {n}" for n in range(len(STATES))]
    cards = [
        f"<li><h3><a href=/o/{n}>Order {n}</a></h3><div><b>Phone:</b> <button>Copy {n}</button></div><div>555-{n}</div></li>"
        for n in range(4)
    ]
    got = read(await observe(f"<ul>{''.join(cards)}</ul>"), spec({"order": "text", "phone": "text"}))
    assert [record.values["phone"] for record in got.records] == [f"555-{n}" for n in range(4)]


async def test_a_table_of_a_name_and_a_control(observe: Observe, spec: Spec) -> None:
    """The heads name what the cells hold, though no text stands there."""
    rows = "".join(
        f"<tr><td>Order {n}</td><td>{TEXTS['chooser'](n, state)}</td></tr>" for n, state in enumerate(STATES)
    )
    html = f"<table><thead><tr><th>Order</th><th>Status</th></tr></thead><tbody>{rows}</tbody></table>"
    got = read(await observe(html), spec({"order": "text", "status": "text"}))
    assert [record.values["status"] for record in got.records] == list(STATES)


async def test_a_scale_to_be_pressed_takes_no_rating_away(observe: Observe, spec: Spec, declared: Declare) -> None:
    """Stars that are drawn stand beside boxes that nobody has ticked; a truth value at a locator is whether it is there."""
    scale = "".join(f"<label><input type=radio name=r{{0}}>{star}</label>" for star in "12345")
    drawn = "<div title='{1} out of 5'></div>" + f"<fieldset>{scale}</fieldset>"
    cells = [drawn.format(n, n % 4 + 1) + f"<button aria-pressed={str(n > 2).lower()}>★</button>" for n in range(5)]
    fields = [declared("order"), declared("status", "rating"), declared("star", "boolean", css="button")]
    view = await observe(in_table(cells))
    view = replace(view, marks={"css=button": tuple(node.index for node in view.nodes if node.tag == "button")})
    got = read(view, spec(fields))
    assert [record.values["status"] for record in got.records] == [n % 4 + 1 for n in range(5)]
    assert [record.values["star"] for record in got.records] == [True] * 5


@pytest.mark.parametrize("ages", [("1 year ago", "2 years ago"), ("2 years ago", "2 years ago")])
async def test_the_moment_behind_an_age_on_a_button(observe: Observe, spec: Spec, ages: tuple[str, str]) -> None:
    """Where the words on the buttons differ they are read, and what the page says of the time is kept beside them."""
    cell = "<button><time datetime='2024-11-0{}T03:00:00Z'>{}</time></button>"
    view = await observe(in_table([cell.format(n + 1, ages[n % 2]) for n in range(6)]))
    got = read(view, spec({"order": "text", "pieces": "integer", "status": "datetime"}))
    assert [str(record.values["status"]) for record in got.records] == [f"2024-11-0{n + 1} 03:00:00" for n in range(6)]
    assert not got.remarks
