"""What columns are called: heads above heads, heads with words in brackets."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.errors import Ambiguous
from webdart.extract.proposal import proposals
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


HEADS = (
    "<thead><tr><th rowspan=2>Shop</th><th colspan=2>2023</th><th colspan=2>2024</th></tr>"
    "<tr><th>Visits</th><th>Sales</th><th>Visits</th><th>Sales</th></tr></thead>"
)


ROWS = "".join(
    f"<tr><td><a href=/s/{n}>{name}</a></td><td>{n + 10}</td><td>${n}</td><td>{n + 20}</td><td>${n + 5}</td></tr>"
    for n, name in enumerate(("North", "South", "East"), 1)
)


TABLE = f"<table>{HEADS}<tbody>{ROWS}</tbody></table>"


def test_two_of_one_name_are_told_with_the_heads_above(page: Page, spec: Spec) -> None:
    """The error names both whole, and the remedy is a `label` that means one of them."""
    view = page(TABLE)
    error = read(view, spec({"shop": "text", "visits": "integer"})).error(view.url)
    assert isinstance(error, Ambiguous)
    assert "(labelled '2023 Visits') or '21', '22' (labelled '2024 Visits')" in error.problem
    assert "write `label: 2023 Visits` or `label: 2024 Visits`" in error.hint


@pytest.mark.parametrize(
    ("name", "label"), [("visits", "2024 Visits"), ("visits", "Visits 2024"), ("visits_2024", None)]
)
def test_both_orders_of_the_heads_mean_the_column(
    page: Page, spec: Spec, declared: Callable[..., Field], name: str, label: str | None
) -> None:
    """From above to below, as the page has them, or as one says it."""
    wanted = spec([declared("shop"), declared(name, "integer", label=label)])
    assert [row[name] for row in rows_of(page(TABLE), wanted)] == [21, 22, 23]


def test_new_offers_them_all(page: Page, spec: Spec) -> None:
    """Each with its own name."""
    found, *_ = proposals(page(f"<h1>Shops</h1>{TABLE}"), spec({"name": "text"}))
    labels = {field.label or field.name for field in found.extract.fields}
    assert labels >= {"2023 Visits", "2023 Sales", "2024 Visits", "2024 Sales"}
    assert found.records[0].values["n_2024_visits"] == 21


LOG = "<table><tr><th>Age</th><th>Message (<a href='?all'>Expand</a>)</th><th>Author</th><th>Files</th></tr>" + "".join(
    f"<tr><td><span class=age title='2026-11-{n + 10} 11:57:31'>{n} min.</span></td><td><a href='/c/{n}'>Mend lamp {n}</a></td>"
    f"<td>Ana {n}</td><td>{n + 3}</td></tr>"
    for n in range(1, 7)
)


def test_a_head_with_an_aside(page: Page, spec: Spec, declared: Declare) -> None:
    """The label is what stands before the brackets."""
    fields = [declared("age", "datetime"), declared("text", "text", label="Message"), declared("files", "integer")]
    assert [row["text"] for row in rows_of(page(LOG), spec(fields))] == [f"Mend lamp {n}" for n in range(1, 7)]


def test_a_head_that_is_cut_short_is_called_what_it_stands_for(page: Page, spec: Spec) -> None:
    """Narrow heads have the words in the mark-up of the abbreviation (HTML, `abbr`), also within a link that sorts."""
    heads = "<th>Team</th><th><abbr title='Played'>Pld</abbr></th><th><a href='?s'><abbr title='Points won'>Pts</abbr></a></th>"
    body = "".join(
        f"<tr><td>{name}</td><td>{n}</td><td>{3 * n}</td></tr>" for n, name in enumerate(("Alba", "Brig"), 2)
    )
    html = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    rows = rows_of(page(html), spec({"team": "text", "points_won": "integer", "played": "integer"}))
    assert rows == [
        {"team": "Alba", "points_won": 6, "played": 2}, {"team": "Brig", "points_won": 9, "played": 3},
    ]  # fmt: skip


def test_heads_beside_a_box_that_chooses_all_rows(page: Page, spec: Spec) -> None:
    """The box stands in a cell, and the heads that sort are buttons: neither makes their row a record."""
    heads = "".join(
        f"<div role=columnheader>{head}</div>" for head in ("<div role=button>Order</div>", "Customer", "Item")
    )
    box = "<div role=gridcell><input type=checkbox></div>"
    body = "".join(
        f"<div role=row>{box}<div role=gridcell>{n}</div><div role=gridcell>{name}</div>"
        f"<div role=gridcell>Lamp {n}</div></div>"
        for n, name in enumerate(("Alba", "Brig", "Cora"), 10)
    )
    html = f"<h1>Orders</h1><div role=grid><div role=row>{box}{heads}</div>{body}</div>"
    assert rows_of(page(html), spec({"order": "integer", "customer": "text"})) == [
        {"order": 10, "customer": "Alba"}, {"order": 11, "customer": "Brig"}, {"order": 12, "customer": "Cora"},
    ]  # fmt: skip


def test_heads_in_plain_cells_are_heads_again(page: Page, spec: Spec) -> None:
    """Standings without head cells say the heads once more for each division: these are no teams."""
    head = "<tr class=heads><td>{}</td><td>Won</td><td>Lost</td><td>Home</td></tr>"
    teams = (("Ash", 3, 1), ("Elm", 2, 2), ("Fir", 4, 0), ("Oak", 1, 3))
    rows = [
        f"<tr><td><a href=/{name}>{name}</a></td><td>{a}</td><td>{b}</td><td>{a}-{b}</td></tr>" for name, a, b in teams
    ]
    body = head.format("North") + rows[0] + rows[1] + head.format("South") + rows[2] + rows[3]
    got = read(page(f"<main><table>{body}</table></main>"), spec({"won": "integer", "lost": "integer"}))
    assert [(record.values["won"], record.values["lost"]) for record in got.records] == [(a, b) for _, a, b in teams]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Sign-up date", "sign_up_date"),
        ("E-mail", "email"),
        ("SQL-92", "sql_92"),
        ("Max. size", "max_size"),
        ("Input/Output", "input_output"),
        ("Bread & butter", "bread_butter"),
        ("User’s note", "users_note"),
        ("Côte d'Or", "cote_d_or"),
    ],
)
def test_a_field_is_called_as_its_head_without_signs(page: Page, spec: Spec, head: str, name: str) -> None:
    """A name of a field has letters, digits and `_`: no other sign of the head can be written in it."""
    words = ("ash", "birch", "cedar", "oak")
    rows = "".join(f"<tr><td>Thing {n}</td><td>{word} one</td><td>{word} two</td></tr>" for n, word in enumerate(words))
    view = page(f"<table><tr><th>Item</th><th>Other words</th><th>{head}</th></tr>{rows}</table>")
    found = read(view, spec({"other_words": "text", name: "text"}))
    assert [record.values[name] for record in found.records] == [f"{word} two" for word in words]
    assert found.remarks == ()


def test_a_bold_word_among_blank_cells_names_a_group(page: Page, spec: Spec) -> None:
    """A line of a table that says no more than "North" is no town; the same word without bold print may be one."""
    towns = (("Ash", 3, 1), ("Elm", 2, 2), ("Fir", 4, 0), ("Oak", 1, 3))
    rows = [f"<tr><td>{name}</td><td>{a}</td><td>{b}</td></tr>" for name, a, b in towns]
    line = "<tr><td>{}</td><td></td><td></td></tr>"
    heads = "<tr><th>Town</th><th>Mills</th><th>Inns</th></tr>"
    fields = {"town": "text", "mills": "integer", "inns": "integer"}
    north, south = (line.format(f"<b>{name}</b>") for name in ("North", "South"))
    grouped = page(f"<table>{heads}{north}{rows[0]}{rows[1]}{south}{rows[2]}{rows[3]}</table>")
    got = read(grouped, spec(fields))
    assert [record.values["town"] for record in got.records] == [name for name, *_ in towns]
    plain = page(f"<table>{heads}{line.format('North')}{''.join(rows)}</table>")
    assert len(read(plain, spec(fields)).records) == len(towns) + 1
