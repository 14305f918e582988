"""Turns what a person did on the site into the way that a file takes: an address, words to follow, controls to set."""

from collections.abc import Mapping

from msgspec import Struct

from webdart.browser.actions.step import path_target
from webdart.errors import NotFound
from webdart.inspect.proposal import Way
from webdart.navigate.address import without_fragment
from webdart.page.model import Node, PageView
from webdart.page.roles import words_of
from webdart.values import replace

_LONG = 80  # letters of words that are followed


class Trail(Struct, frozen=True):
    """The way from an address to the page that is shown; `clicked` is the link that was pressed last, on its page."""

    start: str
    way: Way = Way()
    clicked: tuple[PageView, Node] | None = None

    def pressed(self, view: PageView, link: Node | None) -> "Trail":
        """Remember a press on a link, or beside all links."""
        return replace(self, clicked=None if link is None else (view, link))

    def onward(self, before: PageView, after: PageView) -> "Trail":
        """The way to the page that is there now.

        A page that comes without a press on a link, after controls were set, is what the site makes of them.
        """
        controls = {**self.way.controls, **_changed(before, after)}
        stays = without_fragment(before.url) == without_fragment(after.url)
        if stays or (self.clicked is None and controls):
            return replace(self, way=replace(self.way, controls=controls))
        words = self._words(after)
        if words and not self.way.controls:
            return Trail(self.start, replace(self.way, path=(*self.way.path, words)))
        return Trail(after.url)

    def _words(self, after: PageView) -> str:
        """The words that led to a page, where they mean that link alone; "" where something else led there."""
        if self.clicked is None:
            return ""
        view, link = self.clicked
        words = " ".join(words_of(view, link).split())
        leads = without_fragment(link.attributes.get("href", "")) == without_fragment(after.url)
        if not words or len(words) > _LONG or not leads:
            return ""
        try:
            return words if path_target(view, words).attributes.get("href") == link.attributes.get("href") else ""
        except NotFound:
            return ""


def _changed(before: PageView, after: PageView) -> Mapping[str, str]:
    """The controls that show another value than before, by their label."""
    values = {(one.kind, one.label): one.value for one in before.controls}
    return {
        one.label: one.value
        for one in after.controls
        if one.kind in {"sort", "filter", "search", "page size"}
        and one.label
        and one.value
        and values.get((one.kind, one.label), one.value) != one.value
    }
