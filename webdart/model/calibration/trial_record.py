"""Keeps for this user what came of each model's trial, so that runs know whether its votes are worth asking for."""

import json
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.model.calibration.trial import Tried
from webdart.values import asdict


class TrialRecords(Struct, frozen=True):
    """The trials of this user's models, in a file."""

    file: Path

    @classmethod
    def of_user(cls) -> "TrialRecords":
        """Where the operating system keeps such files: never in a project, whose files others may have written."""
        import platformdirs  # noqa: PLC0415 - most runs have no model

        return cls(platformdirs.user_state_path("webdart") / "models.json")

    def of(self, model: str, url: str | None) -> Tried | None:
        """The trial of a model at an address; None where there was none."""
        given = self._all().get(_key(model, url))
        try:
            return None if given is None else Tried(**given)
        except TypeError:  # of another version
            return None

    def may_vote(self, model: str, url: str | None) -> bool:
        """Whether a model is asked what records leave in doubt: one that was not tried is."""
        tried = self.of(model, url)
        return tried is None or tried.better is not False

    def keep(self, model: str, url: str | None, tried: Tried) -> None:
        """Keep what came of a trial."""
        known = self._all() | {_key(model, url): asdict(tried)}
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(known, indent=1), "utf-8")
        fresh.replace(self.file)

    def _all(self) -> dict[str, dict[str, Any]]:
        try:
            known = json.loads(self.file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return cast("dict[str, dict[str, Any]]", known) if isinstance(known, dict) else {}


def _key(model: str, url: str | None) -> str:
    """A model by its name and its server's: another server may call another model so."""
    return f"{model} {urlsplit(url or '').netloc}".strip()
