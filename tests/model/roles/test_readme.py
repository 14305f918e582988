"""The table of roles: every prompt of this room stands in it, every file that it names is there."""

import re
from pathlib import Path

from tests.model.roles.guide import Guide
from webdart.model.door.prompts import prompt_roles

ROOT = Path(__file__).resolve().parents[3]
README = ROOT / "webdart/model/door/README.md"


def test_every_role_stands_in_the_table():
    """With the tests that are named for it."""
    text = README.read_text()
    ours = {name for name in prompt_roles() if hasattr(Guide, name)} | {
        "act",
        "act_value",
        "map_control",
        "name_fields",
        "pick_listing",
        "read_values",
    }
    assert sorted(name for name in ours if f"`{name}`" not in text) == []
    assert (
        sorted(
            name
            for name in re.findall(r"`((?:execute/act|model/roles|navigate)/test_\w+\.py)`", text)
            if not (ROOT / "tests" / name).exists()
        )
        == []
    )


def test_every_link_leads_somewhere():
    """Links are relative to the file."""
    links = re.findall(r"\]\(([^)]+)\)", README.read_text())
    assert [link for link in links if not (README.parent / link).exists()] == []
