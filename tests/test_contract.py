"""Does a run of computing stages keep the users' contract? Whole runs, without a site."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import webdart
from webdart import Run
from webdart.errors import UsageError

HELPER = """\
webdart: 1
stages:
  - execute: {sql: "SELECT 1 AS x, 2 AS y", into: pre}
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Run]:
    """Runs the text of a workflow in an empty project."""

    def call(text: str, **params: object) -> Run:
        file = tmp_path / "chore.yaml"
        file.write_text(text, encoding="utf-8")
        return webdart.run(file, project=tmp_path, **params)  # type: ignore[arg-type]

    return call


def test_the_declared_answer_is_of_the_last_computing_stage(run: Callable[..., Run]):
    """A helper's table need not have the shape of the answer."""
    result = run(
        HELPER + "  - execute: SELECT sum(y) AS total FROM pre\nanswer: {shape: value, format: '= {total}'}"
    ).result
    assert result.answer is not None
    assert (result.exit, result.answer.value, result.answer.text) == (0, 2, "= 2")


def test_a_helpers_rows_are_no_answer(run: Callable[..., Run]):
    """Where the last stage fails there is no answer, and the message says where it stands."""
    result = run(HELPER + "  - execute: SELECT (y || 'x')::INTEGER FROM pre").result
    assert (result.exit, result.answer) == (1, None)
    assert result.error is not None
    assert "chore.yaml:4:14: the statement failed: " in result.error[0]


def test_a_result_without_its_only_row_is_no_misuse(run: Callable[..., Run]):
    """A name in a template that has no row today is exit 1, at its place: the file is right."""
    names = "  - execute: {sql: SELECT 1 AS x WHERE false, into: top}\n"
    act = "  - execute: {act: {site: s, steps: [{open: '/{{ top.x }}'}]}}\n"
    result = run(f"webdart: 1\nsites: {{s: 'http://127.0.0.1:9/'}}\nstages:\n{names}{act}").result
    assert result.exit == 1
    assert result.error is not None
    assert "chore.yaml:5:" in result.error[0]


def test_a_script_of_several_types_answers(run: Callable[..., Run]):
    """`answer` may be a mapping whose values differ in type."""
    result = run('webdart: 1\nstages:\n  - execute: {python: \'answer = {"total": 3, "name": "x"}\'}').result
    assert result.answer is not None, result.error
    assert result.answer.value == {"total": 3, "name": "x"}


def test_every_parameter_can_be_set_from_python(tmp_path: Path):
    """By keyword in both functions; `params` takes those that are called as an argument."""
    file = tmp_path / "chore.yaml"
    file.write_text("webdart: 1\nparams: {model: a, n: 1}\nstages:\n  - execute: SELECT $model || $n AS said\n")
    first = webdart.run(file, project=tmp_path, params={"model": "b"}, n=2)
    second = asyncio.run(webdart.run_async(file, project=tmp_path, n=3))
    assert [run.result.answer and run.result.answer.value for run in (first, second)] == [["b2"], ["a3"]]
    with pytest.raises(TypeError, match="given twice, as a keyword and in `params`: n"):
        webdart.run(file, project=tmp_path, params={"n": 2}, n=2)
    with pytest.raises(UsageError, match="no parameter 'm'"):
        asyncio.run(webdart.run_async(file, project=tmp_path, m=3))
