"""Lists what a project knows of sites, for people and as JSON, and forgets it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from webdart.errors import UsageError
from webdart.navigate.site_memory import MOST_SKIPS, forget, known_sites
from webdart.printable import printable
from webdart.settings import Settings
from webdart.table.cell_json import cell, write
from webdart.values import asdict


class SkippedControl(Struct, frozen=True, kw_only=True):
    """A control that is skipped: what it should have done, when and why it was refused, for how many runs yet."""

    control: str
    does: str
    refused: str
    why: str
    runs_left: int


class KnownSite(Struct, frozen=True, kw_only=True):
    """What is known of one site (its host, and the account where it has one)."""

    site: str
    pages: int
    skipped: tuple[SkippedControl, ...]


def listed(settings: Settings) -> list[KnownSite]:
    """Every site that the project knows something of."""
    found: list[KnownSite] = []
    for _, memory in known_sites(settings.project, datetime.now(UTC)):
        skipped = tuple(
            SkippedControl(
                control=control,
                does=does,
                refused=f"{one.seen:%Y-%m-%d}",
                why=one.why,
                runs_left=MOST_SKIPS - one.skips,
            )
            for (control, does), one in memory.refused.items()
        )
        if skipped or memory.pages:
            found.append(KnownSite(site=memory.site, pages=memory.pages, skipped=skipped))
    return found


def to_json(sites: Sequence[KnownSite]) -> str:
    """The sites as a JSON array."""
    return write(cell([asdict(site) for site in sites]), 2)


def to_text(sites: Sequence[KnownSite]) -> str:
    """A site a paragraph."""
    lines: list[str] = []
    for site in sites:
        pages = f"{site.pages} page{'s' * (site.pages != 1)} remembered by searches" if site.pages else ""
        lines.append(f"{site.site}" + (f" ({pages})" if pages else ""))
        for one in site.skipped:
            runs = "the next run" if one.runs_left == 1 else f"{one.runs_left} more runs"
            lines.append(f"  {one.control}: {one.does}: refused on {one.refused} because {one.why}; skipped by {runs}")
    return printable("\n".join(lines)) if lines else "nothing is remembered"


def forgotten(settings: Settings, host: str | None) -> list[str]:
    """Forget a host, or all; the sites that were known.

    Raises:
        UsageError: nothing is known of that host.
    """
    now = datetime.now(UTC)
    known = [memory.site for _, memory in known_sites(settings.project, now)]
    gone = forget(settings.project, host, now)
    if host is not None and not gone:
        raise UsageError(f"nothing is known of {host!r}", hint=f"known: {', '.join(known) or 'no site'}")
    return gone
