"""Concludes a run: its tables with their verdicts, the warnings for a person, and the exit code.

A run that answered is `incomplete` when there is a doubt that its author has not accepted; an error decides before
that. The answer is kept in every case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webdart.answer.doubt import Doubt, Sample, of_count, sorted_out
from webdart.answer.outcome import (
    ModelUse,
    Outcome,
    PushdownOutcome,
    TableOutcome,
    WriteOutcome,
    messages,
    weakest,
)
from webdart.answer.shape import AnswerValue
from webdart.doubt_kinds import DoubtKind
from webdart.errors import Incomplete, NotFound, WebdartError
from webdart.navigate.pushdown_log import Replanned, grades
from webdart.records.checks.completeness import worst
from webdart.records.model import ListingSummary, Remark
from webdart.runs.release import WriteRecord
from webdart.table.port import TableInfo
from webdart.values import replace

INCOMPLETE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a run did, as the engine knows it at the end; `short` are reasons for exit 3 besides the verdicts."""

    run: str
    workflow: str
    seconds: float
    report: str
    answer: AnswerValue | None = None
    error: WebdartError | None = None
    tables: Mapping[str, TableInfo] = field(default_factory=dict[str, TableInfo])
    listings: Sequence[ListingSummary] = ()
    remarks: Sequence[Remark] = ()
    warnings: Sequence[str] = ()
    short: Sequence[str] = ()
    writes: Sequence[WriteRecord] = ()
    pages: int = 0
    replanned: Sequence[Replanned] = ()
    model: ModelUse = ModelUse()
    doubts: Sequence[Doubt] = ()
    accepts: Mapping[str, frozenset[DoubtKind]] = field(default_factory=dict[str, frozenset[DoubtKind]])
    accepted: frozenset[DoubtKind] = frozenset()


def conclude(facts: Facts) -> Outcome:
    """The object of docs/reference/python.md."""
    tables = tuple(
        _table(name, info, [one for one in facts.listings if one.table == name])
        for name, info in facts.tables.items()
        if any(one.table == name for one in facts.listings)
    )
    told = sorted_out((*_of_walks(facts), *facts.doubts), facts.accepts, facts.accepted)
    code = INCOMPLETE if facts.short or told.doubts else 0
    errors: tuple[str, ...] = tuple(facts.short)
    if facts.error is not None:
        code = facts.error.exit_code
        errors = (*messages(facts.error), *errors)
    return Outcome(
        run=facts.run,
        workflow=facts.workflow,
        exit=code,
        answer=facts.answer,
        grade=weakest(grades(facts.replanned)) if facts.answer is not None else None,
        tables=tables,
        pages=facts.pages,
        pages_plain=facts.pages + sum(one.plain - one.spent for one in facts.replanned),
        pushdowns=tuple(
            PushdownOutcome(control=step.control, does=step.does, verdict=step.verdict, evidence=step.evidence)
            for one in facts.replanned
            for step in one.steps
        ),
        writes=tuple(
            WriteOutcome(request=write.request, state=write.state, verified=write.verified, fields=write.fields)
            for write in facts.writes
        ),
        model=facts.model,
        doubts=told.doubts,
        accepted=told.accepted,
        warnings=(*facts.warnings, *_counted(facts.remarks), *_merged(facts.tables)),
        error=errors or None,
        seconds=facts.seconds,
        report=facts.report,
    )


def _of_walks(facts: Facts) -> list[Doubt]:
    """The doubts about what the walks have left out: one a table and kind, by the first listing that has one.

    A kind may be accepted where the other is not: rows that are missing are told beside a walk that may have more.
    """
    found: dict[tuple[str, str], Doubt] = {}
    for one in facts.listings:
        if (one.verdict != "incomplete" and not one.signs) or _is_told(facts.error, one):
            continue
        if one.verdict == "incomplete":
            reason = next((Sample(each, one.url) for each in one.reasons), None)
            doubt = of_count(one.table, one.stated, one.collected, reason)
        else:
            doubt = Doubt(
                table=one.table,
                kind="unknown",
                problem="there may be more rows than were read",
                count=max(0, (one.stated or 0) - one.collected) or 1,
                samples=tuple(Sample(sign, one.url) for sign in one.signs[:1]),
                remedy="`path`, `set` or `pages: {next: ...}` leads to the rest",
            )
        doubt = replace(doubt, remedy=f"{doubt.remedy}; `accept` takes the answer as it is")
        found.setdefault((one.table, doubt.kind), doubt)
    return list(found.values())


def _is_told(error: WebdartError | None, listing: ListingSummary) -> bool:
    """Whether a listing is incomplete for the error that ended the run: that says what to do.

    Where nothing came of a listing, no rows are missing: why none could be read is the error.
    """
    if error is None or isinstance(error, Incomplete) or not listing.reasons:
        return False
    nothing = listing.verdict == "incomplete" and (isinstance(error, NotFound) or not listing.collected)
    return nothing or error.problem in listing.reasons[0]


def _table(name: str, info: TableInfo, listings: Sequence[ListingSummary]) -> TableOutcome:
    stated = [one.stated for one in listings]
    reasons: list[str] = []
    for one in listings:
        reasons.extend(reason for reason in one.reasons if reason not in reasons)
    return TableOutcome(
        name=name,
        rows=info.rows,
        stated=sum(total for total in stated if total is not None) if None not in stated else None,
        verdict=worst(one.verdict for one in listings),
        reasons=tuple(reasons),
    )


def _counted(remarks: Sequence[Remark]) -> list[str]:
    """Every kind of remark once, with how many cells or rows it is about."""
    counts: dict[tuple[str, str, str], int] = {}
    texts: dict[tuple[str, str, str], str] = {}
    for remark in remarks:
        kind = (remark.code, remark.table, remark.column)
        counts[kind] = counts.get(kind, 0) + remark.count
        texts.setdefault(kind, remark.text)
    return [
        f"{_place(table, column)}{texts[code, table, column]}" + (f" ({count} in all)" if count > 1 else "")
        for (code, table, column), count in counts.items()
    ]


def _place(table: str, column: str) -> str:
    name = ".".join(part for part in (table, column) if part)
    return f"{name}: " if name else ""


def _merged(tables: Mapping[str, TableInfo]) -> list[str]:
    said: list[str] = []
    for name, info in tables.items():
        if info.conflicts:
            stays = "the later stays" if info.schema.key else "both are kept"
            said.append(f"{name}: {info.conflicts} rows had a key that another, different row has; {stays}")
        if info.unfit:
            said.append(f"{name}: {info.unfit} cells do not fit their column; they are empty, their text is in _raw")
        if info.dropped:
            said.append(f"{name}: {info.dropped} rows without a value in a key column were dropped")
    return said
