"""Asks a person about writes: whether one may be sent, and whether one took effect."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from webdart.runs.consent import Question


class AskConsent(Protocol):
    """Shows a person what would be written, or was, and asks; True is yes. It may wait for the answer in a thread."""

    def __call__(self, what: str, question: str = "Send it?") -> bool:
        """Whether the answer is yes."""
        ...


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can be asked."""

    ask: AskConsent

    async def consents(self, question: Question) -> bool:
        """Whether a request may be sent."""
        instead = f"\n    asks the server for {question.instead} instead" if question.instead else ""
        named = [*((f"?{name}", values) for name, values in question.query.items()), *question.fields.items()]
        fields = "".join(f"\n    {name} = {', '.join(values)}" for name, values in named)
        return await asyncio.to_thread(self.ask, f"{question.request}  ({question.url}){instead}{fields}")

    async def knows(self, request: str) -> bool | None:
        """Whether a write with an unknown outcome took effect; None where the person can't tell."""
        what = f"No answer came to {request}: nobody knows whether it took effect. Look at the site."
        if not await asyncio.to_thread(self.ask, what, "Can you tell?"):
            return None
        return await asyncio.to_thread(self.ask, request, "Did it take effect?")
