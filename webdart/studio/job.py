"""Defines what a studio is opened for."""

from dataclasses import dataclass
from pathlib import Path

from webdart.plan.model import LoginPlan
from webdart.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """An address, how its site writes numbers, and where the file is to be.

    `chore` is the text of a file that is there already ("": one is proposed), `login` how that file logs in.
    """

    url: str
    locale: str
    out: Path
    settings: Settings
    chore: str = ""
    login: LoginPlan | None = None
