"""Describes what a control could do for what is wanted, and what has to be done to it."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from webdart.navigate.pushdown.control_semantics import Direction
from webdart.navigate.pushdown_log import Grade, Replan
from webdart.page.model import PageView
from webdart.plan.model import Predicate

How = Literal["choose", "tick", "type", "follow"]
End = Literal["least", "most"]
"""Which end of a range a box or a handle takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """An element to open before some controls are in view: `node` of the listing's page, by its `label`.

    `href` is the address of the page that it leads to, "" where it opens in the page; `view` is the page once opened.
    """

    label: str
    node: int
    view: PageView = field(compare=False, repr=False)
    href: str = ""


class Put(Struct, frozen=True, kw_only=True):
    """One thing to do: choose an option, tick a box, type a text, follow a link or click a head.

    `node` is the control on the page on which it was found (behind a `disclosure`: the page that this shows); `label`
    is what finds it again on a later one. `words` are the option or the text; of a slider, its number. `href` is the
    link's address.
    """

    how: How
    node: int
    label: str
    words: str = ""
    href: str = ""
    disclosure: Disclosure | None = None


class Offer(Struct, frozen=True, kw_only=True):
    """A push-down that one control (or two that belong together) could do.

    `control` and `does` are for people. `keeps` is what every row satisfies if it works, `serves` the conditions that
    it stands for; a sort has a `direction` if the control says one; a page size its `size`.
    """

    kind: Literal["filter", "sort", "size", "search"]
    control: str
    does: str
    puts: tuple[Put, ...]
    serves: tuple[Predicate, ...] = ()
    keeps: tuple[Predicate, ...] = ()
    direction: Direction | None = None
    size: int = 0
    score: float = 1.0

    @property
    def name(self) -> tuple[str, str]:
        """Its key within a run."""
        return self.control, self.does

    def blank_in(self, table: str) -> tuple[str, ...]:
        """The columns (as "table.column") that have no value in the rows that it keeps."""
        return tuple(f"{table}.{kept.column}" for kept in self.keeps if kept.operator == "is null")

    def as_taken(self, table: str, grade: Grade) -> Replan:
        """What is recorded of it once it is taken for the rows of a table, with the evidence."""
        return Replan(
            control=self.control,
            does=self.does,
            verdict="taken",
            evidence=grade.evidence,
            grade=grade.grade,
            blank=self.blank_in(table),
        )

    @property
    def form(self) -> Disclosure | None:
        """The page with a form of its own that it is on, where it is."""
        return next((put.disclosure for put in self.puts if put.disclosure is not None and put.disclosure.href), None)
