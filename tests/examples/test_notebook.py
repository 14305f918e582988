"""Does the notebook of the examples do what it shows?"""

import ast
import inspect
import json
import re
import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from webdart.demo import DemoSite

EXAMPLES = Path(__file__).parents[2] / "examples"
CHANGING = re.compile(r"127\.0\.0\.1:\d+|in \d+(\.\d+)? s|\d{8}T\d{4}-many-pages-[0-9a-f]+")


async def executed(source: str, names: dict[str, Any]) -> tuple[object, str]:
    """The value of a cell's last expression, and what it printed."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        await run(compile(tree, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if not isinstance(last, ast.Expr):
            return None, printed.getvalue()
        value = await run(compile(ast.Expression(last.value), "cell", "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    return value, printed.getvalue()


async def run(code: Any, names: dict[str, Any]) -> object:
    """The value of code in which `await` may stand."""
    value = eval(code, names)
    return await value if inspect.iscoroutine(value) else value


def kept(cell: Any) -> tuple[str, str]:
    """What the notebook shows of a cell: its value, as HTML if it has one, and what it printed."""
    value, printed = "", ""
    for output in cell["outputs"]:
        match output["output_type"]:
            case "execute_result":
                value = "".join(output["data"].get("text/html") or output["data"]["text/plain"])
            case "stream":
                printed += "".join(output["text"])
            case _:  # the progress of a run
                pass
    return value, printed


def plain(text: str) -> str:
    """Without what differs from run to run, and without layout."""
    return "".join(CHANGING.sub("", text).split())


@pytest.mark.browser
async def test_every_cell_gives_what_it_shows(
    demo_site: DemoSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside a running loop, as a notebook has one; `run` and `run_async` both."""
    for file in EXAMPLES.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    (tmp_path / ".webdart").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEMO_URL", demo_site.url)
    names: dict[str, Any] = {}
    cells = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        value, printed = await executed("".join(cell["source"]), names)
        html: Callable[[], str] | None = getattr(value, "_repr_html_", None)
        shown = html() if html is not None else "" if value is None else repr(value)
        assert (plain(shown), plain(printed)) == tuple(map(plain, kept(cell)))
