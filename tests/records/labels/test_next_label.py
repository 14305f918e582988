"""A label whose value is missing, or is something to press: what follows it belongs to the next label."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import ATTRIBUTES, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def authors(page: Page, spec: Spec, declared: Declare, *cards: str) -> list[object]:
    body = "".join(f"<div class=card><h3><a href=/b/{n}>Book {n}</a></h3>{card}</div>" for n, card in enumerate(cards))
    got = read(
        page(f"<main>{body}</main>"), spec([declared("title", "text"), declared("author", "text", label="Author")])
    )
    assert got.error("") is None
    return [record.values["author"] for record in got.records]


@pytest.mark.parametrize(
    "card",
    [
        "<ul><li>Author:{}</li><li>Publisher: Insel</li></ul>",
        "<ul><li>Author:{}</li><li>A fine book</li></ul>",
        "<p><b>Author:</b>{}</p><p><b>Publisher:</b> Insel</p>",
        "<div>Author:{}<br>Publisher: Insel</div>",
        "<div>Author:{}<br>Year: 1999<br>Call number: <i>722</i></div>",
        "<div><b>Author:</b>{}<br><b>Publisher:</b> Insel</div>",
        "<div><span>Author:{}</span> <span>Publisher: Insel</span></div>",
        "<table><tr><td>Author:</td><td>{}</td></tr><tr><td>Publisher:</td><td>Insel</td></tr></table>",
    ],
)
def test_a_label_without_its_value(card: str, page: Page, spec: Spec, declared: Declare) -> None:
    """One record of five lacks it: the next line is no author."""
    cards = [card.format("" if n == 2 else f" Ann {n}") for n in range(5)]
    assert authors(page, spec, declared, *cards) == ["Ann 0", "Ann 1", None, "Ann 3", "Ann 4"]


@pytest.mark.parametrize("colon", [":", ""])
def test_a_pair_that_lacks_its_second_element(colon: str, page: Page, spec: Spec, declared: Declare) -> None:
    """Label and value in boxes of their own, and a box for both: the next pair is not the value."""
    pair = "<div><div>{}</div>{}</div>"
    cards = [
        pair.format(f"Author{colon}", "" if n == 1 else f"<div>Ann {n}</div>")
        + pair.format(f"Publisher{colon}", "<div>Insel</div>")
        for n in range(4)
    ]
    assert authors(page, spec, declared, *cards) == ["Ann 0", None, "Ann 2", "Ann 3"]


def test_a_value_on_the_next_line_everywhere(page: Page, spec: Spec, declared: Declare) -> None:
    """That is how this page has them; a colon in a value makes it no label."""
    cards = [f"<p>Author:</p><p>Ann {n}</p><p>Motto:</p><p>Onwards: {n}</p>" for n in range(4)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}" for n in range(4)]


def test_no_record_of_the_page_has_the_value(page: Page, spec: Spec, declared: Declare) -> None:
    """The lines are `Label: value` each, all but this one."""
    cards = ["<ul><li>Author:</li><li>Publisher: Insel</li><li>Year: 2007</li></ul>"] * 3
    assert authors(page, spec, declared, *cards) == [None] * 3


def test_values_that_a_script_answers(page: Page, spec: Spec, declared: Declare) -> None:
    """Links without an address behind a label are its value, where they are all that its line says."""
    one = "<ul><li>Author: <a href='javascript:who({0})'>Ann {0}</a></li><li>Publisher: Insel</li></ul>"
    two = "<ul><li>Author: <a href='#a'>Ann {0}</a>, <a href='#b'>Bo</a></li><li>Publisher: Insel</li></ul>"
    aside = "<div class=label>Author: <a href='#edit'>edit</a></div><div class=value>Ann {0}</div>"
    assert authors(page, spec, declared, *(one.format(n) for n in range(3))) == [f"Ann {n}" for n in range(3)]
    assert authors(page, spec, declared, *(two.format(n) for n in range(3))) == [f"Ann {n}, Bo" for n in range(3)]
    assert authors(page, spec, declared, *(aside.format(n) for n in range(3))) == [f"Ann {n}" for n in range(3)]


def test_values_that_stand_in_two_ways_by_turns(page: Page, spec: Spec, declared: Declare) -> None:
    """Beside the label in most records, below it in the others: both are values, and what looks like a label is none."""
    beside, below = "<ul><li>Author: Ann {0}</li></ul>", "<ul><li>Author:</li><li>Ann {0}</li></ul>"
    cards = [(below if n % 3 == 2 else beside).format(n) for n in range(9)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}" for n in range(9)]
    empty = "<ul><li>Author:</li><li>Publisher: Insel</li></ul>"
    cards = [empty if n % 3 == 2 else beside.format(n) for n in range(9)]
    assert authors(page, spec, declared, *cards) == [None if n % 3 == 2 else f"Ann {n}" for n in range(9)]


def test_a_value_with_a_colon_behind_a_label_without_one(page: Page, spec: Spec, declared: Declare) -> None:
    """Cells of one kind, and the value looks like a pair: the label has no colon, so it is none of such lines."""
    cards = [f"<table><tr><td>Author</td><td>Ann {n}: the younger</td></tr></table>" for n in range(4)]
    assert authors(page, spec, declared, *cards) == [f"Ann {n}: the younger" for n in range(4)]


LABELS = {"Author": "Ann Lee", "Publisher": "Insel", "Year": "1999", "Pages": "210"}


FORMS = [
    ("<ul>{}</ul>", "<li>{}: {}</li>", "<li>{}:</li>"),
    ("<ul>{}</ul>", "<li><b>{}:</b> {}</li>", "<li><b>{}:</b></li>"),
    ("<div>{}</div>", "{}: {}<br>", "{}:<br>"),
    ("<div>{}</div>", "<b>{}:</b> {}<br>", "<b>{}:</b><br>"),
    ("<div>{}</div>", "<b>{}</b>: {}<br>", "<b>{}</b>: <br>"),
    ("<p>{}</p>", "<b>{}:</b> {} ", "<b>{}:</b> "),
    ("<p>{}</p>", "<b>{}:</b> {}, ", "<b>{}:</b> , "),
    ("<div>{}</div>", "<span>{}:</span> <span>{}</span> ", "<span>{}:</span> "),
    ("<div>{}</div>", "<span class=what>{}</span> <span class=said>{}</span> ", "<span class=what>{}</span> "),
    ("<div>{}</div>", "<div class=what>{}</div><div class=said>{}</div>", "<div class=what>{}</div>"),
    ("<div>{}</div>", "<div><div>{}:</div><div>{}</div></div>", "<div><div>{}:</div></div>"),
    ("<div>{}</div>", "<p>{}:</p><p>{}</p>", "<p>{}:</p>"),
    ("<div>{}</div>", "<h4>{}</h4><p>{}</p>", "<h4>{}</h4>"),
    ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>", "<dt>{}</dt>"),
    ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>", "<tr><th>{}</th></tr>"),
    ("<div>{}</div>", "<div><label>{}</label><span>{}</span></div>", "<div><label>{}</label></div>"),
    ("<div>{}</div>", "<p><b>{}</b> {}</p>", "<p><b>{}</b></p>"),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("around", "pair", "bare"), FORMS)
@pytest.mark.parametrize("lacking", [*LABELS, ""])
def test_a_records_own_page_lacks_a_value(
    page: Page, spec: Spec, declared: Declare, around: str, pair: str, bare: str, lacking: str
) -> None:
    """There is no other record to tell: the labels around it do, and the next one is no value."""
    lines = (bare.format(label) if label == lacking else pair.format(label, said) for label, said in LABELS.items())
    html = f"<main><h1>Trees</h1><p>A fine book.</p>{around.format(''.join(lines))}</main>"
    fields = [declared("title"), *(declared(label.lower(), label=label) for label in LABELS)]
    got = read(page(html), spec(fields, kind="page"))
    assert got.error("") is None
    found = {label: got.records[0].values[label.lower()] for label in LABELS}
    assert found == {**LABELS, **({lacking: None} if lacking else {})}


@pytest.mark.parametrize(
    "html",
    [
        "<p><b>Keeper</b></p><p><b>Eve</b> Moss</p><p><b>Tom</b> Hill</p>",
        "<p>Keeper</p><p>Eve Moss</p><p>Tom Hill</p>",
        "<div><p class=cell>Keeper</p><p class=cell>Eve Moss</p><i></i><p class=cell>Zoo</p><p class=cell>Basle</p></div>",
        "<dl><dt>Keeper</dt><dd>Eve Moss</dd><dt>Zoo</dt><dt>Town</dt><dd>Basle</dd></dl>",
    ],
)
def test_a_value_of_its_labels_kind_is_one(page: Page, spec: Spec, declared: Declare, html: str) -> None:
    """Nothing says that what follows is a label: names in bold print, lines of one kind."""
    got = read(page(f"<main><h1>Den</h1>{html}</main>"), spec([declared("keeper", label="Keeper")], kind="page"))
    assert got.records[0].values["keeper"] == "Eve Moss"
    assert bool(got.remarks) == html.startswith("<p><b>")  # here it might as well be the next label, and is told


@pytest.mark.parametrize(
    "html",
    [
        "<p><b>Publisher</b> <b>Author</b> Insel</p>",
        "<p><b>Publisher</b> <b>Author</b> <i>Insel</i></p>",
        "<p><b>Publisher</b><br><b>Author</b> Insel</p>",
        "<p><b>Publisher</b></p><p><b>Author</b> Insel</p>",
        "<p><b>Publisher</b></p><p><b>Author</b> Insel</p><p><b>Year</b> 1999</p>",
    ],
)
def test_the_first_label_in_bold_print_lacks_its_value(page: Page, spec: Spec, declared: Declare, html: str) -> None:
    """Nothing tells the next label from a value in bold print: what was taken is told with the label that it may be."""
    got = read(page(f"<main><h1>Trees</h1>{html}</main>"), spec([declared("publisher")], kind="page"))
    assert "'Author' is the next label" in got.remarks[0].text


def test_a_cell_that_begins_with_its_columns_head(page: Page, spec: Spec, declared: Declare) -> None:
    """In the column "Stage" the text "Stage 1" is the whole value, and so is a link."""
    for cell in ("Stage {n} | Bern - Thun", "<a href=/s/{n}>Stage {n} | Bern - Thun</a>"):
        rows = "".join(f"<tr><td>{n}.7.</td><td>{cell.format(n=n)}</td><td>1{n}.5</td></tr>" for n in range(1, 5))
        html = f"<table><tr><th>Date</th><th>Stage</th><th>KM</th></tr>{rows}</table>"
        got = read(page(html), spec([declared("stage"), declared("km", "number")]))
        assert [record.values["stage"] for record in got.records] == [f"Stage {n} | Bern - Thun" for n in range(1, 5)]


PROPERTIES = (
    "<h1>Log book is slow</h1><table><tr><th>Owned by:</th><td>ana</td><th>Version:</th><td></td></tr>"
    "<tr><th>Keywords:</th><td> </td><th>Cc:</th><td> </td></tr></table><p>Search:</p><p>Other formats:</p>"
)


def test_a_label_beside_an_empty_cell_is_null(page: Page, spec: Spec) -> None:
    """The page has the field and nothing in it: no other text is taken for it, and the next label is no value."""
    (row,) = rows_of(
        page(PROPERTIES),
        spec({"title": "text", "owned_by": "text", "version": "text", "keywords": "text", "cc": "text"}, kind="page"),
    )
    assert row == {"title": "Log book is slow", "owned_by": "ana", "version": None, "keywords": None, "cc": None}


def test_a_label_without_a_value_does_not_take_the_next_pair(page: Page, spec: Spec) -> None:
    """What stands behind an empty place is the next label with its value."""
    fields = {"title": "text", "due_date": "text", "progress": "text", "estimated_time": "text", "owner": "text"}
    (row,) = rows_of(page(ATTRIBUTES), spec(fields | {"reviewer": "text", "keeper": "text"}, kind="page"))
    assert row == {
        "title": "Paint pump 7",
        "due_date": None,
        "progress": "20%",
        "estimated_time": None,
        "owner": None,
        "reviewer": "ana",
        "keeper": "Eve Moss",
    }


def test_what_can_be_done_with_a_record_is_no_value(page: Page, spec: Spec) -> None:
    """Behind each name stand links, "tag | commit | log": `tag` was what follows that word, in every record."""
    links = "<td><a href=/tag/{0}>tag</a></td><td> | <a href=/commit/{0}>commit</a> | <a href=/log/{0}>log</a></td>"
    row = "<tr><td><i>{0} days ago</i></td><td><a href=/c/{0}>v0.{0}</a></td>" + links + "</tr>"
    got = read(
        page(f"<table>{''.join(row.format(n) for n in range(2, 8))}</table>"), spec({"tag": "text", "url": "link"})
    )
    assert "| commit | log" not in [record.values["tag"] for record in got.records]
    assert got.records


def test_a_dash_behind_a_label_is_an_empty_value(page: Page, spec: Spec) -> None:
    """The page has the day of delivery, and no day there: another one, of the page itself, is not taken for it."""
    html = (
        "<h1>Order 4</h1><p><span>2026-11-02</span></p><table><tr><th>Number</th><td>A-4</td></tr>"
        "<tr><th>Delivered</th><td><span>—</span></td></tr><tr><th>Weight</th><td>12 kg</td></tr></table>"
    )
    found = read(page(html), spec({"delivered": "date"}, each="page"))
    assert [row.values["delivered"] for row in found.records] == [None]


def test_two_labels_in_a_row_may_have_no_value(page: Page, spec: Spec) -> None:
    """Each label stands in a box of its own with its value, and in two of them, one after the other, it stands alone."""
    told = {"Id": "3", "Note": "", "Shipped": "", "Placed": "2026-04-09", "Items": "4"}
    boxes = "".join(
        f"<section><section><label>{name}</label>{value}</section></section>" for name, value in told.items()
    )
    html = f"<h1>Show</h1><section>{boxes}</section>"
    (row,) = rows_of(
        page(html), spec({"id": "integer", "note": "text", "shipped": "text", "items": "integer"}, kind="page")
    )
    assert row == {"id": 3, "note": None, "shipped": None, "items": 4}
