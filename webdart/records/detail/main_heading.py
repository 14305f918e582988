"""Finds the heading of a record's own page that names the record.

The highest outside of menus and footers; but the window's title knows better: where the highest has next to nothing of
it ("Search", "You are here"), a heading whose words it has is meant, wherever that stands.
"""

import re
from collections.abc import Sequence

from webdart.records.cells.cell_text import without_fragment
from webdart.records.coerce.numbers import same_stem
from webdart.records.structure.outline import Outline

_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"\s[-–—|:·•»/]\s")  # the parts of a window's title
_SOME = 0.5  # of a heading's words, that the window's title has
_MOST = 0.7
_FEW = 6  # words of a title, of which one may be the name

_Heading = tuple[bool, int, int]
"""Whether it stands apart (in a menu, as the site's name), its level, its node."""


def main_heading(page: Outline) -> int | None:
    """The node of the heading, None where no heading can be meant."""
    levels = sorted((page.chrome[i] or _is_brand(page, i), page.level(i), i) for i in page.headings if page.text[i])
    if not levels:
        return None
    said = _WORD.findall(page.view.title.casefold())
    best = levels[0]
    known = _agreed(page, best, said) if said else 1.0
    own = [one for one in levels if not _is_brand(page, one[2])]
    main = best[1] == 1 and not best[0]  # it stands where a record's heading does: no menu's knows better
    others = [one for one in own if not (main and (one[0] or _is_part(page, one)))]
    agreed = [one for one in others if known < _SOME and _agreed(page, one, said) >= _MOST and _tells(page, one, said)]
    first = [one for one in own if one[1] == 1 and _agreed(page, one, said) > known]
    if agreed:
        best = min(agreed, key=lambda one: (one[1], one[0], -_agreed(page, one, said), -len(page.text[one[2]])))
    elif len(first) == 1 and best[1] > 1:
        best = first[0]  # in the head of the page, with its menus
    elif known < _SOME and best[0]:
        return None  # the headings of a page's menus name no record
    return _below(page, best, levels)


def rival_heading(page: Outline, heading: int) -> int | None:
    """Another heading that the record's page may be called by: of the first rank as well, and the title knows neither.

    None where the window's title begins with the one that was taken, or has more of its words.
    """
    title = page.view.title.casefold()
    if page.level(heading) != 1 or title.startswith(page.text[heading].casefold()):
        return None
    said = _WORD.findall(title)
    known = _agreed(page, (False, 1, heading), said)
    others = (i for i in page.headings if page.level(i) == 1 and not page.chrome[i] and not _is_brand(page, i))
    others = (i for i in others if page.text[i] and page.text[i] != page.text[heading])
    return next((i for i in others if _agreed(page, (False, 1, i), said) >= known), None)


def _agreed(page: Outline, heading: _Heading, said: Sequence[str]) -> float:
    """Which share of a heading's words the window's title has, in whatever form."""
    words = _WORD.findall(page.text[heading[2]].casefold())
    return sum(any(same_stem(word, other) for other in said) for word in words) / len(words) if words else 0.0


def _is_part(page: Outline, heading: _Heading) -> bool:
    """Whether a heading is a later part of the window's title, the site's: "Bombs fall : The Blog : News"."""
    parts = [part.strip().casefold() for part in _BETWEEN.split(page.view.title)]
    return page.text[heading[2]].casefold() in parts[1:]


def _tells(page: Outline, heading: _Heading, said: Sequence[str]) -> bool:
    """Whether it has more of the window's title than one word of a long one."""
    words = _WORD.findall(page.text[heading[2]])
    return len(words) > 1 or len(said) <= _FEW


def _below(page: Outline, best: _Heading, levels: Sequence[_Heading]) -> int:
    """The heading; behind it the next like it, or below it, where the window's title begins with that, not with this.

    "Bug 42 - Project" is the page of the bug, though the project has the first heading.
    """
    other, level, heading = best
    title = page.view.title.casefold()
    if title.startswith(page.text[heading].casefold()):
        return heading
    below = [i for apart, own, i in levels if apart == other and own in {level, level + 1} and i > heading]
    return below[0] if below and title.startswith(page.text[below[0]].casefold()) else heading


def _is_brand(page: Outline, heading: int) -> bool:
    """Whether a heading is a link up, or one elsewhere in the page's head: the site's own name, no record's."""
    above = list(page.ancestors(heading))
    nodes = [*page.nodes[heading : page.nodes[heading].end], *(page.nodes[place] for place in above[:1])]
    links = [node.attributes["href"] for node in nodes if node.tag == "a" and "href" in node.attributes]
    here = without_fragment(page.view.url)
    if any(page.nodes[place].role == "banner" for place in above):
        return any(without_fragment(link) != here for link in links)
    return any(here.startswith(link.rstrip("/") + "/") and link.rstrip("/") != here.rstrip("/") for link in links)
