"""Tells of a value on a record's own page that stands in a part about something else, which has a page of its own.

Pages show what is related to their record: another book, the next job, each with its title, its price, its status. What
the record lacks may stand there, under the very label that is asked for.
"""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from webdart.records.detail.main_heading import main_heading
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.structure.outline import BLOCKS, Outline

_SHOWN = 40
_LABELS = frozenset({"dt", "th", "td", "label"})


def other_subjects(sought: Sought, assigned: Assigned) -> Iterator[Remark]:
    """A remark for each field whose value stands in such a part; none on a listing, where parts are records."""
    page = sought.page
    heading = None if sought.spec.kind == "listing" else main_heading(page)
    for field in sought.by_column if heading is not None else ():
        match = assigned.matches.get(field.name)
        first = None if match is None else next((hits[0][0] for hits in match.column.hits if hits), None)
        if match is None or first is None or field.target is not None:
            continue
        title = _subject(page, heading or 0, first)
        if title:
            text = (
                f"{page.text[first][:_SHOWN]!r} stands in the part of the page about {title[:_SHOWN]!r}, which has a "
                "page of its own: an `at` says that it is meant; leave the field out if it is not"
            )
            yield Remark(code="other column", text=text, column=field.name, count=match.column.filled)


def _subject(page: Outline, heading: int, index: int) -> str:
    """What the part around a text is about, if that is called by a link to another page like this one; else ""."""
    line = _line_of(page, index)
    around = [above for above in page.ancestors(line) if not above <= heading < page.nodes[above].end]
    first = [next((inner for inner in page.below(above) if page.leaves[inner] == 1), above) for above in around]
    headed = next((one for one in reversed(page.headings) if one < line), heading)
    over = headed != heading and line < page.nodes[page.nodes[headed].parent].end
    titles = [one for one in (*first, *((headed,) if over else ())) if one < line and not _is_label(page, one)]
    links = (_link_of(page, title) for title in titles)
    return next((page.text[link] for link in links if link >= 0 and _is_like_this(page, link)), "")


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
    return bool(link) and alike and (own, here.query) != (steps, there.query)
