"""Answers whose status is 200, and whose JSON says that nothing was done."""

import pytest

from webdart.page.answer_body import refusal_in


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"success": false, "message": "The name is taken"}', "The name is taken"),
        ('{"ok": false}', "ok: false"),
        ('{"data": null, "errors": [{"message": "Not allowed", "path": ["add"]}]}', "Not allowed"),
        ('{"error": {"code": 7, "detail": "Out of paper"}}', "Out of paper"),
        ('{"Status": "ERROR", "name": "Lamp"}', "status: ERROR"),
        ('{"errors": {"name": ["has already been taken"]}}', "has already been taken"),
    ],
)
def test_an_answer_that_says_no(body: str, said: str):
    """By what programs call it: a flag, an error, a state."""
    assert refusal_in("application/json; charset=utf-8", body.encode()) == said


@pytest.mark.parametrize(
    "body",
    [
        '{"success": true, "message": "Saved"}',
        '{"success": true, "errors": "No connection to the other server"}',
        '{"errors": [], "error": null, "status": "open"}',
        '[{"error": "of a record"}]',
        '{"ticket": {"error": "of a record"}}',
        '{"state": "done"',
        "[" * 100_000,
        '"error"',
    ],
)
def test_an_answer_that_does_not(body: str):
    """Nothing wrong, records, and what can't be read."""
    assert refusal_in("application/json", body.encode()) == ""


def test_only_json_is_read():
    """A page says it by its words."""
    assert refusal_in("text/html", b'{"ok": false}') == ""
