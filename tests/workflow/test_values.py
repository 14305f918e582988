"""Are parameters given as text read by their type, and refused in words?"""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from webdart.errors import SourceLine, UsageError
from webdart.workflow.model import Kind, Parameter, Scalar, Type
from webdart.workflow.parameters import coerce_parameter

AT = SourceLine("file.yaml", 2, 1)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("text", " as it is ", " as it is "),
        ("integer", "-12", -12),
        ("number", "4.5", 4.5),
        ("percentage", "12.5", 12.5),
        ("money", "1234.50", Decimal("1234.50")),
        ("currency", "eur", "EUR"),
        ("boolean", "Yes", True),
        ("boolean", "0", False),
        ("rating", "4", 4.0),
        ("date", "2024-02-29", date(2024, 2, 29)),
        ("datetime", "2024-02-29T10:00", datetime(2024, 2, 29, 10)),  # noqa: DTZ001 - cells carry no zone
        ("duration", "2h 15m", timedelta(hours=2, minutes=15)),
        ("duration", "1:05:00", timedelta(hours=1, minutes=5)),
        ("duration", "200ms", timedelta(milliseconds=200)),
        ("link", "https://shop.example/a", "https://shop.example/a"),
    ],
)
def test_a_text_is_read_by_the_parameters_type(kind: Kind, text: str, value: Scalar) -> None:
    """Each type reads its usual writing."""
    assert coerce_parameter(Parameter(name="p", type=Type(kind), at=AT), text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("integer", "1.5"),
        ("integer", "1_000"),
        ("integer", "99999999999999999999"),
        ("integer", "٣٤"),
        ("number", "nan"),
        ("number", "1e999"),
        ("percentage", "12.5 %"),
        ("money", "12,50"),
        ("currency", "euro"),
        ("boolean", "maybe"),
        ("date", "2026-02-30"),
        ("datetime", "2024-02-29T10:00+01:00"),
        ("duration", "soon"),
        ("duration", "12"),
        ("link", "javascript:alert(1)"),
        ("link", "http://[x"),
    ],
)
def test_what_is_not_of_the_type_is_refused_with_an_example(kind: Kind, text: str) -> None:
    """The message names the parameter and the type, the hint shows what would do."""
    with pytest.raises(UsageError, match=f"parameter p: .* is no {kind}") as caught:
        coerce_parameter(Parameter(name="p", type=Type(kind), at=AT), text)
    assert "give" in caught.value.hint


def test_choices_are_named() -> None:
    """A value that is none of the choices is told which there are."""
    parameter = Parameter(name="p", type=Type("text"), choices=("low", "high"), at=AT)
    assert coerce_parameter(parameter, "high") == "high"
    with pytest.raises(UsageError, match="none of its choices") as caught:
        coerce_parameter(parameter, "middle")
    assert "low, high" in caught.value.hint
