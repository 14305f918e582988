"""Keeps the file that grows: its text, its mistakes, and what it reads from the page that is shown."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from webdart.errors import UsageError, WorkflowError
from webdart.execute.dry_run import rehearse
from webdart.execute.sandbox import Compute
from webdart.studio import messages
from webdart.studio.chore_text import ChoreText
from webdart.studio.commands import Change
from webdart.studio.job import Job
from webdart.studio.preview import Preview
from webdart.table.checked_line import write_asked
from webdart.workflow.model import Extract

Read = Callable[[Extract], Awaitable[Preview]]
"""What a declaration reads from the page that is shown."""


class Sheet:
    """A file on the desk. `is_edited` once a person has changed it: from then on no page changes it."""

    def __init__(self, job: Job, compute: Compute) -> None:
        self._job, self._compute = job, compute
        self.chore = ChoreText(job.chore, job.out.name)
        self.is_edited = bool(job.chore)
        self.preview: Preview | None = None
        self._saved = job.chore
        self._problems: Sequence[WorkflowError] = ()

    @property
    def extract(self) -> Extract | None:
        """What is read of the first listing."""
        return self.chore.extract

    async def take(self, chore: ChoreText, read: Read) -> None:
        """Take another text, see what is wrong with it and what it reads."""
        self.chore = chore
        if chore.extract is not None:
            self.preview = await read(chore.extract)
        self._problems = chore.problems
        if chore.workflow is not None:
            self._problems = await rehearse(chore.workflow, self._job.settings, self._compute)

    def changed(self, order: Change) -> ChoreText:
        """The text after a change of one field.

        Raises:
            UsageError: that can't be done by pointing.
        """
        match order.kind:
            case "rename":
                return self.chore.renamed(order.name, order.to)
            case "retype":
                return self.chore.retyped(order.name, order.to)
            case "drop":
                return self.chore.without(order.name)
            case "void":
                return self.chore.with_key(order.name, "unreadable", "null")

    def declared(self) -> Extract:
        """What is read of the first listing.

        Raises:
            UsageError: the file has mistakes.
        """
        if self.chore.extract is None:
            raise UsageError("the file has mistakes", hint="mend what is listed below it first")
        return self.chore.extract

    async def save(self) -> None:
        """Write it to where it is to be.

        Raises:
            UsageError, StoreError: it could not be written.
        """
        await asyncio.to_thread(write_asked, self._job.out, self.chore.text.encode())
        self._saved = self.chore.text

    def message(self) -> str:
        """All of it, for the person's page."""
        saved = str(self._job.out) if self._saved == self.chore.text else ""
        return messages.chore_message(self.chore, self._problems, self.preview, is_edited=self.is_edited, saved=saved)
