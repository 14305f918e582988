"""Takes pictures of a few pages of a run for the report; one of every page would double a run.

The first page of a stage, then fewer and fewer: the third, the ninth, the twenty-seventh. A page that shows a secret is
never pictured: a text can be blanked, a picture can't.
"""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.page.model import PageView
from webdart.secret import Mask

MOST = 12
_BETWEEN = "\0"  # stands in no text of a page, and in no secret


@runtime_checkable
class Pictured(Protocol):
    """A tab that can be pictured."""

    async def picture(self, scale: float = 0.4) -> bytes:
        """What the tab shows, as a JPEG of `scale` times its size; empty where it can't be had.

        Never raises for what a page does.
        """
        ...


class Picture(Struct, frozen=True, kw_only=True):
    """A page as it looked: `stage` counts from 0, `number` is which of the stage's pages, from 1."""

    stage: int
    number: int
    url: str
    title: str
    jpeg: bytes


class Album:
    """The pictures of one run; `stage` says which one runs."""

    def __init__(self, mask: Mask) -> None:
        self.stage = -1
        self.pictures: list[Picture] = []
        self._mask = mask
        self._opened: dict[int, int] = {}

    async def consider(self, tab: Browser, view: PageView) -> None:
        """Picture the page that a tab has just opened, where its turn has come."""
        stage = self.stage
        number = self._opened[stage] = self._opened.get(stage, 0) + 1
        due = number in {3**power for power in range(6)} and len(self.pictures) < MOST
        if not due or not isinstance(tab, Pictured) or shows_a_secret(view, self._mask):
            return
        if jpeg := await tab.picture():
            picture = Picture(stage=stage, number=number, url=view.url, title=view.title, jpeg=jpeg)
            self.pictures = [*self.pictures, picture][:MOST]


def shows_a_secret(view: PageView, mask: Mask) -> bool:
    """Whether a secret stands on the page, as a text (of one element or of several), in a field, or in the address."""
    if mask.is_empty:
        return False
    texts = _BETWEEN.join([text for node in view.nodes for text in (node.text, node.value) if text])
    whole = view.visible_text_of(0) if view.nodes else ""
    return any(map(mask.finds, (view.url, whole, texts)))
