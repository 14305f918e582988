"""What is a chore that writes something back, and how does a test know that it is done?"""

from dataclasses import dataclass

from tests.apps.served import SqlValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Chore:
    """One chore: its stages, what the application's database says when it is done, and how many writes that takes.

    `again` are the writes that a second run makes: none, unless the chore takes the next few each time.
    """

    name: str
    stages: str
    query: str
    done: list[tuple[SqlValue, ...]]
    writes: int = 1
    again: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An application to write to: its module in `tests/sites`, its database there, how a file names it, its chores.

    `login` is where its login arrives; `files` stand beside the chores, to be uploaded.
    """

    module: str
    database: str
    site: str
    chores: tuple[Chore, ...]
    user: str = ""
    password: str = ""
    login: str = ""
