"""Signs for yes and no beside their words: each word has its own."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_tick_behind_its_word_is_that_words(page: Page, spec: Spec) -> None:
    """Two facilities, one drawn by an icon and one by a sign: neither has the other's answer."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><ul><li>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></li>"
        f"<li>Dogs {'✓' if n % 3 else '✗'}</li></ul></li>"
        for n in range(6)
    )
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "dogs": "boolean"}))
    assert [(row["wifi"], row["dogs"]) for row in rows] == [(n % 2 == 1, n % 3 > 0) for n in range(6)]


def test_one_sign_is_no_two_fields(page: Page, spec: Spec) -> None:
    """The icon and the item around it say one thing: the second field is not there, and not the first once more."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><p>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></p></li>"
        for n in range(6)
    )
    got = read(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "pool": "boolean"}))
    assert all(record.values["pool"] is None for record in got.records)
    assert "pool" in {missing.field for missing in got.missing} or got.problems


@pytest.mark.parametrize(
    "line",
    [
        "<li><i class='fa fa-{icon}'></i> {word}</li>",
        "<li>{word} <i class='fa fa-{icon}'></i></li>",
        "<li>{word}: <span class='icon icon-{icon}'></span></li>",
        "<li>{sign} {word}</li>",
    ],
)
def test_each_line_has_its_own_sign(page: Page, spec: Spec, line: str) -> None:
    """Before the word or behind it: never that of the next line."""

    def drawn(word: str, *, yes: bool) -> str:
        return line.format(word=word, icon="check" if yes else "times", sign="✓" if yes else "✗")

    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><ul>{drawn('Wifi', yes=n % 2 > 0)}{drawn('Pool', yes=n % 3 > 0)}</ul></li>"
        for n in range(4)
    )
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "pool": "boolean"}))
    assert [(row["wifi"], row["pool"]) for row in rows] == [(n % 2 > 0, n % 3 > 0) for n in range(4)]


def test_a_sign_that_is_called_otherwise_is_told(page: Page, spec: Spec) -> None:
    """The only yes or no of a record is another word's."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><p>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></p></li>"
        for n in range(6)
    )
    got = read(page(f"<ul>{body}</ul>"), spec({"name": "text", "pool": "boolean"}))
    assert [(remark.column, "'Wifi'" in remark.text) for remark in got.remarks] == [("pool", True)]


def test_the_cells_behind_a_label_are_its_value(page: Page, spec: Spec) -> None:
    """A code and its words in a cell each; not the next label of the same row, nor what can be done there."""
    suit = "<tr><td><i>Nature[s] of Suit:</i></td><td>72</td><td></td><td>Injunctive relief</td></tr>"
    pairs = "<tr><td>Judge(s):</td><td>Ann Lee</td><td>Filed:</td><td>Jun 5, 2026</td></tr>"
    edit = "<tr><td>Status:</td><td>Open</td><td><a href=/edit>Edit</a></td></tr>"
    view = page(f"<h1>A case</h1><table>{suit}</table><table>{pairs}</table><table>{edit}</table>")
    row = rows_of(view, spec({"nature_of_suit": "text", "judge": "text", "status": "text"}, kind="page"))[0]
    assert row == {"nature_of_suit": "72 Injunctive relief", "judge": "Ann Lee", "status": "Open"}


INFOBOX = (
    "<h1>{0}</h1><table><caption>{0}</caption><tr><th>County</th><td>Midshire</td></tr>"
    "<tr><th>Population (2021)</th><td>{1}</td></tr><tr><th>Area</th><td>{2} km²</td></tr></table><p>A town.</p>"
)


@pytest.mark.parametrize(
    "box",
    [
        INFOBOX,
        "<h1>{0}</h1><dl><dt>Population 2021:</dt><dd>{1}</dd><dt>Area</dt><dd>{2} km²</dd></dl><p>A town.</p>",
        "<h1>{0}</h1><table><tr><th>Population of 2021</th><td>{1}</td></tr><tr><th>Area</th><td>{2} km²</td></tr></table>",
    ],
)
def test_a_head_has_no_value_in_its_own_words(page: Page, spec: Spec, box: str) -> None:
    """What a head goes on with tells of which year the value is, and is none."""
    view = page(box.format("Ashford", "32,094", 79.5))
    rows = rows_of(view, spec({"population": "integer", "area": "number"}, kind="page"))
    assert rows == [{"population": 32094, "area": 79.5}]


def test_a_head_of_just_the_label_goes_before_a_longer_one(page: Page, spec: Spec) -> None:
    """Of "Population" and "Population density" the first is meant."""
    lines = (("Population density", "404"), ("Population", "32,094"), ("Area", "79"))
    box = "".join(f"<tr><th>{head}</th><td>{value}</td></tr>" for head, value in lines)
    asked = spec({"population": "integer", "area": "integer"}, kind="page")
    assert rows_of(page(f"<table>{box}</table>"), asked) == [{"population": 32094, "area": 79}]


@pytest.mark.parametrize(
    ("pairs", "kind", "value"),
    [
        ((("Area code", "0391"), ("Area served", "World")), "text", None),
        ((("Area history", "down 3 times"), ("Area, density", "12")), "integer", None),
        ((("Area updated", "3 May 2020"), ("Area (2020)", "World")), "text", "World"),
    ],
)
def test_a_head_with_other_words_is_another_label(
    page: Page, spec: Spec, pairs: tuple[tuple[str, str], ...], kind: str, value: str | None
) -> None:
    """Only the year of its value may stand behind a label in its head."""
    box = "".join(f"<dt>{head}</dt><dd>{said}</dd>" for head, said in (*pairs, ("Founded", "1999")))
    got = read(page(f"<h1>Acme</h1><dl>{box}</dl>"), spec({"area": kind, "founded": "integer"}, kind="page"))
    assert [(record.values["area"], record.values["founded"]) for record in got.records] == [(value, 1999)]


def test_words_for_another_screen_are_no_value(page: Page, spec: Spec) -> None:
    """A short form of each label is hidden on wide screens; a value that is yet to be unfolded is read all the same."""
    times = (("Baking time", "Baking", "40 min"), ("Total time", "Total", "1 h"))
    boxes = "".join(
        f"<div class=info><div class=label><span>{name}</span><span class=narrow>{short}</span></div>"
        f"<div class=value>{value}</div></div>"
        for name, short, value in times
    )
    line = "<p><span>Rest time</span> <span class=narrow>Rest</span> <span>5 min</span></p>"
    folded = "<p><b>Phone:</b> <span class=narrow>555 0100</span></p>"
    view = page(f"<h1>Apple cake</h1>{boxes}{line}{folded}")
    narrow = [node for node in view.nodes if node.attributes.get("class") == "narrow"]
    hidden = {place for node in narrow for place in range(node.index, node.end)}
    view = replace(view, nodes=tuple(node._replace(shown=node.index not in hidden) for node in view.nodes))
    fields = {"baking_time": "text", "total_time": "text", "rest_time": "text", "phone": "text"}
    (row,) = rows_of(view, spec(fields, kind="page"))
    assert list(row.values()) == ["40 min", "1 h", "5 min", "555 0100"]
