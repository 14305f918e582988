"""The habits that no linter checks: sizes, what is never called, what every command and every wheel has."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import click
import pytest

from webdart.cli.main import COMMANDS, cli
from webdart.workflow import loads

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((*ROOT.glob("webdart/**/*.py"), *ROOT.glob("sandbox/**/*.py")))

TESTS = sorted(ROOT.glob("tests/**/test_*.py"))

AIM, MOST = 350, 600
"""Lines of a module: what is aimed at, and what needs an entry below."""

LONG: dict[str, str] = {}
"""Modules over 600 lines, each with its reason. One that has become shorter must leave the list."""

NEVER = {"eval", "exec", "compile", "pickle", "marshal", "shelve", "dill", "cloudpickle"}
"""Calls and modules that would run what they read."""

MAY_COMPILE = "sandbox/webdart_sandbox/"
"""Where `compile` and `exec` belong: in the child, behind its walls. What comes back is never evaluated."""


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_modules_are_short_or_say_why_not():
    """Nine in ten have at most 350 lines; a drawer of over 600 needs a reason above."""
    lengths = {place(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name for name, lines in lengths.items() if lines > MOST} == set(LONG)
    wide = sorted(name for name, lines in lengths.items() if lines > AIM)
    assert len(wide) <= len(lengths) / 10, f"split one of {', '.join(wide)}"


PREPOSITIONS = frozenset(
    [
        "about",
        "above",
        "across",
        "after",
        "against",
        "along",
        "among",
        "around",
        "as",
        "aside",
        "at",
        "away",
        "before",
        "behind",
        "below",
        "beneath",
        "beside",
        "between",
        "beyond",
        "by",
        "down",
        "during",
        "for",
        "from",
        "in",
        "inside",
        "into",
        "near",
        "of",
        "off",
        "on",
        "onto",
        "out",
        "outside",
        "over",
        "past",
        "per",
        "since",
        "through",
        "to",
        "toward",
        "under",
        "until",
        "up",
        "upon",
        "via",
        "with",
        "within",
        "without",
    ]
)
RIDDLES = frozenset(
    [
        "again",
        "ahead",
        "alike",
        "alone",
        "another",
        "apart",
        "begun",
        "bits",
        "bound",
        "built",
        "called",
        "chosen",
        "constant",
        "courtesy",
        "done",
        "drawn",
        "early",
        "else",
        "fit",
        "fresh",
        "found",
        "further",
        "gone",
        "handles",
        "held",
        "helper",
        "helpers",
        "honest",
        "kept",
        "kindred",
        "known",
        "leaves",
        "likely",
        "likewise",
        "listing_",
        "lone",
        "made",
        "manager",
        "meant",
        "met",
        "moved",
        "must",
        "once",
        "own",
        "patience",
        "places",
        "plausible",
        "pressed",
        "said",
        "seen",
        "sought",
        "so",
        "standing",
        "sundry",
        "taken",
        "told",
        "tied",
        "turned",
        "twice",
        "underway",
        "unseen",
        "useful",
        "utils",
        "vacant",
        "vacated",
        "whole",
        "whose",
        "wild",
        "wrong",
    ]
)
"""Words that name no thing and no act: a module called so has to be opened before anybody knows what it holds."""

NOUNS = frozenset(
    [
        "ending",
        "feed",
        "grounding",
        "heading",
        "listing",
        "mapping",
        "misreading",
        "naming",
        "reading",
        "recording",
        "seed",
        "setting",
        "speed",
        "string",
        "typing",
    ]
)
"""Nouns that end like a participle."""

NAMED: dict[str, str] = {
    "webdart/model/roles/subtask_manager.py": "the role's name in the paper",
    "webdart/extract/page/observed.py": "to be renamed with the reading core",
    "webdart/extract/columns/leaves.py": "the leaves of a tree",
    "sandbox/webdart_sandbox/helper.py": "the helper process",
    "sandbox/webdart_sandbox/printed.py": "to be renamed with the walls",
}
"""Names that the rule refuses and that stay, each with its reason. One that has gone must leave the list."""

SITES = ("webdart/demo/", "tests/sites/")
"""The sites that the tests run on: their modules are called as pages are."""


def refused(stem: str) -> bool:
    """The last word of a name says what it is: no preposition, adverb, participle or adjective."""
    words = stem.removeprefix("test_").split("_")
    head = words[-1]
    participle = head.endswith(("ed", "ing")) and len(head) > 4 and head not in NOUNS
    return participle or head in PREPOSITIONS or head in RIDDLES


def test_a_module_is_named_for_what_it_holds():
    """A noun or a verb of the field, in webdart, in the sandbox and in the tests."""
    modules = [*SOURCES, *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/*.py")]
    found = {place(path) for path in modules if refused(path.stem) and not place(path).startswith(SITES)}
    assert found == set(NAMED)


TEST_HELPERS = {"tests.runs.test_journal", "tests.table.test_recovery"}
"""Test modules that run themselves in another process."""


def test_no_test_imports_another():
    """What several test modules need is a module of its own."""
    found: list[str] = []
    for path in ROOT.glob("tests/**/*.py"):
        names = re.findall(r"^from (tests\.[\w.]*\btest_\w+) import", path.read_text(), re.MULTILINE)
        found += [f"{place(path)}: {name}" for name in names if not name.startswith(tuple(TEST_HELPERS))]
    assert found == []


@cache
def calls() -> Sequence[tuple[str, str, int]]:
    """Everything that is called or imported: the module, its dotted name, its line."""
    return [(place(path), name, line) for path in SOURCES for name, line in _calls(ast.parse(path.read_text()))]


def _calls(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node.lineno
        elif isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{name.name}", node.lineno) for name in node.names)


def test_what_is_left_out_of_the_gate_is_in_the_proof():
    """Every module with tests that only the proof runs is below a path that some part of it names."""
    proof = ROOT / ".ci" / "proof.py"
    named = {
        node.value.rstrip("/")
        for node in ast.walk(ast.parse(proof.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("tests/")
    }
    left = {place(path) for path in TESTS if re.search(r"mark\.(proof|sampled)\b", path.read_text())}
    assert left, "the marks are called otherwise"
    assert not {name for name in left if not any(name == path or name.startswith(f"{path}/") for path in named)}
    assert not {path for path in named if not path.endswith("_") and not (ROOT / path).exists()}


@pytest.mark.xdist_group("calls")
def test_nothing_that_was_read_is_ever_run():
    """No eval, pickle or marshal; `exec` and `compile` only in the sandbox's child."""
    found: list[str] = []
    for module, name, line in calls():
        sandboxed = name in {"exec", "compile"} and module.startswith(MAY_COMPILE)
        if name.split(".")[0] in NEVER and not sandboxed:
            found.append(f"{module}:{line}: {name}")
    assert found == []


SLEEPS = {"time.sleep", "asyncio.sleep", "sleep"}

MAY_SLEEP = {
    "webdart/cli/change_watch.py": "from one look to the next, as long as the person said",
    "webdart/cli/edit_watch.py": "from one look at a file to the next: a file gives no event",
}
"""Modules that wait for time, each with its reason: a pace, a back-off, a slow site that was asked for."""


@pytest.mark.xdist_group("calls")
def test_nobody_waits_for_time():
    """Code waits for a condition with a deadline; the few that wait for time say why."""
    found = [f"{module}:{line}: {name}" for module, name, line in calls() if name in SLEEPS and module not in MAY_SLEEP]
    assert found == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_an_example_and_a_place_in_the_readme(name: str):
    """What it does in a line that the list of commands shows whole, a call to copy, and a mention for readers."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help is not None
    assert "\b" in command.help
    assert f"    webdart {name}" in command.help
    assert not command.get_short_help_str(limit=60).endswith("...")
    assert f"webdart {name}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_line_of_help(name: str):
    """Nobody has to guess what a flag does."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = [item for item in command.params if isinstance(item, click.Option)]
    assert [item.name for item in options if not item.help] == []


def test_the_readme_begins_with_something_that_runs():
    """Within the first screen: what it is, how to install it, a workflow, its command and its output."""
    top = (ROOT / "README.md").read_text().splitlines()[:50]
    said = "\n".join(top)
    assert "pipx install webdart " not in said  # nothing of that name is published
    for words in ("make demo", "make test", "pipx install .", "webdart: 1", "webdart run", "stages:"):
        assert words in said


def test_the_readmes_workflow_is_right():
    """What stands on the first screen can be copied into a file and run."""
    blocks = (ROOT / "README.md").read_text().split("```yaml")[1:]
    first, writing = (block.split("```")[0].split("\n", 1)[1] for block in blocks)
    assert loads(first).variables == ("SHOP_URL",)
    assert len(first.splitlines()) <= 10
    head, _, _ = first.partition("  - execute:")
    whole = head.replace("sites: {shop:", "sites: {orders:").replace("products", "orders") + writing
    assert loads(whole.replace("price: money", "status: text, placed: datetime")).stages
