"""Changes that a person makes by pointing, in the text of a file: what is not meant stays as it is."""

import pytest

from webdart.errors import SourceLine, UsageError
from webdart.extract.proposal.table_proposal import Found
from webdart.records.model import Totals
from webdart.studio.chore_text import ChoreText
from webdart.workflow.model import Act, Extract, Field, Type

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
    assert changed(chore, chore.renamed("stock", "остаток"))[1] == ["        остаток:"]
    assert changed(chore, chore.renamed("stock", "Stock"))[1] == ["        Stock:"]


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
        lambda: chore.renamed("name", "Unit_Price"),
        lambda: chore.renamed("name", "no name"),
        lambda: one_line.without("b"),
        lambda: ChoreText("webdart: 2", "lamps.yaml").without("a"),
    ):
        with pytest.raises(UsageError):
            change()


def test_one_more_key(chore: ChoreText) -> None:
    """In both ways to write a field on one line; one that has it, or several lines, is left to the person."""
    assert changed(chore, chore.with_key("unit_price", "unreadable", "null"))[1] == [
        "        unit_price: {type: money, unreadable: null}  # 4.50"
    ]
    more = chore.with_key("name", "unreadable", "null")
    assert changed(chore, more)[1] == ['        name: {type: text, at: "css=a", unreadable: null}  # Ada']
    for again, name in ((more, "name"), (chore, "stock")):
        with pytest.raises(UsageError):
            again.with_key(name, "unreadable", "null")


def listing(name: str) -> Found:
    """Records with one field."""
    field = Field(name="author", type=Type("text"), at=SourceLine("", 1, 1))
    extract = Extract(into=name, fields=(field,), at=SourceLine("", 1, 1))
    return Found(extract=extract, records=(), count=3, keyed=False, totals=Totals())


def test_tables_of_each_record(chore: ChoreText) -> None:
    """They stand behind the fields, a second one behind the first."""
    one = chore.with_table(listing("reviews"))
    two = one.with_table(listing("offers"))
    assert two.problems == ()
    assert two.extract is not None
    assert [table.into for table in two.extract.tables] == ["reviews", "offers"]
    assert two.text.endswith("\n\n  # Also on this page\n")


STAGE = ["- execute:", "    act:", '      writes: ["POST /lamps"]', "      steps:", "        - click: Buy"]


def test_one_more_stage(chore: ChoreText) -> None:
    """Behind the last one, as deep as that stands; in a file with mistakes no place for it is known."""
    more = chore.with_stage(STAGE)
    assert more.problems == ()
    assert more.workflow is not None
    assert isinstance(more.workflow.stages[-1], Act)
    flat = ChoreText("\n".join(line.removeprefix("  ") for line in TEXT.splitlines()), "lamps.yaml").with_stage(STAGE)
    assert flat.problems == ()
    with pytest.raises(UsageError):
        ChoreText("webdart: 2", "lamps.yaml").with_stage(STAGE)
