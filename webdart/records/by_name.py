"""Which of two lists is meant where one has the declared words, and the other merely values of the declared types?

"April 2025 (11)" is a text and a whole number, as tidy as can be: but `comments` are what "39 comments" stands in. A
field is taken by its type alone only where nothing is called so.
"""

from collections.abc import Iterable, Sequence

from webdart.records.sought import Assigned

_CALLED = frozenset({"label", "name"})


def better_called(best: Assigned, tried: Iterable[Assigned], part: float) -> Assigned:
    """The best trial, or a list that is no shorter, has all its fields, and is called as declared in more of them.

    Its score must reach this `part` of the best one's.
    """
    for other in tried:
        if other.region.kind == "page" or len(other.region.records) < max(2, len(best.region.records)):
            continue
        if other.score < best.score * part or not best.matches.keys() <= other.matches.keys() or other.problems:
            continue
        if set(_called(best)) < set(_called(other)):
            best = other
    return best


def _called(trial: Assigned) -> Sequence[str]:
    """The fields whose words stand in the records, or above them."""
    return [name for name, match in trial.matches.items() if match.tier in _CALLED]
