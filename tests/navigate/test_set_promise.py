"""Which pages show from their source what a file sets, and which no longer do."""

import pytest

from webdart.browser.actions.setting import Setting
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_page import page_of
from webdart.errors import NotFound, SourceLine
from webdart.navigate.pushdown.set_promise import Shown, shown_at
from webdart.page.locator_query import SoughtWords

NOWHERE = SourceLine("test.yaml", 1, 1)
HERE, THERE = "http://shop.test/items", "http://shop.test/items?status=3"


def shown(before: str, after: str, *settings: tuple[str, str | bool | tuple[str, ...]], there: str = THERE) -> Shown:
    """What a page shows of what is set on another one."""
    body = "<!doctype html><title>Items</title><body>{}<p>4 items</p>"
    wanted = [Setting(SoughtWords(text=label), value, NOWHERE) for label, value in settings]
    begun = page_of(body.format(before), HERE)
    return shown_at(page_of(body.format(after), there).under(Looks()), begun, Looks(), wanted)


def select(chosen: str, *options: str, label: str = "Status", name: str = "status") -> str:
    """A list box."""
    inner = "".join(
        f"<option value={n}{' selected' if one == chosen else ''}>{one}</option>" for n, one in enumerate(options)
    )
    return f"<label>{label} <select name={name}>{inner}</select></label>"


def facet(*items: str) -> str:
    """A list of links under a heading."""
    return f"<h3>Colour</h3><ul>{''.join(f'<li>{one}' for one in items)}</ul>"


STATUS = ("Any", "Open", "Closed")
RED, BLUE = "<a href='?c=red'>Red (4)</a>", "<a href='?c=blue'>Blue (9)</a>"


def test_an_option_a_text_and_boxes_are_read_back() -> None:
    """A list box, a search box, a tick, and a group of which exactly these are ticked."""

    def form(status: str, words: str, *ticked: str) -> str:
        boxes = "".join(
            f"<label><input type=checkbox name=kind value={one}{' checked' if one in ticked else ''}> {one}</label>"
            for one in ("lamp", "chair", "desk")
        )
        new = f"<label><input type=checkbox name=new{' checked' if 'new' in ticked else ''}> New</label>"
        text = f"<label>Title contains <input name=q value='{words}'></label>"
        return f"<form>{select(status, *STATUS)}{text}<fieldset><legend>Kind</legend>{boxes}</fieldset>{new}</form>"

    wanted = (("Status", "Open"), ("Title contains", "lo g"), ("New", True), ("Kind", ("lamp", "desk")))
    found = shown(form("Any", ""), form("Open", "lo g", "new", "lamp", "desk"), *wanted)
    assert [one.shown for one in found.was_set] == [True, True, True, True]
    assert [one.already for one in found.was_set] == [False, False, False, False]
    for other in (
        form("Closed", "lo g", "new", "lamp", "desk"),
        form("Open", "log", "new", "lamp", "desk"),
        form("Open", "lo g", "lamp", "desk"),
        form("Open", "lo g", "new", "lamp"),
        form("Open", "lo g", "new", "lamp", "chair", "desk"),
        "",
    ):
        with pytest.raises(NotFound, match="does not show"):
            shown(form("Any", ""), other, *wanted)


@pytest.mark.parametrize(
    "red",
    [
        "<a href='?' aria-current=true>Red (4)</a>",
        "<a href='?' class=active>Red (4)</a>",
        "<b>Red</b> <a href='?'>×</a>",
        "Red (4)",
    ],
)
def test_a_choice_of_a_list_of_links_is_read_back(red: str) -> None:
    """It is marked, or leads nowhere any more; of two settings each has to be."""
    found = shown(facet(RED, BLUE), facet(red, BLUE), ("Colour", "Red"), there="http://shop.test/red")
    assert [one.shown for one in found.was_set] == [True]
    with pytest.raises(NotFound, match="does not show"):
        shown(facet(RED, BLUE), facet(RED, BLUE), ("Colour", "Red"), there="http://shop.test/red")


def test_what_a_record_says_is_no_choice() -> None:
    """The list is gone, and a row below its heading has the words."""
    row = "<h3>Colour</h3><table><tr><td>Lamp</td><td>Red</td></tr><tr><td>Desk</td><td>Blue</td></tr></table>"
    with pytest.raises(NotFound, match="does not show"):
        shown(facet(RED, BLUE), row, ("Colour", "Red"), there="http://shop.test/red")


def test_a_link_that_leads_there_still_need_not_say_so() -> None:
    """It is the only setting, and its address is that of the page."""
    found = shown(facet(RED, BLUE), facet(RED, BLUE), ("Colour", "Red"), there=f"{HERE}?c=red")
    assert [one.shown for one in found.was_set] == [None]
    with pytest.raises(NotFound):
        shown(facet(RED, BLUE), facet(RED, BLUE), ("Colour", "Red"), there=f"{HERE}?c=blue")


def test_a_choice_that_is_gone_is_told_with_those_that_are_left() -> None:
    """The page on which it is set no longer offers it, though the address may still work."""
    with pytest.raises(NotFound, match="has no choice 'Open'") as gone:
        shown(select("Any", "Any", "Closed"), select("Open", *STATUS), ("Status", "Open"))
    assert gone.value.hint == "there are: 'Closed', 'Any'"


def test_what_other_controls_show_otherwise_is_told() -> None:
    """A form sends its other fields, too: a day that it fills in by itself is another one tomorrow."""

    def form(status: str, day: str, hidden: str) -> str:
        since = (
            f"<label>Since <input name=since type=date value={day}></label><input type=hidden name=at value={hidden}>"
        )
        return f"<form>{select(status, *STATUS)}{since}</form>"

    there = f"{THERE}&since=2026-11-02&at=7"
    same = shown(form("Any", "2026-11-02", "7"), form("Open", "2026-11-02", "7"), ("Status", "Open"), there=there)
    assert same.moved == ()
    later = shown(form("Any", "2026-11-09", "8"), form("Open", "2026-11-02", "7"), ("Status", "Open"), there=there)
    assert later.moved == ("Since: '2026-11-09', then '2026-11-02'", "at: hidden")
