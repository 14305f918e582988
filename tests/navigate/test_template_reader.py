"""Two readings of one page are the same where they say the same, however long they lie apart."""

from datetime import UTC, datetime

from webdart.navigate.walk.template_reader import difference
from webdart.records import Extraction
from webdart.records.model import Record
from webdart.workflow.model import Value


def found(value: Value, text: str) -> Extraction:
    record = Record(values={"no": 41, "changed": value}, raw={"changed": text}, link="http://tickets.example/41")
    return Extraction(verdict="found", records=(record,))


def test_a_text_that_grows_older_is_no_difference() -> None:
    moment = datetime(2026, 3, 2, 10, 0, 5, tzinfo=UTC)
    assert difference(found(moment, "5 seconds ago"), found(moment, "7 seconds ago")) == ""


def test_another_value_is_one() -> None:
    one, other = datetime(2026, 3, 2, 10, 0, 5, tzinfo=UTC), datetime(2026, 3, 2, 10, 0, 7, tzinfo=UTC)
    assert difference(found(one, "just now"), found(other, "just now")) == "row 1: changed"


def test_another_text_that_could_not_be_read_is_one() -> None:
    assert difference(found(None, "soon"), found(None, "later")) == "row 1: its key, its link or its texts"
