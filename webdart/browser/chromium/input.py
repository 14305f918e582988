"""Carries out an action on a page the way a person would.

Playwright waits until the element can receive the action; when that does not happen, its message becomes an error that
names the element.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import assert_never, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page, Position, Request
from playwright.async_api import TimeoutError as PlaywrightTimeout

from webdart.browser.cdp import typed
from webdart.browser.port import (
    DoCheck,
    DoChoose,
    DoClick,
    DoDrag,
    DoHover,
    DoLeave,
    DoPress,
    DoScroll,
    DoScrollTo,
    DoType,
    DoUpload,
    DoWiden,
    step_of,
)
from webdart.errors import StaleElement, StepFailed
from webdart.page.model import Element
from webdart.secret import Secret

Looking = DoScroll | DoScrollTo | DoWiden
Gesture = DoClick | DoHover | DoLeave | DoType | DoChoose | DoCheck | DoUpload | DoPress | DoDrag | Looking

_POINTING = (DoClick, DoHover, DoCheck)
_COVERED_MILLISECONDS = 2500.0  # after which what still lies over an element will not go away by itself
_BESIDE_MILLISECONDS = 400.0  # the same where it stands beside the element in its line: no veil of a page that loads
_GLANCE_MILLISECONDS = 400.0  # what can be pointed at right away is, within two frames and a busy machine's turn
_DONE = "click action done"  # Playwright's log, before it waits for the page that a click asked for

_DETACHED = "not attached to the DOM"  # what Playwright says of an element that is no more on the page
_OVER = "intercepts pointer events"  # in Playwright's log, of what a pointer would reach instead
_OFF = "element is not enabled"  # the same, of a box or a button that can't be used now
_ENABLE = "the page keeps it switched off: what switches it on is a step before this one"

_SCROLL_TO_END = "window.scrollTo(0, document.scrollingElement.scrollHeight)"
# a page hears of a scroll when it is drawn next, and only then fetches or adds what comes
_NEXT_FRAME = "new Promise(done => { requestAnimationFrame(done); setTimeout(done, 500); })"
_SCROLL_PAGE = "top => window.scrollTo({ top, behavior: 'instant' })"
_SCROLL_BOX = "(box, top) => box.scrollTo({ top, behavior: 'instant' })"
_WIDEN = """box => {
  const beyond = box.scrollWidth - box.clientWidth;
  const wide = [];
  for (let around = box; around instanceof HTMLElement && around !== document.documentElement; )  {
    wide.push([around, around.getBoundingClientRect().width + beyond]);
    around = around.parentElement ?? around.getRootNode().host;
  }
  for (const [element, width] of wide) {
    element.style.setProperty("min-width", `${Math.ceil(width)}px`, "important");
    element.style.setProperty("max-width", "none", "important");
  }
}"""


def elements_of(gesture: Gesture) -> tuple[Element, ...]:
    """The elements that it is about, in order."""
    if isinstance(gesture, DoDrag):
        return gesture.element, gesture.to
    return () if gesture.element is None else (gesture.element,)


async def carry_out(
    gesture: Gesture,
    page: Page,
    found: tuple[Locator, ...],
    milliseconds: float,
    clear: Callable[[], Awaitable[tuple[Locator, ...]]] | None = None,
) -> None:
    """Do it on the live elements `found` (those of `elements_of`, in order).

    What points at an element that something else lies over is tried again after `clear`, which gives these elements as
    they stand then, and only if it is certain that it was not done.

    Raises:
        StepFailed: the element did not become ready for it in time, or can't take it.
    """
    if isinstance(gesture, DoHover) and gesture.glance:
        milliseconds, clear = min(milliseconds, _GLANCE_MILLISECONDS), None
    await _carry_out(gesture, page, found, milliseconds, clear)


async def _carry_out(
    gesture: Gesture,
    page: Page,
    found: tuple[Locator, ...],
    milliseconds: float,
    clear: Callable[[], Awaitable[tuple[Locator, ...]]] | None,
) -> None:
    patience = min(milliseconds, _COVERED_MILLISECONDS) if clear and isinstance(gesture, _POINTING) else milliseconds
    try:
        if clear and isinstance(gesture, DoClick) and await _under_a_neighbour(found[0], milliseconds):
            patience = min(milliseconds, _BESIDE_MILLISECONDS)
        try:
            patience = await _patience_of(gesture, found, patience, milliseconds)
            await _perform(gesture, page, found, patience)
        except PlaywrightTimeout as error:
            if _DONE in error.message:  # what it led to takes long, which whoever looks at the page next waits for
                return
            if clear is None or patience == milliseconds or "performing" in error.message:
                raise
            point = None
            if _OVER in error.message:
                found = await clear()
                if isinstance(gesture, DoClick):
                    point = await _free_point(found[0])
                    if point is None and await _under_a_neighbour(found[0], milliseconds - patience):
                        await found[0].press("Enter", timeout=milliseconds - patience)
                        return
            await _perform(gesture, page, found, milliseconds - patience, point)
    except PlaywrightTimeout as error:
        waited = f"{_named(gesture)} did not become ready within {milliseconds / 1000:g} s"
        why = _obstacle(error)
        hint = _ENABLE if why.endswith(_OFF) else ""
        raise StepFailed(f"{waited}: {why}" if why else waited, url=page.url, hint=hint) from error
    except PlaywrightError as error:
        raise (typed(error) or _refused(gesture, error, page.url)) from error


async def _patience_of(gesture: Gesture, found: tuple[Locator, ...], patience: float, milliseconds: float) -> float:
    """How long it may take: all of the time once a trial shows that nothing lies over what is clicked.

    A page at work may take long to hear of the click itself, which can't be done twice.
    """
    if patience == milliseconds or not isinstance(gesture, DoClick):
        return patience
    await _click(gesture, found[0], patience, None, trial=True)
    return milliseconds


_NO_NUMBER = "Cannot type text into input[type=number]"  # Playwright's word for it


def _refused(gesture: Gesture, error: PlaywrightError, url: str) -> StepFailed:
    """What a control does not take, in plain words where the reason is known."""
    if _NO_NUMBER in error.message:
        such = "such as 12 or 12.5, without a currency or unit"
        return StepFailed(f"{_named(gesture)}: it takes a number alone", url=url, hint=such)
    return StepFailed(f"{_named(gesture)}: {_said(error)[0]}", url=url)


async def _perform(
    gesture: Gesture,
    page: Page,
    found: tuple[Locator, ...],
    timeout: float,  # noqa: ASYNC109 - Playwright's own word
    point: Position | None = None,
) -> None:
    match gesture:
        case DoClick():
            await _click(gesture, found[0], timeout, point)
        case DoHover() | DoLeave():
            await _approach(gesture, found[0], timeout)
        case DoType():
            await _type(gesture, found[0], timeout)
        case DoChoose(options=options):
            hidden = not await found[0].is_visible()  # then it stands behind a widget
            await found[0].select_option(label=list(options), timeout=timeout, force=hidden)
        case DoCheck(checked=checked):
            await _tick(page, found[0], timeout, checked=checked)
        case DoUpload(files=files):
            await _upload(page, found[0], files, timeout)
        case DoPress(keys=keys):
            await (found[0].press(keys, timeout=timeout) if found else page.keyboard.press(keys))
        case DoDrag():
            await found[0].drag_to(found[1], timeout=timeout)
        case DoScroll() | DoScrollTo() | DoWiden():
            await _scroll(gesture, page, found, timeout)
        case _:
            assert_never(gesture)


async def _click(
    gesture: DoClick,
    found: Locator,
    timeout: float,  # noqa: ASYNC109 - Playwright's own word
    point: Position | None,
    *,
    trial: bool = False,
) -> None:
    """Click it; a `trial` only waits until it could be clicked."""
    force = await _hit_by_its_host(found) or (gesture.through and await _covered_by_its_own(found))
    await found.click(timeout=timeout, force=force, position=None if force else point, trial=trial)


async def _approach(gesture: DoHover | DoLeave, found: Locator, timeout: float) -> None:  # noqa: ASYNC109 - Playwright's own word
    """Bring the pointer, or the focus, to an element."""
    if isinstance(gesture, DoHover):
        await found.hover(timeout=timeout)
    else:
        await found.evaluate(_LEAVE, _LEFT_MILLISECONDS)


async def _type(gesture: DoType, found: Locator, timeout: float) -> None:  # noqa: ASYNC109 - Playwright's own word
    words = gesture.text.reveal() if isinstance(gesture.text, Secret) else gesture.text
    if not gesture.keyed or not words.isprintable():  # a line's end would be the key that sends a form
        editor = await found.evaluate(_IS_EDITOR, timeout=timeout)  # once it is filled, it may be gone
        await found.fill(words, timeout=timeout)
        if editor:  # some take over what is in them when a key goes up
            await found.press("Shift", timeout=timeout)
        return
    if await found.evaluate(_HOLDS_TEXT):  # of an empty one, the key that empties it may take away what stands before
        await found.fill("", timeout=timeout)
    await found.press_sequentially(words, timeout=timeout)


async def _scroll(
    gesture: Looking,
    page: Page,
    found: tuple[Locator, ...],
    timeout: float,  # noqa: ASYNC109 - Playwright's own word
) -> None:
    if isinstance(gesture, DoScrollTo):
        await (found[0].evaluate(_SCROLL_BOX, gesture.top) if found else page.evaluate(_SCROLL_PAGE, gesture.top))
    elif isinstance(gesture, DoWiden):
        await found[0].evaluate(_WIDEN)
    elif found:
        await found[0].scroll_into_view_if_needed(timeout=timeout)
    else:
        await page.evaluate(_SCROLL_TO_END)
    await page.evaluate(_NEXT_FRAME)


async def _tick(
    page: Page,
    found: Locator,
    timeout: float,  # noqa: ASYNC109 - Playwright's own word
    *,
    checked: bool,
) -> None:
    """Tick or untick it; one that is only drawn (its own box is hidden, or covered by its drawing) by its label.

    A box that sends its form is gone with its page: what came of it is on the next one.
    """
    if await found.evaluate(_IS_DRAWN):
        if await found.is_checked() is not checked:
            await found.evaluate(_CLICK_LABEL)
        return
    # this very box: a page that orders its boxes anew at the click has another one in its place, which is not meant
    box = await found.element_handle(timeout=timeout)
    frame = await box.owner_frame()
    sent: list[Request] = []

    def note(request: Request) -> None:
        sent.append(request)

    page.on("request", note)
    try:
        await box.set_checked(checked, timeout=timeout, force=await _covered_by_its_own(found))
    except PlaywrightError as error:
        if _DETACHED in error.message:
            if any(one.is_navigation_request() and one.frame == frame for one in sent):
                return
            raise StaleElement("the box went away as it was ticked", url=page.url) from error
        if "did not change its state" not in error.message:  # it may a moment later: whoever set it reads it back
            raise
    finally:
        page.remove_listener("request", note)


async def _upload(page: Page, found: Locator, files: tuple[str, ...], timeout: float) -> None:  # noqa: ASYNC109 - Playwright's own word
    if await found.evaluate(_IS_INPUT):
        await found.set_input_files(list(files), timeout=timeout)
        return
    async with page.expect_file_chooser(timeout=timeout) as opening:
        await found.click(timeout=timeout)
    await (await opening.value).set_files(list(files), timeout=timeout)


async def _covered_by_its_own(found: Locator) -> bool:
    """Whether a click at its middle would reach another part of its own widget (a label, a drawing)."""
    return bool(await found.evaluate(_COVERED))


async def _hit_by_its_host(found: Locator) -> bool:
    """Whether a click at its middle reaches the custom element that it is drawn in, which takes the click for it."""
    return bool(await found.evaluate(_HOST_HIT))


async def _free_point(found: Locator) -> Position | None:
    """Where a click reaches the element though something reaches over its middle: a neighbour's picture, say."""
    return cast("Position | None", await found.evaluate(_FREE_POINT))


async def _under_a_neighbour(found: Locator, timeout: float) -> bool:  # noqa: ASYNC109 - Playwright's own word
    """Whether what lies over a link or a button stands beside it in one line: only a pointer can't get there."""
    return bool(await found.evaluate(_UNDER_A_NEIGHBOUR, timeout=timeout))


_IS_EDITOR = "element => element.isContentEditable"
_HOLDS_TEXT = "element => Boolean(element.value ?? element.textContent)"
_LEFT_MILLISECONDS = 200  # a page that takes a text back leaves that much time for a click on what it offers
_LEAVE = """async (element, milliseconds) => {
  let box = document.activeElement;
  while (box?.shadowRoot?.activeElement) box = box.shadowRoot.activeElement;
  const off = element.matches(":disabled, [aria-disabled=true]");  // what switches it on may be that a box is left
  if (box === element || !box?.matches("input, textarea, select")) return;
  if (!off && !(box instanceof HTMLInputElement && box.value)) return;
  element.focus({ preventScroll: true });
  if (off) box.blur();
  await new Promise(done => setTimeout(done, milliseconds));
}"""
_UNDER_A_NEIGHBOUR = """element => {
  if (!element.matches("button, a[href], input[type=submit], input[type=button]")) return false;
  const box = element.getBoundingClientRect();
  const hit = element.getRootNode().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const line = element.parentElement;
  return hit !== null && !element.contains(hit) && line !== null && line.contains(hit) && line.offsetHeight <= 100;
}"""
_HOST_HIT = """element => {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot) || !element.checkVisibility({ visibilityProperty: true })) return false;
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const point = [box.left + box.width / 2, box.top + box.height / 2];
  const inner = root.elementFromPoint(...point);
  const within = inner !== null && root.contains(inner);
  return !element.disabled && !within && root.host.getRootNode().elementFromPoint(...point) === root.host;
}"""
_FREE_POINT = """element => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85];
  for (const down of shares) for (const along of shares) {
    const x = box.width * along, y = box.height * down;
    const hit = element.getRootNode().elementFromPoint(box.left + x, box.top + y);
    if (hit !== null && element.contains(hit)) return { x: x - element.clientLeft, y: y - element.clientTop };
  }
  return null;
}"""
_IS_INPUT = "element => element instanceof HTMLInputElement"
_IS_DRAWN = """element => {
  if (!(element instanceof HTMLInputElement)) return false;
  const box = element.getBoundingClientRect();
  return box.width <= 2 || box.height <= 2 || !element.checkVisibility({ visibilityProperty: true });
}"""
_CLICK_LABEL = "element => (element.labels?.[0] ?? element).click()"
_COVERED = """element => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const hit = element.getRootNode().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  if (hit === null || element.contains(hit)) return false;
  const label = hit.closest("label");
  if (label !== null && label.control !== null) return label.control === element;
  let own = element;
  for (let steps = 0; steps < 3 && own.parentElement && own.parentElement.offsetHeight <= 100; steps++)
    own = own.parentElement;
  const does = "button, a[href]:not([href^='javascript:'], [href='#'])";
  return own !== element && own.contains(hit) && hit.closest(does) === element.closest(does);
}"""


def _named(gesture: Gesture) -> str:
    verb = step_of(gesture)
    return f"{verb} {' to '.join(map(_called, elements_of(gesture)))}".strip()


def _called(element: Element) -> str:
    """An element by its name; one that has none by its place among those."""
    kind = element.role or "element"
    return (
        f"{kind} {element.name!r}" if element.name else f"the {kind} without a name (number {element.nth + 1} of them)"
    )


def _said(error: PlaywrightError) -> Sequence[str]:
    """What Playwright says, line by line, without the name of its own call; a secret typed never stands in it."""
    first, *others = (line.strip(" -") for line in error.message.splitlines() if line.strip())
    return [re.sub(r"^\w+\.\w+: ", "", first), *others]


def _obstacle(error: PlaywrightError) -> str:
    """What was in the way, or waited for last, "" where Playwright does not say."""
    _, *lines = _said(error)
    over = [line for line in lines if line.endswith(_OVER)]
    if over:
        return f"{over[-1].split(' ')[0].split('>')[0].strip('<')!r} lies over it"
    waited = [line for line in lines if "element" in line and "locator" not in line]
    return waited[-1] if waited else ""
