"""Predicts the addresses of further pages from a series that two steps have proven.

One integer of the address (in its query or its path) grows by the same amount from page to page; everything else
stays. A prediction is never believed: the walk compares it with the link that the page before really shows.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from webdart.values import replace

_NUMBER = re.compile(r"(?<![\w.-])\d{1,9}(?![\w.-])|(?<=[=/])\d{1,9}(?=[/&#]|$)")


class Series(Struct, frozen=True):
    """Addresses that differ in one integer: `before` + number + `after`.

    `page` is which page of the listing the last one is, from 1, where that is known.
    """

    before: str
    after: str
    number: int
    step: int
    page: int = 0

    def ahead(self, distance: int) -> str:
        """The address `distance` pages after the last one that was seen (1 is the next)."""
        return f"{self.before}{self.number + self.step * distance}{self.after}"

    def at(self, place: int) -> str:
        """The address of the listing's page `place`, from 1; meaningful where `page` is known."""
        return f"{self.before}{self.number + self.step * (place - self.page)}{self.after}"


def series_of(first: str, second: str, third: str) -> Series | None:
    """The series that three addresses in a row belong to, with `third` the last one seen; None if they prove none."""
    earlier, later = _step(first, second), _step(second, third)
    if earlier is None or later is None:
        return None
    if (earlier.before, earlier.after, earlier.step) != (later.before, later.after, later.step):
        return None
    return later


def series_between(shown: Mapping[int, str]) -> Series | None:
    """The series of pages whose addresses are known by number; None if these do not prove one.

    Two neighbours give it; every other address that is known must be as it says.
    """
    for number in sorted(shown):
        step = _step(shown[number], shown[number + 1]) if number + 1 in shown else None
        if step is None:
            continue
        found = replace(step, page=number + 1)
        if all(found.at(place) == address for place, address in shown.items()):
            return found
    return None


def series_guessed(first: str, second: str, rows: int) -> Series | None:
    """The series that the addresses of pages 1 and 2 suggest, with `rows` on a page: one number of the second is new.

    It is 2, or so many rows are passed over. Whoever opens such an address checks what comes.
    """
    known = [found[0] for found in _NUMBER.finditer(first)]
    new = [found for found in _NUMBER.finditer(second) if found[0] not in known]
    if len(new) != 1 or new[0][0] not in ("2", str(rows)):
        return None
    number = int(new[0][0])
    return Series(second[: new[0].start()], second[new[0].end() :], number, 1 if number == 2 else rows, page=2)


def _step(first: str, second: str) -> Series | None:
    ones, others = list(_NUMBER.finditer(first)), list(_NUMBER.finditer(second))
    if len(ones) != len(others):
        return None
    changed = [(one, other) for one, other in zip(ones, others, strict=True) if one[0] != other[0]]
    if len(changed) != 1:
        return None
    one, other = changed[0]
    if first[: one.start()] != second[: other.start()] or first[one.end() :] != second[other.end() :]:
        return None
    step = int(other[0]) - int(one[0])
    if step <= 0 or other[0] != str(int(other[0])):
        return None
    return Series(second[: other.start()], second[other.end() :], int(other[0]), step)
