"""Which of several controls a label of `set` means: two that stand above and below the rows may be one."""

import pytest

from tests.records.conftest import build
from webdart.browser.actions.setting import Setting
from webdart.errors import Ambiguous, SourceLine
from webdart.navigate.find.setting_target import target_of
from webdart.page.locator_query import SoughtWords

BOX = "<label>Rows: <select name=rows><option>25</option><option>50</option></select></label>"
FORM = f"<form action=/orders><input type=hidden name=of value=orders>{BOX}</form>"


def _asked(html: str) -> int:
    line = SourceLine("test", 1, 1)
    return target_of(build(html), Setting(wanted=SoughtWords(text="Rows"), value="50", at=line)).index


def test_controls_that_send_the_same_are_one() -> None:
    """Above and below the rows: whichever is set, the site is asked the same."""
    page = f"{FORM}<p>Orders</p>{FORM}"
    assert _asked(page) == _asked(FORM)


@pytest.mark.parametrize(
    "other",
    [
        FORM.replace("value=orders", "value=returns"),
        FORM.replace("action=/orders", "action=/returns"),
        FORM.replace("<option>25</option>", "<option>10</option>"),
        FORM.replace("name=rows", "name=lines"),
        BOX,  # no form says what it sends
    ],
)
def test_controls_that_send_something_else_are_asked(other: str) -> None:
    """Two lists of a page have their own."""
    with pytest.raises(Ambiguous):
        _asked(f"{FORM}<p>Orders</p>{other}")


CHOICE = (
    "<div><label>Rows</label><div><div><div>All</div>"
    "<input id=choice role=combobox aria-haspopup=true aria-expanded=false type=text value=''></div></div></div>"
)
TICKS = "<table><tr><td>Rows</td></tr><tr><td><a><svg></svg></a></td><td>Lamp</td></tr></table>"


def test_a_mark_without_a_word_is_not_asked_about() -> None:
    """The tick that chooses a row stands next below the head of a column; the list box of that name is meant."""
    assert _asked(f"{CHOICE}{TICKS}") == _asked(CHOICE)


def test_two_lists_beside_a_mark_are_asked() -> None:
    """The mark is left aside, and two that send something else remain."""
    with pytest.raises(Ambiguous):
        _asked(f"{CHOICE}{CHOICE}{TICKS}")


def test_a_thing_with_words_of_its_own_is_asked_about() -> None:
    """What it says may be what is chosen in it."""
    with pytest.raises(Ambiguous):
        _asked(f"{CHOICE}{TICKS.replace('<svg></svg>', '25')}")
