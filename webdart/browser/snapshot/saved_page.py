"""Runs a workflow on saved pages, without a browser and without the site.

A double of the browser's ports: a `SavedSite` hands out tabs over payloads by address. Links lead to the saved pages,
typing and choosing change the node that shows the value, and whatever would need a script or a server is refused with
its reason. `save` saves a page as it was seen.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Protocol
from urllib.parse import urldefrag

from msgspec import Struct

from webdart.browser.port import (
    Action,
    Bookmark,
    Browser,
    DoBack,
    DoCheck,
    DoChoose,
    DoClick,
    DoDrag,
    DoGoto,
    DoHover,
    DoLeave,
    DoPress,
    DoScroll,
    DoScrollTo,
    DoType,
    DoUpload,
    DoWait,
    DoWiden,
    Mode,
    step_of,
)
from webdart.browser.snapshot.kept_source import is_kept_source, page_of_kept
from webdart.browser.snapshot.payload import FramePayload, fingerprint, parse
from webdart.errors import NotFound, PageTimeout, StaleElement, StepFailed
from webdart.page.model import Element, Node, PageView
from webdart.page.roles import is_radio, leads_to
from webdart.plan.model import SitePlan
from webdart.values import replace


class SavedPage(Struct, frozen=True, kw_only=True):
    """A page as it was seen: what its script gave, its address, and the status of its document."""

    url: str
    payload: str
    status: int = 200


def save(view: PageView) -> SavedPage:
    """Keep a page, so that it can be read again without the site. Marks are kept as they were asked for."""
    return SavedPage(url=view.url, payload=view.payload, status=view.status)


def read(page: SavedPage) -> PageView:
    """The view that was saved."""
    documents: list[str] = json.loads(page.payload)
    if is_kept_source(documents[0]):
        return page_of_kept(documents[0], page.status)
    return parse([FramePayload(text) for text in documents], status=page.status)


class Pages(Protocol):
    """Whatever has pages by address."""

    def page(self, url: str) -> PageView:
        """The page of an address.

        Raises:
            WebdartError: there is none.
        """
        ...


class SavedSite:
    """Pages by address, handed out like a browser's tabs. An address counts without its fragment."""

    def __init__(self, pages: Mapping[str, SavedPage]) -> None:
        self._pages = {urldefrag(url).url: page for url, page in pages.items()}

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """A new tab; nothing can be written here, so all modes are alike."""
        del site, mode
        return SavedTab(self)

    async def renew(self, site: SitePlan) -> bool:
        """Saved pages are always as they were."""
        del site
        return True

    async def preserve(self, site: SitePlan) -> None:
        """Saved pages are always as they were."""

    async def close(self) -> None:
        """Nothing to end."""

    def page(self, url: str) -> PageView:
        """The page that was kept for an address, read afresh.

        Raises:
            NotFound: none was.
        """
        kept = self._pages.get(urldefrag(url).url)
        if kept is None:
            there = ", ".join(sorted(self._pages)[:8]) or "none"
            raise NotFound("this page was not kept", url=url, hint=f"kept are: {there}")
        return read(kept)


class SavedTab:
    """One tab over saved pages."""

    def __init__(self, site: Pages) -> None:
        self._site = site
        self._shown: PageView | None = None
        self._before: list[str] = []

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Show the page that was kept for an address."""
        page = self._site.page(url)
        if self._shown is not None:
            self._before.append(self._shown.url)
        self._shown = page
        return await self.view(marks)

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """The page shown.

        Raises:
            StepFailed: a selector that was not asked for when the page was saved: only a browser can answer it.
        """
        shown = self._current()
        unknown = [mark for mark in marks if mark not in shown.marks]
        if unknown:
            hint = "only a browser can look for it: run it once on the site, or name it by the words on the page"
            raise StepFailed(f"the saved page does not know {unknown[0]}", url=shown.url, hint=hint)
        return shown

    async def act(self, action: Action) -> PageView:
        """Do what can be done without a browser.

        Raises:
            StepFailed: it takes a script or a server.
            PageTimeout: a wait: a saved page never changes.
        """
        view = self._current()
        match action:
            case DoGoto(url=url):
                return await self.open(url)
            case DoBack():
                return self._back(view)
            case DoClick(element=element):
                return await self._click(view, _node(view, element))
            case DoWait():
                raise PageTimeout("a saved page does not change", url=view.url)
            case DoHover() | DoLeave() | DoScroll() | DoScrollTo() | DoWiden():
                return view
            case DoPress() | DoDrag() | DoUpload():
                raise StepFailed(f"a saved page can't carry out `{step_of(action)}`", url=view.url)
            case DoType() | DoChoose() | DoCheck():
                self._shown = _changed(view, _node(view, action.element), action)
                return self._shown

    async def bookmark(self) -> Bookmark:
        """Where the tab is."""
        view = await self.view()
        return Bookmark(view.url, fingerprint(view))

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """Show a bookmarked page again, as it was kept."""
        view = await self.open(bookmark.url)
        if fingerprint(view) != bookmark.fingerprint:
            raise StaleElement("the page that was bookmarked looked otherwise", url=bookmark.url)
        return view

    async def close(self) -> None:
        """Forget the page."""
        self._shown = None

    def _current(self) -> PageView:
        if self._shown is None:
            raise StepFailed("no page is open in this tab", url="", hint="open one first")
        return self._shown

    def _back(self, view: PageView) -> PageView:
        if not self._before:
            raise StaleElement("there is no page to go back to", url=view.url)
        self._shown = self._site.page(self._before.pop())
        return self._shown

    async def _click(self, view: PageView, node: Node) -> PageView:
        address = leads_to(view, node)
        if not address:
            raise StepFailed(f"a click on {node.role or node.tag} {node.name!r} takes a browser", url=view.url)
        return await self.open(address)


def _node(view: PageView, element: Element) -> Node:
    """The element's node: by its number if that still has its name, else by role, name and place among equals."""
    if element.node < len(view.nodes):
        node = view.nodes[element.node]
        if (node.role, node.name) == (element.role, element.name):
            return node
    equals = [node for node in view.nodes if (node.role, node.name) == (element.role, element.name)]
    if element.nth >= len(equals):
        raise StaleElement(f"no {element.role} {element.name!r} on the page", url=view.url)
    return equals[element.nth]


def _changed(view: PageView, node: Node, action: DoType | DoChoose | DoCheck) -> PageView:
    """The page with one control set."""
    nodes = list(view.nodes)
    match action:
        case DoType(text=text):
            typed = text if isinstance(text, str) else "•" * len(text.reveal())
            nodes[node.index] = node._replace(value=typed)
        case DoChoose(options=options):
            nodes[node.index] = node._replace(value="\n".join(options))
            for below in view.nodes[node.index + 1 : node.end]:
                if below.role == "option":
                    chosen = {"selected"} if below.name in options else set[str]()
                    nodes[below.index] = below._replace(states=below.states - {"selected"} | chosen)
        case DoCheck(checked=checked):
            for other in _alternatives(view, node) if checked else ():
                nodes[other.index] = other._replace(states=other.states - {"checked"} | {"unchecked"})
            state = {"checked"} if checked else {"unchecked"}
            nodes[node.index] = node._replace(states=node.states - {"checked", "unchecked"} | state)
    return replace(view, nodes=tuple(nodes))


def _alternatives(view: PageView, node: Node) -> list[Node]:
    """The other radios of a radio's group."""
    name = node.attributes.get("name")
    if not is_radio(node) or not name:
        return []
    return [other for other in view.nodes if is_radio(other) and other.attributes.get("name") == name]
