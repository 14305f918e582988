"""Confines a child, whatever its program manages to do.

The walls are layers, each able to stand alone, applied in an order that the interpreter and DuckDB survive: `enter`
before anything is connected, `seal` when everything is loaded and before any untrusted text is parsed. A layer that
this system lacks is reported, never skipped in silence.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webdart_sandbox.limits import Limits
from webdart_sandbox.walls import identity, landlock, rlimits, seccomp


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The process that is confined: its limits, its one descriptor, its parent, and layers left out (in tests)."""

    limits: Limits
    wire: int
    zygote: int
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """One layer: `always` means that untrusted code does not run where it is missing."""

    name: str
    always: bool
    apply: Callable[[Cell], None]


@dataclass(frozen=True, slots=True)
class Missing:
    """A layer that could not be put up, and the system's reason."""

    name: str
    always: bool
    note: str


_DATABASE_READS = ("/proc", "/sys")
"""Where DuckDB looks for processors and memory when it connects; it ends the process when it can't."""


def _forget_environment(_cell: Cell) -> None:
    os.environ.clear()


ENTER = (
    Wall(name="descriptors", always=True, apply=lambda cell: identity.close_descriptors(cell.wire)),
    Wall(name="environment", always=True, apply=_forget_environment),
    Wall(name="namespaces", always=False, apply=lambda _cell: identity.leave_namespaces()),
    # where only root exists there is no other user to become; refusing would shut out every rootless container
    Wall(name="user", always=False, apply=lambda _cell: identity.drop_user()),
    Wall(name="capabilities", always=True, apply=lambda _cell: identity.drop_capabilities()),
    Wall(name="privileges", always=True, apply=lambda cell: identity.forgo_privileges(cell.zygote)),
    Wall(name="landlock", always=False, apply=lambda _cell: landlock.restrict(_DATABASE_READS)),
)
SEAL = (
    Wall(name="rlimits", always=True, apply=lambda cell: rlimits.lower(cell.limits)),  # reads its own size in /proc
    Wall(name="landlock", always=False, apply=lambda _cell: landlock.restrict()),  # opens one descriptor
    Wall(name="rlimits", always=True, apply=lambda cell: rlimits.close_table(cell.wire)),
    Wall(name="seccomp", always=True, apply=lambda _cell: seccomp.install()),
)
WALLS = tuple({wall.name: wall for wall in (*ENTER, *SEAL)}.values())
"""Every layer once."""


def prepare() -> None:
    """Find out, in the process that forks the children, what each of them would have to find out again."""
    identity.mapped_users()
    seccomp.program()


def enter(cell: Cell) -> tuple[Missing, ...]:
    """Put up what can stand before the database connects."""
    return tuple(_raise_walls(ENTER, cell))


def seal(cell: Cell) -> tuple[Missing, ...]:
    """Put up the rest; from here on nothing can be opened, started or signalled."""
    return tuple(_raise_walls(SEAL, cell))


def _raise_walls(walls: tuple[Wall, ...], cell: Cell) -> Iterator[Missing]:
    for wall in walls:
        if wall.name in cell.without:
            continue
        try:
            wall.apply(cell)
        except (OSError, AttributeError) as error:  # AttributeError: a C library without that function
            yield Missing(wall.name, wall.always, str(error))
