"""Runs a forked child, from its one job to its one answer.

The child reads the job's header, locks itself in, and only then looks at untrusted content.
"""

import contextlib
import importlib.metadata
import platform
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import duckdb
import pyarrow as pa

from webdart_sandbox import script_run, sql_run, walls
from webdart_sandbox.jobs import Failed, Forbidden, Level, Unavailable
from webdart_sandbox.limits import Exceeded, Limits, over
from webdart_sandbox.protocol import HEADER_BYTES, MESSAGE_BYTES, Ahead, decode, encode, receive_frame, send_frames
from webdart_sandbox.walls import cgroup, trials

_OLDEST_RESTRICTEDPYTHON = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a runner gets: its socket, the job's header, the walls that it has to put up."""

    wire: socket.socket
    header: Mapping[str, object]
    cell: walls.Cell
    missing: tuple[walls.Missing, ...] | None = None
    """What could not be put up before the job came; None where nothing was tried."""
    database: sql_run.Connection | None = None
    """What was opened before the job came."""

    def text(self, key: str) -> str:
        """The text `key` of the header."""
        return cast("str", self.header[key])

    def now(self) -> datetime:
        """What the job takes for the present, in UTC."""
        return cast("datetime | None", self.header["now"]) or datetime.now(UTC)

    def confine(self, *, with_database: bool) -> sql_run.Connection | None:
        """Put up every wall; the locked database, which must be there before the last of them.

        Raises:
            Unavailable: a layer is missing that this job must not run without.
        """
        missing = walls.enter(self.cell) if self.missing is None else self.missing
        database = None
        if with_database:
            database = sql_run.lock(self.database or sql_run.open_database(), self.cell.limits, self.now())
        self._accept((*missing, *walls.seal(self.cell)))
        return database

    def _accept(self, missing: tuple[walls.Missing, ...]) -> None:
        level = cast("Level", self.header["level"])
        if not self.header["metered"]:
            missing = (*missing, walls.Missing("cgroup", always=False, note=cgroup.NONE))
        if level == "weak" or (self.header["trusted"] and level != "strict"):
            return
        fatal = [each for each in missing if each.always or level == "strict"]
        if fatal:
            told = "; ".join(f"{each.name} ({each.note})" for each in fatal)
            raise Unavailable(f"missing here: {told}", tuple(each.name for each in fatal))


@dataclass(frozen=True, slots=True)
class Reply:
    """A small answer, and the payload that follows it, if any."""

    answer: Mapping[str, object]
    payload: Sequence[bytes | pa.Buffer] = ()


Runner = Callable[[Task], Reply]


def versions() -> Mapping[str, str]:
    """What this process has loaded, for the host's records.

    Raises:
        RuntimeError: RestrictedPython is older than the first version that stops every published escape.
    """
    restricted = importlib.metadata.version("RestrictedPython")
    if int(restricted.split(".")[0]) < _OLDEST_RESTRICTEDPYTHON:
        raise RuntimeError(f"RestrictedPython {restricted} is too old; {_OLDEST_RESTRICTEDPYTHON}.0 or newer is needed")
    return {
        "python": platform.python_version(),
        "duckdb": duckdb.__version__,
        "pyarrow": pa.__version__,
        "restrictedpython": restricted,
    }


def serve(wire: socket.socket, zygote: int, runners: Mapping[str, Runner], ahead: Ahead) -> None:
    """Run the job that comes over `wire`, and answer; `ahead` says what to do before it comes."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    missing, database, room = None, None, None
    if ahead != "nothing":
        missing = walls.enter(walls.Cell(limits=Limits(), wire=wire.fileno(), zygote=zygote))
    if ahead == "script":  # touches those of the zygote's pages that every script touches, while nothing waits
        script_run.warm(lambda: _comes(wire))
        room = None if _comes(wire) else script_run.spare_room()
    if ahead == "database":
        database = _opened(wire)
    header = cast("dict[str, object]", decode(receive_frame(wire, HEADER_BYTES)))
    limits = Limits(**cast("dict[str, int]", header["limits"]))
    cell = walls.Cell(limits=limits, wire=wire.fileno(), zygote=zygote)
    task = Task(wire=wire, header=header, cell=cell, missing=missing, database=database)
    reply = _outcome(runners[cast("str", header["kind"])], task)
    del room  # held until now
    send_frames(wire, [encode(reply.answer), *reply.payload])


def _comes(wire: socket.socket) -> bool:
    return bool(select.select([wire], [], [], 0)[0])


def _opened(wire: socket.socket) -> sql_run.Connection | None:
    """A database for the job to come; None where that fails, and then the job tries again and says why."""
    with contextlib.suppress(duckdb.Error):
        database = sql_run.open_database()
        if not _comes(wire):
            sql_run.warm(database)
        return database
    return None


def _outcome(runner: Runner, task: Task) -> Reply:
    try:
        return runner(task)
    except (Failed, Forbidden, Unavailable, Exceeded) as error:
        return _report(error)
    except MemoryError:
        return _report(over("memory_mb", task.cell.limits))
    except Exception as error:  # noqa: BLE001 - a child's last words: without them the host could only guess
        return _report(Failed(f"{type(error).__name__}: {error}"))


def _report(error: Failed | Forbidden | Unavailable | Exceeded) -> Reply:
    match error:
        case Failed():
            kind, detail = "failed", error.printed
        case Forbidden():
            kind, detail = "forbidden", error.hint
        case Unavailable():
            kind, detail = "unavailable", " ".join(error.layers)
        case Exceeded():
            kind, detail = "exceeded", error.limit
    return Reply({kind: _words(error.problem), "detail": _words(detail)})


def _words(text: object) -> str:
    """The text of an error, which a script may have raised itself, with whatever in the place of a text."""
    return text[:MESSAGE_BYTES] if type(text) is str else "(an error that can't be shown)"


def _sql(task: Task) -> Reply:
    limits = task.cell.limits
    connection = task.confine(with_database=True)
    assert connection is not None
    statement = sql_run.Statement(
        source=task.text("statement"),
        tables=cast("dict[str, list[str]]", task.header["tables"]),
        parameters=cast("list[str]", task.header["parameters"]),
        limits=limits,
    )
    rows, result = sql_run.run(connection, task.wire, statement)
    return Reply({"rows": rows}, [result])


def _script(task: Task) -> Reply:
    limits, source, now = task.cell.limits, task.text("source"), task.now()
    connection = task.confine(with_database="sql" in source)  # it takes longer to open than most scripts to run
    script = script_run.Script(
        # empty lines before it, and every line has the number that people know it by
        source="\n" * (cast("int", task.header["first_line"]) - 1) + source,
        tables=cast("dict[str, list[str]]", task.header["tables"]),
        parameters=cast("dict[str, object]", task.header["parameters"]),
        limits=limits,
        now=now,
        enclosed=bool(task.header.get("enclosed")),
    )
    return Reply({"done": True}, script_run.run(script, task.wire, connection))


def _trial(task: Task) -> Reply:
    return Reply({"note": trials.hold(task.text("name"), task.cell)})


RUNNERS: Mapping[str, Runner] = {"sql": _sql, "script": _script, "trial": _trial}
