"""What lists of public offices taught: pages whose texts nothing names, and that are easily read wrong in silence."""

from collections.abc import Callable, Mapping

import pytest

from tests.records.page_rows import rows_of
from webdart.errors import Ambiguous, NotFound
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

NAMES = ("Ash v. Birch", "City of Elm v. Fir", "Hazel v. Oak", "Rowan v. Willow")


def columns(got: Extraction, *names: str) -> list[tuple[object, ...]]:
    return [tuple(record.values[name] for name in names) for record in got.records]


def test_a_title_is_made_of_words(page: Page, spec: Spec) -> None:
    """The link says a number, the text beside it the name: the title is the name, and the rest is told as a guess."""
    rows = "".join(
        f"<div class=row><div><a href=/d/{n}>23-{1160 + n}</a></div><div>{name}</div><i>2024-12-{n + 10}</i></div>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<main>{rows}</main>")
    got = read(view, spec({"matter": "text", "file": "text", "date": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "matter", "file") == [(name, f"23-{1160 + n}") for n, name in enumerate(NAMES)]
    assert [(r.code, r.column) for r in got.remarks] == [("by type", "file")]


def test_two_texts_that_nothing_names_are_told(page: Page, spec: Spec) -> None:
    """A field that is neither the title nor named, and two texts that it could be: both are shown, none is taken."""
    rows = "".join(
        f"<li><h4><a href=/d/{n}>{name}</a></h4><a href=/c/{n}>2024 OK {50 + n}</a><span>, {'' if n % 2 else 'SCBD-'}{121690 + n}</span></li>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<ol>{rows}</ol>")
    error = read(view, spec({"matter": "text", "docket": "text"})).error(view.url)
    assert isinstance(error, Ambiguous)
    assert "2024 OK 50" in str(error)
    assert "SCBD-121690" in str(error)


def test_a_cell_around_another_field_is_no_value(page: Page, spec: Spec) -> None:
    """The cell that holds the title and a summary is not the text that is left for a second field."""
    rows = "".join(
        f"<tr><td><a href=/d/{n}>{name}</a><p>Filed on paper.</p></td><td>0{n + 1}/12/2024</td></tr>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<table>{rows}</table>"), spec({"matter": "text", "docket": "text", "date": "date"}))
    assert [missing.field for missing in got.missing] == ["docket"]


def test_the_rest_of_a_longer_label_is_no_value(page: Page, spec: Spec) -> None:
    """No docket is called "Number" for standing below "Docket Number"; "Docket #: 25-291" has one called 25-291."""
    longer = "".join(
        f"<li><div>Docket Number</div><div>19-P-{n}</div><h3><a href=/d/{n}>{name}</a></h3></li>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<ul>{longer}</ul>"), spec({"name": "text", "docket": "text"}))
    assert "Number" not in [record.values["docket"] for record in got.records]
    signed = "".join(
        f"<li><p>Docket #: 25-29{n}</p><h3><a href=/d/{n}>{name}</a></h3></li>" for n, name in enumerate(NAMES)
    )
    got = read(page(f"<ul>{signed}</ul>"), spec({"name": "text", "docket": "text"}))
    assert columns(got, "docket") == [(f"25-29{n}",) for n in range(4)]


def test_a_first_row_unlike_all_others_is_heads(page: Page, spec: Spec) -> None:
    """Words above columns of figures and links, in cells like any other: heads, with the names of the columns."""
    rows = "".join(
        f"<tr><td><a href=/d/{n}>{n}ag/15</a></td><td>2015-08-{n + 10}</td><td>{name}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<table><tr><td>Case</td><td>Filed</td><td>Parties</td></tr>{rows}</table>")
    got = read(view, spec({"name": "text", "case": "text", "filed": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "name", "case") == [(name, f"{n}ag/15") for n, name in enumerate(NAMES)]


def test_a_record_without_figures_first_is_no_head(page: Page, spec: Spec) -> None:
    """One column of figures is too little to call the first row heads: it may be a record that lacks its figure."""
    rows = "".join(f"<tr><td>{name}</td><td>1{n}</td></tr>" for n, name in enumerate(NAMES))
    got = read(page(f"<table><tr><td>Alder v. Bay</td><td>none</td></tr>{rows}</table>"), spec({"name": "text"}))
    assert len(got.records) == 5


def test_the_head_of_a_fold_is_content(page: Page, spec: Spec) -> None:
    """What a record's fold is opened by has its name; a button that does something has none."""
    items = "".join(
        f"<div class=item><h3><button>{name}</button></h3><p>2025-12-{n + 10}</p><button>Save</button></div>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<main>{items}</main>")
    got = read(view, spec({"name": "text", "date": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "name") == [(name,) for name in NAMES]


def test_a_page_of_prose_is_no_record(page: Page, spec: Spec) -> None:
    """A heading, a text and a date are on any page: without one name of a field they are not the listing."""
    view = page("<main><h2>Opinions</h2><h3>How to search</h3><p>Last changed on 2025-05-23.</p></main>")
    assert isinstance(read(view, spec({"name": "text", "docket": "text", "date": "date"})).error(view.url), NotFound)


def test_a_table_goes_before_a_frame_around_it(page: Page, spec: Spec) -> None:
    """Three blocks of a page, one of them with a table of three rows: the rows are the records."""
    rows = "".join(f"<tr><td>2024-07-0{n + 1}</td><td>AP{n}</td><td>{NAMES[n]}</td></tr>" for n in range(3))
    heads = "<tr><th>Release date</th><th>Case number</th><th>Caption</th></tr>"
    view = page(
        f"<div><div><h1>Opinions</h1></div><div><p><a href=/again>Search again</a></p><table><thead>{heads}</thead>"
        f"{rows}</table></div><div><p>Notes</p></div></div>"
    )
    assert len(read(view, spec({"name": "text", "docket": "text", "date": "date"})).records) == 3


def test_rows_in_two_colours_are_one_listing(page: Page, spec: Spec) -> None:
    """Records of two classes in turn, and a pager like them below: each is one record, none is two."""
    items = "".join(
        f"<div class='row{' shaded' if n % 2 else ''}'><div class=row><b>Case name</b><div>{NAMES[n % 4]} {n}</div></div>"
        f"<div class=row><i>2020-12-{n + 10}</i></div></div>"
        for n in range(10)
    )
    view = page(f"<main><h3>Results</h3>{items}<div class=row><p>Page 1 of 9</p></div></main>")
    got = read(view, spec({"case_name": "text", "date": "date"}))
    assert len(got.records) == 10


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


def test_an_event_that_is_held_again_has_its_name(page: Page, spec: Spec) -> None:
    """One title in all records, leading to a page of its own in each: the title, and not the place that varies."""
    items = "".join(
        f"<li><a href=/events/{n}>Public Meeting</a><ul><li>1{n}/19/2023</li><li>Office {n % 2}</li></ul></li>"
        for n in range(3)
    )
    view = page(f"<main><ul>{items}</ul></main>")
    got = read(view, spec({"title": "text", "date": "date"}))
    assert columns(got, "title") == [("Public Meeting",)] * 3


def test_what_every_card_says_to_lead_on_is_no_title(page: Page, spec: Spec) -> None:
    """A "Read more" leads to another page in each card too, and does not begin it."""
    items = "".join(
        f"<li><div>{name}</div><p>1{n}/19/2023</p><a href=/events/{n}>Read more</a></li>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "date": "date"}))
    assert columns(got, "title") == [(name,) for name in NAMES]


def test_a_number_out_of_a_title_is_told(page: Page, spec: Spec) -> None:
    """A weight that is nowhere, and a number in every title: taken, for it is the only one, and not in silence."""
    items = "".join(f"<li><h3><a href=/p/{n}>Parcel {n}</a></h3><p>on its way</p></li>" for n in range(1, 5))
    got = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "weight": "number"}))
    told = [(remark.code, remark.column) for remark in got.remarks]
    assert ("by type", "weight") in told or got.missing


@pytest.mark.parametrize(
    "name", ["<h3><a href=/d/{n}>{title}</a></h3>", "<div class=n><a href=/d/{n}>{title}</a></div>"]
)
@pytest.mark.parametrize("also", [{}, {"url": "link"}, {"added": "date"}])
def test_what_is_told_of_things_is_not_what_they_are_called(
    page: Page, spec: Spec, name: str, also: Mapping[str, str]
) -> None:
    """A file that asks for a description, and for no name, gets sentences; any other name of a text gets the title."""
    things = ("Red lamp", "Blue chair", "Old table", "New shelf")
    cards = "".join(
        f"<li class=card>{name.format(n=n, title=title)}<p>It is the {title.lower()} that I bought, and I like it.</p>"
        f"<span class=when>{n} May 2024</span></li>"
        for n, title in enumerate(things, 1)
    )
    view = page(f"<h1>Things</h1><ul>{cards}</ul>")
    told = [row["description"] for row in rows_of(view, spec({"description": "text", **also}))]
    assert told == [f"It is the {title.lower()} that I bought, and I like it." for title in things]
    assert [row["thing"] for row in rows_of(view, spec({"thing": "text", **also}))] == list(things)
