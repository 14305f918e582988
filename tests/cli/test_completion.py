"""A shell completes commands, workflows, runs and tables."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import webdart
from tests.cli.conftest import Cli

CHORE = "webdart: 1\nstages:\n  - execute: {sql: SELECT 1 AS x, into: kept}\n  - execute: SELECT x FROM kept\n"


def completed(words: str, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> list[str]:
    """What bash would offer for the last word."""
    monkeypatch.setenv("_WEBDART_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    said = cli()
    assert said.code == 0, said.err
    return [line.partition(",")[2] for line in said.out.splitlines() if line]


def test_what_is_there_is_offered(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Commands and options; files, folders and the library; runs; the latest run's tables."""
    (tmp_path / "chore.yaml").write_text(CHORE)
    (tmp_path / "charts").mkdir()
    run = webdart.run(tmp_path / "chore.yaml", project=tmp_path).result.run
    assert run is not None
    assert completed("webdart expl", monkeypatch, cli) == ["explain"]
    assert completed("webdart run --limit-p", monkeypatch, cli) == ["--limit-pages"]
    assert completed("webdart run ch", monkeypatch, cli) == ["charts/", "chore.yaml"]
    assert "demo/top-reviewed" in completed("webdart run demo/", monkeypatch, cli)
    assert completed("webdart diff 2", monkeypatch, cli) == [run]
    assert completed("webdart export ke", monkeypatch, cli) == ["kept"]
    assert completed("webdart run none/", monkeypatch, cli) == []


def test_where_nothing_is_nothing_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    """A project without runs completes no table, and no message spoils the line."""
    assert completed("webdart export ", monkeypatch, cli) == []


@pytest.mark.parametrize(("shell", "place"), [("bash", "webdart"), ("zsh", "_webdart"), ("fish", "webdart.fish")])
def test_one_command_installs_it(shell: str, place: str, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The script lies where the shell looks, and says what is left to do; a shell that is there can read it."""
    for name, folder in (("HOME", "home"), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    said = cli("completion", "--install")
    assert said.code == 0
    (written,) = tmp_path.rglob(f"*/{place}")
    assert str(written) in said.err
    assert "_WEBDART_COMPLETE" in written.read_text()
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(written)], check=True, timeout=30)


def test_an_unknown_shell_is_asked_for(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    """Where SHELL names another one."""
    monkeypatch.setenv("SHELL", sys.executable)
    said = cli("completion")
    assert said.code == 2
    assert "bash, zsh, fish" in said.err
