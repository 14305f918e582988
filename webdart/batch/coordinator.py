"""Has a batch done by a crew, and is the one who takes down what becomes of each input."""

from collections.abc import Callable
from contextlib import aclosing
from shutil import rmtree

from webdart.batch.folder import BatchFolder, Done, unsettled
from webdart.batch.port import Crew, Work
from webdart.browser.network.session import sessions_folder


async def complete(folder: BatchFolder, crew: Crew, heard: Callable[[Done], None]) -> None:
    """Run every input that has no answer yet; `heard` is told of every end once it is kept.

    Raises:
        UsageError, StoreError: as `Crew.ends`, or what became of an input can't be kept.
    """
    folder.mend()
    inputs = folder.inputs()
    logins = sessions_folder() / folder.id
    shared = {**folder.record(), "turns": str(folder.turns), "texts": str(folder.texts), "logins": str(logins)}
    work = Work(batch=folder.id, shared=shared, inputs=inputs, places=tuple(unsettled(inputs, folder.done())))
    if not work.places:
        return
    try:
        async with aclosing(crew.ends(work)) as ends:
            async for done in ends:
                folder.note(done)
                heard(done)
    finally:
        rmtree(logins, ignore_errors=True)  # sessions that its processes have opened
