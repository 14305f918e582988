"""Renders what a person sees of a run besides its answer, and lays out tables for a terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Literal

from webdart.answer.doubt import kinds_of
from webdart.answer.outcome import Outcome, TableOutcome, WriteOutcome
from webdart.printable import printable
from webdart.table.cell_json import Json, text
from webdart.table.text_table import aligned


@dataclass(frozen=True, slots=True)
class Line:
    """One line for stderr; how loud it is, the terminal decides to show or not."""

    text: str
    colour: Literal["green", "yellow", "red"] | None = None
    loud: bool = False
    quiet: bool = False


def summary(outcome: Outcome) -> tuple[Line, ...]:
    """The notes about a run for the terminal, the most important last, next to the prompt."""
    return tuple(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[Line]:
    for table in outcome.tables:
        yield Line(completeness(table), "yellow" if table.verdict == "incomplete" else None, quiet=_settled(table))
    for control in outcome.pushdowns:
        evidence = f": {control.evidence}" if control.evidence else ""
        yield Line(f"{control.control} {control.verdict} for {control.does}{evidence}", quiet=True)
    for write in outcome.writes:
        yield from _write(write)
    for saved in outcome.saved:
        yield Line(str(saved), quiet=True)
    for doubt in outcome.accepted:
        yield Line(f"accepted: {doubt.kind}: {doubt}", quiet=True)
    for doubt in outcome.doubts:
        yield Line(f"doubtful: {doubt.kind}: {doubt}", "yellow")
    for warning in outcome.warnings:
        yield Line(f"warning: {warning}", "yellow")
    yield Line(" · ".join(_facts(outcome)), quiet=True)
    if outcome.doubts and outcome.answer is not None:
        kinds = kinds_of(outcome.doubts)
        yield Line(f"the answer is doubtful ({kinds}); `accept: [{kinds}]` or --accept takes it as it is", "yellow")
    for message in outcome.error or ():
        yield Line(message, "red", loud=True)


def _write(write: WriteOutcome) -> Iterator[Line]:
    settled = write.state in {"done", "already so"}
    verified = "" if write.verified is None else ", verified" if write.verified else ", not verified"
    yield Line(f"{write.request}: {write.state}{verified}", None if settled else "yellow")
    for name, values in write.fields.items():
        yield Line(f"    {name} = {', '.join(values)}", "yellow")


def completeness(table: TableOutcome) -> str:
    """`products: 180 of 780 rows, complete (stopped on a verified order)`."""
    stated = "" if table.stated is None else f" of {table.stated}"
    reasons = f" ({'; '.join(table.reasons)})" if table.reasons else ""
    return f"{table.name}: {table.rows}{stated} rows, {table.verdict}{reasons}"


def _settled(table: TableOutcome) -> bool:
    return table.verdict in ("complete", "as asked")


def _facts(outcome: Outcome) -> Iterator[str]:
    if outcome.grade is not None:
        yield outcome.grade
    if outcome.pages:
        saved = f" of {outcome.pages_plain}" if outcome.pages_plain > outcome.pages else ""
        yield f"{outcome.pages}{saved} page{'s' * (outcome.pages + bool(saved) > 1)}"
    if outcome.model.calls:
        yield f"{outcome.model.calls} model calls, {outcome.model.tokens_in + outcome.model.tokens_out} tokens"
    yield f"{outcome.seconds:.1f} s"
    if outcome.report is not None:
        yield f"report: {outcome.report}"


def table(columns: Sequence[str], rows: Sequence[Sequence[Json]], stream: IO[str]) -> None:
    """Write rows to `stream`: ruled and folded to its width where it is a terminal, else aligned and never cut."""
    if not stream.isatty():
        stream.write(printable(aligned(columns, rows)) + "\n")
        return
    from rich import box  # noqa: PLC0415 - only a terminal needs it
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    shown = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for place, name in enumerate(columns):
        numeric = any(isinstance(row[place], int | float) for row in rows)
        shown.add_column(Text(printable(name)), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        # a page's text is data: it is shown as it is, its brackets are no markup
        shown.add_row(*(Text(printable(text(value))) for value in row))
    Console(file=stream).print(shown)
