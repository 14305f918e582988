"""Decides in which order the dates of a column have day, month and year: "3/4/2024", "26-11-24".

Each date allows some orders; what all of a column allow decides. Two digits may be a year that comes first where they
are written with hyphens, as programs do, or where the locale begins with the year; before slashes only where no other
order lets the dates follow one another, and else as most people write. What stays open is read as the locale has it,
and told; but where it is the year that may be meant, no locale says so, and nothing is read.
"""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from webdart.records.coerce.convention import Convention, DateOrder, Unreadable
from webdart.records.coerce.dates import Written, locale_order, resolve

_ORDERS: tuple[DateOrder, ...] = ("dmy", "mdy", "ymd")
_ENOUGH = 5  # dates that are in order by chance in one of sixty columns


class Order(Struct, frozen=True):
    """A column's order: whether the column decided it (`fixed`), why open dates are not read, and what is told."""

    order: DateOrder
    fixed: bool
    unread: str = ""
    told: str = ""


def order_of(written: Sequence[Written], settled: Convention | None, locale: str) -> Order:
    """The order of a column's dates, and of those of the pages before, as far as these have `settled` it."""
    items = [item for item in written if item.order is None and _allowed(item)]
    allowed = [_allowed(item) for item in items]
    if settled is not None and settled.fixed and settled.order is not None:
        allowed.append({settled.order})
    usual = usual_order(written, locale)
    if not allowed:
        return Order(usual, fixed=False)
    common: list[DateOrder] = [order for order in _ORDERS if all(order in orders for orders in allowed)]
    if not common:
        return Order(usual, fixed=False, unread="day and month could be swapped")
    if len(common) == 1:
        return Order(common[0], fixed=True)
    return _open_order(items, common, usual, locale)


def _open_order(items: Sequence[Written], common: Sequence[DateOrder], usual: DateOrder, locale: str) -> Order:
    """The order where a column's dates allow several: the locale's or the one they follow one another in, or none."""
    if not any(_differ(item, common) for item in items):
        return Order(usual if usual in common else common[0], fixed=False)
    by_locale = locale_order(locale)
    if "ymd" in common and by_locale != "ymd":
        found: list[DateOrder] = [order for order in common if _are_in_order(items, order)]
        if len(found) != 1 and all(item.oddly for item in items):
            return Order("dmy", fixed=False, told="day and year could be swapped; read as dmy, as most people write")
        if len(found) != 1:
            return Order(usual, fixed=False, unread="day and year could be swapped; a `format` says which it is")
        text = f"day and year could be swapped; read as {found[0]}, in which alone they follow one another"
        return Order(found[0], fixed=True, told=text)
    if not any(order == usual for order in common):
        return Order(usual, fixed=False, unread="day and month could be swapped")
    whose = f"the order of {locale}" if usual == by_locale else "as dots mean elsewhere"
    what = "day and year" if usual == "ymd" else "day and month"
    return Order(usual, fixed=False, told=f"{what} could be swapped; read as {usual}, {whose}")


def usual_order(written: Sequence[Written], locale: str) -> DateOrder:
    """The order that dates are read in which no date of their column settles: the day first where dots part them."""
    found = [item.dotted for item in written if item.order is None]
    by_locale = locale_order(locale)
    return "dmy" if found and all(found) and by_locale != "ymd" else by_locale


def _allowed(item: Written) -> set[DateOrder]:
    """The orders in which an open date is one."""
    first, second, third = item.numbers
    found: set[DateOrder] = set()
    if 1 <= first <= 31 and 1 <= second <= 12:
        found.add("dmy")
    if 1 <= first <= 12 and 1 <= second <= 31:
        found.add("mdy")
    if item.yearly and 1 <= second <= 12 and 1 <= third <= 31:
        found.add("ymd")
    return found


def _differ(item: Written, orders: Sequence[DateOrder]) -> bool:
    """Whether a date is not the same day in all of some orders: the fifth of May is."""
    return len({resolve(item, Convention(order=order)) for order in orders}) > 1


def _are_in_order(items: Sequence[Written], order: DateOrder) -> bool:
    """Whether dates follow one another, up or down, and are enough not to do so by chance."""
    days = [resolve(item, Convention(order=order)) for item in items]
    if len(set(days)) < _ENOUGH or any(isinstance(day, Unreadable) for day in days):
        return False
    known = [day for day in days if isinstance(day, date)]
    return known in (sorted(known), sorted(known, reverse=True))
