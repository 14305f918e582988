"""`webdart check` and `webdart schema`: a file is judged without being run."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from webdart.workflow.model import Kind

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


def test_secrets_that_blank_words_or_are_not_blanked_are_told(cli: Any, chore: str, monkeypatch: pytest.MonkeyPatch):
    """One whose text stands in an address or the file, and one too short to be told from prose; neither is shown."""
    monkeypatch.setenv("DESK_URL", "https://desk.example/clerk-9/")
    monkeypatch.setenv("WEBDART_SECRET_CLERK", "clerk-9")
    monkeypatch.setenv("WEBDART_SECRET_PIN", "777")
    said = cli("check", chore)
    assert said.code == 0
    first, second = said.err.splitlines()
    assert "the text of secret CLERK stands in what is no secret" in first
    assert "secret PIN has fewer than 4 characters" in second
    assert "clerk-9" not in said.err
    assert "777" not in said.err


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
        ("doctor", {"--project", "--browser", "--sandbox", "--python-engine"}),
    ],
)
def test_help_lists_only_options_that_are_used(cli: Any, command: str, used: set[str]):
    """What a command does not use is no option of it."""
    settings = {"--project", "--headed", "--slow", "--timeout", "--browser", "--proxy", "--ca-file", "--secrets"}
    settings |= {"--sandbox", "--python-engine", "--yes"}
    assert settings & set(re.findall(r"--[a-z-]+", cli(command, "--help").out)) == used
    assert cli(command, "--slow", "1s", "x").code == 2


SHELF = """\
webdart: 1
params: {most: money, since: {type: date, default: 2026-01-01}, word: text}
sites: {desk: "http://127.0.0.1:1/"}
stages:
  - navigate: {start: "/all"}
  - extract: {into: things, fields: {name: text, price: money, tags: [text], seen: date}}
"""

RIGHT = (
    "SELECT name, price FROM things WHERE price < $most AND seen >= $since",
    "SELECT * FROM things WHERE strptime(name, $word) > $since",  # fails on this very sample alone
    "SELECT count(*) FROM _listings WHERE verdict <> 'complete'",
    "SELECT name, _page FROM things LIMIT CAST($most AS INTEGER)",
    "SELECT [upper(tag) FOR tag IN tags] FROM things",
    "SELECT sum(n) FROM generate_series(1, 3) AS s(n)",
)


@pytest.mark.parametrize("sql", RIGHT)
def test_sql_that_duckdb_takes_is_right(cli: Any, tmp_path: Path, sql: str):
    """Whatever depends on a row or on a parameter's value is no mistake of the file."""
    (tmp_path / "shelf.yaml").write_text(f"{SHELF}  - execute: {json.dumps(sql)}\n")
    said = cli("check", "shelf.yaml")
    assert (said.code, said.err) == (0, "")


WRONG = {
    "SELECT name FROM things WHERE": "Parser Error",
    "SELECT name FROM things ORDER price": "Parser Error",
    "SELECT name + tags FROM things": "Binder Error",
    "SELECT date_trunc(seen, seen) FROM things": "Binder Error",
    "SELECT sum(name) FROM things": "Binder Error",
}


@pytest.mark.parametrize("sql", WRONG)
def test_sql_that_duckdb_does_not_take_is_a_mistake_at_its_line(cli: Any, tmp_path: Path, sql: str):
    """Exit 2 with file:line:column and DuckDB's first line, before anything is walked."""
    (tmp_path / "shelf.yaml").write_text(f"{SHELF}  - execute: {json.dumps(sql)}\n")
    said = cli("check", "shelf.yaml")
    assert said.code == 2
    assert re.match(rf"shelf\.yaml:7:\d+: DuckDB does not take this SQL: {WRONG[sql]}", said.err)


CALLED_AS_SQL = {
    "SELECT name, from, max(to) AS m FROM things": '"from", "to"',
    'SELECT name, "to", from FROM things': '"from"',
    "SELECT name, at FROM things ORDER BY name": '"at"',
    "SELECT name FROM things ORDER BY name LIMITT 3": "",
    "SELECT name,, price FROM things": "",
}


@pytest.mark.parametrize(("sql", "quoted"), CALLED_AS_SQL.items())
def test_a_column_called_as_a_word_of_sql_is_to_be_quoted(cli: Any, tmp_path: Path, sql: str, quoted: str):
    """Fields are called `from` and `to` as often as not: said where quotes let DuckDB read the statement."""
    shelf = SHELF.replace("name: text", "name: text, from: text, to: text, at: text")
    (tmp_path / "shelf.yaml").write_text(f"{shelf}  - execute: {json.dumps(sql)}\n")
    told = re.findall(r"is written in quotes: (.*)", cli("check", "shelf.yaml").err)
    assert told == ([quoted] if quoted else [])


def test_sql_that_may_not_run_is_a_mistake_too(cli: Any, tmp_path: Path):
    """What the sandbox would refuse after the walk is refused before it."""
    (tmp_path / "shelf.yaml").write_text(f"{SHELF}  - execute: SELECT nosuch(name) FROM things\n")
    said = cli("check", "shelf.yaml")
    assert (said.code, "shelf.yaml:7:14: the statement may not run: the function nosuch()" in said.err) == (2, True)


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_parameter_of_any_type_has_a_sample(cli: Any, tmp_path: Path, kind: str):
    """A parameter without a default is tried as a value of its type."""
    text = SHELF.replace("word: text", f"word: {kind}") + "  - execute: SELECT $word AS it FROM things\n"
    (tmp_path / "shelf.yaml").write_text(text)
    assert cli("check", "shelf.yaml").code == 0


def test_a_later_statement_sees_what_an_earlier_one_makes(cli: Any, tmp_path: Path):
    """A computed table has the columns of its SELECT; of what a script makes nothing is claimed but grammar."""
    made = "  - execute: {into: cheap, sql: SELECT name AS label FROM things}\n"
    script = "  - execute: {into: scored, python: 'answer = [1]'}\n"
    path = tmp_path / "shelf.yaml"
    path.write_text(f"{SHELF}{made}{script}  - execute: SELECT upper(label) FROM cheap\n")
    assert cli("check", "shelf.yaml").code == 0
    path.write_text(f"{SHELF}{made}{script}  - execute: SELECT sum(label) FROM cheap\n")
    assert "shelf.yaml:9:" in cli("check", "shelf.yaml").err
    path.write_text(f"{SHELF}{made}{script}  - execute: SELECT sum(score) FROM scored\n")
    assert cli("check", "shelf.yaml").code == 0


def test_a_question_is_said_to_need_a_model(cli: Any, tmp_path: Path):
    """A file with `ask:` is right, but nobody is there to put it to; with a model there is nothing to say."""
    (tmp_path / "shelf.yaml").write_text(SHELF + "  - execute: {ask: How many things are there?}\n")
    said = cli("check", "shelf.yaml")
    assert said.code == 0
    assert said.err.startswith("warning: shelf.yaml:7:")
    assert "`ask:` needs a model: set WEBDART_MODEL" in said.err
    (tmp_path / "webdart.toml").write_text('model = "m"')
    assert cli("check", "shelf.yaml").err == ""


ONLY_LATER = {
    "expect: {all: n >}": (": DuckDB does not take this SQL: Parser Error", "  - execute: SELECT n FROM t"),
    "expect: {all: n > 0; DROP TABLE t}": (": DuckDB does not take this SQL: Parser", "  - execute: SELECT n FROM t"),
    "key: n": ("script failed: line 7: '(' was never closed", "  - execute: {python: 'answer = ('}"),
    "key: [n]": ("the script may not run: line 7: ", "  - execute: {python: 'import os'}"),
    "in: A": ("the answer is declared a value", "  - execute: SELECT n, name FROM t\nanswer: {shape: value}"),
    "in: B": ("answer.format names {other}", "  - execute: SELECT * FROM t\nanswer: {format: '{other}'}"),
    "in: C": ("`{n:.2f}` is no column", "  - execute: SELECT n FROM t\nanswer: {format: '{n:.2f}'}"),
    "in: D": ("the answer is declared a map", "  - execute: SELECT n FROM t\nanswer: {shape: map}"),
}
FILE = "webdart: 1\nsites: {s: 'http://127.0.0.1:9/'}\nstages:\n  - navigate: {}\n  - extract:\n"


@pytest.mark.parametrize("key", ONLY_LATER)
def test_what_would_fail_after_the_walk_is_told_before_it(cli: Any, tmp_path: Path, key: str):
    """`check` says what cannot come right, whatever the site has."""
    words, stage = ONLY_LATER[key]
    (tmp_path / "c.yaml").write_text(f"{FILE}      {{into: t, {key}, fields: {{n: integer, name: text}}}}\n{stage}\n")
    said = cli("check", "c.yaml")
    assert (said.code, words in said.err) == (2, True), said.err
    assert said.err.startswith("c.yaml:")


def test_a_run_says_it_before_it_opens_the_site(cli: Any, tmp_path: Path):
    """The same mistakes, each an item, with no run begun."""
    wrong = "  - execute: SELECT nope(n) FROM t\n  - execute: {python: 'answer = ('}\n"
    (tmp_path / "c.yaml").write_text(f"{FILE}      {{into: t, fields: {{n: integer, name: text}}}}\n{wrong}")
    said = cli("run", "c.yaml", "--json")
    assert (said.code, said.object["run"], len(said.object["error"])) == (2, None, 2)
    assert not list((tmp_path / ".webdart").glob("runs/*"))


@pytest.mark.parametrize(
    ("text", "words", "name", "count"),
    [
        ("webdart: 1\nname: top-ten\nstages: 3\n", ("run", "--json", "-p", "x=1", "c.yaml"), "top-ten", 1),
        ("webdart: 1\nstages: 3\n", ("run", "--json", "-p", "x", "c.yaml"), "c", 1),
        ("webdart: 1\nstages:\n  - execute: {ask: How many?}\n", ("run", "c.yaml", "--json"), "c", 1),
        ("webdart: 1\nparams: {a: text}\n", ("run", "c.yaml", "--json"), "c", 1),
        (
            "webdart: 1\nparams: {a: {type: text}}\nstages:\n  - execute: SELECT $a\n",
            ("run", "-p", "b=1", "c.yaml", "--json"),
            "c",
            2,
        ),
    ],
)
def test_what_never_began_is_told_as_an_object(
    cli: Any, tmp_path: Path, text: str, words: tuple[str, ...], name: str, count: int
):
    """With the workflow's own name, no run, and each mistake as an item."""
    (tmp_path / "c.yaml").write_text(text)
    said = cli(*words)
    told = said.object
    assert (said.code, told["run"], told["workflow"], len(told["error"])) == (2, None, name, count), told
