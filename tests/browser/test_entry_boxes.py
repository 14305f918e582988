"""Boxes that take their entries by Enter, and editors that keep their text elsewhere: read from sources."""

import pytest

from webdart.browser.actions.dropdown import takes_entries
from webdart.browser.actions.filled_form import FilledForm
from webdart.browser.actions.setting import Setting
from webdart.browser.snapshot.source_page import page_of
from webdart.errors import SourceLine, StepFailed
from webdart.page.locator_query import SoughtWords
from webdart.page.model import PageView

AT = SourceLine("chore.yaml", 7, 3)
URL = "http://site.example/add"


def page(text: str) -> PageView:
    return page_of(f"<html lang=en><body>{text}", URL).plain


@pytest.mark.parametrize(
    ("form", "takes"),
    [
        ("<form><input id=tags role=combobox><button>Save</button></form>", True),
        ("<form><input id=tags aria-autocomplete=list><button>Save</button></form>", True),
        ("<form><input id=tags aria-haspopup=listbox><input type=submit></form>", True),
        ("<form><input id=tags><input name=title><button type=button>Add</button></form>", True),
        ("<div><input id=tags></div><form><button>Find</button></form>", True),
        ("<form><input id=tags><input name=title><button>Save</button></form>", False),
        ("<form><input id=tags aria-haspopup=dialog><input type=submit hidden></form>", False),
        ("<form id=f><input id=tags><input name=title></form><button form=f>Save</button>", False),
        ("<form><input id=tags></form>", False),
    ],
)
def test_enter_is_pressed_only_where_it_sends_no_form(form: str, takes: bool):
    """The box says that it has a list; or no button sends its form, and neither does Enter in its only box."""
    view = page(form)
    node = next(one for one in view.nodes if one.attributes.get("id") == "tags")
    assert takes_entries(view, node) is takes


def check(editor: str) -> None:
    """A form with a box out of sight, of which nothing would be sent, beside an editor called Text."""
    view = page(f"<form><div>{editor}<textarea name=kept hidden></textarea></div><button>Save</button></form>")
    form = FilledForm()
    form.add(Setting(wanted=SoughtWords(text="Text"), value="Hello", at=AT), URL)
    form.check_sent(view, {"kept": ("",)})


def test_only_an_editor_keeps_its_text_in_a_box_out_of_sight():
    """Beside a box that is sent by itself a hidden one is a trap for robots, and is empty on purpose."""
    check("<input aria-label=Text value=Hello>")
    check("<textarea aria-label=Text>Hello</textarea>")
    with pytest.raises(StepFailed, match="would send nothing"):
        check("<div contenteditable=true role=textbox aria-label=Text>Hello</div>")
