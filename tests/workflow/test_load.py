"""A workflow file is read as docs/reference/file.md says, and every mistake in it is reported at its place."""

import os
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from webdart.errors import WorkflowErrors
from webdart.workflow import Workflow, load, loads
from webdart.workflow.codes import Code
from webdart.workflow.model import Act, Exact, ExpectStep, Fill, Navigate, Open, RowsBound, Sql, Type, Words

HEAD = "webdart: 1\nsites: {shop: https://shop.example/}\nstages:\n  - navigate: {}\n"
LISTING = HEAD + "  - extract: {into: t, fields: {name: text, url: link, price: money}}\n"

Read = Callable[[str], Workflow]


def test_every_mistake_of_a_bad_file_is_told_at_its_line(bad_case: Any) -> None:
    """The problems come in the file's order, each on its line, with the code that the case expects."""
    with pytest.raises(WorkflowErrors) as caught:
        loads(bad_case.text, "file.yaml")
    titles = {code.number: code.title for code in Code}
    told = [(problem.at.line, f"{problem.code} {titles[problem.code]}") for problem in caught.value.problems]
    assert told == list(bad_case.expected), str(caught.value)
    assert str(caught.value).startswith("file.yaml:")


def test_a_code_is_shown_in_its_message_and_means_one_thing() -> None:
    """Behind the problem, in brackets; no two kinds of mistake share a number, and they stand in order."""
    with pytest.raises(WorkflowErrors) as caught:
        loads(LISTING.replace("into:", "itno:"), "file.yaml")
    first, _, hint = str(caught.value).partition("\n")
    assert first == "file.yaml:5:15: unknown key `itno` in extract [WF012]"
    assert "did you mean `into`?" in hint
    numbers = [code.number for code in Code]
    assert numbers == sorted(set(numbers))


def test_the_corpus_of_bad_files_is_large(pytestconfig: pytest.Config) -> None:
    """At least a hundred bad files are tried."""
    folder = Path(__file__).parents[1] / "cases" / "workflow" / "bad"
    assert sum(path.read_text().count("\n--- expected\n") for path in folder.glob("*.cases")) >= 100


def test_the_files_of_the_format_page_are_read(good_file: Path) -> None:
    """Every example of the format page loads, and each of its values knows its place."""
    workflow = load(good_file)
    assert workflow.name == (good_file.stem if good_file.stem != "top-reviewed" else "top-reviewed")
    assert workflow.stages
    assert workflow.source == good_file.read_text()
    for stage in workflow.stages:
        assert stage.at.file == str(good_file)
        assert 1 <= stage.at.line <= workflow.source.count("\n") + 1


def _top(cases: Path) -> Workflow:
    return load(cases / "top-reviewed.yaml")


GOOD = Path(__file__).parents[1] / "cases" / "workflow" / "good"


def test_parameters_have_the_types_of_their_defaults() -> None:
    """`min_price: 1000` is an integer; `type: text` is said; the variable of the site is found."""
    workflow = _top(GOOD)
    assert {one.name: (one.type, one.default) for one in workflow.params} == {
        "category": (Type("text"), "Home Audio"),
        "min_price": (Type("integer"), 1000),
        "max_price": (Type("integer"), 9999),
        "n": (Type("integer"), 3),
    }
    assert workflow.variables == ("SHOP_URL",)
    assert workflow.answer.format == "{name} ({reviews})"


def test_an_extract_belongs_to_the_navigate_before_it() -> None:
    """The stages are a navigate with its tables, then the SELECT; the only site is filled in."""
    navigate, select = _top(GOOD).stages
    assert isinstance(navigate, Navigate)
    assert isinstance(select, Sql)
    assert navigate.site == "shop"
    (products,) = navigate.extracts
    assert [one.name for one in products.fields] == ["name", "price", "reviews", "url", "sku"]
    assert products.fields[-1].page == "detail"
    assert select.at.line == 22


def test_an_act_is_read_whole() -> None:
    """Steps, the rows' bound, the writes and the verification of the format page's example."""
    workflow = load(GOOD / "write-back.yaml")
    act = workflow.stages[1]
    assert isinstance(act, Act)
    assert act.rows == RowsBound(least=0, most=1)
    assert [(shape.method, shape.path) for shape in act.writes] == [("POST", "/orders/*")]
    opened, filled, _ = act.steps
    assert isinstance(opened, Open)
    assert opened.address.references[0].name == ("row", "url")
    assert isinstance(filled, Fill)
    label, value = filled.values[0]
    assert isinstance(label, Words)
    assert label.text.source == "Status"
    assert value == type(label.text)("Shipped", ("Shipped",), value.at if is_dataclass(value) else label.at)  # type: ignore[union-attr] - a template knows its place
    expected = act.verify[1]
    assert isinstance(expected, ExpectStep)
    assert expected.text is not None
    assert workflow.secrets == ("DESK_USER", "DESK_PASSWORD")


def test_scalars_are_those_of_the_core_schema(read: Read) -> None:
    """`no`, `on`, `0777`, `1:59` and a date are texts; a quoted number is text; `0x10` is a number."""
    text = "webdart: 1\nparams: {a: no, b: 0777, c: '5', d: 1:59, e: 2024-01-01, f: 0x10, g: 1.5, h: true, i: on}\n"
    values = {one.name: one.default for one in read(text + LISTING[11:]).params}
    expected = {"a": "no", "b": "0777", "c": "5", "d": "1:59", "e": "2024-01-01", "f": 16, "g": 1.5, "h": True}
    assert values == {**expected, "i": "on"}


def test_optional_variables_are_told_from_needed_ones(read: Read) -> None:
    """A variable is optional where each of its uses has a default."""
    path = '{path: ["{{ env.A | default(\'x\') }}", "{{ env.B }}", "{{ env.B | default(\'y\') }}"]}'
    workflow = read(LISTING.replace("{}", path, 1))
    assert workflow.variables == ("A", "B")
    assert workflow.optional == {"env.A"}


def test_data_may_stand_where_it_is_a_value(read: Read) -> None:
    """Rows of a SELECT fill values, `has`, `expect` and addresses; lists of the file stand in clicks too."""
    text = LISTING + (
        "  - execute:\n"
        "      act:\n"
        "        for_each: SELECT name, url FROM t LIMIT 1\n"
        "        steps:\n"
        '          - open: "{{ row.url }}"\n'
        '          - fill: {Title: "{{ row.name }}"}\n'
        '          - click: {role: link, name: Remove, in: {role: row, has: "{{ row.name }}"}}\n'
        '          - expect: {text: "{{ row.name }}"}\n'
    )
    act = read(text).stages[1]
    assert isinstance(act, Act)
    click = act.steps[2]
    target = getattr(click, "target", None)
    assert isinstance(target, Exact)
    assert isinstance(target.within, Exact)
    assert target.within.has is not None
    words = HEAD.replace("{}", '{for_each: {shelf: [Lamps]}, path: ["{{ row.shelf }}"]}')
    assert read(words + "  - extract: {into: t, fields: {a: text}}\n")


LARGE = {
    "brackets": "[" * 100_000,
    "braces": "{" * 100_000,
    "dashes": "- " * 100_000,
    "nodes": "webdart: 1\na: [" + "1," * 200_000 + "1]\n",
    "long scalar": "webdart: 1\nname: " + "a" * 1_000_000 + "\n",
    "long key": "webdart: 1\n" + "a" * 100_000 + ": 1\n",
    "many unknown keys": "webdart: 1\n" + "".join(f"wbdart{n}: 1\n" for n in range(9000)),
    "sexagesimal": "webdart: 1\nparams: {a: " + "1:59" + ":59" * 100_000 + "}\n",
    "hexadecimal": "webdart: 1\nparams: {a: 0x" + "f" * 900_000 + "}\n",
    "too large": "#" * (1024 * 1024 + 1),
    "aliases": "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]\n",
    "one line": "{" + ", ".join(f"k{n}: v" for n in range(9000)) + "}",
    "templates": HEAD.replace("{}", '{path: ["' + "{{ a }}" * 9000 + '"]}'),
    "nested sql": LISTING + "  - execute: SELECT " + "(" * 5000 + "$no" + ")" * 5000 + "\n",
    "long sql": LISTING + "  - execute: DELETE " + "'" * 200_000 + "\n",
    "ranges": HEAD
    + "  - extract: {into: t, fields: {a: {type: text, match: '(?i)("
    + "[Ā-\U0010ffff]?" * 200
    + ")'}}}\n",
    "escaped ranges": HEAD
    + "  - extract: {into: t, fields: {a: {type: text, match: '(?i)("
    + r"[\x00-\U0010ffff]" * 90
    + ")'}}}\n",
    "regex": HEAD + "  - extract: {into: t, fields: {a: {type: text, match: '" + "(" * 1500 + "'}}}\n",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
def test_no_file_takes_long(text: str) -> None:
    """Whatever a file holds, it is refused within a second of computing, in words."""
    (first, error), (second, _) = refused(text), refused(text)
    assert min(first, second) < 1.0  # in a large process garbage may be collected in the midst of one
    assert len(error.problems) <= 100
    assert len(str(error)) < 40_000


def refused(text: str) -> tuple[float, WorkflowErrors]:
    """The seconds of computing until it was refused, and the error."""
    started = time.process_time()
    with pytest.raises(WorkflowErrors) as caught:
        loads(text, "file.yaml")
    return time.process_time() - started, caught.value


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder, a pipe and a text that is not UTF-8 are refused with their path."""
    pipe, latin = tmp_path / "pipe.yaml", tmp_path / "latin.yaml"
    os.mkfifo(pipe)
    latin.write_bytes(b"webdart: 1\nname: caf\xe9\n")
    for path, words in (
        (tmp_path / "none.yaml", "cannot be read"),
        (tmp_path, "no ordinary file"),
        (pipe, "no ordinary file"),
        (latin, "latin.yaml:2:10: not UTF-8"),
    ):
        with pytest.raises(WorkflowErrors, match=words):
            load(path)


def test_windows_lines_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    """A file saved by a Windows editor loads, and its places are right."""
    path = tmp_path / "file.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + LISTING.replace("\n", "\r\n").encode())
    (stage,) = load(path).stages
    assert stage.at.line == 4
    path.write_bytes(LISTING.replace("price: money", "price: mony").replace("\n", "\r\n").encode())
    with pytest.raises(WorkflowErrors, match=r"file\.yaml:5:"):
        load(path)


def test_every_field_of_the_model_is_a_frozen_value() -> None:
    """What a loaded workflow holds can be compared: two readings of one text are equal."""
    text = (GOOD / "write-back.yaml").read_text()
    first, second = loads(text), loads(text)
    assert first == second
    assert {one.name for one in fields(first)} >= {"stages", "sites", "params"}


@pytest.mark.parametrize(
    ("written", "slip", "remedy"),
    [
        ("price: money", "price: string", "did you mean `text`?"),
        ("price: money", "price: float", "did you mean `number`?"),
        ("price: money", "price: {type: money, css: .now}", "{at: css=…}"),
        ("price: money", "price: {type: money, at: 'css: .now'}", "css=.now"),
        ("navigate: {}", "navigate: {path: Used cars}", "in brackets: [Used cars]"),
        ("navigate: {}", "navigate: {set: Volvo}", "{…: Volvo}"),
        ("{name: text, url: link, price: money}", "[name, price]", "{name: …, price: …}"),
        ("stages:", "steps:", "did you mean `stages`?"),
        ("navigate: {}", "navigate: {path: [Used cars}", "it opens in line 4, column 22"),
        ("price: money", "price:, stock: text", "write the value behind it"),
        ("- extract:", "- execute: SELECT name FROM t WHERE price < $most\n  - extract:", "params: {most: …}"),
    ],
)
def test_a_usual_slip_is_answered_with_what_to_write(written: str, slip: str, remedy: str) -> None:
    """The message of a mistake that newcomers make has the line, or the part of it, that is right."""
    with pytest.raises(WorkflowErrors) as caught:
        loads(LISTING.replace(written, slip), "file.yaml")
    assert remedy in str(caught.value)
