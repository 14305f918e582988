"""Defines the port to a language model: one method, a typed reply."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

REPLY_TOKENS = 1024
"""Longest reply, in tokens, where a prompt file says nothing else."""


class Image(Struct, frozen=True, kw_only=True):
    """A picture for models that can see, such as a screenshot."""

    data: bytes
    media_type: str = "image/png"


class Again(Struct, frozen=True, kw_only=True):
    """A question put once more: what was replied to it, why that could not be used, and the schema it was held to."""

    reply: str
    why: str
    schema: Mapping[str, object] = field(default_factory=dict[str, object])


class Prompt(Struct, frozen=True, kw_only=True):
    """A filled prompt: the fixed `system` text first (servers cache it), the `user` text last.

    Within `user` the page comes first and the objective last, so that a second question about one page is cheap.
    `images` are sent only where the settings say that the model can see. `reply_tokens` bounds the reply; one that
    reaches the bound counts as none. `odds_of` names a key of the reply whose words (an `enum` of the schema) are
    weighed: see `Reply.odds`. `again` is for the repair of a reply, which `Repairing` does for every role.
    """

    role: str  # which prompt file
    system: str
    user: str
    images: tuple[Image, ...] = ()
    reply_tokens: int = REPLY_TOKENS
    odds_of: str = ""
    again: Again | None = None


class Reply(Struct, frozen=True, kw_only=True):
    """A reply that fits the schema asked for, and what it cost.

    `estimated` says that the server counted nothing and the tokens are our estimate. `odds` is, for the words that
    `Prompt.odds_of` may have, how likely the model found each (0 to 1, together at most 1); None where nothing was
    asked or the server tells no log-probabilities, which is common: every role must do without.
    """

    value: Mapping[str, object]
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    odds: Mapping[str, float] | None = None


class ChatModel(Protocol):
    """A model behind any endpoint."""

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """A reply that is valid under the JSON schema.

        Raises:
            ContextOverflow: the prompt is too long; `fits` is how many tokens of a prompt would do (as
                `tokens.estimated` counts), if known. Whoever wrote it may shorten it, say so, and ask again.
            ModelError: no reply, or none that fits after one repair.
            Incomplete: the budget of tokens or money does not suffice for this question; nothing was sent.
        """
        ...
