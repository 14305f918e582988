"""What `webdart new` proposes by the reading core: names, no copies, and a file that `run` reads with the same cells."""

import asyncio
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.extract.conftest import listings
from webdart import engine
from webdart.errors import SourceLine
from webdart.extract import page_from_html
from webdart.extract.proposal.selectors import by_tag, either
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import draft
from webdart.plan.model import LoginPlan
from webdart.secret import Secret
from webdart.settings import Settings
from webdart.workflow.locators import Engine

CASES = Path(__file__).parent.parent / "cases" / "extract"
READ_BACK = ["cards/optional_parts", "cards/running_text", "grids/head_line_of_divs", "tables/row_spans"]
CARD = """<div class="card"><a href="/lamps/{n}"><img src="/{n}.png" alt="{name}"></a>
    <h3><a href="/lamps/{n}">{name}</a></h3><p class="price">{n},{n} EUR</p><p class="stock"><b>Stock:</b> {n} pieces</p>
    <a class="more" href="/lamps/{n}">Read more</a></div>"""
NAMES = ["Anna", "Bertha", "Clara", "Dora", "Emma"]


def cards(above: str = "") -> Found:
    body = "".join(CARD.format(n=n, name=name) for n, name in enumerate(NAMES, start=11))
    return listings(f"<main>{above}<div>{body}</div></main>")[0]


def test_a_text_is_proposed_once() -> None:
    """The picture's alt text and the two links to one address say nothing new; a click's words are no data."""
    found = cards()
    assert sorted(field.name for field in found.extract.fields) == ["image", "name", "price", "stock", "url"]


def test_records_are_found_by_one_class_where_that_is_enough() -> None:
    """All of this page have a second one, which those of the next may not have: they would not be read there."""
    cards = "".join(
        CARD.replace('class="card"', 'class="card not-mine"').format(n=n, name=name)
        for n, name in enumerate(NAMES, start=11)
    )
    each = listings(f"<main><div>{cards}</div></main>")[0].extract.each
    assert isinstance(each, Engine)
    assert (each.engine, each.body) == ("css", "div.card")


AMOUNT = '<span class="amount"><bdi><span class="symbol">£</span>{n}.00</bdi></span>'
IN_TURN = """<li class="product"><a class="photo" href="/caps/{n}"><img src="/{n}.png" alt=""></a>
    <h3><a href="/caps/{n}">{name}</a></h3><span class="price">{price}</span><a class="button" href="?{n}">Buy</a></li>"""


def test_a_price_that_stands_in_one_of_two_places_is_one_column() -> None:
    """The special price is that of the records that have a former one beside it; the halves are no columns."""
    items = ""
    for n, name in enumerate(NAMES, start=11):
        paid, former = AMOUNT.format(n=n), AMOUNT.format(n=n + 5)
        items += IN_TURN.format(n=n, name=name, price=paid if n % 2 else f"<del>{former}</del> <ins>{paid}</ins>")
    found = listings(f"<main><ul>{items}</ul></main>")[0]
    names = [field.name for field in found.extract.fields if field.type.kind == "money"]
    amounts = [[record.values[name] for record in found.records] for name in names]
    assert [Decimal(n) for n in range(11, 16)] in amounts
    assert not any(None in amount and Decimal(11) in amount for amount in amounts)


def test_an_element_without_a_class_is_found_by_what_its_author_calls_it() -> None:
    """Style sheets made by a script leave names that are meant for tests; a former price stands before in some."""
    items = "".join(
        f'<li><h3><a href="/rooms/{n}">{name}</a></h3><img src="/{n}.png" alt=""><div><div>1 night</div>'
        f"{'<span class=strike>€ 99</span>' if n == 12 else ''}<span data-testid=price>€ {n}</span><div>tax</div></div></li>"
        for n, name in enumerate(NAMES, start=11)
    )
    found = listings(f"<main><ul>{items}</ul></main>")[0]
    assert [record.values["price"] for record in found.records] == [Decimal(n) for n in range(11, 16)]


def test_of_two_texts_that_differ_in_signs_the_one_without_is_proposed() -> None:
    """What is around the kinds of kitchen has a sign for the price, too: "$$" and "Asian, Noodles"."""
    kitchens = ("Italian", "Asian, Noodles", "French", "Mexican, Grill", "Seafood")
    items = "".join(
        f'<li><h3><a href="/biz/{n}">{name}</a></h3><div class="facts"><b>{"$" * (n % 3 + 1)}</b><span class="kitchen">'
        f"{', '.join(f'<a href=/c/{one}>{one}</a>' for one in kitchen.split(', '))}</span></div><p>Old town</p></li>"
        for n, (name, kitchen) in enumerate(zip(NAMES, kitchens, strict=True))
    )
    found = listings(f"<main><ul>{items}</ul></main>")[0]
    values = [[record.values[field.name] for record in found.records] for field in found.extract.fields]
    assert list(kitchens) in values


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("<h2>Table lamps</h2>", "table_lamps"),
        ("<h2>Table lamps (230 found)</h2>", "lamps"),  # by the address: the heading counts
        ("<h2>All that gives light in a room</h2>", "lamps"),
        ("<aside><h2>Basket</h2></aside>", "lamps"),
    ],
)
def test_a_table_is_named_after_its_heading_or_its_address(above: str, name: str) -> None:
    assert cards(above).extract.into == name


def test_two_columns_under_two_heads_are_two_fields() -> None:
    """They say the same by chance."""
    body = "".join(f"<tr><td>{name}</td><td>{n}</td><td>{n}</td></tr>" for n, name in enumerate(NAMES))
    (found, *_) = listings(f"<table><tr><th>Team</th><th>Won</th><th>Drawn</th></tr>{body}</table>")
    assert [field.name for field in found.extract.fields] == ["team", "won", "drawn"]


def test_a_text_beside_elements_is_located_by_itself() -> None:
    """CSS selects no texts; XPath does."""
    body = "".join(f"<li><b>{n}:15</b>{name} sings<i>live</i>{name[::-1]}</li>" for n, name in enumerate(NAMES, 10))
    (found, *_) = listings(f"<ul>{body}</ul>")
    texts = {record.values[field.name] for record in found.records[:1] for field in found.extract.fields}
    assert {"Anna sings", "annA"} <= texts


@pytest.mark.sampled(2)
@pytest.mark.browser
@pytest.mark.parametrize("case", READ_BACK)
def test_what_new_writes_is_read_with_the_same_cells(case: str, site_server: SiteServer, tmp_path: Path) -> None:
    site_server.page("/list", (CASES / f"{case}.html").read_text(encoding="utf-8"))
    sighting = asyncio.run(engine.look(engine.Visit(url=f"{site_server.url}/list"), Settings(project=tmp_path)))
    file = tmp_path / "seen.yaml"
    file.write_text(draft(sighting, f"{site_server.url}/list"), encoding="utf-8")
    run = webdart.run(file, project=tmp_path)
    found = sighting.found[0]
    names = [field.name for field in found.extract.fields]
    expected = [{name: record.values.get(name) for name in names} for record in found.records]
    assert run.table(found.extract.into).arrow().select(names).to_pylist() == expected


@pytest.mark.browser
def test_a_login_that_no_page_asked_for_is_told(site_server: SiteServer, tmp_path: Path) -> None:
    """The page of a stranger has a button in the place of the form: what it lists is not what was meant."""
    site_server.page(
        "/hosts", "<h1>You must log in</h1><ul><li>Ask for help</li><li>Go back</li></ul><button>Log in</button>"
    )
    login = LoginPlan(
        user=Secret("USER", "robin-7"), password=Secret("WORD", "tulip-4711"), at=SourceLine("test", 1, 1)
    )
    visit = engine.Visit(url=f"{site_server.url}/hosts", login=login)
    sighting = asyncio.run(engine.look(visit, Settings(project=tmp_path)))
    assert "nobody was logged in" in sighting.lacking[0]
    assert "# nobody was logged in" in draft(sighting, visit.url)


def test_codes_and_words_under_a_head_stay_whole() -> None:
    """`p14` is no 14, and what stands under "Room" is called Room 14; a unit behind a number is none of its value."""
    body = "".join(f"<tr><td>Room {n}</td><td>p{n}</td><td>{n % 7} guests</td></tr>" for n in (14, 15, 28, 38, 59))
    (found, *_) = listings(f"<table><tr><th>Room</th><th>Slug</th><th>Size</th></tr>{body}</table>")
    assert list(found.records[0].values.values()) == ["Room 14", "p14", 0]


def test_a_code_is_not_cut_at_its_hyphen() -> None:
    """Every code has one, as every text has a word that never changes."""
    body = "".join(
        f"<tr><td>Room {code}</td><td>{n}</td></tr>" for n, code in enumerate(("F-39", "G-83", "C-29", "B-85"))
    )
    (found, *_) = listings(f"<table><tr><th>Room</th><th>Floor</th></tr>{body}</table>")
    assert [field.name for field in found.extract.fields] == ["room", "floor"]


def test_a_row_of_heads_that_says_the_same_of_all_columns_names_none() -> None:
    """A box to filter by under each head."""
    heads = "<tr><th>Room</th><th>Guest</th></tr>" + f"<tr>{2 * '<th><input title=Filter></th>'}</tr>"
    body = "".join(f"<tr><td>{name}</td><td>{name[::-1]}</td></tr>" for name in NAMES)
    (found, *_) = listings(f"<table>{heads}{body}</table>")
    assert [field.name for field in found.extract.fields] == ["room", "guest"]


def test_a_heading_that_counts_is_no_line_of_heads() -> None:
    """It has as many parts as a row has cells; what the records are called is no hall."""
    body = "".join(f"<tr><td><a href=/e/{n}>{name}</a></td><td>{n}.00 EUR</td></tr>" for n, name in enumerate(NAMES))
    (found, *_) = listings(f"<h2>Cedar Hall <small>(5)</small></h2><table>{body}</table>")
    assert [field.name for field in found.extract.fields] == ["url", "name", "price"]


@pytest.mark.parametrize("index", ["", "aria-colindex={n}"])
def test_heads_that_are_drawn_apart_from_the_rows(index: str) -> None:
    """A grid of boxes has a box for its heads and another for its rows; which belong together is said by their roles."""

    def row(role: str, *said: str) -> str:
        cells = (f"<div role={role} {index.format(n=n)}>{text}</div>" for n, text in enumerate(said, 1))
        return f"<div role=row>{''.join(cells)}</div>"

    rows = "".join(row("gridcell", name, name[::-1]) for name in NAMES)
    heads = f"<div><div>{row('columnheader', 'Room', 'Guest')}</div><div></div></div>"
    (found, *_) = listings(f"<div role=grid>{heads}<div><div>{rows}</div></div></div>")
    assert [field.name for field in found.extract.fields] == ["room", "guest"]


def test_a_long_list_box_beside_the_records() -> None:
    """A page is read as a sample of its longest list, in which selectors hit other places."""
    options = "".join(f"<option>Day {n}</option>" for n in range(2_000))
    cards = "".join(CARD.format(n=n, name=name) for n, name in enumerate(NAMES, start=11))
    (found, *_) = listings(f"<select>{options}</select><main><div>{cards}</div></main>")
    assert [record.values["name"] for record in found.records] == NAMES


def test_a_field_is_not_named_after_its_component() -> None:
    """Classes that all begin with the name of the component name their columns by the rest."""
    body = "".join(
        f"<li class='tile'><b class='gx-tile-maker'>{name}</b><i class='gx-tile-hours'>{n}:05</i>"
        f"<u class='gx-tile-town'>{name[::-1]}ton</u></li>"
        for n, name in enumerate(NAMES, 10)
    )
    (found, *_) = listings(f"<ul>{body}</ul>")
    assert {"maker", "hours", "town"} <= {field.name for field in found.extract.fields}


def test_two_words_for_yes_and_no_are_a_boolean() -> None:
    """Two other words are texts."""
    body = "".join(
        f"<tr><td>{name}</td><td>{'Yes' if n % 2 else 'No'}</td><td>{'Open' if n % 3 else 'Sold'}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    (found, *_) = listings(f"<table><tr><th>Name</th><th>Active</th><th>State</th></tr>{body}</table>")
    assert [field.type.kind for field in found.extract.fields] == ["text", "boolean", "text"]


def test_words_for_yes_and_no_at_a_place_are_texts() -> None:
    """A boolean at a place tells whether something stands there: the column was left out, since it always does."""
    line = "<li><a href=/h/{0}>{1}</a> <i>{0}:05</i> <em class=w>{2}</em></li>".format
    answers = [("No", "Yes")[n % 2] for n, _ in enumerate(NAMES)]
    (found, *_) = listings("".join(map(line, range(len(NAMES)), NAMES, answers)))
    assert answers in [[one.values[field.name] for one in found.records] for field in found.extract.fields]


def test_what_a_cell_tells_once_more_is_no_field() -> None:
    """Grids have the text of each cell as its title, too: the title was a field of its own, and had the column's name."""
    cell = "<td title='{0}'>{0}</td>".format
    body = "".join(
        f"<tr>{cell(name)}{cell(f'${n},110.50')}{cell(f'{n}-Jul-2025')}</tr>" for n, name in enumerate(NAMES, 11)
    )
    (found, *_) = listings(f"<table><tr><th>Name</th><th>Amount</th><th>Placed</th></tr>{body}</table>")
    kinds = {field.name: field.type.kind for field in found.extract.fields}
    assert kinds == {"name": "text", "amount": "money", "placed": "date"}


def test_a_number_that_is_a_link_has_the_name_of_its_head() -> None:
    """The address is named after it: the link had the head's name, and the number was called a count."""
    body = "".join(
        f"<tr><td><a href=/orders/{n}>{n}</a></td><td><a href=/customers/{n * 7}>{n * 7}</a></td><td>{name}</td></tr>"
        for n, name in enumerate(NAMES, 31)
    )
    (found, *_) = listings(f"<table><tr><th>No</th><th>Customer id</th><th>Item</th></tr>{body}</table>")
    kinds = {field.name: field.type.kind for field in found.extract.fields}
    assert kinds["customer_id"] == "integer"
    assert kinds["customer_id_url"] == "link"


def test_a_name_that_a_script_made_locates_nothing() -> None:
    """It is another one when the page is loaded again."""
    body = "".join(f"<p class=row><b>{name}</b> <i>{n} pieces</i></p>" for n, name in enumerate(NAMES, 11))
    other = "".join(f"<p class=row>Some words about {name} and what she does at her desk</p>" for name in NAMES)
    for name, kept in (("stock", True), ("c9098d12-7af9-401b-8d8c-e855b3750be6", False)):
        (found, *_) = listings(f"<div class=list id={name}>{body}</div><div class=list>{other}</div>")
        assert (name in str(found.extract.each)) == kept


def test_what_two_texts_say_together_is_no_column_of_its_own() -> None:
    """The number of a room is; "14 Closed" is not."""
    states = ("Closed", "Open", "Closed", "Full", "Open")
    body = "".join(f"<li><span>Room {n}</span><div>{state}</div></li>" for n, state in enumerate(states, 14))
    (found, *_) = listings(f"<h2>Rooms</h2><ul>{body}</ul>")
    assert "14 Closed" not in found.records[0].values.values()
    assert {14, "Closed"} <= {*found.records[0].values.values()}


def test_times_with_a_point_are_no_numbers() -> None:
    """They come one after the other, past midnight once; prices come as they like."""
    rows = zip(
        NAMES, ("21.27", "22.00", "23.15", "0.45", "1.00"), ("9.27", "7.00", "8.15", "7.45", "9.00"), strict=True
    )
    body = "".join(f"<tr><td>{name}</td><td>{time}</td><td>{price}</td></tr>" for name, time, price in rows)
    (found, *_) = listings(f"<table><tr><th>Show</th><th>Begins</th><th>Size</th></tr>{body}</table>")
    assert [field.type.kind for field in found.extract.fields] == ["text", "text", "number"]


def cells(html: str) -> set[object]:
    """What the first record of the first listing says."""
    (found, *_) = listings(html)
    return set(found.records[0].values.values())


def test_the_text_of_a_link_is_one_text() -> None:
    """A name in two pieces is proposed whole, and so is one that some records mark up otherwise."""
    body = "".join(
        f"<li><a href='/r/{n}'><span>van {name}</span> {name[::-1].title()}a</a> <i>{n} pts</i></li>"
        for n, name in enumerate(NAMES, 10)
    )
    assert "van Anna Annaa" in cells(f"<ul>{body}</ul>")
    ways = ("<b>{}</b>", "<em><u>{}</u></em>")
    body = "".join(f"<li><p>{n}</p><div>{ways[n % 2].format(name)}</div></li>" for n, name in enumerate(NAMES, 10))
    (found, *_) = listings(f"<ul>{body}</ul>")
    columns = [[record.values[field.name] for record in found.records] for field in found.extract.fields]
    assert NAMES in columns


def test_an_amount_that_stands_in_one_of_two_places() -> None:
    """Most are at their usual price; some have been lowered, and have an older one before it."""
    usual = "<p class=usual><b class=sum>{} EUR</b></p>"
    lowered = "<p class=old><b class=sum>99.00 EUR</b></p><p class=now><b class=sum>{} EUR</b></p>"
    body = "".join(f"<li>{(usual, lowered)[n % 2].format(n)}</li>" for n in range(4))
    page = page_from_html(f"<html><body><ul>{body}</ul></body></html>", "https://shop.example/")
    tops = [node for node, tag in enumerate(page.tags) if tag == "li"]
    inside = [by_tag(page, [top]) for top in tops]
    nodes = [next(node for node in each["b"] if not page.text_of(node).startswith("99")) for each in inside]
    (found,) = either(page, nodes, tops, inside)
    assert [found.first(page, each) for each in inside] == nodes


def test_a_part_that_stands_in_its_text_twice() -> None:
    """The minutes of a programme are those of the hour before it, too."""
    times = ((10, 25), (15, 15), (40, 10), (50, 50), (5, 30))
    body = "".join(
        f"<li><b>{name}</b><i>12:{at:02} - {long} min</i></li>" for name, (at, long) in zip(NAMES, times, strict=True)
    )
    (found, *_) = listings(f"<ul>{body}</ul>")
    columns = [[record.values[field.name] for record in found.records] for field in found.extract.fields]
    assert [long for _, long in times] in columns


def test_what_the_page_hides_is_read_where_it_is_pointed_at() -> None:
    body = "".join(
        f"<li><b>{name}</b><p class=more hidden>{name} is a lamp of oak and brass.</p></li>" for name in NAMES
    )
    assert "Anna is a lamp of oak and brass." in cells(f"<ul>{body}</ul>")


def test_two_amounts_in_one_place_are_two_fields() -> None:
    """The former one stands beside the price of some records: both together are no text."""
    was = "<s><span class=heard>Was: </span>${}</s>"
    body = "".join(
        f"<li><h3><a href='/l/{n}'>{name}</a></h3><p class=price><span class=now><span class=heard>Price: </span>${n}.50</span>"
        f"{was.format(n + 20) if n % 3 == 0 else ''}</p></li>"
        for n, name in enumerate([*NAMES, "Frieda"], 10)
    )
    (found, *_) = listings(f"<ul>{body}</ul>")
    assert {field.name: field.type.kind for field in found.extract.fields}["price"] == "money"


def test_the_address_of_a_person_is_a_column_of_its_own() -> None:
    """It stands last, behind a name and as many links to pages as there are committees."""
    people = [(name, [f"Committee {n}{m}" for m in range(n % 3)]) for n, name in enumerate(NAMES * 2, start=1)]
    rows = "".join(
        f'<div class="person"><ul><li><h3><a href="/p/{n}">{name} {n}</a></h3></li>'
        + "".join(f'<li><a href="/c/{one[-2:]}">{one}</a></li>' for one in committees)
        + f'<li><a href="mailto:p{n}@s.example">p{n}@s.example</a></li></ul></div>'
        for n, (name, committees) in enumerate(people, start=1)
    )
    mails = [f"p{n}@s.example" for n in range(1, len(people) + 1)]
    found = next(one for one in listings(f"<main>{rows}</main>") if one.count == len(people))
    shown = [[record.values.get(field.name) for record in found.records] for field in found.extract.fields]
    assert mails[: len(found.records)] in shown


def test_a_name_and_its_amount_in_one_line_are_two_fields() -> None:
    lines = "".join(f"<p>{name} soup – {n}.50 EUR</p>" for n, name in enumerate(NAMES, start=4))
    (found,) = listings(f"<main><h1>Menu</h1><div>{lines}</div></main>")
    assert [str(field.type) for field in found.extract.fields] == ["text", "money"]
    assert list(found.records[0].values.values()) == ["Anna soup", Decimal("4.50")]


def test_the_files_of_a_folder_are_proposed_without_the_way_up() -> None:
    """Their names were called after the line above them, which leads to the folder above."""
    line = "<tr><td><a href='{0}'>{1}</a></td><td>2025-03-0{2} 04:05</td><td>{2}</td></tr>"
    heads = "<tr>" + "".join(f"<th><a href='?C={name[0]}'>{name}</a></th>" for name in ("Name", "Modified", "Size"))
    files = "".join(line.format(f"{name}.zip", f"{name}.zip", n) for n, name in enumerate("abcdefg", start=1))
    up = "<tr><td><a href='/'>Parent Directory</a></td><td></td><td>-</td></tr>"
    found, *_ = listings(f"<h1>Index of /files</h1><table>{heads}</tr>{up}{files}</table>", "http://h.example/files/")
    assert found.count == 7
    assert {"name", "modified", "size"} <= {field.name for field in found.extract.fields}


def test_an_address_to_write_to_is_not_proposed_as_the_records_own() -> None:
    row = "<tr><td>{0}</td><td><a href=mailto:ann{0}@h.example>ann{0}@h.example</a></td><td><a href=/order/{0}>Details</a></td></tr>"
    rows = "".join(row.format(n) for n in range(11, 17))
    found, *_ = listings(f"<h1>Orders</h1><table><tr><th>Order</th><th>Client</th><th>Page</th></tr>{rows}</table>")
    assert found.records[0].values["url"] == "https://shop.example/order/11"


def test_of_the_texts_under_a_head_the_title_has_its_words() -> None:
    """The note below the link, a date, was called after the head, and the link `name`."""
    row = "<tr><td>{0}</td><td><a href=/c/{0}>{1}</a><br><small>2025-03-{0}</small></td><td>{2} kg</td></tr>"
    rows = "".join(row.format(n, name, n * 7 % 40) for n, name in enumerate(NAMES, start=11))
    found, *_ = listings(f"<h1>Orders</h1><table><tr><th>No.</th><th>Client</th><th>Weight</th></tr>{rows}</table>")
    kinds = {field.name: field.type.kind for field in found.extract.fields}
    assert kinds["client"] == "text"
    assert found.records[0].values["client"] == "Anna"
    assert "name" not in kinds


def test_a_version_is_proposed_as_it_stands() -> None:
    """All tags begin with "v0.": the number behind it was called the name, an integer."""
    tags = "".join(f"<tr><td>{7 - n} days ago</td><td><a href=/tag/{n}>v0.{n}</a></td></tr>" for n in range(1, 7))
    found, *_ = listings(f"<h1>Tags</h1><table>{tags}</table>")
    named = next(field for field in found.extract.fields if field.name == "name")
    assert (named.type.kind, found.records[0].values["name"]) == ("text", "v0.1")


@pytest.mark.parametrize("sign", ["ج.م.\u200f", "ج.م", "ر.س"])
def test_amounts_in_arabic_are_proposed_as_such(sign: str) -> None:
    """They were cut in two at their decimal mark, which is no comma: two whole numbers."""
    amounts = ("٧٧٤٫٧٤", "١٬٢٠٨٫٠٨", "٤٣٫١٨", "٢٤٬٠٠٠٫٥٠", "٩٥٩٫١٧")
    row = f"<tr><td><a href=/o/{{0}}>{{1}}</a></td><td>{{2}} {sign}</td></tr>"
    rows = "".join(row.format(n, *one) for n, one in enumerate(zip(NAMES, amounts, strict=True)))
    html = f"<h1>الطلبات</h1><table><tr><th>العميل</th><th>المبلغ</th></tr>{rows}</table>"
    found, *_ = listings(html, locale="ar-EG")
    kinds = [field.type.kind for field in found.extract.fields]
    assert kinds.count("money") == 1
    assert not {"integer", "number"} & {*kinds}


def test_amounts_in_lakh_are_proposed_whole() -> None:
    """India groups by two digits before the last three: the amounts were proposed as their first part."""
    amounts = ("1,50,100", "2,50,200.50", "12,34,56,789", "3,500", "999")
    row = "<tr><td><a href=/o/{0}>{1}</a></td><td>₹{2}</td></tr>"
    rows = "".join(row.format(n, *one) for n, one in enumerate(zip(NAMES, amounts, strict=True)))
    html = f"<h1>Orders</h1><table><tr><th>Customer</th><th>Amount</th></tr>{rows}</table>"
    found, *_ = listings(html, locale="en-IN")
    assert [field.name for field in found.extract.fields if field.type.kind == "money"] == ["amount"]
    assert found.records[0].values["amount"] == Decimal(150100)


def test_what_is_proposed_is_no_guess_of_its_own_run() -> None:
    """A name that nothing on the page says finds the one text that is left, and a run by it ends in doubt."""
    entry = "<li><a class=new href=/w/{0} title='{1} (none)'>{1}</a> (<a href=/links/{0} title=Links/{1}>{0} links</a>)</li>"
    entries = "".join(entry.format(n, name) for n, name in enumerate(NAMES, start=11))
    found, *_ = listings(f"<main><h1>Wanted</h1><ol class=special>{entries}</ol></main>")
    plain = [field for field in found.extract.fields if field.target is None]
    assert [field.name for field in plain if field.type.kind == "text"] == []


CAR = """<article class="card"><div class="photo">photo</div><div><h3><a href="/cars/{n}">20{n} {name}</a></h3>
    <ul class="specs"><li>{n},0{n} miles</li><li>{fuel}</li></ul><p class="price">£{n},190</p>
    <small>{name} Motors · Listed {n} Nov 2026</small></div></article>"""


def test_a_part_is_cut_neither_in_a_date_nor_through_an_amount() -> None:
    """All of the first page's days are of November by chance; "£11,190 Anna Motors" is a price and a name."""
    fuels = ("Petrol", "Diesel", "Hybrid", "Petrol", "Electric")
    body = "".join(CAR.format(n=n, name=name, fuel=fuels[n - 11]) for n, name in enumerate(NAMES, start=11))
    fields = listings(f"<h1>Used cars</h1><main>{body}</main>")[0].extract.fields
    assert not any("Nov" in (field.match or "") for field in fields)
    assert [field.type.kind for field in fields if field.match and "miles" in field.match] == ["integer"]


def test_the_cells_and_heads_of_a_table_are_no_listings() -> None:
    """The rows are; "clinic_2: 126 records" would be their cells."""
    rows = "".join(
        f"<tr><td>{n}:15</td><td>{NAMES[n % 5]}</td><td>Dr. {NAMES[n % 3]}</td><td>Check</td><td>Booked</td>"
        f"<td><a href=/a/{n}>Open</a></td></tr>"
        for n in range(10, 19)
    )
    heads = "".join(f"<th>{word}</th>" for word in ("Time", "Patient", "Doctor", "Reason", "Status", ""))
    found = listings(f"<h1>Today</h1><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")
    assert [one.count for one in found] == [9]


LEAF = """<article class="entry"><div class="leaf"><b>{day}</b> <i>{month}</i> <span>2025</span></div>
    <h3><a href="/posts/{day}">{name}</a></h3><p class="place">Hall {day}</p></article>"""


@pytest.mark.parametrize(
    ("locale", "months", "month"), [("en-US", ["May"] * 5, 5), ("ru-RU", ["мая"] * 5, 5), ("fr-FR", ["Aoû"] * 5, 8)]
)
def test_a_day_in_pieces_is_one_field(locale: str, months: list[str], month: int) -> None:
    """The leaf of a calendar beside each entry; the page does not say its language, the person does."""
    parts = zip(range(11, 16), months, NAMES, strict=True)
    body = "".join(LEAF.format(day=day, month=word, name=name) for day, word, name in parts)
    found = listings(f"<main>{body}</main>", locale=locale, language="")[0]
    (day,) = [field.name for field in found.extract.fields if field.type.kind == "date"]
    assert [record.values[day] for record in found.records] == [date(2025, month, day) for day in range(11, 16)]
    assert not any(field.type.kind == "integer" for field in found.extract.fields)


def test_a_day_and_its_place_are_two_fields() -> None:
    """A text that is a day by itself is no piece of the line around it."""
    entry = "<li><a href=/c/{0}>{1}</a> <p><i>{1}ville</i> <b>{0} May 2026</b></p></li>"
    entries = "".join(entry.format(n, name) for n, name in enumerate(NAMES, start=11))
    found = listings(f"<main><ul>{entries}</ul></main>")[0]
    cells = [set(map(str, record.values.values())) for record in found.records]
    assert all(
        {f"{name}ville", f"2026-05-{n}"} <= cell for n, (name, cell) in enumerate(zip(NAMES, cells, strict=True), 11)
    )


def test_a_word_that_begins_like_a_month_is_none() -> None:
    """The minutes before "Martha Sings" are no day in March, so that the hour is parted from the title."""
    titles = ("Martha Sings", "Decay", "Quiz", "News", "Films", "Sport", "Weather", "Talk", "Junction", "Maya")
    rows = "".join(
        f"<tr><td>{n}:00 - {title}</td><td>Kind {n}</td><td>{n} min</td></tr>"
        for n, title in enumerate(titles, start=10)
    )
    heads = "<tr><th>Programme</th><th>Kind</th><th>Length</th></tr>"
    found = listings(f"<h1>Today</h1><table>{heads}{rows}</table>")[0]
    cells = [set(map(str, record.values.values())) for record in found.records]
    assert all({f"{n}:00", title} <= cell for n, (title, cell) in enumerate(zip(titles, cells, strict=True), start=10))


def test_a_cell_of_several_lines_is_whole_under_its_head() -> None:
    """A place has three lines; the field that is called after the head has all of them."""
    rows = "".join(
        f"<tr><td>{name}</td><td>Hall {n}<br>{n} Mill Lane{' <br>Second yard' if n % 2 else ''}</td></tr>"
        for n, name in enumerate(NAMES, start=11)
    )
    found = listings(f"<main><table><tr><th>Club</th><th>Location</th></tr>{rows}</table></main>")[0]
    assert found.records[0].values["location"] == "Hall 11 11 Mill Lane Second yard"


def test_a_day_in_a_few_cells_does_not_part_them() -> None:
    """Two of the cells have a note below with a day in it: the head names the cells, whole."""
    rows = "".join(
        f"<tr><td>{n}</td><td>{name} v. Mill{f'<br>Posted <i>{n} May 2021</i>' if n > 14 else ''}</td></tr>"
        for n, name in enumerate([*NAMES, "Frida"], start=11)
    )
    found = listings(f"<main><table><tr><th>Number</th><th>Caption</th></tr>{rows}</table></main>")[0]
    said = [record.values["caption"] for record in found.records]
    assert said[0] == "Anna v. Mill"
    assert str(said[-1]).startswith("Frida v. Mill Posted 16 May")


def test_words_that_all_names_begin_with_are_of_the_names() -> None:
    """Parts of one kind in a shop, and streets of one town behind their label: nothing is cut off."""
    items = "".join(
        f'<li><a href="/belts/{n}">Belt for {name}</a><dl><dt>Depot</dt><dd>Northtown {name} Street {n}</dd></dl></li>'
        for n, name in enumerate(NAMES, start=11)
    )
    found = listings(f"<main><ul>{items}</ul></main>")[0]
    assert found.records[0].values["name"] == "Belt for Anna"
    assert found.records[0].values["depot"] == "Northtown Anna Street 11"


def test_a_day_before_a_name_makes_no_date_of_it() -> None:
    """What meetings are called begins with their day: read as dates, their names would be lost."""
    kinds = ["Main council", "Garden group", "Finance group", "Main council", "Harbour group"]
    rows = "".join(f"<tr><td>{n}</td><td>0{n}.04.19 {kind}</td></tr>" for n, kind in enumerate(kinds, start=1))
    found = listings(f"<main><table><tr><th>No</th><th>Meeting</th></tr>{rows}</table></main>")[0]
    assert found.records[0].values["meeting"] == "01.04.19 Main council"


def test_three_small_numbers_are_no_day() -> None:
    """Won, lost and drawn; a month is a word, or the year has four digits."""
    row = "<li><h3><a href=/t/{0}>{1}</a></h3><div class=sc><span>{0}</span> - <span>1{0}</span> - <span>12</span></div></li>"
    rows = "".join(row.format(n, name) for n, name in enumerate(NAMES, start=1))
    found = listings(f"<main><ul>{rows}</ul></main>")[0]
    assert not any(field.type.kind in {"date", "datetime"} for field in found.extract.fields)


def test_a_value_and_its_unit_make_no_listing_of_a_page() -> None:
    """Facts about one thing, each number and each unit in an element of its own."""
    facts = {"Price": "10 EUR", "Weight": "3 kg", "Height": "40 cm", "Power": "11 W", "Cable": "2 m"}
    parts = "".join(
        "<dt>{}</dt><dd><b>{}</b> <span>{}</span></dd>".format(name, *said.split()) for name, said in facts.items()
    )
    found = listings(f"<h1>Lamp</h1><dl>{parts}</dl><p>A lamp.</p>")[0]
    assert found.extract.each == "page"


def test_definitions_with_several_texts_are_entries() -> None:
    """Papers: a number and a link in the term, a title, authors and a subject in what defines it."""
    entry = """<dt><a name=i{0}>[{0}]</a> <a href=/abs/{0}>paper:{0}77</a> [<a href=/pdf/{0}>pdf</a>]</dt><dd>
        <div class=title>On {1} and time</div><div class=authors><a href=/a/{0}>{1} Smith</a></div>
        <div class=subject>Field {0}</div></dd>"""
    entries = "".join(entry.format(n, name) for n, name in enumerate(NAMES, start=1))
    found = listings(f"<h1>New papers</h1><dl>{entries}</dl>")[0]
    assert (found.extract.each == "page", found.count) == (False, len(NAMES))


def test_a_part_of_another_text_makes_none_needless() -> None:
    """What a repository is called stands in its description, too, with words around it that never change."""
    rows = "".join(
        f"<tr><td><a href=/{name}>{name.lower()}.git</a></td><td>The {name.lower()} archive</td><td>{n}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    table = f"<table><tr><th>Name</th><th>Description</th><th>Size</th></tr>{rows}</table>"
    fields = [field.name for field in listings(table)[0].extract.fields]
    assert {"name", "size"} <= set(fields)


def test_a_table_with_heads_is_proposed_wherever_it_stands() -> None:
    """The sections of a manual are its first listing; a table in one of them is read as a table, too."""
    rows = "".join(f"<tr><td>{name}</td><td>{n} kg</td></tr>" for n, name in enumerate(NAMES[:4], start=3))
    table = f"<table><tr><th>Sort</th><th>Yield</th></tr>{rows}</table>"
    parts = [
        f"<section><h2>read_{name.lower()}</h2><pre>read {name} [ALL | {n}]</pre>"
        f"<p>Reads what {name} has written, and {n} lines more.</p>{table if n == 5 else ''}</section>"
        for n, name in enumerate(NAMES * 3)
    ]
    sections, inner = listings(f"<main><h1>Manual</h1>{''.join(parts)}</main>")
    assert (sections.count, inner.count) == (15, 4)
    assert [field.name for field in inner.extract.fields] == ["sort", "yield"]
