"""A label is written in parts or in one word, and a field's name in the other way."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

BOX = "<article><h2><a href='/b/{0}'>Book {0}</a></h2>{1}<p>{2}: other {0}</p></article>"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Web site", "website"),
        ("E-mail", "email"),
        ("ISBN13", "isbn_13"),
        ("Zip-Code", "zip_code"),
        ("Max. size", "max_size"),
        ("User's note", "users_note"),
    ],
)
@pytest.mark.parametrize(
    "form", ["<p>{0}: {1}</p>", "<p><b>{0}:</b> {1}</p>", "<dl><dt>{0}</dt><dd>{1}</dd></dl>"], ids=["line", "b", "dt"]
)
@pytest.mark.parametrize("kind", ["listing", "page"])
def test_a_label_may_be_parted_otherwise(form: str, label: str, name: str, kind: str, page: Page, spec: Spec) -> None:
    count = 3 if kind == "listing" else 1
    html = "".join(BOX.format(n, form.format(label, f"a{n} b"), "Town") for n in range(count))
    found = read(page(f"<main>{html}</main>"), spec({"title": "text", name: "text"}, kind=kind))
    assert [record.values[name] for record in found.records] == [f"a{n} b" for n in range(count)]
    assert found.remarks == ()


def test_a_label_that_is_written_so_goes_before(page: Page, spec: Spec) -> None:
    """Two labels that differ by a sign are two, where one is the field's name."""
    html = "".join(BOX.format(n, f"<p>Re-sent: later {n}</p><p>Resent: {n} angry</p>", "Town") for n in range(3))
    rows = rows_of(page(f"<main>{html}</main>"), spec({"title": "text", "resent": "text"}))
    assert [row["resent"] for row in rows] == ["0 angry", "1 angry", "2 angry"]


def test_of_two_other_spellings_a_person_chooses(page: Page, spec: Spec) -> None:
    html = "".join(BOX.format(n, f"<p>Re-send: later {n}</p><p>Resend: {n} angry</p>", "Town") for n in range(3))
    found = read(page(f"<main>{html}</main>"), spec({"title": "text", "re_send": "text"}))
    assert [problem.field for problem in found.problems] == ["re_send"]


def test_a_sign_that_says_something_parts_no_words(page: Page, spec: Spec) -> None:
    """The size in percent is not the size."""
    html = "".join(BOX.format(n, f"<dl><dt>Size %</dt><dd>1{n}</dd></dl>", "Size") for n in range(3))
    rows = rows_of(page(f"<main>{html}</main>"), spec({"title": "text", "size": "text"}))
    assert [row["size"] for row in rows] == ["other 0", "other 1", "other 2"]


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("email", "<span itemprop=email>a{0} b</span><p>E-mail: answered in {0} days</p>"),
        ("setup", "<p class=setup>a{0} b</p><p><b>Set up:</b> in {0} minutes</p>"),
        ("line_2", "<p class=line_2>a{0} b</p><p>Line2: 0{0}</p>"),
        ("website", "<p class=website>a{0} b</p><div hidden>Web site: no {0}</div>"),
    ],
)
def test_what_the_mark_up_calls_so_goes_before(name: str, html: str, page: Page, spec: Spec) -> None:
    """Its name is the very one."""
    boxes = "".join(BOX.format(n, html.format(n), "Town") for n in range(3))
    rows = rows_of(page(f"<main>{boxes}</main>"), spec({"title": "text", name: "text"}))
    assert [row[name] for row in rows] == [f"a{n} b" for n in range(3)]


@pytest.mark.parametrize(
    "html", ["<a href=/login>Log in</a> <span>a{0} b</span>", "<button>Log in</button> <span>a{0} b</span>"]
)
def test_what_is_pressed_is_no_label(html: str, page: Page, spec: Spec) -> None:
    boxes = "".join(BOX.format(n, html.format(n), "Town") for n in range(3))
    found = read(page(f"<main>{boxes}</main>"), spec({"title": "text", "login": "text"}))
    assert found.problems or found.missing or "login" in {one.column for one in found.remarks}


def test_numbers_are_not_parted_otherwise(page: Page, spec: Spec) -> None:
    """Version 11 2 is not version 1 12."""
    boxes = "".join(BOX.format(n, f"<dl><dt>Version 11 2</dt><dd>a{n} b</dd></dl>", "Town") for n in range(3))
    found = read(page(f"<main>{boxes}</main>"), spec({"title": "text", "version_1_12": "text"}))
    assert found.problems or found.missing or "version_1_12" in {one.column for one in found.remarks}


def test_a_label_is_known_on_the_next_page_wherever_it_stands(page: Page, spec: Spec) -> None:
    """Its first cards lack it."""
    asked = spec({"title": "text", "website": "text"})
    whole = "".join(BOX.format(n, f"<p>Web site: a{n} b</p>", "Town") for n in range(6))
    late = "".join(BOX.format(n, f"<p>Web site: a{n} b</p>" if n > 22 else "", "Town") for n in range(26))
    first = read(page(f"<main>{whole}</main>"), asked)
    found = read(page(f"<main>{late}</main>"), asked, first.wrapper)
    assert [one.values["website"] for one in found.records] == [*[None] * 23, "a23 b", "a24 b", "a25 b"]
