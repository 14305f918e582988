"""Records what became of a push-down: for the cursor, the report and the output of a run."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from webdart.values import asdict

Verdict = Literal["taken", "refused", "undone"]
GradeName = Literal["full walk", "exact", "sampled", "trusted"]


class Grade(Struct, frozen=True, kw_only=True):
    """How good the evidence of a push-down is (docs/reference/verdicts.md), and what it is."""

    grade: GradeName
    evidence: str


class Replan(Struct, frozen=True, kw_only=True):
    """A control of a site, the part of the SQL that it stood for, and what became of that.

    `by`: the SQL asked for it, or the file itself (`set:`), which is obeyed and trusted, or the site's own total, above
    what it shows. `blank`: the columns (as "table.column") that have no value behind it, because the SQL asks for rows
    without one.
    """

    control: str
    does: str
    verdict: Verdict
    evidence: str = ""
    grade: GradeName = "full walk"
    by: Literal["sql", "file", "total"] = "sql"
    blank: tuple[str, ...] = ()

    def objective(self, table: str, held: Sequence["Replan"] = ()) -> tuple[str, str]:
        """What the stage was to collect before, with the push-downs of `held`, and what it collects now."""
        if self.verdict != "taken":
            return _collect(table, (*held, self)), _collect(table, held)
        return _collect(table, held), _collect(table, (*held, self))


def _collect(table: str, held: Sequence[Replan]) -> str:
    """What is collected behind some controls, as a sentence."""
    if not held:
        return f"collect every row of {table}"
    said = (f"{one.control!r} {one.does}" if one.by == "file" else f"{one.does}, by {one.control!r}" for one in held)
    return f"collect {table}: " + "; ".join(said)


class Replanned(Struct, frozen=True, kw_only=True):
    """All replans of one walk; pages that they and the walk behind them took, and that the plain walk would take.

    `stated` is the total of the plain listing, where a push-down was taken and one is stated; `counted` says that it
    stands for the rows, which were not walked. `whole` is the total of a listing that is walked by its parts, `shown`
    how many rows of it the site showed.
    """

    steps: tuple[Replan, ...] = ()
    spent: int = 0
    plain: int = 0
    stated: int | None = None
    counted: bool = False
    whole: int | None = None
    shown: int = 0


def to_text(found: Replanned) -> str:
    """As the text that a cursor carries; nothing for nothing."""
    return json.dumps(asdict(found), separators=(",", ":")) if found.steps else ""


def from_text(text: str) -> Replanned:
    """What `to_text` wrote."""
    if not text:
        return Replanned()
    body: dict[str, Any] = json.loads(text)
    return Replanned(
        steps=tuple(map(_step, body["steps"])),
        spent=body["spent"],
        plain=body["plain"],
        stated=body["stated"],
        counted=body.get("counted", False),
        whole=body.get("whole"),
        shown=body.get("shown", 0),
    )


def _step(given: dict[str, Any]) -> Replan:
    members: dict[str, Any] = {**given, "blank": tuple(given.get("blank", ()))}
    return Replan(**members)


def blanks(found: Iterable[Replanned]) -> frozenset[str]:
    """The columns ("table.column") without any value because a push-down that was taken kept just such rows."""
    return frozenset(column for one in found for step in one.steps if step.verdict == "taken" for column in step.blank)


def grades(found: Iterable[Replanned]) -> list[GradeName]:
    """The grades of every push-down that was taken."""
    return [step.grade for one in found for step in one.steps if step.verdict == "taken"]
