"""What the page that a form has led to says of it, where no markup tells: read from sources, without a browser."""

import pytest

from webdart.browser.snapshot.source_page import page_of
from webdart.page.answer_words import told_at_once, told_in_the_end
from webdart.page.complaint import complaint
from webdart.page.model import PageView

FIELDS = {"n": ("Lamp",), "save": ("Save page",)}
FORM = "<form method=post><label>Name <input name=n></label><button name=save>Save page</button></form>"
AGAIN = FORM.replace("name=n", "name=n value=Lamp")
SEARCH = "<form action=/find><label>Find <input name=q></label></form>"


def page(text: str) -> PageView:
    return page_of(f"<html lang=en><body>{text}", "http://site.example/add").plain


def told(answer: str, *, last: bool = True, direct: bool = True) -> str:
    before, after = page("<p>Out of paper since Monday</p>" + FORM), page(answer)
    said = complaint(before, after, FIELDS) or told_at_once(before, after)
    return said or (told_in_the_end(before, after, FIELDS, direct=direct) if last else "")


@pytest.mark.parametrize(
    "answer",
    [
        "<p>The name is taken, choose another one.</p>" + AGAIN,
        "<p><b>Warning:</b> the item will be created without a name.</p>" + AGAIN,
        'Sorry, there is a "Lamp" already.',
        "<h1>Access denied</h1><p>Ask somebody.</p>" + SEARCH,
        "<h1>Error 500!</h1>" + SEARCH,
        "<h1>Possible cross-site request forgery</h1><p>Go on, if you mean it.</p>" + SEARCH,
        "<h2>Zugriff verweigert</h2>" + SEARCH,
        "<p class=error>Sorry, that was too much.</p><h1>Lamps</h1>" + SEARCH,
        "<ul class=results><li>Couldn't find Lamp in the list</ul>" + FORM,
        AGAIN.replace("<label>", "<label class='field has-error'>"),
        AGAIN.replace("<input", "<input class='edit is-invalid'"),
    ],
)
def test_a_refusal_is_read_by_its_words_or_by_the_form(answer: str):
    """A sentence beside the form, a page that says nothing else, a heading, a class around the control."""
    assert told(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "<p>Your changes have been saved.</p>" + AGAIN,
        "<p>Der Eintrag wurde gespeichert.</p>" + AGAIN,
        "<p>変更が保存されました 次へ 進む</p>" + AGAIN,
        "<h1>Now you edit Lamp</h1>" + AGAIN,
        "<ul><li><a href=/7>It is not here</a></ul>" + FORM,
        "<p>Out of paper since Monday</p>" + AGAIN,
        "<table><tr><td>It is sold out by now</table><nav>Other things to do</nav>" + AGAIN,
        "<p>A page for those who have nothing yet.</p>" + FORM,
        "<h1>Error in the cellar</h1><ul><li>Door is not open</ul>" + SEARCH,
        "<p class='field-error-log'>Lamps</p>" + SEARCH,
        "Added.",
    ],
)
def test_a_page_that_says_nothing_against_it_has_taken_it(answer: str):
    """Said to be saved; nothing new; content, not speech; a form that is empty again; a record about errors."""
    assert not told(answer)


def test_a_form_that_is_still_to_be_sent_may_be_there_again():
    """After a preview the form is there as it was sent, and the next step sends it."""
    preview = "<p>This is only how it looks like, it is not saved yet.</p>" + AGAIN
    assert told(preview)
    assert not told(preview, last=False)


def test_behind_a_redirect_the_form_may_be_as_it_was_sent():
    """The page is made of what is saved by then; that something has failed is told there, too."""
    assert not told("<p>Edited by you just now.</p>" + AGAIN, direct=False)
    assert told("<p>This could not be linked.</p>" + AGAIN, direct=False)
