"""Defines the ports of the browser and of the guard, and the values that cross them.

Nothing of Playwright crosses this file. A tab is observed as a `PageView`; what is done to it is an `Action`; a
request that could write is a `Held` that waits on the wire until the engine decides.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

from webdart.page.model import DataRequest, Element, Held, PageView
from webdart.plan.model import SitePlan
from webdart.secret import Secret
from webdart.trace import Trace

# -- what is seen ---------------------------------------------------------------------------------------------


# -- what is done ---------------------------------------------------------------------------------------------


class DoGoto(Struct, frozen=True):
    """Load an address."""

    url: str


class DoBack(Struct, frozen=True):
    """Back in history."""


class DoClick(Struct, frozen=True):
    """Click an element, when it can receive the click.

    `through`: also where another part of the same widget lies over it, which then gets the click. `times`: again each
    time the page has grown by it, that often at most, while it is there; the page is looked at in the end.
    """

    element: Element
    through: bool = False
    times: int = 1


class DoHover(Struct, frozen=True):
    """Move the pointer over an element.

    With `glance` only if it can be pointed at right away, which a try is worth. With `heeded` only if a script of the
    page listens for the pointer; else `Unheeded` is raised.
    """

    element: Element
    glance: bool = False
    heeded: bool = False


class DoLeave(Struct, frozen=True):
    """Leave the text box that has the focus for an element, which is not clicked: some boxes drop their text then."""

    element: Element


class DoType(Struct, frozen=True):
    """Replace the text of a field, `keyed`: key by key. A Secret is revealed only here."""

    element: Element
    text: "str | Secret"
    keyed: bool = False


class DoChoose(Struct, frozen=True):
    """Choose options of a native list box by their words."""

    element: Element
    options: tuple[str, ...]


class DoCheck(Struct, frozen=True):
    """Tick or untick a box, choose a radio."""

    element: Element
    checked: bool


class DoUpload(Struct, frozen=True):
    """Give a file control its files (absolute paths); of anything else, answer the file chooser that a click opens."""

    element: Element
    files: tuple[str, ...]


class DoPress(Struct, frozen=True):
    """Press a key or a chord, on an element or on what has the focus."""

    keys: str
    element: Element | None = None


class DoDrag(Struct, frozen=True):
    """Drag one element onto another."""

    element: Element
    to: Element


class DoScroll(Struct, frozen=True):
    """Scroll an element into view; None scrolls the page to its end."""

    element: Element | None = None


class DoScrollTo(Struct, frozen=True):
    """Scroll a box (None: the page) so that what lies at `top` (CSS pixels) stands at its upper edge.

    `times`: and to its end, again each time the page has grown by it, that often at most.
    """

    top: float
    element: Element | None = None
    times: int = 1


class DoWiden(Struct, frozen=True):
    """Make a box as wide as what it holds, with all that is around it: some draw only the columns that are in view."""

    element: Element


class DoWait(Struct, frozen=True):
    """Wait until the page changes (a mutation, a navigation, a held request) or `seconds` are over."""

    seconds: float


Action = (
    DoGoto
    | DoBack
    | DoClick
    | DoHover
    | DoLeave
    | DoType
    | DoChoose
    | DoCheck
    | DoUpload
    | DoPress
    | DoDrag
    | DoScroll
    | DoScrollTo
    | DoWiden
    | DoWait
)


def step_of(action: Action) -> str:
    """What an action is called in messages: `click`, `type`, `scrollto`."""
    return type(action).__name__.removeprefix("Do").lower()


class Bookmark(Struct, frozen=True):
    """A state of a tab that can be shown again: its address, and a fingerprint of its structure to check against."""

    url: str
    fingerprint: str


# -- the ports ------------------------------------------------------------------------------------------------


class Browser(Protocol):
    """One tab, seen the way a workflow sees it.

    Every call ends within the tab's deadline. Raises PageTimeout, SiteDown, StaleElement, BrowserLost, Refused
    (an address that the site does not allow), NoPage (an address that gives a file).
    """

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Load an address and look, once the page is settled; `marks` are selectors (`css=…`, `xpath=…`)."""
        ...

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """Look again, without changing the page."""
        ...

    async def act(self, action: Action) -> PageView:
        """Carry out one action; returns as soon as a request is held, else once the page is settled."""
        ...

    async def bookmark(self) -> Bookmark:
        """Where this tab is now."""
        ...

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """Show a bookmarked state again.

        Raises:
            StaleElement: the page there is no longer the one that was bookmarked.
        """
        ...

    async def close(self) -> None:
        """Close the tab."""
        ...


@runtime_checkable
class Opening(Protocol):
    """A tab that opens when it is first used, and may be told before that it will be."""

    def begin(self) -> None:
        """Begin to open it; failures are raised to whoever uses it."""
        ...


# -- a person at work in a tab ---------------------------------------------------------------------------------


class Frame(Struct, frozen=True, kw_only=True):
    """A picture (JPEG) of the window; its corner on the page and its size, in CSS pixels."""

    picture: bytes
    left: float
    top: float
    width: float
    height: float


class Pointer(Struct, frozen=True, kw_only=True):
    """What a person does with a pointer, in CSS pixels of the window; `right` and `down` are how far a wheel turns."""

    kind: Literal["moved", "pressed", "released", "turned"]
    x: float
    y: float
    right: float = 0.0
    down: float = 0.0


class Stroke(Struct, frozen=True, kw_only=True):
    """A key that a person presses: `key` and `code` as browsers call them, `text` what it writes.

    `number` is its Windows code, `modifiers` a sum of 1 (Alt), 2 (Control), 4 (Meta) and 8 (Shift).
    """

    key: str
    code: str
    text: str = ""
    number: int = 0
    modifiers: int = 0


class Screen(Protocol):
    """A tab that a person looks at and works in. Raises as `Browser` does; what would write is dealt with as ever."""

    async def show(self, told: Callable[[Frame], None]) -> None:
        """From now on, call `told` with each new picture of the window."""
        ...

    async def point(self, pointer: Pointer) -> None:
        """Move, press or turn the pointer; a window that a click opens is shown in place of the one before."""
        ...

    async def stroke(self, stroke: Stroke) -> None:
        """Press a key, and let go of it."""
        ...


class WatchedTab(Browser, Screen, Protocol):
    """A tab that webdart observes and a person works in."""


Mode = Literal["read", "act"]
"""`read`: whatever could write is refused at once (answered 204) and noted; `act`: it is held for a decision."""


class BrowserPool(Protocol):
    """Hands out tabs."""

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """A new tab on the site's session (cookies shared per site name)."""
        ...

    async def renew(self, site: SitePlan) -> bool:
        """Begin the site's session anew, as the run began it; tabs that are open stay in the one before.

        Whether that was done: a session in which a tab could write (a login, say), or that is preserved, is to last.
        """
        ...

    async def preserve(self, site: SitePlan) -> None:
        """Let the site's session last: what the file has set in it may hold for what comes."""
        ...

    async def close(self) -> None:
        """End the browser, by its process id if it must be."""
        ...


class Sessions(Protocol):
    """The sessions of a browser, one a site: cookies and what its pages have stored. Raises BrowserLost."""

    async def state(self, site: SitePlan) -> str:
        """The site's session, in JSON: who has it is logged in as we are."""
        ...

    async def enter(self, site: SitePlan, state: str) -> None:
        """Go on in that session from the next page on, in place of our own."""
        ...

    async def cookies(self, site: SitePlan) -> str:
        """The session's cookies, in JSON."""
        ...

    async def take(self, site: SitePlan, cookies: str) -> None:
        """Put cookies of that form into the session."""
        ...

    async def turn(self, site: SitePlan, url: str) -> None:
        """Return when the site's pace lets `url` be opened elsewhere on our behalf.

        Raises:
            Refused: its robots.txt keeps robots away.
        """
        ...


class SideBrowsers(Protocol):
    """Further browsers, in processes of their own, that load pages for a run beside its own one."""

    @property
    def size(self) -> int:
        """How many there are."""
        ...

    def begin(self, sites: Mapping[str, SitePlan], trace: Trace) -> None:
        """Start them, for these sites; what happens in them is told to `trace`."""
        ...

    async def tab(self, site: SitePlan, sessions: Sessions) -> Browser | None:
        """A tab of the next of them, on a copy of the site's session; None where that one is not ready.

        Only `open`, `view` and waiting work in it, at no pace; whatever comes in between raises BrowserLost.
        """
        ...

    async def close(self) -> None:
        """End them."""
        ...


class Document(Struct, frozen=True, kw_only=True):
    """What an address gave our own client: its status, the kind of its content (`text/html`), its text.

    `location` is the address that a redirect leads to.
    """

    url: str
    status: int
    kind: str
    text: str
    location: str = ""


class Documents(Protocol):
    """Fetches documents as a tab of a site's session would load them, and does not render them."""

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """The document of an address, or the data that a page's script asks for, by GET; no redirect is followed.

        Raises:
            SiteDown, BrowserLost, Refused: no whole document came.
        """
        ...

    async def keep(self, view: PageView, asked: str) -> None:
        """Keep a page that was made of a document, as pages that were rendered are."""
        ...


class Outcome(Struct, frozen=True):
    """What came of a released request: `status` 0 means unknown (no complete answer arrived).

    `left` is False where it is certain that nothing was sent (then `status` is 0, and it may be tried again). `refusal`
    is what the answer's JSON says against the request, whatever its status.
    """

    status: int
    note: str = ""
    left: bool = True
    refusal: str = ""

    @property
    def known(self) -> bool:
        """Whether an answer arrived."""
        return self.status != 0


class Guard(Protocol):
    """Holds what could write, in the browser's network layer, until told."""

    async def release(self, held: Held) -> Outcome:
        """Send it, once, through our own client, and hand the answer to the page. Never repeated."""
        ...

    async def refuse(self, held: Held) -> None:
        """Answer it 204: the page keeps its place and its typed values."""
        ...

    def refused(self) -> tuple[Held, ...]:
        """What was refused so far in read stages, for the `reads:` lines that would allow it."""
        ...
