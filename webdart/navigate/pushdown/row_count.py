"""Takes the number of a listing's rows from what the site states, where nothing else is asked of it.

Believed on a sample: every page looked at has as many rows as it should, the last one what is left, and no row comes
twice. What the walk hands on is the first page; the number is reported in its stead.
"""

from contextlib import aclosing
from dataclasses import dataclass

from webdart.browser.port import Browser
from webdart.navigate.pushdown.baseline import Base
from webdart.navigate.pushdown.evidence import GAIN, Listing, Opening, Taken
from webdart.navigate.pushdown.sample import Sampler
from webdart.navigate.pushdown.verify import enough
from webdart.navigate.pushdown_log import Grade
from webdart.navigate.walk.pagination import End
from webdart.records.model import CollectedPage, Record

CONTROL = "the total that the page states"
COUNTED = End("only the number of rows is asked, which the site states", covered=True)


@dataclass(slots=True)
class Counting:
    """One try, for a listing that states its total; `opening` loads its pages."""

    on: Listing
    base: Base
    stated: int
    opening: Opening

    async def run(self, tab: Browser) -> Taken | str:
        """The walk of the first page, with the grade of the number; or what is against it.

        Raises:
            SiteError: a page could not be loaded. Incomplete: the budget is spent.
        """
        graded = self._trusted() if self.on.trusting else await self._sampled()
        if isinstance(graded, str):
            return graded
        walk = self.on.walk(tab, self.base.view, 1, in_place=False)
        pages: list[CollectedPage] = []
        async with aclosing(walk.pages()) as coming:
            async for page in coming:
                pages.append(page)
                break
        return Taken(pages=tuple(pages), walk=walk, stopped=True, grade=graded, matters=lambda _: False, end=COUNTED)

    @property
    def _last(self) -> int:
        """The number of rows that the last page must have."""
        return self.stated - (self.base.extent.pages - 1) * len(self.base.found.records)

    def _trusted(self) -> Grade:
        return Grade(grade="trusted", evidence=f"{self.stated} rows, not sampled, as the file asks")

    async def _sampled(self) -> Grade | str:
        plain = self.opening.sampler()
        while True:
            rows = [*self.base.found.records, *plain.records()]
            wrong = self._wrong(plain, rows)
            if wrong:
                return wrong
            if enough(len(rows), 1 + len(plain.taken), last=plain.last, everything=False):
                break
            if plain.opened >= GAIN * self.base.extent.pages:
                return "a sample of the pages would take as many as the walk"
            problem = await plain.more(1)
            if problem:
                return f"the listing can't be sampled: {problem}"
        told = f"{self.stated} rows stated; {len(rows)} of them, on {1 + len(plain.taken)} pages, the last among them, "
        return Grade(grade="sampled", evidence=told + "stand where that puts them, none twice")

    def _wrong(self, plain: Sampler, rows: list[Record]) -> str:
        """The evidence of the pages read so far against the total."""
        size, pages = len(self.base.found.records), self.base.extent.pages
        for number, page in plain.taken.items():
            wanted = self._last if number == pages else size
            if len(page.records) != wanted:
                return f"page {number} of {pages} has {len(page.records)} rows, by the total it would have {wanted}"
        return "" if len({row.key for row in rows}) == len(rows) else "a row comes twice"
