"""What saved pages of news sites, film bases and code hosts taught about the choice of a listing, and its links."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def entries(words: str, count: int, each: str) -> str:
    return "".join(each.format(n=n, word=words) for n in range(1, count + 1))


def test_menus_of_the_same_mark_up_are_no_records(page: Page, spec: Spec) -> None:
    """Plain lists with plain entries all over the page: those with a link and nothing else do not join the dated ones."""
    link, dated = (
        "<li><a href=/{word}/{n}>{word} {n}</a></li>",
        "<li><span>2024-07-{n:02}</span><a href=/a/{n}>Notice {n}</a></li>",
    )
    view = page(
        f"<div><ul>{entries('Home', 9, link)}</ul><h2>About</h2><ul>{entries('About', 8, link)}</ul><h2>Notices</h2>"
        f"<div><ul>{entries('', 15, dated)}</ul></div><h2>Help</h2><ul>{entries('Help', 5, link)}</ul></div>"
    )
    got = read(view, spec({"title": "text", "date": "date", "url": "link"}))
    assert got.error(view.url) is None
    assert [record.values["title"] for record in got.records] == [f"Notice {n}" for n in range(1, 16)]


def test_the_parts_of_a_page_are_no_listing(page: Page, spec: Spec) -> None:
    """One of three columns holds everything, an author called so among it: the results in it are the records."""
    results = "".join(
        f"<div class=item><h2><a href=/q/{n}>Question {n}</a></h2><p><b>Ann{n}</b>: words about it</p>"
        + ("<div class=AuthorInfo><span>Bob</span><a href=/u/bob>Bob Ross</a></div>" if n == 4 else "")
        + "</div>"
        for n in range(12)
    )
    view = page(f"<main><div><div>All Users Topics</div><div>{results}</div><div>Related words</div></div></main>")
    got = read(view, spec({"title": "text", "author": "text", "url": "link"}))
    assert len(got.records) == 12


def test_the_heading_has_the_link_however_deep(page: Page, spec: Spec) -> None:
    """A link in the heading, or in a box in the heading: the title's link is the record's in both."""
    rows = "".join(
        f"<li><h2>{'<div>' if n % 2 else ''}<a href=/q/{n}>Question {n}</a>{'</div>' if n % 2 else ''}</h2><p>Words {n}</p></li>"
        for n in range(8)
    )
    view = page(f"<ul>{rows}</ul>")
    plan = spec({"title": "text", "url": "link"})
    first = read(view, plan)
    later = read(view, plan, first.wrapper, before=8)
    for got in (first, later):
        assert [str(r.values["url"]).rsplit("/", 1)[1] for r in got.records] == [str(n) for n in range(8)]


def test_a_count_that_is_shown_rounded_is_told_whole(page: Page, spec: Spec) -> None:
    """Stars as "6.6k" with a label that says 6566, by the label's own word."""
    shown = {6566: "6.6k", 87: "87", 1346: "1.3k"}
    rows = "".join(
        f"<li><h3><a href=/p/{n}>Project {n}</a></h3><a href=/p/{n}/s aria-label='{whole} stars'><i>{short}</i></a></li>"
        for n, (whole, short) in enumerate(shown.items())
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"name": "text", "stars": "integer", "url": "link"}))
    assert [record.values["stars"] for record in got.records] == list(shown)


def test_the_title_is_what_the_card_is_called(page: Page, spec: Spec) -> None:
    """A link around each card, whose label for those who do not see it is one of the texts in it."""
    names = ("Kuat bike racks in stock", "Amflow PL", "New medium e-bike")
    rows = "".join(
        f"<a href=/c/{n} aria-label='{name}'><div><div><img src=/i{n}></div></div><div><div><div><div>{name}</div><div>"
        f"<span role=link>{place}</span>, UT</div></div></div><div>${n + 4}89.00</div></div></a>"
        for n, (name, place) in enumerate(zip(names, ("Midvale", "Bountiful", "South Jordan"), strict=True))
    )
    view = page(f"<div role=list>{rows}</div>")
    got = read(view, spec({"title": "text", "price": "money", "location": "text", "url": "link"}))
    assert got.error(view.url) is None
    assert [record.values["title"] for record in got.records] == list(names)


def test_a_label_that_stands_twice_on_a_page(page: Page, spec: Spec, declared: Declare) -> None:
    """All its links are the value; what the same words name in a box beside it does not cut them to the first."""
    by = "<h4>Directed by:</h4> <a href=/w/1>Lilly W</a>, <a href=/w/2>Lana W</a>"
    view = page(
        f"<main><h1>Matrix</h1><div>{by}</div><p>A film about machines.</p>"
        "<section><h3>On the page</h3><p>Directed by: <a href=/w/3>Ann</a></p></section></main>"
    )
    fields = [declared("title", "text"), declared("director", "text", label="Directed by")]
    (record,) = read(view, spec(fields, kind="page", each="page")).records
    assert record.values["director"] == "Lilly W, Lana W"


def test_parts_of_a_page_are_no_records(page: Page, spec: Spec) -> None:
    """An account without loans: one box has a heading, another a date; a menu and a date lie in tables of a layout."""
    boxes = "<div><h2>Loans</h2><a href=/print>print</a></div><div><strong>Card</strong><i>11.11.2017</i></div>"
    cells = (
        "<tr><td>© 1998</td></tr>",
        "<tr><td><a href=/i>Imprint</a></td></tr><tr><td>Until:</td><td>13.01.2016</td></tr>",
    )
    layout = "".join(f"<tr><td><table>{cell}</table></td></tr>" for cell in cells)
    for html in (f"<main>{boxes}</main>", f"<table>{layout}</table>"):
        view = page(html)
        assert read(view, spec({"title": "text", "due": "date"}, locale="de")).error(view.url) is not None, html


def test_heads_that_have_two_names_call_a_table(page: Page, spec: Spec) -> None:
    """The heads "Titel, Verfasser" and "Leihfrist, Ort" are what was asked for; three tidier boxes below are not."""
    rows = "".join(
        f"<tr><td>{n}</td><td><strong>Buch {n}</strong><br>Weiler, Jan {n}<br>00{n}4 / R 11</td>"
        f"<td><strong>1{n}.01.2018 - 2{n}.02.2018</strong><br>Domplatz {n}</td></tr>"
        for n in range(1, 6)
    )
    heads = "<tr><th>Nr.</th><th>Titel, Verfasser</th><th>Leihfrist, Ort</th></tr>"
    boxes = "".join(f"<div><h2>Kasten {n}</h2><div>Sie wollen uns besuchen, am Ort {n}?</div></div>" for n in range(3))
    got = read(page(f"<table>{heads}{rows}</table><main>{boxes}</main>"), spec({"titel": "text", "leihfrist": "text"}))
    assert [record.values["titel"] for record in got.records] == [f"Buch {n}" for n in range(1, 6)]
