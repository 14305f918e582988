"""Digests a page for a model that looks for records: lines that it can copy, each with what code makes of it.

A small model copies a line better than it picks a number. What the page says stands between quotes, on one line.
"""

from collections.abc import Iterator, Sequence
from typing import Literal
from urllib.parse import urldefrag, urlsplit

from msgspec import Struct

from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import Sighting
from webdart.model.planning.column_values import SeenColumn
from webdart.model.planning.pieces import Asked
from webdart.model.planning.write_forms import Form, forms_of
from webdart.navigate.similarity import covered, words_of
from webdart.page.effects import effect_of
from webdart.page.model import Node, PageView
from webdart.printable import printable

_MOST_LINKS, _SAMPLES = 40, 2
_LONG = 70
_LISTING = 180  # letters of a listing in one line
_UNSAID = frozenset({"link", "image"})  # kinds of columns that nobody asks for by what they say

_MENU = 15  # rows from which on a list is more likely records than ways to them
_SAME = 0.75
"""How much of some words must be said for two names to mean one thing: all of them, or a plural of one."""
_LITTLE = frozenset({"text", "link", "image"})
_TEXTS = 2  # from which on a short list of texts may be a table
_TURNING = frozenset({"next", "previous", "page number", "more"})

NOTHING = "NOTHING"


class Choice(Struct, frozen=True, kw_only=True):
    """One line of a page: what it says, and the listing, address or form that it stands for."""

    line: str
    kind: Literal["listing", "link", "page", "form", "nothing"]
    found: Found | None = None
    href: str = ""
    form: Form | None = None
    words: str = ""

    @property
    def name(self) -> str:
        """What is copied of the line: it begins with it."""
        return self.line.partition(": ")[0] if self.kind == "listing" else self.line


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
    """A listing in one line: how many rows, below which heading, and what its first columns are called."""
    kinds = ((field.name, field.type) for field in found.extract.fields if field.type.kind not in _UNSAID)
    columns = ", ".join(name if kind.kind == "text" else f"{name} ({kind})" for name, kind in kinds)
    of = f" of {found.totals.stated}" if found.totals.stated is not None else ""
    under = f", under {quoted(found.heading, 40)}" if found.heading else ""
    return f"LISTING {found.extract.into}: {found.count}{of} rows{under}; {columns}"[:_LISTING]


def plain(offered: Sequence[Choice], sighting: Sighting, records: str) -> Choice | None:
    """The line that is called as the records are, where no other is: nobody has to be asked then.

    A listing is one only where it is long, or says how many there are: a teaser is called as all of them are.
    """
    wanted = words_of(records)
    found: list[Choice] = []
    for choice in offered:
        called, about = _called(choice, sighting)
        if covered(wanted, f"{called} {about}") >= _SAME and covered(words_of(called), f"{records} {about}") >= _SAME:
            found.append(choice)
    return found[0] if len(found) == 1 else None


def _called(choice: Choice, sighting: Sighting) -> tuple[str, str]:
    """What a line is called, and what is said of all of its page."""
    if choice.found is not None and is_long(choice.found):
        return choice.found.heading or choice.found.extract.into, sighting.view.title
    return (choice.words, "") if choice.kind == "link" else ("", "")


def field_line(one: Asked) -> str:
    """A field of a record's own page in one line."""
    return f"{quoted(one.label)} ({one.type})"


def column_names(found: Found) -> str:
    """The columns of a listing."""
    return ", ".join(field.name for field in found.extract.fields)


def samples(columns: Sequence[SeenColumn]) -> str:
    """Columns, each with what its first rows have: all of a few repeated texts, else two."""
    return "\n".join(f"{column.name}: {_values(column)}" for column in columns if column.values)


def _values(column: SeenColumn) -> str:
    shown = column.values if column.repeats else column.values[:_SAMPLES]
    return ", ".join(quoted(value, 40) for value in shown)


def _links(sighting: Sighting, wanted: str, most: int) -> list[Choice]:
    view = sighting.view
    own = {record.link for found in sighting.found if is_long(found) for record in found.records}
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


def is_long(found: Found) -> bool:
    """Whether its records are what is looked for, not the entries of a menu."""
    return found.count >= _MENU or found.totals.stated is not None


def is_menu(found: Found, sighting: Sighting) -> bool:
    """Whether a list is a way to others: a few words or links, and nothing that could be counted or compared."""
    kinds = {column.type.kind for column in found.extract.fields}
    here = urlsplit(sighting.view.url).netloc
    links = sum(urlsplit(record.link or "").netloc == here for record in found.records)
    texts = sum(column.type.kind == "text" for column in found.extract.fields)
    return not is_long(found) and kinds <= _LITTLE and (texts < _TEXTS or links * 2 > len(found.records))


def _link_lines(kept: list[tuple[str, str]]) -> Iterator[Choice]:
    texts = [words for words, _ in kept]
    for words, href in kept:
        parts = urlsplit(href)
        way = f" to {quoted(parts.path, 60)}" if texts.count(words) > 1 else ""
        yield Choice(line=f"LINK {quoted(words)}{way}", kind="link", href=href, words=words)


def _leads(view: PageView, node: Node) -> bool:
    return effect_of(view, node) == "navigational" and node.attributes["href"].startswith("http")
