"""What does a page of the walk give: the rows of every table, with details opened where a needed column lives there?

`Reading` remembers what a walk must know from page to page: wrappers, the place of the last row, which rows were seen,
what the site stated. It opens records' own pages side by side, and only those whose columns somebody needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webdart.errors import Incomplete
from webdart.navigate.ahead import Ahead
from webdart.navigate.tools import Tools
from webdart.pages.port import PageView
from webdart.plan.model import Cursor, ListingStage, PageRef, SitePlan
from webdart.records import appraise, read
from webdart.records.model import Record, Remark, Rows, Totals
from webdart.records.spec import Extraction, ListingSpec
from webdart.records.wrapper import Wrapper
from webdart.workflow.model import Extract, Value
from webdart.workflow.templates import Names, fill


@dataclass(frozen=True, slots=True)
class Got:
    """What one page gave; `counts` are the rows of each table on it."""

    rows: tuple[Rows, ...]
    totals: Totals
    remarks: tuple[Remark, ...]


class Reading:
    """Reads the pages of one walk, in order."""

    def __init__(self, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, width: int) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._width = width
        self._specs = {extract.into: self._spec(extract, names) for extract in stage.extracts}
        self._wrappers: dict[str, Wrapper] = {}
        self._seen: dict[str, set[int]] = {extract.into: set() for extract in stage.extracts}
        self._latest: dict[str, tuple[Record, ...]] = {}
        self.rows = 0
        self.ledger = Ledger()

    def fit(self, view: PageView) -> float:
        """Which share of the declared fields a page carries, 0 to 1; the least of the tables counts."""
        fits = [appraise(view, spec) for spec in self._specs.values()]
        return 1.0 if all(fit.goal for fit in fits) else min(0.99, *(fit.value for fit in fits))

    def resume(self, cursor: Cursor) -> None:
        """Go on behind a committed page."""
        self.rows = cursor.rows

    def same(self, view: PageView) -> bool:
        """Whether a page still shows the rows of the page read last (its next rows have not arrived yet)."""
        found = {name: self._extract(view, name) for name in self._specs}
        return all(_facts(found[name].records) == _facts(self._latest.get(name, ())) for name in found)

    async def read(self, view: PageView) -> Got | None:
        """The rows of a page, or None where every one of them was read before.

        Raises:
            NotFound: the walk's first page carries no listing, or two readings of one field are equally good.
            Incomplete: a later page carries none.
        """
        found = {name: self._extract(view, name) for name in self._specs}
        first = not self._latest
        for name, extraction in found.items():
            problem = extraction.error(view.url)
            if problem is not None and first:
                raise problem
            if problem is not None:
                raise Incomplete(f"{name}: {problem.problem}")
        if not first and all(self._repeats(name, extraction) for name, extraction in found.items()):
            return None
        rows = tuple([await self._rows(view, name, extraction) for name, extraction in found.items()])
        self.rows = max((record.n for item in rows for record in item.records), default=self.rows)
        ...
