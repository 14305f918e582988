"""Counts what a stage has done so far, for a display of its progress."""

from dataclasses import dataclass

from webdart.trace import Event


@dataclass(slots=True)
class Tally:
    """What one stage has done so far; `rows` and `pages` since it began, `latest` its latest message.

    `read` of the `stated` rows of the listing under way have been read, as the site counts them.
    """

    title: str = ""
    pages: int = 0
    rows: int = 0
    started: float = 0.0
    seconds: float = 0.0
    latest: str = ""
    read: int = 0
    stated: int = 0
    tokens: int = 0
    cost: float = 0.0

    def note(self, event: Event) -> None:
        """Count one event of the stage."""
        self.seconds = event.seconds - self.started
        self.latest = event.text
        if event.kind == "page":
            rows = event.data.get("rows")
            self.pages += 1
            self.rows += rows if isinstance(rows, int) else 0
            read, stated = event.data.get("read"), event.data.get("stated")
            self.read, self.stated = (read, stated) if isinstance(read, int) and isinstance(stated, int) else (0, 0)
        if event.kind == "end":
            self.stated = 0  # what it has not read was not needed
        if event.kind == "model":
            tokens, cost = event.data.get("tokens"), event.data.get("cost")
            self.tokens += tokens if isinstance(tokens, int) else 0
            self.cost += cost if isinstance(cost, float) else 0.0

    @property
    def counts(self) -> str:
        """`9 pages · 180 rows · 1,420 tokens · 4.2 s`, without the parts that are zero."""
        parts = [
            f"{count:,} {word if count == 1 else word + 's'}"
            for count, word in ((self.pages, "page"), (self.rows, "row"), (self.tokens, "token"))
            if count
        ]
        parts += [f"{self.cost:.4f} spent"] if self.cost else []
        return " · ".join([*parts, f"{self.seconds:.1f} s", *self._left])

    @property
    def _left(self) -> list[str]:
        """`180 of 1,240 read, 25 s left`, where the site says how many there are and some are left."""
        if not self.rows or not 0 < self.read < self.stated:
            return []
        seconds = self.seconds / self.rows * (self.stated - self.read)
        return [f"{self.read:,} of {self.stated:,} read, {lasting(seconds)} left"]


def lasting(seconds: float) -> str:
    """A time to go, no more exact than a guess may be: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 2 * 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 2 * 3600 else f"{seconds / 3600:.1f} h"
