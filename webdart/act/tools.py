"""What an `act` stage works with, besides what every stage has."""

from dataclasses import dataclass

from webdart.navigate.tools import Tools
from webdart.runs.consent import Consent
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.release import Release


@dataclass(frozen=True, slots=True, kw_only=True)
class ActTools:
    """The tools of one run's writes; `history` is what the journal said when the run was opened."""

    stage: Tools
    release: Release
    consent: Consent
    journal: Journal
    history: History
