"""Columns that the rules leave open: what the whole page speaks for is read, and is a doubt on every page."""

import re
from collections.abc import Callable, Sequence
from datetime import date

import pytest

from tests.records.conftest import make_field
from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.workflow.model import Value

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
PEOPLE = ("Ann Reed", "Bo Lind", "Cem Aksu", "Dee Fox", "Eva Moss", "Gus Pike", "Hal Roy", "Ida Sand")


def staff(names: Sequence[str], head: str = "With us since", year: int = 2011) -> str:
    rows = "".join(
        f"<tr><td>{name}</td><td>Room {n}</td><td>{year + n}-03-{n + 10}</td></tr>" for n, name in enumerate(names)
    )
    return f"<h1>Staff</h1><table><tr><th>Name</th><th>Room</th><th>{head}</th></tr>{rows}</table>"


def column(found: Extraction, name: str) -> list[Value]:
    return [record.values[name] for record in found.records]


def told(found: Extraction) -> list[tuple[str, str]]:
    return [(one.code, one.column) for one in found.remarks]


def test_a_date_under_a_head_of_other_words_is_read_and_told(page: Page, spec: Spec) -> None:
    found = read(page(staff(PEOPLE)), spec({"name": "text", "joined": "date"}))
    assert not found.problems
    assert column(found, "joined") == [date(2011 + n, 3, n + 10) for n in range(8)]
    assert told(found) == [("other column", "joined")]
    (remark,) = found.remarks
    assert "'With us since', as in '2011-03-10', '2012-03-11', '2013-03-12'" in remark.text


@pytest.mark.parametrize(("name", "head"), [("born", "Updated"), ("start", "Ends")])
def test_what_the_page_calls_by_words_of_another_meaning_is_asked(page: Page, spec: Spec, name: str, head: str) -> None:
    found = read(page(staff(PEOPLE, head)), spec({"name": "text", name: "date"}))
    (problem,) = found.problems
    assert problem.field == name
    assert head in str(problem)


def test_a_later_page_is_read_by_the_same_column(page: Page, spec: Spec) -> None:
    wanted = spec({"name": "text", "joined": "date"})
    first = read(page(staff(PEOPLE[:6])), wanted, before=0)
    later = read(page(staff(PEOPLE[6:], year=1990)), wanted, first.wrapper, before=6)
    assert not later.problems
    assert not later.missing
    assert column(later, "joined") == [date(1990, 3, 10), date(1991, 3, 11)]


def test_what_a_later_page_lacks_is_no_label_of_the_file(page: Page, spec: Spec) -> None:
    wanted = spec({"name": "text", "joined": "date"})
    first = read(page(staff(PEOPLE[:6])), wanted, before=0)
    bare = staff(PEOPLE[4:]).replace("<th>With us since</th>", "")
    later = read(page(re.sub("<td>[0-9-]{10}</td>", "", bare)), wanted, first.wrapper, before=6)
    (missing,) = [one for one in later.missing if one.field == "joined"]
    assert not missing.written
    assert missing.looked_for == "label 'with us since', as on the page before"


def test_a_label_that_the_file_gives_is_never_taken_for_another(page: Page, spec: Spec) -> None:
    found = read(page(staff(PEOPLE)), spec([make_field("name"), make_field("joined", "date", label="Joined")]))
    assert "joined" in {one.field for one in found.missing}


def test_of_two_fields_that_one_head_names_each_has_its_own(page: Page, spec: Spec) -> None:
    """The cells have a link to the topic, and below it who wrote it, in an element that is called so."""
    rows = "".join(
        f"<tr><td><div><span><a href=/t/{n}>Of lamp {n * 7}</a></span>"
        f"<div class='author small'><a href=/u/{n}>{name}</a></div></div></td><td>{n * 3}</td><td>{n * 31}</td></tr>"
        for n, name in enumerate(PEOPLE)
    )
    heads = "<tr><th><a href=/s?by=t>Topic</a> / <a href=/s?by=a>Author</a></th><th>Replies</th><th>Views</th></tr>"
    wanted = {"topic": "text", "author": "text", "replies": "integer", "views": "integer"}
    found = read(page(f"<table>{heads}{rows}</table>"), spec(wanted))
    assert column(found, "topic") == [f"Of lamp {n * 7}" for n in range(8)]
    assert column(found, "author") == list(PEOPLE)
    assert told(found) == [("by sets", "")]
