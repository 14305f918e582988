"""A chore as a sentence, the replies that a model would have to give, and the answer: read from `*.yaml` here.

The replies are written by hand. They are a script and no model: what they show is that a sentence becomes a right plan
if each small question is answered rightly, and that code does the rest. Short forms: a text is the only text of the
reply (`line`, `sql`); a field that nothing is said of is not missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import yaml

from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel

HERE = Path(__file__).parent
_TEXT = {
    "find_listing": "line",
    "design_schema": "line",
    "write_sql": "sql",
    "write_python": "python",
    "rephrase": "records",
    "mend_plan": "file",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chore:
    """`at` is a page of the site, below its address; `expected` is SQL over the site's own database, `writes` what a change must ask for."""

    id: str
    site: str
    task: str
    at: str
    replies: Mapping[str, Sequence[object]]
    expected: str
    login: bool
    writes: Mapping[str, str] | None

    def model(self) -> ScriptedModel:
        """The replies, by role and in order; what is asked beyond them is an error."""
        left = {role: iter(replies) for role, replies in self.replies.items()}

        def reply(prompt: Prompt) -> Mapping[str, object]:
            if prompt.role == "find_listing":  # where the words of the sentence lead there, nobody asks for the way
                return {"line": self._offered(prompt.user)}
            said = next(left.get(prompt.role, iter(())), "none of these" if prompt.role == "design_schema" else None)
            if said is None:
                raise AssertionError(f"{self.id}: no reply is left for {prompt.role}:\n{prompt.user}")
            return _whole(prompt.role, said)

        return ScriptedModel(reply)

    def _offered(self, lines: str) -> str:
        """The last of the way's lines that the page has."""
        way = [str(line) for line in self.replies["find_listing"]]
        shown = (line for line in reversed(way) if f"\n{line}" in lines or line == "NOTHING")
        return next(shown, "none of these")


def _whole(role: str, said: object) -> Mapping[str, object]:
    if role == "decompose":
        pieces = cast("Mapping[str, str]", said)
        return {"kind": pieces["kind"], "records": pieces.get("records", "")}
    if role == "plan_change":
        form, values = cast("tuple[str, Mapping[str, str]]", tuple(cast("Sequence[object]", said)))
        return {"form": form, "values": [{"field": name, "value": str(value)} for name, value in values.items()]}
    return {_TEXT[role]: str(said)}


def chores() -> tuple[Chore, ...]:
    """All of them, by file."""
    return tuple(
        Chore(
            id=f"{file.stem}-{name}",
            site=file.stem,
            task=one["task"],
            at=one.get("at", "/"),
            replies=one["replies"],
            expected=one.get("expected", ""),
            login=bool(one.get("login")),
            writes=one.get("writes"),
        )
        for file in sorted(HERE.glob("*.yaml"))
        for name, one in yaml.safe_load(file.read_text("utf-8")).items()
    )
