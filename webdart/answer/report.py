"""Writes the report of a run: one self-contained page that loads nothing and runs one script, its own.

Everything in it that came from a site is data: the template escapes all it prints, only http(s) addresses become
links, and a content security policy forbids whatever might still get through: of scripts, all but the one whose hash
it names, which sorts and searches the tables. Known secrets are blanked before
they are escaped, so that no encoding hides them.
"""

import os
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol, assert_never

import jinja2
from jinja2.runtime import Context

from webdart.answer.chart import chart
from webdart.answer.outcome import Outcome
from webdart.answer.sample import SAMPLE_ROWS, Sample, numeric_columns, web_address
from webdart.answer.timeline import stages, stopped
from webdart.browser.snapshot.thumbnails import Picture
from webdart.errors import StoreError
from webdart.plan.model import ActStage, AskStage, ListingStage, Plan, PlannedStage, QueryStage, ScriptStage
from webdart.table.cell_json import Json, cell, text
from webdart.table.text_table import aligned
from webdart.trace import Event
from webdart.workflow.model import Scalar
from webdart.workflow.templates import Template

_EVENTS = 2000
"""Events listed at the end; a walk of ten thousand pages must not make a page that no browser opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFacts:
    """A stage as planned: what kind it is, what it is to do, in one line, and the tables that it fills from pages."""

    kind: str
    does: str
    tables: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.does}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportData:
    """Everything that a report shows. `source` is the workflow file's text, `settings` what `Settings.recorded` says.

    `planned` are the stages of the plan, also those that were never reached; `started` is ISO 8601, UTC.
    """

    outcome: Outcome
    description: str = ""
    file: str = ""
    source: str = ""
    started: str = ""
    planned: tuple[StageFacts, ...] = ()
    parameters: Mapping[str, Json] = field(default_factory=dict[str, Json])
    sites: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    samples: tuple[Sample, ...] = ()
    events: tuple[Event, ...] = ()
    pictures: tuple[Picture, ...] = ()


class Blank(Protocol):
    """Blanks secrets in a text (`webdart.secret.Mask`)."""

    def __call__(self, text: str, /) -> str:
        """`text` without any secret."""
        ...


def planned(plan: Plan) -> tuple[StageFacts, ...]:
    """The stages of a plan, one line each."""
    return tuple(stage_facts(stage, plan.parameters_of(stage.index)) for stage in plan.stages)


def stage_facts(stage: PlannedStage, parameters: Mapping[str, Scalar] | None = None) -> StageFacts:
    """A stage as the file states it, with the parameters of its templates filled in."""
    match stage:
        case ListingStage():
            steps = [_filled(step.words, parameters or {}) for step in stage.navigate.path]
            where = [_filled(stage.navigate.start, parameters or {})] if stage.navigate.start else []
            tables = ", ".join(extract.into for extract in stage.extracts)
            way = " › ".join([stage.navigate.site, *where, *steps])
            names = tuple(extract.into for extract in stage.extracts)
            return StageFacts(kind="navigate", does=f"{way} → {tables}" if tables else way, tables=names)
        case QueryStage():
            tables = ", ".join(stage.query.tables or ()) or "SELECT"
            return StageFacts(kind="sql", does=f"{tables} → {stage.into or 'answer'}")
        case ScriptStage():
            return StageFacts(kind="python", does=f"→ {stage.into or 'answer'}")
        case AskStage():
            return StageFacts(kind="ask", does=f"{' '.join(stage.ask.question.split())} → {stage.into or 'answer'}")
        case ActStage():
            shapes = ", ".join(f"{shape.method} {shape.path}" for shape in stage.act.writes)
            return StageFacts(kind="act", does=f"{stage.act.site}: {shapes or 'no declared writes'}")
        case _:
            assert_never(stage)


def _filled(template: Template, parameters: Mapping[str, Scalar]) -> str:
    """A template for people: a parameter without a filter has its value, anything else stays as it was written."""
    references = template.references
    if any(part.filters or len(part.name) != 1 or part.name[0] not in parameters for part in references):
        return template.source
    return "".join(part if isinstance(part, str) else text(cell(parameters[part.name[0]])) for part in template.parts)


def write_report(data: ReportData, path: Path, *, blank: Blank) -> None:
    """Write the report to `path`, whole or not at all.

    Raises:
        StoreError: the file can't be written.
    """
    page = render(data, blank=blank)
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8", suffix=".part") as file:
            file.write(page)
        os.replace(file.name, path)  # noqa: PTH105 - the same call, and the name is a text here
    except OSError as error:
        raise StoreError(
            f"the report {path} can't be written: {error.strerror}", hint="make room, or rights"
        ) from error


def render(data: ReportData, *, blank: Blank) -> str:
    """The report as HTML. `blank` takes the secrets out of every text before it is escaped."""
    outcome = data.outcome
    return (
        _templates()
        .get_template("report.html.jinja")
        .render(
            blank=blank,
            data=data,
            outcome=outcome,
            formatted=_is_formatted(outcome),
            shown=SAMPLE_ROWS,
            roles=[(one.role, one.calls, one.tokens_in, one.tokens_out, one.cost) for one in outcome.model.roles],
            stages=stages(data.events, outcome.seconds),
            stopped=stopped(data.events),
            events=data.events[:_EVENTS],
            events_hidden=max(0, len(data.events) - _EVENTS),
            chart=chart,
            numeric=numeric_columns,
            words=text,
            web=web_address,
            clock=_clock,
            data_url=_data_url,
            script_hash=_script_hash(),
        )
    )


@jinja2.pass_context
def _blanked(context: Context, value: object) -> object:
    return context["blank"](value) if isinstance(value, str) else value


@cache
def _templates() -> jinja2.Environment:
    """The page and its script, compiled once a process."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("webdart.answer", ""),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_blanked,
    )


@cache
def _script_hash() -> str:
    """What a content security policy calls the script of the page by (CSP 3, hash sources)."""
    script = _templates().get_template("report.js").render()
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"


def _data_url(picture: Picture) -> str:
    return f"data:image/jpeg;base64,{b64encode(picture.jpeg).decode()}"


def _clock(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {seconds % 60:.0f} s"


def _is_formatted(outcome: Outcome) -> bool:
    """True if the answer's text is worded differently from its rows."""
    answer = outcome.answer
    if answer is None or answer.shape == "value":
        return False
    if answer.shape == "table":
        return answer.text != aligned(answer.columns, answer.rows)
    return answer.shape == "list" and answer.text != "\n".join(text(row[0]) for row in answer.rows)
