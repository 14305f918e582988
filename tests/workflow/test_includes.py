"""`use`: the stages of another file stand in this one."""

import re
from pathlib import Path

import pytest

import webdart
from webdart.errors import UsageError, WorkflowErrors
from webdart.plan import Inputs, build
from webdart.runs.folder import RunRecord, hash_of
from webdart.runs.request import RunRequest, record_of
from webdart.runs.resume import refuse_changed
from webdart.workflow import load
from webdart.workflow.model import Navigate, Sql

SHELF = """\
webdart: 1
params:
  shelf: {type: text}
  most: 5
sites: {shop: "http://shop.example/"}
stages:
  - navigate: {path: ["{{ shelf }}"]}
  - extract: {into: products, fields: {name: text, price: money}}
  - execute: {sql: SELECT name FROM products WHERE price < $most, into: cheap}
answer: {shape: value}
"""

MAIN = """\
webdart: 1
params: {most: 2, kind: Lamps}
stages:
  - use: {file: parts/shelf, with: {shelf: "{{ kind }}", most: 40}}
  - execute: SELECT count(*) FROM cheap WHERE length(name) > $most
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "shelf.yaml").write_text(SHELF)
    (tmp_path / "main.yaml").write_text(MAIN)
    return tmp_path


def said(path: Path) -> str:
    with pytest.raises(WorkflowErrors) as caught:
        load(path)
    return str(caught.value)


def test_the_stages_of_a_used_file_stand_in_its_place(folder: Path):
    """Sites and tables are shared; its answer is ignored; parameters stay apart, each stage binding its own."""
    workflow = load(folder / "main.yaml")
    assert [type(stage) for stage in workflow.stages] == [Navigate, Sql, Sql]
    assert workflow.answer.shape is None
    assert [parameter.name for parameter in workflow.params] == ["most", "kind"]
    plan = build(workflow, Inputs(params={"kind": "Chairs"}))
    assert plan.parameters_of(0) == {"shelf": "Chairs", "most": 40}
    assert plan.parameters_of(2) == {"most": 2, "kind": "Chairs"}
    assert plan.sites["shop"].url == "http://shop.example/"


def test_one_file_may_be_used_twice_where_it_makes_no_table(folder: Path):
    """Each use has parameters of its own."""
    (folder / "note.yaml").write_text(
        'webdart: 1\nparams: {to: x}\nstages:\n  - execute: {act: {steps: [{open: "/{{ to }}"}]}}\n'
    )
    (folder / "twice.yaml").write_text(
        "webdart: 1\nsites: {desk: 'http://desk.example/'}\nstages:\n"
        "  - use: {file: note, with: {to: a}}\n  - use: {file: note, with: {to: b}}\n"
    )
    plan = build(load(folder / "twice.yaml"), Inputs())
    assert [plan.parameters_of(index) for index in (0, 1)] == [{"to": "a"}, {"to": "b"}]


def test_mistakes_in_a_used_file_have_its_own_places(folder: Path):
    """File, line and column of where the mistake stands, together with those of the file itself."""
    (folder / "parts" / "shelf.yaml").write_text(SHELF.replace("money", "monney").replace("$most", "$moost"))
    (folder / "main.yaml").write_text(MAIN.replace("$most", "$mist"))
    told = said(folder / "main.yaml")
    used = folder / "parts" / "shelf.yaml"
    assert re.search(rf"{re.escape(str(used))}:8:\d+: .*monney", told)
    assert "`$moost` is no parameter" in told
    assert f"{folder / 'main.yaml'}:5:62: `$mist` is no parameter" in told


def test_a_name_that_both_define_is_an_error(folder: Path):
    """Tables and sites alike; the message names both places."""
    (folder / "main.yaml").write_text(
        MAIN.replace("stages:", "sites: {shop: 'http://other.example/'}\nstages:").replace(
            "count(*) FROM cheap WHERE length(name) > $most", "1"
        )
        + "  - execute: {sql: SELECT 1, into: cheap}\n"
    )
    told = said(folder / "main.yaml")
    assert "site `shop` is also in" in told
    assert "table `cheap` is also in" in told


def test_a_circle_of_files_is_refused(folder: Path):
    """Whichever file of the circle is loaded."""
    (folder / "a.yaml").write_text("webdart: 1\nstages:\n  - use: {file: b}\n")
    (folder / "b.yaml").write_text("webdart: 1\nstages:\n  - use: {file: a}\n")
    assert "in a circle: a.yaml → b.yaml → a.yaml" in said(folder / "a.yaml")


def test_many_uses_of_uses_end(folder: Path):
    """Files that double each other's stages are stopped, not read a million times."""
    for number in range(7):
        (folder / f"d{number}.yaml").write_text(
            f"webdart: 1\nstages:\n  - use: {{file: d{number + 1}}}\n  - use: {{file: d{number + 1}}}\n"
        )
    (folder / "d7.yaml").write_text("webdart: 1\nstages:\n  - execute: SELECT 1\n")
    assert "more than 64 uses" in said(folder / "d0.yaml")


@pytest.mark.parametrize("named", ["../secret.yaml", "/etc/passwd", "link.yaml", "{{ kind }}"])
def test_a_path_that_leads_out_is_refused(folder: Path, named: str):
    """Above the folder, absolute, through a link, or by a template."""
    (folder.parent / "secret.yaml").write_text(SHELF)
    (folder / "link.yaml").symlink_to(folder.parent / "secret.yaml")
    (folder / "main.yaml").write_text(MAIN.replace("parts/shelf", f'"{named}"'))
    told = said(folder / "main.yaml")
    assert "leads out of" in told or "template may not stand here" in told
    assert "root:" not in told


def test_what_with_gives_is_held_against_the_parameters(folder: Path):
    """Unknown, missing, and of the wrong type."""
    (folder / "main.yaml").write_text(MAIN.replace('shelf: "{{ kind }}"', "shelv: x"))
    told = said(folder / "main.yaml")
    assert "no parameter `shelv`" in told
    assert "parameter `shelf` of the used file is not given" in told
    (folder / "main.yaml").write_text(MAIN.replace("most: 40", "most: many"))
    with pytest.raises(Exception, match=r"main.yaml:4:\d+: .*most"):
        build(load(folder / "main.yaml"), Inputs())


def test_a_file_of_the_library_can_be_used(folder: Path):
    """By its library name, where no file beside this one is called so."""
    (folder / "main.yaml").write_text("webdart: 1\nstages:\n  - use: {file: demo/top-reviewed}\n")
    assert load(folder / "main.yaml").stages


def test_a_changed_used_file_is_noticed(folder: Path):
    """A run's hash covers used files, and `resume` shows what became of them."""
    request = RunRequest(file=str(folder / "main.yaml"))
    record: RunRecord = record_of(request, load(folder / "main.yaml"))
    assert record.sha256 != hash_of(record.source)
    refuse_changed(record)
    (folder / "parts" / "shelf.yaml").write_text(SHELF.replace("name: text", "title: text"))
    with pytest.raises(UsageError, match=r"\+.*title: text"):
        refuse_changed(record)


def test_every_stage_binds_the_parameters_of_its_own_file(tmp_path: Path):
    """SQL, scripts' `params` and templates alike, also where both files call a parameter the same."""
    (tmp_path / "part.yaml").write_text(
        "webdart: 1\nparams: {n: 1}\nstages:\n  - execute: {sql: SELECT $n AS n, into: inner_n}\n"
    )
    (tmp_path / "main.yaml").write_text(
        "webdart: 1\nparams: {n: 7}\nstages:\n"
        '  - use: {file: part, with: {n: "{{ n | default(0) }}0"}}\n'
        "  - execute: SELECT inner_n.n AS used, $n AS own FROM inner_n\n"
    )
    run = webdart.run(tmp_path / "main.yaml", project=tmp_path)
    assert run.answer.value == [{"used": 70, "own": 7}]
