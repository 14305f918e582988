"""Are the records of a region groups of another's records, each below a heading?"""

from webdart.records.query.field_matches import Assigned, Sought

_WORDED = frozenset({"text", "link", "image"})
_PAIR = 2  # fields


def in_groups(sought: Sought, groups: Assigned, other: Assigned) -> bool:
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
