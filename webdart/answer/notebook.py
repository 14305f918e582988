"""Shows a finished run, or one of its tables, in the cell of a notebook: as HTML that loads and executes nothing."""

from functools import cache
from importlib.resources import files

import jinja2
import pyarrow as pa

from webdart.answer.outcome import Outcome
from webdart.answer.render import completeness
from webdart.answer.sample import Sample, numeric_columns, sample, web_address
from webdart.printable import printable
from webdart.table.cell_json import Json, text

ROWS = 20
"""Rows that a cell shows; the rest is counted."""


def run_html(outcome: Outcome) -> str:
    """The verdict on a run, its doubts and errors, its answer's rows, and how complete its tables are."""
    answer = outcome.answer
    rows = None
    if answer is not None:
        shown = tuple(map(tuple, answer.rows[:ROWS]))
        rows = Sample(name="answer", columns=tuple(answer.columns), rows=shown, total=len(answer.rows))
    return _html(rows, outcome)


def table_html(table: pa.Table) -> str:
    """The first rows of a table, without its implicit columns."""
    return _html(sample("table", table, ROWS))


def _html(rows: Sample | None, outcome: Outcome | None = None) -> str:
    return _template().render(
        outcome=outcome,
        rows=rows,
        lines=[completeness(table) for table in outcome.tables] if outcome else [],
        numeric=numeric_columns,
        web=web_address,
        words=_words,
    )


def _words(value: Json) -> str:
    return printable(text(value))


@cache
def _template() -> jinja2.Template:
    around = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return around.from_string(files("webdart.answer").joinpath("notebook.html.jinja").read_text("utf-8"))
