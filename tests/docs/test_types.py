"""Every row of the type tables is what the coercion really does."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.workflow import loads
from webdart.workflow.model import Field, Navigate
from webdart.workflow.templates import as_text

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "types.md"
NOW = datetime(2026, 11, 25, 12, 0)  # noqa: DTZ001 - the site's own clock
REFUSED = "refused"


def rows() -> Iterator[Any]:
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            yield pytest.param(*cells, id=f"{cells[0].strip('`')} {cells[1]} {cells[2]}")


def declared(written: str) -> Field:
    """The field of a file that declares it so, beside an amount for currencies."""
    fields = f"{{amount: money, x: {written}}}"
    stages = f"[{{navigate: {{}}}}, {{extract: {{into: t, fields: {fields}}}}}]"
    workflow = loads(f'webdart: 1\nsites: {{s: "https://s.example/"}}\nstages: {stages}\n')
    stage = workflow.stages[0]
    assert isinstance(stage, Navigate)
    return stage.extracts[0].fields[1]


def spans(cell: str) -> list[str]:
    """The texts of a cell: code spans, and the word for a text that is refused."""
    return [code or REFUSED for code in re.findall(r"`([^`]*)`|refused", cell)]


def written(value: object, raw: str | None) -> str:
    match value:
        case None:
            return REFUSED if raw is not None else "NULL"
        case tuple():
            return ", ".join(map(str, cast("tuple[object, ...]", value)))
        case bool() | date() | timedelta():
            return as_text(value)
        case _:
            return str(value)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("field", "texts", "locale", "values"), list(rows()))
def test_a_row_of_the_type_tables(field: str, texts: str, locale: str, values: str) -> None:
    """The texts of one column, read in that locale."""
    cells = [RawCell(text) for text in spans(texts)]
    read = coerce_column(declared(field.strip("`")), cells, Locality(locale=locale, now=NOW))
    assert [written(value, raw) for value, raw in zip(read.values, read.raws, strict=True)] == spans(values)


def test_every_type_has_a_section() -> None:
    """With its name as heading."""
    from webdart.workflow.fields import KINDS  # noqa: PLC0415 - only here

    text = PAGE.read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"### `{kind}`\n" not in text] == []
