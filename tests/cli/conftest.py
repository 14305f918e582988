"""The command line as a function: arguments in; exit code, stdout and stderr out."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from webdart.cli.main import main


@dataclass(frozen=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def object(self) -> dict[str, object]:
        """The one JSON object on stdout."""
        return json.loads(self.out)


Cli = Callable[..., Said]


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> Cli:
    """Runs a command in this process, in an empty project."""
    del request
    (tmp_path / ".webdart").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def call(*words: str) -> Said:
        with pytest.raises(SystemExit) as left:
            main(words)
        said = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Said(left.value.code, said.out, said.err)

    return call


@pytest.fixture
def program() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a snippet of Python in a process of its own, with the package on its path."""

    def call(code: str, environment: Mapping[str, str] | None = None, *flags: str) -> subprocess.CompletedProcess[str]:
        path = ":".join(place for place in sys.path if place)
        return subprocess.run(
            [sys.executable, *flags, "-c", code],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": path, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return call
