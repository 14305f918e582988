"""Values that stand elsewhere in a record, and may be the ones that are meant, are told."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import tagged
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
NAMES = ("Ash lamp", "Birch desk", "Cedar chair", "Elm shelf", "Fir stool", "Oak bench", "Yew table", "Zelkova bed")


def cards(part: Callable[[int], str]) -> str:
    return "".join(f"<div class=card><h3><a href=/p/{n}>{name}</a></h3>{part(n)}</div>" for n, name in enumerate(NAMES))


@pytest.mark.parametrize(
    ("field", "kind", "some", "all_have"),
    [
        ("change", "percentage", "<i>-{n}.5%</i>", "<b>{n}4% off</b>"),
        ("weight", "number", "<i>{n}.5 kg</i>", "<b>199{n}</b>"),
        ("stock", "integer", "<i>{n} left</i>", "<b>({n}7)</b>"),
        ("duration", "duration", "<i>{n}h 20m</i>", "<b>{n}h 45m</b>"),
        ("starts", "date", "<i>{n} May 2026</i>", "<b>1{n} June 2026</b>"),
    ],
)
def test_a_second_value_of_the_type_is_told(
    page: Page, spec: Spec, field: str, kind: str, some: str, all_have: str
) -> None:
    """What every record has was taken in silence for what is meant, and only most have."""
    html = cards(lambda n: (some.format(n=n + 1) if n % 4 else "") + all_have.format(n=n + 1))
    got = read(page(html), spec({"title": "text", field: kind}))
    told = {remark.column for remark in got.remarks if remark.code == "other column"}
    assert field in told or any(problem.field == field for problem in got.problems)
    alone = read(page(cards(lambda n: all_have.format(n=n + 1))), spec({"title": "text", field: kind}))
    assert not [remark for remark in alone.remarks if remark.code == "other column"]


def test_some_of_the_same_amounts_are_no_second_value(page: Page, spec: Spec) -> None:
    """What only the rows without a reduction have of the prices that are read."""
    full = ("<span class=full>${}.00</span>", "<s class=full>$9{0}.00</s> <ins><span class=full>${0}.00</span></ins>")
    got = read(
        page(cards(lambda n: f"<div>{full[n % 2].format(n + 5)}</div>")), spec({"name": "text", "rate": "money"})
    )
    assert [int(str(record.values["rate"]).partition(".")[0]) for record in got.records] == [n + 5 for n in range(8)]
    assert "other column" not in {remark.code for remark in got.remarks}


def test_what_the_mark_up_calls_so_has_no_rival(page: Page, spec: Spec) -> None:
    html = cards(lambda n: f"<i class=change>-{n}.5%</i>" + (f"<b>{n}4% off</b>" if n % 4 else ""))
    assert not read(page(html), spec({"title": "text", "change": "percentage"})).remarks


@pytest.mark.parametrize(("time", "told"), [("<span>1{n}:30</span>", True), ("<span>room 1{n}</span>", False)])
def test_a_time_beside_the_day_is_told(page: Page, spec: Spec, time: str, told: bool) -> None:
    """The moment was midnight, though the time stood in the next element."""
    html = cards(lambda n: f"<span>May {n + 1}, 2026</span> {time.format(n=n)}<p>Doors open early</p>")
    got = read(page(html), spec({"title": "text", "starts": "datetime"}))
    whole = str(got.records[0].values["starts"]).endswith("10:30:00")
    assert any("times elsewhere" in remark.text for remark in got.remarks) == (told and not whole)


@pytest.mark.parametrize(
    ("field", "kind", "value", "other"),
    [
        ("price", "money", "<b>$4{n}.50</b>", "<p>$1{n} off with coupon</p>"),
        ("price", "money", "<b>$4{n}.50</b>", "<s>$6{n}.50</s>"),
        ("date", "date", "<b>{n} May 2026</b>", "<p>The fair opens its doors on 1{n} June 2026 in Leeds.</p>"),
        ("price", "money", "<b>$4{n}.50</b>", "<p>Free shipping over $50</p>"),
        ("area", "number", "<b>6{n}</b>", "<p>Rooms: {n}</p>"),
    ],
)
def test_what_the_page_says_to_be_another_thing_is_no_rival(
    page: Page, spec: Spec, field: str, kind: str, value: str, other: str
) -> None:
    """An older price, what a sentence tells, what is the same in all, what has another name: none is a doubt."""
    html = cards(lambda n: (value + other).format(n=n + 1))
    got = read(page(html), spec({"title": "text", field: kind}))
    assert not got.problems
    assert not [remark for remark in got.remarks if remark.code == "other column"]


@pytest.mark.parametrize(("some", "told"), [(4, True), (1, False)])
def test_two_values_at_one_place_are_told_where_some_have_one(page: Page, spec: Spec, some: int, told: bool) -> None:
    """Where a day was missing, the one behind it was taken, which says when the record was changed."""
    days = "<span>{0} May 2026</span>", "<span>Updated 1{0} June 2026</span>"
    html = cards(lambda n: (days[0].format(n + 1) if n % some or some == 1 else "") + days[1].format(n + 1))
    got = read(page(html), spec({"title": "text", "date": "date"}))
    assert any("some records have two" in remark.text for remark in got.remarks) == told


def questions(subject: str) -> str:
    """Questions of users, each of a subject: its user, its subject and the question itself are links."""
    return "".join(
        f"<div class=task><a class=asker href=/u/{n}>{name.split()[0]}</a> <a class=subject href=/s/{n % 3}>{subject}</a>"
        f"<div><a href=/q/{n}>How is a {name} made well?</a></div></div>"
        for n, name in enumerate(NAMES)
    )


@pytest.mark.parametrize("fields", [{"url": "link"}, {"subject": "text", "url": "link"}])
def test_a_link_beside_one_that_each_record_has_is_told(page: Page, spec: Spec, fields: dict[str, str]) -> None:
    """The user's page, or that of a subject which several records share, was taken for the question's own."""
    html = questions("{}").format(*("Maths", "Art", "Latin") * 3)
    got = read(page(html), spec(fields))
    assert [one.column for one in got.remarks if one.code == "other column"] == ["url"]


def test_the_link_of_a_title_is_sure(page: Page, spec: Spec) -> None:
    """Of what the records are called, and of a heading, it is the records' own."""
    by = "<a href=/u/{n}>Ann {n}</a>"
    view = page(cards(lambda n: by.format(n=n)))
    for fields in ({"title": "text", "url": "link"}, {"url": "link"}):
        assert not [one for one in read(view, spec(fields)).remarks if one.code == "other column"]


@pytest.mark.parametrize(
    ("above", "below", "told"),
    [
        ("<div class=today>9 August 2022</div>", "<p>Updated: 6 March 2018 Original: 21 December 2016</p>", True),
        ("", "<p>Updated: 6 March 2018 Original: 21 December 2016</p>", True),
        ("<time>9 August 2022</time>", "<p>By Ann Lee</p>", False),
    ],
    ids=["head", "foot", "none"],
)
def test_a_day_farther_from_the_heading_is_told(page: Page, spec: Spec, above: str, below: str, told: bool) -> None:
    """The day of a page's head or foot was when it was written, in silence, as a day alone in its element."""
    foot = "" if above else "<div>Online Aug 9, 2022 05:17</div>"
    story = "<p>It was a long day for all of us.</p>" * 30
    html = f"{above}<p>Menu</p>" * bool(above) + f"<div><h1>A storm</h1>{below}</div>{story}{foot}"
    got = read(page(html), spec({"title": "text", "date": "date"}, kind="page"))
    assert ("other column" in {remark.code for remark in got.remarks if remark.column == "date"}) == told


@pytest.mark.parametrize(
    ("words", "options", "told"),
    [
        (("Yes", "No"), {}, True),
        (("Yes", "Yes"), {}, False),
        (("New", "Old"), {}, False),
        (("Yes", "No"), {"mapping": {"Yes": True, "No": False}}, False),
    ],
    ids=["answers", "always", "other words", "said"],
)
def test_words_for_yes_and_no_at_the_place_of_a_boolean(
    page: Page,
    spec: Spec,
    declared: Callable[..., Field],
    words: tuple[str, str],
    options: dict[str, object],
    told: bool,
) -> None:
    """It is yes wherever something stands there, so it was yes in every record, in silence."""
    html = cards(lambda n: f"<em>{words[n % 2]}</em>")
    view = page(html, marks={"css=em": tagged("em")})
    got = read(view, spec([declared("name", "text"), declared("active", "boolean", css="em", **options)]))
    assert any("something stands there" in remark.text for remark in got.remarks) == told
