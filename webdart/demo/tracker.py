"""Serves the tracker: behind a login, issues in a table that sorts and filters, and a page per issue.

An issue's page has its form, with traps beside it.
"""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from urllib.parse import quote

from webdart.demo.data import Issue
from webdart.demo.layout import cut, frame, not_found, pager, select
from webdart.demo.state import Session, State
from webdart.demo.talk import PEOPLE, SEVERITIES, STATUSES
from webdart.demo.web import Reply, Request, e, see_other

_SIZE = 25
_COOKIE = "tracker_session"
_VISITOR = "tracker_visitor"
_NOBODY = "Nobody"

_COLUMNS: Mapping[str, tuple[str, Callable[[Issue], tuple[int | str, int]]]] = {
    "number": ("No.", lambda issue: (issue.number, 0)),
    "title": ("Title", lambda issue: (issue.title, issue.number)),
    "status": ("Status", lambda issue: (STATUSES.index(issue.status), issue.number)),
    "severity": ("Severity", lambda issue: (SEVERITIES.index(issue.severity), issue.number)),
    "assignee": ("Assignee", lambda issue: (issue.assignee or "~", issue.number)),
    "opened": ("Opened", lambda issue: (issue.opened.toordinal(), issue.number)),
    "comments": ("Comments", lambda issue: (issue.comments, issue.number)),
}


def answer(request: Request, state: State) -> Reply:
    """The page that the tracker has at this address; all but the login form want a session."""
    if request.segments[1:] == ("login",):
        return _log_in(request, state) if request.method == "POST" else _login_form(request, state)
    session = state.session(request.cookies.get(_COOKIE, ""))
    if session is None:
        return see_other(f"/tracker/login/?next={request.path}", wrote=False)
    if request.method == "POST" and not _same(request.fields.get("csrf"), session.csrf):
        page = frame("Refused", "<h1>Refused</h1><p>The form is out of date. Go back, reload the page, try again.</p>")
        return Reply(body=page.body, status=403)
    return _inside(request, state, session)


def _inside(request: Request, state: State, session: Session) -> Reply:
    match request.segments[1:]:
        case ():
            return see_other("/tracker/issues/", wrote=False)
        case ("logout",):
            state.log_out(session)
            return see_other("/tracker/login/", headers=(("Set-Cookie", f"{_COOKIE}=; Path=/; Max-Age=0"),))
        case ("issues",):
            return _issues(request, state)
        case ("issues", number, *rest) if (issue := _issue(number, state)) is not None:
            return _about(request, issue, state, session) if rest in ([], ["delete"]) else not_found(request)
        case _:
            return not_found(request)


def _about(request: Request, issue: Issue, state: State, session: Session) -> Reply:
    match request.method, request.segments[3:]:
        case "POST", ():
            return _change(request, issue, state, session)
        case "POST", _:
            state.delete_issue(issue)
            session.notice = f"Issue {issue.number} was deleted."
            return see_other("/tracker/issues/")
        case _:
            return _detail(issue, state, session)


def _issue(number: str, state: State) -> Issue | None:
    return next((issue for issue in state.data.issues if str(issue.number) == number), None)


def _same(sent: str | None, kept: str | None) -> bool:
    if not sent or not kept:
        return False
    return compare_digest(sent.encode(), kept.encode())


# -- logging in


def _login_form(request: Request, state: State, problem: str = "") -> Reply:
    """The form holds what the visitor's cookie holds: a page of another site could not know it."""
    visitor = request.cookies.get(_VISITOR) or state.token()
    alert = f'<p class="alert" role="alert">{e(problem)}</p>' if problem else ""
    body = f"""<h1>Log in</h1>{alert}
<form method="post" action="/tracker/login/" class="stacked">
<input type="hidden" name="csrf" value="{e(visitor)}">
<input type="hidden" name="next" value="{e(request.query.get("next") or request.fields.get("next", ""))}">
<p class="control"><label for="user">User name</label><input id="user" name="user" autocomplete="username"></p>
<p class="control"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password"></p>
<button>Log in</button>
</form>"""
    page = frame("Log in", body, section="Tracker")
    cookie = ("Set-Cookie", f"{_VISITOR}={quote(visitor)}; Path=/tracker/; HttpOnly; SameSite=Lax")
    return Reply(body=page.body, status=401 if problem else 200, headers=(cookie,))


def _log_in(request: Request, state: State) -> Reply:
    if not _same(request.fields.get("csrf"), request.cookies.get(_VISITOR)):
        return _login_form(request, state, "The form is out of date. Please try again.")
    session = state.log_in(request.fields.get("user", ""), request.fields.get("password", ""))
    if session is None:
        return _login_form(request, state, "User name or password is wrong.")
    wanted = request.fields.get("next", "")
    cookie = f"{_COOKIE}={session.token}; Path=/; HttpOnly; SameSite=Lax"
    return see_other(
        wanted if wanted.startswith("/tracker/") else "/tracker/issues/", headers=(("Set-Cookie", cookie),)
    )


def _who() -> str:
    return '<p class="who">Robin Example · <a href="/tracker/logout/">Log out</a></p>'


# -- the listing


def _issues(request: Request, state: State) -> Reply:
    listing = cut(_wanted(request, state), request.page, _SIZE)
    rows = "".join(
        f'<tr><td class="number">{issue.number}</td><td><a href="{issue.path}">{e(issue.title)}</a></td>'
        f'<td><span class="status {issue.status.lower().replace(" ", "-")}">{issue.status}</span></td>'
        f"<td>{issue.severity}</td><td>{e(issue.assignee)}</td>"
        f'<td><time datetime="{issue.opened}">{issue.opened:%b} {issue.opened.day}, {issue.opened.year}</time></td>'
        f'<td class="number">{issue.comments}</td></tr>'
        for issue in listing.rows
    )
    empty = f'<tr><td colspan="{len(_COLUMNS)}">No issues match.</td></tr>'
    body = f"""<h1>Issues</h1>
{_filters(request)}
<p class="position">{listing.position("issues", state.quirks)}</p>
<table><caption class="heard">Issues</caption>
<thead><tr>{_heads(request)}</tr></thead>
<tbody>{rows or empty}</tbody></table>
{pager(request, listing, state.quirks)}"""
    return frame("Issues", body, section="Tracker", extra=_who())


def _wanted(request: Request, state: State) -> list[Issue]:
    status, severity = request.query.get("status", ""), request.query.get("severity", "")
    assignee, words = request.query.get("assignee", ""), request.query.get("q", "").lower()
    found = [
        issue
        for issue in state.data.issues
        if status in {"", issue.status}
        and severity in {"", issue.severity}
        and assignee in {"", issue.assignee or _NOBODY}
        and words in issue.title.lower()
    ]
    order = request.query.get("sort", "number")
    column = _COLUMNS.get(order.lstrip("-"))
    return found if column is None else sorted(found, key=column[1], reverse=order.startswith("-"))


def _heads(request: Request) -> str:
    chosen = request.query.get("sort", "number")
    heads: list[str] = []
    for name, (words, _) in _COLUMNS.items():
        claim = {name: "ascending", f"-{name}": "descending"}.get(chosen)
        aria = f' aria-sort="{claim}"' if claim else ""
        other = f"-{name}" if chosen == name else name
        heads.append(f'<th scope="col"{aria}><a href="{e(request.address(sort=other, page=""))}">{words}</a></th>')
    return "".join(heads)


def _filters(request: Request) -> str:
    def choice(name: str, label: str, values: tuple[str, ...]) -> str:
        return select(name, label, {"": "Any", **{value: value for value in values}}, request.query.get(name, ""))

    return f"""<form method="get" class="filters row">
{choice("status", "Status", STATUSES)}
{choice("severity", "Severity", SEVERITIES)}
{choice("assignee", "Assignee", (*PEOPLE, _NOBODY))}
<p class="control"><label for="q">Title contains</label>
<input id="q" name="q" value="{e(request.query.get("q", ""))}"></p>
<button>Filter</button>
</form>"""


# -- one issue


def _detail(issue: Issue, state: State, session: Session) -> Reply:
    notice, session.notice = session.notice, ""
    told = f'<p class="notice" role="status">{e(notice)}</p>' if notice else ""
    said = "".join(
        f'<article class="post"><header><strong>{e(comment.author)}</strong> '
        f'<time datetime="{comment.written.isoformat()}Z">{comment.written:%b} {comment.written.day}, '
        f"{comment.written:%Y, %H:%M}</time></header><p>{e(comment.body)}</p></article>"
        for comment in state.data.comments
        if comment.issue == issue.number
    )
    summary = (
        ("Status", issue.status),
        ("Severity", issue.severity),
        ("Assignee", issue.assignee or _NOBODY),
        ("Opened", f"{issue.opened:%B} {issue.opened.day}, {issue.opened.year}"),
    )
    lines = "".join(f"<li>{term}: <strong>{e(value)}</strong></li>" for term, value in summary)
    body = f"""<p class="lead over">Issue {issue.number}</p>
<h1>{e(issue.title)}</h1>
{told}
<section aria-labelledby="summary"><h2 id="summary">Summary</h2><ul class="facts">{lines}</ul></section>
<section aria-labelledby="description"><h2 id="description">Description</h2><p>{e(issue.body)}</p></section>
<section aria-labelledby="comments"><h2 id="comments">Comments</h2>{said or "<p>No comments yet.</p>"}</section>
{_edit_form(issue, session)}"""
    return frame(issue.title, body, section="Tracker", crumbs=(("Issues", "/tracker/issues/"),), extra=_who())


def _edit_form(issue: Issue, session: Session) -> str:
    people = {"": _NOBODY, **{person: person for person in PEOPLE}}
    return f"""<section aria-labelledby="edit"><h2 id="edit">Edit</h2>
<form method="post" action="{issue.path}" class="stacked">
<input type="hidden" name="csrf" value="{session.csrf}">
{select("status", "Status", {status: status for status in STATUSES}, issue.status)}
{select("assignee", "Assignee", people, issue.assignee or "")}
<p class="control"><label for="comment">Comment</label><textarea id="comment" name="comment" rows="4"></textarea></p>
<button>Save changes</button>
</form>
<form method="post" action="{issue.path}delete/">
<input type="hidden" name="csrf" value="{session.csrf}">
<button class="danger">Delete issue</button>
</form></section>"""


def _change(request: Request, issue: Issue, state: State, session: Session) -> Reply:
    status = request.fields.get("status", issue.status)
    assignee = request.fields.get("assignee", issue.assignee or "")
    if status not in STATUSES or assignee not in {"", *PEOPLE}:
        page = frame("Not saved", f'<h1>Not saved</h1><p>No such choice. <a href="{issue.path}">Back</a></p>')
        return Reply(body=page.body, status=422)
    state.change_issue(issue, status=status, assignee=assignee or None, comment=request.fields.get("comment", ""))
    session.notice = "Your changes were saved."
    return see_other(issue.path)
