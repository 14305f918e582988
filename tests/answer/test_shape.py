"""A result becomes an answer: its shape, value, rows and text."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` and `array` unknown)

import json
from datetime import date, datetime, timedelta
from decimal import Decimal

import pyarrow as pa
import pytest

from webdart.answer.hidden_columns import visible
from webdart.answer.shape import AnswerValue, Scripted, compose, parse_format
from webdart.errors import QueryError, SourceLine
from webdart.plan.model import Query
from webdart.workflow.model import Answer, Shape

HERE = SourceLine("chore.yaml", 1, 1)


def query(sql: str = "SELECT 1", *, row: bool = False, column: bool = False) -> Query:
    return Query(sql=sql, single_row=row, single_column=column, at=HERE)


def names(*values: str | None) -> pa.Table:
    return pa.table({"name": pa.array(values, pa.string())})


PAIRS = pa.table({"name": ["Lamp", "Chair"], "reviews": [12, 7]})


@pytest.mark.parametrize(
    ("row", "column", "shape", "value"),
    [
        (True, True, "value", "Lamp"),
        (False, True, "list", ["Lamp"]),
        (True, False, "table", [{"name": "Lamp"}]),
        (False, False, "table", [{"name": "Lamp"}]),
    ],
)
def test_the_default_shape_follows_from_the_query_alone(*, row: bool, column: bool, shape: str, value: object):
    """One row of one column is a value, one column a list, all else a table: the data has no say."""
    answer = compose(names("Lamp"), Answer(), query(row=row, column=column))
    assert (answer.shape, answer.value) == (shape, value)


@pytest.mark.parametrize(("shape", "empty"), [("value", None), ("list", []), ("table", [])])
def test_no_row_is_an_empty_answer_of_the_same_shape(shape: Shape, empty: object):
    """No row is null or an empty list, and no error."""
    answer = compose(names(), Answer(shape=shape), query())
    assert (answer.shape, answer.value) == (shape, empty)


def test_no_row_is_an_empty_map():
    """No row is an empty map."""
    assert compose(PAIRS.slice(0, 0), Answer(shape="map"), query()).value == {}


def test_a_value_with_two_rows_is_an_error():
    """A value is never picked silently out of several; the message shows what there was."""
    with pytest.raises(QueryError, match=r"single value, but the result has 2 rows \(Lamp, Chair\)"):
        compose(names("Lamp", "Chair"), Answer(), query(row=True, column=True))


@pytest.mark.parametrize("shape", ["value", "list"])
def test_a_shape_of_one_column_refuses_two(shape: Shape):
    """A second column is never dropped silently."""
    with pytest.raises(QueryError, match="the result has 2: name, reviews"):
        compose(PAIRS, Answer(shape=shape), query())


def test_a_map_has_the_first_column_as_its_key():
    """Two columns are key and value; of more, the rest of the row stands at the key."""
    assert compose(PAIRS, Answer(shape="map"), query()).value == {"Lamp": 12, "Chair": 7}
    wide = PAIRS.append_column("price", pa.array([1, 2]))
    value = compose(wide, Answer(shape="map"), query()).value
    assert value == {"Lamp": {"reviews": 12, "price": 1}, "Chair": {"reviews": 7, "price": 2}}


@pytest.mark.parametrize(("keys", "what"), [(["a", "a"], "'a' twice"), (["a", None], "an empty key")])
def test_a_map_refuses_keys_that_would_lose_a_row(keys: list[str | None], what: str):
    """Repeated and empty keys are errors."""
    with pytest.raises(QueryError, match=what):
        compose(pa.table({"k": keys, "v": [1, 2]}), Answer(shape="map"), query())


def test_format_and_join_make_the_text():
    """`{column}` is the cell, `{{` a brace; NULL is empty; names match without case."""
    table = pa.table({"name": ["Lamp", None], "reviews": [12, 7]})
    answer = compose(table, Answer(format="{{{Name}}} ({reviews})", join=" | "), query())
    assert answer.text == "{Lamp} (12) | {} (7)"
    assert answer.value == [{"name": "Lamp", "reviews": 12}, {"name": None, "reviews": 7}]


@pytest.mark.parametrize("template", ["{nmae}", "{name!r}", "{name:>9}", "{name.upper}", "{}", "{0}", "{name", "name}"])
def test_a_format_takes_names_of_columns_and_nothing_else(template: str):
    """Anything else in the braces is refused with the columns that there are, or as unreadable."""
    with pytest.raises(QueryError, match=r"columns name|can't be read"):
        parse_format(template, ["name"])


def test_a_format_is_no_way_into_a_cell():
    """A cell that looks like a template is printed as it is."""
    assert compose(names("{name}"), Answer(format="<{name}>"), query()).text == "<{name}>"


def test_every_type_is_exact_in_the_value():
    """ISO dates and intervals; decimals and big integers keep every digit; lists are lists."""
    table = pa.table(
        {
            "d": [date(2026, 11, 21)],
            "t": [datetime.fromisoformat("2026-11-21T06:11:00.500")],
            "i": pa.array([(14, 3, 3_723_500_000_000)], pa.month_day_nano_interval()),
            "m": pa.array([Decimal("1234567890123456.70")], pa.decimal128(18, 2)),
            "h": pa.array([Decimal(2**100)], pa.decimal128(38, 0)),
            "n": [float("nan")],
            "l": [["a", None]],
            "b": [True],
            "s": [{"x": 1}],
            "g": [timedelta(hours=-1)],
        }
    )
    (row,) = compose(table, Answer(), query()).rows
    assert row == (
        "2026-11-21",
        "2026-11-21T06:11:00.500000",
        "P1Y2M3DT1H2M3.5S",
        Decimal("1234567890123456.70"),
        2**100,
        "nan",
        ["a", None],
        True,
        {"x": 1},
        "P-1DT23H",
    )


def star() -> pa.Table:
    return pa.table({"name": ["Lamp"], "_n": [1], "_page": ["http://x/"]})


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT * FROM t", ("name",)),
        ("SELECT t.* FROM t ORDER BY _n", ("name",)),
        ("SELECT *, _N FROM t", ("name", "_n")),
        ("SELECT name, _n, 'x' AS _page FROM t", ("name", "_n", "_page")),
        ("WITH w AS (SELECT *, _n FROM t) SELECT * FROM w", ("name",)),
        ("this is no SQL that sqlglot knows (", ("name", "_n", "_page")),
    ],
)
def test_implicit_columns_come_only_when_named(sql: str, columns: tuple[str, ...]):
    """`*` leaves out `_n` and its like, a name brings them; SQL that can't be read leaves nothing out."""
    assert compose(star(), Answer(), query(sql)).columns == columns


def test_a_scripts_result_keeps_all_its_columns():
    """Without SQL every column was written by somebody."""
    assert compose(star(), Answer(), None).columns == ("name", "_n", "_page")


def test_two_columns_of_one_name_hide_nothing():
    """A join may give one name twice: both stand in the answer."""
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2]), pa.array([3])], names=["id", "ID", "id_1"])
    answer = compose(table, Answer(), query())
    assert answer.columns == ("id", "ID_2", "id_1")
    assert answer.value == [{"id": 1, "ID_2": 2, "id_1": 3}]


def test_a_tables_text_is_aligned():
    """Without a format a table has its column heads, numbers stand to the right, a wide letter takes two places."""
    table = pa.table({"name": ["電", "Desk\nlamp"], "price": [Decimal("9.50"), Decimal("120.00")], "x": ["", None]})
    assert compose(table, Answer(), query()).text.splitlines() == [
        "name        price  x",
        "電           9.50",
        "Desk lamp  120.00",
    ]


def test_lists_and_maps_have_a_line_for_each_member():
    """The text of a list is one member a line; of a map `key: value`."""
    assert compose(names("Lamp", "Chair"), Answer(), query(column=True)).text == "Lamp\nChair"
    assert compose(PAIRS, Answer(shape="map"), query()).text == "Lamp: 12\nChair: 7"


def test_a_missing_value_has_an_empty_text():
    """NULL is null as a value, nothing as text."""
    answer = compose(names(None), Answer(), query(row=True, column=True))
    assert answer == AnswerValue(shape="value", columns=("name",), rows=((None,),), value=None, text="")
    assert json.dumps(answer.value) == "null"


@pytest.mark.parametrize(
    ("answer", "shape", "value"),
    [
        (7, "value", 7),
        (None, "value", None),
        (["a", "b"], "list", ["a", "b"]),
        ([], "list", []),
        ({"a": 1, "b": 2}, "map", {"a": 1, "b": 2}),
        ([{"a": 1, "b": "x"}, {"a": 2, "b": None}], "table", [{"a": 1, "b": "x"}, {"a": 2, "b": None}]),
    ],
)
def test_a_scripts_answer_has_the_shape_of_its_value(answer: object, shape: str, value: object):
    """Without a declared shape a script's value says it: mappings in a list are a table."""
    found = Scripted(answer).answer(Answer())
    assert (found.shape, found.value) == (shape, value)


def test_a_declared_shape_goes_before_the_scripts():
    """A list of one may be declared a value; a list of two may not."""
    assert Scripted([5]).answer(Answer(shape="value")).value == 5
    with pytest.raises(QueryError, match="single value"):
        Scripted([5, 6]).answer(Answer(shape="value"))


@pytest.mark.parametrize(
    ("answer", "columns", "rows"),
    [
        ([{"a": 1, "b": "x"}, {"a": 2, "c": [1, 2]}], ("a", "b", "c"), ((1, "x", None), (2, None, [1, 2]))),
        ([{}, {"a": 2}], ("a",), ((None,), (2,))),
        ({"total": 3, "name": "x"}, ("key", "value"), (("total", 3), ("name", "x"))),
        ([1, "x", 2.5], ("answer",), ((1,), ("x",), (2.5,))),
        ([{"m": {"a": 1}}, {"m": {"b": 2}}], ("m",), (({"a": 1},), ({"b": 2},))),
    ],
)
def test_no_part_of_a_scripts_answer_is_lost_or_changed(answer: object, columns: object, rows: object):
    """Every key of every row is a column, and a column may hold what the script put there, of any types."""
    found = Scripted(answer).answer(Answer())
    assert (found.columns, found.rows) == (columns, rows)


def test_a_scripts_answer_becomes_a_table_with_every_key():
    """What later stages read has the columns of all rows; a column of several types is refused with the way out."""
    assert Scripted([{}, {"a": 2}]).table.to_pylist() == [{"a": None}, {"a": 2}]
    with pytest.raises(QueryError, match=r"column 'value' has values of several types(.|\n)*leave `into:` out"):
        _ = Scripted({"total": 3, "name": "x"}).table


def test_an_expression_over_what_was_read_belongs_to_the_answer() -> None:
    """The engine calls it `_raw['price']`; what `*` brings along is left out as before."""
    columns = ["price", "_raw['price']", "_n"]
    assert visible(columns, "SELECT price, _raw['price'], _n FROM things") == (0, 1, 2)
    assert visible(["price", "_raw"], "SELECT * FROM things") == (0,)
