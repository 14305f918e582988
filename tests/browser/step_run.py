"""Steps of a workflow, carried out on a page that a test writes."""

from typing import Any

from webdart.browser.actions.filled_form import FilledForm
from webdart.browser.actions.step import carry_on, carry_out
from webdart.browser.actions.wait import Patience
from webdart.browser.port import Browser
from webdart.errors import SourceLine
from webdart.page.model import PageView
from webdart.secret import Secret
from webdart.workflow.model import (
    Fill,
    FillValue,
    Step,
    Words,
)
from webdart.workflow.templates import Template

SITE = "http://page.example/app/"
AT = SourceLine("chore.yaml", 7, 3)


class Given:
    """A secret, and a row of a page."""

    def look_up(self, name: tuple[str, ...]) -> str | Secret:
        """One of two."""
        return Secret("PASSWORD", "hunter2!") if name[0] == "secret" else "a b/../c?x=1"

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Rows are."""
        return name[0] == "row"


def literal(text: str) -> Template:
    return Template.literal(text, AT)


def words(text: str) -> Words:
    return Words(text=literal(text), at=AT)


async def do(tab: Browser, *steps: Step, seconds: float = 3) -> PageView:
    view = await tab.view()
    form = FilledForm()
    for step in steps:
        patience = Patience.with_step(step, tab, seconds)
        view = (await carry_on(step, patience, Given(), site_url=SITE, form=form)).view
    return view


def filling(label: str, value: FillValue | str, at: SourceLine = AT) -> Fill:
    typed = literal(value) if isinstance(value, str) else value
    return Fill(values=((words(label), typed),), at=at)


async def fill(tab: Any, label: str, value: FillValue | str, at: SourceLine = AT) -> None:
    await carry_out(filling(label, value, at), tab, Given(), site_url=SITE, seconds=10)


async def js(tab: Any, code: str) -> Any:
    return await tab.tab.page.evaluate(code)
