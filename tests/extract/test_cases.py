"""Pages as data: which records a page has, what its columns are called, what they hold."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from webdart.extract import Page, RecordSet, page_from_html, record_sets
from webdart.extract.page.tree import TEXT

CASES = sorted((Path(__file__).parent.parent / "cases" / "extract").glob("*/*.yaml"))
ORIGIN = "https://case.example"


def read(case: Path) -> tuple[dict[str, Any], Page, tuple[RecordSet, ...]]:
    expected: dict[str, Any] = yaml.safe_load(case.read_text(encoding="utf-8"))
    page = page_from_html(case.with_suffix(".html").read_text(encoding="utf-8"), f"{ORIGIN}/list")
    return expected, page, record_sets(page, of="page" if expected.get("of") == "page" else "lists")


def texts(values: list[object]) -> tuple[str | None, ...]:
    return tuple(None if value is None else str(value) for value in values)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_the_best_set_is_the_list(case: Path):
    expected, _, sets = read(case)
    if "records" in expected:
        assert len(sets[0]) == expected["records"], [(one.kind, len(one), round(one.score, 2)) for one in sets]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_columns_have_the_pages_names_and_values(case: Path):
    expected, _, sets = read(case)
    named = {(column.name, column.values): column.kind for column in sets[0].columns}
    for name, values in expected.get("columns", {}).items():
        assert (name, texts(values)) in named, sorted({f"{one}: {held[:2]}" for one, held in named})
        if name in expected.get("kinds", {}):
            assert named[name, texts(values)] == expected["kinds"][name]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_what_has_no_name_is_a_column_too(case: Path):
    expected, _, sets = read(case)
    held = {tuple(value and value.removeprefix(ORIGIN) for value in column.values) for column in sets[0].columns}
    for values in expected.get("values", []):
        assert texts(values) in held


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_every_text_of_a_record_stands_in_a_column(case: Path):
    """Nothing that a person sees in a record is lost."""
    _, page, sets = read(case)
    best = sets[0]
    for number, record in enumerate(best.roots):
        said = [column.values[number] for column in best.columns if column.source == "text"]
        for root in record:
            for index in range(root, page.ends[root]):
                if page.tags[index] == TEXT and page.shown[index]:
                    assert any(value is not None and page.texts[index] in value for value in said)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_a_page_is_read_alike_every_time(case: Path):
    assert read(case)[2] == read(case)[2]
