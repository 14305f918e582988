"""Trackers: issues in lists and tables, with numbers in running text, chips, icons that say what they mean, groups."""

from datetime import date, datetime
from typing import Any

from tests.records.snapshots.snapshot import Snapshot, at, each

# title, number, author, opened, labels, comments, milestone
ISSUES: list[Any] = [
    ("Export fails on empty sheet", 341, "Ann Lee", datetime(2024, 11, 3, 9, 15, 0), ["bug", "export"], 3, "v2.0"),
    ("Add dark mode", 339, "k_lee", datetime(2024, 10, 30, 22, 4, 10), ["feature"], 0, None),
    ("Crash when 2 files are open", 312, "Ann Lee", datetime(2024, 8, 1, 7, 30, 0), [], 14, "v2.0"),
    ("Docs: typo in chapter 4", 290, "bo", datetime(2024, 6, 12, 12, 0, 0), ["docs", "good first issue"], 1, None),
]


def forge(row: Any) -> str:
    title, number, author, opened, labels, comments, milestone = row
    chips = "".join(
        f'<span class="gl-label gl-label-sm"><a class="gl-link gl-label-link" href="?label_name={x}"><span class="gl-label-text">{x}</span></a></span>'
        for x in labels
    )
    stone = (
        f'<span class="issuable-milestone"><a title="Milestone" href="/m/1"><svg class="s14"><use href="#clock"></use></svg> {milestone}</a></span>'
        if milestone
        else ""
    )
    talk = (
        f'<li class="issuable-comments"><a href="/i/{number}#notes" title="Comments" class="has-tooltip"><svg class="s16"></svg> {comments}</a></li>'
        if comments
        else ""
    )
    return f"""<li class="issue gl-display-flex" data-id="{number}" id="issue_{number}"><div class="issuable-info-container"><div class="issuable-main-info"><div class="issue-title title"><span class="issue-title-text js-onboarding" dir="auto"><a class="issue-title-text" href="/g/p/-/issues/{number}">{title}</a></span></div>
      <div class="issuable-info"><span class="issuable-reference">#{number}</span><span class="issuable-authored"> · created <time class="js-timeago" title="{opened:%b} {opened.day}, {opened.year} {opened.hour % 12 or 12}:{opened:%M}{"am" if opened.hour < 12 else "pm"}" datetime="{opened.isoformat()}Z">2 years ago</time> by <a class="author-link js-user-link" href="/u/x"><span class="author">{author}</span></a></span> {stone} {chips}</div></div>
      <div class="issuable-meta"><ul class="controls">{talk}</ul><div class="issuable-updated-at"><span>updated <time datetime="2024-11-20T00:00:00Z" title="Nov 20, 2024 12:00am">1 year ago</time></span></div></div></div></li>"""


FORGE = Snapshot(
    name="issue list of a code forge",
    body=f"<header><nav><ul><li><a href=/p>Projects</a></li></ul></nav></header><main><div class=top-area><ul class=nav-links><li><a href=?state=opened>Open <span class=badge>4</span></a></li><li><a href=?state=closed>Closed <span class=badge>71</span></a></li></ul></div><ul class='content-list issues-list issuable-list'>{each(ISSUES, forge)}</ul></main>",
    fields={
        "title": "text",
        "number": ("integer", {"match": r"#(\d+)"}),
        "author": ("text", {"label": "by"}),
        "created": "datetime",
        "labels": "[text]",
        "url": "link",
    },
    truth=[
        {
            "title": t,
            "number": n,
            "author": a,
            "created": o,
            "labels": tuple(x) or None,
            "url": at(f"/g/p/-/issues/{n}"),
        }
        for t, n, a, o, x, _, _ in ISSUES
    ],
)


def hub(row: Any) -> str:
    title, number, author, opened, labels, comments, _ = row
    chips = "".join(f'<a class="IssueLabel hx_IssueLabel" href="/labels/{x}">{x}</a>' for x in labels)
    talk = (
        f'<a href="/o/r/issues/{number}" class="Link--muted" aria-label="{comments} comment{"s" if comments > 1 else ""}"><svg class="octicon"></svg><span class="text-small text-bold">{comments}</span></a>'
        if comments
        else ""
    )
    return f"""<div id="issue_{number}" class="Box-row js-issue-row"><div class="d-flex Box-row--drag-hide"><div class="flex-shrink-0"><span aria-label="Open issue"><svg class="octicon"></svg></span></div><div class="flex-auto min-width-0"><a class="Link--primary v-align-middle markdown-title" href="/o/r/issues/{number}">{title}</a> <span class="lh-default">{chips}</span>
      <div class="d-flex mt-1 text-small color-fg-muted"><span class="opened-by">#{number} opened <relative-time datetime="{opened.isoformat()}Z" class="no-wrap">{opened:%b} {opened.day}, {opened.year}</relative-time> by <a class="Link--muted" title="Open issues created by x" href="/o/r/issues/created_by/x">{author}</a></span></div></div><div class="flex-shrink-0 col-4 text-right"><span class="ml-2">{talk}</span></div></div></div>"""


HUB = Snapshot(
    name="issue rows in boxes",
    body=f"<div class=header><a href=/>Home</a></div><main><div class=Box><div class='Box-header'><div class=table-list-header-toggle><a href=?q=open>4 Open</a> <a href=?q=closed>12 Closed</a></div></div><div><div class='js-navigation-container'>{each(ISSUES, hub)}</div></div></div></main>",
    fields={
        "title": "text",
        "author": ("text", {"label": "by"}),
        "opened": "date",
        "comments": "integer",
        "url": "link",
    },
    truth=[
        {"title": t, "author": a, "opened": o.date(), "comments": c or None, "url": at(f"/o/r/issues/{n}")}
        for t, n, a, o, _, c, _ in ISSUES
    ],
)

WORK: list[Any] = [
    ("OPS-12", "Bug", "Login loops on iPad", "Ann Lee", "Blocker", "In Progress", date(2024, 11, 5), None),
    ("OPS-9", "Task", "Rotate keys", "Unassigned", "Minor", "To Do", date(2024, 10, 12), date(2024, 12, 1)),
    ("OPS-7", "Bug", "Emoji shown as boxes", "Bo Ek", "Major", "Done", date(2023, 1, 2), None),
]


def tracker(row: Any) -> str:
    key, kind, summary, assignee, priority, status, created, due = row
    shown = f"<time datetime='{created}'>{created:%d/%b/%y}</time>"
    who = (
        f'<span class="tinylink"><a class="user-hover" href="/u/{assignee[:2]}">{assignee}</a></span>'
        if assignee != "Unassigned"
        else "<em>Unassigned</em>"
    )
    return f"""<tr id="issuerow{key}" rel="{key}" data-issuekey="{key}" class="issuerow"><td class="issuetype"><a class="issue-link" href="/browse/{key}"><img src="/t.svg" height="16" alt="{kind}" title="{kind} - a kind of work"></a></td><td class="issuekey"><a class="issue-link" data-issue-key="{key}" href="/browse/{key}">{key}</a></td><td class="summary"><p><a class="issue-link" href="/browse/{key}">{summary}</a></p></td><td class="assignee">{who}</td><td class="priority"><img src="/p.svg" alt="{priority}" title="{priority} - serious"></td><td class="status"><span class="jira-issue-status-lozenge aui-lozenge" title="{status}">{status}</span></td><td class="created"><span title="{created:%d/%b/%y} 9:00 AM">{shown}</span></td><td class="duedate">{f"<time>{due:%d/%b/%y}</time>" if due else "&nbsp;"}</td><td class="issue_actions"><a href="/act?{key}" class="aui-button"><span>Actions</span></a></td></tr>"""


WORKTABLE = Snapshot(
    name="work items in a table, types and priorities as icons",
    body=f"<main><h1>Search</h1><div class=pager><span class=results-count-text><span class=results-count-start>1</span>–<span class=results-count-end>3</span> of <span class=results-count-total>3</span></span></div><table id=issuetable><thead><tr class=rowHeader><th class='colHeaderLink sortable'><span title='Sort By Issue Type'>T</span></th><th><span>Key</span></th><th><span>Summary</span></th><th><span>Assignee</span></th><th><span title='Sort By Priority'>P</span></th><th><span>Status</span></th><th><span>Created</span></th><th><span>Due</span></th><th></th></tr></thead><tbody>{each(WORK, tracker)}</tbody></table></main>",
    fields={
        "key": "text",
        "type": ("text", {"label": "T"}),
        "summary": "text",
        "assignee": "text",
        "priority": ("text", {"label": "P"}),
        "status": "text",
        "created": "date",
        "due": "date",
    },
    truth=[
        {"key": k, "type": t, "summary": s, "assignee": a, "priority": p, "status": x, "created": c, "due": d}
        for k, t, s, a, p, x, c, d in WORK
    ],
    stated=3,
)

TICKETS: list[Any] = [
    ("Bug", [(51, "New", "High", "Slow start"), (48, "Closed", "Low", "Wrong icon")]),
    (
        "Feature",
        [
            (50, "New", "Normal", "Print view"),
            (47, "In Progress", "Normal", "Import from CSV, 2 columns"),
            (40, "New", "Urgent", "Second factor"),
        ],
    ),
]


def ticket(row: Any) -> str:
    number, status, priority, subject = row
    return f'<tr id="issue-{number}" class="hascontextmenu odd issue tracker-1"><td class="checkbox hide-when-print"><input type="checkbox" name="ids[]" value="{number}"></td><td class="id"><a href="/issues/{number}">{number}</a></td><td class="status">{status}</td><td class="priority">{priority}</td><td class="subject"><a href="/issues/{number}">{subject}</a></td><td class="done_ratio"><table class="progress progress-{number}"><tr><td style="width: {number}%;" class="closed" title="{number}%"></td><td style="width: {100 - number}%;" class="todo"></td></tr></table><p class="percent">{number}%</p></td><td class="buttons"><a title="Actions" class="icon-only icon-actions js-contextmenu" href="#">Actions</a></td></tr>'


def ticket_group(entry: Any) -> str:
    kind, rows = entry
    head = f'<tr class="group open"><td colspan="7"><span class="expander icon">&nbsp;</span><span class="name">{kind}</span> <span class="badge badge-count count">{len(rows)}</span> <span class="totals"></span><a class="toggle-all" href="#">Collapse all/Expand all</a></td></tr>'
    return head + each(rows, ticket)


GROUPS = Snapshot(
    name="grouped issues, bars as tables in cells",
    body=f"<div id=main><div id=content><h2>Issues</h2><table class='list issues odd-even sort-by-id'><thead><tr><th class='checkbox hide-when-print'><input type=checkbox class=toggle-selection></th><th class='id'><a class='sort desc icon' href=?sort=id>#</a></th><th class=status><a href=?sort=status>Status</a></th><th><a href=?sort=priority>Priority</a></th><th><a href=?sort=subject>Subject</a></th><th><a href=?sort=done>% Done</a></th><th class=buttons></th></tr></thead><tbody>{each(TICKETS, ticket_group)}</tbody></table><span class=pagination><span class=items>(1-5/5)</span></span></div></div>",
    fields={
        "id": ("integer", {"label": "#"}),
        "status": "text",
        "priority": "text",
        "subject": "text",
        "done": ("integer", {"label": "% Done"}),
        "tracker": ("text", {"source": "heading", "match": r"^(\w+)"}),
    },
    truth=[
        {"id": n, "status": s, "priority": p, "subject": x, "done": n, "tracker": k}
        for k, rows in TICKETS
        for n, s, p, x in rows
    ],
    stated=5,
)

DETAIL_HTML = """<main><div class="detail-page-header"><span class="issuable-status-badge-open">Open</span> <span>Issue created 2 years ago by <a href=/u/ann>Ann Lee</a></span></div><h1 class=title>Export fails on empty sheet</h1>
<div class=description><p>Steps: 1. Open. 2. Export. Time spent so far was high: see below.</p></div>
<aside class=right-sidebar aria-label="Attributes"><div class="block assignee"><div class="title hide-collapsed">Assignee <a class=edit-link href=#>Edit</a></div><div class="value hide-collapsed"><a class=author-link href=/u/bo><img alt="Bo's avatar" src=/a.png><span class=author>Bo Ek</span></a></div></div>
<div class="block milestone"><div class="title">Milestone</div><div class="value"><a href=/m/1>v2.0</a></div></div>
<div class="block weight"><div class="title">Weight</div><div class="value"><span class=no-value>None</span></div></div>
<div class="block due_date"><div class="title">Due date</div><div class="value"><span class=value-content><span class=bold>Nov 30, 2024</span></span></div></div>
<div class="block labels"><div class="title">Labels</div><div class="value"><span><a href=?l=bug><span>bug</span></a></span><span><a href=?l=export><span>export</span></a></span></div></div>
<div class="block participants"><div class=title>3 Participants</div><div class=list><a href=/u/1><img alt=a></a></div></div></aside></main>"""
DETAIL = Snapshot(
    name="one issue's page with a side bar of attributes",
    body=DETAIL_HTML,
    fields={
        "title": "text",
        "assignee": "text",
        "milestone": "text",
        "due": ("date", {"label": "Due date"}),
        "labels": "[text]",
    },
    truth=[
        {
            "title": "Export fails on empty sheet",
            "assignee": "Bo Ek",
            "milestone": "v2.0",
            "due": date(2024, 11, 30),
            "labels": ("bug", "export"),
        }
    ],
    options={"kind": "page"},
)

TRACKERS = (FORGE, HUB, WORKTABLE, GROUPS, DETAIL)
