"""How long is waited for what isn't there: as long as something may still come, by what the page says of itself."""

import math
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from tests.records.conftest import build
from webdart.browser.actions.step import follow
from webdart.browser.actions.wait import Patience
from webdart.browser.port import Action, DoWait
from webdart.errors import NotFound, PageTimeout
from webdart.page.locator import Wish, one_sought
from webdart.page.locator_query import SoughtWords
from webdart.page.model import PageView
from webdart.values import replace


@dataclass(slots=True)
class Still:
    """A tab whose page never changes; its clock goes on with what is waited."""

    shown: PageView
    now: float = 0.0

    async def view(self, marks: object = ()) -> PageView:
        """Always the same."""
        del marks
        return self.shown

    async def act(self, action: Action) -> PageView:
        """Waits."""
        assert isinstance(action, DoWait)
        if not action.seconds:
            raise PageTimeout("nothing will come", url="")
        self.now += action.seconds
        return self.shown


def _missing(view: PageView) -> NoReturn:
    raise NotFound("not there", url=view.url)


def _still(html: str, *, scripted: bool = False, busy: bool = False) -> Any:  # all of a tab that is asked
    return Still(replace(build(html), scripted=scripted, busy=busy))


@pytest.mark.parametrize(
    ("scripted", "busy", "calm", "waited"),
    [
        (False, False, 3.0, 0.5),  # only a transition may still show it
        (True, False, 3.0, 3.0),
        (True, False, 0.8, 0.8),
        (False, True, 3.0, 10.0),  # it is still arriving
        (False, False, math.inf, 10.0),  # the file says how long
    ],
)
async def test_a_page_is_waited_for_as_long_as_something_may_come(
    *, scripted: bool, busy: bool, calm: float, waited: float
):
    """A page without scripts, at rest, is not waited for like one that may still draw."""
    tab = _still("<p>Open</p>", scripted=scripted, busy=busy)
    patience = Patience(tab, 10.0, lambda: tab.now, calm)
    with pytest.raises(NotFound):
        await patience.until(_missing)
    assert tab.now == pytest.approx(waited, abs=0.01)


@dataclass(slots=True)
class Restless:
    """A tab whose page changes from look to look, and shows `news` after some seconds; its clock goes on meanwhile."""

    faces: list[str]
    news: str = ""
    after: float = 0.0
    now: float = 0.0
    looks: int = 0

    async def view(self, marks: object = ()) -> PageView:
        """The next of its faces."""
        del marks
        self.looks += 1
        html = self.faces[self.looks % len(self.faces)] + (self.news if self.now >= self.after else "")
        return replace(build(html), scripted=True)

    async def act(self, action: Action) -> PageView:
        """Waits, but not as long as it may."""
        assert isinstance(action, DoWait)
        self.now += min(action.seconds, 0.25)
        return await self.view()


_CLOCK = ["<p>It is 12:00</p>", "<p>It is 12:01</p>", "<p>It is 12:02</p>"]
_SLIDES = ["<ul><li>one</li></ul>", "<ul></ul>", "<ul><li>one</li><li>two</li></ul>"]


@pytest.mark.parametrize(
    ("faces", "news", "restless", "waited"),
    [
        (_CLOCK, "", 3.0, 4.5),
        (_SLIDES, "", 3.0, 4.5),
        (_CLOCK, "", math.inf, 10.0),  # a step of the file waits for it
        (_CLOCK, "<p>more</p>", 3.0, 5.5),  # something else has come: it is waited for what may come of that
    ],
    ids=["a clock", "slides", "a step", "news"],
)
async def test_a_page_that_never_rests_is_not_waited_for_without_end(
    faces: list[str], news: str, restless: float, waited: float
):
    """What changes again and again in the same places tells of nothing that is to come."""
    tab: Any = Restless(faces, news, after=4.0)  # all of a tab that is asked
    patience = Patience(tab, 10.0, lambda: tab.now, 1.5, restless=restless)
    with pytest.raises(NotFound):
        await patience.until(_missing)
    assert tab.now == pytest.approx(waited, abs=0.51)


_BAR = "<nav><ul><li><a href=/books>Books</a></li><li><a href=/music>Music</a></li></ul></nav>"


@pytest.mark.parametrize(
    ("html", "scripted", "busy", "waited"),
    [
        (_BAR, False, False, 0.0),
        (_BAR, True, False, 1.0),  # a script may draw it still
        (_BAR, False, True, 10.0),  # it is still arriving
        (f"{_BAR}<p>Bo</p><p>ks</p>", False, False, 0.5),  # it is there, parted: a transition may show it as one
    ],
)
async def test_words_that_stand_nowhere_are_not_waited_for(*, html: str, scripted: bool, busy: bool, waited: float):
    """Where no script can bring them: nothing that is there could show them either."""
    tab = _still(html, scripted=scripted, busy=busy)
    patience = Patience(tab, 10.0, lambda: tab.now)
    with pytest.raises(NotFound, match="'Books'"):
        await patience.until(lambda view: one_sought(view, SoughtWords(text="Boks"), Wish("follow")))
    assert tab.now == pytest.approx(waited, abs=0.01)


async def test_no_menu_is_opened_for_words_that_stand_nowhere():
    """On a page without scripts a menu can only show what is in its source."""
    with pytest.raises(NotFound, match="'Books'"):
        await follow(_still(_BAR), "Boks", seconds=8)  # that tab can't point at anything
