"""Generates the threads of the forum and the issues of the tracker."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from webdart.demo.catalogue import slug
from webdart.demo.data import Comment, Issue, Post, Thread


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the forum, how many threads it has, and what they are about."""

    name: str
    about: str
    threads: int
    subjects: tuple[str, ...]

    @property
    def slug(self) -> str:
        """Its place in an address."""
        return slug(self.name)


BOARDS = (
    Board(
        "Gardening",
        "Beds, balconies and everything that eats them.",
        118,
        ("tomato seedlings", "slugs", "compost", "a north-facing balcony", "raised beds", "late frost", "basil"),
    ),
    Board(
        "Bread & Baking",
        "Starters, crumbs and ovens.",
        94,
        ("sourdough starter", "rye flour", "oven spring", "a Dutch oven", "overnight proofing", "brioche"),
    ),
    Board(
        "Repairs",
        "Don't throw it away yet.",
        133,
        ("a noisy washing machine", "a stuck zip", "my old radio", "a bicycle hub", "chipped enamel", "a dead remote"),
    ),
)

STATUSES = ("Open", "In progress", "Blocked", "Closed")
SEVERITIES = ("Low", "Medium", "High", "Critical")
PEOPLE = ("Amara Okafor", "Bjorn Lindqvist", "Camille Roy", "Dev Patel", "Elena Petrova", "Farah Haddad")
TODAY = datetime(2026, 3, 1, 9, 0)  # noqa: DTZ001 - the site shows its own zone, UTC

_NICKNAMES = (
    "moss_and_fern",
    "oldradio",
    "Kneadful",
    "petra77",
    "the_other_jo",
    "Linnea",
    "toolbox",
    "crumbly",
    "nasturtium",
)
_OPENINGS = (
    "What to do about {}?",
    "My first try with {}",
    "Is it too late for {}?",
    "{}: what works for you",
    "Please help me understand {}",
    "Lessons from a year of {}",
    "{} – photos inside",
)
_POSTS = (
    "I had the same last spring. Patience helped more than anything I bought.",
    "Try half of it first and write down what you changed.",
    "Could you post a picture in daylight? It is hard to tell from here.",
    "That is how my grandmother did it, and it still works.",
    "It depends on the weather. Below ten degrees I would wait.",
    "Thank you all, this solved it. I will report back in a month.",
)
_AREAS = (
    "Export",
    "Login page",
    "Search",
    "Invoice PDF",
    "Mobile menu",
    "Calendar sync",
    "Importer",
    "Audit log",
    "Dashboard",
)
_FAULTS = (
    "loses the last row",
    "shows the wrong time zone",
    "fails on names with apostrophes",
    "is slow with more than 1,000 records",
    "prints the date twice",
    "forgets the chosen language",
    "returns a blank page",
    "ignores the keyboard",
)


def threads(random: Random) -> tuple[tuple[Thread, ...], tuple[Post, ...]]:
    """The threads, each board's latest post first, and their posts in order."""
    made: list[Thread] = []
    posts: list[Post] = []
    number = 1_000
    for board in BOARDS:
        of_board: list[Thread] = []
        for _ in range(board.threads):
            number += random.randrange(1, 9)
            said = tuple(_posts(random, number))
            posts.extend(said)
            of_board.append(_thread(random, board, number, said))
        made.extend(sorted(of_board, key=lambda thread: (thread.last_post, thread.id), reverse=True))
    return tuple(made), tuple(posts)


def issues(random: Random, count: int = 240) -> tuple[tuple[Issue, ...], tuple[Comment, ...]]:
    """The issues, by number, and their comments in order."""
    made: list[Issue] = []
    comments: list[Comment] = []
    for number in range(1, count + 1):
        said = tuple(_comments(random, number))
        comments.extend(said)
        made.append(_issue(random, number, len(said)))
    return tuple(made), tuple(comments)


def _thread(random: Random, board: Board, number: int, said: tuple[Post, ...]) -> Thread:
    topic = random.choice(_OPENINGS).format(random.choice(board.subjects))
    return Thread(
        id=number,
        board=board.name,
        topic=topic[0].upper() + topic[1:],
        author=said[0].author,
        started=said[0].written,
        last_post=said[-1].written,
        replies=len(said) - 1,
        views=len(said) * random.randrange(20, 90) + random.randrange(40),
        path=f"/forum/{board.slug}/{number}/",
    )


def _posts(random: Random, thread: int) -> Iterator[Post]:
    written = TODAY - timedelta(minutes=random.randrange(60 * 24 * 3, 60 * 24 * 500))
    for number in range(1, round(random.paretovariate(0.9)) % 48 + 2):
        yield Post(
            thread_id=thread,
            number=number,
            author=random.choice(_NICKNAMES),
            written=written,
            likes=max(0, round(random.gauss(6, 6))),
            body=random.choice(_POSTS),
        )
        written += timedelta(minutes=random.randrange(2, 80))


def _issue(random: Random, number: int, comments: int) -> Issue:
    area, fault = random.choice(_AREAS), random.choice(_FAULTS)
    return Issue(
        number=number,
        title=f"{area} {fault}",
        status=random.choices(STATUSES, (5, 3, 1, 6))[0],
        severity=random.choices(SEVERITIES, (4, 5, 3, 1))[0],
        assignee=random.choice((*PEOPLE, None)),
        opened=date(2025, 1, 2) + timedelta(days=(number * 7) // 4),
        comments=comments,
        body=f"Since the last release {area.lower()} {fault}. Steps: open the page as an ordinary user and wait.",
        path=f"/tracker/issues/{number}/",
    )


def _comments(random: Random, issue: int) -> Iterator[Comment]:
    for number in range(1, random.randrange(5)):
        yield Comment(
            issue=issue,
            number=number,
            author=random.choice(PEOPLE),
            written=TODAY - timedelta(days=40 - number, minutes=random.randrange(600)),
            body=random.choice(
                (
                    "I can reproduce this.",
                    "Not on my machine; which browser?",
                    "Fixed in the branch.",
                    "Waiting for logs.",
                )
            ),
        )
