"""Runs the inputs of a batch somewhere: the port, its adapters being the processes of this machine and a cluster.

A crew gives every input to one worker and tells of every end once, in the order of finishing. A worker that is lost in
the middle of a task costs that task's pages: the input is given to another one, and after `TRIES` of them told as
failed.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from msgspec import Struct

from webdart.batch.folder import Done
from webdart.batch.inputs import Inputs
from webdart.table.cell_json import Json

TRIES = 3
"""Workers that an input may end before it is told as failed: one may be chance, a second one bad luck."""


class Work(Struct, frozen=True, kw_only=True):
    """What is to be done: the request that all inputs share (of `BatchFolder.record`), and those still to be run."""

    batch: str
    shared: Mapping[str, Json]
    inputs: Inputs
    places: tuple[int, ...]

    def task(self, place: int) -> str:
        """One run, as the line that a worker gets."""
        return json.dumps({"place": place, "params": self.inputs.given(place)})


class Crew(Protocol):
    """Workers of a batch."""

    @property
    def size(self) -> int:
        """How many inputs it can run at once, as far as it is known by now."""
        ...

    def ends(self, work: Work) -> AsyncGenerator[Done]:
        """What becomes of every input, as it ends. Closing it early ends what is under way.

        Raises:
            UsageError: the workers can't be had. StoreError: they are gone, and what is left needs a resume.
        """
        ...


def lost(place: int) -> Done:
    """The end of an input that has ended several workers."""
    return Done(place=place, run=None, exit=1, error=f"{TRIES} processes ended while they ran it")
