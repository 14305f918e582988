"""The reference of the workflow file is complete, and its examples are right."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from click.testing import CliRunner

from webdart.cli.main import COMMANDS, cli
from webdart.execute.dry_run import rehearse
from webdart.execute.sandbox import SandboxCompute
from webdart.settings import Settings
from webdart.workflow import loads
from webdart.workflow.codes import Code
from webdart.workflow.manual import Section, find, sections
from webdart.workflow.schema import json_schema

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
"""The README is not among them: tests/test_house.py reads its two files."""

SITE = 'sites: {shop: "https://shop.example/"}'
NAVIGATE = "- navigate: {start: /shop/}"
EXTRACT = "- extract: {into: products, fields: {name: text, price: money, reviews: integer, url: link}}"
SELECT = "- execute: SELECT name FROM products"
TOP = ("name", "description", "params", "sites", "answer", "budget", "needs", "stages")
EXTRACTS = ("into", "each", "in", "key", "fields", "detail", "tables", "expect", "source")
ACTS = ("for_each", "rows", "writes", "steps", "verify", "on_error", "objective")


def fenced(text: str, language: str) -> Iterator[str]:
    """The blocks of a page in one language, without what may stand behind its name; less those that are wrong on purpose."""
    yield from re.findall(
        rf"(?<!<!-- wrong -->\n)^```{language}(?: [^\n]*)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL
    )


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def whole(block: str) -> str:
    """A fragment as a whole file: what it leaves out is added around it, as the reference promises."""
    words = re.match(r"(?:#[^\n]*\n)*(- )?([a-z_]+)", block)
    assert words is not None, block
    key = words[2]
    if words[1] or key in TOP:
        return _file(block) if not words[1] else _stages(block)
    if key in EXTRACTS:
        into = "" if key == "into" else "    into: items\n"
        return _stages(f"{NAVIGATE}\n- extract:\n{into}{indented(block, 4)}")
    if key in ACTS:
        steps = "" if re.search(r"^(steps|objective):", block, re.MULTILINE) else "      steps: [{open: /}]\n"
        return _stages(f"{NAVIGATE}\n{EXTRACT}\n- execute:\n    act:\n{steps}{indented(block, 6)}")
    if key == "login":
        return _file(f'sites:\n  desk:\n    url: "https://desk.example/"\n{indented(block, 4)}')
    return block


def _file(block: str) -> str:
    """A file with the format, a site and stages, where it has none of its own."""
    stages = f"stages:\n  {NAVIGATE}\n  {EXTRACT}\n  {SELECT}\n"
    head = "" if block.startswith("webdart:") else "webdart: 1\n"
    site = "" if re.search(r"^sites:", block, re.MULTILINE) else f"{SITE}\n"
    uses = "- use:" in block
    body = re.sub(r"^stages:\n", f"stages:\n  {NAVIGATE}\n  {EXTRACT}\n", block, flags=re.MULTILINE)
    if re.search(r"^stages:", block, re.MULTILINE):
        begins_well = re.search(r"^stages:\n  - (navigate|use)", block, re.MULTILINE)
        return head + ("" if uses else site) + (block if begins_well else body)
    named = re.search(r"^sites: \{(\w+)|^sites:\n  (\w+)", block, re.MULTILINE)
    several = len(yaml.safe_load(block).get("sites") or {}) > 1
    first = (named[1] or named[2]) if named and several else ""
    chosen = stages.replace("{start", f"{{site: {first}, start") if first else stages
    return head + site + block + ("" if "task:" in block else chosen)


def _stages(block: str) -> str:
    """A list of stages, with the stages before and behind that it needs."""
    if block.startswith("- use:"):
        return f"webdart: 1\nstages:\n{indented(block, 2)}"
    before = "" if block.startswith("- navigate") else f"{NAVIGATE}\n{EXTRACT}\n"
    behind = "" if "- extract" in block or "- execute" in block else f"\n{EXTRACT}\n"
    return f"webdart: 1\n{SITE}\nstages:\n{indented(before + block + behind, 2)}"


def keys_in(value: object) -> Iterator[str]:
    """Every key of a YAML value, at any depth."""
    if isinstance(value, dict):
        for key, inside in cast("dict[object, object]", value).items():
            yield str(key)
            yield from keys_in(inside)
    elif isinstance(value, list):
        for inside in cast("list[object]", value):
            yield from keys_in(inside)


def declared() -> list[str]:
    """Every key of the format, with the table that it stands in."""
    schema: dict[str, Any] = dict(json_schema())
    tables = {"workflow": schema, **schema["$defs"]}
    return [f"{name}.{key}" for name, table in tables.items() for key in table.get("properties", {})]


KNOWN = sections()


@pytest.mark.parametrize("key", declared())
def test_every_key_has_a_section_with_an_example(key: str) -> None:
    """One section, found by the key's whole name, with a block that uses the key."""
    found = [part for part in KNOWN if key in part.names]
    assert len(found) == 1, f"{key} needs one section in docs/reference; make docs lists those that lack one"
    blocks = list(fenced(found[0].body, "yaml"))
    used = {name for block in blocks for name in keys_in(yaml.safe_load(block))}
    assert key.partition(".")[2] in used, f"the section of {key} needs an example that uses it"


def blocks() -> Iterator[Any]:
    for page in PAGES:
        for number, block in enumerate(fenced(page.read_text(encoding="utf-8"), "yaml"), 1):
            yield pytest.param(block, id=f"{page.relative_to(DOCS).with_suffix('')}-{number}")


@pytest.mark.parametrize("block", list(blocks()))
def test_every_block_of_yaml_is_right(block: str) -> None:
    """As `webdart check` reads it, once what a fragment leaves out is added."""
    assert loads(whole(block)) is not None


async def test_the_sql_of_every_block_is_right() -> None:
    """DuckDB takes it over the declared tables, empty, as `webdart check` has it tried."""
    wrong: list[str] = []
    compute = SandboxCompute()
    try:
        for page in PAGES:
            for block in fenced(page.read_text(encoding="utf-8"), "yaml"):
                if re.search(r"execute|for_each: SELECT", block):
                    problems = await rehearse(loads(whole(block)), Settings(), compute)
                    wrong.extend(f"{page.name}: {problem}\n{block}" for problem in problems)
    finally:
        await compute.close()
    assert wrong == []


def test_what_follows_from_the_code_is_as_the_code_says() -> None:
    """Types of keys, commands, settings and errors; `make docs` writes them anew."""
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "manual.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_command_is_on_the_command_page() -> None:
    """Each by a heading of its own."""
    page = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"## `webdart {name}`" not in page] == []


# -- webdart help -----------------------------------------------------------------------------------------------


def shown(*words: str) -> str:
    done = CliRunner().invoke(cli, ["help", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_help_prints_the_section_of_a_key() -> None:
    """Heading, type and default, text, and the example without its fence; no marks of Markdown."""
    text = shown("navigate.pages")
    assert text.startswith("navigate.pages\n")
    assert "Type: one of auto, one, or map (pages). Default: auto." in text.replace("`", "")
    assert "    - navigate:" in text
    assert "```" not in text
    assert "](" not in text


def test_help_of_a_key_that_stands_in_several_places_lists_them() -> None:
    """Each with the command that shows it."""
    text = shown("at")
    assert "webdart help field.at" in text
    assert "webdart help each.at" in text


def test_help_finds_types_and_words_of_a_run_too() -> None:
    """`money`, and a verdict of two words."""
    assert "$1,234.00" in shown("money")
    assert shown("full walk").startswith("full walk\n")


def test_help_explains_the_code_of_a_mistake() -> None:
    """As it stands in brackets behind a message, in either case; every one is in the manual."""
    assert shown("WF012") == shown("wf012") == "WF012 unknown-key\n\nA map has no such key.\n"
    page = (DOCS / "reference" / "errors.md").read_text(encoding="utf-8")
    assert [code.number for code in Code if f"| `{code.number}` | {code.title} |" not in page] == []


@pytest.mark.parametrize("word", ["verdict", "verdicts", "grades", "doubt"])
def test_help_finds_a_word_of_a_heading(word: str) -> None:
    """Whatever the reference has a part about is found without knowing its keys."""
    text = shown(word)
    assert "as asked" in text or "settle" in text.lower()


def test_help_alone_lists_every_name() -> None:
    """All keys of the format are among them."""
    listed = set(shown().split())
    assert {*declared()} <= listed


def test_help_with_a_misspelt_key_names_the_nearest() -> None:
    """And exits with 2."""
    done = CliRunner().invoke(cli, ["help", "navigat.page"])
    assert done.exit_code == 2
    assert "navigate.pages" in done.output or "navigate.pages" in done.stderr


def test_a_name_stands_for_its_last_part_too() -> None:
    """An exact name goes before the last part of others."""
    parts = (Section(("extract.key",), "a", ""), Section(("key",), "b", ""), Section(("expect.key",), "c", ""))
    assert find("key", parts) == (parts[1],)
    assert find("expect.key", parts) == (parts[2],)
    assert find("key", parts[::2]) == parts[::2]


# -- links ------------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as Python-Markdown and GitHub both make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    """Files that are there, and headings that they have; addresses of the web are not followed."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    dead: list[str] = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            dead.append(target)
    assert dead == []


def test_every_page_that_the_code_cites_is_there() -> None:
    """Docstrings and comments name pages of the manual by their path."""
    cited = {
        (name, path.relative_to(ROOT).as_posix())
        for path in (*ROOT.glob("webdart/**/*.py"), *ROOT.glob("sandbox/**/*.py"), ROOT / "CONTRIBUTING.md")
        for name in re.findall(r"docs/[\w/-]+\.md", path.read_text(encoding="utf-8"))
    }
    assert sorted(pair for pair in cited if not (ROOT / pair[0]).exists()) == []


# -- the picture of the house -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("package", "name"), [("webdart", "house"), ("webdart.records", "records")])
def test_the_picture_has_every_room_and_no_arrow_that_runs_up(package: str, name: str) -> None:
    """`make docs` draws it from the contracts and the imports."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(item["layers"] for item in contracts if item["type"] == "layers" and item["containers"] == [package])
    rooms = {room.strip(" ()") for layer in layers for room in re.split(r"[|:]", layer)}
    picture = (DOCS / "images" / f"{name}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"<text [^>]*>([^<]+)</text>", picture)) == rooms
    assert 'class="up"' not in picture
