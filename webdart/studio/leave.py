"""Defines what may leave a studio: logging in, and nothing else."""

from typing import Protocol

from webdart.page.model import Held
from webdart.plan.model import LoginPlan


class Leave(Protocol):
    """What may leave the machine, and what was held back."""

    async def log_in(self, login: LoginPlan) -> None:
        """Open a session for the tab that is shown.

        Raises:
            SiteError: it did not work.
        """
        ...

    def refused(self) -> tuple[Held, ...]:
        """The requests that could have written."""
        ...
