"""Does every example do what examples/README.md says, on the bundled site?"""

import re
from pathlib import Path

import pytest

import webdart
from webdart.demo import DemoSite

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.browser


def shown(command: str) -> str:
    """What the README shows below a command."""
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    block = re.search(rf"^\$ {re.escape(command)}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block is not None, f"examples/README.md has no {command}"
    return block[1].rstrip("\n")


def secrets(site: DemoSite) -> dict[str, str]:
    return {"DEMO_USER": site.user, "DEMO_PASSWORD": site.password}


def test_every_example_stands_in_the_readme() -> None:
    """A newcomer finds each file, in the order of the numbers."""
    files = sorted(path.name for path in EXAMPLES.glob("*.yaml"))
    named = re.findall(r"\*\*\[([\w-]+\.yaml)\]\(\1\)\*\*", (EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert named == files


def test_one_table(demo_site: DemoSite, tmp_path: Path) -> None:
    """The settings that are switches; the README shows the same lines."""
    run = webdart.run(EXAMPLES / "01-one-table.yaml", environment={"DEMO_URL": demo_site.url}, project=tmp_path)
    expected = [
        name for (name,) in demo_site.rows("SELECT setting FROM settings WHERE type = 'boolean' ORDER BY setting")
    ]
    assert run.answer.value == expected
    assert run.answer.text == shown("webdart run examples/01-one-table.yaml")
    assert run.table("settings").arrow().num_rows == len(demo_site.data.settings)


@pytest.mark.proof
def test_many_pages(demo_site: DemoSite, tmp_path: Path) -> None:
    """The best lamps for at most $20; the README shows the same lines."""
    run = webdart.run(
        EXAMPLES / "02-many-pages.yaml", environment={"DEMO_URL": demo_site.url}, project=tmp_path, at_most=20
    )
    expected = demo_site.rows(
        "SELECT name, price, rating FROM products WHERE category = 'Lamps' AND price <= 20"
        " ORDER BY rating DESC, name LIMIT 3"
    )
    assert run.answer.text == "\n".join(f"{name}, ${price}, {rating} stars" for name, price, rating in expected)
    assert run.answer.text == shown("webdart run examples/02-many-pages.yaml -p at_most=20")


@pytest.mark.proof
@pytest.mark.parametrize("name", ["05-detail-pages", "06-python", "07-two-sites"])
def test_what_the_readme_shows(demo_site: DemoSite, tmp_path: Path, name: str) -> None:
    """The later examples answer what the README shows, completely."""
    run = webdart.run(EXAMPLES / f"{name}.yaml", environment={"DEMO_URL": demo_site.url}, project=tmp_path)
    assert run.answer.text == shown(f"webdart run examples/{name}.yaml")
    assert (run.result.exit, [table.verdict for table in run.result.tables]) == (0, ["complete"])
    if name == "05-detail-pages":
        opened = run.table("products").arrow().column("_opened").to_pylist()
        assert sum(map(bool, opened)) <= 16


@pytest.mark.proof
def test_behind_a_login(demo_site: DemoSite, tmp_path: Path) -> None:
    """Issues of the year by status; the map that the README names."""
    run = webdart.run(
        EXAMPLES / "03-behind-a-login.yaml",
        environment={"DEMO_URL": demo_site.url},
        secrets=secrets(demo_site),
        project=tmp_path,
    )
    counts = demo_site.rows("SELECT status, count(*) FROM issues WHERE opened >= '2026-01-01' GROUP BY status")
    expected = {str(status): count for status, count in counts}
    assert run.answer.value == expected
    named = "{" + ", ".join(f'"{status}": {count}' for status, count in sorted(expected.items())) + "}"
    assert named in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.proof
def test_write_back(fresh_site: DemoSite, tmp_path: Path) -> None:
    """The oldest critical open issue is taken up by one request; no other issue differs."""
    query = "SELECT number FROM issues WHERE status = 'Open' AND severity = 'Critical' ORDER BY opened, number LIMIT 1"
    ((chosen,),) = fresh_site.rows(query)
    before = fresh_site.data.issues
    run = webdart.run(
        EXAMPLES / "04-write-back.yaml",
        environment={"DEMO_URL": fresh_site.url},
        secrets=secrets(fresh_site),
        yes=True,
        project=tmp_path,
    )
    changed = [new for old, new in zip(before, fresh_site.data.issues, strict=True) if old != new]
    assert [(issue.number, issue.status, issue.assignee) for issue in changed] == [
        (chosen, "In progress", "Elena Petrova")
    ]
    assert [write.what for write in fresh_site.writes if write.what != "log-in"] == ["issue changed"]
    assert [(write.state, write.verified) for write in run.result.writes] == [("done", True)]
