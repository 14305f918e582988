"""How does a walk become a shorter one behind controls of the site, and go on as one after a kill?

The replanner is asked once, at the first page of a walk that has committed nothing. What it took is handed on page by
page, details opened then; the cursors carry what became of it, so that a resumed walk knows.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from webdart.errors import Incomplete
from webdart.navigate import replans
from webdart.navigate.attempt import SubWalk, Taken
from webdart.navigate.reading import Reading
from webdart.navigate.replan import Replanner
from webdart.navigate.replans import Replan, Replanned
from webdart.navigate.tools import Tools
from webdart.navigate.turns import End
from webdart.pages.parts import parts_of
from webdart.pages.port import Browser, PageView, WasSet
from webdart.plan.model import Cursor, ListingStage, SitePlan
from webdart.records.model import CollectedPage

STOPPED = End("stopped on a verified order", covered=True)
_SHOWN = {
    True: "the file says so, and the page shows it",
    False: "the file says so; the page shows something else afterwards",
    None: "the file says so; the page no longer shows the control",
}
NOTHING = End("no row is left by what the controls were set to", covered=True)


@dataclass(frozen=True, slots=True)
class Begun:
    """A walk that begins with a page shown in a tab already: how it is read, how far ahead, whether in place."""

    tab: Browser
    view: PageView
    reading: Reading
    width: int
    in_place: bool


class Shortened:
    """The push-downs of one walk. `end` is how the walk behind controls ended, once its pages are handed on."""

    def __init__(self, stage: ListingStage, site: SitePlan, tools: Tools, cursor: Cursor | None) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._cursor = cursor
        self._found = Replanned() if cursor is None else replans.from_text(cursor.replans)
        self.end = End("")

    @property
    def facts(self) -> str:
        """What a cursor has to carry of them."""
        return replans.to_text(self._found)

    def replanned(self, reading: Reading) -> Replanned:
        """What became of them; records' own pages that were left unopened are among the pages spared."""
        details = -reading.opened if self._taken else reading.spared  # those opened count as they are
        return replace(self._found, plain=self._found.plain + details)

    @property
    def _taken(self) -> bool:
        return any(step.verdict == "taken" and step.by == "sql" for step in self._found.steps)

    def obey(self, was_set: Sequence[WasSet]) -> None:
        """Tell of the controls that the file names: no column is checked against them, so they are trusted."""
        own = tuple(
            Replan(
                control=one.label,
                does=f"set to {', '.join(one.values)}",
                verdict="taken",
                evidence=_SHOWN[one.shown],
                grade="trusted",
                by="file",
            )
            for one in was_set
        )
        self._found = replace(self._found, steps=(*own, *self._found.steps))

    async def replan(
        self, tab: Browser, view: PageView, reading: Reading, walk: SubWalk
    ) -> tuple[PageView, Taken | None]:
        """The first page to walk from, and the walk that controls of the site have shortened, if any.

        A walk that has committed pages goes on as it began: plainly, or (where its pages have no address) by pushing
        down again what was.

        Raises:
            Incomplete: what was pushed down before a kill can't be pushed down again.
        """
        before = self._taken
        if (self._cursor is not None and not before) or parts_of(view) is not None:
            return view, None
        replanner = Replanner(stage=self._stage, site=self._site, tools=self._tools, reading=reading, walk=walk)
        try:
            view, taken = await replanner.replan(tab, view)
        finally:
            self._found = replanner.result()
        if taken is None and before:
            raise Incomplete("what was pushed down before the run was interrupted could not be pushed down again")
        return view, taken

    async def pages(self, taken: Taken) -> AsyncIterator[CollectedPage]:
        """The pages of a walk behind controls that are not committed yet; the last one ends it."""
        end = STOPPED if taken.stopped else taken.walk.ending if taken.pages else NOTHING
        committed = 0 if self._cursor is None else self._cursor.sequence
        reading = taken.walk.reading
        for page in taken.pages:
            cursor = replace(page.cursor, replans=self.facts)
            if page is taken.pages[-1] and end.covered:
                cursor = replace(cursor, following=None, done=True, ended=end.end, covered=True)
            if cursor.sequence <= committed:
                continue
            yield await reading.materialise(replace(page, cursor=cursor), taken.matters)
            if reading.cut:
                self.end = End(reading.cut, short=True)
                return
        self.end = end
