"""What stands between, around and above records: lines that name those that follow, folders among files, pieces."""

from collections.abc import Callable
from datetime import date

import pytest

from tests.records.conftest import HERE, make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

VISITS = [("2024-03-05", [("Ann", 4), ("Bo", 5)]), ("2024-03-04", [("Cy", 6)]), ("2024-03-01", [("Di", 7), ("Ed", 8)])]
DAY = make_field("day", "date", source="heading")


def finding(hits: tuple[int, ...]) -> Callable[[PageView, object], tuple[int, ...]]:
    """A finder that has these hits, whatever is sought."""

    def found(view: PageView, locator: object) -> tuple[int, ...]:
        del view, locator
        return hits

    return found


def within(words: str) -> Words:
    return Words(text=Template.literal(words, HERE), at=HERE)


def test_a_row_with_one_text_in_it_is_the_heading_of_those_below(page: Page, spec: Spec) -> None:
    """The day stands in the first of three cells, and the others are there and empty."""
    line = "<tr><td>{}</td><td></td><td></td></tr>"
    row = "<tr><td>{1}:00</td><td></td><td><a href=/v/{1}>{0}</a> <i>user: {0}</i></td></tr>"
    body = "".join(line.format(day) + "".join(row.format(*one) for one in own) for day, own in VISITS)
    found = rows_of(page(f"<table>{body}</table>"), spec([DAY, make_field("user")]))
    assert [(row["day"], row["user"]) for row in found] == [
        (date.fromisoformat(day), name) for day, own in VISITS for name, _ in own
    ]


def test_a_list_entry_with_one_text_is_so_too(page: Page, spec: Spec) -> None:
    """Entries of one list, of which some only say the day."""
    entry = "<li><a href=/v/{1}>{0}</a> <em>{1} minutes</em></li>"
    body = "".join(f"<li>{day}</li>" + "".join(entry.format(*one) for one in own) for day, own in VISITS)
    found = rows_of(page(f"<ul>{body}</ul>"), spec([DAY, make_field("name"), make_field("minutes", "integer")]))
    assert [(row["day"], row["name"], row["minutes"]) for row in found] == [
        (date.fromisoformat(day), *one) for day, own in VISITS for one in own
    ]


def test_days_along_a_line_of_time_are_headings(page: Page, spec: Spec) -> None:
    """Each entry stands in a box of its own, and between the boxes stand days; the page's heading names them all."""
    head = "<i></i><div class=item><span class=time>{1}:05</span><h3 class=head><a href=/v/{1}>{0}</a> came</h3>"
    ends = (
        "</div>",
        "<div class=text>Good apples. Said by all.</div><div class=foot><a>More</a> <a>Delete</a></div></div>",
    )
    body = "".join(
        f"<div class=day><b>{when}</b></div>"
        + "".join(f"<div>{head.format(*one)}{ends[one[1] % 2]}</div>" for one in own)
        for when, own in VISITS
    )
    html = f"<h1>Visits</h1><div class=line>{body}<div><i></i></div></div>"
    found = rows_of(page(html), spec([DAY, make_field("title"), make_field("time")]))
    assert [(row["day"], row["title"]) for row in found] == [
        (date.fromisoformat(when), name) for when, own in VISITS for name, _ in own
    ]


def test_lines_that_come_anyhow_name_nothing(page: Page, spec: Spec) -> None:
    """An advertisement between records is no heading; nor is one line above all of them all that there is."""
    entry = "<tr><td><a href=/v/{1}>{0}</a></td><td>{1} kg</td><td>new</td></tr>"
    ad = "<tr><td>Buy 2024-01-01 wines</td><td></td><td></td></tr>"
    people = [entry.format(*one) for _, own in VISITS for one in own]
    body = "".join([*people[:2], ad, ad, *people[2:]])
    got = read(page(f"<table>{body}</table>"), spec([DAY, make_field("name"), make_field("kg", "integer")]))
    assert [record.values["day"] for record in got.records] == [None] * 5


@pytest.mark.parametrize(
    "around",
    [
        "<li><img src=/shirt.png><div><div><a href=/t/{0}>{0}</a></div><ul>{1}</ul><p>Coach <a href=/c>Cy</a></p></div></li>",
        "<b>{0}</b><ul>{1}</ul>",
        "<div class=part><p>{0}</p><div><ul>{1}</ul></div></div>",
    ],
)
def test_the_line_above_a_list_among_several(page: Page, spec: Spec, around: str) -> None:
    """It names the records of its list, where the headings of the page name all of them alike."""
    teams = {"Red": ["Ann Lee", "Bo Ek"], "Blue": ["Di Fu", "Ed Gray", "Flo Hart"], "Green": ["Gus Ivory", "Hal Jung"]}
    entry = "<li><span>7</span> <a href=/r/{0}>{0}</a> *</li>"
    lists = (around.format(name, "".join(map(entry.format, own))) for name, own in teams.items())
    html = f"<h1>Tour</h1><h2>Starters</h2><div>{''.join(lists)}</div>"
    fields = [make_field("rider"), make_field("team", source="heading")]
    found = rows_of(page(html), spec(fields))
    expected = [(name, team) for team, own in teams.items() for name in own]
    assert [(str(row["rider"]).removeprefix("7 ").removesuffix(" *"), row["team"]) for row in found] == expected


def test_what_all_lists_have_above_them_names_none(page: Page, spec: Spec) -> None:
    """One word above each of several lists, or nothing above one of them, leaves them the heading."""
    entry = "".join(f"<li><a href=/r/{n}>Rider {n}</a></li>" for n in "abc")
    for lists in (f"<p>Riders:</p><ul>{entry}</ul>" * 2, f"<p>Red</p><ul>{entry}</ul><ul>{entry}</ul>"):
        found = rows_of(
            page(f"<h2>Starters</h2><div>{lists}</div>"),
            spec([make_field("team", source="heading"), make_field("rider")]),
        )
        assert {row["team"] for row in found} == {"Starters"}


def test_what_has_nothing_but_its_heading_is_no_record(page: Page, spec: Spec) -> None:
    """The heading is said of every line below it, those that say nothing of their own among them."""
    lines = "<tr><td>Ann</td><td>4 kg</td></tr><tr><td></td><td><i>–</i></td></tr><tr><td>Bo</td><td>5 kg</td></tr>"
    fields = [make_field("day", "text", source="heading"), make_field("name"), make_field("kg", "integer")]
    html = f"<h2>Monday</h2><table><tr><th>Name</th><th>Kg</th></tr>{lines}</table>"
    assert [row["name"] for row in rows_of(page(html), spec(fields))] == ["Ann", "Bo"]


def test_folders_are_entries_as_files_are(page: Page, spec: Spec) -> None:
    """Only the class of the links tells them apart; the files alone were read, as complete."""
    folders = [f"<li><a class=dir href=/d/{name}>{name}</a></li>" for name in ("..", "tools")]
    names = [f"part{n}.txt" for n in range(30)]
    files = [f"<li><a href=/f/{name}>{name}</a></li>" for name in names]
    found = rows_of(page(f"<ul>{''.join([*folders, *files])}</ul>"), spec({"name": "text", "url": "link"}))
    assert [row["name"] for row in found] == ["..", "tools", *names]


@pytest.mark.parametrize("count", [1, 3])
def test_the_pieces_of_a_card_are_no_listing(page: Page, spec: Spec, count: int) -> None:
    """One of them is called as the field is, and the others otherwise."""
    card = "<li><a href=/r/{0}><div class=name>repo {0}</div><div class=about>All of {0}</div><div class=last>old</div></a>"
    html = f"<h2>Repositories</h2><ul>{''.join(card.format(n) for n in range(count))}</ul>"
    assert [row["name"] for row in rows_of(page(html), spec({"name": "text"}))] == [f"repo {n}" for n in range(count)]


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
    "entry", ["<li><div><h2>{0}</h2><p>About {0}.</p></div></li>", "<article><h2>{0}</h2><p>About {0}.</p></article>"]
)
def test_the_headings_of_entries_end_no_section(page: Page, spec: Spec, entry: str) -> None:
    """A theme has the same level for the heading above a list and for those of its entries: nothing was left of it."""
    own, others = (" ".join(map(entry.format, names)) for names in (("one", "two", "three"), ("four", "five")))
    html = f"<section><h2>Notes</h2><hr>{own}<h2>Others</h2>{others}</section>"
    found = rows_of(page(html), spec({"title": "text", "text": "text"}, within=within("Notes")))
    assert [row["title"] for row in found] == ["one", "two", "three"]


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


def test_numbers_grouped_by_blanks_whatever_the_locale(page: Page, spec: Spec) -> None:
    """A column of nothing else, in which a part begins with 0; two numbers beside each other are still two."""
    table = "<table><tr><th>Name</th><th>Size</th></tr>{}</table>"
    row = "<tr><td>{}</td><td>{}</td></tr>"
    sizes = {"a": "4 096", "b": "100 000", "c": "7", "d": "2 500 000"}
    html = table.format("".join(row.format(*one) for one in sizes.items()))
    found = rows_of(page(html), spec({"name": "text", "size": "integer"}))
    assert [row["size"] for row in found] == [4096, 100000, 7, 2500000]
    html = table.format("".join(row.format(name, size) for name, size in (("a", "3 150"), ("b", "4 200"))))
    assert [
        record.values["size"] for record in read(page(html), spec({"name": "text", "size": "integer"})).records
    ] == [
        None,
        None,
    ]


def test_a_match_that_fits_nothing_is_told(page: Page, spec: Spec) -> None:
    """It was NULL in every row, without a word."""
    html = f"<h2>People</h2>{PEOPLE}"
    got = read(page(html), spec([make_field("name"), make_field("rated", "rating", match="Rated ([0-9.]+)")]))
    (said,) = [remark for remark in got.remarks if remark.code == "no match"]
    assert (said.column, said.count) == ("rated", 3)
    assert "'Ann'" in said.text


def test_a_heading_that_a_label_contradicts_is_told(page: Page, spec: Spec) -> None:
    """The highest heading may be the site's; a label of the field's name has the ticket's title."""
    html = (
        "<h1>Orchard Works</h1><table><tr><td>Title:</td><td>{}</td></tr><tr><td>Status:</td><td>Open</td></tr></table>"
    )
    fields = {"title": "text", "status": "text"}
    got = read(page(html.format("The press is late")), spec(fields, kind="page"))
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["title"]
    same = read(page(html.format("Orchard Works, again")), spec(fields, kind="page"))
    assert [remark.column for remark in same.remarks if remark.code == "by type"] == []


def test_rows_are_counted_where_only_the_records_are_numbered(page: Page, spec: Spec) -> None:
    """`aria-rowcount` counts the row of heads, which has no number of its own."""
    head = "<div role=row><div role=columnheader>Name</div><div role=columnheader>Kg</div></div>"
    row = "<div role=row aria-rowindex={}><div role=gridcell>thing {}</div><div role=gridcell>{}</div></div>"
    body = "".join(row.format(n + 2, n, n * 3) for n in range(6))
    view = page(f"<div role=grid aria-rowcount=41><div>{head}</div><div>{body}</div></div>")
    assert read(view, spec({"name": "text", "kg": "integer"})).totals.stated == 40


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
