"""The report of a run: everything in it, nothing loaded, and no way out for a page's text."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` unknown)

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest
from playwright.async_api import Browser as Chromium

from webdart.answer.outcome import Outcome, PushdownOutcome, TableOutcome, WriteOutcome
from webdart.answer.report import ReportData, StageFacts, render, stage_facts, write_report
from webdart.answer.sample import sample
from webdart.answer.search_outline import SHOWN, Seen, outline
from webdart.answer.shape import compose
from webdart.answer.timeline import stages, stopped
from webdart.errors import SourceLine, StoreError
from webdart.plan.model import ActStage, ListingStage, Query, QueryStage
from webdart.secret import Mask, Secret
from webdart.trace import Event, EventKind
from webdart.values import replace
from webdart.workflow.model import Act, Answer, Extract, Navigate, PathStep, RequestShape
from webdart.workflow.templates import Template, parse

HERE = SourceLine("chore.yaml", 1, 1)
EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}</style>"


def event(kind: EventKind, text: str, stage: int, seconds: float, **data: object) -> Event:
    return Event(kind=kind, text=text, stage=stage, seconds=seconds, data=data)


def search(number: int, parent: int, label: str, value: float, *, goal: bool = False) -> Event:
    return event("search", label, 0, 0.2, node=number, parent=parent, label=label, value=value, goal=goal, url="u")


def data(words: str = "Lamp") -> ReportData:
    """A run with something in every section, `words` wherever a page's text can stand."""
    rows = pa.table(
        {words: [words, None], "reviews": [12, 7], "url": ["javascript:alert(1)", "https://shop.example/a"]}
    )
    return ReportData(
        outcome=Outcome(
            run="20261121T0611-chore-3f2a",
            workflow="chore",
            exit=3,
            answer=compose(rows, Answer(), None),
            grade="sampled",
            tables=(TableOutcome(name="products", rows=2, stated=9, verdict="incomplete", reasons=(words,)),),
            pages=2,
            pages_plain=39,
            pushdowns=(PushdownOutcome(control=words, does="ORDER BY x", verdict="taken", evidence=words),),
            writes=(WriteOutcome(request=f"POST /{words}", state="unknown", verified=False),),
            warnings=(words,),
            error=(words,),
            seconds=4.0,
        ),
        description=words,
        file="chore.yaml",
        source=f"webdart: 1 # {words}",
        started="2026-11-21T06:11:04Z",
        planned=(StageFacts(kind="navigate", does=words), StageFacts(kind="sql", does=words)),
        parameters={"name": words},
        sites={"shop": "https://shop.example/"},
        settings={"sandbox": "normal"},
        versions={"webdart": "0.1.0"},
        samples=(sample("products", rows),),
        events=(
            event("stage", words, 0, 0.0),
            search(0, -1, words, 0.1),
            search(1, 0, "the listing", 1.0, goal=True),
            event("page", words, 0, 1.0, url=f"https://shop.example/{words}", rows=2),
            event("action", words, 0, 1.1),
            event("refused", "POST https://shop.example/api/seen?x=1", 0, 1.2, asked="Fetch"),
        ),
    )


class Page(HTMLParser):
    """What a browser would find in the report."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.words.append(data)


def test_the_report_says_everything_about_the_run():
    """Verdicts with reasons, push-downs, writes, searches, pages, refusals with their remedy, settings and source."""
    said = " ".join(" ".join(Page(render(data(), blank=Mask())).words).split())
    for words in (
        "incomplete · exit 3",
        "2 of 39",
        ["Lamp", "ORDER BY x"][0],
        "2 rows of 9 stated",
        "POST /Lamp unknown not verified",
        "asked by Fetch",
        'reads: ["POST /api/seen"]',
        "1. Lamp",
        "1 page · 2 rows · 4.0 s · not finished",
        "the listing 1.00",
        "Not reached: 2. sql: Lamp",
        "webdart: 1 # Lamp",
        "sandbox normal",
        "2026-11-21 06:11:04 UTC",
    ):
        assert words in said, words


def test_a_pages_text_stays_text():
    """Tags, quotes, attributes and template signs in a page's text come out as the text they are."""
    harmless, hostile = (Page(render(data(words), blank=Mask())) for words in ("Lamp", EVIL))
    assert [tag for tag, _ in hostile.tags if tag != "a"] == [tag for tag, _ in harmless.tags if tag != "a"]
    assert not [name for _, attributes in hostile.tags for name in attributes if name.startswith("on")]
    assert "49" not in "".join(hostile.words)
    assert EVIL in "".join(hostile.words)


@pytest.mark.parametrize(("labels", "drawn"), [([EVIL, "Vase"], "rect"), (["2026-01-01", "2026-02-01"], "polyline")])
def test_an_answer_of_labels_or_dates_and_numbers_is_drawn(labels: list[str], drawn: str):
    """Above its table; what a page wrote stays text there, too, and a secret is blanked before a label is cut."""
    rows = pa.table({EVIL: [*labels, *("2026-03-01", "2026-04-01")], "sum": [12, 7, 9, 8]})
    before = data("Lamp")
    shown = replace(before, outcome=replace(before.outcome, answer=compose(rows, Answer(), None)))
    text = render(shown, blank=Mask())
    assert f"<{drawn} " in text
    assert text.index(f"<{drawn} ") < text.index("<caption>The answer")
    assert [tag for tag, _ in Page(text).tags if tag in {"script", "img"}] == [
        tag for tag, _ in Page(render(before, blank=Mask())).tags if tag in {"script", "img"}
    ]
    secret = "x" * 50 + "secret word of more than sixty letters"
    rows = pa.table({"name": [f"a {secret}", "b"], "sum": [1, 2]})
    shown = replace(before, outcome=replace(before.outcome, answer=compose(rows, Answer(), None)))
    assert "xxxx" not in render(shown, blank=Mask([Secret("WORD", secret)]))


def test_nothing_is_loaded_and_no_other_script_is_run():
    """No frame, form, style sheet or picture; the policy lets one script run, ours; only web addresses are links."""
    page = Page(render(data(EVIL), blank=Mask()))
    assert not {"link", "iframe", "img", "form", "object", "base"} & {tag for tag, _ in page.tags}
    assert [attributes for tag, attributes in page.tags if tag == "script"] == [{}]
    policy = [attributes["content"] or "" for _, attributes in page.tags if "http-equiv" in attributes]
    assert policy[0].startswith("default-src 'none'; ")
    (allowed,) = [part.split()[1:] for part in policy[0].split("; ") if part.startswith("script-src ")]
    assert len(allowed) == 1
    assert allowed[0].startswith("'sha256-")
    links = [attributes["href"] or "" for tag, attributes in page.tags if tag == "a"]
    assert links
    assert all(link.startswith(("http://", "https://")) for link in links)
    assert "url(" not in "".join(page.words)


def test_secrets_are_blanked_before_they_are_escaped():
    """A value with signs that HTML writes otherwise is not hidden by its escapes."""
    value = "pa'ss&\"w0rd<1"
    page = render(data(f"said {value} aloud"), blank=Mask([Secret("PW", value)]))
    assert "<secret PW>" in "".join(Page(page).words)
    assert "w0rd" not in page


def test_a_report_is_made_of_whatever_there_is():
    """A run that ended before its first stage has a report too."""
    bare = ReportData(outcome=Outcome(run=None, workflow="chore", exit=1, error=("no browser",)))
    said = "".join(Page(render(bare, blank=Mask())).words)
    assert "no browser" in said
    assert "No stage began." in said


def test_a_value_and_an_empty_table_have_their_own_look():
    """One value stands large; a table without rows says so; NULL is not an empty cell."""
    outcome = data().outcome
    one = compose(pa.table({"n": [None]}), Answer(shape="value"), None)
    none = compose(pa.table({"n": pa.array([], pa.int64())}), Answer(), None)
    for answer, words in ((one, "NULL"), (none, "no rows")):
        page = render(ReportData(outcome=replace(outcome, answer=answer)), blank=Mask())
        assert words in "".join(Page(page).words)


def test_only_the_first_rows_of_a_large_table_are_shown():
    """200 rows, and how many there are; implicit columns are left out."""
    found = sample("t", pa.table({"a": list(range(1000)), "_n": list(range(1000))}))
    assert (found.columns, len(found.rows), found.total) == (("a",), 200, 1000)
    page = render(replace(data(), samples=(found,)), blank=Mask())
    assert "The first 200 of 1,000 rows." in "".join(Page(page).words)


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path):
    """No part of a report is ever seen under its name, and a folder that is not there is told as such."""
    write_report(data(), tmp_path / "report.html", blank=Mask())
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(StoreError, match="can't be written: No such file"):
        write_report(data(), tmp_path / "none" / "report.html", blank=Mask())


def test_headings_come_in_order_and_every_table_has_a_name():
    """A screen reader finds one h1, sections by h2, and a caption for every table."""
    tags = [tag for tag, _ in Page(render(data(), blank=Mask())).tags]
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert tags.count("caption") == tags.count("table")


def test_stages_are_read_off_their_events():
    """Pages and rows are counted per stage; the last stage of a run that broke lasts until the end."""
    events = (
        event("stage", "navigate", 0, 1.0),
        event("page", "p", 0, 2.0, rows=20),
        event("page", "q", 0, 3.0, rows="many", url="http://x/"),
        event("end", "", 0, 4.0),
        event("stage", "sql", 1, 4.0),
    )
    first, second = stages(events, 10.0)
    assert (first.rows, len(first.pages), first.seconds, first.share, first.ended) == (20, 2, 3.0, 30.0, True)
    assert (second.seconds, second.ended, second.number) == (6.0, False, 2)
    assert first.pages[1].url == "http://x/"
    assert first.pages[1].rows is None


def test_each_walk_of_a_stage_has_its_own_tree():
    """A node without a parent begins a new search."""
    events = (event("stage", "s", 0, 0), search(0, -1, "a", 0), search(1, 0, "b", 1), search(0, -1, "c", 0))
    (stage,) = stages(events, 1.0)
    assert [[node.seen.label for node in tree.nodes] for tree in stage.searches] == [["a", "b"], ["c"]]


def test_what_an_alert_said_stands_behind_its_state():
    """Beside what was held and sent."""
    (stage,) = stages(
        (event("stage", "s", 0, 0), event("search", "a", 0, 0, node=0, parent=-1, label="a", alerts=["Stock is low"])),
        1.0,
    )
    (tree,) = stage.searches
    assert tree.nodes[0].seen.remarks == (("quiet", "said Stock is low"),)


def test_what_was_refused_is_told_once_with_its_remedy():
    """A request gets the `reads:` line, a host the `allow:` line that the guard gave; what was sent is no refusal."""
    events = (
        event("held", "POST http://x/login", 0, 0),
        event("released", "POST http://x/login", 0, 0),
        event("held", "POST http://x/a", 0, 0),
        event("held", "POST http://x/twice", 0, 0),
        event("released", "POST http://x/twice", 0, 0),
        event("held", "POST http://x/twice", 0, 0),
        event("refused", "POST http://x/b/7?q=1", 0, 0),
        event("refused", "POST http://x/b/7?q=1", 0, 0),
        event("refused", "http://cdn.x/ is not on the hosts of shop; allow: [cdn.x]", 0, 0),
    )
    found = stopped(events)
    assert [one.request for one in found.released] == ["POST http://x/login", "POST http://x/twice"]
    assert [one.request for one in found.held] == ["POST http://x/a", "POST http://x/twice"]
    assert [(one.request, one.remedy) for one in found.refused] == [
        ("POST http://x/b/7?q=1", 'reads: ["POST /b/7"]'),
        ("http://cdn.x/ is not on the hosts of shop", "allow: [cdn.x]"),
    ]


def seen(number: int, parent: int | None, value: float = 0.0, *, goal: bool = False) -> Seen:
    return Seen(number=number, parent=parent, label=str(number), url="", reason="", value=value, goal=goal)


def test_an_outline_puts_children_below_their_parent():
    """Depth first, one line a node, a level further in; the way to the goal is marked."""
    tree = outline([seen(0, None), seen(1, 0), seen(2, 0, 0.5), seen(3, 1, goal=True)])
    assert [(node.seen.number, node.chosen) for node in tree.nodes] == [(0, True), (1, True), (3, True), (2, False)]
    assert [node.x for node in tree.nodes] == [14, 36, 58, 36]
    assert [node.y for node in tree.nodes] == [14, 40, 66, 92]
    assert (tree.hidden, tree.found) == (0, True)


def test_an_outline_of_a_thousand_pages_keeps_the_way_to_the_goal():
    """What does not fit is counted; a long chain needs no deep recursion."""
    wide = outline([seen(0, None), *(seen(n, 0) for n in range(1, 1999)), seen(1999, 1998, goal=True)])
    assert (len(wide.nodes), wide.hidden) == (SHOWN, 2000 - SHOWN)
    assert [node.seen.number for node in wide.nodes][-2:] == [1998, 1999]
    deep = outline([seen(0, None), *(seen(n, n - 1) for n in range(1, 3000))])
    assert len(deep.nodes) + deep.hidden == 3000


def template(text: str) -> Template:
    return Template.literal(text, HERE)


def test_a_stage_is_told_in_the_words_of_the_file():
    """Site, way and tables, parameters filled in; the tables that SQL reads and makes; the declared writes."""
    navigate = Navigate(
        site="shop",
        start=template("/all"),
        path=(
            PathStep(words=parse("{{ shelf }} of {{ n }}", HERE), at=HERE),
            PathStep(words=parse("{{ row.x }}", HERE), at=HERE),
        ),
        at=HERE,
    )
    listing = ListingStage(index=0, navigate=navigate, extracts=(Extract(into="t", fields=(), at=HERE),), at=HERE)
    told = stage_facts(listing, {"shelf": "Lamps", "n": 3})
    assert told == StageFacts(kind="navigate", does="shop › /all › Lamps of 3 › {{ row.x }} → t", tables=("t",))
    sql = QueryStage(index=1, query=Query(sql="SELECT 1 FROM t", tables=("t",), at=HERE), into="top", at=HERE)
    assert stage_facts(sql) == StageFacts(kind="sql", does="t → top")
    shape = RequestShape(method="POST", path="/orders/*", at=HERE)
    act = ActStage(index=2, act=Act(site="desk", writes=(shape,), at=HERE), at=HERE)
    assert stage_facts(act) == StageFacts(kind="act", does="desk: POST /orders/*")


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_table_is_sorted_and_searched_and_nothing_else_runs(chromium: Chromium, tmp_path: Path):
    """A click on a head sorts by numbers where they are numbers, NULL last; the box leaves the rows with its words."""
    more = range(200, 210)
    rows = pa.table({"name": ["Lamp 10", "Lamp 9", EVIL, *("Vase",) * 10], "price": [100, None, 25, *more]})
    file = tmp_path / "report.html"
    file.write_text(render(replace(data(EVIL), samples=(sample("t", rows),)), blank=Mask()))
    tab = await chromium.new_page()
    alerts: list[str] = []
    tab.on("dialog", lambda dialog: alerts.append(dialog.message))
    await tab.goto(file.as_uri())
    table = tab.get_by_role("table", name="Rows of t")
    cells = table.locator("tbody tr:visible td:nth-child(2)")
    await table.get_by_role("button", name="price").click()
    assert await cells.all_inner_texts() == ["25", "100", *map(str, more), "NULL"]
    await table.get_by_role("button", name="price").click()
    assert await cells.all_inner_texts() == [*map(str, reversed(more)), "100", "25", "NULL"]
    await table.get_by_role("button", name="name").click()
    assert (await cells.all_inner_texts())[1:3] == ["NULL", "100"]
    await tab.get_by_role("searchbox", name="Search the rows of: Rows of t").fill("lamp 1")
    assert await cells.all_inner_texts() == ["100"]
    assert not alerts
    await tab.close()
