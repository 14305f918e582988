"""Tells whether a next link turns the pages that numbers count, or follows another sequence.

A site links each of its pages to the one behind it in a menu, a manual or an archive, by the same relation and the
same words as a listing links its pages; where numbers count the pages of the listing, they tell which of it is meant.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from webdart.controls.next_address import goes_on, page_in


class Numbered(Struct, frozen=True):
    """The pages that numbers count, by their addresses; `here` is the address of the one shown, number `current`."""

    here: str
    current: int
    addresses: Mapping[int, str]

    @property
    def sure(self) -> bool:
        """Whether the addresses count as the numbers do; the first page often goes without its number."""
        said = {number: page_in(address) for number, address in self._known.items()}
        if any(said.values()) and all(said[number] in (None if number == 1 else number, number) for number in said):
            return True
        rates = {self._rate(one, other) for one in self.addresses for other in self.addresses if 1 < one < other}
        return len(rates) == 1 and bool(next(iter(rates)))

    @property
    def _known(self) -> dict[int, str]:
        return {**self.addresses, self.current: self.here}

    def goes_on(self, address: str) -> bool:
        """Whether an address may be that of the page behind the one shown; none is whatever a script does."""
        if not address or goes_on(self.here, address):
            return True
        wanted = self.current + 1
        if wanted in self.addresses:
            return self.addresses[wanted] == address
        return any(self._rate(number, wanted, address) for number in self._known)

    def _rate(self, one: int, other: int, address: str = "") -> int:
        """By how much the one number of an address that differs grows with each page; 0 where that is not told."""
        split = [re.split(r"(\d+)", text) for text in (self._known[one], address or self._known[other])]
        left, right = split
        apart = [place for place, part in enumerate(left) if len(left) == len(right) and part != right[place]]
        if len(apart) != 1 or not left[apart[0]].isdigit() or not right[apart[0]].isdigit():
            return 0
        rate, rest = divmod(int(right[apart[0]]) - int(left[apart[0]]), other - one)
        return rate if rate > 0 and not rest else 0
