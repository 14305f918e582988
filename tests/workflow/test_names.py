"""Names of fields, tables and parameters in the letters of any script, one rule everywhere."""

import json
import re
import unicodedata

import pytest

from webdart.errors import WorkflowErrors
from webdart.extract.proposal.identifiers import identifier
from webdart.identifier import SCHEMA_PATTERN, fold, is_name, name_from
from webdart.workflow import Workflow, loads, sql
from webdart.workflow.model import Navigate, Sql
from webdart.workflow.schema import schema_text

CHORE = """webdart: 1
params: {предел: 100}
sites: {лавка: https://shop.example/}
stages:
  - navigate: {}
  - extract:
      into: товары
      key: название
      fields: {название: text, цена: money, größe: text, 価格: integer, कीमत: number, السعر: number, ที่อยู่: text}
      expect: {all: цена > 0}
  - execute: SELECT название, größe FROM товары WHERE цена < $предел AND कीमत > 1 ORDER BY 価格 LIMIT 3
answer: {format: "{название}: {größe}"}
save: {товары: {to: "sqlite:kept.db", key: [название, größe]}}
"""


def problems(text: str) -> str:
    with pytest.raises(WorkflowErrors) as caught:
        loads(text, "file.yaml")
    return str(caught.value)


def fields(workflow: Workflow) -> list[str]:
    stage = workflow.stages[0]
    assert isinstance(stage, Navigate)
    return [one.name for one in stage.extracts[0].fields]


NAMES = ("price", "цена", "größe", "価格", "कीमत", "السعر", "ที่อยู่", "ﻛ", "a٣", "x_1", "Ωμέγα", "𐐀")
NO_NAMES = ("", "_x", "1a", "٣a", "a-b", "a b", "цена!", "a.b", "価格（税込）", "№", "x\u00a0y", "a" * 64)


@pytest.mark.parametrize("name", NAMES)
def test_letters_of_any_script_make_a_name(name: str) -> None:
    assert is_name(name)
    assert re.match(SCHEMA_PATTERN, name)


@pytest.mark.parametrize("name", NO_NAMES)
def test_other_signs_make_none(name: str) -> None:
    assert not is_name(name)


def test_a_file_names_everything_in_its_own_words() -> None:
    """Fields, tables, sites and parameters, where they are declared and wherever they are named."""
    workflow = loads(CHORE, "file.yaml")
    assert fields(workflow)[:4] == ["название", "цена", "größe", "価格"]
    assert "предел" in json.dumps([one.name for one in workflow.params], ensure_ascii=False)
    stage = workflow.stages[-1]
    assert isinstance(stage, Sql)
    assert sql.scan(stage.sql).names == ("предел",)


def test_the_schema_for_editors_lets_them_pass() -> None:
    assert schema_text().count(json.dumps(SCHEMA_PATTERN)) >= 5


def test_a_letter_and_its_accent_are_one_letter() -> None:
    """Some keyboards type two signs for one letter: names are kept composed, texts as they are."""
    apart = unicodedata.normalize("NFD", CHORE.replace("LIMIT 3", "LIMIT 3").replace("कीमत > 1", "größe <> 'Größe'"))
    assert apart != CHORE
    workflow = loads(apart, "file.yaml")
    assert "größe" in fields(workflow)
    stage = workflow.stages[-1]
    assert isinstance(stage, Sql)
    assert "SELECT название, größe" in stage.sql
    assert unicodedata.normalize("NFD", "'Größe'") in stage.sql


@pytest.mark.parametrize(
    ("written", "slip", "told"),
    [
        ("SELECT название", "SELECT Название", "did you mean `название`?"),  # DuckDB tells these two apart
        ("цена <", "ценa <", "(LATIN SMALL LETTER A in `ценa` only looks the same)"),
        ("FROM товары", "FROM товар", "did you mean `товары`?"),
        ("$предел", "$предeл", "(LATIN SMALL LETTER E in `предeл` only looks the same)"),
        ("価格: integer", "価格: integer, Цена: text", "`Цена` and `цена` differ only in case"),
        ("{предел: 100}", "{предел: 100, _x: 1}", "letters, digits and _"),
        ("into: товары", "into: 'мои товары'", "letters, digits and _"),
    ],
)
def test_a_slip_is_answered_with_the_name_that_is_meant(written: str, slip: str, told: str) -> None:
    assert told in problems(CHORE.replace(written, slip, 1))


def test_a_secret_and_a_variable_have_plain_letters() -> None:
    """They are variables of the environment."""
    slip = CHORE.replace("navigate: {}", 'navigate: {start: "/{{ env.АДРЕС }}"}')
    assert "letters from A to Z" in problems(slip)


def test_names_are_compared_as_duckdb_does() -> None:
    assert fold("Größe") == fold("gRöße") == "größe"
    assert fold("Цена") != fold("цена")
    assert fold("İ") == "İ"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Цена, ₽", "цена"),
        ("Дата поступления", "дата_поступления"),
        ("価格（税込）", "価格_税込"),
        ("ราคา ต่อ หน่วย", "ราคา_ต่อ_หน่วย"),
        ("Κριτικές", "κριτικές"),
        ("قیمت\u200cها", "قیمتها"),
        ("ＩＤ", "id"),
        ("Größe", "grosse"),  # Latin letters stay those of every keyboard
        ("Date d’entrée", "date_d_entree"),
        ("2024 год", "n_2024_год"),
        ("2024", ""),
        ("#", ""),
        ("この商品を見た人はこちらの商品もあわせて購入しています", ""),  # a sentence
    ],
)
def test_a_page_proposes_its_own_words(words: str, name: str) -> None:
    assert identifier(words) == name
    assert not name or is_name(name)


def test_a_long_text_gives_a_name_of_few_words() -> None:
    assert name_from("один два три четыре пять", 4) == "один_два_три_четыре"
