"""`webdart memories`: what a project knows of sites, and how it forgets."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from webdart.navigate.site_memory import MOST_SKIPS, Memories
from webdart.plan.model import SitePlan
from webdart.search.memory import PageMemory

SITE = SitePlan(name="shop", url="https://shop.example/")


def learned(folder: Path, now: datetime) -> None:
    memories = Memories(folder, now)
    memories.of(SITE).keep("https://shop.example/a", "lamps", PageMemory({"Lamps": "led on"}, 0.5))
    memories.of(SITE).refuse(("Sort by", "ORDER BY price"), "row 3 stands too late")
    memories.save()


def test_memories_are_listed_and_forgotten(cli: Any, tmp_path: Path):
    """By host; a host that nothing is known of is told with those that are."""
    assert cli("memories").out == "nothing is remembered\n"
    learned(tmp_path / ".webdart" / "memories", datetime.now(UTC) - timedelta(hours=1))
    said = cli("memories").out
    assert "shop.example (1 page remembered by searches)\n  Sort by: ORDER BY price: refused on 20" in said
    assert "because row 3 stands too late; skipped by 3 more runs" in said
    assert json.loads(cli("memories", "list", "--json").out)[0]["skipped"][0]["runs_left"] == MOST_SKIPS
    wrong = cli("memories", "forget", "else.example")
    assert (wrong.code, "known: shop.example" in wrong.err) == (2, True)
    assert "forgot shop.example" in cli("memories", "forget", "shop.example").err
    assert cli("memories").out == "nothing is remembered\n"
