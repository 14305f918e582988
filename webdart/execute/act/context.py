"""Holds what an `act` stage works with, besides what every stage has."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from webdart.navigate.context import Tools
from webdart.runs.consent import Consent
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.release import Release


class ActTools(Struct, frozen=True, kw_only=True):
    """The tools of one run's writes.

    `history` is what the journal said when the run was opened; `ask_happened` puts a write of unknown outcome to a
    person (True: it took effect, None: can't tell), and is None where nobody can be asked.
    """

    stage: Tools
    release: Release
    consent: Consent
    journal: Journal
    history: History
    run: str = ""
    ask_happened: Callable[[str], Awaitable[bool | None]] | None = None
