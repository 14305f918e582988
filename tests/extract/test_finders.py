"""What is found inside longer texts: days, amounts, numbers."""

import pytest

from webdart.extract.types import finders


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("No: 17 Out: 11 Feb 15", ["11 Feb 15"]),
        ("5-Dec-15, in stock", ["5-Dec-15"]),
        ("from 4 Mar 16 to 8 Mar 16", ["4 Mar 16", "8 Mar 16"]),
        ("11 Mar 10:32", ["11 Mar 10:32"]),
        ("5 Dec 10pm", ["5 Dec"]),
        ("5 Dec - 10 Dec 2015", ["5 Dec", "10 Dec 2015"]),
        ("5 Dec 10 Jan", ["5 Dec", "10 Jan"]),
        ("12 May, 18 people", ["12 May"]),
    ],
)
def test_a_year_may_have_two_digits(text: str, days: list[str]) -> None:
    """What is an hour, another day or the number of something is no year."""
    assert [found[0] for found in dict(finders("en-GB"))["date"].finditer(text)] == days
