"""Writes the parts of the manual that follow from the code. Called by `make docs`; `--check` only compares.

A page has such a part between `<!-- generated: NAME -->` and `<!-- end -->`. The line `*Type:* …` below the heading of
each key is written from the JSON Schema of the workflow file; what follows `*Default:*` is written by hand.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from webdart import errors
from webdart.cli.main import COMMANDS, cli
from webdart.settings import describe
from webdart.workflow.codes import Code
from webdart.workflow.manual import sections_of
from webdart.workflow.schema import json_schema

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"

Json = dict[str, Any]

# -- the types of keys ------------------------------------------------------------------------------------------

_LARGE = 1_000_000
"""From here on an upper bound is not worth telling."""


def schema_keys(schema: Json) -> dict[str, tuple[Json, bool]]:
    """Every key of the schema by its dotted name, with what it accepts and whether it is required."""
    tables: Mapping[str, Json] = {"workflow": schema, **schema["$defs"]}
    return {
        f"{name}.{key}": (shape, key in table.get("required", ()))
        for name, table in tables.items()
        for key, shape in table.get("properties", {}).items()
    }


def pages_of(names: Mapping[str, str], definition: str) -> str:
    """The page that describes the keys of a definition."""
    return next((page for name, page in names.items() if name.startswith(f"{definition}.")), "")


class Wording:
    """What a schema accepts, in words; `pages` has the page of each key by its name."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._pages = pages

    def of(self, shape: Json) -> str:
        """One phrase, without a full stop."""
        if "$ref" in shape:
            return self._reference(shape["$ref"].rpartition("/")[2])
        if "anyOf" in shape:
            return self._either(shape["anyOf"])
        if "const" in shape:
            return f"`{shape['const']}`"
        if "enum" in shape:
            words = ", ".join(f"`{word}`" for word in shape["enum"])
            return words if len(shape["enum"]) == 1 else f"one of {words}"
        return self._plain(shape)

    def _reference(self, name: str) -> str:
        page = pages_of(self._pages, name)
        words = name.replace("_", " ")
        if not page:
            return words
        return f"[{words}]({page}.md)" if name in ("locator", "step") else f"map ([{words}]({page}.md))"

    def _either(self, shapes: list[Json]) -> str:
        if any("money" in shape.get("enum", ()) for shape in shapes):
            return "[type](types.md)"
        if any(str(shape.get("pattern", "")).startswith("^(GET|") for shape in shapes):
            return "request"
        if any("$ref" in shape and shape["$ref"].endswith("/locator") for shape in shapes):
            return self._reference("locator")
        words = dict.fromkeys(part for shape in shapes for part in self.of(shape).split(", or "))
        return ", or ".join(words)

    def _plain(self, shape: Json) -> str:
        kinds = shape.get("type", "string")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds == ["array"]:
            return f"list of {_plural(self.of(shape['items']))}"
        if kinds == ["object"]:
            return f"map of names to {_plural(self.of(shape['additionalProperties']))}"
        if kinds == ["integer"]:
            return _bounded(shape)
        if kinds == ["number"]:
            return "number above 0" if "exclusiveMinimum" in shape else "number"
        words = {"string": "text", "boolean": "`true` or `false`", "null": "nothing"}
        if len(kinds) == 1:
            return words[kinds[0]]
        return "single value" if "boolean" in kinds else "text"


def _plural(words: str) -> str:
    """The phrase for several: "texts, or maps ([path](navigate.md))"."""
    return re.sub(r"(?<![\w(/.])(\[?)(text|map|step|request|single value|number)(?=[\]\s,]|$)", r"\1\2s", words)


def _bounded(shape: Json) -> str:
    least, most = shape.get("minimum"), shape.get("maximum")
    return f"whole number from {least}" + (f" to {most:,}" if most is not None and most < _LARGE else "")


_TYPE_LINE = re.compile(r"^\*Type:\* .*$", re.MULTILINE)


def typed(text: str, page: Path, schema: Json, wording: Wording) -> str:
    """A page with the type line of every key as the schema has it; the default stays as it is written."""
    keys = schema_keys(schema)
    for part in sections_of(page):
        shapes = [keys[name] for name in part.names if name in keys]
        if not shapes:
            continue
        shape, required = shapes[0]
        heading = f"### {', '.join(f'`{name}`' for name in part.names)}\n"
        before, found, after = text.partition(heading)
        line = after.lstrip("\n").split("\n", 1)[0]
        default = line.partition("*Default:* ")[2] if line.startswith("*Type:*") else ""
        ending = "Required." if required else f"*Default:* {default or 'none.'}"
        rest = after.lstrip("\n").removeprefix(line) if line.startswith("*Type:*") else f"\n\n{after.lstrip()}"
        text = f"{before}{found}\n*Type:* {wording.of(shape)}. {ending}{rest}"
    return text


# -- generated parts --------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its usage, its help and its options."""
    context = click.Context(cli, info_name="webdart")
    return "\n".join(line for name in COMMANDS for line in _command(name, cli.get_command(context, name), context))


def _command(name: str, command: click.Command | None, parent: click.Context) -> Iterator[str]:
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    path = context.command_path
    yield f"## `{path}`\n" if parent.parent is None else f"### `{path}`\n"
    yield f"```text\n{path} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    yield _prose(command.help or "")
    options = [item for item in command.params if isinstance(item, click.Option)]
    rows = [record for item in options if (record := item.get_help_record(context))]
    if rows:
        yield "| option | |\n|---|---|"
        yield from (f"| `{names.replace('|', '·')}` | {_cell(says)} |" for names, says in rows)
        yield ""
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _command(inner, command.get_command(context, inner), context)


def _prose(text: str) -> str:
    r"""A docstring of click: what follows `\b` is a block that keeps its lines."""
    parts = re.split(r"\n\s*\n", text.strip())
    shown: list[str] = []
    for part in parts:
        lines = part.strip("\n").splitlines()
        if lines and lines[0].strip() == "\b":
            shown.append("```sh\n" + "\n".join(line.strip() for line in lines[1:]) + "\n```")
        else:
            shown.append(_cell(" ".join(line.strip() for line in lines)))
    return "\n\n".join(shown) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("{{", "`{{").replace("}}", "}}`")


def settings() -> str:
    """Every setting with its variable, its default and who may set it."""
    rows = [
        f"| `{item.name}` | {item.unit} | {item.default or '–'} | {'own' if item.own else 'any'} | {_cell(item.says)} |"
        for item in describe()
        if item.name != "project"
    ]
    return "| key | value | default | file | |\n|---|---|---|---|---|\n" + "\n".join(rows)


def error_tree() -> str:
    """The tree at the top of `errors.py`."""
    tree = (errors.__doc__ or "").partition("\n\n")[2].strip()
    return f"```text\n{tree}\n```"


def codes() -> str:
    """Every kind of mistake in a workflow file."""
    rows = [f"| `{code.number}` | {code.title} | {_cell(code.meaning)} |" for code in Code]
    return "| code | name | |\n|---|---|---|\n" + "\n".join(rows)


PARTS: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "settings": settings,
    "errors": error_tree,
    "codes": codes,
}
_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(page: Path, schema: Json, wording: Wording) -> str:
    """A page as it should be."""
    text = page.read_text(encoding="utf-8")
    if page.parent == REFERENCE:
        text = typed(text, page, schema, wording)
    return _PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]().strip()}\n{found[3]}", text)


def main() -> None:
    """Write or compare every page."""
    schema: Json = dict(json_schema())
    names = {name: page.stem for page in REFERENCE.glob("*.md") for part in sections_of(page) for name in part.names}
    stale: list[str] = []
    for page in sorted(DOCS.rglob("*.md")):
        text = written(page, schema, Wording(names))
        if text == page.read_text(encoding="utf-8"):
            continue
        stale.append(page.relative_to(ROOT).as_posix())
        if "--check" not in sys.argv:
            page.write_text(text, encoding="utf-8")
    if missing := sorted({*schema_keys(schema)} - {*names}):
        sys.exit(f"no section in docs/reference: {', '.join(missing)}")
    if stale and "--check" in sys.argv:
        sys.exit(f"written before the code changed: {', '.join(stale)}; run make docs")


if __name__ == "__main__":
    main()
