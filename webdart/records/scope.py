"""Which part of a page does `in` leave: what stands below a heading, a caption, a legend, or at a locator?"""

from collections.abc import Callable

from webdart.records.outline import Outline
from webdart.records.sought import Sought
from webdart.records.words import plain
from webdart.workflow.model import Words


def scope_of(sought: Sought) -> Callable[[int], bool]:
    """Which nodes `in` leaves: those below its locator, or of the section of its heading.

    It is a part of the listing's page: records' own pages have other headings.
    """
    within = sought.spec.extract.within
    if within is None or sought.spec.kind == "detail":
        return lambda _: True
    page = sought.page
    hits = sought.spec.locate(page.view, within)
    spans = [_section(page, hit) for hit in hits or (_named(page, within) if isinstance(within, Words) else ())]
    return lambda node: any(start <= node < end for start, end in spans)


def _named(page: Outline, within: Words) -> list[int]:
    """The headings, captions and legends with these words."""
    words = plain(within.text.source) if within.text.constant else ""
    kinds = ("caption", "legend", "summary")
    return [
        n.index for n in page.nodes if (n.tag in kinds or page.level(n.index)) and plain(page.text[n.index]) == words
    ]


def _section(page: Outline, hit: int) -> tuple[int, int]:
    """What a heading, caption or legend stands over; of anything else, the thing itself."""
    node = page.nodes[hit]
    if node.tag in {"caption", "legend", "summary"}:
        return node.parent, page.nodes[node.parent].end
    level = page.level(hit)
    if not level:
        return hit, node.end
    top = hit
    for above in page.ancestors(hit):
        if page.text[above] != page.text[hit]:
            break
        top = above
    parent = page.nodes[top].parent
    end = page.nodes[parent].end if parent >= 0 else node.end
    for kid in page.kids[parent]:
        if kid > top and any(0 < page.level(inner) <= level for inner in range(kid, page.nodes[kid].end)):
            end = kid
            break
    return top, end
