"""Reads what a person types at a terminal: with a history that is kept, and with completion."""

import re
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType

from webdart.errors import WebdartError
from webdart.identifier import INSIDE

_MOST = 1000  # lines of the history
_NAME = re.compile(rf"(?:{INSIDE})*$")
Names = Callable[[], Mapping[str, Sequence[str]]]


@contextmanager
def edited(history: Path, names: Names) -> Generator[Callable[[str], str]]:
    """Gives what asks for one line, as `input` does; `names` are tables with their columns, read when Tab is pressed.

    What comes from a file or a pipe is read without a prompt; nothing of it is kept.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield lambda _: input()
        return
    editor = _editor()
    if editor is None:  # Python without readline: lines alone
        yield input
        return
    with suppress(OSError):
        editor.read_history_file(history)
    editor.set_history_length(_MOST)
    editor.set_completer(Completer(names))
    editor.set_completer_delims(re.sub(r"[.]", "", editor.get_completer_delims()))
    editor.parse_and_bind("bind ^I rl_complete" if "libedit" in (editor.__doc__ or "") else "tab: complete")
    try:
        yield input
    finally:
        editor.set_completer(None)
        with suppress(OSError):
            history.touch(mode=0o600)
            editor.write_history_file(history)


class Completer:
    """Completes the word before the cursor, as readline asks: one possibility a call. It never fails."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._found: list[str] = []

    def __call__(self, typed: str, place: int) -> str | None:
        """The possibility at a place, None after the last."""
        if place == 0:
            self._found = self._possible(typed)
        return self._found[place] if place < len(self._found) else None

    def _possible(self, typed: str) -> list[str]:
        try:
            tables = self._names()
        except (WebdartError, OSError):  # a key that is pressed ends no session
            return []
        if typed.startswith("."):
            return [one for one in (".tables", ".quit") if one.startswith(typed)]
        before, dot, _ = typed.rpartition(".")
        if dot:
            return [f"{before}.{one}" for one in tables.get(before, ()) if f"{before}.{one}".startswith(typed)]
        columns = dict.fromkeys(one for table in tables.values() for one in table)
        known = [one for one in (*tables, *columns) if one.startswith(typed)]
        # a word of SQL beside a name would leave the line as it is until more is typed
        return known or [one for one in _words() if one.startswith(typed.upper())]


@cache
def _words() -> tuple[str, ...]:
    from sqlglot.dialects.duckdb import DuckDB

    return tuple(sorted(word for word in DuckDB.Tokenizer.KEYWORDS if word.isalpha()))


def _editor() -> ModuleType | None:
    try:
        import readline
    except ModuleNotFoundError:
        return None
    return readline
