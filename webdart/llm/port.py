"""How is a language model asked? One method, a typed reply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A filled prompt: the fixed `system` text first (servers cache it), the `user` text last."""

    role: str  # which prompt file
    system: str
    user: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply that fits the schema asked for, and what it cost."""

    value: Mapping[str, object]
    tokens_in: int = 0
    tokens_out: int = 0


class ChatModel(Protocol):
    """A model behind any endpoint."""

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """A reply that is valid under the JSON schema.

        Raises:
            ModelError: no reply, or none that fits after one repair.
        """
        ...
