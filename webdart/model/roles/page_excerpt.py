"""Quotes a page in a prompt: marked as data, short enough, and never silently cut.

Every line of the page begins with a bar, and no text of a page has a line break, so that nothing a page says can stand
outside of the quotation; the fence around it has a name that is nowhere on the page. Where a page is longer than there
is room for, lines near to what is looked for, headings and controls are kept, and every gap says how many are missing.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b

from msgspec import Struct

from webdart.model.door.recording import without_ports
from webdart.page.model import PageView
from webdart.page.page_text import Line, clean, lines_of
from webdart.page.text_match import loose

ROOM = 12_000
"""Letters of a page in a prompt, where nothing else is said."""


class Quoted(Struct, frozen=True, kw_only=True):
    """A page as it stands in a prompt; `told` of its `lines` lines are there."""

    text: str
    told: int
    lines: int

    @property
    def cut(self) -> bool:
        """Whether something is missing."""
        return self.told < self.lines


class Page(Struct, frozen=True, kw_only=True):
    """What is told of a page: its lines (all, or those that matter), where it is, and the words that are looked for.

    `before` are the lines of the page that was shown before: where it is given, only what is new is told.
    """

    url: str
    title: str
    lines: tuple[Line, ...]
    words: frozenset[str] = frozenset()
    before: frozenset[str] | None = None

    def quote(self, room: int, mask: Callable[[str], str] = str) -> Quoted:
        """The page in at most about `room` letters."""
        there = self.lines if self.before is None else tuple(one for one in self.lines if one.text not in self.before)
        kept = _kept(there, room, self.words)
        body = [mask(line) for line in _with_gaps(there, kept)]
        if self.before is not None:
            same = len(self.lines) - len(there)
            body.append(f"… {same} lines are as they were on the page before")
        head = [mask(f"address: {clean(self.url)}"), mask(f"title: {clean(self.title)}")]
        quoted = "\n".join(f"| {line}" for line in (*head, *body))
        fence = _fence(quoted)
        return Quoted(text=f"<{fence}>\n{quoted}\n</{fence}>", told=len(kept), lines=len(there))


def page_of(view: PageView, words: Iterable[str] = (), before: PageView | None = None) -> Page:
    """All of a page; with `before`, what is new beside the page before."""
    told = None if before is None else frozenset(line.text for line in lines_of(before))
    return Page(url=view.url, title=view.title, lines=lines_of(view), words=frozenset(words), before=told)


def _kept(lines: Sequence[Line], room: int, words: frozenset[str]) -> set[int]:
    """The places of the lines that there is room for, what matters most first."""
    if sum(len(line.text) + 3 for line in lines) <= room:
        return set(range(len(lines)))
    title = next((place for place, line in enumerate(lines) if line.text.startswith("# ")), 0)
    ranked = sorted(
        range(len(lines)), key=lambda place: (-_weight(lines[place], words) - _MAIN * (place >= title), place)
    )
    kept: set[int] = set()
    for place in ranked:
        size = len(lines[place].text) + 3
        if size <= room:
            room -= size
            kept.add(place)
    return kept


_MAIN = 0.25
"""What a line weighs more for standing below the page's title: menus stand above it."""


def _weight(line: Line, words: frozenset[str]) -> float:
    """Alerts and what the looked-for words stand in; headings; boxes and lists; then in the order of the page."""
    said = loose(line.text)
    near = sum(1 for word in words if word in said) / len(words) if words else 0.0
    own = {"alert": 2.0, "heading": 0.6, "element": 0.0, "text": 0.0}[line.kind]
    chosen = 0.3 if line.kind == "element" and not line.text.startswith("link ") else 0.0
    return own + chosen + near


def _with_gaps(lines: Sequence[Line], kept: set[int]) -> list[str]:
    found: list[str] = []
    gap = 0
    for place, line in enumerate(lines):
        if place in kept:
            if gap:
                found.append(f"… {gap} lines")
            found.append(line.text)
            gap = 0
        else:
            gap += 1
    if gap:
        found.append(f"… {gap} lines")
    return found


def _fence(text: str) -> str:
    """A name that the text does not have in it; the same for the same page, so that a server can keep the prompt.

    A page that a server of this machine gives at another port is the same: its recorded questions are found again.
    """
    salt, same = 0, without_ports(text)
    while True:
        name = f"page-{blake2b(f'{salt}{same}'.encode(), digest_size=4).hexdigest()}"
        if name not in text:
            return name
        salt += 1
