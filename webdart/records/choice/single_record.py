"""Decides whether a page that is the only record of a listing is named by the page's heading or one of its own.

"Events" above, then one block of which a heading says "Concert", with its day and its price: the list of that month
has one entry, and its name is not that of the page. On the page of a lamp "Details" may stand above the price just so:
nothing on one page tells the two apart, and a person is asked.
"""

from webdart.records.query.ambiguity import Shown, two_columns
from webdart.records.query.field_matches import Assigned, Match, Sought, title_of
from webdart.records.query.spec import Problem
from webdart.records.structure.outline import Outline
from webdart.values import replace

_SEVERAL = 2  # fields: one may well be there in two places


def title_doubt(sought: Sought, assigned: Assigned) -> Problem | None:
    """The doubt about the title of a page that is read as one record; None where there is none."""
    page, name = sought.page, title_of(sought.by_column)
    match = assigned.matches.get(name)
    if assigned.region.kind != "page" or match is None or match.tier != "type":
        return None
    title = next((hits[0][0] for hits in match.column.hits if hits), None)
    others = [hits[0][0] for n, m in assigned.matches.items() if n != name for hits in m.column.hits[:1] if hits]
    if title is None or not others or not _headed(page, title):
        return None
    own = _own_heading(page, title, sorted(others))
    if own is None or page.text[own] == page.text[title]:
        return None
    field = next(field for field in sought.by_column if field.name == name)
    doubt = two_columns(field, Shown("", (page.text[title],)), Shown("", (page.text[own],)))
    return replace(doubt, hint=f"{doubt.hint}; `each: page` if the page is about one record")


def several_values_doubt(sought: Sought, assigned: Assigned) -> Problem | None:
    """The doubt about a page that is read as one record and has several values of several of its labels."""
    if assigned.region.kind != "page":
        return None
    labelled = [
        field
        for field in sought.by_column
        if field.of is None and not field.type.many and (match := assigned.matches.get(field.name)) is not None
        and match.tier in {"label", "name"} and len(_texts(sought.page, match)) > 1
    ]  # fmt: skip
    if len(labelled) < _SEVERAL:
        return None
    texts = _texts(sought.page, assigned.matches[labelled[0].name])
    choices = (f"one record with {len(texts)} values of {labelled[0].name} ({texts[0]!r}, {texts[1]!r})",
               "a list whose records were not recognised")  # fmt: skip
    return Problem(field="", choices=choices, hint="write `each: {at: …}` where a record begins, or `each: page`")


def _texts(page: Outline, match: Match) -> list[str]:
    """The different texts that a page has for a field."""
    found = (page.text[node] if part is None else part for hits in match.column.hits for node, part in hits)
    return list(dict.fromkeys(text for text in found if text))


def _headed(page: Outline, index: int) -> bool:
    return any(page.level(place) for place in (index, *page.ancestors(index)))


def _own_heading(page: Outline, title: int, values: list[int]) -> int | None:
    """The heading before some values in the smallest element that has one, unless that holds the title too."""
    for above in page.ancestors(values[0]):
        if page.nodes[above].end <= values[-1]:
            continue
        if above <= title < page.nodes[above].end:
            return None
        before = (index for index in range(above, values[0]) if page.level(index) and page.text[index])
        if (first := next(before, None)) is not None and not page.chrome[first]:
            return first
    return None
