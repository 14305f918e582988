"""Finds earlier chores similar to this one: sentences whose plans worked, kept in the project, never sent unasked."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from msgspec import Struct

from webdart.model.planning.pieces import Kind, Pieces
from webdart.navigate.similarity import covered, words_of
from webdart.secret import Mask
from webdart.values import asdict

_MOST, _SHOWN, _ALIKE = 500, 2, 0.3

BUILT_IN = (
    (
        "Who wrote the most posts in the cooking forum this May?",
        Pieces(kind="list", records="posts of the cooking forum", question="who wrote the most posts in May"),
    ),
    (
        "What does order 77 come to?",
        Pieces(kind="page", records="order 77", question="the order's total"),
    ),
    (
        "Close every ticket that nobody touched since 2020",
        Pieces(
            kind="change",
            records="tickets",
            question="tickets last changed before 2020 that are open",
            change="set the ticket's status to closed",
        ),
    ),
)
"""Examples that every decomposition is shown, of sites that are nobody's."""


class Experience(Struct, frozen=True):
    """The file in which they are kept; it need not exist. `mask` blanks what must not be written."""

    file: Path
    mask: Mask = Mask()

    def keep(self, task: str, pieces: Pieces) -> None:
        """Add a chore whose plan gave an answer; the oldest make room. A disk that refuses costs nothing but this."""
        kept = [pair for pair in self._kept() if pair[0] != task][-_MOST + 1 :]
        lines = [
            json.dumps({"task": one, **asdict(parts)}, ensure_ascii=False) for one, parts in (*kept, (task, pieces))
        ]
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self.mask("\n".join(lines) + "\n"), encoding="utf-8")
        except OSError:
            return

    def like(self, task: str) -> tuple[tuple[str, Pieces], ...]:
        """The kept chores that are most like a sentence, the nearest first."""
        words = words_of(task)
        scored = [(covered(words, one), one, parts) for one, parts in self._kept() if one != task]
        near = sorted((item for item in scored if item[0] >= _ALIKE), key=lambda item: -item[0])[:_SHOWN]
        return tuple((one, parts) for _, one, parts in near)

    def _kept(self) -> list[tuple[str, Pieces]]:
        try:
            lines = self.file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []
        return [pair for line in lines if (pair := _read(line)) is not None]


def _read(line: str) -> tuple[str, Pieces] | None:
    try:
        said: object = json.loads(line)
    except ValueError:
        return None
    if not isinstance(said, dict):
        return None
    found = cast("Mapping[str, object]", said)
    kind = found.get("kind")
    if kind not in {"list", "page", "change"}:
        return None
    parts = {name: str(found.get(name, "")) for name in ("records", "question", "change")}
    return str(found.get("task", "")), Pieces(kind=cast("Kind", kind), **parts)


def told(examples: tuple[tuple[str, Pieces], ...]) -> str:
    """Examples as a prompt has them: a chore, and the reply to it."""
    replies = [(task, {"kind": pieces.kind, "records": pieces.records}) for task, pieces in examples]
    return "\n".join(f"Chore: {task}\nReply: {json.dumps(reply, ensure_ascii=False)}" for task, reply in replies)
