"""Attacks on the sandbox: published escapes and our own, on every layer alone and together.

Each must be refused, fail, or be without effect: a secret in a file and in the engine's environment is not seen, a port
not reached, a path not written, the zygote lives, and the time is bounded.
"""

import contextlib
import os
import secrets
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pytest
from _pytest.mark import ParameterSet

from webdart_sandbox import Exceeded, Failed, Forbidden, Limits, Sandbox, ScriptJob, SqlJob, Unavailable
from webdart_sandbox.protocol import Ahead

HERE = Path(__file__).parent
_REFUSED = ("Failed", "Forbidden", "Exceeded")
LIMITS = Limits(seconds=0.4, cpu_seconds=5, memory_mb=64, output_mb=2, rows=10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainJob(ScriptJob):
    """A script for the test zygote: `kind` says which inner layer is left out, `without` which outer ones."""

    kind: str = "plain"
    without: tuple[str, ...] = ()

    @property
    def ahead(self) -> Ahead:
        """Nothing: no layer may stand that is left out."""
        return "nothing"

    def header(self) -> dict[str, object]:
        """As of a script, with what is left out."""
        return {**ScriptJob.header(self), "kind": self.kind, "without": list(self.without)}


@dataclass(slots=True)
class Canary:
    """A secret in a file and in the environment, a port and a path, none of which an attack may touch."""

    secret: str
    folder: Path
    port: int
    visits: list[bytes] = field(default_factory=list[bytes])

    def aim(self, program: str) -> str:
        """The program with the places of this canary."""
        places = {"@FILE@": str(self.folder / "secret"), "@OUT@": str(self.folder / "open" / "out")}
        for mark, place in (*places.items(), ("@PORT@", str(self.port))):
            program = program.replace(mark, place)
        return program

    def check(self, told: str) -> None:
        """Nothing was read, written or reached."""
        assert self.secret not in told
        assert "ESCAPED" not in told or told.startswith(_REFUSED), told  # an error shows the program's own line
        self.untouched()

    def untouched(self) -> None:
        """Nothing was written or reached."""
        assert not list((self.folder / "open").iterdir())
        assert (self.folder / "secret").read_text() == self.secret
        assert not self.visits


@pytest.fixture(scope="session")
def canary() -> Iterator[Canary]:
    folder = Path(tempfile.mkdtemp(prefix="canary-"))
    folder.chmod(0o755)
    (folder / "open").mkdir()
    (folder / "open").chmod(0o777)
    secret = secrets.token_hex(16)
    (folder / "secret").write_text(secret)
    (folder / "secret").chmod(0o644)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        canary = Canary(secret=secret, folder=folder, port=listener.getsockname()[1])
        watcher = threading.Thread(target=_watch, args=(listener, canary), daemon=True)
        watcher.start()
        yield canary
        listener.shutdown(socket.SHUT_RDWR)
        watcher.join(timeout=2)
    shutil.rmtree(folder)


def _watch(listener: socket.socket, canary: Canary) -> None:
    with contextlib.suppress(OSError):
        while True:
            visitor, _address = listener.accept()
            visitor.close()
            canary.visits.append(b"visit")


def users() -> list[ParameterSet]:
    """Root's tests run as both; an ordinary user can't become root."""
    ordinary = pytest.param("ordinary_zygote", id="second-user") if os.geteuid() == 0 else None
    return [pytest.param("plain_zygote", id="user"), *([ordinary] if ordinary else [])]


@pytest.fixture(scope="session", params=users())
def sandbox(request: pytest.FixtureRequest, canary: Canary) -> Iterator[Sandbox]:
    """The test zygote as root and as an ordinary user; a secret stands in the engine's environment."""
    made = Sandbox(entry=request.param, homes=(str(HERE),))
    os.environ["WEBDART_CANARY"] = canary.secret
    yield made
    del os.environ["WEBDART_CANARY"]
    made.close()


Attack = Callable[[ScriptJob | SqlJob], str]


@pytest.fixture
def attack(sandbox: Sandbox) -> Attack:
    """Run a job and give everything that came out, as text; the time is bounded and the sandbox lives on."""

    def run(job: ScriptJob | SqlJob) -> str:
        begun = time.monotonic()
        told = _outcome(sandbox, job)
        assert time.monotonic() - begun < job.limits.seconds + 5, "the deadline did not hold"
        return told

    return run


def _outcome(sandbox: Sandbox, job: ScriptJob | SqlJob) -> str:
    try:
        return repr(sandbox.start(job).result())
    except (Failed, Forbidden, Exceeded) as error:
        return f"{type(error).__name__}: {error}"
    except Unavailable as error:
        pytest.fail(f"the sandbox did not survive: {error}")


TABLE = pa.Table.from_pylist([{"a": 1, "b": "x"}])


def programs(name: str) -> list[ParameterSet]:
    """The programs of a file, with their titles."""
    parts = (HERE / "payloads" / name).read_text("utf-8").split("=== ")[1:]
    return [pytest.param(body, id=title) for title, _, body in (part.partition("\n") for part in parts)]


def lines(name: str) -> list[str]:
    """The lines of a file, comments left out."""
    return [
        line
        for line in (HERE / "payloads" / name).read_text("utf-8").splitlines()
        if line and not line.startswith("# ")
    ]


PROGRAMS = programs("programs.txt")
SYSTEM = programs("system.txt")
REACH = lines("reach.txt")
SOURCES = lines("sources.txt")
STATEMENTS = lines("sql.txt")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("source", PROGRAMS)
def test_a_hostile_script_achieves_nothing(attack: Attack, canary: Canary, source: str):
    """With every layer, a program out of the corpus neither reads, writes, reaches nor breaks anything."""
    canary.check(attack(ScriptJob(source=canary.aim(source), tables={}, limits=LIMITS)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("expression", REACH)
def test_no_expression_reaches_what_opens_files(attack: Attack, canary: Canary, expression: str):
    """No way to `open` evaluates to anything but an error."""
    source = canary.aim(f"o = {expression}\nanswer = 'ESCAPED ' + str(o) if o else 'no'")
    canary.check(attack(ScriptJob(source=source, tables={}, limits=LIMITS)))


@pytest.mark.parametrize("maker", SOURCES)
def test_a_source_that_exhausts_compilers_harms_only_its_child(attack: Attack, canary: Canary, maker: str):
    """Compilation happens in the child; whatever becomes of it, the next job runs."""
    canary.check(attack(ScriptJob(source=eval(maker), tables={}, limits=LIMITS)))
    assert "answer=2" in attack(ScriptJob(source="answer = 1 + 1", tables={}))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("source", PROGRAMS)
def test_the_outer_layers_hold_a_hostile_script_alone(attack: Attack, canary: Canary, source: str):
    """The same programs as plain Python: the walls alone keep file, port, path, environment and parent."""
    told = attack(PlainJob(source=canary.aim(source), tables={}, limits=LIMITS))
    assert canary.secret not in told
    canary.untouched()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("expression", REACH)
def test_the_outer_layers_hold_whatever_is_reached(attack: Attack, canary: Canary, expression: str):
    """In plain Python these expressions do give `open`, and it opens nothing."""
    source = canary.aim(f"o = {expression}\nanswer = o('@FILE@').read() if callable(o) else o")
    told = attack(PlainJob(source=source, tables={}, limits=LIMITS))
    assert canary.secret not in told
    canary.untouched()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("source", SYSTEM)
def test_the_outer_layers_hold_against_the_system(attack: Attack, canary: Canary, source: str):
    """System calls by every road Python has: none opens, makes, starts, signals or raises anything."""
    canary.check(attack(PlainJob(source=canary.aim(source), tables={}, limits=LIMITS)))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_hostile_statement_achieves_nothing(attack: Attack, canary: Canary, statement: str):
    """With every layer, a statement out of the corpus neither reads, writes, reaches nor breaks anything."""
    job = SqlJob(statement=canary.aim(statement), tables={"t": TABLE}, limits=LIMITS)
    canary.check(attack(job))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_locked_settings_and_walls_hold_a_statement_alone(attack: Attack, canary: Canary, statement: str):
    """The same statements without the allow-list, on the locked connection behind the walls."""
    told = attack(PlainJob(kind="raw", source=canary.aim(statement), tables={}, limits=LIMITS))
    assert canary.secret not in told
    canary.untouched()


OUTER = ("descriptors", "environment", "namespaces", "user", "capabilities", "landlock", "rlimits", "seccomp")
SAMPLE = [each for number, each in enumerate(SYSTEM) if number % 3 == 0]
REST = [each for number, each in enumerate(SYSTEM) if number % 3]


def without(attack: Attack, canary: Canary, source: str, layer: str) -> None:
    told = attack(PlainJob(source=canary.aim(source), tables={}, limits=LIMITS, without=(layer,)))
    assert canary.secret not in told
    canary.untouched()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("layer", OUTER)
@pytest.mark.parametrize("source", SAMPLE)
def test_no_outer_layer_is_the_only_one(attack: Attack, canary: Canary, source: str, layer: str):
    """The inner layer and one outer layer left out, the others still keep file, port, path and parent."""
    without(attack, canary, source, layer)


@pytest.mark.proof
@pytest.mark.parametrize("layer", OUTER)
@pytest.mark.parametrize("source", REST)
def test_no_outer_layer_is_the_only_one_for_the_rest(attack: Attack, canary: Canary, source: str, layer: str):
    """As above, with every other program of the corpus."""
    without(attack, canary, source, layer)


EVERY = (*OUTER, "privileges")
HARM = {each.id: str(each.values[0]) for each in SYSTEM}


def test_without_walls_the_corpus_does_harm(attack: Attack, canary: Canary):
    """The programs are no blanks: with no layer at all they read the secret and reach the port."""
    read = PlainJob(source=canary.aim(HARM["read by io"]), tables={}, limits=LIMITS, without=EVERY)
    assert canary.secret in attack(read)
    reach = PlainJob(source=canary.aim(HARM["a socket by TCP"]), tables={}, limits=LIMITS, without=EVERY)
    assert "ESCAPED" in attack(reach)
    write = PlainJob(source=canary.aim(HARM["mkdir"]), tables={}, limits=LIMITS, without=EVERY)
    assert "ESCAPED" in attack(write)
    (canary.folder / "open" / "out").rmdir()
    assert wait_for(lambda: bool(canary.visits))
    canary.visits.clear()


def wait_for(condition: Callable[[], bool]) -> bool:
    """Whether the condition comes true within two seconds."""
    patience = threading.Event()
    return any(condition() or patience.wait(0.02) for _ in range(100))
