"""Weighs what has come of a write: the page before it, the page after it, and the fields that were sent.

A remark that is marked, or that stands where failures are told, has turned it down; unless something new on the page
says that it is saved. Where these are at odds, and where the form is there as it was sent and nothing says either, it
is open: a refusal, a preview and a settings page without words all look like that. So is a message that nothing marks
on another page, to which the site has led: it may stand there always. To open the page afresh may tell. Words for a
success stand in many a refusal, too: beside the form as it was sent they are believed unless that page contradicts it.
"""

from typing import Literal

from msgspec import Struct

from webdart.page.answer_words import (
    News,
    is_as_sent,
    says_saved,
    takes_in,
    told_aloud,
    told_anywhere,
    told_beside,
    told_by_heading,
    told_in_few_words,
)
from webdart.page.complaint import complaint, on_empty_form


class Reply(Struct, frozen=True):
    """What a page says of a write, in its words: against it, or `is_open` where it may have been taken all the same.

    It `is_for` it where the form is there as it was sent, and words that nothing marks say that it is saved.
    """

    said: str
    is_open: bool = False
    is_for: bool = False


Way = Literal["direct", "redirected", "script"]
"""How a write has come to its page: that is the answer, or what the answer leads to, or a script has asked."""


def reply(news: News, way: Way, *, last: bool) -> Reply | None:
    """What a page says against the write that it has come of, None where that is nothing.

    After the `last` step of a row a form that is there again has to be said to be saved; before, it may be there to be
    sent for good. One that was sent empty is empty again when it has been taken, but for a page that says something. A
    remark on an empty one, which may be for the next record, leaves it open what became of this one.
    """
    if marked := complaint(news.before, news.after, news.fields):
        return Reply(marked, is_open=news.say_saved() or says_saved(news.without_typed(marked)))
    empty = on_empty_form(news.before, news.after, news.fields) if last and way != "script" else ""
    if empty and not news.say_saved():
        return Reply(empty, is_open=True)
    as_sent = way != "script" and last and is_as_sent(news.after, news.fields)
    said = "" if way == "script" else _told_by_page(news, answer=last and way == "direct")
    aloud = told_aloud(news)
    said = said or ("" if way == "redirected" else aloud)
    said = said or (told_beside(news) if last else "") or (told_anywhere(news) if as_sent else "")
    if said or aloud:
        return Reply(said or aloud, is_open=not said or news.say_saved())
    sentence = news.sentence()
    if as_sent and way == "direct" and news.sent_text and news.say_saved() and not news.mark_saved():
        return Reply(sentence, is_for=True)
    if not as_sent or news.say_saved():
        return None
    return Reply(sentence, is_open=True) if news.sent_text or (way == "direct" and sentence) else None


def _told_by_page(news: News, *, answer: bool) -> str:
    """What a page as a whole says of a failure; one with a form counts only if it is the last `answer` itself."""
    return told_by_heading(news) or (told_in_few_words(news) if answer or not takes_in(news.after) else "")
