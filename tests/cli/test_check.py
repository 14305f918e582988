"""`webdart check` and `webdart schema`: a file is judged without being run."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

CHORE = """\
webdart: 1
name: shelf
description: What stands on the shelf.
params:
  n: 3
  word: {type: text, help: what to look for}
sites:
  desk: {url: "{{ env.DESK_URL }}", login: {at: /login, user: "{{ secret.CLERK }}", password: "{{ secret.PIN }}"}}
stages:
  - navigate: {start: "/all"}
  - extract: {into: things, fields: {name: text}}
  - execute: SELECT name FROM things WHERE name = $word LIMIT $n
"""


@pytest.fixture
def chore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file that needs a variable and two secrets, of which one secret is there."""
    monkeypatch.setenv("WEBDART_SECRET_PIN", "hunter2hunter2")
    (tmp_path / "shelf.yaml").write_text(CHORE)
    return str(tmp_path / "shelf.yaml")


def test_a_good_file_is_told_with_all_that_it_needs(cli: Any, chore: str):
    """Stages, parameters, variables and secrets on stdout; what is missing as warnings; exit 0."""
    said = cli("check", chore)
    assert said.code == 0
    for words in ("What stands on the shelf.", "1. navigate desk", "2. sql", "(has to be given)", "what to look for"):
        assert words in said.out
    assert said.err.splitlines() == [
        "warning: variable DESK_URL is not set",
        "warning: secret CLERK is nowhere: webdart secret set CLERK, or set WEBDART_SECRET_CLERK",
    ]
    assert "hunter2" not in said.out + said.err


def test_what_a_file_needs_as_json(cli: Any, chore: str):
    """The same as one object."""
    said = cli("check", chore, "--json").object
    assert said["secrets"] == ["CLERK", "PIN"]
    assert said["params"][0] == {"name": "n", "type": "integer", "default": 3, "help": ""}
    assert len(said["missing"]) == 2


def test_every_mistake_is_told_at_once(cli: Any, chore: str):
    """Exit 2, one line of file:line:column for each mistake, also with --json."""
    Path(chore).write_text(CHORE.replace("fields:", "feilds:").replace("start:", "strat:"))
    said = cli("check", chore)
    assert (said.code, said.out) == (2, "")
    assert f"{chore}:10:16: " in said.err
    assert f"{chore}:11:29: " in said.err
    told = cli("check", chore, "--json").object
    assert (told["exit"], len(told["error"]) >= 2) == (2, True)


def test_a_file_that_is_nowhere_is_misuse(cli: Any):
    """Neither a path nor a name of the library: exit 2, and the library's names."""
    said = cli("check", "nonesuch")
    assert said.code == 2
    assert "the library has" in said.err


def test_the_schema_is_json_schema(cli: Any):
    """One JSON document of draft 2020-12 on stdout."""
    said = cli("schema")
    assert said.code == 0
    assert json.loads(said.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    ("command", "used"),
    [
        ("query", {"--project", "--sandbox"}),
        ("check", {"--project", "--secrets", "--sandbox"}),
        ("doctor", {"--project", "--browser", "--sandbox"}),
    ],
)
def test_help_lists_only_options_that_are_used(cli: Any, command: str, used: set[str]):
    """What a command does not use is no option of it."""
    settings = {"--project", "--headed", "--slow", "--timeout", "--browser", "--proxy", "--ca-file", "--secrets"}
    settings |= {"--sandbox", "--yes"}
    assert settings & set(re.findall(r"--[a-z-]+", cli(command, "--help").out)) == used
    assert cli(command, "--slow", "1s", "x").code == 2
