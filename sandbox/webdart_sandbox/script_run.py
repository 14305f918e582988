"""Runs a script in the child, and sends back its answer.

By now the walls are up. The text is compiled here and not in the engine, because a hostile one can exhaust the
compiler.
"""

import ast
import gc
import re
import socket
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import duckdb
import pyarrow as pa

from webdart_sandbox import sql_run
from webdart_sandbox.answer_frames import frames
from webdart_sandbox.jobs import Failed, Forbidden
from webdart_sandbox.limits import Exceeded, Limits, over
from webdart_sandbox.printed import Printed
from webdart_sandbox.protocol import STREAM_BYTES, decode, encode, open_stream, receive_frame, send_frames
from webdart_sandbox.script_guards import Guards
from webdart_sandbox.script_policy import FILE, translate
from webdart_sandbox.script_values import rows_of, settled
from webdart_sandbox.sql_statement import approve

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What a child gets first: the text, which tables and columns there are, and the values of `params`."""

    source: str
    tables: Mapping[str, Sequence[str]]
    parameters: Mapping[str, object]
    limits: Limits
    now: datetime
    enclosed: bool = False
    """Whether every table follows at once, so that none need be asked for."""


def run(script: Script, wire: socket.socket, connection: sql_run.Connection | None) -> list[bytes]:
    """Compile and run; the frames of the pair of the answer and what was printed.

    Raises:
        Failed, Forbidden, Exceeded: see `jobs`.
    """
    enclosed = _read(wire, list(script.tables)) if script.enclosed else None
    needed: list[str] = []
    code = translate(script.source, lambda tree: needed.extend(_needed(tree, script.tables)))
    printed = Printed()
    sent = _receive(wire, needed, script) if enclosed is None else {name: enclosed[name] for name in needed}
    names = namespace(script, Arrows(sent, script.tables), connection, printed.write)
    try:
        exec(code, names)  # noqa: S102 - the one place where a script runs: guarded code, behind the walls
        return _answer(names, printed.text(), script.limits)
    except (Failed, Forbidden, Exceeded, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001 - a script can raise anything, SystemExit included
        raise Failed(_told(error, script.source), printed.text()) from None


def namespace(
    script: Script, arrows: "Arrows", connection: sql_run.Connection | None, write: Callable[[str], None]
) -> dict[str, object]:
    """The globals of a script: guards, builtins, `tables`, `sql` and `params`."""
    offered = {"tables": Tables(arrows), "params": dict(script.parameters), "sql": _sql(script, arrows, connection)}
    return Guards(write, script.now).namespace() | offered


class Arrows:
    """The Arrow tables that came; scripts never hold them, because what their attributes reach is unchecked."""

    def __init__(self, sent: Mapping[str, pa.Table], every: Mapping[str, Sequence[str]]) -> None:
        self.names = tuple(every)
        self._sent = sent

    def of(self, name: str) -> pa.Table:
        """The table as it came.

        Raises:
            KeyError: it isn't there, or the script does not name it.
        """
        if name in self._sent:
            return self._sent[name]
        if name in self.names:
            raise KeyError(
                f"write the name of the table {name!r} out in the script: only tables that it names are sent"
            )
        raise KeyError(f"no table {name!r}; there are {', '.join(sorted(self.names)) or 'none'}")


class Tables(Mapping[str, "list[dict[str, object]]"]):
    """The tables by name; rows are made when a script asks for them. It has no public attribute but a mapping's."""

    def __init__(self, arrows: Arrows) -> None:
        self._arrows = arrows
        self._rows: dict[str, list[dict[str, object]]] = {}

    def __getitem__(self, name: str) -> list[dict[str, object]]:
        if name not in self._rows:
            self._rows[name] = rows_of(self._arrows.of(name))
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrows.names)

    def __len__(self) -> int:
        return len(self._arrows.names)


def _needed(tree: ast.Module, tables: Mapping[str, Sequence[str]]) -> list[str]:
    """The tables whose names stand in a text of the script; all, where it walks over `tables` itself."""
    words: set[str] = set()
    loose, fixed = 0, 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.update(_WORD.findall(node.value.lower()))
            words.add(node.value.lower())
        elif isinstance(node, ast.Name) and node.id == "tables":
            loose += 1
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "tables":
            fixed += isinstance(node.slice, ast.Constant)
    everything = loose > fixed
    return [name for name in tables if everything or name.lower() in words or not name.isidentifier()]


def _receive(wire: socket.socket, needed: list[str], script: Script) -> dict[str, pa.Table]:
    if not needed:
        return {}
    send_frames(wire, [encode({"need": {name: list(script.tables[name]) for name in needed}})])
    return _read(wire, needed)


def _read(wire: socket.socket, names: Sequence[str]) -> dict[str, pa.Table]:
    if not names:
        return {}
    stream = wire.makefile("rb", buffering=STREAM_BYTES)
    return {name: open_stream(stream).read_all() for name in names}


def _sample() -> bytes:
    """A small table as it comes to a script."""
    table = pa.Table.from_pylist([{"number": 1, "text": "x", "list": ["y"]}])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


_SAMPLE = _sample()
_TRYOUT = "answer = [f'{row}' for row in tables['sample']]"


def warm(waited_for: Callable[[], bool] = lambda: False) -> None:
    """Compile and run a little, so that what loads at first use is loaded; ends early when somebody waits."""
    columns = {"sample": ["number", "text", "list"]}
    script = Script(source=_TRYOUT, tables=columns, parameters={}, limits=Limits(), now=datetime.now(UTC))
    needed: list[str] = []
    code = translate(script.source, lambda tree: needed.extend(_needed(tree, script.tables)))
    if waited_for():
        return
    ours, theirs = socket.socketpair()
    with ours, theirs:
        send_frames(ours, [encode({"need": needed})])
        decode(receive_frame(theirs, STREAM_BYTES))
        ours.sendall(_SAMPLE)
        arrows = Arrows(_read(theirs, needed), script.tables)
    if waited_for():
        return
    names = namespace(script, arrows, None, Printed().write)
    exec(code, names)  # noqa: S102 - our own text, guarded like any other
    _answer(names, "", script.limits)


def spare_room() -> object:
    """Memory that a thousand rows will take, so that the system need not give it page by page when they come.

    The interpreter keeps what was allocated for as long as a few of its neighbours, which are returned, are held.
    """
    return [{"n": n, "text": str(n), "half": n / 2} for n in range(1_500)][::250]


class SqlError(Exception):
    """What `sql()` raises in a script."""


def _sql(
    script: Script, arrows: Arrows, connection: sql_run.Connection | None
) -> Callable[..., list[dict[str, object]]]:
    loaded: set[str] = set()

    def sql(statement: str, /, **values: object) -> list[dict[str, object]]:
        """The rows of one SELECT over the tables; `$name` is bound from the keywords, else from `params`."""
        assert connection is not None  # it was opened because the script has the word `sql`
        if type(statement) is not str:
            raise TypeError("sql() takes a text")
        try:
            approved = approve(connection, statement, script.tables)
            for name in approved.reads.keys() - loaded:
                arrow = arrows.of(name)
                sql_run.load(connection, name, arrow.to_reader(), script.limits)
                loaded.add(name)
            return _select(connection, approved, {**script.parameters, **values}, script.limits)
        except (Failed, Forbidden) as error:
            raise SqlError(error.problem) from None

    return sql


def _select(
    connection: sql_run.Connection, approved: Any, values: Mapping[str, object], limits: Limits
) -> list[dict[str, object]]:
    missing = approved.parameters - values.keys()
    if missing:
        raise Failed(f"the statement names ${', $'.join(sorted(missing))}, which has no value")
    try:
        bound = {name: values[name] for name in approved.parameters}
        return rows_of(connection.sql(approved.statement, params=bound or None).to_arrow_table())
    except duckdb.Error as error:
        raise sql_run.explain(error, limits) from error


def _answer(namespace: Mapping[str, object], printed: str, limits: Limits) -> list[bytes]:
    if "answer" not in namespace:
        raise Failed("the script sets no `answer`", printed)
    answer = settled(namespace["answer"])
    if isinstance(answer, list) and len(cast("list[object]", answer)) > limits.rows:
        raise over("rows", limits)
    pair: list[object] = [answer, printed]
    gc.disable()  # as in `rows_of`: nothing that is made here can be garbage
    try:
        return frames(pair, limits)
    except TypeError as error:
        raise Failed(f"`answer` holds {error}", printed) from error
    finally:
        gc.enable()


_HINTS = {
    "open": "files can't be opened here; the data is in `tables`",
    "input": "there is nobody to ask; values are in `params`",
    "eval": "write the expression out",
    "exec": "write the statements out",
    "vars": "write the names out",
    "dir": "write the names out",
    "globals": "write the names out",
    "locals": "write the names out",
    "id": "compare with `is`",
}


def _told(error: BaseException, source: str) -> str:
    """The error with the script's own line."""
    if isinstance(error, RecursionError):
        message = "RecursionError: called or nested too deeply"
    else:
        message = f"{type(error).__name__}: {_text(error)}"
    if isinstance(error, NameError) and error.name in _HINTS:
        message += f"; {_HINTS[error.name]}"
    own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__, limit=-50) if frame.filename == FILE]
    if not own or own[-1] is None:
        return message
    lines = source.splitlines()
    line = lines[own[-1] - 1].strip() if own[-1] <= len(lines) else ""
    return f"line {own[-1]}: {message}\n  {line}"


def _text(error: BaseException) -> str:
    try:
        return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    except Exception:  # noqa: BLE001 - the text of a script's own exception is the script's own code
        return "(an error that can't be shown)"
