"""Builds a prompt from a prompt file: a header with inputs and reply schema, a fixed part, the objective last.

Python only fills the places; the words of the prompts are in `prompts/*.md`. The header's `reply_tokens` bounds the
reply, its `odds_of` names the key whose words are weighed (see `port.Prompt`).
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

import yaml
from msgspec import Struct

from webdart.model.door.port import REPLY_TOKENS, Image, Prompt


class PromptFile(Struct, frozen=True):
    """One prompt file: the names it must be filled with, and the JSON schema of its reply."""

    role: str
    inputs: tuple[str, ...]
    schema: Mapping[str, object]
    system: str
    user: str
    reply_tokens: int = REPLY_TOKENS
    odds_of: str = ""

    def fill(self, values: Mapping[str, str], images: tuple[Image, ...] = ()) -> Prompt:
        """The prompt with every input in its place.

        Raises:
            ValueError: `values` has not exactly the inputs of the header (a mistake of ours, not of a user).
        """
        if set(values) != set(self.inputs):
            raise ValueError(f"prompt {self.role} takes {sorted(self.inputs)}, not {sorted(values)}")
        return Prompt(
            role=self.role,
            system=_filled(self.system, values),
            user=_filled(self.user, values),
            images=images,
            reply_tokens=self.reply_tokens,
            odds_of=self.odds_of,
        )


def _filled(text: str, values: Mapping[str, str]) -> str:
    """`text` with its places filled in one pass: what a value says in braces is the value's own."""
    if not values:
        return text.strip()
    place = re.compile("{(" + "|".join(map(re.escape, values)) + ")}")
    return place.sub(lambda found: values[found[1]], text).strip()


@cache
def load_prompt(role: str) -> PromptFile:
    """The prompt file of a role."""
    text = (files("webdart.model.door") / "prompts" / f"{role}.md").read_text("utf-8")
    _, header, system, user = text.split("---\n", 3)
    head = cast("dict[str, object]", yaml.safe_load(header))
    return PromptFile(
        role=str(head["role"]),
        inputs=tuple(cast("list[str]", head["inputs"])),
        schema=cast("dict[str, object]", head["reply"]),
        system=system,
        user=user,
        reply_tokens=int(cast("int", head.get("reply_tokens", REPLY_TOKENS))),
        odds_of=str(head.get("odds_of", "")),
    )


def prompt_roles() -> tuple[str, ...]:
    """Every role that has a prompt file."""
    folder = files("webdart.model.door") / "prompts"
    return tuple(sorted(entry.name.removesuffix(".md") for entry in folder.iterdir() if entry.name.endswith(".md")))


@cache
def shared_text(name: str) -> str:
    """What several prompt files say alike, such as how a page is to be read."""
    return (files("webdart.model.door") / "prompts" / "shared" / f"{name}.md").read_text("utf-8").strip()
