"""What a run would refuse before its first page, `check` says, with the place and in few words."""

from pathlib import Path
from typing import Any

import pytest

SITE = "sites: {shop: https://shop.example/}\n"
LISTING = "  - navigate: {}\n  - extract: {into: t, fields: {a: text, u: link}}\n"
ACT = f"webdart: 1\n{SITE}stages:\n{LISTING}  - execute:\n      act:\n        writes: ['POST /x/*']\n"


def query(sql: str, params: str = "") -> str:
    return f"webdart: 1\n{params}{SITE}stages:\n{LISTING}  - execute: {sql}\n"


BAD = {
    "start": (f"webdart: 1\n{SITE}stages:\n  - navigate: {{start: //b.example/x}}\n" + LISTING[16:], 4, "b.example"),
    "open": (ACT + "        steps: [{open: 'https://b.example/x'}]\n", 9, "leads to b.example"),
    "open by //": (ACT + "        steps: [{open: //b.example/x}]\n", 9, "leads to b.example"),
    "open by full-width dots": (ACT + "        steps: [{open: 'https://b。example/x'}]\n", 9, "leads to b.example"),
    "open by look-alikes": (ACT + "        steps: [{open: 'https://shоp.example/x'}]\n", 9, "leads to xn--"),
    "open of rows": (
        ACT
        + "        rows: 2\n        for_each: {u: [/ok, 'https://b.example/x']}\n        steps: [{open: '{{ row.u }}'}]\n",
        11,
        "leads to b.example",
    ),
    "open with a template behind the host": (
        ACT + "        for_each: {u: [/ok]}\n        steps: [{open: 'https://b.example/{{ row.u }}'}]\n",
        10,
        "leads to b.example",
    ),
    "limit of a text": (query("SELECT a FROM t LIMIT 'x'"), 6, "number of rows"),
    "limit by a text": (query("SELECT a FROM t LIMIT $n", "params: {n: {type: text, default: all}}\n"), 7, "'all'"),
    "limit of thousands of digits": (query("SELECT a FROM t LIMIT " + "9" * 6000), 6, "number of rows"),
    "a key that is a template": (
        f"webdart: 1\nparams: {{n: x}}\n{SITE}stages:\n  - navigate: {{query: {{'{{{{ n }}}}': x}}}}\n" + LISTING[16:],
        5,
        "a template in the key",
    ),
    "a table twice": (query("\n      into: t\n      sql: SELECT a FROM t\n  - execute: SELECT 1"), 7, "stands twice"),
    "half a megabyte of a column": (query("SELECT " + "x" * 500_000 + " FROM t"), 6, "does not take this SQL"),
    "half a megabyte of a format": (
        query("SELECT a FROM t LIMIT 1") + "answer: {format: '{" + "x" * 500_000 + "}'}\n",
        7,
        "answer.format names",
    ),
    "look-around": (
        f"webdart: 1\n{SITE}stages:\n  - navigate: {{}}\n  - extract: {{into: t, fields: {{a: {{type: text, match: '(?=a)(b)'}}}}}}\n",
        5,
        "look-ahead",
    ),
    "a count in reads": (
        f"webdart: 1\nsites: {{shop: {{url: https://shop.example/, reads: ['POST /search <= 1']}}}}\nstages:\n{LISTING}",
        2,
        "`<= 1` counts",
    ),
    "a pattern in a locator": (ACT + "        steps: [{click: 'text=/(a)\\1/'}]\n", 9, "back-reference"),
}


@pytest.mark.parametrize("name", BAD)
def test_check_says_what_a_run_would_refuse(cli: Any, tmp_path: Path, name: str):
    """Exit 2, the line, the problem, and never more than a few lines of it."""
    text, line, problem = BAD[name]
    file = tmp_path / "chore.yaml"
    file.write_text(text)
    said = cli("check", str(file))
    assert said.code == 2, said.out
    assert f"{file}:{line}:" in said.err
    assert problem in said.err
    assert len(said.err) < 4000


GOOD = {
    "own host": ACT + "        steps: [{open: 'https://www.shop.example/x'}]\n",
    "own host by full-width dots": ACT + "        steps: [{open: 'https://shop。example/x'}]\n",
    "a path": ACT + "        for_each: SELECT u FROM t\n        steps: [{open: '/x/{{ row.u }}'}]\n",
    "allowed": ACT.replace("shop: https://shop.example/", "shop: {url: https://shop.example/, allow: [b.example]}")
    + "        steps: [{open: 'https://b.example/x'}]\n",
    "a site by variable": ACT.replace("https://shop.example/", "'{{ env.SHOP }}'")
    + "        steps: [{open: 'https://b.example/x'}]\n",
    "limit": query("SELECT a FROM t LIMIT $n OFFSET 3", "params: {n: 5}\n"),
}


@pytest.mark.parametrize("name", GOOD)
def test_check_lets_be_what_runs(cli: Any, tmp_path: Path, name: str):
    """No more is refused than a run would."""
    file = tmp_path / "chore.yaml"
    file.write_text(GOOD[name])
    assert cli("check", str(file)).code == 0


def test_a_value_for_a_used_file_has_its_parameters_type(cli: Any, tmp_path: Path):
    """`use` with a word for a whole number is told where the word stands."""
    (tmp_path / "used.yaml").write_text(f"webdart: 1\nparams: {{n: {{type: integer}}}}\n{SITE}stages:\n{LISTING}")
    file = tmp_path / "chore.yaml"
    file.write_text("webdart: 1\nstages:\n  - use: {file: used.yaml, with: {n: many}}\n  - execute: SELECT 1\n")
    said = cli("check", str(file))
    assert said.code == 2
    assert f"{file}:3:38: parameter n: 'many' is no integer" in said.err
