"""What a site wrote, on a person's terminal and in their spreadsheet: shown, never obeyed."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run_folders import begin, collect
from webdart.printable import OBEYED, printable
from webdart.runs.folder import RunFolder
from webdart.table.cell_json import write
from webdart.table.text_table import guarded

EVIL = "lamp\x1b[2J\x1b]52;c;eA==\x07\x9b31m\u202egnp.exe\u061c\u2066\x7f\ufeff\U000e0041"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run whose site wrote what a terminal obeys, and what a spreadsheet computes."""
    folder = begin(tmp_path)
    collect(folder, **{EVIL: "1.10", '=HYPERLINK("http://x.example","y")': "2.50", "-5": "-3.00"})
    return folder


_OURS = re.compile(r"\x1b\[[01]m")  # bold heads of a table

COMMANDS = (
    ("export", "products", "--format", "csv"),
    ("export", "products", "--format", "jsonl"),
    ("query", "SELECT * FROM products"),
    ("query", "SELECT * FROM products", "--csv"),
    ("query", "SELECT * FROM products", "--json"),
    ("query", "SELECT error(max(name)) FROM products"),
    ("why", "products", EVIL),
    ("tables",),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("screen", [True, False], ids=["terminal", "pipe"])
def test_nothing_that_a_terminal_obeys(
    cli: Any, run: RunFolder, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], *, screen: bool
):
    """No command prints it raw to a terminal; to a pipe, CSV has the text as it is, and JSON has escapes."""
    del run

    def isatty(_: object) -> bool:
        return screen

    monkeypatch.setattr(sys.stdout.__class__, "isatty", isatty, raising=False)
    said = cli(*words)
    assert "lamp" in said.out + said.err or "tables" in words
    out, err = (_OURS.sub("", words) for words in (said.out, said.err))
    assert not OBEYED.search(err)
    if screen or "csv" not in " ".join(words):
        assert not OBEYED.search(out), ascii(out)
    else:
        assert "\x1b[2J" in said.out


def test_json_keeps_every_sign(cli: Any, run: RunFolder):
    """Escapes are another way to write the same text."""
    found: Any = cli("query", "SELECT name FROM products ORDER BY price", "--json", "--run", run.id).object
    assert EVIL in json.dumps(found, ensure_ascii=False) or [EVIL] in [list(row.values()) for row in found]
    assert json.loads(write(EVIL)) == EVIL
    assert not OBEYED.search(write(EVIL) + printable(EVIL))


@pytest.mark.parametrize("words", [("export", "products", "--format", "csv"), ("query", "FROM products", "--csv")])
def test_formulas_are_guarded(cli: Any, run: RunFolder, words: tuple[str, ...]):
    """An apostrophe goes before them, which is said; numbers stay, and so does all with --no-safe."""
    del run
    said = cli(*words)
    assert "'=HYPERLINK" in said.out
    assert "1 cell begins like a formula" in said.err
    cells = [cell for row in csv.reader(io.StringIO(said.out)) for cell in row]
    assert {"-5", "-3.00", '\'=HYPERLINK("http://x.example","y")'} <= set(cells)
    raw = cli(*words, "--no-safe")
    assert ("'=" in raw.out, raw.err) == (False, "")


@pytest.mark.parametrize("text", ["=1+1", "+1-800", "-1+2", "@SUM(A1)", " =1", "=", "＝1", "-5 pounds", "\ufeff+a"])
def test_what_is_guarded(text: str):
    """Every beginning that a spreadsheet computes, in a head too."""
    assert guarded([text], [[text, 1]]).rows == ((f"'{text}", 1),)
    assert guarded([text], []).columns == (f"'{text}",)


@pytest.mark.parametrize("sign", [";", "\t", "\r", "\n"])
def test_what_is_guarded_within_a_cell(sign: str):
    """Where lists are parted at a semicolon, as in German, a spreadsheet makes two cells of a text with one."""
    assert guarded(["a"], [[f"lamp{sign}=1+1"]]).rows == ((f"lamp{sign}'=1+1",),)
    assert guarded(["a"], [[f"{sign}=1"]]).rows[0][0] == f"{'' if sign == ';' else chr(39)}{sign}'=1"
    assert guarded(["a"], [[f"from{sign}-5{sign}to{sign} +5"]]).count == 0


@pytest.mark.parametrize("text", ["-5", "+1,200.50", "-2%", "-1e5", "-", "lamp", "1+1", "", None, -5, -1.5])
def test_what_is_not_guarded(text: Any):
    """Plain numbers, a sign alone, and whatever begins otherwise."""
    assert guarded(["a"], [[text]]).count == 0
