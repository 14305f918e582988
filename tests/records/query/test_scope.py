"""`in` leaves what stands below a heading: in the flow of a page, in a table, on a tab."""

from collections.abc import Callable

import pytest

from tests.records.conftest import HERE, make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Words
from webdart.workflow.templates import Template, parse

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_section_without_an_element_of_its_own(page: Page, spec: Spec) -> None:
    """`in` names a heading in the flow of a page; the records below it are led by headings too."""
    clubs = "".join(
        f"<h3>{name}</h3><p><b>When:</b> {day}<br><b>Where:</b> Hall</p>"
        for name, day in (("Chess", "Mon"), ("Yoga", "Fri"))
    )
    html = f"<main><h1>Hall</h1><p>Welcome.</p><h2>Clubs</h2>{clubs}<h2>Rooms</h2><h3>Barn</h3><p><b>When:</b> never</p></main>"
    within = Words(text=parse("Clubs", HERE), at=HERE)
    rows = rows_of(page(html), spec({"name": "text", "when": "text", "where": "text"}, within=within))
    assert rows == [{"name": "Chess", "when": "Mon", "where": "Hall"}, {"name": "Yoga", "when": "Fri", "where": "Hall"}]


def test_the_heading_is_no_record_of_its_section(page: Page, spec: Spec) -> None:
    """The heading is a row of the table, of one cell, and stands above rows of two."""
    names = ["LAMP_MAX", "LAMP_WATTS", "LAMP_NAME"]
    rows = "".join(f"<tr><td>#define&nbsp;</td><td><a href=#{name}>{name}</a> 12</td></tr>" for name in names)
    view = page(f"<main><h1>lamp.h</h1><table><tr><td colspan=2><h2>Macros</h2></td></tr>{rows}</table></main>")
    within = Words(text=parse("Macros", HERE), at=HERE)
    assert [row["name"] for row in rows_of(view, spec({"name": "text"}, within=within))] == names


def test_a_table_may_be_named_by_its_first_head(page: Page, spec: Spec) -> None:
    """Of two tables with the same heads but one, `in` names that one; the script that sorts wraps the heads' words."""
    tables = "".join(
        f"<table><thead><tr><th><div>Statistics by {what}</div></th><th><div>Total</div></th></tr></thead><tbody>"
        + "".join(f"<tr><td>{name}</td><td>{len(name) * count}</td></tr>" for name in ("fast", "slowest"))
        + "</tbody></table>"
        for what, count in (("Tag", 3), ("Suite", 5))
    )
    within = Words(text=parse("Statistics by Suite", HERE), at=HERE)
    rows = rows_of(page(f"<main>{tables}</main>"), spec({"suite": "text", "total": "integer"}, within=within))
    assert rows == [{"suite": "fast", "total": 20}, {"suite": "slowest", "total": 35}]


@pytest.mark.parametrize("kind", ["listing", "page"])
def test_what_in_does_not_find_leaves_nothing(page: Page, spec: Spec, kind: str) -> None:
    """The page is not read as if it were the section."""
    view = page("<main><h1>Shop</h1><h2>Lamps</h2><p class=name>Red lamp</p><p>Stock: 7</p></main>")
    within = Words(text=parse("Desks", HERE), at=HERE)
    got = read(view, spec({"name": "text", "stock": "integer"}, kind=kind, within=within))
    assert got.verdict == "not found"
    assert "'Lamps'" in got.absent


def test_a_heading_may_have_a_link_in_brackets(page: Page, spec: Spec) -> None:
    """A heading "Postings (Query)" is named by what stands before the bracket."""
    rows = "".join(f"<tr><td>{name}</td><td>{len(name)}</td></tr>" for name in ("Food", "Rent", "Travel"))
    table = f"<table><tr><th>Account</th><th>Count</th></tr>{rows}</table>"
    other = "<table><tr><th>Account</th><th>Count</th></tr><tr><td>Cash</td><td>1</td></tr></table>"
    view = page(f"<main><h3>Postings (<a href=/q>Query</a>)</h3>{table}<h3>Entries</h3>{other}</main>")
    within = Words(text=parse("Postings", HERE), at=HERE)
    rows_read = rows_of(view, spec({"account": "text", "count": "integer"}, within=within))
    assert [row["account"] for row in rows_read] == ["Food", "Rent", "Travel"]


PARTS = (
    "<h1>Order 7</h1><h2>Billing</h2><p>Total: 3</p><h2>Shipping</h2><p>Total: 5</p><p>Weight: 7 kg</p><h2>Notes</h2>"
    "<p>Total: 9</p>"
)


IN_TABLE = (
    "<table><tr><th colspan=2>Billing</th></tr><tr><td>Total</td><td>3</td></tr><tr><th colspan=2>Shipping</th></tr>"
    "<tr><td>Total</td><td>5</td></tr><tr><td>Weight</td><td>7 kg</td></tr><tr><th colspan=2>Notes</th></tr>"
    "<tr><td>Total</td><td>9</td></tr></table>"
)


@pytest.mark.parametrize("html", [PARTS, IN_TABLE])
def test_a_page_is_read_below_one_of_its_headings(page: Page, spec: Spec, html: str) -> None:
    """What stands below a heading, or a row of a table that is one, is no element by itself, and all of it is meant."""
    within = Words(text=parse("Shipping", HERE), at=HERE)
    rows = rows_of(page(html), spec({"total": "integer", "weight": "text"}, kind="page", within=within))
    assert rows == [{"total": 5, "weight": "7 kg"}]


def finding(hits: tuple[int, ...]) -> Callable[[PageView, object], tuple[int, ...]]:
    """A finder that has these hits, whatever is sought."""

    def found(view: PageView, locator: object) -> tuple[int, ...]:
        del view, locator
        return hits

    return found


def within(words: str) -> Words:
    return Words(text=Template.literal(words, HERE), at=HERE)


FILES = "<ul><li><a href=/f/1>one</a><li><a href=/f/2>two</a><li><a href=/f/3>three</a></ul>"


PEOPLE = "<ul><li><a href=/p/1>Ann</a><li><a href=/p/2>Bo</a><li><a href=/p/3>Cy</a></ul>"


@pytest.mark.parametrize(
    "heading",
    [
        "<h2>Files <span>(<a href=/z>download</a>)</span></h2>",
        "<h2>Files @<a href=/main>main</a></h2>",
        "<div><header><div class=title>Files</div></header>",
    ],
)
def test_in_knows_a_heading_without_its_aside(page: Page, spec: Spec, heading: str) -> None:
    """What stands in an element of its own behind the words is none of them; a bar may hold nothing but the line."""
    html = f"<section><h2>People</h2>{PEOPLE}</section><section>{heading}{FILES}</section>"
    found = rows_of(page(html), spec({"name": "text", "url": "link"}, within=within("Files")))
    assert [row["name"] for row in found] == ["one", "two", "three"]


def test_in_that_is_nowhere_is_told_with_the_headings_there(page: Page, spec: Spec) -> None:
    """The nearest of them, of hundreds no more than six; the message said that no labels were seen."""
    cards = "".join(f"<li><h3>Thing {n}</h3><p>{n}</p></li>" for n in range(1, 200))
    html = f"<ul>{cards}</ul><h2>People</h2>{PEOPLE}<h2>Latest files</h2>{FILES}"
    error = read(page(html), spec({"name": "text"}, within=within("Latest file"))).error("")
    assert error is not None
    assert "'Latest file' is nowhere on the page; headings there: 'Latest files', " in str(error)
    assert str(error).count("'Thing ") < 6


@pytest.mark.parametrize(
    "entry",
    [
        "<li><div><h2>{0}</h2><p>About {0}.</p></div></li>",
        "<article><h2>{0}</h2><p>About {0}.</p></article>",
        "<div class=note><h2>{0}</h2><p>About {0}.</p></div>",
    ],
)
def test_the_headings_of_entries_end_no_section(page: Page, spec: Spec, entry: str) -> None:
    """A theme has the same level for the heading above a list and for those of its entries: nothing was left of it."""
    own, others = (" ".join(map(entry.format, names)) for names in (("one", "two", "three"), ("four", "five")))
    html = f"<section><h2>Notes</h2><hr>{own}<h2>Others</h2>{others}</section>"
    found = rows_of(page(html), spec({"title": "text", "text": "text"}, within=within("Notes")))
    assert [row["title"] for row in found] == ["one", "two", "three"]


@pytest.mark.parametrize("kind", ["listing", "page"])
def test_a_heading_with_nothing_below_it_leaves_nothing(page: Page, spec: Spec, kind: str) -> None:
    """The next section is set as this one is: neither that nor all of the page is read for it, and it is told why."""
    box = "<div class=part><h2>{}</h2>{}</div>"
    notes = "".join(f"<p class=name>Note {n}</p>" for n in (3, 5, 8))
    html = box.format("Visits", "") + box.format("Notes", notes) + box.format("Calls", notes)
    got = read(page(f"<main>{html}</main>"), spec({"name": "text"}, kind=kind, within=within("Visits")))
    assert got.verdict == "not found"
    assert "nothing below it" in got.absent


def test_in_takes_the_rows_below_a_heading_in_a_table(page: Page, spec: Spec) -> None:
    """One table has the members of all kinds, each kind below a row with its heading."""
    kinds = {"Methods": ["cut", "press"], "Values": ["size", "age"]}
    row = "<tr><td>{0}</td><td>About {0}.</td></tr>"
    body = "".join(
        f"<tr><td colspan=2><h2>{kind}</h2></td></tr>" + "".join(map(row.format, own)) for kind, own in kinds.items()
    )
    html = f"<table><thead><tr><th>Name</th><th>What</th></tr></thead>{body}</table>"
    found = rows_of(page(html), spec({"name": "text", "what": "text"}, within=within("Values")))
    assert [row["name"] for row in found] == ["size", "age"]


def test_in_takes_what_stands_below_the_title_of_a_page_laid_out_by_tables(page: Page, spec: Spec) -> None:
    """The title is the only text of a row, and the row below it holds a table; links at the top of the page say it, too."""
    heads = "<tr><td>{}</td><td>Hits</td></tr>"
    parts = {"Days": (("1 Oct", 4), ("2 Oct", 9), ("3 Oct", 5)), "Hours": (("10", 7), ("11", 2), ("12", 8))}
    body = "".join(
        f"<a name={name}></a><table><tr><td class=title>{name}</td><td>&nbsp;</td></tr><tr><td colspan=2><table>"
        + heads.format(name[:-1])
        + "".join(f"<tr><td>{when}</td><td>{hits}</td></tr>" for when, hits in rows)
        + "</table></td></tr></table>"
        for name, rows in parts.items()
    )
    links = "".join(f"<li><a href=#{name}>{name}</a></li>" for name in parts)
    view = page(f"<h1>Use</h1><ul>{links}</ul>{body}")
    for name, rows in parts.items():
        said = tuple(node.index for node in view.nodes if node.role == "link" and view.text_of(node.index) == name)
        for hits in ((), said):
            fields = [make_field("when", label=name[:-1]), make_field("hits", "integer")]
            found = rows_of(view, spec(fields, within=within(name), locate=finding(hits)))
            assert [(row["when"], row["hits"]) for row in found] == list(rows)


def test_in_means_the_title_of_a_box_before_an_entry_of_a_menu(page: Page, spec: Spec) -> None:
    """The box has no heading in its mark-up, and a link of the same words leads to what sets it up."""
    menu = "<div><ul><li><a href=/prefs>Settings</a><ul><li><a href=/queues>Queue list</a></li></ul></li></ul></div>"
    body = "".join(
        f"<tr><td><a href=/q/{name}>{name}</a></td><td>{n}</td></tr>" for n, name in enumerate(("Desk", "Moves"))
    )
    table = f"<table><tr><th>Queue</th><th>new</th></tr>{body}</table>"
    title = "<div class=title><i title=Fold></i><span>Queue list</span><span><a href=/queues><i></i></a></span></div>"
    other = table.replace("Desk", "Old")
    html = f"{menu}<div><div><div class=title>Archive</div><div>{other}</div></div><div>{title}<div>{table}</div></div></div>"
    within = Words(text=parse("Queue list", HERE), at=HERE)
    view = page(html)
    said = [node for node in view.nodes if node.tag in {"a", "span"} and view.text_of(node.index) == "Queue list"]
    for hits in (said, said[:1]):
        found = rows_of(
            view,
            spec(
                {"queue": "text", "new": "integer"}, within=within, locate=finding(tuple(node.index for node in hits))
            ),
        )
        assert found == [{"queue": "Desk", "new": 0}, {"queue": "Moves", "new": 1}]


def test_words_in_a_heading_with_a_link_beside_them(page: Page, spec: Spec) -> None:
    """The words stand in an element of the heading and in one of the contents: both are no section by themselves."""
    table = (
        "<table><tr><th>Customer</th><th>Amount</th></tr>" + "<tr><td>Ann {0}</td><td>{0}1</td></tr>" * 3 + "</table>"
    )
    head = "<h3><span id={0}>{0}</span><span>[<a href=/edit/{0}>edit</a>]</span></h3>"
    cities = ("Aachen", "Celle", "Gera")
    contents = "".join(f"<li><a href=#{city}>1.{n} <span>{city}</span></a></li>" for n, city in enumerate(cities))
    html = f"<ul>{contents}</ul>" + "".join(head.format(city) + table.format(n) for n, city in enumerate(cities, 1))
    view = page(html)
    hits = tuple(n.index for n in view.nodes if n.tag == "span" and view.nodes[n.index + 1].text == "Celle")
    within = Words(text=parse("Celle", HERE), at=HERE)
    rows = rows_of(view, spec({"customer": "text", "amount": "integer"}, within=within, locate=finding(hits)))
    assert [row["amount"] for row in rows] == [21, 21, 21]


def test_the_count_beside_a_heading_is_not_its_section(page: Page, spec: Spec) -> None:
    """A lane of a board: its name and how many cards it has in a header, and the cards below."""
    lanes = "".join(
        f"<section><header><h2>{lane}</h2><span>3</span></header>"
        + "".join(f"<div><a href=/c/{lane}{n}>{lane} {n}</a><p>{n} points</p></div>" for n in (5, 8, 13))
        + "</section>"
        for lane in ("Backlog", "Review", "Done")
    )
    view = page(f"<main>{lanes}</main>")
    hits = tuple(n.index for n in view.nodes if n.tag == "h2" and view.text_of(n.index) == "Review")
    within = Words(text=parse("Review", HERE), at=HERE)
    rows = rows_of(view, spec({"title": "text", "points": "integer"}, within=within, locate=finding(hits)))
    assert rows == [{"title": f"Review {n}", "points": n} for n in (5, 8, 13)]


def test_blanks_between_the_elements_of_a_heading_are_of_no_matter(page: Page, spec: Spec) -> None:
    """A person reads "int, float", whatever each word stands in."""
    table = (
        "<table><tr><th>Operation</th><th>Result</th></tr>" + "<tr><td>{0} {1}</td><td>{1}</td></tr>" * 3 + "</table>"
    )
    html = "".join(
        f"<h2>{head}</h2>{table.format(name, n)}"
        for n, (head, name) in enumerate((("Text", "str"), ("Numbers: <code>int</code> , <code>float</code>", "sum")))
    )
    within = Words(text=parse("Numbers: int, float", HERE), at=HERE)
    rows = rows_of(page(html), spec({"operation": "text", "result": "integer"}, within=within, locate=finding(())))
    assert rows == [{"operation": "sum 1", "result": 1}] * 3


def test_a_heading_in_the_first_of_its_entries_is_told(page: Page, spec: Spec) -> None:
    """All but the first entry stand in boxes of their own, without a heading: what is read is no silent answer."""
    entry = "<div class=entry>{}<b class=name>{}</b><p class=about>Held in {}.</p></div>"
    first, *more = (("Regatta", "May"), ("Flea market", "June"), ("Harbour run", "July"))
    html = "".join((entry.format("<h2>Events</h2>", *first), *(entry.format("", *one) for one in more)))
    view = page(
        f"<main><section>{html}</section><section><div class=entry><h2>Press</h2><b class=name>Ann</b><p class=about>Call.</p></div></section></main>"
    )
    wanted = {"name": "text", "about": "text"}
    got = read(view, spec(wanted, within=within("Events")))
    assert [one.code for one in got.remarks if "Flea market" in one.text] == ["one record"]
    assert not any(one.code == "one record" for one in read(view, spec(wanted, within=within("Press"))).remarks)
