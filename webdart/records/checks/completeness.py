"""Judges whether a table is complete, and on what evidence: a pure judgement over what a walk has seen."""

from collections.abc import Iterable

from msgspec import Struct

from webdart.records.model import Totals, Verdict

ONLY_AGAIN = "the next page gives only the same row again: it may be a part of the page, and no record"
"""The sign of a listing of one row, after which another page came that has that row, and no other."""


class Walk(Struct, frozen=True, kw_only=True):
    """What is known about one walked listing.

    `collected` counts distinct records (by key where there is one); `pages` have `sizes` rows each, in order. `ended`:
    the walk came to an end of the listing (no further page, or a page that only repeated). `stopped`: why it was cut
    short ("" if it wasn't), `asked` whether that is what the file asked for (`pages: {max: …}`). `first` and `last`
    are the totals stated on the first and the last page. `covered` says that an end before the last page leaves
    nothing out ("stopped on a verified order"). `proof` is what showed the end of a listing whose pages have no even
    size (it grew, or was walked letter by letter). `cut` says which pages are larger than what is read of one, `apart`
    that something like the records stands apart from them, and was not read. `signs` are what the last page has that
    could lead to more rows, or counts more of them.
    """

    collected: int
    pages: int
    sizes: tuple[int, ...] = ()
    keyed: bool = False
    ended: bool = False
    stopped: str = ""
    asked: bool = False
    covered: str = ""
    proof: str = ""
    first: Totals = Totals()
    last: Totals = Totals()
    repeats: int = 0
    dropped: int = 0
    required_empty: int = 0
    unreadable: int = 0
    failed_pages: int = 0
    cut: tuple[str, ...] = ()
    apart: str = ""
    signs: tuple[str, ...] = ()


_FROM_BEST: tuple[Verdict, ...] = ("complete", "as asked", "unknown", "incomplete")


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a table that several walks have filled; `unknown` of none."""
    return _FROM_BEST[max(map(_FROM_BEST.index, verdicts), default=_FROM_BEST.index("unknown"))]


def judge(walk: Walk) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict and its reasons, the decisive one first.

    That a listing ended says nothing of what stands apart from it, nor against the signs of more on its last page:
    only its own total does.
    """
    verdict, reasons = _judged(walk)
    against = _against_it(walk)
    settled = verdict == "as asked" or (verdict == "complete" and (walk.covered or _stated(walk) is not None))
    if not against or settled:
        return verdict, reasons
    return ("unknown", (*against, *reasons)) if verdict == "complete" else (verdict, (*reasons, *against))


def signs_against(walk: Walk, verdict: Verdict) -> tuple[str, ...]:
    """What speaks against a table whose completeness can't be told, in the order of `judge`'s reasons."""
    return _against_it(walk) if verdict == "unknown" else ()


def _against_it(walk: Walk) -> tuple[str, ...]:
    return (*walk.signs, *((walk.apart,) if walk.apart else ()))


def _stated(walk: Walk) -> int | None:
    return walk.last.stated if walk.last.stated is not None else walk.first.stated


def _judged(walk: Walk) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict on what was walked."""
    faults = _faults(walk)
    if faults:
        return "incomplete", faults
    if walk.covered:
        return "complete", (walk.covered,)
    stated = _stated(walk)
    is_more = stated is not None and walk.collected > stated and walk.pages == 1
    if walk.stopped and walk.asked and walk.collected != stated and not is_more:
        return "as asked", (f"{walk.stopped}, as asked{_left(walk, stated)}",)
    if stated is not None:
        return _against(stated, walk)
    if walk.ended:
        return ("complete", (walk.proof,)) if walk.proof else _by_arithmetic(walk)
    return "unknown", ("no stated total, and the end of the listing was not seen",)


def _left(walk: Walk, stated: int | None) -> str:
    """What a bounded walk has left with the site, as far as the site tells."""
    if stated is not None:
        return f": {walk.collected} of {stated} rows"
    told = walk.last.pages or walk.first.pages
    return f": {walk.pages} of {told} pages" if told is not None and told > walk.pages else ""


def _faults(walk: Walk) -> tuple[str, ...]:
    """What makes a table incomplete whatever the totals say."""
    found: list[str] = []
    if walk.stopped and not walk.asked and not walk.covered:
        found.append(walk.stopped)
    if walk.failed_pages:
        found.append(f"{_count(walk.failed_pages, 'page')} could not be read")
    found += walk.cut
    if walk.required_empty:
        found.append(f"{_count(walk.required_empty, 'required cell')} empty")
    if walk.dropped:
        found.append(f"{_count(walk.dropped, 'row')} without a key dropped")
    return tuple(found)


def _against(stated: int, walk: Walk) -> tuple[Verdict, tuple[str, ...]]:
    """The distinct records against the stated total."""
    before, after = walk.first.stated, walk.last.stated
    moved = before is not None and after is not None and before != after
    if walk.collected == stated:
        what = "distinct keys" if walk.keyed else "rows"
        reasons = [f"the stated total, {stated}, equals the {what}"]
        if moved:
            reasons.append(f"it was {before} on the first page")
        if before is not None and before > stated:
            # as many went as were missed, when what goes is replaced from behind: the sum is right, the rows are not
            reasons.append("where rows go away those behind move up, and some may have been passed over")
            return "unknown", tuple(reasons)
        return "complete", tuple(reasons)
    reason = f"the site states {stated}, collected {walk.collected}"
    if moved:
        reason = f"the stated total changed from {before} to {after} during the walk; collected {walk.collected}"
    reasons = [reason]
    if walk.repeats:
        reasons.append(f"{_count(walk.repeats, 'repeat')} seen: the listing moved, or pages overlap")
    return "incomplete", tuple(reasons)


def _by_arithmetic(walk: Walk) -> tuple[Verdict, tuple[str, ...]]:
    """The end was reached: full pages but the last, and as many pages as the site says."""
    told = walk.last.pages or walk.first.pages
    if told is not None and told != walk.pages:
        return "incomplete", (f"the site has {_count(told, 'page')}, {walk.pages} were read",)
    if walk.pages == 1:
        return "complete", ("one page, and no further one",)
    size = walk.sizes[0] if walk.sizes else 0
    uneven = [place for place, rows in enumerate(walk.sizes[:-1], 1) if rows != size]
    if uneven:
        return "unknown", (f"the last page was reached, but page {uneven[0]} is not as long as the first",)
    if walk.repeats:
        return "unknown", (f"the last page was reached, but {_count(walk.repeats, 'row')} came twice",)
    if walk.sizes and walk.sizes[-1] > size:
        return "unknown", ("the last page was reached, but it is longer than the others",)
    return "complete", (f"the last page was reached: {_count(walk.pages, 'page')}, full but the last",)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
