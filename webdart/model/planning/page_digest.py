"""Digests a page for a model that looks for records: lines that it can copy, each with what code makes of it.

A small model copies a line better than it picks a number. What the page says stands between quotes, on one line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urldefrag, urlsplit

from webdart.inspect.proposal import Sighting, rows_of
from webdart.model.planning.write_forms import Form, forms_of
from webdart.navigate.similarity import covered, words_of
from webdart.page.effects import effect_of
from webdart.page.model import Node, PageView
from webdart.records.discovery.schema_inference import Found
from webdart.records.labels.labelled_columns import visible_labels
from webdart.records.structure.outline import outline
from webdart.table.cell_json import text
from webdart.table.text_table import printable

_MOST_LINKS, _MOST_LABELS, _SAMPLES = 60, 40, 2
_LONG = 70

_MENU = 15  # rows from which on a list is more likely records than ways to them
_TURNING = frozenset({"next", "previous", "page number", "more"})

NOTHING = "NOTHING"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of a page: what it says, and the listing, address or form that it stands for."""

    line: str
    kind: Literal["listing", "link", "page", "form", "nothing"]
    found: Found | None = None
    href: str = ""
    form: Form | None = None


def quoted(words: str, most: int = _LONG) -> str:
    """Words of a page on one line, between quotes that they can't end."""
    line = printable(" ".join(words.split())).replace('"', "'")
    return f'"{line if len(line) <= most else line[: most - 1] + "…"}"'


def headline(sighting: Sighting) -> str:
    """Which page it is."""
    parts = urlsplit(sighting.view.url)
    query = f"?{parts.query}" if parts.query else ""
    return f"Page {quoted(sighting.view.title)} at {quoted(parts.path + query, 120)}"


def choices(sighting: Sighting, wanted: str, *, forms: bool = False, most: int = _MOST_LINKS) -> tuple[Choice, ...]:
    """The lines of a page: its listings, its forms where a change is meant, its links (the nearest to `wanted`)."""
    lines = [Choice(line=listing_line(found), kind="listing", found=found) for found in sighting.found]
    if forms:
        lines += [Choice(line=form.line, kind="form", form=form) for form in forms_of(sighting.view)]
    lines += _links(sighting, wanted, most)
    lines.append(Choice(line=f"PAGE {quoted(sighting.view.title)}", kind="page"))
    lines.append(Choice(line=NOTHING, kind="nothing"))
    return tuple({choice.line: choice for choice in reversed(lines)}.values())[::-1]


def listing_line(found: Found) -> str:
    """A listing in one line."""
    columns = ", ".join(f"{field.name} ({field.type})" for field in found.extract.fields)
    of = f" of {found.totals.stated}" if found.totals.stated is not None else ""
    under = f", under {quoted(found.heading, 40)}" if found.heading else ""
    return f"LISTING {found.extract.into}: {columns}; {found.count}{of} rows{under}"[:280]


def samples(found: Found) -> str:
    """A listing's first rows, as data: column and text."""
    names, rows = rows_of(found)
    lines = [
        "; ".join(
            f"{name} {quoted(text(value), 40)}" for name, value in zip(names, row, strict=True) if value is not None
        )
        for row in rows[:_SAMPLES]
    ]
    return "\n".join(lines)


def labels(sighting: Sighting) -> tuple[str, ...]:
    """What looks like the label of a value on a page about one thing."""
    page = outline(sighting.view)
    found = (label for label in visible_labels(page, None, 0) if any(sign.isalpha() for sign in label))
    return tuple(dict.fromkeys(found))[:_MOST_LABELS]


def _links(sighting: Sighting, wanted: str, most: int) -> list[Choice]:
    view = sighting.view
    own = {record.link for found in sighting.found if _long(found) for record in found.records}
    turning = {control.node for control in view.controls if control.kind in _TURNING}
    here = urldefrag(view.url).url
    asked = words_of(wanted)
    found: dict[tuple[str, str], float] = {}
    for node in view.links:
        href = urldefrag(node.attributes["href"]).url
        words = " ".join((node.name or view.text_of(node.index)).split())
        if (
            href == here
            or not words
            or node.index in turning
            or not _leads(view, node)
            or urlsplit(href).netloc != urlsplit(here).netloc
        ):
            continue
        likely = covered(asked, words)
        if href in own and likely < 0.5:  # a record is not where records are listed
            continue
        found.setdefault((words, href), likely)
    kept = sorted(found, key=lambda one: -found[one])[:most]
    order = {one: place for place, one in enumerate(found)}
    return list(_link_lines(sorted(kept, key=lambda one: order[one])))


def _long(found: Found) -> bool:
    """Whether its records are what is looked for, not the entries of a menu."""
    return found.count >= _MENU or found.totals.stated is not None


def _link_lines(kept: list[tuple[str, str]]) -> Iterator[Choice]:
    texts = [words for words, _ in kept]
    for words, href in kept:
        parts = urlsplit(href)
        way = f" to {quoted(parts.path, 60)}" if texts.count(words) > 1 else ""
        yield Choice(line=f"LINK {quoted(words)}{way}", kind="link", href=href)


def _leads(view: PageView, node: Node) -> bool:
    return effect_of(view, node) == "navigational" and node.attributes["href"].startswith("http")
