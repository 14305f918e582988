"""Do the bundled workflows give what SQL over the bundled site's own rows gives?"""

import re
from pathlib import Path
from typing import cast

import pytest

import webdart
from webdart.demo import DemoSite
from webdart.workflow import load

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / "workflows"
FILES = [*WORKFLOWS.rglob("*.yaml"), *(ROOT / "examples").glob("*.yaml"), *(ROOT / "tests" / "apps").rglob("*.yaml")]


def secrets(site: DemoSite) -> dict[str, str]:
    return {"TRACKER_USER": site.user, "TRACKER_PASSWORD": site.password}


def test_the_catalogue_names_every_workflow() -> None:
    """README.md lists what there is, and nothing else."""
    files = {path.relative_to(WORKFLOWS).with_suffix("").as_posix() for path in WORKFLOWS.rglob("*.yaml")}
    named = re.findall(r"^\| `([\w/-]+)` \|", (WORKFLOWS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(files)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_loads_and_says_what_it_is_for(path: Path) -> None:
    """No bundled chore, example or chore of a test has a mistake; each of the library describes itself."""
    workflow = load(path)
    assert workflow.stages
    assert workflow.description or WORKFLOWS not in path.parents


@pytest.mark.proof
@pytest.mark.browser
def test_top_reviewed(demo_site: DemoSite, tmp_path: Path) -> None:
    """The flagship chore: answer, rows and stated total of 780 products; the README's lines are the first two."""
    run = webdart.run(
        WORKFLOWS / "demo" / "top-reviewed.yaml", environment={"SHOP_URL": demo_site.url}, project=tmp_path
    )
    expected = demo_site.rows(
        "SELECT name, reviews FROM products WHERE category = 'Home Audio' AND price BETWEEN 1000 AND 9999"
        " ORDER BY reviews DESC, name LIMIT 3"
    )
    lines = [f"{name} ({reviews})" for name, reviews in expected]
    assert run.answer.text == "\n".join(lines)
    assert "\n".join(lines[:2]) in (WORKFLOWS / "README.md").read_text(encoding="utf-8")
    (table,) = (table for table in run.result.tables if table.name == "products")
    assert (table.stated, table.verdict) == (780, "complete")


@pytest.mark.browser
def test_busiest_threads(demo_site: DemoSite, tmp_path: Path) -> None:
    """Paging by *Older*, and no total to hold the rows against."""
    run = webdart.run(
        WORKFLOWS / "forum" / "busiest-threads.yaml",
        environment={"FORUM_URL": demo_site.url},
        project=tmp_path,
        board="Bread & Baking",
        since="2025-03-01",
    )
    expected = demo_site.rows(
        "SELECT topic, author, replies FROM threads WHERE board = 'Bread & Baking' AND started >= '2025-03-01'"
        " ORDER BY replies DESC, views DESC, :base || substr(path, 2) LIMIT 5",
        base=demo_site.url,
    )
    assert run.answer.value == [
        {"topic": topic, "started_by": author, "replies": replies} for topic, author, replies in expected
    ]


@pytest.mark.proof
@pytest.mark.browser
def test_workload(demo_site: DemoSite, tmp_path: Path) -> None:
    """Behind the login: groups with a NULL among them, and the least date of each."""
    run = webdart.run(
        WORKFLOWS / "tracker" / "workload.yaml",
        environment={"TRACKER_URL": demo_site.url},
        secrets=secrets(demo_site),
        project=tmp_path,
        severity="Medium",
    )
    expected = demo_site.rows(
        "SELECT coalesce(assignee, 'Nobody'), count(*), min(opened) FROM issues"
        " WHERE status <> 'Closed' AND severity = 'Medium' GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    assert run.answer.value == [
        {"person": person, "issues": count, "oldest": oldest} for person, count, oldest in expected
    ]


@pytest.mark.proof
@pytest.mark.browser
def test_close_issue_and_again(fresh_site: DemoSite, tmp_path: Path) -> None:
    """One request closes the issue, with its comment; asked once more, it is already so and nothing is sent."""
    ((number,),) = fresh_site.rows("SELECT number FROM issues WHERE status = 'Open' ORDER BY number LIMIT 1")
    before = fresh_site.data.issues

    def close() -> list[tuple[str, bool | None]]:
        run = webdart.run(
            WORKFLOWS / "tracker" / "close-issue.yaml",
            environment={"TRACKER_URL": fresh_site.url},
            secrets=secrets(fresh_site),
            yes=True,
            project=tmp_path,
            issue=number,
        )
        assert run.result.exit == 0
        return [(write.state, write.verified) for write in run.result.writes]

    assert close() == [("done", True)]
    assert close() == [("already so", True)]
    changed = [new for old, new in zip(before, fresh_site.data.issues, strict=True) if old != new]
    assert [(issue.number, issue.status) for issue in changed] == [(number, "Closed")]
    assert fresh_site.rows(
        "SELECT body FROM comments WHERE issue = :number ORDER BY number DESC LIMIT 1", number=number
    ) == [("Closed after review.",)]
    posted = [logged.path for logged in fresh_site.log if logged.method == "POST" and "login" not in logged.path]
    assert posted == [f"/tracker/issues/{number}/"]


@pytest.mark.browser
def test_settings(demo_site: DemoSite, tmp_path: Path) -> None:
    """Rows that name a group are no records."""
    run = webdart.run(WORKFLOWS / "docs" / "settings.yaml", environment={"DOCS_URL": demo_site.url}, project=tmp_path)
    expected = demo_site.rows(
        "SELECT setting, type, \"default\", meaning FROM settings WHERE setting LIKE '%timeout%' ORDER BY setting"
    )
    assert run.answer.value == [
        {"setting": setting, "type": kind, "initial": initial, "meaning": meaning}
        for setting, kind, initial, meaning in expected
    ]


@pytest.mark.browser
def test_starters(demo_site: DemoSite, tmp_path: Path) -> None:
    """Threads counted by who began them."""
    run = webdart.run(WORKFLOWS / "forum" / "starters.yaml", environment={"FORUM_URL": demo_site.url}, project=tmp_path)
    expected = demo_site.rows(
        "SELECT author, count(*) AS started FROM threads WHERE board = 'Gardening'"
        " GROUP BY author ORDER BY started DESC, author LIMIT 5"
    )
    assert [
        (row["started_by"], row["threads"]) for row in cast("list[dict[str, object]]", run.answer.value)
    ] == expected
