"""A form's values where the sentence says them in the words of its lists: nobody is asked then."""

from collections.abc import Mapping

import pytest

from webdart.model.planning.form_values import is_told, keeps, told_values
from webdart.model.planning.write_forms import Form, FormField

ISSUE = Form(
    path="/issues/7/",
    button="Save changes",
    fields=(
        FormField(label="Status", options=("Open", "In progress", "Closed")),
        FormField(label="Assignee", options=("Nobody", "Amara Okafor", "Bjorn Lee")),
        FormField(label="Comment"),
    ),
)
BOOK = Form(
    path="/book/7/",
    button="Save",
    fields=(
        FormField(label="Title"),
        FormField(label="Pages"),
        FormField(label="Status", options=("On the shelf", "On loan", "Lost")),
    ),
)
BASKET = Form(path="/basket/", button="Add to basket", fields=(FormField(label="Quantity"),))


@pytest.mark.parametrize(
    ("form", "sentence", "sql", "values"),
    [
        (
            ISSUE,
            "Close the oldest issue that is still open.",
            "SELECT url FROM issues WHERE status = 'Open' ORDER BY opened LIMIT 1",
            {"Status": "Closed"},
        ),
        (
            ISSUE,
            "Assign the newest open issue to Amara Okafor.",
            "SELECT url FROM issues WHERE status = 'Open' ORDER BY opened DESC LIMIT 1",
            {"Assignee": "Amara Okafor"},
        ),
        (
            ISSUE,
            "Close the open issues that nobody is assigned to.",
            "SELECT url FROM issues WHERE status ILIKE 'open' AND assignee IS NULL",
            {"Status": "Closed"},
        ),
        (
            BOOK,
            "Put the longest book that is on loan back on the shelf.",
            "SELECT url FROM book WHERE status = 'On loan' ORDER BY pages DESC LIMIT 1",
            {"Status": "On the shelf"},
        ),
        (BOOK, "Mark this book as lost.", "", {"Status": "Lost"}),
        (BASKET, "Put this lamp into the basket.", "", {}),
    ],
)
def test_a_list_says_what_is_to_be_done(form: Form, sentence: str, sql: str, values: Mapping[str, str]):
    """What the SQL compares says which records are meant; what is left is the change, or the button is."""
    assert is_told(form, sentence)
    assert told_values(form, sentence, sql) == values


def test_a_choice_that_is_left_is_a_question():
    """Two options are said, and nothing tells which is the condition."""
    assert told_values(ISSUE, "Close the issue that is open.") is None


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (ISSUE, "Close issue 7 with the comment Done."),
        (BOOK, "Give this book the title Plain Tales and put it on the shelf."),
        (ISSUE, "Raise the severity to High."),
    ],
)
def test_what_has_to_be_typed_is_asked(form: Form, sentence: str):
    """A box that the sentence names, or a form without any of its words."""
    assert not is_told(form, sentence)


def test_a_change_that_changes_nothing_is_seen():
    """A weak model sets what the records have."""
    sql = "SELECT url FROM book WHERE status = 'On loan' LIMIT 1"
    assert keeps({"Status": "On loan"}, sql) == "Status"
    assert keeps({"Status": "On the shelf"}, sql) == ""
