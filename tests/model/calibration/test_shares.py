"""Of the labelled doubts, as pages: how many are settled right and wrong by the rules, by who knows, by who guesses?

What is settled has gone the whole way: a vote, the checks on it, the column read by code. The counts are those of
`docs/how-to/model.md`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal

import pytest

from tests.model.roles.guide import lines
from tests.records.conftest import build, make_spec
from webdart.model.calibration.trial import Case, cases
from webdart.model.door.port import ChatModel, Prompt
from webdart.model.door.scripted_model import ScriptedModel
from webdart.model.roles.adviser import Adviser
from webdart.model.roles.field_naming import told
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read
from webdart.trace import Trace

Settled = Literal["right", "wrong", "open"]
Says = Callable[[Case, Prompt], Mapping[str, object]]


def page_of(case: Case) -> tuple[PageView, ListingSpec]:
    """A page of the case's columns, and what a file would ask of it."""
    rows = zip(*case.columns, strict=True)
    cells = ["".join(f"<p class=c{'abc'[place]}>{text}</p>" for place, text in enumerate(row)) for row in rows]
    page = "".join(f"<li><h3>{'ABC'[n]} thing</h3>{row}</li>" for n, row in enumerate(cells))
    return build(f"<ul>{page}</ul>"), make_spec({case.also[0]: "text", case.field: case.type})  # type: ignore[arg-type]


async def settled(case: Case, model: ChatModel | None) -> Settled:
    """What became of the doubt: `open` where the run would ask; that is right where no column is meant."""
    view, spec = page_of(case)
    found = read(view, spec)
    if model is not None:
        adviser = Adviser(model=model, trace=Trace(lambda: 0.0))
        decided = await told(adviser, view, spec, found, "")
        if decided is not None:
            found = read(view, make_spec({case.also[0]: "text", case.field: case.type}, ruling=decided))  # type: ignore[arg-type]
    return _read(case, found)


def _read(case: Case, found: Extraction) -> Settled:
    raws = [str(record.raw.get(case.field) or record.values.get(case.field) or "") for record in found.records]
    if found.problems or found.verdict != "found" or not any(raws):
        return "right" if case.right < 0 else "open"
    if case.right < 0:
        return "wrong"
    return "right" if all(raw in text for raw, text in zip(raws, case.columns[case.right], strict=True)) else "wrong"


def knows(case: Case, prompt: Prompt) -> Mapping[str, object]:
    """The line that has the values of the column that is meant."""
    there = lines(prompt)
    shown = "" if case.right < 0 else case.columns[case.right][0]
    return {"line": next((one for one in there if shown and shown in one), there[-1])}


def first(_: Case, prompt: Prompt) -> Mapping[str, object]:
    """Always the first line."""
    return {"line": next(one for one in lines(prompt) if one.startswith("1. "))}


async def by_case(says: Says | None) -> dict[str, Settled]:
    """What the doubts came to."""
    found: dict[str, Settled] = {}
    for case in cases():
        model = None if says is None else ScriptedModel(lambda prompt, case=case, says=says: says(case, prompt))
        found[f"{case.field} of {case.table}"] = await settled(case, model)
    return found


@pytest.mark.parametrize(
    ("says", "share"),
    [
        (None, {"right": 4, "wrong": 3, "open": 15}),
        (knows, {"right": 19, "wrong": 3}),
        (first, {"right": 5, "wrong": 17}),
    ],
    ids=["rules", "knows", "first"],
)
async def test_what_becomes_of_the_labelled_doubts(says: Says | None, share: Mapping[Settled, int]):
    """Rules ask about 15 and guess 4 by type (`guessed` in the answer; 3 are wrong), about which no model is asked.

    Of the 15 who knows settles all; who takes the first line settles most of them wrong. Each vote stays a doubt.
    """
    came = await by_case(says)
    assert Counter(came.values()) == share, came
