"""Defines what a run or a stage may spend."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from webdart.workflow.forms import About, Form, means
from webdart.workflow.scalars import Amount, Count


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsSpec(Form):
    """Out of budget is the best answer so far."""

    about: ClassVar[About] = About("budget")
    pages: Annotated[Count | None, means("pages loaded")] = None
    seconds: Annotated[Amount | None, means("seconds of wall time")] = None
    steps: Annotated[Count | None, means("actions taken in the search")] = None
    tokens: Annotated[Count | None, means("tokens of the model")] = None
    cost: Annotated[Amount | None, means("money, in the currency of the price table")] = None
