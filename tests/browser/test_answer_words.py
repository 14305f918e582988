"""What the page that a form has led to says of it, where no markup tells: read from sources, without a browser."""

from typing import Literal

import pytest

from webdart.browser.snapshot.source_page import page_of
from webdart.page.answer_words import Fields, News
from webdart.page.form_values import Evidence, FormValues, evidence
from webdart.page.model import PageView
from webdart.page.reply import Way, reply
from webdart.values import replace

FIELDS = {"n": ("Lamp",), "save": ("Save page",)}
FORM = "<form method=post><label>Name <input name=n></label><button name=save>Save page</button></form>"
AGAIN = FORM.replace("name=n", "name=n value=Lamp")
SEARCH = "<form action=/find><label>Find <input name=q></label></form>"


def page(text: str) -> PageView:
    return page_of(f"<html lang=en><body>{text}", "http://site.example/add").plain


def verdict(answer: str, *, last: bool = True, way: Way = "direct") -> Literal["taken", "open", "turned down"]:
    news = News.of(page("<p>Out of paper since Monday</p>" + FORM), page(answer), FIELDS)
    said = reply(news, way, last=last)
    return "taken" if said is None or said.is_for else "open" if said.is_open else "turned down"


@pytest.mark.parametrize(
    "answer",
    [
        "<p>The name could not be saved, choose another one.</p>" + AGAIN,
        "<p>The name could not be saved, choose another one.</p>" + FORM,
        'Sorry, there is a "Lamp" already.',
        "<p class=error>Sorry, there is one.</p><p class=error>Adding has failed.</p><p>See below.</p><h1>Lamps</h1>"
        + FORM,
        "<h1>Access denied</h1><p>Ask somebody.</p>" + SEARCH,
        "<h1>Error 500!</h1>" + SEARCH,
        "<h1>Possible cross-site request forgery</h1><p>Go on, if you mean it.</p>" + SEARCH,
        "<h2>Zugriff verweigert</h2>" + SEARCH,
        "<p class=error>Sorry, that was too much.</p><h1>Lamps</h1>" + SEARCH,
        "<p class=error>Sorry, that was too much.</p><p class=notice>Look below</p><h1>Lamps</h1>" + SEARCH,
        "<hr><p>Sorry, that was not accepted.</p><hr>" + AGAIN,
        "<ul class=results><li>Couldn't find Lamp in the list</ul>" + FORM,
        "<main><h2>Lamps</h2><div role=alert>Invalid</div></main>" + SEARCH,
        "<main><h2>Lamps</h2><p>One</p></main><div aria-live=polite><p>Could not be saved</div>" + SEARCH,
        AGAIN.replace("<label>", "<label class='field has-error'>"),
        AGAIN.replace("<input", "<input class='edit is-invalid'"),
    ],
)
def test_a_refusal_is_read_by_its_words_or_by_the_form(answer: str):
    """A sentence beside the form, a page that says nothing else, its heading, a live region, a class at the control."""
    assert verdict(answer) == "turned down"


@pytest.mark.parametrize(
    "answer",
    [
        "<p>The name is taken, choose another one.</p>" + AGAIN,
        "<p><b>Warning:</b> the item will be created without a name.</p>" + AGAIN,
        "<p>Now there are seven comments on this page.</p>" + AGAIN,
        "<p>You are creating a blank page. If you click again, it will be created without any text.</p>" + AGAIN,
        "<hr><p>Sorry, that was not accepted.</p><hr><p>Two mails were sent.</p><hr>" + AGAIN,
        "<h1>Now you edit Lamp</h1>" + AGAIN,
        "<p>Out of paper since Monday</p>" + AGAIN,
        "<p>Saved.</p><p>The mail could not be sent.</p>" + FORM,
        "<h2>Error</h2><p>Your changes have been saved.</p>" + FORM,
        "<div class='alert alert-warning'>Lamp is not a valid name</div><div class=alert>It has been updated</div>"
        + SEARCH,
        "<div class='alert alert-danger'>No more lamps.</div><p>Your changes have been saved.</p>" + FORM,
        "<div class='notice settings-error'><p>Settings saved.</p></div>" + SEARCH,
        "<p class=error>Please enter the date received.</p>" + AGAIN,
        "<div class='alert alert-danger'>Created by: this field is required.</div>" + AGAIN,
        "<p class=error>Choose a status other than Done.</p>" + AGAIN,
        "<p class=error>This record was changed since you opened it.</p>" + AGAIN,
        "<ul class=errorlist><li>Enter OK or Cancel.</ul>" + AGAIN,
        "<p class=error>A thing of this name was created yesterday.</p>" + AGAIN,
        "<div class='alert alert-danger'>Thank you, but this thread is closed to you.</div>" + SEARCH,
    ],
)
def test_what_can_be_read_either_way_is_open(answer: str):
    """The form as it was sent, and no word for or against it; a word for it and one against it."""
    assert verdict(answer) == "open"


def test_a_form_that_was_sent_empty_is_open_where_the_answer_itself_says_something():
    """To make a text empty is what many a site asks about once more; behind a redirect it is done."""
    again = page("<p>You are about to empty the page.</p>" + FORM)
    news = News.of(page(FORM), again, {"n": ("",), "save": ("Save page",)})
    told = reply(news, "direct", last=True)
    assert told is not None
    assert told.is_open
    assert reply(news, "redirected", last=True) is None
    assert reply(News.of(page(FORM), page(FORM), news.fields), "direct", last=True) is None
    assert evidence(page(FORM), news, FormValues.of(page(FORM))) == "leaves open"


def test_a_page_that_says_nothing_else_may_stand_in_the_frame_of_the_site():
    """Only what is new on it counts, and only if that is not much."""
    frame = f"<div>{'Home and garden. ' * 20}</div>{SEARCH}"
    refused = "<div>User creation error</div><div>Lamp is used by another one.</div>"
    cases: list[tuple[Way, str, bool]] = [
        ("direct", "", True),
        ("redirected", "", False),
        ("direct", "One more line. " * 15, False),
    ]
    for way, more, said in cases:
        news = News.of(page(frame + FORM), page(frame + refused + more), FIELDS)
        assert (reply(news, way, last=True) is not None) is said


def test_a_form_of_passwords_is_never_shown_as_it_was_sent():
    """It is empty when it has been taken and when not; where the answer itself shows it, what that says may be either."""
    form = "<form method=post><label>Old <input type=password name=o></label><input type=password name=p></form>"
    sent = {"o": ("hunter2",), "p": ("hunter3",)}
    before, after = page("<i>made in 0.03s</i>" + form), page("<p>The words differ from each other.</p>" + form)
    told = reply(News.of(before, after, sent), "direct", last=True)
    assert told is not None
    assert told.is_open
    assert reply(News.of(before, page("<p>It has been changed.</p>" + form), sent), "direct", last=True) is None
    assert reply(News.of(before, page("<i>made in 0.04s</i>" + form), sent), "direct", last=True) is None
    assert reply(News.of(before, after, sent), "redirected", last=True) is None
    marked = page(form.replace("</label>", "</label><ul class=form-errors><li>Wrong one</li></ul>"))
    refused = reply(News.of(before, marked, sent), "direct", last=True)
    assert refused is not None
    assert not refused.is_open


def proved(fresh: str, *, before: str, loaded: str, fields: Fields = FIELDS) -> bool:
    """Whether the page that is opened afresh proves what was sent by the page before, which was loaded otherwise."""
    return told(fresh, before=before, loaded=loaded, fields=fields) == "proves"


def told(fresh: str, *, before: str, loaded: str, fields: Fields = FIELDS) -> Evidence:
    return evidence(page(fresh), News.of(page(before), page(before), fields), FormValues.of(page(loaded)))


def test_a_page_that_is_opened_afresh_tells_what_was_taken():
    """In the form, or as a text that was not there before; a form that is empty again leaves it open."""
    comments = "<div><p>First!</p></div>"
    empty, filled = comments + FORM, comments + AGAIN
    assert proved(AGAIN, before=filled, loaded=empty)
    assert proved(comments + "<div><p>A Lamp for you</p></div>" + FORM, before=filled, loaded=empty)
    assert not proved(empty, before=filled, loaded=empty)
    assert not proved(AGAIN.replace("Lamp", "Lump"), before=filled, loaded=empty)
    assert not proved("<p>Lamp</p>" + AGAIN.replace("Lamp", "Lump"), before=filled, loaded=empty)
    more = AGAIN.replace("</form>", "<label>Kind <input name=k></label></form>")
    assert not proved(more, before=more, loaded=FORM, fields={"n": ("Lamp",), "k": ("tall",)})
    there = "<p>The Lamp of last year</p>"
    assert not proved(there + FORM, before=there + AGAIN, loaded=there + FORM)
    assert proved(FORM, before=FORM, loaded=AGAIN, fields={"n": ("",)})


def test_a_form_that_holds_again_what_it_was_loaded_with_contradicts():
    """A record that was to be changed and is as before; a form that is empty again is ready for the next record."""
    chair, lump = AGAIN.replace("Lamp", "Chair"), AGAIN.replace("Lamp", "Lump")
    assert told(chair, before=AGAIN, loaded=chair) == "contradicts"
    assert told(lump, before=AGAIN, loaded=chair) == "leaves open"
    assert told(FORM, before=AGAIN, loaded=FORM) == "leaves open"
    form = "<form><input name=n value='%s'>%s</form>"
    both = {"n": ("Lamp",), "c": ("2",)}
    was, wanted, empty = form % ("Lamp", RED), form % ("Lamp", BLUE), form % ("", RED)
    assert told(was, before=wanted, loaded=was, fields=both) == "contradicts"
    assert told(empty, before=wanted, loaded=empty, fields=both) == "leaves open"
    mailed, saved = form % ("Lamp", ALOUD), form % ("Lamp", QUIET)
    mail = {"n": ("Lamp",), "l": ("0", "1")}
    assert told(saved, before=mailed, loaded=saved, fields=mail) == "contradicts"
    assert told(saved, before=mailed, loaded=form % ("Chair", QUIET), fields=mail) == "leaves open"


COLOUR = "<select name=c><option value=1 %s>red<option value=2 %s>blue</select>"
LOUD = "<input type=hidden name=l value=0><input type=checkbox name=l value=1 %s>"
RED, BLUE = COLOUR % ("selected", ""), COLOUR % ("", "selected")
QUIET, ALOUD = LOUD % "", LOUD % "checked"
RADIOS = "<input type=radio name=c value=1 %s><input type=radio name=c value=2 %s>"


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        (RED, BLUE, {"c": ("2",)}),
        (QUIET, ALOUD, {"l": ("0", "1")}),
        (ALOUD, QUIET, {"l": ("0",)}),
        ("<input type=checkbox name=l checked>", "<input type=checkbox name=l>", {}),
        ("<input type=checkbox name=l>", "<input type=checkbox name=l checked>", {"l": ("on",)}),
        (RADIOS % ("checked", ""), RADIOS % ("", "checked"), {"c": ("2",)}),
        (COLOUR.replace("<select", "<select multiple") % ("", ""), BLUE.replace("<select", "<select multiple"), {"c": ("2",)}),
        ("<input type=range name=c value=3>", "<input type=range name=c value=4>", {"c": ("4",)}),
    ],
    ids=["list", "tick", "untick", "untick, nothing sent", "no value", "radio", "several of a list", "slider"],
)  # fmt: skip
def test_what_a_form_was_loaded_with_proves_nothing(old: str, new: str, fields: Fields):
    """The name is there in any case; what was chosen is there, or the write is not proved."""
    form = "<form method=post><input name=n value=Lamp>%s</form>"
    was, wanted, sent = form % old, form % new, {"n": ("Lamp",), **fields}
    assert proved(wanted, before=wanted, loaded=was, fields=sent)
    assert not proved(was, before=wanted, loaded=was, fields=sent)
    assert not proved("<p>Lamp</p>", before=wanted, loaded=was, fields=sent)
    assert not proved(wanted, before=wanted, loaded=wanted, fields=sent)
    other, renamed = wanted.replace("Lamp", "Lump"), {**sent, "n": ("Lump",)}
    assert proved(other, before=other, loaded=was, fields=renamed)
    assert not proved(was.replace("Lamp", "Lump"), before=other, loaded=was, fields=renamed)


@pytest.mark.parametrize(
    "answer",
    [
        "<p>Your changes have been saved.</p>" + AGAIN,
        "<p>Der Eintrag wurde gespeichert.</p>" + AGAIN,
        "<p>変更が保存されました 次へ 進む</p>" + AGAIN,
        "<ul><li><a href=/7>It is not here</a></ul>" + FORM,
        "<table><tr><td>It could not be saved</table><nav>Errors of today</nav>" + FORM,
        "<h1>Dashboard</h1><h2>Errors</h2><p>None since Monday</p>" + SEARCH,
        "<p>A page for those who have nothing yet.</p>" + FORM,
        "<h1>Error in the cellar</h1><ul><li>Door is not open</ul>" + SEARCH,
        "<p class='field-error-log'>Lamps</p>" + SEARCH,
        "<div class='notice notice-success settings-error'><p>Réglages à jour.</p></div>" + SEARCH,
        "Added.",
    ],
)
def test_a_page_that_says_nothing_against_it_has_taken_it(answer: str):
    """Said to be saved; content, not speech; a form that is empty again; a record, and a part, about errors."""
    assert verdict(answer) == "taken"


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
    assert verdict(answer + form) != "turned down"
    assert form == AGAIN or verdict(answer + form) == "taken"


@pytest.mark.parametrize(
    "answer",
    [
        "<p>Your changes could not be saved.</p>",
        "<p>The page has not been saved.</p>",
        "<p>Sorry, the item will be added once you have paid.</p>",
        "<p>Der Eintrag konnte wegen eines Konflikts nicht gespeichert werden.</p>",
        "<p>Your request has been denied.</p>",
        "<p>Запись не удалось сохранить, она не сохранена.</p>",
        "<p>Sorry, it has been changed by somebody else.</p>",
        "<p>A fault prevented the new lamp being added, sorry.</p>",
    ],
)
def test_a_word_that_is_taken_back_does_not_say_that_it_is_saved(answer: str):
    """Not saved, not saved yet, has been denied: alone, with the form as it was sent, and beside an empty one."""
    assert verdict(answer) == "turned down"
    assert verdict(answer + AGAIN) == "turned down"
    assert verdict(answer + FORM) == "turned down"
    assert verdict(f"{answer}<p>Something else</p>" + FORM) == "turned down"
    assert verdict(f"{answer}<p>Something else</p>" + FORM, way="redirected") == "taken"


def test_a_page_of_many_lines_is_read_in_one_pass(monkeypatch: pytest.MonkeyPatch):
    """A log, a poem: what is looked at in it grows with its length, not with its square."""
    read: list[int] = []
    whole = PageView.visible_text_of

    def counted(self: PageView, index: int) -> str:
        read.append(self.nodes[index].end - index)
        return whole(self, index)

    after = page("".join(f"line {number} is not there<br>" for number in range(10_000)) + AGAIN)
    monkeypatch.setattr(PageView, "visible_text_of", counted)
    said = reply(News.of(page(FORM), after, FIELDS), "direct", last=True)
    assert said is not None
    assert said.is_open
    assert sum(read) < 5 * len(after.nodes)


def test_a_form_that_is_still_to_be_sent_may_be_there_again():
    """After a preview the form is there as it was sent, and the next step sends it."""
    preview = "<p>This is only how it looks like, it is not saved yet.</p>" + AGAIN
    assert verdict(preview) == "turned down"
    assert verdict(preview, last=False) == "taken"


def test_a_message_on_the_page_that_the_site_has_led_to_may_stand_there_always():
    """Nothing marks it as wrong, and the page before was another one."""
    notice = "<h1>Start</h1><div class=notice>Unable to look for news.</div>" + SEARCH
    assert verdict(notice, way="redirected") == "open"
    assert verdict(notice, way="direct") == "turned down"
    assert verdict(notice.replace("notice", "'notice error'"), way="redirected") == "turned down"


def test_a_page_that_a_script_has_changed_keeps_its_form():
    """What was sent by it may stay in its boxes; what is said aloud, or beside it, counts."""
    assert verdict("<p>Now there are seven of them.</p>" + AGAIN, way="script") == "taken"
    assert verdict("<h1>Error</h1>" + AGAIN, way="script") == "taken"
    assert verdict("<p>It could not be saved.</p>" + AGAIN, way="script") == "turned down"
    assert verdict("<p role=status>Invalid</p><hr>" + AGAIN, way="script") == "turned down"
    assert verdict("<p role=status>10 errors, 3 items</p>" + AGAIN, way="script") == "turned down"
    assert verdict("<p role=status>0 errors, 3 items</p>" + AGAIN, way="script") == "taken"
    for text in ("Date received must be in the past", "Approval needed by a moderator."):
        assert verdict(f"<div class='toast error'>{text}</div>" + AGAIN, way="script") == "open"
    alert = replace(page(AGAIN), dialogs=("Sorry, the name is incorrect.",))
    assert reply(News.of(page(FORM), alert, FIELDS), "script", last=False) is not None
