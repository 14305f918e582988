"""Links and buttons beside each other: which of them choose among the rows of a listing, and what they are used for."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from tests.records.conftest import HERE as HERE_IN_FILE
from tests.records.conftest import build, make_field
from webdart.browser.actions.setting import Setting
from webdart.controls.listing_controls import describe
from webdart.navigate.find.setting_target import target_of
from webdart.navigate.pushdown.offers import offers
from webdart.navigate.row_filter import Wanted
from webdart.page.locator_query import SoughtWords
from webdart.page.model import Control, PageView
from webdart.page.roles import is_clicked
from webdart.plan.model import Operator, OrderKey, Predicate
from webdart.records.model import Record
from webdart.values import replace
from webdart.workflow.model import Value

HERE = "http://shop.example/list"


def page(html: str, url: str = HERE) -> PageView:
    """A page with its controls; what is clicked, and what has an `aria-label`, gets the name a browser would give it."""
    view = build(html, url)
    nodes = tuple(
        node._replace(
            name=node.attributes.get("aria-label", "") or (view.text_of(node.index) if is_clicked(node) else "")
        )
        for node in view.nodes
    )
    named = replace(view, nodes=nodes)
    return replace(named, controls=describe(named))


def found(html: str, url: str = HERE) -> list[Control]:
    """What chooses or orders on a page."""
    return [control for control in page(html, url).controls if control.kind in ("sort", "filter", "page size")]


def links(*texts: str, name: str = "sort", url: str = HERE, between: str = " | ") -> str:
    """Links to the page with another query."""
    return between.join(f"<a href='{url}?{name}={place}'>{text}</a>" for place, text in enumerate(texts))


SORTS = links("Price", "Name", "Newest")
KINDS = links("Lamps (12)", "Rugs (3)", name="kind")


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Sort by: {SORTS}</p>",
        f"<div><span>Sort by</span><div>{SORTS}</div></div>",
        f"<div><span>Sort by</span> {SORTS}</div>",
        f"<ul><li>Sort by</li><li>{links('Price', 'Name', 'Newest', between='</li><li>')}</li></ul>",
        f"<dl><dt>Sort by</dt><dd>{links('Price', 'Name', 'Newest', between='</dd><dd>')}</dd></dl>",
        f"<table><tr><th>Sort by</th><td>{SORTS}</td></tr></table>",
        f"<nav aria-label='Sort by'>{SORTS}</nav>",
        f"<h1>Shop</h1><button aria-haspopup=listbox>Sort by: Newest</button><ul><li>{links('Price', 'Name', 'Newest', between='</li><li>')}</li></ul>",
    ],
)
def test_orders_in_a_line_or_list(html: str):
    """Their label stands before them in their line, in a box with them alone, or on the button of their menu."""
    assert [(one.kind, one.label, one.options) for one in found(html)] == [
        ("sort", "Sort by", ("Price", "Name", "Newest"))
    ]


@pytest.mark.parametrize(
    ("html", "label", "value"),
    [
        (f"<p>Kind: <b>All</b> | {KINDS}</p>", "Kind", "All"),
        (f"<p><b>All</b> | {KINDS}</p>", "", "All"),
        (f"<p>Kind: <a href='{HERE}?kind='>All</a> | Lamps | <a href='{HERE}?kind=2'>Rugs</a></p>", "Kind", "Lamps"),
        (f"<p>Kind: <b>Lamps</b> | <a href='{HERE}?kind=2'>Rugs</a></p>", "Kind", "Lamps"),
        (f"<p>Kind: <a class=active href='{HERE}'>All</a> {KINDS}</p>", "Kind", "All"),
        (f"<h1>Shop</h1><aside><div><b>Kind</b></div><ul><li>{KINDS.replace(' | ', '</li><li>')}</li></ul></aside>", "Kind", ""),
        (f"<p>Kind: <a href='{HERE}/'>All</a> | <a href='{HERE}/lamps/'>Lamps (12)</a> | <a href='{HERE}/rugs/'>Rugs (3)</a></p>", "Kind", ""),
    ],
)  # fmt: skip
def test_values_in_a_line_or_list(html: str, label: str, value: str):
    """The one that holds may be no link; their counts are no part of them; a part of the address may say them, too."""
    (control,) = found(html)
    assert (control.kind, control.label, control.value) == ("filter", label, value)
    assert set(control.options) - {"All"} == {"Lamps", "Rugs"}


def test_two_groups_in_one_line():
    """A text that is no choice begins another one."""
    both = found(f"<p>Sort by: {SORTS} · Show: {links('10', '20', '50', name='n')} rows</p>")
    assert [(one.kind, one.label) for one in both] == [("sort", "Sort by"), ("page size", "Show")]


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<p>Sort by: <button type=button>Price</button> <button type=button>Name</button></p>", ["sort"]),
        ("<p>Kind: <button type=button class=active>All</button> <button type=button>Lamps</button></p>", ["filter"]),
        ("<p>Kind: <button type=button>Edit</button> <button type=button>Delete</button></p>", []),
        ("<form method=post><p>Kind: <button class=active>Lamps</button> <button>Rugs</button></p></form>", []),
    ],
)
def test_buttons_that_choose(html: str, kinds: Sequence[str]):
    """They say an order, or which of them holds, and send no form; others are commands."""
    assert [one.kind for one in found(html)] == kinds


@pytest.mark.parametrize(
    "html",
    [
        "<p>Kind: <a href='http://other.example/list?kind=1'>Lamps</a> | <a href='http://other.example/list?kind=2'>Rugs</a></p>",
        "<p>Kind: <a href='/shelf?kind=1'>Lamps</a> | <a href='/shelf?kind=2'>Rugs</a></p>",
        f"<p>Kind: <a href='{HERE}?kind=1'>Lamps</a> | <a href='/about'>Rugs</a></p>",
        f"<p>Kind: <a href='{HERE}?action=delete&amp;id=1'>Lamps</a> | <a href='{HERE}?action=delete&amp;id=2'>Rugs</a></p>",
        f"<p>Sort by: <a href='{HERE}?logout=1'>Price</a> | <a href='{HERE}/logout'>Name</a></p>",
        f"<p>Menu: <a href='{HERE}/about'>About</a> | <a href='{HERE}/help'>Help</a></p>",
        "".join(f"<div><a href='{HERE}?cart={n}'>Add</a> <a href='{HERE}?like={n}'>Like</a></div>" for n in range(4)),
        f"<p><a href='{HERE}?page=1'>1</a> <b>2</b> <a href='{HERE}?page=3'>3</a> <a rel=next href='{HERE}?page=3'>Next</a></p>",
    ],
    ids=["host", "path", "mixed", "delete", "logout", "menu", "rows", "pager"],
)  # fmt: skip
def test_links_that_do_something_else(html: str):
    """Links to other pages, to what writes or ends a session, the site's menu, what every row has, and pagers."""
    assert found(html) == []


@pytest.mark.parametrize(("label", "value"), [("Sort by", "Name"), ("Kind", "Rugs")], ids=["order", "value"])
def test_a_file_sets_them_by_their_label(label: str, value: str):
    """`set: {Kind: Rugs}` means the link that says so, in the line with that label."""
    view = page(f"<p>Sort by: {SORTS}</p><p>Kind: {KINDS}</p><p>Also: {links('Name', 'Rugs', name='x')}</p>")
    link = target_of(view, Setting(SoughtWords(text=label), value, HERE_IN_FILE))
    assert link.attributes["href"].rpartition("?")[2] == {"Name": "sort=1", "Rugs": "kind=1"}[value]


# -- what they are used for -----------------------------------------------------------------------------------


def rows(*kinds: str, price: str = "1250.50") -> tuple[Record, ...]:
    """Rows of these kinds, each of a price."""
    made: list[Record] = []
    for place, kind in enumerate(kinds):
        values: dict[str, Value] = {"name": f"Row {place}", "kind": kind, "price": Decimal(price)}
        made.append(Record(values=values, key=(place,), link=f"{HERE}?row={place}"))
    return tuple(made)


FIELDS = {name: make_field(name, kind) for name, kind in {"name": "text", "kind": "text", "price": "money"}.items()}


def followed(html: str, wanted: Wanted, records: Sequence[Record] = ()) -> list[str]:
    """Where the offers for a query lead."""
    return [put.href.rpartition("?")[2] for one in offers(page(html), wanted, "en", records) for put in one.puts]


def where(column: str, operator: Operator, operand: str | Decimal) -> Wanted:
    return Wanted(table="rows", fields=FIELDS, predicates=(Predicate(column, operator, (operand,)),))


@pytest.mark.parametrize(
    ("html", "records", "href"),
    [
        (f"<p>Kind: {KINDS}</p>", (), ["kind=0"]),
        (f"<p>{KINDS}</p>", (), ["kind=0"]),
        (f"<p>{links('Lamps', 'Rugs', name='t')}</p>", rows("Lamps", "Rugs"), ["t=0"]),
        (f"<p>{links('Lamps', 'Rugs', name='t')}</p>", rows("Lamps", "Lamps"), []),
        (f"<p>{links('Lamps', 'Rugs', name='t')}</p>", rows("Lamps", "Rugs", "Desks", "Chairs"), []),
        (f"<p>{links('Lamps', 'Rugs', name='row')}</p>", rows("Lamps", "Rugs"), []),
    ],
    ids=["label", "query", "values", "one value", "few of the values", "links of the rows"],
)
def test_the_column_of_a_filter(html: str, records: Sequence[Record], href: list[str]):
    """It is named by the label, by what the links send, or by the values that the rows have."""
    assert followed(html, where("kind", "=", "Lamps"), records) == href


def test_an_order_without_a_direction():
    """It is offered by its name for both: which way it goes is seen in the rows."""
    wanted = Wanted(table="rows", fields=FIELDS, order=OrderKey("price", descending=True), limit=3)
    (offer,) = offers(page(f"<p>Sort by: {SORTS}</p>"), wanted, "en", ())
    assert (offer.direction, [put.href for put in offer.puts]) == (None, [f"{HERE}?sort=0"])


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Name: {links('A to Z', 'Z to A', name='n')}</p><p>Price: {links('low to high', 'high to low', name='p')}</p>",
        f"<table><tr><th>Name</th><th>Price {links('▲', '▼', name='p', between=' ')}</th></tr><tr><td>a</td><td>1</td></tr></table>",
    ],
)
def test_a_column_with_its_two_directions(html: str):
    """The label or the head says the column, the links the direction."""
    wanted = Wanted(table="rows", fields=FIELDS, order=OrderKey("price", descending=True), limit=3)
    assert followed(html, wanted) == ["p=1"]


def test_a_head_that_also_has_a_menu_is_a_head():
    """Its own link sorts; the directions in its menu are no other control."""
    menu = "<button type=button>Sort ascending</button><button type=button>Sort descending</button>"
    html = (
        f"<table><tr><th aria-sort=none><a href='{HERE}?sort=p'>Price</a> {menu}</th></tr><tr><td>1</td></tr></table>"
    )
    assert [(one.kind, one.options) for one in found(html)] == [("sort", ())]


BANDS = f"<p>Price: {links('Under $20', '$20 to $100', 'Over $100', name='band')}</p>"


@pytest.mark.parametrize(
    ("operator", "end", "price", "href"),
    [
        ("<", "20", "12.50", ["band=0"]),
        ("<=", "20", "12.50", []),
        (">", "100", "1250.50", ["band=2"]),
        (">", "100", "1000", []),
        (">=", "100", "1250.50", []),
        (">", "120", "1000", ["band=2"]),
    ],
)
def test_a_band_that_ends_where_the_condition_does(operator: Operator, end: str, price: str, href: list[str]):
    """The end itself is left out by the condition, and rows show numbers as fine as that end; else there is room."""
    assert followed(BANDS, where("price", operator, Decimal(end)), rows("Lamps", price=price)) == href
