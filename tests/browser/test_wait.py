"""How long is waited for what isn't there: as long as something may still come, by what the page says of itself."""

import math
from dataclasses import dataclass
from typing import NoReturn

import pytest

from tests.records.conftest import build
from webdart.browser.actions.wait import Patience
from webdart.browser.port import Action, DoWait
from webdart.errors import NotFound, PageTimeout
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
    tab = Still(replace(build("<p>Open</p>"), scripted=scripted, busy=busy))
    patience = Patience(tab, 10.0, lambda: tab.now, calm)  # type: ignore[arg-type]  # all of a tab that is asked
    with pytest.raises(NotFound):
        await patience.until(_missing)
    assert tab.now == pytest.approx(waited, abs=0.01)
