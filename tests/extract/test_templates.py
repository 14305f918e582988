"""A listing that was learned on one page is read on the next one without looking for it."""

import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from webdart.extract import Page, RecordSet, page_from_html, record_sets
from webdart.extract.templates import Learned, learn, recall

CASES = sorted((Path(__file__).parent.parent / "cases" / "extract").glob("*/*.html"))
LISTS = [case for case in CASES if case.parent.name != "pages"]
HEADS = "<tr><th>Name</th><th>Won</th><th>Since</th></tr>"
FIRST = [("Anna", "3", "2019-05-01"), ("Bertha", "7", "2020-06-02"), ("Clara", "11", "2021-07-03")]
SECOND = [("Dora", "2", "2018-01-04"), ("Emma", "5", "2022-02-05")]


def table(rows: list[tuple[str, str, str]], heads: str = HEADS) -> Page:
    body = "".join(f"<tr><td><a href=/{a}>{a}</a></td><td>{b}</td><td>{c}</td></tr>" for a, b, c in rows)
    return page_from_html(f"<body><h1>Players</h1><table>{heads}{body}</table></body>", "https://case.example/")


def best(page: Page) -> RecordSet:
    return record_sets(page, of="lists")[0]


def learned(page: Page) -> Learned:
    return learn(page, best(page))


@pytest.mark.parametrize("case", LISTS, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_the_page_itself_is_read_as_it_was(case: Path) -> None:
    page = page_from_html(case.read_text(encoding="utf-8"), "https://case.example/list")
    one = best(page)
    again = recall(page, learn(page, one))
    assert again.holds, again.problems
    assert again.roots == one.roots
    known = {(column.name, column.source, column.values) for column in one.columns}
    assert {(column.name, column.source, column.values) for column in again.columns} <= known


def test_the_next_page_is_read_by_the_template_of_the_first() -> None:
    """Two rows are too few to be found with certainty; they are known."""
    read = recall(table(SECOND), learned(table(FIRST)))
    assert read.holds
    values = {column.name: column.values for column in read.columns if column.source == "text"}
    expected = {"Name": ("Dora", "Emma"), "Won": ("2", "5"), "Since": ("2018-01-04", "2022-02-05")}
    assert {name: values[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        (table([]), "none"),
        (table([("2018-01-04", "two", "Dora"), ("2022-02-05", "five", "Emma")]), "types"),
        (table(SECOND, "<tr><th>Name</th><th>Lost</th><th>Since</th></tr>"), "heads"),
        (page_from_html("<table><tr><td>Dora</td><td>Emma</td></tr></table>", "https://case.example/"), "anchors"),
    ],
    ids=["no rows", "columns moved", "another head", "another table"],
)
def test_what_is_of_another_template_is_told(page: Page, problem: str) -> None:
    assert problem in recall(page, learned(table(FIRST))).problems


def test_texts_without_a_place_are_told() -> None:
    """A record that says more than it did is not read in part and in silence."""
    more = [(a, b, f"{c}</td><td>x</td><td>y</td><td>z") for a, b, c in SECOND]
    assert "texts" in recall(table(more), learned(table(FIRST))).problems


def test_optional_parts_are_found_by_their_labels() -> None:
    def page(records: list[dict[str, str]]) -> Page:
        items = "".join(
            "<li>" + "".join(f"<p><b>{name}:</b> {value}</p>" for name, value in one.items()) + "</li>"
            for one in records
        )
        return page_from_html(f"<ul>{items}</ul>", "https://case.example/")

    first = [{"Maker": "Ada", "Colour": "red", "Weight": "3 kg"}, {"Maker": "Bo", "Weight": "4 kg"}]
    first += [{"Maker": "Cy", "Colour": "blue", "Weight": "5 kg"}, {"Maker": "Ed", "Colour": "green", "Weight": "9 kg"}]
    before = page(first)
    items = next(one for one in record_sets(before, of="lists") if len(one) == len(first))
    read = recall(page([{"Maker": "Di", "Weight": "6 kg"}]), learn(before, items))
    assert ("Weight", ("6 kg",)) in {(column.name, column.values) for column in read.columns}
    assert [column.values for column in read.columns if column.name == "Colour"] == [(None,)]


def test_a_template_is_a_value_that_can_be_written_down() -> None:
    one = learned(table(FIRST))
    assert Learned.from_json(json.loads(json.dumps(one.to_json()))) == one
    with pytest.raises(FrozenInstanceError):
        one.count = 4  # type: ignore[misc]  # that is what is tried
