"""Reaches the listing: from `start`, along `path`, then by search if it isn't there."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from webdart.browser.actions.step import follow, is_chosen, path_target
from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Browser, DoWait
from webdart.errors import NoPage, NotFound, PageTimeout, SiteError
from webdart.navigate.address import start_of, without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.find.paged_lookup import find_on_pages
from webdart.navigate.find.search import Seeker
from webdart.navigate.find.set_controls import Controls
from webdart.navigate.login import is_turned_away, led_on, log_in, sent_to_login, still_in
from webdart.navigate.page_load import load
from webdart.navigate.walk.page_reader import Reading
from webdart.page.model import PageView, WasSet
from webdart.page.roles import leads_to
from webdart.page.skeleton import is_to_be_filled, said_by, says_busy
from webdart.plan.model import ListingStage, SitePlan
from webdart.values import replace
from webdart.workflow.model import PathStep
from webdart.workflow.templates import Names, fill

_CALM_EMPTY = 4.0
"""Seconds without a change after which a table that has heads and no rows is empty for good."""

_BUSY = 10.0
"""Seconds after which a page that says it is busy, and has the declared fields, will say so for ever."""


_GLANCE, _GLANCES = 0.3, 10
"""Seconds, and how many times, after which a step that has changed nothing will not change anything."""


def _leads_here(view: PageView, words: str) -> bool:
    """Whether what one word of a `path` means is a link to the page that has it: whoever follows it is there."""
    return _plain(_target_of(view, words)) == _plain(view.url)


def _target_of(view: PageView, words: str) -> str:
    """The address of the link that one word of a `path` means; "" where it means none."""
    try:
        return without_fragment(leads_to(view, path_target(view, words)))
    except SiteError:
        return ""


def _plain(url: str) -> str:
    return without_fragment(url).rstrip("/")


def _same_address(one: PageView, other: PageView) -> bool:
    """Whether two views have one address; the place of a part of the page counts, an empty one does not."""
    return one.url.rstrip("#") == other.url.rstrip("#")


@dataclass(slots=True)
class Way:
    """The way to one listing: the stage, its site, the names it may use, how its pages are read.

    `arrive` tells which tab shows it in the end (`tab`: a search may have gone back in another one), whether what is
    shown has no address of its own (`in_place`), and what was set.
    """

    stage: ListingStage
    site: SitePlan
    names: Names
    reading: Reading
    tools: Tools
    tab: Browser | None = None
    in_place: bool = False
    was_set: tuple[WasSet, ...] = ()
    before: PageView | None = None  # the page on which controls were set

    async def arrive(self, tab: Browser) -> PageView:
        """The first page of the stage's listing.

        Raises:
            NotFound: nothing within the budget carries the declared fields; the best page seen is named.
        """
        navigate = self.stage.navigate
        self.tab = tab
        start = start_of(navigate, self.site, self.names)
        view, fits = await self._led(tab, start)
        if is_turned_away(view, self.site, start):
            await self.log_in()
            view, fits = await self._led(tab, start)
            still_in(view, self.site, start)
        if fits and not (navigate.objective is not None and self.reading.is_taken_for_a_record(view)):
            return view
        led = navigate.path or navigate.set or navigate.query or navigate.start is not None
        if navigate.objective is None and led:
            return view  # the file says where the listing is; what is missing there is said by whoever reads it
        return await self._search(tab, view)

    async def teach_again(self) -> None:
        """Look at the first page once more, if walks that are still to come have nothing else to learn from."""
        if not self.tools.learned.lacks_a_teacher or self.reading.rows < 2:  # one record tells little
            return
        tab = await self.tools.pool.tab(self.site)
        try:
            self.reading.teach(await self.arrive(tab))
        except SiteError as error:
            url = start_of(self.stage.navigate, self.site, self.names)
            self.tools.trace("warning", f"what its first page taught before is not known again: {error}", url=url)
        finally:
            await (self.tab or tab).close()

    async def _led(self, tab: Browser, start: str) -> tuple[PageView, bool]:
        """The page to which `start`, `path` and `set` lead, or that asks who is there; whether it has the fields."""
        try:
            return await self._drawn(tab, await self._walked(tab, start))
        except NotFound:
            view = await tab.view()
            if not is_turned_away(view, self.site, start):
                raise
            return view, False

    async def _walked(self, tab: Browser, start: str) -> PageView:
        navigate = self.stage.navigate
        view = await self.open(tab, start)
        if view.status >= 400:
            raise NotFound(
                f"the start page answers {view.status}", url=view.url, hint="check `start` and the site's url"
            )
        for step in navigate.path:
            view = await self._follow(tab, view, step)
        if navigate.set:
            controls = Controls(tab, self.site, self.names, self.tools, self.reading.marks)
            after, self.was_set = await controls.set_all(navigate.set)
            self.before = controls.before or view
            self._moved(self.before, after)
            view = after
        if navigate.path and self.reading.marks:
            view = await tab.view(self.reading.marks)
        return view

    async def log_in(self) -> str:
        """Open a session of the site for every tab, and for our own client; the address to which that led."""
        tools = self.tools
        return await log_in(self.site, tools.pool, tools.guard, tools.release_login, tools.trace, tools.logins)

    async def _drawn(self, tab: Browser, view: PageView) -> tuple[PageView, bool]:
        """The page, and whether it carries the declared fields; rows that a script fetches may come a moment later.

        What repeats on a page that says it is busy may be menus, or frames of rows that are yet to come.
        """

        def carried(now: PageView) -> None:
            nonlocal view
            view = now
            if self.reading.fit(now) < 1.0 or (says_busy(now) and patience.clock() < filled_by):
                raise NotFound("the declared fields are not there yet", url=now.url)

        if self.reading.carries(view) and not says_busy(view):
            return view, True
        if not view.scripted:
            return view, False
        patience = Patience.of(tab, self.tools.seconds)
        filled_by = patience.clock() + _BUSY
        for again in (replace(patience, deadline=patience.deadline + self.tools.seconds, calm=_CALM_EMPTY), None):
            try:
                await patience.until(carried, self.reading.marks)
            except NotFound:
                if again is None or not is_to_be_filled(view):
                    return view, self.reading.fit(view) >= 1.0
                patience = again  # on a machine under load, rows that have arrived may take long to be shown
            except HeldBack as held:  # its scripts asked for something that might write: it stays as it is
                return held.view, self.reading.fit(held.view) >= 1.0
            else:
                return view, True
        return view, False

    async def _follow(self, tab: Browser, view: PageView, step: PathStep) -> PageView:
        """One step of `path`."""
        words = fill(step.words, self.names).text
        self.tools.budget.spend("pages")
        self.tools.budget.spend("steps")
        self.tools.trace("action", f"follow {words!r}", url=view.url, followed=words)
        try:
            async with self.tools.budget.in_time():
                if step.find:
                    view = await find_on_pages(tab, words, self.site, self.names, self.tools)
                after = await follow(tab, words, seconds=self.tools.seconds)
        except NotFound as missing:
            raise missing.at(step.at) from missing
        except NoPage as gave:
            raise gave.at(step.at) from gave
        if after.files and without_fragment(after.url) == without_fragment(view.url):
            kept = ", ".join(f"downloads/{name}" for name in after.files)
            problem = f"{step.at}: {words!r} gives a file, not a page; it is kept as {kept}"
            raise NoPage(problem, url=view.url, hint="a step of `path` leads to a page", files=after.files)
        same = _same_address(view, after) and said_by(view) == said_by(after)
        if same and not _leads_here(view, words):
            after = await self._changed_late(tab, view, after, words)
        elif not same:
            await self._doubt_sent_on(view, after, words)
        self._moved(view, after)
        return after

    async def _doubt_sent_on(self, view: PageView, after: PageView, words: str) -> None:
        """Doubt the page to which a script has sent the click on a link: the one that another link here leads to.

        What a redirect leads to is the link's own page, and so is one that names itself anew once it is loaded.
        """
        meant, here = _target_of(view, words), _plain(after.url)
        others = {_plain(leads_to(view, node)) for node in view.nodes if node.role == "link"}
        if not meant or here == _plain(meant) or here not in others or after.loads != view.loads + 1:
            return
        if self.tools.documents is None:
            return
        try:
            document = await self.tools.documents.fetch(self.site, meant)
        except SiteError:
            return
        if document.status < 300:
            text = f"the link {words!r} is to {meant}, and a click on it led to {after.url}: `start` can name the page"
            self.reading.remark(text, "other records")

    async def _changed_late(self, tab: Browser, view: PageView, after: PageView, words: str) -> PageView:
        """The page once what was followed has changed what it says; where it never does, what is read is doubted.

        A document of its own that has come to rest, as a redirect back to the page is, will not change any more.
        """
        for _ in range(_GLANCES if after.loads == view.loads else 0):
            with suppress(PageTimeout):
                await tab.act(DoWait(_GLANCE))
            after = await tab.view()
            if not _same_address(view, after) or said_by(view) != said_by(after):
                return after
        if not is_chosen(view, words):
            text = (
                f"following {words!r} changed nothing that {view.url} says; leave it out of `path` if that is the page"
            )
            self.reading.remark(text, "other records")
        return after

    def _moved(self, before: PageView, after: PageView) -> None:
        """Note whether the current view has an address of its own."""
        if without_fragment(before.url) != without_fragment(after.url):
            self.in_place = False
        elif before.nodes != after.nodes:
            self.in_place = True

    async def open(self, tab: Browser, url: str) -> PageView:
        """Load a page of the site; if it shows that nobody is logged in, log in, once."""
        self.tools.budget.spend("pages")
        view = await load(tab, url, self.reading.marks, self.tools, named=True)
        if self.site.login is None or not sent_to_login(view, self.site.login, first=True, asked=url):
            return view
        landed = await self.log_in()
        view = await load(tab, url, self.reading.marks, self.tools)
        if led_on(view, self.site, url, landed):
            return await load(tab, landed, self.reading.marks, self.tools)
        return still_in(view, self.site, url)

    async def _search(self, tab: Browser, view: PageView) -> PageView:
        objective = self.stage.navigate.objective
        words = "" if objective is None else fill(objective, self.names).text
        reading = self.reading
        lone = reading.is_taken_for_a_record
        doubt = partial(reading.remark, code="other records")
        seeker = Seeker(self.stage, self.site, self.tools, reading.fit, reading.lacks, lone, doubt, reading.marks)
        self.tab, after = await seeker.seek(tab, view, words)
        self._moved(view, after)
        return after
