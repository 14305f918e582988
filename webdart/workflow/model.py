"""Gathers the values that a workflow file of format 1 is read into; every value remembers its place in the file.

Each is defined beside the checks of its keys. Templates are parsed, not filled in: `webdart.workflow.templates` fills
them when the stage that holds them runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webdart.workflow.budgets import LimitsSpec
from webdart.workflow.execute_stage import Act, Ask, Python, RowsBound, Sql
from webdart.workflow.fields import Field
from webdart.workflow.file import Answer, Shape, Stage
from webdart.workflow.for_each import Rows
from webdart.workflow.kinds import NUMERIC, Kind, Type, Value
from webdart.workflow.listings import Detail, ExpectRows, Extract, Navigate, Paging, PathStep, SearchSpec
from webdart.workflow.locators import Engine, Exact, Locator, Words
from webdart.workflow.parameters import Parameter
from webdart.workflow.requests import RequestShape
from webdart.workflow.saves import Keeper, Mode, Save
from webdart.workflow.sites import Login, Pace, Site
from webdart.workflow.steps import (
    Click,
    Drag,
    ExpectStep,
    Fill,
    FillValue,
    GoBack,
    Hover,
    Open,
    Press,
    ScrollTo,
    Step,
    StepBase,
    Upload,
)
from webdart.workflow.templates import Scalar, Template

__all__ = [
    "NUMERIC",
    "Act",
    "Answer",
    "Ask",
    "Click",
    "Detail",
    "Drag",
    "Engine",
    "Exact",
    "ExpectRows",
    "ExpectStep",
    "Extract",
    "Field",
    "Fill",
    "FillValue",
    "GoBack",
    "Hover",
    "Keeper",
    "Kind",
    "LimitsSpec",
    "Locator",
    "Login",
    "Mode",
    "Navigate",
    "Open",
    "Pace",
    "Paging",
    "Parameter",
    "PathStep",
    "Press",
    "Python",
    "RequestShape",
    "Rows",
    "RowsBound",
    "Save",
    "Scalar",
    "ScrollTo",
    "SearchSpec",
    "Shape",
    "Site",
    "Sql",
    "Stage",
    "Step",
    "StepBase",
    "Template",
    "Type",
    "Upload",
    "Used",
    "Value",
    "Words",
    "Workflow",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A file whose stages stand in another by `use`: its parameters, and the values that `with` gives to them.

    `within` is the part in which the `use` stands, and by whose names the values are filled: 0 is the file itself.
    """

    file: str
    source: str
    params: tuple[Parameter, ...] = ()
    values: Mapping[str, Template] = field(default_factory=dict[str, Template])
    within: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A whole file: `source` is its text, kept with the run; `variables` and `secrets` are what its templates name.

    `uses` are its parts from 1 on; `parts` has, stage by stage, which part it is of (none at all: all of part 0), and
    `site_parts` the same for the sites of used files.
    """

    file: str
    source: str
    name: str
    description: str = ""
    params: tuple[Parameter, ...] = ()
    sites: Mapping[str, Site]
    stages: tuple[Stage, ...]
    task: str | None = None
    answer: Answer = Answer()
    saves: tuple[Save, ...] = ()
    budget: LimitsSpec = LimitsSpec()
    variables: tuple[str, ...] = ()  # env.NAME
    secrets: tuple[str, ...] = ()  # secret.NAME
    optional: frozenset[str] = frozenset()  # of both, dotted: those that have a `default` wherever they stand
    uses: tuple[Used, ...] = ()
    parts: tuple[int, ...] = ()
    site_parts: Mapping[str, int] = field(default_factory=dict[str, int])

    def part_of(self, stage: int) -> int:
        """Which part a stage is of."""
        return self.parts[stage] if self.parts else 0

    def params_of(self, stage: int) -> tuple[Parameter, ...]:
        """The parameters that a stage may name."""
        part = self.part_of(stage)
        return self.uses[part - 1].params if part else self.params
