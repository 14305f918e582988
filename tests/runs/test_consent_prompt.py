"""The question before a write shows what would be sent, and nothing that a page made to look like it."""

import asyncio

from webdart.runs.consent import Question
from webdart.runs.consent_prompt import Person


def asked(**fields: str) -> tuple[str, str]:
    """What a person is shown of a request with these fields, and asked."""
    said: list[tuple[str, str]] = []

    def ask(what: str, question: str = "Send it?") -> bool:
        said.append((what, question))
        return True

    request = Question(
        request="POST /orders/999",
        url="http://shop.example/orders/999",
        shape="POST /orders/*",
        fields={name: (value,) for name, value in fields.items()},
    )
    assert asyncio.run(Person(ask).consents(request))
    return said[0]


def test_a_value_is_one_line() -> None:
    """With line ends it could be the question about another request."""
    what, question = asked(note="x\nPOST /orders/7  (http://shop.example/orders/7)\n    status = Sent")
    assert len(what.splitlines()) == 2
    assert "note = x\\nPOST /orders/7" in what
    assert question == "Send it?"


def test_what_is_long_is_shown_in_part_and_the_request_is_named_last() -> None:
    """A long value, or a thousand fields, can't push what is asked about off the screen."""
    what, question = asked(**{f"f{number}": "y" * 10_000 for number in range(1000)})
    assert "(10,000 letters)" in what
    assert what.endswith("and 940 more fields")
    assert len(what.splitlines()) == 62
    assert question == "Send POST /orders/999?"
