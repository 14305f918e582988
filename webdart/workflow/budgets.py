"""Reads what a run or a stage may spend."""

from webdart.workflow.model import LimitsSpec
from webdart.workflow.reader import Given, Key, Notes, Table, keys
from webdart.workflow.scalars import Integer, Number

_PAGES = Key("pages", Integer(), "pages loaded")
_SECONDS = Key("seconds", Number(), "seconds of wall time")
_STEPS = Key("steps", Integer(), "actions taken in the search")
_TOKENS = Key("tokens", Integer(), "tokens of the model")
_COST = Key("cost", Number(), "money, in the currency of the price table")


def _limits(given: Given, notes: Notes) -> LimitsSpec:
    del notes
    return LimitsSpec(
        pages=given.get(_PAGES),
        seconds=given.get(_SECONDS),
        steps=given.get(_STEPS),
        tokens=given.get(_TOKENS),
        cost=given.get(_COST),
    )


BUDGET: Table[LimitsSpec] = Table(
    "budget", keys(_PAGES, _SECONDS, _STEPS, _TOKENS, _COST), _limits, "Out of budget is the best answer so far."
)
