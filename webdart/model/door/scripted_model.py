"""Replays a script of replies as a model: the test double of the port, for our tests and for users' workflows."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from webdart.errors import ModelError, UnfitReply
from webdart.model.door.port import Prompt, Reply
from webdart.model.door.tokens import estimated

Answering = Callable[[Prompt], Mapping[str, object]]


class ScriptedModel:
    """Gives its replies in order, or asks a function for each; remembers the prompts it was given."""

    def __init__(self, replies: Sequence[Mapping[str, object]] | Answering) -> None:
        self._replies = replies if callable(replies) else iter(replies)
        self.prompts: list[Prompt] = []

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """The next reply; UnfitReply when it lacks a required key, ModelError when the script has ended."""
        self.prompts.append(prompt)
        value = self._replies(prompt) if callable(self._replies) else next(self._replies, None)
        if value is None:
            raise ModelError(f"the script has no reply for the {len(self.prompts)}. prompt ({prompt.role})")
        missing = [name for name in cast("Sequence[str]", schema.get("required", ())) if name not in value]
        if missing:
            lacks = f"it lacks {', '.join(missing)}"
            tokens = (estimated(prompt.system + prompt.user), estimated(str(value)))
            raise UnfitReply(f"the reply to {prompt.role}: {lacks}", said=json.dumps(value), why=lacks, tokens=tokens)
        return Reply(
            value=value,
            tokens_in=estimated(prompt.system + prompt.user),
            tokens_out=estimated(str(value)),
            estimated=True,
        )
