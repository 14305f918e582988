"""Defines what a studio is opened for."""

from pathlib import Path

from msgspec import Struct

from webdart.plan.model import LoginPlan
from webdart.settings import Settings


class Job(Struct, frozen=True, kw_only=True):
    """An address, how its site writes numbers ("": as the language of its page does), and where the file is to be.

    `chore` is the text of a file that is there already ("": one is proposed), `login` how that file logs in.
    """

    url: str
    locale: str
    out: Path
    settings: Settings
    chore: str = ""
    login: LoginPlan | None = None
