"""What the controls of a record's form hold goes before what the form says around them."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("note", ["Call first", ""])
async def test_a_remark_of_a_form_is_no_value_of_its_fields(
    observe: Callable[[str], Awaitable[PageView]], spec: Callable[..., ListingSpec], note: str
):
    """Below the box for a day stands "Note: you are ahead of the server's time", and the record has a note."""
    html = (
        "<h1>Order 7</h1><form method=post><div><label for=p>Placed:</label> <input id=p value=2025-03-01>"
        "<div class=help>Note: You are 6 hours ahead of server time.</div></div>"
        f"<div><label for=n>Note:</label> <input id=n value='{note}'></div><button>Save</button></form>"
    )
    got = read(await observe(html), spec({"note": "text", "placed": "date"}, kind="page"))
    assert got.records[0].values["note"] == (note or None)
    assert str(got.records[0].values["placed"]) == "2025-03-01"
    assert not got.remarks


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("mail", ["ann@shop.test", ""])
async def test_a_list_of_what_a_form_asks_for_names_no_values(
    observe: Callable[[str], Awaitable[PageView]], spec: Callable[..., ListingSpec], mail: str
):
    """A closed list names the form's boxes, with a star for what is required; a button stands beside each of them."""
    entry = "<li><a href='#{0}'><span><span>{1}</span><span>*</span></span></a></li>"
    box = (
        "<section><h2><label for={0}><span>{1}</span><span>*</span></label></h2><div><input id={0} value='{2}'>"
        "<button type=button aria-label='Add comment' style='opacity:0'></button></div></section>"
    )
    closed = "<nav><ol style='display:none'>" + entry.format("t", "Turnover") + entry.format("c", "Contact") + "</ol>"
    form = box.format("t", "Turnover", "6427234.40") + box.format("c", "Contact", mail)
    html = f"<h1>Supplier 7</h1>{closed}</nav><form method=post>{form}</form>"
    got = read(await observe(html), spec({"contact": "text", "turnover": "number"}, kind="page", unfolded=True))
    assert got.records[0].values == {"contact": mail or None, "turnover": 6427234.4}


@pytest.mark.parametrize(
    "box",
    [
        "<label><input type=checkbox {0}> Available</label>",
        "<label>Available <input type=checkbox {0}></label>",
        "<input type=checkbox id=a{1} {0}><label for=a{1}>Available</label>",
    ],
    ids=["before", "behind", "by-id"],
)
def test_a_box_to_tick_is_the_value_of_its_label(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], box: str
):
    """What stood behind its words, another box with words of its own, was read instead, in silence."""
    states = ("checked", "checked", "", "checked", "", "checked")
    cards = "".join(
        f"<div class=card><h3><a href=/p/{n}>Lamp {'ABCDEF'[n]}</a></h3>{box.format(state, n)}"
        f"<label><input type=checkbox {'' if n else 'checked'}> Compare</label></div>"
        for n, state in enumerate(states)
    )
    got = read(page(cards), spec({"title": "text", "available": "boolean"}))
    assert [record.values["available"] for record in got.records] == [bool(state) for state in states]
    assert not got.remarks


def test_a_box_with_words_of_its_own_is_no_value_of_others(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec]
):
    """A word stands before a box to compare, which is not ticked: that says nothing of it."""
    cards = "".join(
        f"<div class=card><h3><a href=/p/{n}>Lamp {'ABCDEF'[n]}</a></h3><span>{'Available' if n % 3 else 'Sold'}</span>"
        f"<label><input type=checkbox {'' if n else 'checked'}> Compare</label></div>"
        for n in range(6)
    )
    got = read(page(cards), spec({"title": "text", "available": "boolean"}))
    assert got.problems or got.missing or got.remarks


@pytest.mark.parametrize("opens", ["shelves", "none"])
def test_a_drawn_list_box_is_what_its_label_names(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], opens: str
):
    """Its label is told by `aria-labelledby`; `for` names the list that it opens, which need not be there."""
    html = (
        "<h1>Tide tables</h1><form><div><div><label id=l1 for=i1>Price</label></div><div><input id=i1 value='4.20'></div>"
        f"</div><div><div><div><label id=l2 for={opens}>Shelf</label></div><div role=combobox aria-labelledby=l2>"
        "<span><span>Sea</span></span><span><svg></svg></span></div></div></div><div><div><div><label id=l3 for=i3>Lent"
        "</label></div><button>Clear</button></div><label><input type=checkbox id=i3><span>No</span><span>Yes</span>"
        "</label></div></form>"
    )
    got = read(page(html), spec({"price": "number", "shelf": "text"}, kind="page"))
    assert got.records[0].values == {"price": 4.2, "shelf": "Sea"}
    assert not got.remarks


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt id=a>Shelf</dt><dd>Sea</dd></dl><input aria-labelledby=a value=search>",
        "<div><label id=a>Shelf</label><span>Sea</span></div><input aria-labelledby='a b' value=search>",
        (
            "<div><label id=a>Shelf</label><div role=combobox aria-labelledby=a><button>Sea</button><ul role=listbox>"
            "<li role=option>Sky</li><li role=option>Sea</li></ul></div></div>"
        ),
    ],
    ids=["no-label", "two-names", "open-list"],
)
def test_what_else_a_name_is_given_to_is_no_value(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], html: str
):
    """A control that another text names as well, or that holds all that may be chosen."""
    got = read(page(f"<h1>Tide tables</h1>{html}"), spec({"title": "text", "shelf": "text"}, kind="page"))
    assert got.records[0].values["shelf"] in {"Sea", None}


def test_a_message_lists_the_labels_of_a_form(page: Callable[..., PageView], spec: Callable[..., ListingSpec]):
    """A record's own page may be the form to change it: a field that is called otherwise there needs one of these."""
    boxes = "".join(
        f"<p><label for={n}>{n}</label> <textarea id={n}>Words</textarea></p>" for n in ("Abstract", "Notes")
    )
    error = read(
        page(f"<h1>Talk 7</h1><form>{boxes}</form>"), spec({"title": "text", "synopsis": "date"}, kind="page")
    ).lacking("u")
    assert error is not None
    assert error.hint == "labels seen: Abstract, Notes"


@pytest.mark.parametrize(("sign", "note"), [("Optional", "Call first"), ("(required)", "Call first"), ("Optional", "")])
def test_that_a_box_may_stay_empty_is_not_what_it_holds(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], sign: str, note: str
):
    """The small sign within a label was read as the value that the label names, in silence."""
    boxes = "".join(
        f"<p><label for={name}>{name} <span>{sign}</span></label> <input id={name} value='{value}'></p>"
        for name, value in (("Seats", "45"), ("Note", note))
    )
    form = f"<h1>Barn</h1><form><p><label for=t>Name</label> <input id=t value=Barn></p>{boxes}</form>"
    got = read(page(form), spec({"name": "text", "note": "text", "seats": "integer"}, kind="page"))
    assert got.records[0].values == {"name": "Barn", "note": note or None, "seats": 45}


@pytest.mark.parametrize(("held", "behind"), [("6", "<span>View: <a href=/i/6>6</a></span>"), ("", "")])
def test_a_text_box_is_the_value_and_not_the_link_behind_it(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec], held: str, behind: str
):
    """Behind the box of a form stands a link that opens a list to choose from: it was read as the value, in silence."""
    row = "<tr><th>{}</th><td><input value='{}'> <a href='/help?of=x'>(list)</a>{}</td></tr>"
    rows = row.format("Replaced by", held, behind) + row.format("Watchers", "ann", "")
    html = f"<h1>Issue 30</h1><form method=post><table><tr><th>Size</th><td><input value='Large'></td></tr>{rows}</table></form>"
    got = read(page(html), spec({"size": "text", "replaced_by": "text", "watchers": "text"}, kind="page"))
    assert got.records[0].values == {"size": "Large", "replaced_by": held or None, "watchers": "ann"}
    assert not got.remarks


def test_an_empty_box_to_add_to_a_value_is_not_the_value(
    page: Callable[..., PageView], spec: Callable[..., ListingSpec]
):
    """A number stands behind the box in words of its own."""
    row = "<tr><th>{}</th><td><input value=''> {}</td></tr>"
    html = f"<h1>Bolt</h1><table>{row.format('Stock', '12 pieces')}{row.format('Ordered', '7 pieces')}</table>"
    got = read(page(html), spec({"stock": "text", "ordered": "text"}, kind="page"))
    assert got.records[0].values == {"stock": "12 pieces", "ordered": "7 pieces"}
