"""What comes over the studio's socket is a command of a known kind, within bounds, or nothing."""

import pytest

from webdart.errors import UsageError
from webdart.studio.commands import Point, Press, command_of


def test_commands_are_read() -> None:
    """Each becomes a value."""
    assert command_of('{"kind": "point", "do": "pressed", "x": 1, "y": 2}') == Point(
        kind="point", do="pressed", x=1, y=2
    )
    assert command_of('{"kind": "press", "key": "a", "text": "a"}') == Press(kind="press", key="a", text="a")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"kind": "quit"}',
        '{"kind": "point", "do": "pressed", "x": 1e9, "y": 2}',
        '{"kind": "point", "do": "pressed", "x": "NaN", "y": 2}',
        '{"kind": "press", "key": "a", "text": "far too long"}',
        '{"kind": "save", "file": "/etc/passwd"}',
        '{"kind": "run", "pages": -1}',
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    """No command says where a file is written, and no place lies beyond a page."""
    with pytest.raises(UsageError):
        command_of(text)
