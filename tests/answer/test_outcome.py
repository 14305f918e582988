"""The object that `webdart run --json` prints."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` and `array` unknown)

import json
from decimal import Decimal

import pyarrow as pa
import pytest

from webdart.answer.outcome import (
    Outcome,
    PushdownOutcome,
    TableOutcome,
    WriteOutcome,
    failure,
    messages,
    status_of,
    weakest,
)
from webdart.answer.shape import compose
from webdart.errors import OutcomeUnknown, Refused, SourceLine, WorkflowError, WorkflowErrors
from webdart.table.cell_json import duration, write
from webdart.values import replace
from webdart.workflow.model import Answer


def outcome() -> Outcome:
    result = pa.table({"name": ["Lamp “A”"], "price": pa.array([Decimal("1200.10")], pa.decimal128(18, 2))})
    return Outcome(
        run="20261121T0611-top-reviewed-3f2a",
        workflow="top-reviewed",
        exit=0,
        answer=compose(result, Answer(format="{name} ({price})"), None),
        grade="sampled",
        tables=(TableOutcome(name="products", rows=180, stated=780, verdict="complete", reasons=("last page",)),),
        pages=9,
        pages_plain=39,
        pushdowns=(PushdownOutcome(control="Sort by", does="ORDER BY x", verdict="taken", evidence="seen"),),
        writes=(WriteOutcome(request="POST /orders/7/", state="done", verified=True),),
        seconds=4.23456,
        report="report.html",
    )


def test_the_object_has_the_members_of_the_contract_in_their_order():
    """Every member of docs/reference/python.md stands there, also the empty ones, in that order."""
    said = json.loads(outcome().to_json())
    members = (
        "run workflow status exit answer grade tables pages pages_plain pushdowns writes model doubts warnings error"
    )
    assert " ".join(said) == f"{members} seconds report"
    assert list(said["answer"]) == ["shape", "columns", "rows", "value", "text"]
    assert said["answer"]["rows"] == [["Lamp “A”", 1200.1]]
    assert said["status"] == "answered"
    assert said["model"] == {"calls": 0, "tokens_in": 0, "tokens_out": 0, "cost": 0.0}
    assert said["writes"] == [{"request": "POST /orders/7/", "state": "done", "verified": True}]
    assert said["warnings"] == []
    assert said["error"] is None
    assert said["seconds"] == 4.235


def test_decimals_are_numbers_with_every_digit():
    """1200.10 stands in the text as 1200.10: no float came between."""
    assert '"price": 1200.10' in outcome().to_json()
    assert write([Decimal("1E+30"), 10**40, Decimal("0.000000000000000000001")]) == (
        f"[{10**30}, {10**40}, 0.000000000000000000001]"
    )


@pytest.mark.parametrize("indent", [None, 2])
def test_laid_out_and_compact_text_say_the_same(indent: int | None):
    """Indentation changes the look, not the value, and one row stays on one line."""
    text = outcome().to_json(indent)
    assert json.loads(text) == json.loads(outcome().to_json())
    assert ("\n" in text) == (indent is not None)
    assert '["Lamp “A”", 1200.10]' in text


def test_a_status_is_the_word_for_the_exit_code():
    """0, 3 and 4 have their words; everything else failed."""
    words = {code: status_of(code) for code in (0, 1, 2, 3, 4, 5, 130, 143)}
    assert words.pop(0) == "answered"
    assert words.pop(3) == "incomplete"
    assert words.pop(4) == "refused"
    assert set(words.values()) == {"failed"}
    assert replace(outcome(), exit=5).status == "failed"


def test_an_answer_has_the_weakest_grade_of_its_parts():
    """Nothing pushed down is a full walk; one trusted part makes the whole trusted."""
    assert weakest([]) == "full walk"
    assert weakest(["exact", "trusted", "sampled"]) == "trusted"
    assert weakest(["full walk", "exact"]) == "exact"


def test_a_run_that_never_began_is_told_in_the_same_object():
    """A bad file gives exit 2, no run, and every mistake as a message of its own."""
    problems = tuple(WorkflowError(f"mistake {n}", at=SourceLine("f.yaml", n, 1)) for n in (1, 2))
    said = json.loads(failure(WorkflowErrors(problems), workflow="f").to_json())
    assert (said["run"], said["exit"], said["status"], said["answer"]) == (None, 2, "failed", None)
    assert said["error"] == ["f.yaml:1:1: mistake 1", "f.yaml:2:1: mistake 2"]


def test_every_error_brings_its_own_exit_code():
    """Refusals exit 4, unknown outcomes 5."""
    assert failure(Refused("no"), workflow="f").exit == 4
    assert failure(OutcomeUnknown("who knows"), workflow="f").status == "failed"
    assert messages(Refused("no", hint="yes")) == ("no\n  yes",)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((0, 0, 0), "PT0S"),
        ((0, 0, -5_000_000_000), "PT-5S"),
        ((-14, 0, 0), "P-1Y-2M"),
        ((0, 1, 1), "P1DT0.000000001S"),
        ((0, 0, 3_600_000_000_000), "PT1H"),
    ],
)
def test_intervals_are_iso_8601(parts: tuple[int, int, int], said: str):
    """Each part carries its own sign; what is zero is left out."""
    assert duration(*parts) == said
