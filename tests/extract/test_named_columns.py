"""A label that is a field's very name, or its translation, says where the field stands on a record's own page."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tests.records.conftest import make_field
from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.records.columns.synonyms import are_translations

Page = Callable[[str], PageView]
Spec = Callable[..., ListingSpec]


def rows(page: Page, title: str, facts: dict[str, str]) -> PageView:
    """A row of labels above a row of values, both of plain cells."""
    cells = ("".join(f"<td>{text}</td>" for text in texts) for texts in (facts, facts.values()))
    table = "".join(f"<tr>{row}</tr>" for row in cells)
    return page(f"<title>{title}</title><main><h1>{title}</h1><table>{table}</table></main>")


def lines(page: Page, title: str, facts: dict[str, str]) -> PageView:
    text = "<br>".join(f"{label}: {value}" for label, value in facts.items())
    return page(f"<title>{title}</title><main><h1>{title}</h1><p>{text}</p></main>")


def wanted(spec: Spec, fields: dict[str, str], locale: str = "en-GB") -> ListingSpec:
    return spec([make_field(name, kind, page="detail") for name, kind in fields.items()], kind="detail", locale=locale)


@pytest.mark.parametrize(
    ("name", "label", "language", "same"),
    [
        ("category", "kategorie", "de", True),
        ("deadline", "échéance", "fr", True),
        ("state", "kategorie", "de", False),
        ("status", "zustand", "de", False),
        ("category", "kategorie", "fr", False),
    ],
)
def test_translations_are_the_first_words_of_a_meaning(name: str, label: str, language: str, same: bool) -> None:
    assert are_translations(name, label, frozenset({language})) == same


@pytest.mark.parametrize(
    ("name", "label", "language", "kind", "same"),
    [
        ("težina", "weight", "hr", "number", True),
        ("težina", "weight", "hr", "", False),
        ("place", "место", "ru", "text", False),
        ("time", "tijd", "nl", "text", True),
        ("time", "saat", "tr", "text", True),
        ("price", "harga", "id", "money", True),
        ("year", "שנה", "he", "integer", True),
    ],
)
def test_a_type_says_which_meaning_a_word_has(name: str, label: str, language: str, kind: str, *, same: bool) -> None:
    """Of a field's name: a label that means two things may be either."""
    assert are_translations(name, label, frozenset({language}), kind) == same


@pytest.mark.parametrize(("label", "locale"), [("Aktenzeichen", "de-DE"), ("N.º", "es-ES"), ("Ref.", "en-GB")])
def test_a_text_called_number_is_a_code_and_no_quantity(page: Page, spec: Spec, label: str, locale: str) -> None:
    asked = wanted(spec, {"number": "text", "seats": "integer"}, locale)
    found = read(rows(page, "Feria", {"Seats": "12", label: "X-576/26"}), asked)
    assert found.records[0].values == {"seats": 12, "number": "X-576/26"}
    assert [(one.code, one.column) for one in found.remarks] == [("other column", "number")]


def test_a_labelled_value_is_no_guess_and_is_read_so_on_later_pages(page: Page, spec: Spec) -> None:
    asked = wanted(spec, {"category": "text", "seats_left": "integer"})
    first = read(rows(page, "Fair", {"Load": "3 kg", "Category": "Art", "Seats left": "57"}), asked)
    later = read(rows(page, "Film", {"Seats left": "12", "Load": "9 kg", "Category": "Music"}), asked, first.wrapper)
    assert [dict(one.records[0].values) for one in (first, later)] == [
        {"category": "Art", "seats_left": 57},
        {"category": "Music", "seats_left": 12},
    ]
    assert not first.remarks
    assert not later.remarks


def test_a_later_page_without_the_label_has_no_value(page: Page, spec: Spec) -> None:
    """Though the page has another amount, and the first page's was the only one of its type."""
    asked = wanted(spec, {"price": "money"})
    first = read(rows(page, "Fair", {"Load": "3 kg", "Price": "£4.20"}), asked)
    later = read(rows(page, "Film", {"Load": "9 kg", "Shipping": "£1.10"}), asked, first.wrapper)
    assert first.records[0].values == {"price": Decimal("4.20")}
    assert later.records[0].values == {"price": None}


def test_a_value_under_the_label_of_something_else_is_a_guess(page: Page, spec: Spec) -> None:
    found = read(rows(page, "Film", {"Load": "9 kg", "Shipping": "£1.10"}), wanted(spec, {"price": "money"}))
    assert [(one.code, one.column) for one in found.remarks] == [("by type", "price")]
    assert "`label: Shipping`" in found.remarks[0].text


def test_a_date_is_read_by_its_label_wherever_that_stands(page: Page, spec: Spec) -> None:
    days = ["<time datetime=2026-02-15>15 de febrero de 2026</time>", "<time datetime=2026-03-01>1 de marzo</time>"]
    asked = wanted(spec, {"deadline": "date"}, "es-ES")
    first = read(lines(page, "Feria", {"Plazo": days[0], "Modificado": days[1]}), asked)
    later = read(lines(page, "Cine", {"Modificado": days[1], "Plazo": days[0]}), asked, first.wrapper)
    gone = read(lines(page, "Lago", {"Modificado": days[1], "Edad": "5"}), asked, first.wrapper)
    assert [one.records[0].values["deadline"] for one in (first, later, gone)] == [date(2026, 2, 15)] * 2 + [None]
    assert not first.remarks


def test_a_label_before_another_line_has_no_value(page: Page, spec: Spec) -> None:
    facts = {"Publié": "", "Échéance": "14 juin 2026", "Caution": "15,33 €"}
    found = read(lines(page, "Lac", facts), wanted(spec, {"publié": "date", "deadline": "date"}, "fr-FR"))
    assert found.records[0].values == {"publié": None, "deadline": date(2026, 6, 14)}


HEADED = "<title>Haus</title><main><h1>Haus</h1><p>Ein langer Text über das Haus.</p>{}</main>"
OF_OTHERS = {
    "a comment": "<p>15.02.2026</p><h2>Kommentare</h2><div><p>Autor: Mia</p><p>Datum: 11.09.2026</p><p>Sehr schön.</p></div>",
    "two dates": "<p>Datum: <s><time datetime=2026-01-10>10.1.2026</time></s> <time>15.2.2026</time><br>Ort: Kassel</p>",
}


@pytest.mark.parametrize("block", OF_OTHERS.values(), ids=OF_OTHERS)
def test_a_label_in_another_part_or_of_several_values_settles_nothing(page: Page, spec: Spec, block: str) -> None:
    """What is taken there is a guess."""
    found = read(page(HEADED.format(block)), wanted(spec, {"date": "date"}, "de-DE"))
    assert "date" in {one.field for one in found.missing} | {one.column for one in found.remarks}


def test_two_values_of_one_label_are_a_guess(page: Page, spec: Spec) -> None:
    facts = "<dl><dt>Autor</dt><dd>Anna Berg</dd><dd>Ines Ortega</dd><dt>Ort</dt><dd>Leeds</dd></dl>"
    found = read(page(HEADED.format(facts)), wanted(spec, {"author": "text", "place": "text"}, "de-DE"))
    assert found.records[0].values == {"author": "Anna Berg", "place": "Leeds"}
    assert "author" in {one.column for one in found.remarks}


def test_a_value_may_have_a_colon(page: Page, spec: Spec) -> None:
    """Though it stands in an element like that of its label."""
    facts = "<div>Kategorie:</div><div>Haus: Leeds</div><div>Frist:</div><div>3. Mai 2027</div>"
    found = read(page(HEADED.format(facts)), wanted(spec, {"category": "text"}, "de-DE"))
    assert found.records[0].values == {"category": "Haus: Leeds"}


def test_the_next_head_is_no_value_on_later_pages(page: Page, spec: Spec) -> None:
    """Though the rules read what stands beside a label, and the word there is none that is known."""
    asked = wanted(spec, {"owner": "text", "place": "text"}, "de-DE")
    texts = [
        rows(page, name, {"Eigentümer": own, "Innendurchmesser": "7", "Ort": place, "Bauart": "neu"})
        for name, own, place in (("Haus", "Anna Berg", "Leeds"), ("Hof", "Tom Keller", "Kassel"))
    ]
    first = read(texts[0], asked)
    later = read(texts[1], asked, first.wrapper)
    assert [tuple(one.records[0].values.values()) for one in (first, later)] == [
        ("Anna Berg", "Leeds"),
        ("Tom Keller", "Kassel"),
    ]


def test_what_stands_before_a_heading_is_not_its_value(page: Page, spec: Spec) -> None:
    block = "<h3>Eigentümer</h3><p>Anna Berg</p><h3>Rang</h3><p>4</p><h3>Ort</h3><p>Leeds</p>"
    found = read(page(HEADED.format(block)), wanted(spec, {"owner": "text"}, "de-DE"))
    assert found.records[0].values == {"owner": "Anna Berg"}


def test_an_empty_place_is_not_filled_from_another_part(page: Page, spec: Spec) -> None:
    """The label stands on the page a second time, within a sentence."""
    block = (
        "<ul><li><b>Ort:</b> {}</li><li><b>Preis:</b> 3 €</li></ul><div><p>Viel gezahlt, Ort: Bonn ist fern.</p></div>"
    )
    asked = wanted(spec, {"ort": "text", "preis": "money"}, "de-DE")
    first = read(page(HEADED.format(block.format("Leeds"))), asked)
    later = read(page(HEADED.format(block.format(""))), asked, first.wrapper)
    assert [one.records[0].values["ort"] for one in (first, later)] == ["Leeds", None]


def test_a_button_is_no_value(page: Page, spec: Spec) -> None:
    form = "<form><label>Verlag</label><input name=q><button>Suchen</button></form>"
    found = read(page(HEADED.format(f"<p>Ort: Leeds</p>{form}")), wanted(spec, {"publisher": "text"}, "de-DE"))
    told = {one.field for one in found.missing} | {one.column for one in found.remarks}
    assert "publisher" in told


def test_two_labels_of_one_value_are_two_columns(page: Page, spec: Spec) -> None:
    facts = {"Autor": "Anna Berg", "Verlag": "Anna Berg", "Ort": "Leeds"}
    found = read(lines(page, "Haus", facts), wanted(spec, {"author": "text", "publisher": "text"}, "de-DE"))
    assert found.records[0].values == {"author": "Anna Berg", "publisher": "Anna Berg"}
    assert not found.remarks


def test_a_translation_beside_another_label_of_the_same_meaning_settles_nothing(page: Page, spec: Spec) -> None:
    facts = {"Ort": "Bonn", "Veranstaltungsort": "Leeds", "Preis": "3 €"}
    found = read(lines(page, "Haus", facts), wanted(spec, {"place": "text"}, "de-DE"))
    assert "place" in {one.field for one in (*found.missing, *found.problems)} | {one.column for one in found.remarks}


def test_a_colon_outside_the_bold_label_is_no_part_of_the_value(page: Page, spec: Spec) -> None:
    facts = "<p><b>Autor</b>: Anna Berg</p><p><b>Ort</b>: Leeds</p><p><b>Preis</b>: 3 €</p>"
    found = read(page(HEADED.format(facts)), wanted(spec, {"author": "text", "place": "text"}, "de-DE"))
    assert found.records[0].values == {"author": "Anna Berg", "place": "Leeds"}


@pytest.mark.parametrize(
    ("heading", "value"),
    [("B-437/25", "B-437/25"), ("The river", None), ("2026", None), ("03/05/2026", None), ("CO2", None)],
)
def test_a_heading_that_is_a_code_is_what_a_record_is_told_apart_by(
    page: Page, spec: Spec, heading: str, value: str | None
) -> None:
    found = read(
        rows(page, heading, {"Load": "3 kg", "Level": "low"}), wanted(spec, {"reference": "text", "load": "text"})
    )
    assert found.records[0].values["reference"] == value
    assert {one.column for one in found.remarks} == ({"reference"} if value else set())


def test_a_sign_beside_a_label_is_a_value(page: Page, spec: Spec) -> None:
    view = page(
        "<title>Fair</title><main><h1>Fair</h1><dl><dt>Vegan</dt><dd>✓</dd><dt>Load</dt><dd>3 kg</dd></dl></main>"
    )
    found = read(view, wanted(spec, {"vegan": "text", "load": "text"}))
    assert found.records[0].values == {"vegan": "✓", "load": "3 kg"}


@pytest.mark.parametrize("spare", ["Oak", "Elm"])
def test_what_is_said_twice_may_be_two_columns(page: Page, spec: Spec, spare: str) -> None:
    facts = f"<li><b>Marke:</b> Oak</li><li><b>Verkäufer:</b> {spare}</li><li><b>Stufe:</b> 3</li>"
    view = page(f"<title>Stuhl</title><main><h1>Stuhl</h1><ul>{facts}</ul></main>")
    found = read(view, wanted(spec, {"seller": "text", "brand": "text"}, "de-DE"))
    assert found.records[0].values == {"seller": spare, "brand": "Oak"}


def test_what_a_page_says_twice_has_a_label_at_each_place(page: Page, spec: Spec) -> None:
    asked = wanted(spec, {"writer": "text", "holder": "text", "seats": "integer"})
    said = [("Writer", "Ann Lee"), ("Holder", "Ann Lee"), ("Seats", "12")]
    facts = "".join(f"<div><b>{value}</b><small>{label}</small></div>" for label, value in said)
    found = read(page(f"<title>Fair</title><main><h1>Fair</h1><div>{facts}</div></main>"), asked)
    assert found.records[0].values == {"writer": "Ann Lee", "holder": "Ann Lee", "seats": 12}
    assert not found.remarks


@pytest.mark.parametrize("turned", [True, False])
def test_each_field_of_what_is_said_twice_is_read_by_its_own_label_later(
    page: Page, spec: Spec, *, turned: bool
) -> None:
    asked = wanted(spec, {"holder": "text", "seats": "integer"})

    def shown(title: str, writer: str, holder: str) -> PageView:
        said = [("Writer", writer), ("Holder", holder), ("Seats", "12")]
        pairs = ("".join(f"<{tag}>{text}</{tag}>" for tag, text in _turned(pair, turned=turned)) for pair in said)
        facts = "".join(f"<div>{pair}</div>" for pair in pairs)
        return page(f"<title>{title}</title><main><h1>{title}</h1><div>{facts}</div></main>")

    first = read(shown("Fair", "Ann Lee", "Ann Lee"), asked)
    later = read(shown("Film", "Bo Roy", "Cy Dean"), asked, first.wrapper)
    assert [one.records[0].values["holder"] for one in (first, later)] == ["Ann Lee", "Cy Dean"]


def _turned(pair: tuple[str, str], *, turned: bool) -> list[tuple[str, str]]:
    label, value = ("small", pair[0]), ("b", pair[1])
    return [value, label] if turned else [label, value]


def test_words_for_columns_may_name_what_is_behind_them_in_a_line(page: Page, spec: Spec) -> None:
    """They may as well be the beginning of what is said: all of it is told."""
    asked = wanted(spec, {"seats": "integer", "category": "text", "deadline": "date"})
    line = "Seats 12 · Open all day · Deadline 3 May 2026 · Category Art"
    found = read(page(f"<title>Fair</title><main><h1>Fair</h1><p>{line}</p></main>"), asked)
    assert found.records[0].values == {"seats": 12, "category": "Art", "deadline": date(2026, 5, 3)}
    assert {one.column for one in found.remarks} >= {"category", "seats"}


def test_words_in_a_line_are_no_labels_where_the_page_marks_its_own(page: Page, spec: Spec) -> None:
    line = "<footer><p>Author guidelines · Status page · Date calculator</p></footer><p>Author guidelines · Status page</p>"
    facts = "<dl><dt>Autor</dt><dd>Ann Lee</dd><dt>Ort</dt><dd>Leeds</dd></dl>"
    view = page(f"<title>Lantern</title><main><h1>Lantern</h1>{facts}</main>{line}")
    found = read(view, wanted(spec, {"author": "text", "status": "text"}, "de-DE"))
    assert found.records[0].values == {"author": "Ann Lee", "status": None}
    assert not found.remarks


@pytest.mark.parametrize(
    "line", ["Seats · Category · Title Song · Place", "<a href=/a>Category overview</a> | <a href=/b>Status page</a>"]
)
def test_words_for_columns_alone_or_on_links_are_a_menu(page: Page, spec: Spec, line: str) -> None:
    view = page(f"<title>Fair</title><main><h1>Fair</h1><p>{line}</p></main>")
    assert read(view, wanted(spec, {"title": "text", "category": "text"})).records[0].values["category"] is None
