"""Finds conditions that ask for a text in other letters than the page's: `status = 'open'` where rows say "Open".

Signs that look alike are such, too: "Don't" is asked for where rows say "Don’t".
"""

from collections.abc import Sequence

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.execute.comparison import Wanted, compared
from webdart.identifier import fold
from webdart.lexicon.look_alikes import look_of
from webdart.plan.lineage import Lineage
from webdart.workflow.model import Extract

_FEW = 3
"""How many rows to show that have the text in the page's letters."""


def in_other_letters(extract: Extract, table: pa.Table, read: Lineage) -> list[Doubt]:
    """Texts that no row has, in conditions of columns that have them with other capitals."""
    doubts: dict[tuple[str, str], Doubt] = {}
    for place in read.places:
        for condition in place.conditions:
            said = list(compared(condition.sql, place.parameters))
            for name, wanted in said:
                column = next((one for one in table.column_names if fold(one) == fold(name)), None)
                if column is None or not wanted.is_text or not pa.types.is_string(table.column(column).type):
                    continue
                others = [one for other, one in said if other == name]
                values: Sequence[str | None] = table.column(column).to_pylist()
                rows = [row for row, value in enumerate(values) if value and _is_missed(value, wanted, others)]
                if rows and not any(value is not None and wanted.fits(value, exact=True) for value in values):
                    doubts[column, wanted.text] = _doubt(extract, table, column, wanted.text, rows)
    return list(doubts.values())


def _is_missed(value: str, wanted: Wanted, others: Sequence[Wanted]) -> bool:
    """Whether a value has a text in other letters, and no other text of the condition has these."""
    return wanted.fits(value, exact=False) and not any(one.fits(value, exact=True) for one in others)


def _doubt(extract: Extract, table: pa.Table, column: str, text: str, rows: Sequence[int]) -> Doubt:
    values, pages = (table.column(name).to_pylist() for name in (column, "_page"))
    signs = all(look_of(str(values[row])) != values[row] for row in rows)
    other = "signs that look alike" if signs else "letters"
    way = "" if signs else f", or `lower({column})` or ILIKE for any letters"
    return Doubt(
        table=extract.into,
        column=column,
        kind="unmatched",
        problem=f"no row has {text!r}, but {len(rows)} have it in other {other}",
        count=len(rows),
        samples=samples_of([(str(values[row]), str(pages[row])) for row in rows[:_FEW]]),
        remedy=f"write it as the page does{way}; `accept: [unmatched]` takes the answer",
    )
