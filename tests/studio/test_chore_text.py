"""Changes that a person makes by pointing, in the text of a file: what is not meant stays as it is."""

import pytest

from webdart.errors import SourceLine, UsageError
from webdart.studio.chore_text import ChoreText
from webdart.workflow.model import Field, Type

TEXT = """webdart: 1
sites: {shop: "https://shop.example/"}
stages:
  - navigate: {start: "/"}
  - extract:
      into: lamps  # twelve
      fields:
        name: {type: text, at: "css=a"}  # Ada
        unit_price: money                # 4.50
        stock:
          type: integer
          label: In stock
  - execute: SELECT * FROM lamps

  # Also on this page
"""


@pytest.fixture
def chore() -> ChoreText:
    read = ChoreText(TEXT, "lamps.yaml")
    assert read.problems == ()
    return read


def changed(before: ChoreText, after: ChoreText) -> tuple[list[str], list[str]]:
    """The lines that went and those that came; the new file is right."""
    assert after.problems == ()
    old, new = before.text.split("\n"), after.text.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_a_field_under_another_name_is_still_found_by_its_words(chore: ChoreText) -> None:
    """The words of its old name become its label; one with a locator keeps that, and the comment its place."""
    gone, come = changed(chore, chore.renamed("unit_price", "price"))
    assert gone == ["        unit_price: money                # 4.50"]
    assert come == ['        price: {type: money, label: "unit price"}  # 4.50']
    assert changed(chore, chore.renamed("name", "lamp"))[1] == ['        lamp: {type: text, at: "css=a"}  # Ada']
    assert changed(chore, chore.renamed("stock", "left"))[1] == ["        left:"]


def test_another_type(chore: ChoreText) -> None:
    """In all three ways to write one."""
    assert changed(chore, chore.retyped("name", "link"))[1] == ['        name: {type: link, at: "css=a"}  # Ada']
    assert changed(chore, chore.retyped("unit_price", "number"))[1] == [
        "        unit_price: number                # 4.50"
    ]
    assert changed(chore, chore.retyped("stock", "text"))[1] == ["          type: text"]


def test_a_field_less_and_one_more(chore: ChoreText) -> None:
    """All its lines go; a new one stands behind the last."""
    assert len(changed(chore, chore.without("stock"))[0]) == 3
    more = chore.with_field(Field(name="seen", type=Type("date"), at=SourceLine("", 1, 1)))
    lines = more.text.split("\n")
    assert lines[lines.index("          label: In stock") + 1] == "        seen: date"


def test_another_statement(chore: ChoreText) -> None:
    """On its line where YAML lets it, else as a block, which is replaced whole the next time."""
    plain = chore.with_sql("SELECT name FROM lamps")
    assert changed(chore, plain)[1] == ["  - execute: SELECT name FROM lamps"]
    block = plain.with_sql("SELECT name\nFROM lamps -- all: of them\nWHERE name <> '# 1'")
    assert block.sql is not None
    assert block.sql.sql.strip() == "SELECT name\nFROM lamps -- all: of them\nWHERE name <> '# 1'"
    again = block.with_sql("SELECT 'a: b' AS x FROM lamps")
    assert again.sql is not None
    assert again.sql.sql.strip() == "SELECT 'a: b' AS x FROM lamps"
    assert again.text.endswith("\n\n  # Also on this page\n")


def test_what_can_not_be_done_is_said(chore: ChoreText) -> None:
    """A name that is none, one that is taken, a field among others on its line, a file with mistakes."""
    one_line = ChoreText(
        TEXT.split("      fields:", maxsplit=1)[0] + "      fields: {a: text, b: text}\n", "lamps.yaml"
    )
    for change in (
        lambda: chore.renamed("name", "unit_price"),
        lambda: chore.renamed("name", "no name"),
        lambda: one_line.without("b"),
        lambda: ChoreText("webdart: 2", "lamps.yaml").without("a"),
    ):
        with pytest.raises(UsageError):
            change()
