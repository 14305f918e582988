"""Defines a doubt: one reason why an answer may be wrong although nothing failed, with the line that settles it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from webdart.doubt_kinds import DoubtKind

SAMPLES = 3
"""Cells of a doubt that are shown."""

_REPORT: Mapping[str, bool] = {"report": True}
"""Shown by the report and the terminal, left out of the JSON object."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A text of a page, and the page's address ("" where it is not known)."""

    text: str
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A doubt about `count` cells, rows or pages of a table, or of one of its columns."""

    table: str
    kind: DoubtKind
    problem: str = field(metadata=_REPORT)
    column: str | None = None
    count: int = 1
    samples: tuple[Sample, ...] = ()
    remedy: str = ""

    @property
    def place(self) -> str:
        """`products.price`, or `products`."""
        return self.table if self.column is None else f"{self.table}.{self.column}"

    def __str__(self) -> str:
        shown = ", ".join(
            f"{sample.text!r} ({sample.page})" if sample.page else repr(sample.text) for sample in self.samples
        )
        said = f"{self.place}: {self.problem}"
        if shown:
            said += f": {shown}"
        return f"{said}; to settle it: {self.remedy}" if self.remedy else said


@dataclass(frozen=True, slots=True)
class Verdict:
    """The doubts that make an answer doubtful, and those that its author has accepted."""

    doubts: tuple[Doubt, ...] = ()
    accepted: tuple[Doubt, ...] = ()


def sorted_out(
    doubts: Iterable[Doubt], accepted: Mapping[str, frozenset[DoubtKind]], everywhere: frozenset[DoubtKind]
) -> Verdict:
    """Doubts by whether they are accepted: for their table by the file, or for the whole run."""
    open_: list[Doubt] = []
    known: list[Doubt] = []
    for doubt in doubts:
        allowed = accepted.get(doubt.table, frozenset[DoubtKind]()) | everywhere
        (known if doubt.kind in allowed else open_).append(doubt)
    return Verdict(tuple(open_), tuple(known))


def samples_of(pairs: Iterable[tuple[str, str]]) -> tuple[Sample, ...]:
    """The first few different texts with their pages."""
    first: dict[str, str] = {}
    for text, page in pairs:
        first.setdefault(text, page)
    return tuple(Sample(text, page) for text, page in list(first.items())[:SAMPLES])


def kinds_of(doubts: Sequence[Doubt]) -> str:
    """The kinds of some doubts, as `accept` names them."""
    return ", ".join(dict.fromkeys(doubt.kind for doubt in doubts))


def of_count(table: str, stated: int | None, collected: int, sample: Sample | None) -> Doubt:
    """The doubt on a table with another number of rows than its site states; `sample` is the reason, and where."""
    more = stated is not None and collected > stated
    return Doubt(
        table=table,
        kind="incomplete",
        problem="more rows were read than the site states" if more else "rows are missing",
        count=abs((stated or collected) - collected) or 1,
        samples=() if sample is None else (sample,),
        remedy=(
            "`each` or `in` with an `at` says what the records are"
            if more
            else "`path`, `set` or `pages: {next: ...}` leads to the rest"
        ),
    )
