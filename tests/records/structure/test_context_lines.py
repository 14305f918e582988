"""Lines between records: which name those that follow, and which are none."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import NAMES, columns, rows_of, tagged
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.structure.heading_words import without_counts
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


VISITS = [("2024-03-05", [("Ann", 4), ("Bo", 5)]), ("2024-03-04", [("Cy", 6)]), ("2024-03-01", [("Di", 7), ("Ed", 8)])]


DAY = make_field("day", "date", source="heading")


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


def test_a_line_between_the_records_is_none(page: Page, spec: Spec) -> None:
    """A month in a row of its own, its other cells empty: no record of nothing."""
    rows = "".join(
        ("<tr><td>March</td><td></td><td></td></tr>" if n % 2 == 0 else "")
        + f"<tr><td>March {n + 10}, 2026</td><td>6420{n}</td><td><a href=/d/{n}>{name}</a></td></tr>"
        for n, name in enumerate(NAMES)
    )
    heads = "<tr><th>Decision date</th><th>No.</th><th>Appellant</th></tr>"
    got = read(page(f"<table>{heads}{rows}</table>"), spec({"appellant": "text", "no": "integer", "date": "date"}))
    assert columns(got, "appellant") == [(name,) for name in NAMES]


def grouped(*groups: tuple[str, int], cell: str = "<tr><td colspan=3><b>{0}</b> <span>{1}</span></td></tr>") -> str:
    row = "<tr><td>{0}</td><td>Lamp {0}</td><td>{0} kg</td></tr>"
    lines = (cell.format(*name.split("/")) + "".join(map(row.format, range(1, count + 1))) for name, count in groups)
    return f"<table><tr><th>No</th><th>Name</th><th>Weight</th></tr>{''.join(lines)}</table>"


COUNTED = [
    ([("New/3", 3), ("Open/2", 2), ("Done/9", 4)], ["New", "Open", "Done"]),  # the last goes on, on the next page
    ([("New/(3)", 3), ("Open/(2)", 2)], ["New", "Open"]),
    ([("Room/3", 3), ("Room/2", 2)], ["Room 3", "Room 2"]),  # their own numbers
    ([("New/3", 3), ("Open/7", 2), ("Done/4", 4)], ["New 3", "Open 7", "Done 4"]),
    ([("New/3", 3)], ["New 3"]),
    ([("New/3", 3), ("Open/", 2)], ["New 3", "Open"]),
]


@pytest.mark.parametrize(("groups", "names"), COUNTED)
def test_the_number_of_its_records_is_no_part_of_a_groups_name(
    groups: list[tuple[str, int]], names: list[str], page: Page, spec: Spec
) -> None:
    """Three rows below "New 3" are those of the group "New"; numbers that are not those of the rows stay."""
    fields = [make_field("status", source="heading"), make_field("no", "integer")]
    found = rows_of(page(grouped(*groups)), spec(fields))
    assert list(dict.fromkeys(row["status"] for row in found)) == names


def test_what_the_first_page_settles_holds_for_the_next_ones(page: Page, spec: Spec) -> None:
    """The last group goes on, under its name and the number of all its records, and it is alone there."""
    fields = [make_field("status", source="heading"), make_field("no", "integer")]
    first = read(page(grouped(("New/3", 3), ("Open/9", 4))), spec(fields))
    then = read(page(grouped(("Open/9", 5)), url="http://shop.example/list?page=2"), spec(fields), first.wrapper)
    assert {record.values["status"] for record in then.records} == {"Open"}


def test_numbers_that_count_no_records_stay_on_later_pages() -> None:
    """The page before ended with a group without one; a group that goes on has fewer rows here than it says."""
    chapters = ["Chapter 1"] * 3 + ["Chapter 2"] * 2
    assert without_counts(chapters, "Introduction") == chapters
    assert (
        without_counts(["New 10"] * 2 + ["Open 3"] * 3 + ["Old 9"] * 4, "New")
        == ["New"] * 2 + ["Open"] * 3 + ["Old"] * 4
    )


def test_a_link_beside_the_words_of_headings_is_no_part_of_them(page: Page, spec: Spec) -> None:
    """Each section of a wiki has its "[edit]"; a link that only one heading ends with is a word of it."""
    edit = "<span>[<a href=/edit/{0}>edit</a>]</span>"
    items = (
        "<ul><li><a href=/l/{0}>Lamp {0}</a> <i>{0} kg</i></li><li><a href=/d/{0}>Desk {0}</a> <i>{0} kg</i></li></ul>"
    )
    parts = ((1, f"<span>Aachen</span>{edit.format(1)}"), (2, f"<span>Celle</span>{edit.format(2)}"))
    parts = (*parts, (3, "Orders of <a href=/gera>Gera</a>"))
    html = "".join(f"<h2>{head}</h2>{items.format(n)}" for n, head in parts)
    fields = [make_field("city", source="heading"), make_field("name"), make_field("url", "link")]
    found = rows_of(page(html), spec(fields))
    assert list(dict.fromkeys(row["city"] for row in found)) == ["Aachen", "Celle", "Orders of Gera"]


def test_a_subtitle_is_not_what_a_group_is_called(page: Page, spec: Spec) -> None:
    """A report's suites have their name, and in a smaller heading below it, the file that they are in."""
    suites = "".join(
        f"<section><header><h3>{name}</h3><h6>/test/{name}.js</h6><i>3 ms</i></header><ul>"
        + "".join(f"<li><h4>{name} {n} counts</h4><span>{n} ms</span></li>" for n in range(3))
        + "</ul></section>"
        for name in ("cart", "label", "mail")
    )
    fields = [make_field("suite", source="heading"), make_field("test")]
    got = read(page(f"<h1>Report</h1>{suites}"), spec(fields))
    assert [record.values["suite"] for record in got.records] == ["cart"] * 3 + ["label"] * 3 + ["mail"] * 3


def agenda(*days: tuple[str, list[tuple[str, list[str]]]], kind: str = "talk") -> str:
    """Talks in slots that name their time; the first slot of a day names that, too."""
    slots: list[str] = []
    for day, times in days:
        for number, (time, talks) in enumerate(times):
            head = f"<div class=day>{day}</div>" if number == 0 else ""
            rows = "".join(
                f"<a class={kind} href=/t/{name}><b class=title>{name}</b> <i>Hall</i></a>" for name in talks
            )
            slots.append(f"<div class=slot><div class=top>{head}<div class=time>{time}</div>{rows}</div></div>")
    return f"<main><h1>Programme</h1><div class=all>{''.join(slots)}</div></main>"


DAYS = (
    ("Thursday, 26 November 2026", [("9:00", ["Apples", "Bees"]), ("10:00", ["Clay"])]),
    ("Friday, 27 November 2026", [("9:00", ["Dunes"]), ("11:00", ["Elms", "Fog"])]),
)


def test_a_day_that_no_record_has_is_that_of_the_lines_above(page: Page, spec: Spec) -> None:
    """Days and, within them, times: a date takes the days, and a field the lines that the mark-up calls so."""
    found = rows_of(page(agenda(*DAYS)), spec([make_field("title"), make_field("date", "date"), make_field("time")]))
    assert [(row["title"], row["date"], row["time"]) for row in found] == [
        (name, date(2026, 11, 26 + number), time)
        for number, (_, times) in enumerate(DAYS)
        for time, names in times
        for name in names
    ]


def test_lines_above_go_on_below_the_page_break(page: Page, spec: Spec) -> None:
    """The first slot of the next page belongs to the day that the page before ended with."""
    wanted = spec([make_field("title"), make_field("date", "date"), make_field("time")])
    first = read(page(agenda(*DAYS)), wanted)
    rest = agenda(("", [("12:00", ["Gulls", "Hail"])]), ("Saturday, 28 November 2026", [("9:00", ["Ice", "Jade"])]))
    second = read(page(rest.replace("<div class=day></div>", "")), wanted, first.wrapper)
    assert columns(second, "date", "time") == [(date(2026, 11, 27), "12:00")] * 2 + [(date(2026, 11, 28), "9:00")] * 2


def test_a_note_above_some_groups_is_said_of_no_other(page: Page, spec: Spec) -> None:
    """Two of four slots are "Sold out": that is no column of all the talks below."""
    html = agenda(*DAYS).replace("<div class=time>9", "<div class=note>Sold out</div><div class=time>9")
    found = read(page(html), spec([make_field("title"), make_field("note")]))
    assert "note" not in (found.wrapper.headed if found.wrapper else {})


def test_days_above_do_not_go_before_those_of_the_records(page: Page, spec: Spec) -> None:
    """Each has the day on which it was written; that above says when it is shown."""
    html = agenda(*DAYS).replace("<i>Hall</i>", "<i>3 May 2026</i>")
    found = rows_of(page(html), spec([make_field("title"), make_field("date", "date")]))
    assert {row["date"] for row in found} == {date(2026, 5, 3)}


SHELVES = [("Shoes", "10.00", ["Red shoe", "Blue shoe", "High shoe"]), ("Hats", "20.00", ["Straw hat", "Felt hat"])]


def shelves(head: str, card: str) -> str:
    parts = (f"{head.format(name, least)}{''.join(map(card.format, own))}" for name, least, own in SHELVES)
    return f"<main><h1>Shop</h1><div>{''.join(parts)}</div></main>"


@pytest.mark.parametrize("called", ["title", "name"])
def test_what_records_are_called_is_no_line_above_them(page: Page, spec: Spec, called: str) -> None:
    """The heads of sections are called titles, too."""
    html = shelves(
        f"<div class={called}>{{0}}</div>",
        "<div class=card><a href=/p/{0}>{0}</a> <span class=price>$3.00</span></div>",
    )
    found = rows_of(page(html), spec({called: "text", "price": "money"}))
    assert [row[called] for row in found] == [name for _, _, own in SHELVES for name in own]


def test_an_amount_of_each_record_goes_before_that_of_its_section(page: Page, spec: Spec) -> None:
    """The lowest price of the section has the class, and each card its own price without one."""
    html = shelves(
        "<h2>{0}</h2><div class=price>From ${1}</div>",
        "<div class=card><h3><a href=/p/{0}>{0}</a></h3><i>$11.00</i></div>",
    )
    found = rows_of(page(html), spec({"title": "text", "price": "money"}))
    assert {str(row["price"]) for row in found} == {"11.00"}


def test_a_template_knows_its_lines_where_a_page_has_one_day(page: Page, spec: Spec) -> None:
    """What a lock keeps of an earlier day is that; nothing is carried over from its last page."""
    wanted = spec([make_field("title"), make_field("date", "date"), make_field("time")])
    first = read(page(agenda(*DAYS)), wanted)
    assert first.wrapper is not None
    again = read(page(agenda(DAYS[1])), wanted, replace(first.wrapper, above={}), before=0)
    assert columns(again, "date") == [(date(2026, 11, 27),)] * 3


def test_a_day_among_other_words_is_not_that_of_the_records(page: Page, spec: Spec) -> None:
    """Until when an offer goes is no day on which a thing was published."""
    html = (
        shelves(
            "<div class=offer>Offer ends {1}</div>",
            "<div class=card><h3><a href=/p/{0}>{0}</a></h3><i>$11.00</i></div>",
        )
        .replace("10.00", "2026-12-01")
        .replace("20.00", "2026-12-08")
    )
    got = read(page(html), spec({"title": "text", "price": "money", "published": "date"}))
    assert [missing.field for missing in got.missing] == ["published"]


@pytest.mark.parametrize("head", ["<div class=shelf>{0}</div>", "<h2>{0}</h2>"])
def test_of_two_lines_above_each_group_the_upper_is_its_heading(page: Page, spec: Spec, head: str) -> None:
    """The note below it may well be called by the field's name."""
    html = shelves(
        f"{head}<p class=group>All with {{1}} off</p>", "<div class=card><a href=/p/{0}>{0}</a> <i>$11.00</i></div>"
    )
    fields = [make_field("group", source="heading"), make_field("title"), make_field("price", "money")]
    assert [row["group"] for row in rows_of(page(html), spec(fields))] == ["Shoes"] * 3 + ["Hats"] * 2


@pytest.mark.parametrize("head", ["<h2>{0} <small>({1})</small></h2>", "<h2>{0} <a href=#{0}>#</a></h2>"])
def test_a_number_that_two_headings_share_is_no_more_than_others(head: str, page: Page, spec: Spec) -> None:
    """A "(3)" stood beside two headings, as a link to edit does, and was left out there: "(4)" stayed."""
    groups = "".join(
        f"{head.format(name, count)}<ul>{''.join(f'<li><a href=/{name}/{n}>{name} {n}</a></li>' for n in range(count))}</ul>"
        for name, count in (("New", 3), ("Open", 4), ("Done", 3))
    )
    found = rows_of(page(groups), spec([make_field("status", source="heading"), make_field("name")]))
    assert list(dict.fromkeys(row["status"] for row in found)) == ["New", "Open", "Done"]


@pytest.mark.parametrize("group", ["{0}{1}", "<section>{0}{1}</section>"], ids=["flat", "sections"])
@pytest.mark.parametrize("counts", [(2, 0, 3, 1), (0, 2, 0, 3)], ids=["within", "first"])
def test_a_line_above_nothing_leaves_the_others_to_their_records(
    group: str, counts: Sequence[int], page: Page, spec: Spec
) -> None:
    """A hall without an event: all events had the page's heading above them, or the hall of the one before."""
    halls = ("Amber Hall", "Birch Hall", "Cedar Hall", "Delta Hall")
    html = "".join(
        group.format(
            f"<div class=head>{hall}</div>",
            f"<div class=list>{''.join(f'<p class=ev><a href=/{hall}/{n}>Trio {n}</a></p>' for n in range(count))}</div>",
        )
        for hall, count in zip(halls, counts, strict=True)
    )
    found = rows_of(page(f"<h1>Programme</h1>{html}"), spec([make_field("hall", source="heading"), make_field("name")]))
    wanted = [hall for hall, count in zip(halls, counts, strict=True) for _ in range(count)]
    assert [row["hall"] for row in found] == wanted


def test_lines_in_two_shades_are_of_one_kind(page: Page, spec: Spec) -> None:
    """A grid counts its lines and its rows together and names each by its shade: every second group had the one before."""
    shade = ("grid-row-odd", "grid-row-even")
    rows: list[str] = []
    for day, own in VISITS:
        rows.append(f"<div class='grid-row group {shade[len(rows) % 2]}'>{day}</div>")
        for name, minutes in own:
            cells = f"<div class=cell><a href=/v/{minutes}>{name}</a></div><div class=cell>{minutes} minutes</div>"
            rows.append(f"<div class='grid-row {shade[len(rows) % 2]}'>{cells}</div>")
    found = rows_of(
        page(f"<div>{''.join(rows)}</div>"), spec([DAY, make_field("name"), make_field("minutes", "integer")])
    )
    assert [(row["day"], row["name"], row["minutes"]) for row in found] == [
        (date.fromisoformat(day), *one) for day, own in VISITS for one in own
    ]


def _by_year(head: str, days: Sequence[str]) -> str:
    """A table of notes that lines of a year part, two to each, with these days in turn."""
    rows = [f"<tr><td>{day}</td><td><a href=/{n}>Note {n}</a></td></tr>" for n, day in enumerate(days)]
    lines = [f"<tr><td colspan=2>{head.format(year)}</td></tr>" for year in (2025, 2024)]
    parts = lines[0], *rows[:2], lines[1], *rows[2:]
    return f"<h1>Notes</h1><table><tr><th>Date</th><th>Title</th></tr>{''.join(parts)}</table>"


NOTE_DAYS = ("March 2", "January 28", "December 30", "Dec. 4")
DATED = (date(2025, 3, 2), date(2025, 1, 28), date(2024, 12, 30), date(2024, 12, 4))


@pytest.mark.parametrize("head", ["{}", "{} (12)", "{} 年"])
def test_a_day_has_the_year_that_its_rows_stand_below(page: Page, spec: Spec, head: str) -> None:
    """An archive is parted by years, and its entries say the day alone."""
    found = rows_of(page(_by_year(head, NOTE_DAYS)), spec([make_field("date", "date"), make_field("title")]))
    assert tuple(row["date"] for row in found) == DATED


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("Best of {}", "March 2"),  # a heading that says more than a year
        ("{}", "Saturday, March 3"),  # it was none in those years
        ("{}", "March 2 - 5"),
        ("{}", "2 of 5"),
    ],
)
def test_a_day_without_a_year_of_its_own_is_not_read(page: Page, spec: Spec, head: str, day: str) -> None:
    """Nothing tells it for sure."""
    view = page(_by_year(head, [day] * 4))
    got = read(view, spec([make_field("date", "date"), make_field("title")]))
    assert got.error(view.url) is not None or {record.values["date"] for record in got.records} == {None}


def test_what_the_mark_up_tells_of_a_day_goes_before_the_year_above(page: Page, spec: Spec) -> None:
    """A heading may name the year of something else."""
    days = [f"<time datetime=2026-01-0{n}>January {n}</time>" for n in (1, 2, 3, 4)]
    found = rows_of(page(_by_year("{}", days)), spec([make_field("date", "date"), make_field("title")]))
    assert [row["date"] for row in found] == [date(2026, 1, n) for n in (1, 2, 3, 4)]


def test_the_second_day_of_a_record_may_be_of_the_next_year(page: Page, spec: Spec) -> None:
    """A fair from December 28 to January 3 stands below one year: neither day is given it."""
    rows = "".join(f"<tr><td>December 2{n}</td><td>January {n}</td><td>Fair {n}</td></tr>" for n in (1, 2))
    body = "".join(f"<tr><td colspan=3>{year}</td></tr>{rows}" for year in (2025, 2024))
    view = page(f"<h1>Fairs</h1><table><tr><th>Start</th><th>End</th><th>Name</th></tr>{body}</table>")
    got = read(view, spec([make_field("start", "date"), make_field("end", "date"), make_field("name")]))
    assert got.error(view.url) is not None or {record.values["end"] for record in got.records} == {None}


def test_what_other_cards_have_in_the_place_of_records_stands_above_none(page: Page, spec: Spec) -> None:
    """Cards, some of which have notes at their price, which are the records: another card's price is none of theirs."""
    card = "<li class=card><h2>{}</h2><div class=price>${}{}</div><a href=/buy/{}>Buy it</a></li>"
    goods = [("Oak lamp", 5, ""), ("Elm lamp", 8, "Dented"), ("Ash lamp", 9, ""), ("Fir lamp", 7, "Shown in the shop")]
    cards = "".join(
        card.format(name, price, f"<p class=note>{note}</p>" if note else "", price) for name, price, note in goods
    )
    each = make_field("each", css="p").target
    view = page(f"<ul>{cards}</ul>", marks={"css=p": tagged("p")})
    found = read(view, spec({"text": "text", "price": "money"}, each=each))
    assert [(record.values["text"], record.values.get("price")) for record in found.records] == [
        ("Dented", None),
        ("Shown in the shop", None),
    ]


POSTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "2025": (("05-02", "Salt marsh"), ("03-14", "Old pier"), ("01-30", "Low tide")),
    "2024": (("11-05", "Seals"), ("06-02", "Ice")),
}


def _archive(
    entry: str, form: str = "{month:02}-{day:02}", posts: Mapping[str, Sequence[tuple[str, str]]] = POSTS
) -> str:
    """An archive parted by years: a day and the title in every entry."""
    months = (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
    )
    return "<h1>Archive</h1>" + "".join(
        f"<h2>{year}</h2><ul>"
        + "".join(
            entry.format(form.format(month=int(day[:2]), day=int(day[3:]), name=months[int(day[:2]) - 1]), title)
            for day, title in own
        )
        + "</ul>"
        for year, own in posts.items()
    )


PLAIN_POST = "<li><span>{0}</span> <a href=/p/{1}>{1}</a></li>"


@pytest.mark.parametrize("form", ["{month:02}-{day:02}", "{day}/{month}", "{name} {day:02}", "{day} {name}"])
@pytest.mark.parametrize(
    "entry",
    [
        PLAIN_POST,
        "<li><a href=/p/{1}>{1}</a> <small class=date>{0}</small></li>",
        "<li><a href=/p/{1}><time>{0}</time> {1}</a></li>",
    ],
)
def test_a_day_without_a_year_is_a_date_below_years(page: Page, spec: Spec, entry: str, form: str) -> None:
    """No record has another date, and nothing calls it one."""
    found = rows_of(page(_archive(entry, form)), spec({"title": "text", "date": "date", "url": "link"}))
    assert [(row["date"], row["title"]) for row in found] == [
        (date(int(year), int(day[:2]), int(day[3:])), title) for year, own in POSTS.items() for day, title in own
    ]


@pytest.mark.parametrize(
    ("entry", "posts"),
    [
        (PLAIN_POST, {"2025": (("05-02", "a"), ("04-01", "b"), ("02-01", "c"))}),  # sorted with the day first, too
        (PLAIN_POST, {"2025": (("05-02", "a"), ("02-25", "b"), ("08-11", "c"))}),  # in no order
        (PLAIN_POST.replace("{0}", "{0} – 06-01"), POSTS),
        (PLAIN_POST, {"Best of 2025": POSTS["2025"], "Best of 2024": POSTS["2024"]}),
    ],
)
def test_numbers_that_may_be_no_days_are_no_date(
    page: Page, spec: Spec, entry: str, posts: Mapping[str, Sequence[tuple[str, str]]]
) -> None:
    """They may be scores, or days written the other way round."""
    view = page(_archive(entry, posts=posts))
    assert read(view, spec({"title": "text", "date": "date", "url": "link"})).lacking(view.url) is not None


def test_a_day_without_a_year_stands_behind_a_whole_date(page: Page, spec: Spec) -> None:
    """The year above is that of the season, and the day the one on which the entry was changed."""
    rows = "".join(
        f"<li><span>{day}</span> <i>2023-12-0{n}</i> <a href=/{n}>Note {n}</a></li>"
        for n, day in enumerate(("05-02", "03-14", "01-30"), 1)
    )
    found = rows_of(page(f"<h2>2025</h2><ul>{rows}</ul>"), spec({"title": "text", "date": "date"}))
    assert [row["date"] for row in found] == [date(2023, 12, n) for n in (1, 2, 3)]
