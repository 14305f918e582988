"""`python -m tickets.serve FOLDER`: make a Trac project in FOLDER, serve it on a free port of loopback, print where."""

import json
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from random import Random
from socketserver import ThreadingMixIn
from urllib.parse import parse_qsl
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from trac.env import Environment
from trac.web.main import dispatch_request

TICKETS = 640
OPTIONS = [
    ("project", "name", "Lighthouse"),
    ("project", "descr", "Charts for small boats"),
    ("trac", "database", "sqlite:db/trac.db"),
    ("trac", "default_timezone", "UTC"),
    ("logging", "log_type", "none"),
]
COMPONENTS = ("Charts", "Tides", "Weather", "Log book", "Import & export")
MILESTONES = ("1.0 Harbour", "1.1 Coast", "2.0 Open sea", "Someday")
PEOPLE = ("ana", "boris", "chloe", "dunja", "emeka.obi", "fumiko")
WORDS = ("crashes", "is slow", "forgets its settings", "shows the wrong unit", "has no keyboard shortcut", "overlaps")

Start = Callable[..., object]


def main() -> None:
    """Make it, then serve it until the process is ended."""
    folder = Path(sys.argv[1])
    environment = Environment(str(folder / "lighthouse"), create=True, options=OPTIONS)
    fill(environment)
    environment.shutdown()

    def answer(environ: dict[str, object], start: Start) -> Iterable[bytes]:
        _note(environ, folder / "received.jsonl")
        # the address of the login asks for no password: who comes there is the editor, as behind a web server's own login
        if environ.get("PATH_INFO") == "/login":
            environ["REMOTE_USER"] = "ana"
        environ["trac.env_path"] = str(folder / "lighthouse")
        return dispatch_request(environ, start)

    server = make_server("127.0.0.1", 0, answer, server_class=_Threaded, handler_class=_Quiet)
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/\n")
    sys.stdout.flush()
    server.serve_forever()


def fill(environment: Environment) -> None:
    """640 tickets with comments, milestones, components; the same each time."""
    random = Random("tickets")
    with environment.db_transaction as db:
        db("DELETE FROM component")
        db("DELETE FROM milestone")
        db("DELETE FROM version")
        db("DELETE FROM permission")
        db.executemany(
            "INSERT INTO component (name, owner, description) VALUES (%s, %s, '')", [(c, "ana") for c in COMPONENTS]
        )
        db.executemany(
            "INSERT INTO milestone (name, due, completed, description) VALUES (%s, %s, %s, '')",
            [
                (name, _when(2026, number * 60), _when(2026, 80) if number == 0 else 0)
                for number, name in enumerate(MILESTONES)
            ],
        )
        db.executemany(
            "INSERT INTO version (name, time, description) VALUES (%s, %s, '')",
            [("0.9", _when(2024, 9)), ("1.0", _when(2025, 40))],
        )
        db.executemany("INSERT INTO permission VALUES (%s, %s)", _permissions())
        tickets = [_ticket(random, number) for number in range(1, TICKETS + 1)]
        db.executemany(
            "INSERT INTO ticket (id, type, time, changetime, component, severity, priority, owner, reporter, cc,"
            " version, milestone, status, resolution, summary, description, keywords)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            tickets,
        )
        db.executemany(
            "INSERT INTO ticket_change (ticket, time, author, field, oldvalue, newvalue) VALUES (%s, %s, %s, %s, %s, %s)",
            [change for ticket in tickets for change in _comments(random, ticket)],
        )


def _permissions() -> list[tuple[str, str]]:
    looks = (
        "TICKET_VIEW",
        "REPORT_VIEW",
        "MILESTONE_VIEW",
        "ROADMAP_VIEW",
        "TIMELINE_VIEW",
        "WIKI_VIEW",
        "SEARCH_VIEW",
        "REPORT_SQL_VIEW",
    )
    return [*(("anonymous", look) for look in looks), ("ana", "TRAC_ADMIN")]


def _ticket(random: Random, number: int) -> tuple[object, ...]:
    status = random.choices(("new", "assigned", "accepted", "reopened", "closed"), (25, 15, 10, 5, 45))[0]
    time = _when(2024, number, random.randrange(86_400))
    component = random.choice(COMPONENTS)
    return (
        number,
        random.choice(("defect", "enhancement", "task")),
        time,
        time + random.randrange(1, 90) * 86_400_000_000,
        component,
        "",
        random.choice(("blocker", "critical", "major", "minor", "trivial")),
        random.choice((*PEOPLE, "")),
        random.choice(PEOPLE),
        "",
        random.choice(("", "0.9", "1.0")),
        random.choice((*MILESTONES, "")),
        status,
        random.choice(("fixed", "wontfix", "duplicate", "worksforme")) if status == "closed" else "",
        f"{component} {random.choice(WORDS)} on page {random.randrange(1, 40)}",
        f"Seen on boat {number}.\n\n * open the chart\n * turn it",
        random.choice(("", "gps", "night, gps", "paper")),
    )


def _comments(random: Random, ticket: tuple[object, ...]) -> list[tuple[object, ...]]:
    opened = ticket[2]
    assert isinstance(opened, int)
    return [
        (
            ticket[0],
            opened + n * 3_600_000_000,
            random.choice(PEOPLE),
            "comment",
            str(n),
            f"I saw it {n} times on #{ticket[0]}.",
        )
        for n in range(1, random.randrange(1, 6))
    ]


def _when(year: int, days: int, seconds: int = 0) -> int:
    """Microseconds since 1970, as Trac keeps them."""
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp() + days * 86_400 + seconds) * 1_000_000


def _note(environ: dict[str, object], file: Path) -> None:
    """A request with an unsafe method is one line of `file`; what it carries can be read again."""
    if environ["REQUEST_METHOD"] in {"GET", "HEAD", "OPTIONS"}:
        return
    stream = environ["wsgi.input"]
    assert hasattr(stream, "read")
    body: bytes = stream.read(int(str(environ.get("CONTENT_LENGTH") or 0)))
    environ["wsgi.input"] = BytesIO(body)
    fields = dict(parse_qsl(body.decode("utf-8", "replace")))
    fields.pop("__FORM_TOKEN", None)
    encodings = environ.get("HTTP_ACCEPT_ENCODING", "")
    asked = {"method": environ["REQUEST_METHOD"], "path": environ["PATH_INFO"], "fields": fields}
    line = json.dumps({**asked, "encodings": encodings})
    with file.open("a", encoding="utf-8") as received:
        received.write(line + "\n")


class _Threaded(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Nothing is printed but the address."""


if __name__ == "__main__":
    main()
