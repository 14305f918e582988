"""Asks a person about writes: whether one may be sent, and whether one took effect."""

import asyncio
from typing import Protocol

from msgspec import Struct

from webdart.runs.consent import Question


class AskConsent(Protocol):
    """Shows a person what would be written, or was, and asks; True is yes. It may wait for the answer in a thread."""

    def __call__(self, what: str, question: str = "Send it?") -> bool:
        """Whether the answer is yes."""
        ...


_SEEN_LINES = 12  # what is longer may have pushed its beginning off the screen
_MOST_LINES = 60
_BEGINNING, _END = 400, 100  # letters of a longer value that are shown


def _on_one_line(words: str) -> str:
    """A text of a page as one line of a question: it can neither look like another line nor hide one."""
    line = words.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r") if "\n" in words else words
    if len(line) <= _BEGINNING + _END:
        return line
    return f"{line[:_BEGINNING]} … {line[-_END:]} ({len(line):,} letters)"


class Person(Struct, frozen=True):
    """Somebody who can be asked."""

    ask: AskConsent

    async def consents(self, question: Question) -> bool:
        """Whether a request may be sent."""
        instead = [f"    asks the server for {question.instead} instead"] if question.instead else []
        named = [*((f"?{name}", values) for name, values in question.query.items()), *question.fields.items()]
        fields = [f"    {_on_one_line(name)} = {_on_one_line(', '.join(values))}" for name, values in named]
        hidden = [f"    and {len(fields) - _MOST_LINES:,} more fields"] if len(fields) > _MOST_LINES else []
        lines = [f"{question.request}  ({_on_one_line(question.url)})", *instead, *fields[:_MOST_LINES], *hidden]
        asked = f"Send {_on_one_line(question.request)}?" if len(lines) > _SEEN_LINES else "Send it?"
        return await asyncio.to_thread(self.ask, "\n".join(lines), asked)

    async def knows(self, request: str) -> bool | None:
        """Whether a write with an unknown outcome took effect; None where the person can't tell."""
        what = f"No answer came to {request}: nobody knows whether it took effect. Look at the site."
        if not await asyncio.to_thread(self.ask, what, "Can you tell?"):
            return None
        return await asyncio.to_thread(self.ask, request, "Did it take effect?")
