"""Holds what visitors change, and who is logged in.

Rows are immutable; a write replaces `State.data` under one lock, so a page is always rendered from one moment.
"""

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from webdart.demo.data import Comment, DemoData, Issue, Post, Thread
from webdart.demo.quirks import Quirks
from webdart.demo.talk import TODAY
from webdart.values import replace

USER = "robin"
PASSWORD = "a-demo-password"  # noqa: S105 - the bundled site's, and printed when it is served
_PERSON = "Robin Example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A change that a visitor made: `what` (`issue changed`, `reply posted`, …), `target` the page it concerns."""

    what: str
    target: str
    fields: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True, kw_only=True)
class Session:
    """A visitor who is logged in; `notice` is shown once; `requests` counts the pages seen."""

    token: str
    csrf: str
    notice: str = ""
    requests: int = 0


class State:
    """The site's rows as they are now, its sessions, and every change so far."""

    def __init__(self, data: DemoData, quirks: Quirks, seed: int) -> None:
        self.data = data
        self.quirks = quirks
        self.writes: tuple[Write, ...] = ()
        self._lock = threading.Lock()
        self._random = Random(f"{seed} sessions")  # noqa: S311 - a demo on loopback; tests want the same tokens
        self._sessions: dict[str, Session] = {}

    # -- sessions

    def token(self) -> str:
        """A value that can't be guessed (and that the seed repeats)."""
        with self._lock:
            return self._token()

    def log_in(self, user: str, password: str) -> Session | None:
        """A new session, or None where user and password don't fit."""
        with self._lock:
            self._note("log-in", "/tracker/login/", user=user)
            if (user, password) != (USER, PASSWORD):
                return None
            session = Session(token=self._token(), csrf=self._token())
            self._sessions[session.token] = session
            return session

    def session(self, token: str) -> Session | None:
        """The session of this cookie, unless it has ended; asking for it counts as a page."""
        with self._lock:
            session = self._sessions.get(token)
            if session is None:
                return None
            session.requests += 1
            most = self.quirks.session_requests
            if most is not None and session.requests > most:
                del self._sessions[token]
                return None
            return session

    def log_out(self, session: Session) -> None:
        """End the session."""
        with self._lock:
            self._note("log-out", "/tracker/logout/")
            self._sessions.pop(session.token, None)

    # -- changes

    def change_issue(self, issue: Issue, *, status: str, assignee: str | None, comment: str) -> None:
        """Set an issue's status and assignee, and add a comment unless it is blank."""
        with self._lock:
            said = self.data.comments
            if comment.strip():
                number = 1 + max((other.number for other in said if other.issue == issue.number), default=0)
                new = Comment(
                    issue=issue.number, number=number, author=_PERSON, written=self._now(), body=comment.strip()
                )
                said = (*said, new)
            changed = replace(
                issue,
                status=status,
                assignee=assignee,
                comments=sum(1 for other in said if other.issue == issue.number),
            )
            issues = tuple(changed if other.number == issue.number else other for other in self.data.issues)
            self.data = replace(self.data, issues=issues, comments=said)
            self._note("issue changed", issue.path, status=status, assignee=assignee or "", comment=comment)

    def delete_issue(self, issue: Issue) -> None:
        """Take an issue and its comments away for good."""
        with self._lock:
            self.data = replace(
                self.data,
                issues=tuple(other for other in self.data.issues if other.number != issue.number),
                comments=tuple(other for other in self.data.comments if other.issue != issue.number),
            )
            self._note("issue deleted", issue.path)

    def reply(self, thread: Thread, *, author: str, body: str) -> Post:
        """Add a post to a thread, which moves to the head of its board."""
        with self._lock:
            number = 1 + max(post.number for post in self.data.posts if post.thread_id == thread.id)
            post = Post(thread_id=thread.id, number=number, author=author, written=self._now(), likes=0, body=body)
            moved = replace(thread, replies=number - 1, last_post=post.written)
            others = tuple(other for other in self.data.threads if other.id != thread.id)
            self.data = replace(self.data, threads=(moved, *others), posts=(*self.data.posts, post))
            self._note("reply posted", thread.path, name=author, reply=body)
            return post

    def note(self, what: str, target: str, **fields: str) -> None:
        """Remember a change that has no row of its own, such as a product put into the basket."""
        with self._lock:
            self._note(what, target, **fields)

    def count(self, what: str) -> int:
        """How many changes of this kind there were."""
        return sum(1 for write in self.writes if write.what == what)

    def _note(self, what: str, target: str, **fields: str) -> None:
        self.writes = (*self.writes, Write(what=what, target=target, fields=fields))

    def _now(self) -> datetime:
        return TODAY + timedelta(minutes=len(self.writes))

    def _token(self) -> str:
        return f"{self._random.getrandbits(128):032x}"
