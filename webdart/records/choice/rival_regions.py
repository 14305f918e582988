"""Which of two lists is meant where one has the declared words, and the other merely values of the declared types?

"April 2025 (11)" is a text and a whole number, as tidy as can be: but `comments` are what "39 comments" stands in. A
field is taken by its type alone only where nothing is called so. The heads of a table say it of each row, however few
there are.
"""

from collections.abc import Iterable, Sequence

from webdart.records.query.field_matches import Assigned

_CALLED = frozenset({"label", "name"})


def better_called(best: Assigned, tried: Iterable[Assigned], part: float) -> Assigned:
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
