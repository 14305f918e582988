"""Fields that are called a number or a rating: codes for the one, values on a scale for the other, counts for neither."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import NAMES, columns
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def _rows(*parts: str) -> str:
    return "".join(
        "<li>" + "".join(f"<div>{part.format(n=n, name=name)}</div>" for part in parts) + "</li>"
        for n, name in enumerate(NAMES, 11)
    )


@pytest.mark.parametrize("code", ["23-31{n}", "SCAP-22-00005{n}", "A{n}-0316", "2024-KA-0{n}-COA"])
def test_a_number_is_a_code_and_not_what_the_records_are_called(page: Page, spec: Spec, code: str) -> None:
    view = page(f"<ul>{_rows('<a href=/f/{n}>{name}</a>', f'<span>{code}</span>', '2024-12-{n}')}</ul>")
    got = read(view, spec({"file_number": "text", "date": "date"}))
    assert columns(got, "file_number") == [(code.format(n=n),) for n, _ in enumerate(NAMES, 11)]
    assert not got.remarks


def test_a_number_in_a_link_leaves_the_name_to_the_words(page: Page, spec: Spec) -> None:
    view = page(f"<ul>{_rows('<a href=/f/{n}>23-{n}</a>', '<span>{name}</span>')}</ul>")
    got = read(view, spec({"file_number": "text", "case_name": "text"}))
    assert columns(got, "file_number", "case_name") == [(f"23-{n}", name) for n, name in enumerate(NAMES, 11)]


def test_words_for_a_number_are_told(page: Page, spec: Spec) -> None:
    """No number stands for itself: "1." only counts the records off, and the link has words."""
    rows = "".join(
        f"<li><i>{n}.</i><a href=/f/{n}>{name} v. Smith, no. 23-{n}</a></li>" for n, name in enumerate(NAMES, 1)
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"file_number": "text"}))
    assert got.error("") is not None or {(one.code, one.column) for one in got.remarks} == {("by type", "file_number")}


@pytest.mark.parametrize("kind", ["rating", "number"])
@pytest.mark.parametrize("words", ["from <i>{n}</i> votes", "stars (<i>{n}</i> ratings)", "· <i>{n}</i> reviews"])
def test_a_rating_counts_nothing(page: Page, spec: Spec, kind: str, words: str) -> None:
    """The count beside an average is marked as a rating, too, and is as good a number."""
    said = words.replace("<i>", "<span class=rating-count>").replace("</i>", "</span>")
    rows = _rows(
        "<a href=/r/{n}>{name}</a>", "<p class=rating><span class=rating-average>4.{n}</span> " + said + "</p>"
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"name": "text", "rating": kind}))
    assert columns(got, "rating") == [(float(f"4.{n}"),) for n, _ in enumerate(NAMES, 11)]


def test_a_rating_is_read_from_its_figure_where_nothing_tells_its_stars_apart(page: Page, spec: Spec) -> None:
    """Each star is of a kind of its own, by its class: they say a place in the row and no value."""
    stars = "".join(f"<i class='star star-{place}'></i>" for place in range(1, 6))
    html = f"<h1>Plum cake</h1><div class=rating>{stars}</div><p class=rating><b class=rating-average>4.5</b> from 12 votes</p>"
    got = read(page(f"<main>{html}<p>By Ann Lee</p></main>"), spec({"title": "text", "rating": "rating"}, kind="page"))
    assert columns(got, "title", "rating") == [("Plum cake", 4.5)]


@pytest.mark.parametrize("row", ["<div class=r><b>{}</b><span>{}</span></div>", "<p><a href=/x>{}</a> <i>{}</i></p>"])
def test_a_key_may_be_a_word(page: Page, spec: Spec, row: str) -> None:
    """What is called a key or a code need have no digits: the settings' names are their keys."""
    settings = {"Host": "example.org", "Owner": "Ann Lee", "Region": "North West", "Plan": "Large"}
    rows = "".join(row.format(*pair) for pair in settings.items())
    got = read(page(f"<main>{rows}</main>"), spec({"key": "text", "value": "text"}))
    assert columns(got, "key", "value") == list(settings.items())


def test_a_number_may_stand_behind_its_own_name(page: Page, spec: Spec) -> None:
    """Of "Bill 12" and "20 votes" the first is the bill's number."""
    rows = _rows("<h3>Bill {n}</h3>", "<p>{name}</p>", "<p>2{n} votes</p>")
    got = read(page(f"<ul>{rows}</ul>"), spec({"bill_number": "text", "subject": "text"}))
    assert columns(got, "bill_number", "subject") == [(f"Bill {n}", name) for n, name in enumerate(NAMES, 11)]


@pytest.mark.parametrize(("field", "line"), [("score", "<i>45{n}</i> points"), ("score", "<p><b>45{n}</b> votes</p>")])
def test_a_score_is_a_number_of_points(page: Page, spec: Spec, field: str, line: str) -> None:
    """What is counted up is no value on a scale."""
    got = read(page(f"<ul>{_rows('<b>{name}</b>', line)}</ul>"), spec({"name": "text", field: "integer"}))
    assert columns(got, field) == [(int(f"45{n}"),) for n, _ in enumerate(NAMES, 11)]


@pytest.mark.parametrize("words", ["votes", "members", "users"])
def test_a_count_in_other_words_is_asked_for(page: Page, spec: Spec, words: str) -> None:
    """Of "45 members" and "72 km" neither is called so: a guess would be silent."""
    rows = _rows("<a href=/x/{n}>{name}</a>", f"<p><b>45{{n}}</b> {words}</p><p><b>7{{n}}</b> km</p>")
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "subscribers": "integer"}))
    assert got.error("") is not None or got.remarks


def test_codes_with_letters_before_their_digits(page: Page, spec: Spec) -> None:
    view = page(f"<ul>{_rows('<h3>{name}</h3>', '<span>EZY 1{n}</span>', '<i>12 min</i>')}</ul>")
    got = read(view, spec({"flight_number": "text", "route": "text"}))
    assert columns(got, "flight_number", "route") == [(f"EZY 1{n}", name) for n, name in enumerate(NAMES, 11)]


@pytest.mark.parametrize("line", ["<p>4.{n} rating</p>", "<p><b>4.{n}</b> rating</p>"])
def test_a_rating_beside_its_own_name(page: Page, spec: Spec, line: str) -> None:
    """One "rating" is what is asked for; "49 ratings" are votes."""
    rows = _rows("<a href=/r/{n}>{name}</a>", line, "<p>2.{n} km</p>")
    got = read(page(f"<ul>{rows}</ul>"), spec({"name": "text", "rating": "number"}))
    assert columns(got, "rating") == [(float(f"4.{n}"),) for n, _ in enumerate(NAMES, 11)]


@pytest.mark.parametrize("name", ["number", "no", "nummer"])
def test_a_sign_over_a_column_is_the_number(page: Page, spec: Spec, name: str) -> None:
    """The sign "#" is a name for it, and no other integer is taken instead."""
    rows = "".join(f"<tr><td>{n}</td><td>{name}</td><td>{3 * n}</td></tr>" for n, name in enumerate(NAMES, 11))
    table = f"<table><tr><th>#</th><th>Case</th><th>Pages</th></tr>{rows}</table>"
    got = read(page(table), spec({name: "integer", "case": "text"}))
    assert (columns(got, name), got.remarks) == ([(n,) for n, _ in enumerate(NAMES, 11)], ())
