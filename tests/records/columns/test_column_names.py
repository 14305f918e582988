"""A text that the page calls by a name is given to the field of that name, and to no other without a word."""

from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest

from tests.records.page_rows import NAMES, rows_of
from webdart.errors import Ambiguous
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


WANTED = {"name": "text", "url": "link", "price": "money", "was": "money"}


NAMED = {
    "hidden words": '<p><span class="a"><i>{label}: </i>{text}</span></p>',
    "same line": "<p>{label}: {text}</p>",
    "terms": "<dl><dt>{label}</dt><dd>{text}</dd></dl>",
    "bold": "<div><b>{label}</b> <span>{text}</span></div>",
    "row heads": "<table><tr><th>{label}</th><td>{text}</td></tr></table>",
}
"""Ways to put a label beside a text."""


def cards(way: str, olds: Sequence[bool]) -> str:
    """A list of cards with a price each, and an older one where `olds` says so."""
    made: list[str] = []
    for n, old in enumerate(olds, 1):
        parts = [NAMED[way].format(label="Price", text=f"${n * 10}.50")]
        parts += [NAMED[way].format(label="Was", text=f"${n * 20}.75")] if old else []
        made.append(f'<li><h3><a href="/{n}">Thing {n}</a></h3>{"".join(parts)}<em>{n} reviews</em></li>')
    return f"<main><ul>{''.join(made)}</ul></main>"


def unnamed(count: int = 4) -> str:
    """A list of cards with one amount each that nothing names."""
    items = (f'<li><h3><a href="/{n}">Thing {n}</a></h3><b>${n}.50</b></li>' for n in range(1, count + 1))
    return f"<main><ul>{''.join(items)}</ul></main>"


@pytest.mark.parametrize("way", NAMED)
@pytest.mark.parametrize("count", [1, 2, 6])
def test_a_page_without_the_fields_label_gives_null_and_not_the_other_price(
    way: str, count: int, page: Page, spec: Spec
) -> None:
    """Page one has "Was" in most cards, a later one in none: NULL there and told, the price is not used twice."""
    wanted = spec(WANTED)
    first = read(page(cards(way, [True, False, True, True])), wanted)
    assert [r.values["was"] for r in first.records] == [
        Decimal(v) if v else None for v in ("20.75", 0, "60.75", "80.75")
    ]
    later = read(page(cards(way, [False] * count), "http://shop.example/list?page=7"), wanted, first.wrapper)
    assert later.error("http://shop.example/") is None
    assert [r.values["price"] for r in later.records] == [Decimal(f"{n * 10}.50") for n in range(1, count + 1)]
    assert [r.values["was"] for r in later.records] == [None] * count
    assert ("drift", "was") in {(remark.code, remark.column) for remark in later.remarks}


@pytest.mark.parametrize("way", NAMED)
@pytest.mark.parametrize("names", [("price", "was"), ("was", "price")])
def test_a_text_with_a_label_of_its_own_is_not_given_to_another_declared_field(
    way: str, names: tuple[str, str], page: Page, spec: Spec
) -> None:
    """Also with fresh eyes and in any order of the fields: `was` is missing, and said to be."""
    fields = {"name": "text", "url": "link", **dict.fromkeys(names, "money")}
    got = read(page(cards(way, [False] * 5)), spec(fields))
    assert [(r.values["price"], r.values["was"]) for r in got.records] == [
        (Decimal(f"{n * 10}.50"), None) for n in range(1, 6)
    ]
    assert [item.field for item in got.missing] == ["was"]


def test_two_fields_alone_are_read_where_few_records_have_the_second(page: Page, spec: Spec) -> None:
    """With nothing else declared the cards are still the records, on a page of which one has no old price too."""
    wanted = spec({"price": "money", "was": "money"})
    first = read(page(cards("hidden words", [False, True, False, False, False, True])), wanted)
    later = read(page(cards("hidden words", [False] * 6)), wanted, first.wrapper)
    assert [sum(r.values["was"] is not None for r in got.records) for got in (first, later)] == [2, 0]
    assert [len(got.records) for got in (first, later)] == [6, 6]


def test_a_name_that_only_a_later_page_has_is_a_guess(page: Page, spec: Spec) -> None:
    """What the first page gave by its type may have been something else: never silent."""
    wanted = spec({"name": "text", "url": "link", "was": "money"})
    first = read(page(unnamed()), wanted)
    assert first.records[0].values["was"] == Decimal("1.50")
    later = read(page(cards("same line", [True] * 4)), wanted, first.wrapper)
    assert [r.values["was"] for r in later.records] == [Decimal(f"{n * 20}.75") for n in range(1, 5)]
    told = [remark.text for remark in later.remarks if (remark.code, remark.column) == ("found later", "was")]
    assert len(told) == 1
    assert "by its type alone" in told[0]


@pytest.mark.parametrize("names", [("price", "was"), ("was", "price")])
def test_one_text_that_two_fields_could_be_is_an_error(names: tuple[str, str], page: Page, spec: Spec) -> None:
    """One amount a card without a name, two money fields: the order in the file decides nothing."""
    fields = {"name": "text", **dict.fromkeys(names, "money")}
    error = read(page(unnamed()), spec(fields)).error("http://shop.example/")
    assert isinstance(error, Ambiguous)
    assert "'price'" in str(error)
    assert "'was'" in str(error)


def test_one_text_in_two_wrappers_is_not_two_columns(page: Page, spec: Spec) -> None:
    """An element, and the element around it, show one amount: not one for each field."""
    items = "".join(
        f'<li><h3><a href="/{n}">Thing {n}</a></h3><p title="x{n}"><b class="cost"><i></i>${n}.50</b></p></li>'
        for n in range(1, 5)
    )
    got = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "cost": "money", "fee": "money"}))
    assert [(r.values["cost"], r.values["fee"]) for r in got.records] == [
        (Decimal(f"{n}.50"), None) for n in range(1, 5)
    ]


@pytest.mark.parametrize("way", NAMED)
def test_a_field_taken_by_type_from_a_text_of_another_name_is_remarked(way: str, page: Page, spec: Spec) -> None:
    """No label says "salary": the value stands, and where it comes from is told."""
    got = read(page(cards(way, [False] * 5)), spec({"employer": "text", "employees": "integer", "salary": "money"}))
    told = {remark.column: (remark.count, remark.text) for remark in got.remarks if remark.code == "by type"}
    assert set(told) == {"employees", "salary"}
    assert told["salary"][0] == 5
    assert "'price'" in told["salary"][1].casefold()
    assert "'reviews'" in told["employees"][1]


def test_heads_of_another_name_are_remarked_and_written_labels_are_not(
    page: Page, spec: Spec, declared: Declare
) -> None:
    """A column head is a name too; with `label` it is what the file means."""
    rows = "".join(f"<tr><td>{name}</td><td>${n}.00</td></tr>" for n, name in enumerate(("Ann", "Bob", "Cy"), 5))
    view = page(f"<table><tr><th>Person</th><th>Stake</th></tr>{rows}</table>")
    got = read(view, spec([declared("person"), declared("salary", "money")]))
    assert [(remark.code, remark.column) for remark in got.remarks] == [("by type", "salary")]
    assert "'Stake'" in got.remarks[0].text
    assert read(view, spec([declared("person"), declared("salary", "money", label="Stake")])).remarks == ()


def test_ordinary_cards_without_labels_are_not_remarked(page: Page, spec: Spec) -> None:
    """`name`, `url` and `price` of plain cards are what type alone is for; titles with colons have no label."""
    items = "".join(
        f'<li><h3><a href="/{n}">{("Dune", "Alien", "Heat", "Tron")[n]}: Part {n}</a></h3><b>${n}.50</b></li>'
        for n in range(4)
    )
    got = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "url": "link", "price": "money"}))
    assert got.remarks == ()
    assert got.problems == ()


def test_doubt_is_told_in_what_a_person_sees(page: Page, spec: Spec) -> None:
    """Sample values and labels, and the key to write; no tags, paths or classes."""
    items = "".join(
        f'<li><h3><a href="/{n}">Thing {n}</a></h3><p class="z">Now: ${n}.10</p><p class="y">${n + 5}.20</p></li>'
        for n in range(4)
    )
    plain = "".join(
        f'<li><h3><a href="/{n}">Thing {n}</a></h3><i class="a">${n}.00</i><i class="b">${n + 5}.00</i></li>'
        for n in range(4)
    )
    error = read(page(f"<ul>{plain}</ul>"), spec({"name": "text", "price": "money"})).error("http://shop.example/")
    assert isinstance(error, Ambiguous)
    assert "'$0.00', '$1.00' or '$5.00', '$6.00'" in str(error)
    assert "`at`" in str(error)
    for jargon in ("path:", "#text", "i.a", "i.b", "span"):
        assert jargon not in error.problem
    other = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "now": "money", "old": "money"}))
    assert other.error("http://shop.example/") is None


def test_two_named_texts_say_which_label_to_write(page: Page, spec: Spec) -> None:
    """Where the page names both, the message has both labels, ready to be written."""
    items = "".join(
        f'<li><h3><a href="/{n}">Thing {n}</a></h3><p>Net: ${n}.10</p><p>Gross: ${n + 5}.20</p></li>' for n in range(4)
    )
    error = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "price": "money"})).error("http://shop.example/")
    assert isinstance(error, Ambiguous)
    assert "`label: Net` or `label: Gross`" in str(error)


def test_two_listings_are_told_by_their_headings(page: Page, spec: Spec) -> None:
    """The heading above each, how many records, how the first begin; and `in`."""
    one = "".join(f'<li><a href="/a{n}">Lamp {n}</a> <b>${n}.00</b></li>' for n in range(4))
    two = "".join(f'<div class="t"><a href="/b{n}">Chair {n}</a> <b>${n}.00</b></div>' for n in range(4))
    view = page(f"<div><h2>New</h2><ul>{one}</ul></div><section><h2>Old</h2><div>{two}</div></section>")
    error = read(view, spec({"name": "text", "price": "money"})).error("http://shop.example/")
    assert isinstance(error, Ambiguous)
    assert "heading 'New'" in str(error)
    assert "heading 'Old'" in str(error)
    assert "`in`" in str(error)


def test_a_text_that_varies_is_no_label(page: Page, spec: Spec) -> None:
    """Two counts behind a language that two of three records share: it labels neither, and where they lead tells them."""
    items = "".join(
        f'<div class="item"><a class="name" href="/o/{name}">{name}</a><div class="tail"><span>{tongue}</span>'
        f'<a class="n" href="/o/{name}/stars">{stars}</a><a class="n" href="/o/{name}/forks">{forks}</a></div>'
        f'<div class="body">{text}</div></div>'
        for name, tongue, stars, forks, text in (
            ("alpha", "Go", 120, 40, "First repo"), ("beta", "Rust", 9, 3, "Second one"), ("gamma", "Go", 33, 11, "Third")
        )
    )  # fmt: skip
    view = page(f"<main><div>{items}</div></main>")
    rows = rows_of(view, spec({"name": "text", "forks": "integer", "stars": "integer"}))
    assert [(row["stars"], row["forks"]) for row in rows] == [(120, 40), (9, 3), (33, 11)]
    assert "'size' could be '120', '9' or '40', '3'" in str(
        read(view, spec({"name": "text", "size": "integer"})).error("")
    )
    assert "'language' could be" in str(read(view, spec({"name": "text", "language": "text"})).error(""))


def test_a_name_with_the_fields_word_in_it_raises_no_doubt(page: Page, spec: Spec) -> None:
    """A head "Docket Number" is `docket` before "Judge" is; two such names are as good as each other."""
    rows = "".join(
        f"<tr><td>CV-{n}</td><td><a href=/{n}>Ann v. Bob {n}</a></td><td>Moss {n}</td><td>Bench {n}</td></tr>"
        for n in range(4)
    )
    heads = "<tr><th>Docket Number</th><th>Party Name</th><th>Judge</th><th>{}</th></tr>"
    fields = {"name": "text", "docket": "text", "url": "link"}
    got = rows_of(page(f"<table>{heads.format('Bench')}{rows}</table>"), spec(fields))
    assert [(row["name"], row["docket"]) for row in got] == [(f"Ann v. Bob {n}", f"CV-{n}") for n in range(4)]
    doubtful = read(page(f"<table>{heads.format('Docket Room')}{rows}</table>"), spec(fields))
    assert [problem.field for problem in doubtful.problems] == ["docket"]


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
