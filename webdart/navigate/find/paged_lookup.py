"""Finds the page of a list on which the words of a `path` stand (`{find: …}`)."""

from webdart.browser.actions.step import path_target
from webdart.browser.port import Browser
from webdart.errors import Ambiguous, NotFound, SiteDown
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.navigate.walk.page_turn import Turner
from webdart.navigate.walk.pagination import End, Turn, Turns
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.workflow.model import Paging
from webdart.workflow.templates import Names


async def find_on_pages(tab: Browser, words: str, site: SitePlan, names: Names, tools: Tools) -> PageView:
    """Turn the pages of the list that the tab shows, up to the first that has the words.

    Raises:
        NotFound: no page has them; the error says how many were looked at.
        Ambiguous: a page has several.
    """
    turns, turner = Turns(site, names, Paging()), Turner(tab, tools)
    view = await tab.view()
    looked = 1
    while True:
        turns.passed(view.url)
        try:
            path_target(view, words)
        except Ambiguous:
            raise
        except NotFound as missing:
            after = await _next(view, turns, turner, tools)
            if after is None:
                problem = f"{missing.problem}, nor on any of the {looked} pages of its list"
                raise NotFound(problem if looked > 1 else missing.problem, url=view.url, hint=missing.hint) from missing
            view, looked = after, looked + 1
        else:
            return view


async def _next(view: PageView, turns: Turns, turner: Turner, tools: Tools) -> PageView | None:
    """The next page of the list; None at its end."""
    while True:
        turn = turns.onwards(view, -1, satisfied=False)
        if isinstance(turn, End):
            return None
        tools.budget.spend("pages")
        async with tools.budget.in_time():
            after = await _turned(view, turn, turner, tools)
        if after is not None:
            turns.worked(turn)
            return after
        turns.spent(turn)


async def _turned(view: PageView, turn: Turn, turner: Turner, tools: Tools) -> PageView | None:
    if turn.kind != "open":
        said = _said(view)
        return await turner.turn(view, turn, lambda now: _said(now) != said, lambda _: False)
    after = await load(turner.tab, turn.url, (), tools)
    if after.status in (404, 410):
        return None
    if after.status >= 400:
        raise SiteDown(f"a page of the list answers {after.status}", url=turn.url)
    return after


def _said(view: PageView) -> list[str]:
    return [node.text for node in view.nodes if node.text and node.shown]
