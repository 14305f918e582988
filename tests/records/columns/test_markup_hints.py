"""What the mark-up and the addresses of links say of a text that nothing on the page names."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

RUNS = [
    ("load-1", "nightly", "Done", "prod"),
    ("load-2", "nightly", "Failed", "test"),
    ("tidy-1", "weekly", "Done", "test"),
]
ENTRY = (
    "<li><a class=main href=/jobs/job/{3}-{0}>{0}</a> <a href=/flows/flow/7{1}>{1}</a>"
    " <span class=state-badge>{2}</span> <span class=pill>{3}</span></li>"
)
JOBS = f"<main><h1>Jobs</h1><ul>{''.join(ENTRY.format(*run) for run in RUNS)}</ul></main>"


def test_a_link_to_a_numbered_thing_says_what_kind_it_is(page: Page, spec: Spec) -> None:
    """Of the texts that are left, `flow` is the one that leads to "…/flow/7"."""
    found = rows_of(page(JOBS), spec({"name": "text", "flow": "text"}))
    assert [(row["name"], row["flow"]) for row in found] == [(name, flow) for name, flow, _, _ in RUNS]


def test_what_the_mark_up_calls_so_is_no_guess(page: Page, spec: Spec) -> None:
    """A class or an address with the field's name is a name of it; a text with neither is told."""
    got = read(page(JOBS), spec({"name": "text", "flow": "text", "state": "text", "stage": "text"}))
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["stage"]


def test_a_word_out_of_an_attribute_does_not_show_it(page: Page, spec: Spec) -> None:
    """What a button would say next, in `data-title`, has its word "Follow" in it: that is no title."""
    asked = ("Which lamp for a boat?", "How are nets mended?", "Where do eels go?")
    items = "".join(
        f"<article><h2><a href=/q/{n}>{words}</a></h2>"
        f'<a href=/q/{n}/follow data-title="Stop following this question">Follow</a></article>'
        for n, words in enumerate(asked)
    )
    found = rows_of(page(f"<main>{items}</main>"), spec({"title": "text", "url": "link"}))
    assert [(row["title"], str(row["url"])[-4:]) for row in found] == [
        (words, f"/q/{n}") for n, words in enumerate(asked)
    ]


def test_the_heading_in_what_is_called_a_title_is_the_title(page: Page, spec: Spec) -> None:
    """A badge stands before it in some records, in the same wrapper."""
    names = ("Old chart", "Warm atlas", "Pale kettle", "Keen island", "Vast canal")
    items = "".join(
        f"<div class=item><div class=item-title><div class=marks>{'<span>Private</span>' if n % 2 else ''}</div>"
        f"<h2><a href=/s/{n}><span>{name}</span></a></h2></div><p>Seen {n + 2} times</p></div>"
        for n, name in enumerate(names)
    )
    found = rows_of(page(f"<main>{items}</main>"), spec({"title": "text", "url": "link"}))
    assert [row["title"] for row in found] == list(names)


def test_a_class_may_say_what_a_thing_is_called(page: Page, spec: Spec) -> None:
    """A "subject-name" is the subject, of which nothing is to be told."""
    items = "".join(
        f"<article><a href=/t/{n}>{words}</a> <b class=subject-name>{subject}</b> <i>{level}</i></article>"
        for n, (words, subject, level) in enumerate(
            (("Roots of x", "Algebra", "hard"), ("Old French", "Reading", "easy"), ("Acids", "Chemistry", "fair"))
        )
    )
    got = read(page(f"<main>{items}</main>"), spec({"title": "text", "subject": "text", "level": "text"}))
    assert [record.values["subject"] for record in got.records] == ["Algebra", "Reading", "Chemistry"]
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["level"]


def test_a_text_of_digits_is_what_its_class_says(page: Page, spec: Spec) -> None:
    """`zip` is "1210" in an element of that name, and not the mail address that looks more like a text."""
    firms = (("Ash Ltd", "1210", "Wells"), ("Birch & Co", "6100", "Seaton"), ("Cedar", "4092", "Esk"))
    items = "".join(
        f"<article><h3><a href=/f/{n}>{name}</a></h3><span class=zip>{code}</span> <span class=city>{city}</span>"
        f"<a href=mailto:{n}@f.example>{n}@f.example</a></article>"
        for n, (name, code, city) in enumerate(firms)
    )
    found = rows_of(page(f"<main>{items}</main>"), spec({"name": "text", "zip": "text", "city": "text"}))
    assert [(row["name"], row["zip"], row["city"]) for row in found] == list(firms)


def test_an_address_has_its_blanks_as_signs(page: Page, spec: Spec) -> None:
    """The address "/labels/American+Audio" leads to the `label` as "/labels/Crane" does."""
    rests = (("Tray", "American Audio", "With clamps"), ("Stand", "Crane", "Light"), ("Shelf", "Zomo", "For two"))
    items = "".join(
        f"<li><h3><a href=/p/{n}>{name}</a></h3><a href=/labels/{label.replace(' ', '+')}>{label}</a> <em>{told}</em></li>"
        for n, (name, label, told) in enumerate(rests)
    )
    found = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "label": "text"}))
    assert [(row["title"], row["label"]) for row in found] == [(name, label) for name, label, _ in rests]


def test_a_price_of_one_sort_is_none_of_the_other(page: Page, spec: Spec) -> None:
    """Each home is for sale or for rent: a `sale_price` is not what stands in either of the two boxes."""
    homes = (("Elm", "sale", 300000), ("Oak", "rent", 900), ("Ash", "rent", 1100), ("Fir", "sale", 250000))
    items = "".join(
        f"<li><h3><a href=/h/{n}>{name} House</a></h3><div class={sort}-price><span class=price>€{paid}</span></div></li>"
        for n, (name, sort, paid) in enumerate(homes)
    )
    found = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "sale_price": "money"}))
    assert [row["sale_price"] for row in found] == [paid if sort == "sale" else None for _, sort, paid in homes]
