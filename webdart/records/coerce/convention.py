"""Defines what all readers share: the site's locality, what a column has settled, the answer "unreadable"."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal, NamedTuple

from msgspec import Struct

from webdart.records.model import Remark
from webdart.workflow.model import Field, Scalar

DateOrder = Literal["dmy", "mdy", "ymd"]
Brackets = Literal["", "absent", "minus elsewhere", "counts", "below zero", "doubtful"]
"""What parentheses around numbers stand for; "" where no number has been seen."""
SaidSigns = Literal["", "signs", "minus", "up", "down"]
"""Whether words before numbers are signs, or which is a label before all of them; "" where none has been seen."""
NO_SIDE = "-"  # amounts without a word for a side of an account
SEVERAL_SIDES = "*"  # amounts of which not all have the same


class Locality(Struct, frozen=True, kw_only=True):
    """Where a site is: BCP 47 locale, IANA zone, and the run's pinned present in that zone (without zone info)."""

    locale: str = "en-US"
    zone: str = "UTC"
    now: datetime


class Convention(Struct, frozen=True, kw_only=True):
    """What a column has settled about its texts; carried by the wrapper from page to page.

    `decimal` is the decimal mark ("" while only the locale speaks), `residue` the constant words around a number,
    `order` the order of numeric dates, `two_part` what `1:05` means, `fixed` whether the column itself decided;
    `brackets` what parentheses mean, `side` the word for a side of an account that all amounts have (`NO_SIDE` and
    `SEVERAL_SIDES` where there is no such), `currencies` the codes of those seen, a blank between two;
    `said_signs` what words before numbers are; `scale` out of how many most ratings are, 0 where no most are;
    `before` and `behind` are the signs around every text, with the blanks between.
    """

    decimal: str = ""
    residue: str = ""
    order: DateOrder | None = None
    two_part: Literal["h:m", "m:s"] | None = None
    fixed: bool = False
    brackets: Brackets = ""
    side: str = ""
    currencies: str = ""
    said_signs: SaidSigns = ""
    scale: int = 0
    before: str = ""
    behind: str = ""


class Unreadable(Struct, frozen=True):
    """A text that is there and cannot be read as its type: `why` in a few words."""

    why: str


class Task(Struct, frozen=True):
    """A field to be read at a place in the world."""

    field: Field
    locality: Locality


class RawCell(NamedTuple):
    """What stands in a cell: its visible text, and what its elements carry besides.

    `attributes` are texts of attributes (before the text for dates, after it for the rest); `classes` and `address`
    (absolute) serve ratings, links and images; `icons` are the classes of each star that is an icon, of a truth value
    those of each picture; `parts` are the texts of several links or chips, `addresses` theirs; `checked` the state of a
    box; `there` whether the element exists at all. A tuple, since every cell of every page is one.
    """

    text: str = ""
    attributes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    address: str = ""
    parts: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    checked: bool | None = None
    there: bool = True


NOTHING = RawCell(there=False)


Read = Callable[[RawCell], Scalar | Unreadable]
"""Reads one cell of a column whose convention is settled."""

Reader = tuple[Convention, tuple[Remark, ...], Read]
"""A column's convention, what to report of it, and how its cells are read."""
