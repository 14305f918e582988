"""SQL that runs and answers something else than was asked: held against the sentence and the page's own texts."""

import pytest

from tests.chores.script import chores
from webdart.execute.text_to_sql import with_quotes
from webdart.model.planning.column_values import SeenColumn
from webdart.model.planning.grounding import (
    Ground,
    caseless,
    is_said,
    of_one_row,
    rounded,
    takes_all,
    ungrounded,
    ungrounded_script,
)
from webdart.values import replace


def column(name: str, *values: str, kind: str = "text", repeats: bool = False) -> SeenColumn:
    return SeenColumn(name=name, type=kind, values=values, repeats=repeats)


TICKETS = (
    column("ticket", "1", "2", kind="integer"),
    column("summary", "Tides crashes on page 3", "Charts overlaps on page 7"),
    column("owner", "ana", "boris", repeats=True),
    column("priority", "blocker", "major", "minor", repeats=True),
    column("status", "new", "assigned", "reopened", repeats=True),
    column("votes", "3", "9", kind="integer"),
    column("opened", "2024-01-02", kind="date"),
    column("effort", "9 days", "10 days"),
)

WRONG = {
    "a condition that was forgotten": (
        "How many tickets are blockers?",
        "SELECT count(*) FROM tickets",
        "'blocker', which is a value of priority",
    ),
    "a text that no row has": (
        "How many tickets are blockers?",
        "SELECT count(*) FROM tickets WHERE priority = 'Blockers'",
        "priority is never 'Blockers'; it has 'blocker', 'major', 'minor'",
    ),
    "a condition that was made up": (
        "How many tickets are there?",
        "SELECT count(*) FROM tickets WHERE summary ILIKE '%urgent%'",
        "does not say 'urgent'",
    ),
    "the most of the rows, and another number": (
        "Who owns the most tickets?",
        "SELECT owner FROM tickets ORDER BY votes DESC LIMIT 1",
        "the most tickets, which are the rows: count(*)",
    ),
    "the first of some of the rows, and the statement takes all": (
        "The oldest chart, please.",
        "SELECT ticket FROM tickets WHERE opened = (SELECT min(opened) FROM tickets)",
        "the question is about 'chart': only some rows say so in summary",
    ),
    "that number, of rows that are put together by something else": (
        "Which owner has the highest effort for each vote?",
        "SELECT owner, max(effort) FROM tickets WHERE votes > 0 GROUP BY owner ORDER BY 2 DESC LIMIT 1",
        "for each of votes",
    ),
    "a share of those that are counted": (
        "What share of the tickets has no vote?",
        "SELECT sum(CASE WHEN votes = 0 THEN 1 ELSE 0 END) * 100.0 / count(*) FROM tickets WHERE votes = 0",
        "WHERE votes = 0 leaves these alone",
    ),
    "a number for each of what is counted": (
        "Which ticket has the highest effort for each vote?",
        "SELECT ticket FROM tickets ORDER BY effort DESC, votes LIMIT 1",
        "for each of votes",
    ),
    "a bound that was forgotten": (
        "Which tickets have more than 20 comments?",
        "SELECT ticket FROM tickets",
        "says 20",
    ),
    "a bound that nobody named": (
        "Which tickets are old?",
        "SELECT ticket FROM tickets WHERE ticket < 500",
        "does not say 500",
    ),
    "a limit that nobody named": ("The newest tickets", "SELECT ticket FROM tickets LIMIT 10", "does not say 10"),
    "a column that was left out": (
        "Which ticket has the most votes?",
        "SELECT ticket FROM tickets ORDER BY opened DESC LIMIT 1",
        "names the column votes",
    ),
    "the wrong way round": (
        "Which ticket has the most votes?",
        "SELECT ticket FROM tickets ORDER BY votes LIMIT 1",
        "ORDER BY votes DESC",
    ),
    "numbers in the order of texts": (
        "Which ticket takes the most effort?",
        "SELECT ticket FROM tickets ORDER BY effort DESC LIMIT 1",
        "effort is a text",
    ),
    "a date that nobody named": (
        "Tickets of 2024",
        "SELECT ticket FROM tickets WHERE opened >= '2023-01-01' AND year(opened) = 2024",
        "does not say '2023-01-01'",
    ),
}

RIGHT = {
    "How many tickets are blockers?": "SELECT count(*) FROM tickets WHERE priority = 'blocker'",
    "The five oldest tickets": "SELECT ticket FROM tickets ORDER BY opened LIMIT 5",
    "Tickets that crash": "SELECT ticket FROM tickets WHERE summary ILIKE '%crash%'",
    "Tickets since March 2024": "SELECT ticket FROM tickets WHERE opened >= DATE '2024-03-01'",
    "Which ticket has the most votes?": "SELECT ticket FROM tickets ORDER BY votes DESC NULLS LAST, ticket LIMIT 1",
    "Who has more than 1,000 votes?": "SELECT owner FROM tickets GROUP BY owner HAVING sum(votes) > 1000",
    "What share of the new tickets has no vote?": (
        "SELECT count(*) FILTER (WHERE votes = 0) / count(*) FROM tickets WHERE status = 'new'"
    ),
    "Everything about ticket 2": "SELECT * FROM tickets WHERE ticket = 2",
    "Who owns the most tickets?": "SELECT owner FROM tickets GROUP BY owner ORDER BY count(*) DESC LIMIT 1",
    "How many votes are there per ticket?": "SELECT avg(votes) FROM tickets",
    "The effort for each vote": "SELECT effort / votes FROM tickets",
    "Tickets that are not assigned": "SELECT ticket FROM tickets WHERE lower(status) <> 'assigned'",
    "What share of tickets has no vote?": "SELECT round(100.0 * sum((votes = 0)::int) / count(*), 1) FROM tickets",
}


@pytest.mark.parametrize(("sentence", "sql", "said"), WRONG.values(), ids=WRONG)
def test_what_only_one_of_the_two_says_is_told(sentence: str, sql: str, said: str):
    """With what the page has, so that it can be put right."""
    assert said in ungrounded(sql, Ground(sentence=sentence, columns=TICKETS, about="tickets"))


@pytest.mark.parametrize(("sentence", "sql"), RIGHT.items(), ids=RIGHT)
def test_a_statement_that_says_the_sentence_stands(sentence: str, sql: str):
    """Other endings, numbers in words and with separators, dates of a month, values by their column."""
    assert ungrounded(sql, Ground(sentence=sentence, columns=TICKETS, about="tickets")) == ""


def test_a_column_that_is_called_so_and_more_is_that_column():
    """Who started something stands in `started_by`; when, in `started`."""
    columns = (column("started", "2024-01-02", kind="date"), column("started_by", "ana", "boris"))
    ground = Ground(sentence="Who has started the most threads?", columns=columns, about="threads")
    assert ungrounded("SELECT started_by FROM threads GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", ground) == ""
    assert ungrounded("SELECT topic FROM threads LIMIT 1", ground)


@pytest.mark.parametrize("said", ["year(opened)", "extract(year FROM opened)", "date_part('year', opened)"])
def test_a_part_of_a_date_may_be_called_as_a_column_is(said: str):
    """In which year something was opened does not ask for the year that a record has besides."""
    columns = (column("year", "1890", kind="integer"), column("opened", "2024-01-02", kind="date"))
    ground = Ground(sentence="In which year were the most opened?", columns=columns)
    assert ungrounded(f"SELECT {said} AS y FROM t GROUP BY y ORDER BY count(*) DESC LIMIT 1", ground) == ""
    assert "column year" in ungrounded("SELECT opened FROM t GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", ground)


def test_what_the_page_is_called_is_no_condition():
    """A list of active tickets has no other ones."""
    columns = (column("state", "active", "closed", repeats=True),)
    ground = Ground(sentence="How many active tickets are there?", columns=columns)
    assert ungrounded("SELECT count(*) FROM tickets", ground)
    named = Ground(sentence=ground.sentence, columns=columns, about="tickets {1} Active Tickets /report/1")
    assert ungrounded("SELECT count(*) FROM tickets", named) == ""


def test_the_statements_of_the_scripted_chores_stand():
    """None of what a person wrote for a sentence is refused by its numbers and texts."""
    refused = {
        chore.id: problem
        for chore in chores()
        for sql in chore.replies.get("write_sql", ())[-1:]
        if (problem := ungrounded(str(sql), Ground(sentence=chore.task)))
    }
    assert refused == {}


def test_what_a_list_is_called_is_no_condition_on_its_rows():
    """Not every lamp has the word in its name; a column of few texts may have it all the same."""
    columns = (column("name", "Halden Arc", "Orrin Desk Lamp"), column("kind", "lamp", "shade", repeats=True))
    ground = Ground(sentence="How many lamps are there?", columns=columns, about="lamps Lamps /shop/lamps")
    assert "that of 'lamp'" in ungrounded("SELECT count(*) FROM lamps WHERE name ILIKE '%lamp%'", ground)
    assert ungrounded("SELECT count(*) FROM lamps WHERE kind = 'lamp'", ground) == ""


def test_a_text_of_one_row_that_nobody_said_is_made_up():
    """It stands on the page, and has nothing to do with the question."""
    columns = (column("board", "Gardening", "Bread"),)
    ground = Ground(sentence="How many views are there?", columns=columns)
    assert "does not say 'Bread'" in ungrounded("SELECT sum(views) FROM boards WHERE board = 'Bread'", ground)


CLOSE = "Close the oldest issue that is still open."
GIVE = "Give it five stars, titled Well made, with the words It lasts for years."


@pytest.mark.parametrize(
    ("label", "value", "sentence", "said"),
    [
        ("Status", "Closed", CLOSE, True),
        ("Assignee", "Nobody", CLOSE, False),
        ("Comment", "Closed the oldest issue that is still open.", CLOSE, False),
        ("Score", "5 stars", GIVE, True),
        ("Words", "It lasts for years.", GIVE, True),
        ("Number", "{number}", CLOSE, True),
        ("Reserved", "yes", "Mark this book as lost.", False),
        ("Reserved", "yes", "Mark this book as reserved.", True),
    ],
)
def test_a_field_is_filled_with_what_was_said(label: str, value: str, sentence: str, said: bool):
    """A weak model fills in whatever a form has; that would change more than was asked for."""
    assert is_said(label, value, sentence) is said


def test_whole_numbers_are_rounded_where_they_were_asked_for():
    """A mean has more places; a weak model leaves them."""
    asked = "What does it cost on average, in whole dollars?"
    assert rounded("SELECT avg(price) AS a FROM t", asked) == "SELECT ROUND(AVG(price)) AS a FROM t"
    assert rounded("SELECT sum(price) / count(*) FROM t", asked) == "SELECT ROUND(SUM(price) / COUNT(*)) FROM t"
    assert rounded("SELECT round(avg(price)) FROM t", asked) == "SELECT ROUND(AVG(price)) FROM t"
    assert rounded("SELECT avg(price) FROM t", "What does it cost on average?") == "SELECT avg(price) FROM t"


def test_one_number_is_not_answered_by_rows():
    """A weak model lists what was to be added up, or counted; a column that has the number is one."""
    columns = (column("ticket", "1"), column("votes", "3", kind="integer"))
    together = Ground(sentence="How many votes do they have together?", columns=columns)
    assert "sum(" in ungrounded("SELECT ticket, votes FROM t", together)
    assert ungrounded("SELECT sum(votes) FROM t", together) == ""
    many = Ground(sentence="How many votes has ticket A?", columns=columns)
    assert "count(*)" in ungrounded("SELECT ticket FROM t WHERE ticket = 'A' AND votes > 0", many)
    assert ungrounded("SELECT votes FROM t WHERE ticket = 'A'", many) == ""


def test_what_is_counted_may_be_some_of_the_rows():
    """Not all that stands on the shelf is a tent; where the shelf is that of the tents, all are."""
    columns = (column("name", "Ridge Tent 2", "Fell Stove", "Dome Tent 4"), column("price", "$12.00", kind="money"))
    ground = Ground(sentence="How many tents are there?", columns=columns, about="Camping")
    assert "only some rows" in ungrounded("SELECT count(*), min(price) FROM t", ground)
    assert ungrounded("SELECT count(*) FROM t WHERE name ILIKE '%tent%'", ground) == ""
    assert ungrounded("SELECT count(*) FROM t", replace(ground, about="Tents")) == ""
    assert ungrounded("SELECT count(*) FROM t", replace(ground, sentence="How many products are there?")) == ""


def test_a_value_that_nobody_said_is_made_up():
    """That a column has it does not make it a condition; yes and no are said in other words."""
    columns = (column("stock", "In stock", "Back soon", repeats=True), column("gift", "yes", "no", repeats=True))
    ground = Ground(sentence="How many tents can be given as a present?", columns=columns)
    assert "does not say" in ungrounded("SELECT count(*) FROM t WHERE stock = 'In stock'", ground)
    assert ungrounded("SELECT count(*) FROM t WHERE gift = 'yes'", ground) == ""


@pytest.mark.parametrize(
    ("sql", "whole"),
    [("SELECT count(*) FROM t", False), ("SELECT * FROM t", True), ("SELECT t.*, count(*) FROM t", True)],
)
def test_counting_rows_takes_no_column(sql: str, whole: bool):
    """Else each record's own page would be opened to count them."""
    assert takes_all(sql) is whole


def test_one_row_needs_no_condition():
    """It is the one that is meant; a weak model takes its own values for conditions."""
    assert of_one_row("SELECT sku FROM page WHERE price = 122.99") == "SELECT sku FROM page"
    assert of_one_row("SELECT sku FROM page") == "SELECT sku FROM page"
    assert of_one_row("no SQL WHERE at all") == "no SQL WHERE at all"


def test_a_column_that_is_called_as_sql_is_quoted():
    """Outside of texts, and where no clause or function is meant."""
    sql = "SELECT default, year(order) FROM t WHERE name = 'default' ORDER BY default"
    quoted = """SELECT "default", year("order") FROM t WHERE name = 'default' ORDER BY "default\""""
    assert with_quotes(sql, ["default", "order", "year"]) == quoted
    assert with_quotes(sql, []) == sql


def test_a_plural_is_the_same_thing():
    """Of a word that changes its letters, too."""
    columns = (
        column("topic", "Slugs"),
        column("replies", "12", kind="integer"),
        column("views", "900", kind="integer"),
    )
    ground = Ground(sentence="Which has the most views for each reply?", columns=columns, about="threads")
    sql = "SELECT topic, max(views) FROM threads WHERE replies > 0 GROUP BY topic ORDER BY max(views) DESC LIMIT 1"
    assert "for each of replies" in ungrounded(sql, ground)
    assert ungrounded("SELECT topic FROM threads ORDER BY views / replies DESC LIMIT 1", ground) == ""


def test_a_word_is_looked_for_in_any_case():
    """Columns and other comparisons stay."""
    sql = "SELECT title FROM t WHERE title LIKE '%clock%' AND n = 1"
    assert caseless(sql) == "SELECT title FROM t WHERE title ILIKE '%clock%' AND n = 1"
    assert caseless("no SQL LIKE at all") == "no SQL LIKE at all"


def test_of_a_script_the_numbers_are_looked_at():
    """A number of the sentence that it does not have."""
    ground = Ground(sentence="How many rows are above 40?")
    assert "says 40" in ungrounded_script("answer = len(tables['rows'])", ground)
    assert ungrounded_script("answer = sum(row['n'] > 40 for row in tables['rows'])", ground) == ""


def test_the_first_few_are_not_the_one_that_is_most():
    """A comparison with the most leaves one row, whatever the limit says."""
    ground = Ground(sentence="The titles of the 3 heaviest exhibits.", columns=(column("title"), column("kilograms")))
    most = "SELECT title FROM exhibits WHERE kilograms = (SELECT MAX(kilograms) FROM exhibits) LIMIT 3"
    assert "leaves one" in ungrounded(most, ground)
    assert ungrounded("SELECT title FROM exhibits ORDER BY kilograms DESC LIMIT 3", ground) == ""


def test_a_column_that_is_only_there_is_not_read():
    """The year of something else was counted, where a day is known."""
    ground = Ground(sentence="How many were acquired in each year?", columns=(column("year"), column("acquired")))
    other = "SELECT year, count(*) FROM exhibits WHERE acquired IS NOT NULL GROUP BY year"
    assert "names the column acquired" in ungrounded(other, ground)
    assert ungrounded("SELECT year(acquired) AS year, count(*) FROM exhibits GROUP BY year", ground) == ""
