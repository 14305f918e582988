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
        ('{"success": "false"}', "success: false"),
        ('{"success": 0}', "success: 0"),
        ('{"error": true, "message": "Out of paper"}', "Out of paper"),
        ('{"error": 17}', "error: 17"),
        (
            '{"errors": [{"a": {"b": {"c": {"detail": "Too deep"}}}}]}',
            'errors: [{"a": {"b": {"c": {"detail": "Too deep"}}}}]',
        ),
        ('{"errors": {"message": {"detail": {"reason": {"title": "Out of paper"}}}}}', "Out of paper"),
        ('{"error": ' + "[" * 900 + '"Out of paper"' + "]" * 900 + "}", "Out of paper"),
        ('{"id": 7, "errors": [{"message": "Not allowed"}]}', "Not allowed"),
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
        '{"error": "0"}',
        '{"error": "none"}',
        '{"error": 0}',
        '{"errors": {"name": []}}',
        '{"errors": {"count": 0}}',
        '{"errors": {}}',
        '{"error": {"code": 0, "message": "success"}}',
        '{"id": 7, "status": "failed", "title": "Job"}',
        '{"id": 5, "error": "Overheating", "device": "Pump"}',
        '{"success": "true", "error": "No connection to the other server"}',
        '{"success": 1, "error": "No connection to the other server"}',
        '{"ok": "OK", "status": "error"}',
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
