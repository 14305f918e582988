"""Has a batch done by a crew, and is the one who takes down what becomes of each input."""

from collections.abc import Callable
from contextlib import aclosing

from webdart.batch.folder import BatchFolder, Done, unsettled
from webdart.batch.port import Crew, Work


async def complete(folder: BatchFolder, crew: Crew, heard: Callable[[Done], None]) -> None:
    """Run every input that has no answer yet; `heard` is told of every end once it is kept.

    Raises:
        UsageError, StoreError: as `Crew.ends`, or what became of an input can't be kept.
    """
    folder.mend()
    inputs = folder.inputs()
    shared = {**folder.record(), "turns": str(folder.turns)}
    work = Work(batch=folder.id, shared=shared, inputs=inputs, places=tuple(unsettled(inputs, folder.done())))
    if not work.places:
        return
    async with aclosing(crew.ends(work)) as ends:
        async for done in ends:
            folder.note(done)
            heard(done)
