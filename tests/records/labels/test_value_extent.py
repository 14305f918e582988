"""How far a label's value reaches: over lines, links and brackets."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_value_goes_on_over_its_lines_and_links(page: Page, spec: Spec) -> None:
    """The lines of an address, links with commas between: one value behind its label; the next label ends it."""
    view = page(
        "<main><h1>Order 10041</h1><p><strong>Placed:</strong> November 3, 2026</p>"
        "<p><strong>Ship to:</strong><br>Ann Lee<br>12 Oak St<br>Salem, MA</p>"
        '<p><span>Tags: <a href="/t/1">Lamps</a>, <a href="/t/2">Office</a></span></p>'
        "<p><b>Carrier:</b> Post<br><b>Weight:</b> 3 kg</p><p><b>Bill to</b><br>Bo Lee<br>Salem, MA</p></main>"
    )
    fields = {"placed": "date", "ship_to": "text", "tags": "[text]", "carrier": "text", "weight": "text"}
    (row,) = rows_of(view, spec({**fields, "bill_to": "text"}, kind="page"))
    assert row["bill_to"] == "Bo Lee Salem, MA"
    assert row["ship_to"] == "Ann Lee 12 Oak St Salem, MA"
    assert (row["tags"], row["carrier"], row["weight"]) == (("Lamps", "Office"), "Post", "3 kg")
    (row,) = rows_of(view, spec({"placed": "date", "tags": "text"}, kind="page"))
    assert row["tags"] == "Lamps, Office"


def test_links_without_commas_between_are_a_list_behind_their_label(page: Page, spec: Spec) -> None:
    """Tags of a post: all of them, where they lead to one kind of place; as one text the first, and that is told."""
    posts = "".join(
        f"<li><h3><a href=/p/{n}>Post {n}</a></h3><p>Tags: <a href=/t/a>a{n}</a> <a href=/t/b>b</a> </p>"
        f"<p>Owner: <a href=/u/ann>Ann</a> <a href=/p/{n}/edit>edit</a></p></li>"
        for n in range(4)
    )
    view = page(f"<ol>{posts}</ol>")
    rows = rows_of(view, spec({"title": "text", "tags": "[text]", "owner": "[text]"}))
    assert [row["tags"] for row in rows] == [(f"a{n}", "b") for n in range(4)]
    assert {row["owner"] for row in rows} == {("Ann",)}
    got = read(view, spec({"title": "text", "tags": "text"}))
    assert [record.values["tags"] for record in got.records] == [f"a{n}" for n in range(4)]
    assert [remark.column for remark in got.remarks if remark.code == "several"] == ["tags"]


@pytest.mark.parametrize("label", ["<em>From</em>: ", "<b>From:</b> ", "From: "])
def test_a_value_goes_on_until_its_bracket_closes(page: Page, spec: Spec, label: str) -> None:
    """The address behind a sender's name is a link: the name ended in "<"."""
    lines = (
        f"<li>{label}Elin Moe &lt;<a href='mailto:e@mill.test'>e@mill.test</a>&gt; (home)</li>"
        "<li><em>To</em>: <a href='mailto:l@mill.test'>l@mill.test</a></li>"
        "<li><b>Owner:</b> Ann Lee (since <a href=/y>1990</a>) of Ash</li>"
    )
    fields = spec({"from": "text", "to": "text", "owner": "text"}, kind="page")
    rows = rows_of(page(f"<h1>Flour</h1><ul>{lines}</ul>"), fields)
    assert rows == [{"from": "Elin Moe <e@mill.test>", "to": "l@mill.test", "owner": "Ann Lee (since 1990)"}]


def test_a_bracket_that_closes_elsewhere_is_left_alone(page: Page, spec: Spec) -> None:
    """What stands on the next line closes no bracket of this one."""
    body = "<h1>Flour</h1><p><b>From:</b> Elin &lt;</p><p><b>Note:</b> 3 &gt; 2</p>"
    (row,) = rows_of(page(body), spec({"from": "text", "note": "text"}, kind="page"))
    assert (row["from"], row["note"]) == ("Elin <", "3 > 2")


@pytest.mark.parametrize(
    ("prose", "value"),
    [
        ("In <em>Ash v. Elm</em> the court held", "In Ash v. Elm the court held"),
        ("The owner, see <a href='/r/7'>rule 7</a>, has to keep the dam.", "The owner, see rule 7, has to keep the dam."),
        (
            "The owner of a mill has to keep its dam in repair.<br><br>A neighbour may ask for it.",
            "The owner of a mill has to keep its dam in repair. A neighbour may ask for it.",
        ),
        ("Ann Lee <a href='/u/7'>profile</a>", "Ann Lee"),
        ("It has <b>two</b> wheels and a <a href='/p'>pond</a>.", "It has two wheels and a pond."),
        ("Ann Lee <em>new</em>", "Ann Lee"),
        ("The mill and its dam are to be kept in good repair. <b>Judge:</b> Moe", "The mill and its dam are to be kept in good repair."),
    ],
)  # fmt: skip
def test_a_sentence_goes_on_behind_what_is_marked_in_it(page: Page, spec: Spec, prose: str, value: str) -> None:
    """A label's text ended where a word of it was a link or set in italics, and at its first paragraph."""
    body = f"<h1>Opinion 12</h1><p><b>Docket:</b> 17-3</p><p><b>Highlight:</b> {prose}</p>"
    (row,) = rows_of(page(body), spec({"docket": "text", "highlight": "text"}, kind="page"))
    assert row["highlight"] == value


def test_a_blank_line_ends_the_last_of_several_labels(page: Page, spec: Spec) -> None:
    """A message begins below the lines that say whose it is."""
    body = (
        "<h1>Flour</h1><div><b>From:</b> Elin Moe<br><b>Subject:</b> Of the flour that we have ordered in May.<br><br>"
        "It has come.</div>"
    )
    (row,) = rows_of(page(body), spec({"from": "text", "subject": "text"}, kind="page"))
    assert (row["from"], row["subject"]) == ("Elin Moe", "Of the flour that we have ordered in May.")


@pytest.mark.parametrize(
    "label", ["<p><strong>Parts</strong>: {}</p>", "<p>Parts: {}</p>", "<div><b>Parts:</b> {}</div>"]
)
@pytest.mark.parametrize(
    ("prose", "value"),
    [
        ("a wheel, <em>two</em> stones and a shaft", "a wheel, two stones and a shaft"),
        (
            "a wheel with <b>twelve</b> wide paddles, and two stones.",
            "a wheel with twelve wide paddles, and two stones.",
        ),
        ("a wheel <b>Colour</b> grey, as all of the mills here are.", "a wheel"),
        ("a wheel, <a href='/p/7'>two stones</a>", "a wheel"),
    ],
)
def test_bold_words_in_a_sentence_are_no_label(page: Page, spec: Spec, label: str, prose: str, value: str) -> None:
    """However a label is written, its text ended at the first word in it that is marked."""
    body = f"<h1>The mill</h1>{label.format(prose)}<p>Built: 1820</p>"
    (row,) = rows_of(page(body), spec({"parts": "text", "built": "integer"}, kind="page"))
    assert row["parts"] == value


def test_a_section_is_read_with_all_its_paragraphs(page: Page, spec: Spec) -> None:
    """What a heading names was its first paragraph alone; what is no running text is none of it."""
    body = (
        "<h1>The mill</h1><h2>History</h2><p>It was built by the two brothers Lee in 1820.</p><p>It burnt down.</p>"
        "<p>Share this page</p><h2>Owner</h2><p>Ann Lee</p><p>Open on Sundays.</p>"
    )
    got = read(page(body), spec({"history": "text", "owner": "text"}, kind="page"))
    (record,) = got.records
    assert record.values["history"] == "It was built by the two brothers Lee in 1820. It burnt down."
    assert (record.values["owner"], got.remarks) == ("Ann Lee", ())
