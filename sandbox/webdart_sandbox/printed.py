"""Keeps the output that a script prints, up to a limit."""

_PRINTED_CHARACTERS = 64 * 1024


class Printed:
    """What a script prints, up to a bound; the rest is counted."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._room = _PRINTED_CHARACTERS
        self._lost = 0

    def write(self, text: str) -> None:
        """Take what it printed next."""
        kept = text[: self._room]
        if kept:
            self._parts.append(kept)
        self._room -= len(kept)
        self._lost += len(text) - len(kept)

    def text(self) -> str:
        """What was kept, and how much was not."""
        tail = f"\n… {self._lost} more characters were printed" if self._lost else ""
        return "".join(self._parts) + tail
