"""Fields that were taken by less than a name are told."""

from collections.abc import Callable

import pytest

from tests.records.conftest import HERE
from webdart.extract.reader import read as read_with_sets
from webdart.page.model import Node, PageView
from webdart.records import ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Engine, Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_a_number_out_of_a_title_is_told(page: Page, spec: Spec) -> None:
    """A weight that is nowhere, and a number in every title: taken, for it is the only one, and not in silence."""
    items = "".join(f"<li><h3><a href=/p/{n}>Parcel {n}</a></h3><p>on its way</p></li>" for n in range(1, 5))
    got = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "weight": "number"}))
    told = [(remark.code, remark.column) for remark in got.remarks]
    assert ("by type", "weight") in told or got.missing


JOBS = "".join(
    f"<div class=job><h2><a href=/{day}>{name}</a></h2><p>{place}</p><span>{day} de março de 2026</span></div>"
    for day, name, place in ((3, "Programador", "Lisboa"), (4, "Desenhador", "Porto"), (9, "Gestora", "Braga"))
)


@pytest.mark.parametrize(("name", "doubted"), [("title", False), ("titulo", False), ("nome", False), ("vaga", True)])
def test_what_records_are_called_has_usual_names_in_every_language(page: Page, spec: Spec, name: str, doubted: bool):
    """A `nome` was a guess where a `name` was none."""
    got = read(page(JOBS), spec({name: "text", "published": "date"}, locale="pt-PT"))
    assert [record.values[name] for record in got.records] == ["Programador", "Desenhador", "Gestora"]
    assert any(remark.code == "by type" and remark.column == name for remark in got.remarks) is doubted


def test_a_date_that_the_locale_does_not_read_says_so(page: Page, spec: Spec):
    """The error named only what was looked for."""
    got = read(replace(page(JOBS), language="pt-PT"), spec({"title": "text", "published": "date"}))
    error = got.error("http://jobs.example/") or got.lacking("http://jobs.example/")
    assert error is not None
    assert "dates are read as en-US writes them, the page is in 'pt-PT': set the site's `locale`" in str(error)


def test_boxes_that_choose_records_are_no_value(page: Page, spec: Spec) -> None:
    """A box without words before each mail, none of them ticked; where some are, they say what is done."""
    for ticked, doubted in ((9, True), (1, False)):
        rows = "".join(
            f"<li><input type=checkbox {'checked' if n == ticked else ''}><a href=/m/{n}>{name}</a></li>"
            for n, name in enumerate(("Your invoice", "Re: Meeting", "Photos", "See you"))
        )
        got = read(page(f"<ul>{rows}</ul>"), spec({"subject": "text", "attachment": "boolean"}))
        told = [remark.column for remark in got.remarks if remark.code == "by type"]
        assert ("attachment" in told) == doubted, got


def test_what_a_class_calls_so_is_no_doubt(page: Page, spec: Spec) -> None:
    """A text whose class ends in the field's name is not only left over; one beside it that has no name is."""
    rows = "".join(
        f"<li><a href=/m/{n}>{name}</a><div class=match-status>{said}</div><div class=more>{town}</div></li>"
        for n, (name, said, town) in enumerate(
            (("Ash v. Birch", "over", "Ayr"), ("Elm v. Fir", "live", "Bath"), ("Oak v. Yew", "soon", "Cork"))
        )
    )
    got = read(page(f"<h1>Matches</h1><ul>{rows}</ul>"), spec({"title": "text", "status": "text", "city": "text"}))
    assert [one.column for one in got.remarks if one.code == "by type"] == ["city"]


def test_one_head_with_the_fields_name_is_no_doubt(page: Page, spec: Spec) -> None:
    """`country` stands under "Country name"; of "Country, city" it is half, and `speed` stands under no such head."""
    rows = "".join(
        f"<tr><td><a href=/h/{n}>Host {name}</a></td><td>{name}land, {name}</td><td>{n}00 ms</td></tr>"
        for n, name in enumerate(("Ayr", "Bath", "Cork", "Deal"), 1)
    )
    heads: tuple[tuple[str, str, list[str]], ...] = (
        ("Country name", "Speed (mean)", []),
        ("Country name", "Ping", ["speed"]),
        ("Country, city", "Speed (mean)", ["country"]),
    )
    for first, last, told in heads:
        html = f"<table><tr><th>Name</th><th>{first}</th><th>{last}</th></tr>{rows}</table>"
        got = read(page(html), spec({"name": "text", "country": "text", "speed": "text"}))
        assert [one.column for one in got.remarks if one.code == "by type"] == told, last


@pytest.mark.parametrize("mark", ["author-content", "author-text", "author-data"])
def test_what_belongs_to_a_thing_is_not_called_so(page: Page, spec: Spec, mark: str) -> None:
    """The text of an author is no `author`, who stands beside it."""
    rows = "".join(
        f"<li><a href=/p/{n}>{name} post</a><div class={mark}>What {name} wrote of trees</div><i>{name} Smith</i></li>"
        for n, name in enumerate(("Birch", "Elm", "Ash", "Oak"))
    )
    got = read(page(f"<h1>Posts</h1><ul>{rows}</ul>"), spec({"title": "text", "author": "text"}))
    assert got.problems or [one.column for one in got.remarks if one.code == "by type"] == ["author"]


def test_a_class_of_the_records_names_no_field(page: Page, spec: Spec) -> None:
    """A record of several texts is called a release; which of them is one is not said."""
    texts = (("latest", "1.6.0"), ("1.6.0", "2 days ago"), ("1.5.2", "7 days ago"))
    rows = "".join(
        f"<li class=release-item><div><a href=/r/{n}>{name}</a></div><div><span>{more}</span></div></li>"
        for n, (name, more) in enumerate(texts)
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"release": "text", "url": "link"}))
    assert got.records[1].values["release"] == "1.6.0 2 days ago"
    assert [(remark.code, remark.column) for remark in got.remarks] == [("by type", "release")]


def test_a_head_may_call_the_records_by_the_fields_name(page: Page, spec: Spec) -> None:
    """The link in a cell below "Board name" is the `board`, whatever else the cell says."""
    rows = "".join(
        f"<tr><td><a href=/b/{n}>{name}</a><br>{told}</td><td>{n + 3}</td></tr>"
        for n, (name, told) in enumerate((("Kent", "South-east."), ("Fife", "North of Forth."), ("Mayo", "West.")))
    )
    html = f"<table><tr><th>Board name</th><th>Posts</th></tr>{rows}</table>"
    got = read(page(html), spec({"board": "text", "posts": "integer"}))
    assert [record.values["board"] for record in got.records] == ["Kent", "Fife", "Mayo"]
    assert not [remark for remark in got.remarks if remark.code == "by type"]


@pytest.mark.parametrize("declares", [True, False])
def test_a_value_of_another_field_names_no_column(page: Page, spec: Spec, declared: Declare, declares: bool) -> None:
    """One person wrote all comments of a page: the name above each date is no label where a locator says what it is."""
    rows = "".join(
        f"<div class=comment><div class=info><div class=who><a href=/u/4><span>olga</span></a></div><ul><li>{n} June 2024"
        f"</li></ul></div><div class=text>{text}</div></div>"
        for n, text in enumerate(("We lost the wax.", "So the bees like honey.", "Honey and wax, or so."), 11)
    )

    def classed(name: str) -> Callable[[Node], bool]:
        return lambda node: node.attributes.get("class") == name

    marks = {f"css=.{name}": classed(name) for name in ("comment", "who", "text")}
    fields = [declared("written", "date"), declared("body", css=".text")]
    if declares:
        fields.append(declared("author", css=".who"))
    each = Engine(engine="css", body=".comment", at=HERE)
    got = read(page(f"<h1>Why</h1><div>{rows}</div>", marks=marks), spec(fields, each=each))
    assert [(one.field, one.misnamed) for one in got.problems] == ([] if declares else [("written", True)])


def test_a_yes_or_no_without_a_name_is_told(page: Page, spec: Spec) -> None:
    """Ticks that nothing names were what was asked for; the record sets know no more than that they are ticks."""
    rows = "".join(
        f"<li><a href=/m/{n}>{name}</a> <b>{sign}</b></li>"
        for n, (name, sign) in enumerate(zip(("Ash", "Birch", "Cedar", "Elm", "Fir"), "✓✗✓✓✗", strict=True))
    )
    got = read_with_sets(page(f"<ul>{rows}</ul>"), spec({"name": "text", "available": "boolean"}))
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["available"]


@pytest.mark.parametrize(("name", "doubted"), [("category", True), ("programme", False)])
def test_what_sorts_records_is_not_what_they_are_called(page: Page, spec: Spec, name: str, doubted: bool) -> None:
    """Of goods with a category each, which several share, the names were the categories."""
    goods = "".join(
        f"<div class=pack><a href=/{n}>{word} {n}</a> <a href=/c/{n % 2}>{('Jars', 'Lids')[n % 2]}</a></div>"
        for n, word in enumerate(("Clear jar", "Tin lid", "Brown jar", "Black lid", "Tall jar", "Wide lid"))
    )
    got = read(page(goods), spec({name: "text"}))
    assert got.records[0].values[name] == "Clear jar 0"
    assert any(remark.code == "by type" and remark.column == name for remark in got.remarks) is doubted


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("<div class=publisher>Insel Press<br>June 23, 2009</div>", True),
        ("<div class=publisher><h5>Insel Press</h5><a href=/all>All their books</a></div>", True),
        ("<div class=publisher>Insel Press</div>", False),
        ("<div class=publisher>Insel Press<br>Harbour Lane</div>", False),
    ],
    ids=["day", "link", "one", "alike"],
)
def test_lines_of_different_kinds_are_told(page: Page, spec: Spec, block: str, told: bool) -> None:
    """All that stands in the element that is called so was its value: a name, and a day or a link below it."""
    view = page(f"<h1>Soup</h1><div>{block}</div><p>{'Cut the leeks. ' * 20}</p>")
    got = read(view, spec({"title": "text", "publisher": "text"}, kind="page"))
    assert got.records[0].values["publisher"]
    assert ("by type" in {remark.code for remark in got.remarks if remark.column == "publisher"}) == told


@pytest.mark.parametrize("declared", [("title", "date"), ("title", "author", "date")])
def test_who_wrote_something_is_no_name_of_its_day(page: Page, spec: Spec, declared: tuple[str, ...]) -> None:
    """A journal by one person says so before the day of every entry."""
    entries = "".join(
        f"<article><a href=/e/{n}><h3>Walk {n} along the shore</h3><p>What was seen on day {n}.</p><footer>"
        f"<span class=card-author>By Ann Porter</span> <time class=card-date datetime=2025-03-0{n}>0{n} Mar 2025</time></footer></a></article>"
        for n in range(1, 8)
    )
    fields = {name: "date" if name == "date" else "text" for name in declared}
    got = read(page(f"<main>{entries}</main>"), spec(fields))
    assert not got.problems
    assert [str(record.values["date"]) for record in got.records] == [f"2025-03-0{n}" for n in range(1, 8)]
    assert all(record.values.get("author", "Ann Porter") == "Ann Porter" for record in got.records)


@pytest.mark.parametrize(
    ("html", "doubted"),
    [
        ("<p>400 g lamb mince</p><p>2 cloves of garlic, crushed</p>", True),
        ("<p>2 cloves of garlic, crushed</p><p>400 g lamb mince</p><p>1 onion</p>", True),
        ("<p>lamb, garlic, onion</p><p>Buy them fresh.</p>", False),
        ("<p>lamb, garlic, onion</p>", False),
        ("<p>lamb</p><p class=note>Buy it fresh.</p>", False),
        ("<p>lamb</p><p><b>Level</b></p><p>Hard</p>", False),
        ("<p>lamb</p><p>Level:</p><p>Hard</p>", False),
        ("<span>In your box:</span><div><p>1 pack of lamb</p><p>1 onion</p></div>", True),
    ],
    ids=[
        "of two",
        "of three",
        "a line of several",
        "one paragraph",
        "another kind",
        "a bold label",
        "a colon",
        "a label of its own",
    ],
)
def test_the_first_of_several_paragraphs_is_hardly_a_list(html: str, doubted: bool, page: Page, spec: Spec) -> None:
    """One paragraph an entry: the first alone was the whole list, in silence."""
    view = page(
        f"<main><h1>Lamb balls</h1><p>A fine dish.</p><h3>Ingredients</h3>{html}<h3>Notes</h3><p>Eat.</p></main>"
    )
    found = read(view, spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks if one.code == "by type"] == ["ingredients"] * doubted
