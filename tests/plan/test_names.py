"""What may templates name in a run, and what of it is data?"""

import pytest

from webdart.errors import QueryError, UsageError
from webdart.plan import RunNames
from webdart.secret import Secret

NAMES = RunNames({"n": 3}, {"URL": "http://a.example/"}, {"KEY": Secret("KEY", "geheim")})


def test_the_files_own_words_are_no_data() -> None:
    """Parameters, variables and secrets are found, and may stand anywhere."""
    assert NAMES.look_up(("n",)) == 3
    assert NAMES.look_up(("env", "URL")) == "http://a.example/"
    assert NAMES.look_up(("env", "OTHER")) is None
    assert NAMES.look_up(("secret", "KEY")) == Secret("KEY", "geheim")
    assert not any(NAMES.is_data(name) for name in (("n",), ("env", "URL"), ("secret", "KEY")))


def test_a_row_is_data_only_if_a_select_gave_it() -> None:
    """Rows of a list in the file are the file's own words."""
    own, data = NAMES.with_row({"a": "x"}, data=False), NAMES.with_row({"a": "x"}, data=True)
    assert own.look_up(("row", "a")) == data.look_up(("row", "a")) == "x"
    assert not own.is_data(("row", "a"))
    assert data.is_data(("row", "a"))
    with pytest.raises(UsageError, match="only inside `for_each`"):
        NAMES.look_up(("row", "a"))
    with pytest.raises(QueryError, match="no column 'b'"):
        own.look_up(("row", "b"))


def test_a_result_gives_the_column_of_its_only_row() -> None:
    """No row, two rows and an unknown column are errors that say so."""
    one = NAMES.with_result("top", ["name"], [["Lamp"]])
    assert one.look_up(("top", "name")) == "Lamp"
    assert one.is_data(("top", "name"))
    with pytest.raises(QueryError, match="has 0"):
        NAMES.with_result("top", ["name"], []).look_up(("top", "name"))
    with pytest.raises(QueryError, match="has 3"):
        NAMES.with_result("top", ["name"], [["a"], ["b"], ["c"]]).look_up(("top", "name"))
    with pytest.raises(QueryError, match="did you mean `name`"):
        one.look_up(("top", "nme"))
    with pytest.raises(UsageError, match="no value is called 'm'"):
        one.look_up(("m",))
