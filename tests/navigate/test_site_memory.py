"""What is kept of a site between runs: private, bounded, believed in nothing, and forgotten in time."""

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from webdart.navigate.site_memory import KEPT_DAYS, LONGEST, MOST_PAGES, MOST_SKIPS, Memories
from webdart.plan.model import SitePlan
from webdart.search.memory import PageMemory
from webdart.values import replace

NOW = datetime(2026, 11, 22, tzinfo=UTC)
SITE = SitePlan(name="shop", url="https://shop.example/")
PAGE = PageMemory({"Lamps": "led on", "Jobs": "led nowhere"}, 0.5)


def learned(folder: Path, now: datetime = NOW) -> Path:
    memories = Memories(folder, now)
    memory = memories.of(SITE)
    memory.keep("https://shop.example/a", "lamps", PAGE)
    memory.refuse(("Sort by", "ORDER BY price"), "row 3 stands too late")
    memories.save()
    (path,) = folder.glob("*.json")
    return path


def test_a_later_run_knows_it_again(tmp_path: Path):
    """By the site's own address, whatever a file calls it; another site knows nothing of it."""
    learned(tmp_path)
    later = Memories(tmp_path, NOW + timedelta(days=1))
    again = later.of(replace(SITE, name="other"))
    assert again.recall("https://shop.example/a", "lamps") == PAGE
    assert list(again.refused) == [("Sort by", "ORDER BY price")]
    assert later.of(replace(SITE, url="https://else.example/")).refused == {}


def test_it_is_its_users_alone(tmp_path: Path):
    """0600; and a file that others could have written is not read."""
    path = learned(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert Memories(tmp_path, NOW).of(SITE).refused == {}


def test_a_month_later_it_is_forgotten(tmp_path: Path):
    """A control that was wrong once gets another chance; seeing it lie does not put that off."""
    learned(tmp_path)
    soon = Memories(tmp_path, NOW + timedelta(days=KEPT_DAYS - 1))
    soon.of(SITE).refuse(("Sort by", "ORDER BY price"), "again")
    soon.of(SITE).keep("x", "y", PAGE)
    soon.save()
    assert Memories(tmp_path, NOW + timedelta(days=KEPT_DAYS + 1)).of(SITE).refused == {}


def test_a_refusal_is_tried_again_after_a_few_runs(tmp_path: Path):
    """Only runs that skip it count; being asked twice in one run is one skip."""
    learned(tmp_path)
    for _ in range(MOST_SKIPS):
        run = Memories(tmp_path, NOW + timedelta(hours=1))
        refusal = run.of(SITE).skipped(("Sort by", "ORDER BY price"))
        assert str(refusal) == "refused on 2026-11-22 because row 3 stands too late"
        assert run.of(SITE).skipped(("Sort by", "ORDER BY price")) == refusal
        assert run.of(SITE).skipped(("Filter", "WHERE price = 3")) is None
        run.save()
        Memories(tmp_path, NOW + timedelta(hours=2)).save()  # a run that needs no such control
    assert Memories(tmp_path, NOW + timedelta(hours=3)).of(SITE).skipped(("Sort by", "ORDER BY price")) is None


@pytest.mark.parametrize(
    "text",
    [
        "", "not JSON", "[]", '{"webdart": 1}', "[" * 5000, '{"webdart": 2, "pages": 3, "refused": {"a": 1}}',
        json.dumps({"webdart": 2, "pages": [{"at": "x" * 9999, "for": "", "seen": NOW.isoformat(), "did": {"a": "led on"}}]}),
        json.dumps({"webdart": 2, "refused": [["a" * (LONGEST + 1), "b", "c", NOW.isoformat(), 0], ["a", "b", "c", "2999-01-01", 0], ["a", "b", "c", NOW.isoformat(), "0"], [1, 2, 3]]}),
        json.dumps({"webdart": 2, "pages": [{"at": "p", "for": "", "seen": NOW.isoformat(), "value": 7, "did": {"a": "obey"}}]}),
    ],
)  # fmt: skip
def test_what_stands_in_it_is_believed_in_nothing(tmp_path: Path, text: str):
    """Whatever a site, or anybody, got into the file: known words in bounds, or nothing."""
    learned(tmp_path).write_text(text)
    memory = Memories(tmp_path, NOW).of(SITE)
    assert memory.refused == {}
    assert memory.recall("p", "") == PageMemory()


def test_it_stays_small(tmp_path: Path):
    """The latest pages are kept; what is too long for a label never is."""
    memories = Memories(tmp_path, NOW)
    for number in range(MOST_PAGES + 50):
        memories.of(SITE).keep(f"/{number}", "", PageMemory({f"link {number}": "led on", "x" * 9999: "led on"}))
    memories.save()
    again = Memories(tmp_path, NOW).of(SITE)
    assert again.recall("/0", "") == PageMemory()
    assert again.recall(f"/{MOST_PAGES + 49}", "").results == {f"link {MOST_PAGES + 49}": "led on"}


def test_nothing_learned_is_nothing_written(tmp_path: Path):
    """Nor is anything kept where there is no folder."""
    Memories(tmp_path, NOW).save()
    memories = Memories(None, NOW)
    memories.of(SITE).keep("a", "b", PAGE)
    memories.save()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sampled(2)
@pytest.mark.browser
@pytest.mark.parametrize("keeps", [True, False])
def test_a_second_run_begins_where_the_first_one_learned(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, keeps: bool
):
    """`branch` tries first what led on before; with `memories = false` nothing is kept."""
    monkeypatch.setenv("WEBDART_MEMORIES", str(keeps).lower())
    links = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("one", "two", "three", "four", "five", "last"))
    site_server.page("/", f"<title>Start</title><h1>Start</h1><ul>{links}</ul>")
    for name in ("one", "two", "three", "four", "five"):
        site_server.page(f"/{name}", f"<title>{name}</title><h1>{name}</h1><p>Nothing here.</p>")
    rows = "".join(f"<tr><td>Bolt {n}<td>{n}</tr>" for n in range(3))
    site_server.page("/last", f"<h1>Parts</h1><table><tr><th>Part<th>Stock</tr>{rows}</table>")
    path = tmp_path / "sought.yaml"
    path.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n  - navigate: {{objective: where it is, search: {{strategy: branch}}}}\n'
        "  - extract: {into: items, fields: {part: text, stock: integer}}\n  - execute: SELECT count(*) FROM items\n"
    )
    for _ in range(2):
        assert webdart.run(path, project=tmp_path).answer.value == 3
    kept = list((tmp_path / ".webdart" / "memories").glob("*.json"))
    assert bool(kept) is keeps
