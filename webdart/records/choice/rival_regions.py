"""Decides between two regions that both have the fields: by the declared words, and by which holds the other's records.

"April 2025 (11)" is a text and a whole number, as tidy as can be: but `comments` are what "39 comments" stands in. A
field is taken by its type alone only where nothing is called so. The heads of a table say it of each row, however few
there are. A region whose records are groups of another's, each below a heading, gives way to that one.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from webdart.records.columns.mined_columns import Hit
from webdart.records.matching.region_match import match_region
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

_CALLED = frozenset({"label", "name"})
_WORDED = frozenset({"text", "link", "image"})
_PLAIN = _WORDED | {"boolean"}
_PAIR = 2  # fields, or values of one


def better_named(best: Assigned, tried: Iterable[Assigned], part: float) -> Assigned:
    """The best trial, or a list that is no shorter, has all its fields, and is called as declared in more of them.

    A table whose heads are all that is asked for may be shorter than a list in which nothing is called so. Its score
    must reach this `part` of the best one's.
    """
    for other in tried:
        shorter = len(other.region.records) < max(2, len(best.region.records))
        if other.region.kind == "page" or (shorter and (_called(best) or not _is_headed(other))):
            continue
        if other.score < best.score * part or not best.matches.keys() <= other.matches.keys() or other.problems:
            continue
        if set(_called(best)) < set(_called(other)):
            best = other
    return best


def _is_headed(trial: Assigned) -> bool:
    """Whether all fields that were found stand below heads of their names."""
    return all(match.column.source == "head" and match.tier in _CALLED for match in trial.matches.values())


def _called(trial: Assigned) -> Sequence[str]:
    """The fields whose words stand in the records, or above them."""
    return [name for name, match in trial.matches.items() if match.tier in _CALLED]


def are_groups_of(sought: Sought, groups: Assigned, other: Assigned) -> bool:
    """Whether a region has another's records in groups, each below a heading: every one has all fields by itself.

    Several of them are more than words and links, so that they are no parts of a record: the day in a heading above
    the changes of that day looks tidier than the moment of each. Or a field that the page names has several texts in
    most groups, each in another record: the lanes of a board, whose cards are due on different days.
    """
    few, many = groups.region, other.region
    if many.kind != "siblings" or other.problems or len(many.records) <= len(few.records):
        return False
    if other.matches.keys() < groups.matches.keys() or not _stand_in(sought.page, many, few):
        return False
    if _are_headed(sought.page, few, many) and any(_is_torn(sought, name, groups, other) for name in groups.matches):
        return True
    kinds = {field.name: field.type.kind for field in sought.by_column}
    telling = [match for name, match in other.matches.items() if kinds[name] not in _WORDED]
    return few.kind == "starts" and len(telling) >= _PAIR and all(all(match.column.hits) for match in telling)


def are_heads(sought: Sought, best: Assigned, region: Region, numbers: Sequence[int]) -> bool:
    """Whether some records of a region have as many texts as the best's, and words where these are numbers or days."""
    page, typed = sought.page, {field.name for field in sought.by_column if field.type.kind not in _PLAIN}
    typed &= best.matches.keys()
    if len(typed) < _PAIR or not typed.isdisjoint(match_region(sought, region, numbers).matches):
        return False
    return all(sum(page.leaves[root] for root in region.records[n]) >= len(best.matches) for n in numbers)


def are_torn(sought: Sought, trial: Assigned) -> bool:
    """Whether most records have several values behind the labels of several fields: they are groups of records."""
    single = {field.name for field in sought.by_column if not field.type.many and field.of is None}
    labelled = [one.column for name, one in trial.matches.items() if name in single and one.column.source == "label"]
    torn = [[_has_several(sought.page, hits) for hits in column.hits if hits] for column in labelled]
    return sum(sum(own) * 2 > len(own) for own in torn) >= _PAIR


def _has_several(page: Outline, hits: Sequence[Hit]) -> bool:
    return len({page.text[node] if part is None else part for node, part in hits}) > 1


def _stand_in(page: Outline, many: Region, few: Region) -> bool:
    """Whether each record of a region stands in one of another's."""
    ends = [(root, page.nodes[root].end) for root in few.roots]
    return all(any(start <= root < end for start, end in ends) for root in many.roots)


def _are_headed(page: Outline, few: Region, many: Region) -> bool:
    """Whether each record of a region has a heading before those of another that stand in it."""
    inner = sorted(many.roots)
    firsts = ((root, next((one for one in inner if one >= root), root)) for root in sorted(few.roots))
    return all(any(page.level(place) for place in range(root, first)) for root, first in firsts)


def _is_torn(sought: Sought, name: str, groups: Assigned, other: Assigned) -> bool:
    """Whether most groups that have a field have it several times, each in another record of a region.

    What is the first or the last of several for the file must be so in those, too.
    """
    field = next((field for field in sought.by_column if field.name == name), None)
    match = groups.matches[name]
    if field is None or field.type.many or match.tier == "type":
        return False
    if field.of is not None and any(len(hits) < _PAIR for hits in other.matches[name].column.hits):
        return False
    roots = sorted(other.region.roots)
    having = [{bisect_right(roots, node) for node, _ in hits} for hits in match.column.hits if hits]
    return sum(len(places) > 1 for places in having) * 2 > len(having)
