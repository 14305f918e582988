"""Finds conditions that ask for a text which no row has as it is asked for: `status = 'open'` where rows say "Open".

Signs that look alike are other letters, too: "Don't" is asked for where rows say "Don’t". A text may also be a part of
what rows say: `zone = 'Lab'` where they say "Lab (65000:2)".
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.execute.comparison import Wanted, compared
from webdart.identifier import fold
from webdart.lexicon.look_alikes import look_of
from webdart.plan.lineage import Lineage
from webdart.workflow.model import Extract

_BEFORE, _AFTER = r"(?<![^\s(\[{,;|])", r"(?![^\s()\[\]{},;:|])"
"""What a whole word stands between: spaces, brackets and signs that part a list, no point and no slash of a number."""


def near_misses(extract: Extract, table: pa.Table, read: Lineage) -> list[Doubt]:
    """Texts that no row has, in conditions of columns that have them with other capitals, or within longer texts."""
    doubts: dict[tuple[str, str], Doubt] = {}
    for column, wanted, others in _wanted_texts(table, read):
        values = _texts(table.column(column))
        if any(wanted.fits(value, exact=True) for value, _ in values):
            continue
        if rows := _rows(values, others, partial(wanted.fits, exact=False)):
            doubts[column, wanted.text] = _in_other_letters(extract, table, column, wanted.text, rows)
        elif rows := _rows(values, others, partial(_is_part, wanted, _whole_words(wanted))):
            doubts[column, wanted.text] = _in_longer_texts(extract, table, column, wanted.text, rows)
    return list(doubts.values())


def _wanted_texts(table: pa.Table, read: Lineage) -> Iterator[tuple[str, Wanted, Sequence[Wanted]]]:
    """The columns of text that conditions compare, each with what is wanted and all that its condition wants of it."""
    for place in read.places:
        for condition in place.conditions:
            said = list(compared(condition.sql, place.parameters))
            for name, wanted in said:
                column = next((one for one in table.column_names if fold(one) == fold(name)), None)
                if column is not None and wanted.is_text and _has_texts(table.column(column).type):
                    yield column, wanted, [one for other, one in said if other == name]


def _has_texts(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or (pa.types.is_list(kind) and pa.types.is_string(kind.value_type))


def _texts(column: "pa.ChunkedArray[Any]") -> Sequence[tuple[str, int]]:
    """The texts of a column, or of the lists in it, each with its row."""
    values: Sequence[str | Sequence[str | None] | None] = column.to_pylist()
    cells = ((row, [value] if isinstance(value, str) else value or ()) for row, value in enumerate(values))
    return [(text, row) for row, texts in cells for text in texts if text]


def _rows(
    values: Sequence[tuple[str, int]], others: Sequence[Wanted], fits: Callable[[str], bool]
) -> Mapping[int, str]:
    """The rows that have a text which fits, and is no other text of the condition, each with that text."""
    fitting = [(row, text) for text, row in values if fits(text)]
    return {row: text for row, text in reversed(fitting) if not any(one.fits(text, exact=True) for one in others)}


def _whole_words(wanted: Wanted) -> re.Pattern[str]:
    return re.compile(_BEFORE + re.escape(look_of(wanted.text)) + _AFTER, re.IGNORECASE)


def _is_part(wanted: Wanted, words: re.Pattern[str], value: str) -> bool:
    """Whether a value has the text as whole words; where it must not be so, beside signs and numbers only."""
    text = look_of(value)
    found = None if wanted.like else words.search(text)
    if found is None:
        return False
    rest = text[: found.start()] + text[found.end() :]
    return not wanted.negated or not any(map(str.isalpha, rest))


def _in_other_letters(extract: Extract, table: pa.Table, column: str, text: str, rows: Mapping[int, str]) -> Doubt:
    signs = all(look_of(one) != one for one in rows.values())
    problem = f"no row has {text!r}, but {len(rows)} have it in other {'signs that look alike' if signs else 'letters'}"
    way = "" if signs else f", or `lower({column})` or ILIKE for any letters"
    return _doubt(extract, table, column, rows, problem, f"write it as the page does{way}")


def _in_longer_texts(extract: Extract, table: pa.Table, column: str, text: str, rows: Mapping[int, str]) -> Doubt:
    problem = f"no row has {text!r}, but {len(rows)} have it within a longer text"
    return _doubt(extract, table, column, rows, problem, "write the whole text as the page has it, or LIKE with `%`")


def _doubt(extract: Extract, table: pa.Table, column: str, rows: Mapping[int, str], problem: str, remedy: str) -> Doubt:
    """The doubt of a condition, with the first different texts of the rows that it misses."""
    pages = table.column("_page").to_pylist()
    return Doubt(
        table=extract.into,
        column=column,
        kind="unmatched",
        problem=problem,
        count=len(rows),
        samples=samples_of((text, str(pages[row])) for row, text in sorted(rows.items())),
        remedy=f"{remedy}; `accept: [unmatched]` takes the answer",
    )
