"""What is a chore that writes something back, and how does a test know that it is done, once, and nothing else?"""

from dataclasses import dataclass

from tests.apps.app_server import Application, SqlValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Chore:
    """One chore: its stages, what the application's database says when it is done, and how many writes that takes.

    `again` are the writes of a second run: none, unless the chore takes the next few each time.
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

    `login` is where its login arrives.
    """

    module: str
    database: str
    site: str
    chores: tuple[Chore, ...]
    user: str = ""
    password: str = ""
    login: str = ""

    def file(self, chore: Chore) -> str:
        """The workflow file of a chore."""
        return f"webdart: 1\nsites:{self.site}stages:{chore.stages}"

    def written(self, application: Application, since: int) -> list[str]:
        """What the application was asked to change since then; the login, and looks at what would be, apart."""
        writes = application.writes()[since:]
        return [write.path for write in writes if write.path != self.login and "preview" not in write.fields]
