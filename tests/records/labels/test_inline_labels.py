"""Several labels with their values in one line of text: each field has its own, as far as the next label."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]
LEVELS = ("easy", "hard", "very easy", "medium")


def tours(page: Page, spec: Spec, fields: list[Field], *lines: str) -> list[tuple[object, ...]]:
    body = "".join(f"<li><h3><a href=/t/{n}>Tour {'ABCDEFGH'[n]}</a></h3>{line}</li>" for n, line in enumerate(lines))
    got = read(page(f"<main><ul>{body}</ul></main>"), spec(fields))
    assert got.error("") is None, got.error("")
    assert got.lacking("") is None, got.lacking("")
    return [tuple(record.values[field.name] for field in fields[1:]) for record in got.records]


@pytest.mark.parametrize("sign", [", ", "; ", " · ", " | ", " - ", " – ", " / "])
@pytest.mark.parametrize("line", ["<p>Length: {} km{}Level: {}</p>", "Length: {} km{}Level: {}"])
def test_every_labelled_piece_is_found(page: Page, spec: Spec, declared: Declare, sign: str, line: str) -> None:
    """By the field's name or by a written label, also where the first label is nobody's."""
    lines = [line.format(f"{n},5", sign, level) for n, level in enumerate(LEVELS)]
    both = [declared("title"), declared("length"), declared("level")]
    assert tours(page, spec, both, *lines) == [(f"{n},5 km", level) for n, level in enumerate(LEVELS)]
    second = [declared("title"), declared("how_hard", label="Level")]
    assert tours(page, spec, second, *lines) == [(level,) for level in LEVELS]
    first = [declared("title"), declared("length")]
    assert tours(page, spec, first, *lines) == [(f"{n},5 km",) for n in range(4)]


@pytest.mark.parametrize(
    "line",
    [
        "<p><b>Length:</b> {} km, <b>Level:</b> {}</p>",
        "<p><b>Length</b>: {} km; <b>Level</b>: {}</p>",
        "<p><b>Length</b> {} km | <b>Level</b> {}</p>",
        "<p><b>Length:</b> {} km, Level: {}</p>",
        "<p>Length: {} km, <b>Level:</b> {}</p>",
        "<p>Length: <em>{} km</em>, Level: <em>{}</em></p>",
        "<p>Length: {} km, Level: <em>{}</em></p>",
        "<p>Length: <em>{} km</em> - Level: <em>{}</em></p>",
        "<p><b>Length:</b> {} km / <b>Level:</b> {}</p>",
        "<p>Tour of a day, Length: {} km, Level: {}</p>",
        "<p>Length：{} km，Level：{}</p>",
        "<dl><dt>Length</dt><dd>{} km, Level: {}</dd></dl>",
    ],
)
def test_labels_and_values_in_elements_of_their_own(page: Page, spec: Spec, declared: Declare, line: str) -> None:
    """The sign between a value and the next label belongs to neither."""
    fields = [declared("title"), declared("length"), declared("level")]
    lines = [line.format(n, level) for n, level in enumerate(LEVELS)]
    assert tours(page, spec, fields, *lines) == [(f"{n} km", level) for n, level in enumerate(LEVELS)]


def test_a_line_that_lacks_a_label_or_its_value(page: Page, spec: Spec, declared: Declare) -> None:
    fields = [declared("title"), declared("length"), declared("level")]
    lines = (
        "Length: 1 km, Level: easy",
        "Level: hard",
        "Length: 3 km",
        "Length: , Level: easy",
        "Length: 5 km, Level:",
    )
    assert tours(page, spec, fields, *(f"<p>{line}</p>" for line in lines)) == [
        ("1 km", "easy"), (None, "hard"), ("3 km", None), (None, "easy"), ("5 km", None)
    ]  # fmt: skip


def test_signs_and_colons_of_a_value_are_its_own(page: Page, spec: Spec, declared: Declare) -> None:
    """Only what the file asks for, or what most of the lines have, is a label."""
    fields = [declared("title"), declared("start"), declared("level")]
    starts = ("Bern, old town", "Thun - lake, 10:30", "Chur, ask: reception", "A-, B/C; D")
    lines = [
        f"<p>Start: {start}, Level: {level}, Season: summer</p>" for start, level in zip(starts, LEVELS, strict=True)
    ]
    assert tours(page, spec, fields, *lines) == list(zip(starts, LEVELS, strict=True))
    films = ("Star Trek - Episode I: The Chase", "Alien, Part 2: The Return", "Dune", "Solaris")
    titles = [declared("title"), declared("film")]
    assert tours(page, spec, titles, *(f"<p>Film: {film}</p>" for film in films)) == [(film,) for film in films]


def test_a_label_in_one_records_prose_is_no_column(page: Page, spec: Spec, declared: Declare) -> None:
    """What one of many descriptions says in mid-sentence doesn't take the field from what all records have."""
    prose = ("Fine.", "Two lamps, price: see below.", "Round.", "Tall.")
    lines = [f"<p>{text}</p><p class=cost>{n + 10}.00 €</p>" for n, text in enumerate(prose)]
    fields = [declared("title"), declared("price", "money")]
    assert [str(row[0]) for row in tours(page, spec, fields, *lines)] == ["10.00", "11.00", "12.00", "13.00"]


def test_a_line_of_a_records_own_page(page: Page, spec: Spec, declared: Declare) -> None:
    fields = [declared("title"), declared("length", "number"), declared("level")]
    html = "<main><h1>Tour A</h1><p>Fine.</p><p>Start: Bern, Length: 4,5 km, Level: easy</p></main>"
    got = read(page(html), spec(fields, kind="page", locale="de"))
    assert got.error("") is None
    assert [record.values for record in got.records] == [{"title": "Tour A", "length": 4.5, "level": "easy"}]


@pytest.mark.parametrize("behind", [", Level: {}", "; <b>Level:</b> {}", " | <b>Level</b> {}"])
def test_a_list_of_links_in_front_of_the_next_label(page: Page, spec: Spec, declared: Declare, behind: str) -> None:
    """The value goes to its last link, not to the first."""
    fields = [declared("title"), declared("tags", "[text]"), declared("level")]
    links = "<a href=/tag/lake>lake</a>, <a href=/tag/view>view</a>"
    lines = [f"<p>Tags: {links}{behind.format(level)}</p>" for level in LEVELS]
    assert tours(page, spec, fields, *lines) == [(("lake", "view"), level) for level in LEVELS]
    text = [declared("title"), declared("tags")]
    assert tours(page, spec, text, *lines) == [("lake, view",)] * 4


PEOPLE = ("Ann Lee", "Bo Strand", "Zoe Ng", "Ivo Maric")


def books(line: str) -> str:
    """Six books, each with a line below its name."""
    return "".join(
        f"<div class=it><h3><a href=/b/{n}>Book {n}</a></h3><p>{line.format(who=PEOPLE[n % 4], year=1990 + n, n=n)}</p></div>"
        for n in range(6)
    )


def test_labels_that_mere_blanks_part(page: Page, spec: Spec) -> None:
    """Blanks, however wide they are drawn, are one: the next label ends a value all the same."""
    view = page(f"<h1>Books</h1><div>{books('Author: {who} Year: {year} Call number: Q{n}')}</div>")
    rows = rows_of(view, spec({"title": "text", "author": "text", "year": "integer", "call_number": "text"}))
    assert rows == [
        {"title": f"Book {n}", "author": PEOPLE[n % 4], "year": 1990 + n, "call_number": f"Q{n}"} for n in range(6)
    ]


def test_a_value_that_ends_before_a_label_that_nobody_asked_for_is_told(page: Page, spec: Spec) -> None:
    """What stands before a colon in most records is a label, unless it is not."""
    got = read(
        page(f"<div>{books('Author: {who} Call number: Q{n}')}</div>"), spec({"title": "text", "author": "text"})
    )
    assert [record.values["author"] for record in got.records] == [PEOPLE[n % 4] for n in range(6)]
    assert any("before the label 'Call number'" in str(remark) for remark in got.remarks)


@pytest.mark.parametrize("line", ["Series: Star Trek: Part {n}", "Series: Trek {n}: the end", "Series: At 10:30 {n}"])
def test_a_colon_within_a_value_ends_none(page: Page, spec: Spec, line: str) -> None:
    """The words before it are the same in all, or others in each: no label."""
    rows = rows_of(page(f"<div>{books(line)}</div>"), spec({"title": "text", "series": "text"}))
    assert [row["series"] for row in rows] == [line.format(n=n)[8:] for n in range(6)]
