"""The same reading over what a real Chromium shows: view.js's roles, names, hidden texts, shadow roots."""

import json
from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest

from webdart.browser.snapshot.payload import parse, payloads_of
from webdart.errors import SourceLine
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.structure.grid import grids
from webdart.records.structure.outline import outline
from webdart.values import replace
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import Template

Observe = Callable[[str], Awaitable[PageView]]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHOP = """<!doctype html><html lang=en><title>Home Audio</title><base href="http://shop.example/">
<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)} .gone{display:none}</style>
<header><nav><ul><li><a href=/a>Lamps</a><li><a href=/b>Chairs</a><li><a href=/c>Tables</a></ul></nav></header>
<main><h1>Home Audio</h1><p>Items 1-4 of 1,780</p><ul>%s</ul><p><a href="?p=1">1</a> <a href="?p=2">2</a></p></main>"""
CARD = """<li><a href="/p/%(n)d.html"><img src="/i/%(n)d.png" alt=""></a>
<strong><a href="/p/%(n)d.html">Speaker No. %(n)d</a></strong>
<div><span class=sr>Rating:</span><div class=stars title="%(stars)s out of 5"><span style="width:%(width)d%%"></span></div>
<a href="/p/%(n)d.html#reviews">%(n)d&nbsp;Reviews</a></div>
<p><span>As low as</span> <span class=price>$<span>1,%(cents)03d</span><span>.50</span></span></p>
<p class=gone>$9.99</p><form><button>Add to Cart</button></form></li>"""


async def test_cards_of_a_shop(observe: Observe, spec: Spec) -> None:
    """Title, price in pieces, counted reviews, rating in a title; hidden amounts and buttons are nothing."""
    cards = "".join(CARD % {"n": n, "stars": n / 2 + 2, "width": n * 10 + 40, "cents": n * 7} for n in range(1, 5))
    view = await observe(SHOP % cards)
    wanted = spec(
        {"name": "text", "price": "money", "reviews": "integer", "rating": "rating", "url": "link", "photo": "image"}
    )
    got = read(view, wanted)
    assert got.error(view.url) is None
    assert [dict(record.values) for record in got.records] == [
        {"name": f"Speaker No. {n}", "price": Decimal(f"1{n * 7:03d}.50"), "reviews": n, "rating": n / 2 + 2,
         "url": f"http://shop.example/p/{n}.html", "photo": f"http://shop.example/i/{n}.png"} for n in range(1, 5)
    ]  # fmt: skip
    assert (got.totals.stated, got.keyed, got.remarks) == (1780, True, ())


async def test_a_saved_page_reads_as_the_live_one(observe: Observe, spec: Spec) -> None:
    """The payload kept with a run gives the same rows again."""
    live = await observe(SHOP % "".join(CARD % {"n": n, "stars": 3, "width": 60, "cents": n} for n in range(1, 5)))
    again = parse(payloads_of(live), status=200)
    wanted = spec({"name": "text", "price": "money", "url": "link"})
    assert read(again, wanted).records == read(live, wanted).records
    assert json.loads(live.payload)


async def test_an_admin_table(observe: Observe, spec: Spec, declared: Declare) -> None:
    """Sort links and counters in heads, row heads, icons that say yes and no, a total beside the pager."""
    head = """<th scope=col><input type=checkbox></th><th scope=col class=sorted><div><a title="Remove" href="?o="></a><span>1</span></div>
      <div><a href="?o=-1">Number</a></div></th><th scope=col><div><a href="?o=2">Paid</a></div></th><th>Customer</th>"""
    row = """<tr><td><input type=checkbox value={n}></td><th><a href="/o/{n}/change/">A-{n}</a></th>
      <td><img src="/{icon}.svg" alt="{said}"></td><td>Ann &amp; Co {n}</td></tr>"""
    rows = "".join(row.format(n=n, icon="yes" if n % 2 else "no", said=n % 2 == 1) for n in range(1, 6))
    view = await observe(f"""<base href="http://desk.example/"><main id=main><h1>Select order to change</h1>
      <form method=post><select name=action><option>Delete</select><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
      <p><span>1</span> <a href="?p=2">2</a> 505 orders</p></form></main>""")
    got = read(
        view, spec([declared("number"), declared("paid", "boolean"), declared("customer"), declared("url", "link")])
    )
    assert [dict(record.values) for record in got.records] == [
        {
            "number": f"A-{n}",
            "paid": n % 2 == 1,
            "customer": f"Ann & Co {n}",
            "url": f"http://desk.example/o/{n}/change/",
        }
        for n in range(1, 6)
    ]
    assert got.totals.stated == 505


async def test_a_column_for_narrow_screens_is_nowhere(observe: Observe, spec: Spec, declared: Declare) -> None:
    """Head and cells are put away, and shown beside the table: said to be missing, and not NULL in every row."""
    away = "style='display:none'"
    rows = "".join(f"<tr><td {away}>Ann {n}<td>{n}.50<td>{n + 3}" for n in range(4))
    view = await observe(f"<main><table><thead><tr><th {away}>Who<th>Paid<th>Count</thead>{rows}</table></main>")
    got = read(view, spec([declared("who", label="Who"), declared("paid", "money"), declared("count", "integer")]))
    assert [record.values["count"] for record in got.records] == [3, 4, 5, 6]
    assert [missing.field for missing in got.missing] == ["who"]


async def test_records_in_shadow_roots(observe: Observe, spec: Spec) -> None:
    """Custom elements with open roots are opened up, slots filled."""
    view = await observe("""<base href="http://shop.example/"><main></main><script>
      customElements.define("x-card", class extends HTMLElement { connectedCallback() {
        const n = this.getAttribute("n");
        this.attachShadow({mode: "open"}).innerHTML = `<h3><a href="/p/${n}"><slot></slot></a></h3><b>$${n}.25</b>`; } });
      document.querySelector("main").innerHTML = [1, 2, 3].map((n) => `<x-card n=${n}>Item ${n}</x-card>`).join("");</script>""")
    got = read(view, spec({"name": "text", "price": "money", "url": "link"}))
    assert [(r.values["name"], r.values["price"]) for r in got.records] == [
        (f"Item {n}", Decimal(f"{n}.25")) for n in (1, 2, 3)
    ]


HEADS = """<!doctype html><html lang=en><style>table{table-layout:fixed;width:600px;border-spacing:0} td,th{padding:2px}
</style><h1>Parts</h1>"""
ROWS = "".join(f"<tr><td>Lamp {name}</td><td>{place}</td><td>{count}</td></tr>" for name, place, count in (
    ("Ada", "Oslo", 12), ("Bo", "Turin", 3), ("Cy", "Lyon", 40), ("Di", "Graz", 7)
))  # fmt: skip


@pytest.mark.parametrize(
    "above",
    [
        "<table><tr><th>Part</th><th>Where</th><th>In stock</th></tr></table>",
        "<table><tr><td>Part</td><td>Where</td><td>In stock</td></tr></table>",
        "<table><tr><th colspan=3>What we have</th></tr><tr><th>Part</th><th>Where</th><th>In stock</th></tr></table>",
        "<table><tr><td>Part</td><td>Where</td><td>In stock</td></tr><tr><td><input></td><td></td><td></td></tr></table>",
    ],
)
async def test_heads_in_a_table_of_their_own(observe: Observe, spec: Spec, declared: Declare, above: str) -> None:
    """Drawn right above the rows, column over column, wherever the mark-up has them."""
    view = await observe(f"{HEADS}<div><div>{above}</div></div><div><table>{ROWS}</table></div>")
    wanted = spec([declared("part"), declared("where"), declared("stock", "integer", label="In stock")])
    got = read(view, wanted)
    assert got.error(view.url) is None
    assert [tuple(record.values.values()) for record in got.records] == [
        ("Lamp Ada", "Oslo", 12), ("Lamp Bo", "Turin", 3), ("Lamp Cy", "Lyon", 40), ("Lamp Di", "Graz", 7)
    ]  # fmt: skip


async def test_rows_of_a_table_right_above_are_no_heads(observe: Observe, spec: Spec) -> None:
    """Words of another table's record stand over the same columns."""
    heads = "<tr><th>Place</th><th>Name</th><th>Kept by</th></tr>"
    body = "<tr><td>Part</td><td>Where</td><td>Mia</td></tr><tr><td>Shed</td><td>Rig</td><td>Tom</td></tr>"
    above = f"<table>{heads}{body}</table>"
    view = await observe(f"{HEADS}{above}<table>{ROWS}</table>")
    got = read(view, spec({"part": "text", "where": "text"}))
    assert "field 'part' could be" in str(got.error(view.url))


async def test_the_sign_in_a_head_is_no_part_of_its_label(observe: Observe, spec: Spec) -> None:
    """An icon font's sign has a name for a text ("arrow_upward"), which the mark-up keeps from readers of the screen."""
    rows = "".join(f"<tr><td>{n}<td>Lamp {n}<td>{n * 3}" for n in range(1, 4))
    heads = "".join(f"<th>{head}<i aria-hidden=true>arrow_upward</i>" for head in ("ID", "Name", "Stock"))
    view = await observe(f"<table><thead><tr>{heads}<tbody>{rows}</table>")
    got = read(view, spec({"name": "text", "stock": "integer"}))
    assert [tuple(one.values.values()) for one in got.records] == [(f"Lamp {n}", n * 3) for n in range(1, 4)]
    assert [grid.shown for grid in grids(outline(view), frozenset())] == [("ID", "Name", "Stock")]


def printed(head: str, lines: list[str]) -> str:
    """A listing of files as web servers write it: a preformatted text, its columns set apart by blanks."""
    body = "\n".join(lines)
    return f'<base href="http://files.example/logs/"><h1>Index of /logs/</h1><hr><pre>{head}{body}\n</pre><hr>'


async def test_a_preformatted_list_without_heads(observe: Observe, spec: Spec) -> None:
    """A link, a moment and a number a line; the way up is no file, and a folder has no size."""
    lines = ['<a href="../">../</a>', f'<a href="old/">old/</a>{" " * 46} 22-Nov-2025 23:52{" " * 19}-']
    lines += [
        f'<a href="report-{n}.csv">report-{n}.csv</a>{" " * 37} 0{n}-Mar-2025 11:0{n}{"":>17}{n * 17:>3}'
        for n in range(1, 6)
    ]
    view = await observe(printed("", lines))
    got = read(view, spec({"file": "text", "changed": "datetime", "bytes": "integer", "url": "link"}))
    assert [(r.values["file"], r.values["bytes"]) for r in got.records] == [
        ("old/", None), *((f"report-{n}.csv", n * 17) for n in range(1, 6)),
    ]  # fmt: skip
    assert [str(record.values["changed"]) for record in got.records][1] == "2025-03-01 11:01:00"
    assert got.records[-1].values["url"] == "http://files.example/logs/report-5.csv"


async def test_a_preformatted_list_with_heads_that_sort_it(observe: Observe, spec: Spec, declared: Declare) -> None:
    """Icons before the links, heads above the columns, descriptions that most lines lack."""
    heads = "".join(
        f'<a href="?C={name[0]};O=A">{name}</a>{" " * gap}'
        for name, gap in (("Name", 24), ("Last modified", 6), ("Size", 2), ("Description", 0))
    )
    lines = [f'<img alt="[UP]"> <a href="/">Parent Directory</a>{" " * 32}- ']
    lines += [
        f'<img alt="[TXT]"> <a href="f{n}.txt">f{n}.txt</a>{" " * 22} 2025-03-0{n} 11:00  {n * 100:>4}  {"a tarball" if n == 3 else ""}'
        for n in range(1, 6)
    ]
    view = replace(await observe(printed(f'<img alt="     "> {heads}<hr>', lines)), url="http://files.example/logs/")
    fields = {"name": "text", "at": declared("at", "datetime", label="Last modified"), "size": "integer"}
    got = read(view, spec({**fields, "description": "text"}))
    assert [(r.values["name"], r.values["size"], r.values["description"]) for r in got.records] == [
        (f"f{n}.txt", n * 100, "a tarball" if n == 3 else None) for n in range(1, 6)
    ]
    assert [str(record.values["at"]) for record in got.records][4] == "2025-03-05 11:00:00"


async def test_code_with_links_is_no_list(observe: Observe, spec: Spec) -> None:
    """A preformatted text whose blanks are no columns: what is listed beside it is the listing."""
    code = "\n".join(f'<a href="#l{n}">{n}</a>  def name_{n}({"x, " * (n % 4)}y):  return  y' for n in range(1, 9))
    rows = "".join(f"<tr><td>Part {n}</td><td>{n}.50</td></tr>" for n in range(3))
    table = f"<table><tr><th>Name</th><th>Price</th></tr>{rows}</table>"
    view = await observe(f'<base href="http://files.example/a"><pre>{code}</pre>{table}')
    got = read(view, spec({"name": "text", "price": "money"}))
    assert [record.values["name"] for record in got.records] == ["Part 0", "Part 1", "Part 2"]


async def test_in_restricts_to_what_a_tab_opens(observe: Observe, spec: Spec) -> None:
    """The words stand on the tab, not above the list: what is meant is the panel that is called by them."""
    table = "<table><thead><tr><th>No.</th><th>What</th></tr></thead><tbody>{}</tbody></table>"
    lists = [
        table.format("".join(f"<tr><td>{n}</td><td>{what} {n}</td></tr>" for n in range(1, 4)))
        for what in ("Order", "Revision")
    ]
    panels = "".join(f"<div role=tabpanel aria-labelledby=t{place}>{one}</div>" for place, one in enumerate(lists))
    tabs = "<div role=tablist><button role=tab id=t0>Orders</button><button role=tab id=t1>History</button></div>"
    view = await observe(f"<main><h1>A part</h1>{tabs}{panels}</main>")
    here = SourceLine("test.yaml", 1, 1)
    got = read(view, spec({"what": "text"}, within=Words(text=Template.literal("History", here), at=here)))
    assert [record.values["what"] for record in got.records] == ["Revision 1", "Revision 2", "Revision 3"]


async def test_a_closed_menu_in_a_head_is_no_part_of_it(observe: Observe, spec: Spec) -> None:
    """Boxes for every column, folded away in the head above what is pressed, name no column."""
    boxes = "".join(f"<div><input type=checkbox checked> {name}</div>" for name in ("Code", "Title", "Price"))
    menu = f"<th colspan=2><span></span><div style='display:none'><div>{boxes}</div><div>Show all</div></div></th>"
    body = "".join(
        f"<tr><td><a href='#e{n}'>Edit</a><td><a href='#c{n}'>Copy</a><td>C-{n}<td>Part {n}<td>{n}.50"
        for n in range(1, 5)
    )
    head = f"<tr>{menu}<th>Code<th>Title<th>Price</tr>"
    view = await observe(f"<main><table><thead>{head}</thead><tbody>{body}</tbody></table></main>")
    got = read(view, spec({"code": "text", "title": "text", "price": "money"}))
    assert [(record.values["code"], record.values["title"]) for record in got.records] == [
        (f"C-{n}", f"Part {n}") for n in range(1, 5)
    ]


async def test_what_is_lowered_belongs_to_its_word(observe: Observe, spec: Spec) -> None:
    """A formula is one word, as it is copied; a blank that is written stays, and raised cents stay apart."""
    body = "".join(
        f"<tr><td>C<sub>{n}</sub>H<sub>{n + 1}</sub>OH<td>CO<sub>2</sub> gas<td>{n}<sup>99</sup> €" for n in range(1, 5)
    )
    view = await observe(f"<table><tr><th>Formula<th>Of<th>Price</tr>{body}</table>")
    got = read(view, spec({"formula": "text", "of": "text", "price": "money"}))
    assert [record.values["formula"] for record in got.records] == [f"C{n}H{n + 1}OH" for n in range(1, 5)]
    assert {record.values["of"] for record in got.records} == {"CO2 gas"}
    assert [float(str(record.values["price"])) for record in got.records] == [n + 0.99 for n in range(1, 5)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
async def test_as_many_lines_as_heads_are_lines(observe: Observe, spec: Spec, count: int) -> None:
    """The last page of a list of threads has just so many rows as there are heads above: their box is no row of them."""
    cells = "<div><a href='/t/{n}'>Thread {n}</a></div><div>{n}0</div><div>{n}00</div><div>Ann</div>"
    lines = "".join(f"<div class=line>{cells.format(n=n)}</div>" for n in range(1, count + 1))
    heads = "<div class=line><div>Thread</div><div>Replies</div><div>Views</div><div>Last post</div></div>"
    style = "<style>.line{display:flex} .line>div{width:120px}</style>"
    view = await observe(f"{style}<div><div>{heads}</div><div>{lines}</div></div>")
    got = read(view, spec({"thread": "text", "replies": "integer", "views": "integer"}))
    rows = [(record.values["thread"], record.values["replies"], record.values["views"]) for record in got.records]
    assert rows == [(f"Thread {n}", n * 10, n * 100) for n in range(1, count + 1)]


DAYS = """<style>.gone{display:none}</style><p><label for=a>Monday</label> <label for=b>Tuesday</label></p>
<section><ul>%s</ul></section><section class=%s><ul>%s</ul></section>%s"""


@pytest.mark.parametrize(
    ("hidden", "second", "foot", "told"),
    [
        ("gone", "Tuesday", "", 4),
        ("open", "Tuesday", "", 0),  # both days are shown, and read
        ("gone", "Monday", "", 0),  # one list twice: for narrow windows, and for wide ones
        ("gone", "Tuesday", "<p><a href='?p=1'>1</a> <a href='?p=2'>2</a> <a href='?p=2'>Next</a></p>", 0),
    ],
)
async def test_records_behind_a_closed_tab_are_told(
    observe: Observe, spec: Spec, hidden: str, second: str, foot: str, told: int
) -> None:
    """The sessions of one day are shown, those of the next one are on the page and hidden: not read in silence."""

    def day(name: str) -> str:
        return "".join(f"<li><a href='/s/{name}{n}'>{name} talk {n}</a> <b>Room {n}</b></li>" for n in range(4))

    got = read(
        await observe(DAYS % (day("Monday"), hidden, day(second), foot)), spec({"title": "text", "room": "text"})
    )
    assert sum(remark.count for remark in got.remarks if remark.code == "hidden") == told
    assert len(got.records) == (8 if hidden == "open" else 4)


async def test_rows_of_a_hidden_table_with_the_same_heads_are_told(observe: Observe, spec: Spec) -> None:
    """It stands elsewhere on the page than the table that is shown; its heads say that it has the same columns."""

    def table(first: int) -> str:
        rows = "".join(f"<tr><td>Tree {n}</td><td>{n * 7}</td></tr>" for n in range(first, first + 5))
        return f"<table><tr><th>Name</th><th>Height</th></tr>{rows}</table>"

    page = f"<h1>Trees</h1>{table(0)}<div style='display:none'>{table(5)}</div>"
    got = read(await observe(page), spec({"name": "text", "height": "integer"}))
    assert len(got.records) == 5
    assert [remark.count for remark in got.remarks if remark.code == "hidden"] == [5]


async def test_hidden_rows_with_boxes_are_no_records(observe: Observe, spec: Spec) -> None:
    """Spare rows below a list hold what its script will show when one is deleted, their values in boxes too."""

    def line(n: int) -> str:
        box = f"<span class=gone><textarea>Note {n}</textarea></span>"
        return f"<tr><td><input type=checkbox></td><td>Ann {n}</td><td><p>Note {n}</p>{box}</td></tr>"

    head = "<style>.gone{display:none}</style><table><tr><th></th><th>Author</th><th>Note</th></tr>"
    spare = f"<tbody class=gone>{line(8)}{line(9)}</tbody>"
    view = await observe(f"{head}<tbody>{''.join(map(line, range(4)))}</tbody>{spare}</table>")
    got = read(view, spec({"author": "text", "note": "text"}))
    assert [record.values["author"] for record in got.records] == [f"Ann {n}" for n in range(4)]


@pytest.mark.parametrize("value", ["<input value='{}'>", "<b>{}</b>"])
@pytest.mark.parametrize(
    "hint", ["<i class=pump-toolTip><span class=gone>{}</span></i>", "<span class='tip gone'>{}</span>"]
)
async def test_a_hint_that_waits_beside_a_label_is_no_value(
    observe: Observe, spec: Spec, hint: str, value: str
) -> None:
    """What is shown when the pointer rests on a label tells what it means; what a closed fold holds is still read."""

    def line(label: str, said: str) -> str:
        return f"<div><p>{label}{hint.format('Help on it.')}</p><p>{value.format(said)}</p></div>"

    fold = "<h3>Story</h3><div class=gone>Old pump.</div>"
    head = "<style>.gone{display:none}</style><h1>Pump 3</h1>"
    view = await observe(head + line("Location", "Hall 3") + line("Keeper", "Ann") + fold)
    got = read(view, spec({"location": "text", "keeper": "text", "story": "text"}, kind="page"))
    assert got.records[0].values == {"location": "Hall 3", "keeper": "Ann", "story": "Old pump."}


async def test_a_sign_behind_letters_of_another_size_is_no_word_of_its_own(observe: Observe) -> None:
    """A comma behind code, a full stop behind what is emphasised: no blank that nobody sees; a badge is a word."""
    view = await observe(
        "<p>Options <code>-f</code>, <code>--foo</code>. See <i style='font-size:80%'>this</i>: it "
        "(<b style='font-size:70%'>so</b>) ends<span style='font-size:60%'>4</span></p>"
    )
    paragraph = next(node for node in view.nodes if node.tag == "p")
    assert view.text_of(paragraph.index) == "Options -f, --foo. See this: it (so) ends 4"
