"""What became of a push-down, as a value that can be written down: in the cursor, the report, the output of a run."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["taken", "refused", "undone"]
GradeName = Literal["full walk", "exact", "sampled", "trusted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """How good the evidence of a push-down is (DESIGN.md section 3), and what it is."""

    grade: GradeName
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan:
    """A control of a site, the part of the SQL that it stood for, and what became of that.

    `by`: the SQL asked for it, or the file itself (`set:`), which is obeyed and trusted.
    """

    control: str
    does: str
    verdict: Verdict
    evidence: str = ""
    grade: GradeName = "full walk"
    by: Literal["sql", "file"] = "sql"

    def objective(self, table: str) -> tuple[str, str]:
        """What the stage was to collect before, and what it collects now."""
        whole = f"collect every row of {table}"
        if self.by == "file":
            return whole, f"collect {table} with {self.control!r} {self.does}"
        if self.verdict != "taken":
            return f"collect {table} {self.does}, by {self.control!r}", whole
        return whole, f"collect {table} {self.does}, by {self.control!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replanned:
    """All replans of one walk; pages that they and the walk behind them took, and that the plain walk would take.

    `stated` is the total of the plain listing, where a push-down was taken and one is stated.
    """

    steps: tuple[Replan, ...] = ()
    spent: int = 0
    plain: int = 0
    stated: int | None = None


def to_text(found: Replanned) -> str:
    """As the text that a cursor carries; nothing for nothing."""
    return json.dumps(asdict(found), separators=(",", ":")) if found.steps else ""


def from_text(text: str) -> Replanned:
    """What `to_text` wrote."""
    if not text:
        return Replanned()
    body: dict[str, Any] = json.loads(text)
    return Replanned(
        steps=tuple(Replan(**one) for one in body["steps"]),
        spent=body["spent"],
        plain=body["plain"],
        stated=body["stated"],
    )


def grades(found: Iterable[Replanned]) -> list[GradeName]:
    """The grades of every push-down that was taken."""
    return [step.grade for one in found for step in one.steps if step.verdict == "taken"]
