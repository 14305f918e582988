"""Reads columns of which every cell is a number or an amount as most sites write it: 1234, 1,234, $1,234.50.

There are no words, signs or marks to be weighed in such a column. One with any other cell is left to `readers`, which
read these no otherwise.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from webdart.records.coerce.convention import Convention, Locality, RawCell
from webdart.records.coerce.locales import locale_decimal
from webdart.records.coerce.money import all_currencies, currencies_in, side_of
from webdart.records.coerce.numbers import brackets_of
from webdart.workflow.model import Field

_MARKED = ","
_WHOLE = re.compile(r"[0-9]{1,18}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}")
_AMOUNT = re.compile(r"([$€£])((?:[0-9]{1,12}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3})\.[0-9]{2})")
_CENTS = 2
Values = tuple[Sequence[int | Decimal], Convention]


def plain_values(
    field: Field, cells: Sequence[RawCell], locality: Locality, settled: Convention | None
) -> Values | None:
    """The values of a column of plainly written numbers or amounts, and how it is written; None for any other."""
    match field.type.kind:
        case "integer":
            return _whole_numbers(cells, locality.locale, settled)
        case "money":
            return _amounts(cells, field, locality.locale, settled)
        case _:
            return None


def _whole_numbers(cells: Sequence[RawCell], locale: str, settled: Convention | None) -> Values | None:
    fixed = settled is not None and settled.fixed and bool(settled.decimal)
    decimal = settled.decimal if settled is not None and fixed else locale_decimal(locale)
    texts = [cell.text for cell in cells]
    if not texts or not all(map(_WHOLE.fullmatch, texts)):
        return None
    grouped = [text.count(_MARKED) for text in texts]
    if decimal != "." and any(grouped):
        return None
    said = max(grouped) > 1  # several groups: their mark can be no other
    values = [int(text.replace(_MARKED, "")) for text in texts]
    brackets = brackets_of(texts[:1], (), settled)
    return values, Convention(decimal=decimal, residue=_residue(settled), fixed=fixed or said, brackets=brackets)


def _amounts(cells: Sequence[RawCell], field: Field, locale: str, settled: Convention | None) -> Values | None:
    other = settled is not None and settled.fixed and settled.decimal not in {"", "."}
    if field.digits != _CENTS or other or not cells:
        return None
    found = [_AMOUNT.fullmatch(cell.text) for cell in cells]
    signs = {one[1] for one in found if one is not None}
    if None in found or len(signs) > 1:
        return None
    values = [Decimal(one[2].replace(_MARKED, "")) for one in found if one is not None]
    first = [cells[0].text]  # all are written like it
    settled = Convention() if settled is None else settled
    return values, Convention(
        decimal=".",
        residue=settled.residue,
        fixed=True,
        brackets=brackets_of(first, (), settled),
        side=side_of(first, locale, settled.side),
        currencies=all_currencies(currencies_in(first[0], locale), settled),
    )


def _residue(settled: Convention | None) -> str:
    return settled.residue if settled is not None else ""
