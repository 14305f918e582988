"""Decides between two regions that both have the fields: by the declared words, and by which holds the other's records.

"April 2025 (11)" is a text and a whole number, as tidy as can be: but `comments` are what "39 comments" stands in. A
field is taken by its type alone only where nothing is called so. The heads of a table say it of each row, however few
there are. A region whose records are groups of another's, each below a heading, gives way to that one.
"""

from collections.abc import Iterable, Sequence

from webdart.records.query.field_matches import Assigned, Sought

_CALLED = frozenset({"label", "name"})
_WORDED = frozenset({"text", "link", "image"})
_PAIR = 2  # fields


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
    the changes of that day looks tidier than the moment of each.
    """
    few, many = groups.region, other.region
    if few.kind != "starts" or many.kind != "siblings" or other.problems or len(many.records) <= len(few.records):
        return False
    kinds = {field.name: field.type.kind for field in sought.by_column}
    telling = [match for name, match in other.matches.items() if kinds[name] not in _WORDED]
    if len(telling) < _PAIR or other.matches.keys() < groups.matches.keys():
        return False
    ends = [(root, sought.page.nodes[root].end) for root in few.roots]
    inside = all(any(start <= root < end for start, end in ends) for root in many.roots)
    return inside and all(all(match.column.hits) for match in telling)
