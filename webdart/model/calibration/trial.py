"""Puts the labelled doubts to a model, as a run would, and compares its votes with the rules' first reading.

The rules never answer such a doubt; what counts is what they would be right in if they took their first reading. A
model that is not clearly better than that says nothing by its vote, and is not asked.
"""

import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Literal, cast

import yaml
from msgspec import Struct

from webdart.model.roles.adviser import Adviser
from webdart.model.roles.vote import Ballot, vote

SECONDS = 120.0
"""Longest time of a trial, where nobody gives it another; one that is not through is judged by what was asked."""
LEAST = 12
"""Doubts that must have been put to a model to judge it."""
_AHEAD = 1 / 6
"""By which share of the doubts a model must be better: two standard deviations of one that picks among three."""
_SHOWN = 2  # values of a column, as a run shows them

Voted = Literal["right", "wrong", "none"]
"""`none`: it votes for nothing where a column is meant; that leaves the doubt as it is."""


class Case(Struct, frozen=True, kw_only=True):
    """A doubt: the field, the columns with their first values, and the place of the one that is meant (-1: none)."""

    field: str
    type: str
    table: str
    also: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    right: int

    @property
    def ballot(self) -> Ballot:
        """As a model is asked."""
        shown = [", ".join(map(repr, column[:_SHOWN])) for column in self.columns]
        values = {
            "field": f"{self.field.replace('_', ' ')} ({self.type}) of each of {self.table}",
            "declared": ", ".join(self.also),
        }
        return Ballot(role="name_fields", values=values, candidates=shown, likely=shown, title=self.table.capitalize())

    def judged(self, place: int | None) -> Voted:
        """What a vote is (None: for none of the columns)."""
        if (-1 if place is None else place) == self.right:
            return "right"
        return "none" if place is None else "wrong"


class Tried(Struct, frozen=True, kw_only=True):
    """What came of a trial: the doubts put to the model, by what its votes were; `rules` would be right in."""

    asked: int
    right: int
    wrong: int
    rules: int
    seconds: float

    @property
    def better(self) -> bool | None:
        """Whether the model's votes are better than the rules' first reading; None where too little was asked."""
        if self.asked < LEAST:
            return None
        return self.right - self.rules >= _AHEAD * self.asked


@cache
def cases() -> tuple[Case, ...]:
    """The labelled doubts that come with webdart."""
    text = (files("webdart.model.calibration") / "cases.yaml").read_text("utf-8")
    given = cast("list[dict[str, Any]]", yaml.safe_load(text))
    return tuple(
        Case(
            field=one["field"],
            type=one["type"],
            table=one["table"],
            also=tuple(one["also"]),
            columns=tuple(map(tuple, one["columns"])),
            right=one["right"],
        )
        for one in given
    )


def mixed(all_of: Sequence[Case]) -> list[Case]:
    """The cases in an order in which each beginning of them has every place: for a trial that is cut short."""
    by_place: dict[int, list[Case]] = {}
    for case in all_of:
        by_place.setdefault(case.right, []).append(case)
    return [case for turn in zip_longest(*by_place.values()) for case in turn if case is not None]


async def tried(
    adviser: Adviser,
    told: Callable[[Case, Voted], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
    seconds: float = SECONDS,
) -> Tried:
    """Put the doubts to a model, each once, for at most so long; `told` gets each verdict as it comes."""
    began = clock()
    votes: list[tuple[Case, Voted]] = []
    for case in mixed(cases()):
        if clock() - began > seconds or adviser.silent:
            break
        votes.append((case, case.judged(await vote(adviser, case.ballot))))
        if told is not None:
            told(*votes[-1])
    return Tried(
        asked=len(votes),
        right=sum(voted == "right" for _, voted in votes),
        wrong=sum(voted == "wrong" for _, voted in votes),
        rules=sum(case.right == 0 for case, _ in votes),
        seconds=clock() - began,
    )
