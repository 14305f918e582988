"""Totals are believed by arithmetic, verdicts by evidence."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, Walk, judge, read
from webdart.records.checks.totals import Seen, read_totals
from webdart.records.model import Totals
from webdart.records.structure.outline import outline

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Showing 11 to 20 of 57 entries", 57),
        ("Items 11-20 of 1,057", 1057),
        ("Showing rows 10 - 19 (57 total, it took 0.003 seconds)", 57),  # counted from 0
        ("11..20 out of 57", 57),
        ("11 bis 20 von 1.057 Einträgen", 1057),
        ("57 件中 11 から 20 まで表示", 57),
        ("عرض ١١ إلى ٢٠ من أصل ٥٧", 57),
        ("Showing 11 to 20 of 57 entries (filtered from 900 total entries)", 57),
        ("11–20 of over 10,000+", None),
        ("Showing 21 to 30 of 57", None),  # not the rows that are here
        ("Copyright 2011 2020 2057", None),
        ("57 results", 57),
        ("10 replies to “Sail no. 235”", None),
        ('57 results for "harbour 2031"', 57),
        ("57 Treffer", 57),
        ("Найдено 57 товаров", 57),
        ("Βρέθηκαν 57 προϊόντα", 57),
        ("57 ürün bulundu", 57),
        ("٥٧ نتيجة", 57),
        ("57 results per page", None),
        ("57 Treffer pro Seite", None),
        ("57 результатов на странице", None),
        ("Results per page: 57", None),
        ("Showing 57 results per page", None),
        ("A page of 57 orders", 57),
        ("57 orders, a page at a time", 57),
        ("На странице: 57 товаров найдено", 57),
        ("Results: 57", 57),
        ("Ergebnisse (57)", 57),
        ("Résultats 1\u202f057", 1057),
        ("Total of 57 lamps", 57),
        ("Ergebnisse 57. Spieltag", None),  # headings, not counts
        ("Résultats du tour 57", None),
        ("Resultados jornada 57", None),
        ("Результаты 57 тура", None),
        ("57e résultat", None),
        ("57 people online", None),  # another unit
        ("57 rows where visits > 3325 sorted by inventory", 57),
        ('1,057 orders matching "lamps and 12 more words of 2024"', 1057),
        ("57 people found in 3 rooms of the orders office today", None),
        ("Page 2 of 6", None),
        ("Page 10 of 12", None),  # as many rows here as pages up to here, and more before
        ("Published January 20, 2024", None),  # a date, though 20 rows were seen
        ("20 of 2024 orders", 2024),
        ("Orders, 24 March", None),
        ("Orders of March 24", None),
        ("24 orders in March", 24),
        ("Orders Ltd © 2024", None),
        ("Orders 7.8 (build 20200416)", None),
        ("Orders engine, version 2024", None),
        ("Orders Ltd (C)2024", None),
        ("All orders of 2025, see also", None),
        ("All 157 orders, see also", 157),
        (f"No. {'1' * 40}", None),  # more digits than a decimal's context has
    ],
)
def test_a_stated_total_fits_the_rows_seen(page: Page, text: str, stated: int | None) -> None:
    """Ten rows here after ten before: a, b and t must agree, whatever the language says around them."""
    view = page(f"<main><h1>Orders</h1><p>{text}</p><ul><li>x</li></ul></main>")
    got = read_totals(outline(view), Seen(rows=10, before=10, roots=frozenset()))
    assert got.stated == stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [("Nalezeno 5 aut", 5), ("5 Treffer", 5), ("Wyniki 5 kolejki", None), ("Результаты 5 тура", None)],
)
def test_fewer_than_the_rows_here_are_counted_and_not_numbered(page: Page, text: str, stated: int | None) -> None:
    """A heading that numbers a round says nothing of the matches below."""
    view = page(f"<main><h1>Orders</h1><p>{text}</p><ul><li>x</li></ul></main>")
    assert read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset())).stated == stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Showing 1 to 4 of 4", 4),
        ("1–4 von 4", 4),
        ("4 results", 4),
        ("Page 1 of 1", None),
        ("Updated 1/4/4", None),
        ("Version 1.4.4", None),
        ("Room 1, flats 2 and 4", None),
    ],
)
def test_a_total_below_the_rows_is_told_too(page: Page, text: str, stated: int | None) -> None:
    """Ten rows on the first page: some are of another list, whether or not it is said what is counted."""
    view = page(f"<main><h1>Orders</h1><p>{text}</p><ul><li>x</li></ul></main>")
    assert read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset())).stated == stated


def test_the_sum_of_a_column_counts_nothing(page: Page) -> None:
    """It stands in a row like those of the records, also in a table of its own; joined cells may say how many there are."""
    rows = "<tr><td>x</td><td>3</td><td>$4</td></tr>" * 4
    for foot, stated in (
        ("<td></td><td>Total: 3282</td><td>$31,110.50</td>", None),
        ("<td colspan=3>Total: 3282</td>", 3282),
    ):
        view = page(f"<table><tbody>{rows}</tbody></table><table><tbody><tr>{foot}</tr></tbody></table>")
        roots = [node.index for node in view.nodes if node.tag == "tr"][:4]
        assert read_totals(outline(view), Seen(rows=4, before=0, roots=frozenset(roots))).stated == stated


@pytest.mark.parametrize(("before", "begins", "stated"), [(0, 1, 300), (3, 4, 300), (3, 2, None)])
def test_a_grid_may_count_its_rows_without_heads(page: Page, before: int, begins: int, stated: int | None) -> None:
    """The heads have the number 1, and the first row below them, too; rows that were read before tell nothing."""
    row = '<tr aria-rowindex="{}"><td>x</td></tr>'
    body = "".join(row.format(begins + n) for n in range(3))
    view = page(f'<table aria-rowcount="300"><tr aria-rowindex="1"><th>Name</th></tr>{body}</table>')
    roots = frozenset(n.index for n in view.nodes if n.role == "row")
    got = read_totals(outline(view), Seen(rows=3, before=before, roots=roots - {min(roots)}))
    assert got.stated == stated


@pytest.mark.parametrize(("before", "rows", "stated"), [(0, 3, 300), (297, 3, 300), (0, 300, None)])
def test_a_grid_may_declare_its_rows(page: Page, before: int, rows: int, stated: int | None) -> None:
    """`aria-rowcount` counts the heads, and tells what is missing where some rows are not there."""
    row = '<div role=row aria-rowindex="{}"><span role=gridcell>x</span></div>'
    heads = '<div role=row aria-rowindex="1"><span role=columnheader>Name</span></div>'
    body = heads + "".join(row.format(before + n + 2) for n in range(3))
    view = page(f'<div role=grid aria-rowcount="301">{body}</div>')
    roots = frozenset(n.index for n in view.nodes if n.role == "row" and n.attributes["aria-rowindex"] != "1")
    assert read_totals(outline(view), Seen(rows=rows, before=before, roots=roots)).stated == stated


def test_a_pagers_numbers_are_no_total(page: Page) -> None:
    """1 10 57 as links of a pager would fit."""
    view = page('<p><a href="?p=1">1</a> <a href="?p=10">10</a> <a href="?p=57">57</a></p>')
    assert read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset())) == Totals()


def test_split_numbers_and_pages(page: Page) -> None:
    """Numbers in elements of their own; the page's number beside the total."""
    view = page("<div>Showing <b>1</b> to <b>10</b> of <b>57</b></div><p>Page 1 of 6</p>")
    got = read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset()))
    assert (got.stated, got.page, got.pages) == (57, 1, 6)


@pytest.mark.parametrize(
    ("walk", "verdict", "reason"),
    [
        (Walk(collected=57, pages=6, first=Totals(stated=57), last=Totals(stated=57), keyed=True), "complete", "57"),
        (Walk(collected=56, pages=6, first=Totals(stated=57), ended=True), "incomplete", "56"),
        (Walk(collected=58, pages=6, first=Totals(stated=57), last=Totals(stated=58), ended=True), "complete", "58"),
        (
            Walk(collected=57, pages=6, first=Totals(stated=60), last=Totals(stated=57), ended=True),
            "unknown",
            "move up",
        ),
        (Walk(collected=25, pages=3, sizes=(10, 10, 5), ended=True), "complete", "last page"),
        (Walk(collected=24, pages=3, sizes=(10, 9, 5), ended=True), "unknown", "page 2"),
        (Walk(collected=25, pages=3, sizes=(10, 10, 5), ended=True, first=Totals(pages=4)), "incomplete", "4 pages"),
        (Walk(collected=20, pages=2, sizes=(10, 10)), "unknown", "no stated total"),
        (Walk(collected=20, pages=2, stopped="2 pages", asked=True), "as asked", "2 pages, as asked"),
        (Walk(collected=20, pages=1, stopped="one page", asked=True, last=Totals(stated=57)), "as asked", "20 of 57"),
        (Walk(collected=3, pages=1, stopped="one page", asked=True, last=Totals(stated=2)), "incomplete", "states 2"),
        (Walk(collected=12, pages=2, stopped="2 pages", asked=True, last=Totals(stated=6)), "as asked", "2 pages"),
        (Walk(collected=20, pages=2, stopped="the budget of 2 pages is spent"), "incomplete", "budget"),
        (Walk(collected=20, pages=2, covered="stopped on a verified order"), "complete", "verified order"),
        (Walk(collected=57, pages=6, last=Totals(stated=57), required_empty=2), "incomplete", "2 required cells"),
        (Walk(collected=57, pages=6, last=Totals(stated=57), dropped=1), "incomplete", "1 row without a key"),
    ],
)
def test_the_verdict_rests_on_evidence(walk: Walk, verdict: str, reason: str) -> None:
    """Totals, page arithmetic, ends, and what speaks against them."""
    got, reasons = judge(walk)
    assert got == verdict
    assert reason in " ".join(reasons)


def test_a_moment_counts_no_pages(page: Page) -> None:
    """The date of a moment looks like a page of pages, its clock has the two numbers."""
    view = page(
        "<main><h1>Parts</h1><ul><li>x</li></ul><p>parts.txt · Last modified: 2026/11/23 04:26 by Ann</p></main>"
    )
    assert read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset())).pages is None


def test_a_year_in_a_name_is_no_total(page: Page) -> None:
    """It says which tour is meant; that the title has its words, and the year, does not count rows."""
    html = (
        "<title>Tour of Hills 2022</title><h1><span>2022 » </span>Tour of Hills</h1><p>2022 tour</p><p>Result 2022</p>"
    )
    assert read_totals(outline(page(html)), Seen(rows=10, before=0, roots=frozenset())) == Totals()
    counted = page("<title>Hills</title><h1>2022 hills</h1>")
    assert read_totals(outline(counted), Seen(rows=10, before=0, roots=frozenset())).stated == 2022


@pytest.mark.parametrize(
    "text",
    [
        "Season 23/24",
        "2019 / 24",
        "Edition 2 of 3",  # a page behind the first, where nothing turns pages
        "05 / 2021",
        "Top 6 of 2023",
        "6 – 2021",
        "6 orders since 2019",
        "6 x 1200 mm",
        "Score 6:12",
    ],
)
def test_years_and_measures_count_nothing(page: Page, text: str) -> None:
    """Six rows are the first number of some of them, and none says how many there are."""
    view = page(f"<title>Orders</title><h1>Orders</h1><p>{text}</p><ul><li>x</li></ul>")
    got = read_totals(outline(view), Seen(rows=6, before=0, roots=frozenset()))
    assert (got.stated, got.pages) == (None, None)


def test_a_page_behind_the_first_is_believed_where_pages_are_turned(page: Page) -> None:
    """A walk may begin anywhere; the pager says that there are pages."""
    pager = '<nav><a href="?page=2">Previous</a> Page 3 of 7 <a href="?page=4">Next</a></nav>'
    view = page(f"<h1>Orders</h1><ul><li>x</li></ul>{pager}")
    got = read_totals(outline(view), Seen(rows=10, before=0, roots=frozenset()))
    assert (got.page, got.pages) == (3, 7)


@pytest.mark.parametrize(
    ("text", "pages"),
    [("Page 1 of 38", 38), ("Page 1 of 38 jobs", None), ("Page 1 of 38 boats", None), ("Page 1 of 38 Go", 38)],
)
def test_what_there_are_so_many_of_may_be_no_pages(page: Page, text: str, pages: int | None):
    """A word behind the second number that counts, or names the records, says so."""
    view = page(f"<main><h1>Boats</h1><p>{text}</p><ul><li>x</li></ul></main>")
    assert read_totals(outline(view), Seen(rows=20, before=0, roots=frozenset())).pages == pages


def test_fewer_rows_than_the_page_says_it_shows(page: Page, spec: Spec) -> None:
    """Records that lack all that is asked for are not recognised; the page's own count tells that they are there."""
    cards = "".join(
        f"<article><h2>Recipe {n}</h2><div class=rating>{f'{n * 7} ratings' if n % 3 else ''}</div></article>"
        for n in range(1, 25)
    )
    got = read(page(f"<p>Showing 1 to 24 of 45 results</p><main>{cards}</main>"), spec({"ratings": "integer"}))
    assert got.totals.stated == 45 or len(got.records) == 24
    other = read(page(f"<p>Open 1 to 24 of 45 doors</p><main>{cards}</main>"), spec({"ratings": "integer"}))
    assert other.totals.stated is None


def test_a_heading_that_numbers_its_thing_is_no_total(page: Page, spec: Spec) -> None:
    """A page about "Crumb no. 70" is about the seventieth one, and has no 70 crumbs."""
    body = "".join(f"<li><a href='/c/{n}'>Crumb {'abc'[n]}</a></li>" for n in range(3))
    assert read(page(f"<h1>Crumb no. 70</h1><ul>{body}</ul>"), spec({"name": "text"})).totals.stated is None


def test_rows_are_counted_where_only_the_records_are_numbered(page: Page, spec: Spec) -> None:
    """`aria-rowcount` counts the row of heads, which has no number of its own."""
    head = "<div role=row><div role=columnheader>Name</div><div role=columnheader>Kg</div></div>"
    row = "<div role=row aria-rowindex={}><div role=gridcell>thing {}</div><div role=gridcell>{}</div></div>"
    body = "".join(row.format(n + 2, n, n * 3) for n in range(6))
    view = page(f"<div role=grid aria-rowcount=41><div>{head}</div><div>{body}</div></div>")
    assert read(view, spec({"name": "text", "kg": "integer"})).totals.stated == 40


def test_a_span_of_years_counts_no_pages(page: Page, spec: Spec) -> None:
    """Nor do opening hours; "Page 1 of 9" does."""
    rows = "".join(f"<li><h3>Thing {n}</h3><p>{n + 3} left</p></li>" for n in range(3))

    def pages(said: str) -> int | None:
        return read(page(f"<ul>{rows}</ul><p>{said}</p>"), spec({"name": "text"})).totals.pages

    assert pages("© 2006-2022 Some Body") is None
    assert pages("Open 9 to 17") is None
    assert pages("Page 1 of 9") == 9
    assert pages("1 / 9") == 9


def test_a_name_that_ends_with_a_number_states_no_total(page: Page, spec: Spec) -> None:
    """The page of pump 10 does not say that there are ten pumps; "10 pumps" and "Pumps (10)" do."""
    rows = "".join(f"<li><h3>Part {n}</h3><p>{n + 30} left</p></li>" for n in range(5))

    def stated(said: str) -> int | None:
        view = page(f"<h1>Pumps</h1><p>{said}</p><ul>{rows}</ul>")
        return read(view, spec({"name": "text"}, into="parts")).totals.stated

    assert stated("Pump 10") is None
    assert stated("Pumps (10)") == 10
    assert stated("10 pumps") == 10


def test_the_first_of_more_are_no_total(page: Page, spec: Spec) -> None:
    """A "top 10" above fewer rows says how many there would be at most."""
    rows = "".join(f"<tr><td>{name}</td><td>{n}</td></tr>" for n, name in enumerate(("Ash", "Birch", "Cedar"), 3))
    for head in ("Trees (Top 10)", "Latest 10 trees"):
        view = page(f"<h1>Trees</h1><p>{head}</p><table><tr><th>Tree</th><th>Hits</th></tr>{rows}</table>")
        got = read(view, spec({"tree": "text", "hits": "integer"}, into="trees"))
        assert got.totals.stated is None


@pytest.mark.parametrize(
    ("said", "open_ended"),
    [
        ("Your search found more than 5 firms. Only the first 5 are shown.", True),
        ("Up to 5 matches are shown.", True),
        ("Founded more than 25 years ago.", False),
        ("More than 4 firms", False),
        ("1 to 5 of about 5 results", False),
        ("1 to 5 of about 6 results", True),
        ("About 5k results", True),
    ],
)
def test_as_many_rows_as_a_bound_names_are_not_known_to_be_all(page: Page, spec: Spec, said: str, *, open_ended: bool):
    """The site shows so many, and keeps the others back; whatever it calls them, the number is that of the rows."""
    rows = "".join(f"<tr><td>{n}</td><td>Firm {n}</td></tr>" for n in range(5))
    view = page(f"<p>{said}</p><table><tr><th>Number</th><th>Name</th></tr>{rows}</table>")
    got = read(view, spec({"number": "integer", "name": "text"}))
    assert any(sign.holds(len(got.records), 1) for sign in got.signs) == open_ended


@pytest.mark.parametrize(("before", "open_ended"), [(40, False), (0, True), (20, True)])
def test_a_bound_that_is_the_range_shown_is_none(page: Page, spec: Spec, before: int, *, open_ended: bool):
    """A later page says which of the rows it has; the first one, full to its bound, may be all that a site gives."""
    rows = "".join(f"<tr><td>{n}</td><td>Firm {n}</td></tr>" for n in range(5))
    said = (
        f"Showing below up to 5 results in range #{before and 41} to #{before and 45}." if before else "Up to 5 results"
    )
    view = page(f"<p>{said}</p><table><tr><th>Number</th><th>Name</th></tr>{rows}</table>")
    got = read(view, spec({"number": "integer", "name": "text"}), before=before)
    assert (got.totals.bound is not None) == open_ended


@pytest.mark.parametrize(
    ("behind", "told"),
    [
        ("<button>12 more</button>", True),
        ("<div><a href='/all'>+12 more</a></div>", True),
        ("<p><button>Upgrade to see 12 more</button></p>", True),
        ("<p>Tags: <a href='/t/1'>red</a> <a href='/t/2'>blue</a> <button>15 more</button></p>", False),
        (
            "<div><b>Brands</b> <a href='?b=1'>Acme</a> <a href='?all=1'>+12 more</a></div>",
            False,
        ),
    ],
)
def test_what_counts_more_of_the_rows_follows_them(page: Page, spec: Spec, behind: str, *, told: bool):
    """More tags or more boxes of a filter stand behind their own."""
    rows = "".join(f"<li><b>Firm {n}</b> <i>${n}.50</i></li>" for n in range(5))
    got = read(
        page(f"<h1>Firms</h1><section><ul>{rows}</ul>{behind}</section>"), spec({"name": "text", "fee": "money"})
    )
    assert bool(got.signs) == told
