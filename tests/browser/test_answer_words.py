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


DANGER = "<span class='badge badge-danger'>Failed</span>"
LATER = "It will be visible after it has been approved."
POST = "<div class=post><div class=content>Sorry, I could not try it yet, my phone is not here.</div></div>"


@pytest.mark.parametrize("form", ["", FORM, AGAIN])
@pytest.mark.parametrize(
    "answer",
    [
        "<h1>Thank you!</h1><p>Your order will be shipped tomorrow.</p>",
        "<h1>Thank you!</h1><p>We will be in touch soon.</p><a href=/>Back</a>",
        "<p>Your request has been received and will be processed within two days.</p>",
        "<p>Thank you for reporting the problem.</p><a href=/>Home</a>",
        "<p>The item was deleted. This cannot be undone.</p>",
        "<p>Vielen Dank! Ihre Anfrage wird nicht an Dritte weitergegeben.</p>",
        "<p>Merci, il est impossible d'annuler cette demande.</p>",
        "<p>Your changes have been saved. They will be live in a minute.</p>",
        "<p>Saved. Fields that are required are marked.</p>",
        f"<p>Your comment is awaiting moderation. {LATER}</p>",
        f"<h1>Jobs</h1><ul><li><a href=/1>Job 1</a> {DANGER}</li></ul>",
        f"<h1>Jobs</h1><p>Job 1 {DANGER}",
        "<h1>Saved jobs</h1><div class=card><b>Backup</b> <span class=text-danger>Backup failed yesterday</span></div>",
        "<h1>Issues</h1><a href=/2>Login fails with 500</a><div class='row danger'>Page cannot be opened</div><p>2 of them",
        f"<h1>Topic</h1>{POST}<div class=post><div class=content>Hello there</div></div>",
        f"<h1>Topic</h1>{POST}",
        "<h1>Log</h1><div class=log><p>The lamp could not be lit.</p></div>",
    ],
)
def test_what_was_taken_is_never_told_as_turned_down(answer: str, form: str):
    """Thanks with words of caution, what is still to come, states in lists, posts and logs that speak of failures."""
    assert not told(answer + form, direct=False)


@pytest.mark.parametrize(
    "answer",
    [
        "<p>Your changes could not be saved.</p>",
        "<p>The page has not been saved.</p>",
        "<p>Sorry, the item will be added once you have paid.</p>",
        "<p>Der Eintrag konnte wegen eines Konflikts nicht gespeichert werden.</p>",
        "<p>Your request has been denied.</p>",
        "<p>Запись не удалось сохранить, она не сохранена.</p>",
    ],
)
def test_a_word_that_is_taken_back_does_not_say_that_it_is_saved(answer: str):
    """Not saved, not saved yet, has been denied: alone, with the form as it was sent, and beside an empty one."""
    assert told(answer)
    assert told(answer + AGAIN)
    assert told(answer + FORM, direct=False)
    assert not told(f"{answer}<p>Something else</p>" + FORM, direct=False)


def test_a_page_of_many_lines_is_read_in_one_pass(monkeypatch: pytest.MonkeyPatch):
    """A log, a poem: what is looked at in it grows with its length, not with its square."""
    read: list[int] = []
    whole = PageView.visible_text_of

    def counted(self: PageView, index: int) -> str:
        read.append(self.nodes[index].end - index)
        return whole(self, index)

    after = page("".join(f"line {number} is not there<br>" for number in range(10_000)) + AGAIN)
    monkeypatch.setattr(PageView, "visible_text_of", counted)
    assert told_in_the_end(page(FORM), after, FIELDS, direct=False) == ""
    assert told_at_once(page(FORM), after) == ""
    assert complaint(page(FORM), after, FIELDS) == ""
    assert sum(read) < 5 * len(after.nodes)


def test_a_form_that_is_still_to_be_sent_may_be_there_again():
    """After a preview the form is there as it was sent, and the next step sends it."""
    preview = "<p>This is only how it looks like, it is not saved yet.</p>" + AGAIN
    assert told(preview)
    assert not told(preview, last=False)


def test_behind_a_redirect_the_form_may_be_as_it_was_sent():
    """The page is made of what is saved by then; that something has failed is told there, too."""
    assert not told("<p>Edited by you just now.</p>" + AGAIN, direct=False)
    assert told("<p>This could not be linked.</p>" + AGAIN, direct=False)
