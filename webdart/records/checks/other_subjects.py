"""Tells of a value on a record's own page that stands in a part about something else, which has a page of its own.

Pages show what is related to their record: another book, the next job, each with its title, its price, its status. What
the record lacks may stand there, under the very label that is asked for.
"""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from webdart.records.detail.main_heading import main_heading
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought, title_of
from webdart.records.structure.outline import BLOCKS, Outline

_SHOWN = 40  # letters of a text in a remark
_LABELS = frozenset({"dt", "th", "td", "label"})


def other_subjects(sought: Sought, assigned: Assigned) -> Iterator[Remark]:
    """A remark for each field whose value stands in such a part, and not all of them; none on a listing.

    A link before all facts of the record leads on, or back: it is not what these are about.
    """
    page = sought.page
    heading = None if sought.spec.kind == "listing" else main_heading(page)
    if heading is None:
        return
    name, places = title_of(sought.by_column), dict[str, int]()
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        first = None if match is None else next((hits[0][0] for hits in match.column.hits if hits), None)
        if first is not None and field.target is None and field.name != name:
            places[field.name] = first
    for field, first in places.items():
        link, start, end = _subject(page, heading, first)
        if link >= 0 and any(not start <= place < end for place in places.values()):
            text = (
                f"{page.text[first][:_SHOWN]!r} stands in the part of the page about {page.text[link][:_SHOWN]!r}, "
                "which has a page of its own: an `at` says that it is meant; leave the field out if it is not"
            )
            yield Remark(code="other column", text=text, column=field, count=1)


def _subject(page: Outline, heading: int, index: int) -> tuple[int, int, int]:
    """The link to another page like this one by which the part around a text is called, and where that part lies.

    The link is -1 where there is none.
    """
    line = _line_of(page, index)
    around = [above for above in page.ancestors(line) if not above <= heading < page.nodes[above].end]
    parts = [
        (next((inner for inner in page.below(above) if page.leaves[inner] == 1), above), above, page.nodes[above].end)
        for above in around
    ]
    headed = next((one for one in reversed(page.headings) if one < line), heading)
    end = page.nodes[page.nodes[headed].parent].end
    parts += [(headed, headed, end)] if headed != heading and line < end else []
    for title, start, end in parts:
        link = -1 if title >= line or _is_label(page, title) else _link_of(page, title)
        if link >= 0 and _is_like_this(page, link):
            return link, start, end
    return -1, 0, 0


def _line_of(page: Outline, index: int) -> int:
    """The element that begins the line in which a text stands."""
    return next((above for above in (index, *page.ancestors(index)) if page.nodes[above].tag in BLOCKS), index)


def _is_label(page: Outline, title: int) -> bool:
    """Whether a text is a label, or goes on in its line: "Maker: Holm" with a link on "Maker"."""
    if any(page.nodes[above].tag in _LABELS for above in (title, *page.ancestors(title))):
        return True
    end = page.nodes[title].end
    after = next((one for one in range(end, len(page.nodes)) if page.leaves[one] == 1 and page.text[one]), None)
    return after is not None and _line_of(page, after) == _line_of(page, title)


def _link_of(page: Outline, title: int) -> int:
    """The link that a title is, or that has all of its text; -1 for none."""
    text = page.text[title]
    inner = (one for one in range(title, page.nodes[title].end) if page.nodes[one].tag == "a")
    around = (above for above in page.ancestors(title) if page.nodes[above].tag == "a")
    return next((one for one in (*inner, *around) if text and page.text[one] == text), -1)


def _is_like_this(page: Outline, node: int) -> bool:
    """Whether a link leads to another page of the kind of this: its address has as many steps, and the same first."""
    link = page.nodes[node].attributes.get("href", "")
    here, there = urlsplit(page.view.url), urlsplit(urljoin(page.view.url, link))
    own, steps = here.path.strip("/").split("/"), there.path.strip("/").split("/")
    alike = here.netloc == there.netloc and len(own) == len(steps) and (len(own) == 1 or own[0] == steps[0])
    return bool(link) and alike and own != steps
