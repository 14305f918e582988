"""Two readings of one page: where both are sure and differ, a person is told."""

from collections.abc import Callable, Sequence
from datetime import date

import pytest

from tests.records.conftest import HERE, make_field
from webdart.extract.second_opinion import second_opinion
from webdart.navigate.shared_templates import Learned
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Wrapper, read
from webdart.records.model import Record
from webdart.records.query.wrapper import Anchor
from webdart.values import replace
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
ROWS = (("Red lamp", 7, 214), ("Blue chair", 12, 69), ("Oak shelf", 3, 774), ("Tin cup", 41, 88), ("Hat rack", 5, 130))


def forum(listed: Sequence[tuple[str, int, int]] = ROWS) -> str:
    rows = "".join(
        f"<tr><td><a href=/t/{views}>{title}</a></td><td>{replies}</td><td>{views}</td></tr>"
        for title, replies, views in listed
    )
    return f"<table><thead><tr><th>Title</th><th>Replies</th><th>Views</th></tr></thead><tbody>{rows}</tbody></table>"


def fields() -> list[Field]:
    return [make_field("title"), make_field("replies", "integer")]


def swapped(found: Extraction) -> Extraction:
    """The same with the views for the replies."""
    views = {title: views for title, _, views in ROWS}
    return replace(
        found,
        records=tuple(
            replace(one, values={**one.values, "replies": views[str(one.values["title"])]}) for one in found.records
        ),
    )


def test_nothing_is_said_where_both_readings_agree(page: Page, spec: Spec):
    view, wanted = page(forum()), spec(fields())
    assert second_opinion(view, wanted, read(view, wanted)) == ()


def test_another_column_is_told_with_both(page: Page, spec: Spec):
    view, wanted = page(forum()), spec(fields())
    (told,) = second_opinion(view, wanted, swapped(read(view, wanted)))
    assert (told.code, told.column, told.count) == ("other column", "replies", len(ROWS))
    assert "'214', '69', '774'" in told.text
    assert "'Replies', as in '7', '12', '3'" in told.text


def test_another_number_of_records_is_told(page: Page, spec: Spec):
    view, wanted = page(forum()), spec(fields())
    found = read(view, wanted)
    (told,) = second_opinion(view, wanted, replace(found, records=found.records[:2]))
    assert (told.code, told.column) == ("other records", "")
    assert f"2 records are read, but the page may have {len(ROWS)}" in told.text


def test_a_list_that_has_all_of_it_and_more_is_told(page: Page, spec: Spec):
    """What happened lately to some of the things, and all things beside it; not where the other list has others."""
    wanted = spec([make_field("title"), make_field("url", "link"), make_field("state")])
    titles = {title: views for title, _, views in ROWS}
    for more, told in ({"Jug": 5, "Mat": 9}, True), ({}, False):
        listed = titles | more if told else {**dict(list(titles.items())[1:]), "Jug": 5, "Mat": 9, "Tub": 3}
        items = "".join(
            f"<div class=item><a href=/t/{at}><b>{title}</b></a> <i>{'live' if at % 3 else 'on trial'}</i></div>"
            for title, at in listed.items()
        )
        events = "".join(
            f"<tr><td><a href=/t/{at}>{title}</a></td><td>{'Up' if at % 2 else 'Down'}</td></tr>"
            for title, at in titles.items()
        )
        table = f"<table><tr><th>Title</th><th>State</th></tr>{events}</table>"
        view = page(f"<div class=side>{items}</div><div>{table}</div>")
        found = read(view, wanted)
        assert [one.values["title"] for one in found.records] == list(titles)
        said = second_opinion(view, wanted, found)
        assert [one.code for one in said] == (["other records"] if told else [])
        assert not told or "with 2 more, as 'Jug', 'Mat'" in said[0].text


@pytest.mark.parametrize("around", ["nav", "aside", "footer"])
def test_a_longer_list_around_the_content_tells_nothing(around: str, page: Page, spec: Spec):
    """Menus and archives have all that there is."""
    rows = [*ROWS, ("Jug", 2, 5), ("Mat", 4, 9)]
    links = "".join(f"<div class=item><a href=/t/{views}><b>{title}</b></a></div>" for title, _, views in rows)
    cards = "".join(f"<li><h3><a href=/t/{views}>{title}</a></h3></li>" for title, _, views in ROWS)
    view = page(f"<{around}>{links}</{around}><main><h1>Things</h1><ul>{cards}</ul></main>")
    wanted = spec([make_field("title"), make_field("url", "link")])
    found = read(view, wanted)
    assert [one.values["title"] for one in found.records] == [title for title, *_ in ROWS]
    assert second_opinion(view, wanted, found) == ()


def test_the_column_of_another_field_is_no_rival(page: Page, spec: Spec):
    """One head has two names, and the cell has two texts: what the first field has is not the second's."""
    people = ("Ann Lee", "Bo Dahl", "Cy Dunn", "Di Fox", "Ed Hill", "Flo Gray")
    things = ("Oak chair", "Elm table", "Ash lamp", "Fir bed", "Yew vase", "Box rug")
    rows = "".join(
        f"<tr><td><a href=/t/{n}>{thing}</a><br>{who}</td><td>2025-01-{n + 10}</td></tr>"
        for n, (thing, who) in enumerate(zip(things, people, strict=True))
    )
    view = page(f"<table><thead><tr><th>Name / City</th><th>Since</th></tr></thead><tbody>{rows}</tbody></table>")
    wanted = spec([make_field("name"), make_field("city"), make_field("since", "date")])
    found = read(view, wanted)
    assert [(one.values["name"], one.values["city"]) for one in found.records] == list(zip(things, people, strict=True))
    assert not [one for one in second_opinion(view, wanted, found) if one.column == "city"]


def test_what_the_file_locates_is_no_matter_of_opinion(page: Page, spec: Spec):
    view, wanted = page(forum()), spec(fields())
    found = swapped(read(view, wanted))
    at = spec([make_field("title"), make_field("replies", "integer", css="td:nth-child(3)")])
    assert second_opinion(view, at, found) == ()
    page_itself = replace(wanted, kind="page")
    assert second_opinion(view, page_itself, found) == ()


def test_few_records_tell_nothing(page: Page, spec: Spec):
    view, wanted = page(forum(ROWS[:3])), spec(fields())
    assert second_opinion(view, wanted, swapped(read(view, wanted))) == ()


def test_few_records_below_a_heading_that_the_file_names_tell(page: Page, spec: Spec):
    """Which part of the page is meant is known, and longer lists elsewhere are no matter."""
    others = "".join(
        f"<h2>{name}</h2>{forum((*ROWS, *ROWS))}" for name in ("News", "Offers", "Wanted", "Found", "Lost")
    )
    view = page(f"{others}<h2>Pinned</h2>{forum(ROWS[:3])}")
    wanted = spec(fields(), within=Words(text=Template.literal("Pinned", HERE), at=HERE))
    assert second_opinion(view, wanted, read(view, wanted)) == ()
    (told,) = second_opinion(view, wanted, swapped(read(view, wanted)))
    assert (told.code, told.column, told.count) == ("other column", "replies", 3)


def test_slides_that_are_shown_twice_are_no_more_records(page: Page, spec: Spec):
    view, wanted = page(forum((*ROWS, *ROWS))), spec(fields())
    found = read(view, wanted)
    assert second_opinion(view, wanted, replace(found, records=found.records[: len(ROWS)])) == ()


def test_an_opinion_is_asked_for_once_a_stage_and_counted_once(page: Page, spec: Spec):
    """Later walks of a stage are told what the first page showed, whatever theirs may show."""
    learned, view, wanted = Learned(), page(forum()), spec(fields())
    found = read(view, wanted)
    (told,) = learned.second_opinion(view, wanted, swapped(found))
    assert learned.second_opinion(view, wanted, found) == (replace(told, count=0),)


def test_a_text_that_holds_another_field_beside_its_own_is_told(page: Page, spec: Spec):
    """The hour stands in one text with the title; the page has the title by itself, too, which is less than sure."""
    shown = (("News", "06:00"), ("Weather", "07:30"), ("Sport", "08:15"), ("Cinema", "09:40"), ("Music", "11:05"))
    rows = "".join(
        f"<li><p>{hour} {name}</p><div><h3>{name}</h3><span>{hour}</span></div><h4>All of {name}</h4></li>"
        for name, hour in shown
    )
    view, wanted = page(f"<ul>{rows}</ul>"), spec([make_field("title"), make_field("hour")])
    mixed = [{"title": f"{hour} {name}", "hour": hour} for name, hour in shown]
    anchors = {name: Anchor("path:p", "type") for name in ("title", "hour")}
    wrapper = Wrapper(shape="ul/li", anchors=anchors)
    found = Extraction(verdict="found", records=tuple(Record(values=values) for values in mixed), wrapper=wrapper)
    assert [(one.code, one.column) for one in second_opinion(view, wanted, found)] == [("other column", "title")]


def test_a_text_with_another_one_below_it_is_told(page: Page, spec: Spec):
    """A link of two lines, the title and where the thing is: the title may be meant."""
    places = ("tools", "safety", "tools", "reagents", "safety", "tools", "tools", "safety")
    rows = "".join(
        f"<tr><td><a href='/{place}/p{n}/'>Hood {n}<br><small>/{place}/p{n}/</small></a><p>Use Use of <strong>Hood</strong> {n}, "
        f"text {place}. Part Stock</p></td><td>{n} hours ago</td></tr>"
        for n, place in enumerate(places, 3)
    )
    view = page(f"<h1>Search results</h1><table><tr><th>Title</th><th>Last modified</th></tr>{rows}</table>")
    wanted = spec([make_field("title"), make_field("url", "link")])
    (told,) = second_opinion(view, wanted, read(view, wanted))
    assert (told.code, told.column) == ("other column", "title")
    assert "as in 'Hood 3', 'Hood 4', 'Hood 5'" in told.text


def test_the_only_text_field_is_no_title_by_that(page: Page, spec: Spec):
    """A number out of the title, and a state: the title is not the state for being the first text."""
    states = ("Fail", "Complete", "Complete", "Fail", "Complete", "Complete", "Running", "Complete")
    rows = "".join(
        f"<li><div class=item><span class=primary>Trial {n}</span><div class=chip><span class=label>{state}</span></div></div></li>"
        for n, state in enumerate(states)
    )
    view = page(f"<h1>Trials</h1><ul>{rows}</ul>")
    wanted = spec([make_field("number", "integer", match=r"Trial (\d+)"), make_field("state")])
    found = read(view, wanted)
    assert found.records[0].values == {"number": 0, "state": "Trial 0"}
    (told,) = second_opinion(view, wanted, found)
    assert (told.code, told.column) == ("other column", "state")
    assert "as in 'Fail', 'Complete', 'Complete'" in told.text


def test_what_a_search_has_marked_parts_no_title(page: Page, spec: Spec):
    """The words that were searched for are set off in every title, which is one line all the same."""
    rows = "".join(
        f"<dt><a href='/ticket/{n}'><span class=new>#{n}</span>: task: {thing} <span class=hit>crashes</span> on page {n * 3}"
        f"</a></dt><dd><p>by ann {n} hours ago</p></dd>"
        for n, thing in enumerate(("Tides", "Charts", "Log book", "Tides", "Depths", "Charts", "Lights"), 618)
    )
    view = page(f"<h1>Search results</h1><dl>{rows}</dl>")
    wanted = spec([make_field("title"), make_field("url", "link")])
    found = read(view, wanted)
    assert found.records[0].values["title"] == "#618: task: Tides crashes on page 1854"
    assert second_opinion(view, wanted, found) == ()


def test_an_icon_says_yes_or_no_in_both_readings(page: Page, spec: Spec):
    """The words of an icon's class were held against the truth that had been read from them."""
    names = {True: "fa fa-check text-success", False: "fa fa-times text-danger"}
    rows = "".join(
        f"<tr><td><a href=/o/{n}>{n}</a></td><td>{title}</td><td><i class='{names[n % 3 == 1]}'></i></td></tr>"
        for n, (title, _, _) in enumerate(ROWS)
    )
    view = page(f"<table><thead><tr><th>Id</th><th>Title</th><th>Gift</th></tr></thead><tbody>{rows}</tbody></table>")
    wanted = spec({"id": "integer", "title": "text", "gift": "boolean"})
    found = read(view, wanted)
    assert [one.values["gift"] for one in found.records] == [False, True, False, False, True]
    assert second_opinion(view, wanted, found) == ()


def test_the_box_that_is_on_is_the_value_in_both_readings(page: Page, spec: Spec) -> None:
    """All that stands beside the boxes of a cell was held against the choice that had been read from them."""
    state = ("Paid", "Sent", "Sent", "Paid", "Sent")
    rows = "".join(
        f"<tr><td>{title}</td><td>{views}</td><td>{boxes(n, state[n])}</td></tr>"
        for n, (title, _, views) in enumerate(ROWS)
    )
    view = page(
        f"<table><thead><tr><th>Title</th><th>Views</th><th>State</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    wanted = spec({"title": "text", "views": "integer", "state": "text"})
    found = read(view, wanted)
    assert [one.values["state"] for one in found.records] == list(state)
    assert second_opinion(view, wanted, found) == ()


def boxes(row: int, chosen: str) -> str:
    return "".join(
        f"<div><label><input type=radio name=r{row} aria-label={one} {'checked' if one == chosen else ''}>{one}</label></div>"
        for one in ("Paid", "Sent")
    )


def test_the_way_up_from_a_folder_is_no_record_of_it(page: Page, spec: Spec) -> None:
    """The rules leave "Parent Directory" out and say so: whoever listed the files of a folder was in doubt."""
    line = "<tr><td><a href='{0}'>{1}</a></td><td>2025-03-0{2} 04:05</td><td>{2}</td></tr>"
    heads = "<tr>" + "".join(f"<th><a href='?C={name[0]}'>{name}</a></th>" for name in ("Name", "Modified", "Size"))
    files = "".join(line.format(f"{name}.zip", f"{name}.zip", n) for n, name in enumerate("abcdefg", start=1))
    up = "<tr><td><a href='/'>Parent Directory</a></td><td></td><td>-</td></tr>"
    view = page(f"<h1>Index of /files</h1><table>{heads}</tr>{up}{files}</table>", url="http://h.example/files/")
    declared = spec([make_field("name"), make_field("modified", "datetime")])
    found = read(view, declared)
    assert len(found.records) == 7
    assert second_opinion(view, declared, found) == ()


def test_one_address_in_two_spellings_is_one(page: Page, spec: Spec):
    """A blank is written `%20` in one reading and as it stands in the other, which keeps the part of the file, too."""
    rows = "".join(
        f"<tr><td><a href=/t/{views}>{title}</a></td><td class=pdf><a class=img-pdf href='/f/{title} a.pdf#view=fit'>"
        f"</a></td><td>{views}</td></tr>"
        for title, _, views in ROWS
    )
    html = f"<table><tr><th>Title</th><th class=file-pdf></th><th>Views</th></tr>{rows}</table>"
    view, wanted = page(html), spec([make_field("title"), make_field("pdf", "link"), make_field("url", "link")])
    assert second_opinion(view, wanted, read(view, wanted)) == ()


def test_days_without_their_year_agree_with_dates(page: Page, spec: Spec):
    """The year stands in a line above, which is in no record of a set."""
    posts = (
        ("May 2", "Red lamp"),
        ("April 9", "Hat rack"),
        ("March 30", "Tin cup"),
        ("March 4", "Oak shelf"),
        ("January 7", "Rug"),
    )
    rows = "".join(f"<li><time class=date>{day}</time> <a href=/p/{title}>{title}</a></li>" for day, title in posts)
    view = page(f"<h1>Posts</h1><h2>2025</h2><ul>{rows}</ul>")
    wanted = spec([make_field("title"), make_field("date", "date"), make_field("url", "link")])
    found = read(view, wanted)
    assert [record.values["date"] for record in found.records][-1] == date(2025, 1, 7)
    assert second_opinion(view, wanted, found) == ()
    others = [replace(one, values={**one.values, "date": date(2025, 8, 1)}) for one in found.records]
    (told,) = second_opinion(view, wanted, replace(found, records=tuple(others)))
    assert (told.code, told.column) == ("other column", "date")


def test_lines_between_the_rows_that_say_nothing_of_what_is_asked_are_no_records(page: Page, spec: Spec):
    """A line with the name of a month stands in the column of days, and has the cells of a row."""
    months = ("March", "April", "May")
    rows = "".join(
        f"<tr><td>{month}</td><td></td><td></td><td></td></tr>"
        + "".join(
            f"<tr><td>2026-0{number}-{10 + n}</td><td>64{number}{n}5</td><td><a href=/d/{number}{n}>{name} {month} Ltd</a>"
            f"</td><td>{('Prouty', 'Melnick', 'Owens')[n % 3]}</td></tr>"
            for n, name in enumerate(("Acme", "Bolt", "Cork", "Dune", "Echo"))
        )
        for number, month in enumerate(months, start=3)
    )
    heads = "".join(f"<th>{head}</th>" for head in ("Decision Date", "Number", "Appellant", "Judge"))
    view = page(f"<h1>Decisions</h1><table><tr>{heads}</tr>{rows}</table>")
    wanted = spec([make_field("decision_date", "date"), *map(make_field, ("number", "appellant", "judge"))])
    found = read(view, wanted)
    assert len(found.records) == 15
    assert second_opinion(view, wanted, found) == ()


def test_rows_with_one_cell_of_what_is_asked_are_records_where_they_are_the_most(page: Page, spec: Spec):
    """One row of six is full: that it is the only record was an answer in silence."""
    lamps = "".join(f"<tr><td colspan=3>{name} lamp</td></tr>" for name in ("Elm", "Fir", "Ash", "Bay", "Yew"))
    heads = "".join(f"<th>{head}</th>" for head in ("Name", "Price", "Stock"))
    view = page(f"<table><tr>{heads}</tr><tr><td>Oak lamp</td><td>$5.50</td><td>3</td></tr>{lamps}</table>")
    wanted = spec([make_field("name"), make_field("price", "money"), make_field("stock", "integer")])
    found = read(view, wanted)
    assert len(found.records) == 6 or second_opinion(view, wanted, found)


def test_a_line_with_the_amount_in_it_is_no_rival_of_its_name(page: Page, spec: Spec):
    """A menu without a currency: the whole line says the name, and the price again."""
    dishes = (
        "Tomato soup",
        "Fish – fried",
        "Leek pie",
        "Onion tart",
        "Rice bowl",
        "Apple cake",
        "Bean stew",
        "Nut roast",
    )
    view = page(f"<h1>Menu</h1><ul>{''.join(f'<li>{dish} – {n}.50</li>' for n, dish in enumerate(dishes, 4))}</ul>")
    wanted = spec([make_field("name"), make_field("price", "money")])
    found = read(view, wanted)
    assert [record.values["name"] for record in found.records] == list(dishes)
    assert second_opinion(view, wanted, found) == ()
