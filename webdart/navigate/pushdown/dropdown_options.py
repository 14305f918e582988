"""Reads the options of a list that a script draws only when it is opened.

It is opened by a click; whatever is written on the page then and was not before is its options, regardless of markup.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from itertools import islice

from webdart.browser.port import Browser, DoClick, DoPress, DoWait
from webdart.controls.choices import menu_button
from webdart.errors import PageTimeout
from webdart.navigate.pushdown.control_semantics import sizes
from webdart.navigate.pushdown.offer import Offer, Put
from webdart.navigate.pushdown.offers import MOST_ROWS, is_typed
from webdart.page.labels import ancestors
from webdart.page.locator import element
from webdart.page.model import Node, PageView

_LONG = 80  # characters of an option
_LOOKS = 4
_GLANCE = 0.5  # seconds
_HIGH = 3  # boxes around a hidden list box, one of which a person clicks


def handle(view: PageView, node: Node) -> Node:
    """The element that a person clicks to open a list box: itself, or its button or stand-in if it is hidden."""
    if node.shown:
        return node
    button = menu_button(view, node) if node.tag != "select" else None
    if button is not None and button.shown:
        return button
    around = islice(ancestors(view, node), _HIGH)
    drawn = (
        above for above in around if view.visible_text_of(above.index) and min(above.box.width, above.box.height) > 0
    )
    return next(drawn, node)


async def opened(tab: Browser, view: PageView, node: Node) -> PageView:
    """The page once a list box was clicked and its options are drawn, or nothing comes.

    Raises:
        SiteError: it can't be clicked.
    """
    after = await tab.act(DoClick(element(view, handle(view, node)), through=True))
    return await _until(tab, after, lambda now: any(came(view, now)))


async def _until(tab: Browser, after: PageView, so: Callable[[PageView], bool]) -> PageView:
    """The page once it is so, or after some looks."""
    for _ in range(_LOOKS):
        if so(after):
            break
        with suppress(PageTimeout):
            await tab.act(DoWait(_GLANCE))
        after = await tab.view()
    return after


def came(before: PageView, after: PageView) -> Iterator[tuple[str, Node]]:
    """The texts that are shown on a page now and were not before, each with the element that has it."""
    known = Counter(node.text for node in before.nodes if node.tag == "#text" and node.shown)
    for node in after.nodes:
        if node.tag != "#text" or not node.shown or len(node.text) > _LONG:
            continue
        if known[node.text] > 0:
            known[node.text] -= 1
            continue
        yield node.text, after.nodes[node.parent]


async def sizes_inside(tab: Browser, view: PageView, rows: int) -> list[Offer]:
    """The largest page size of a closed list on a page that `tab` shows, with `rows` rows; it is closed again.

    Raises:
        SiteError: it can't be clicked, or the page was lost.
    """
    for control in view.controls:
        node = view.nodes[control.node]
        if control.kind != "page size" or control.options or is_typed(node) or control.value != str(rows):
            continue
        after = await opened(tab, view, node)
        texts = [text for text, _ in came(view, after)]
        found = sizes(texts)
        await _close(tab, view, node, {text for _, text in found} or set(texts))
        larger = [(size, option) for size, option in found if rows < size <= MOST_ROWS]
        if larger:
            size, option = max(larger)
            puts = (Put(how="choose", node=node.index, label=control.label, words=option),)
            return [
                Offer(
                    kind="size", control=f"{control.label}: {option}", does=f"{size} rows a page", puts=puts, size=size
                )
            ]
    return []


async def _close(tab: Browser, view: PageView, node: Node, options: Container[str]) -> None:
    """Close a list that was opened: by Escape, else by another click.

    Other texts may have come with it, and stay: a link that skips to the content is shown while the page has the focus.
    """

    def is_closed(now: PageView) -> bool:
        return not any(text in options for text, _ in came(view, now))

    if not is_closed(await _until(tab, await tab.act(DoPress("Escape")), is_closed)):
        await tab.act(DoClick(element(view, handle(view, node)), through=True))
        await _until(tab, await tab.view(), is_closed)
