"""Chooses the region of a page that is the listing: it carries the declared fields best in all its records."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct

from webdart.controls.pager import paging
from webdart.records.cells.record_assembly import share_of_matches
from webdart.records.cells.record_headings import lines_above, without_lines
from webdart.records.choice.empty_listing import menu_doubt
from webdart.records.choice.known_template import filled_as_before
from webdart.records.choice.omission import SHARE, omissions, omitted_rows, poor_records
from webdart.records.choice.region_estimate import bits_of
from webdart.records.choice.rival_regions import are_groups_of, are_heads, are_torn, better_named
from webdart.records.choice.similar_lists import are_headed_links, rival_doubt, similar_lists
from webdart.records.choice.single_record import several_values_doubt, title_doubt
from webdart.records.columns.markup_hints import are_labels, are_pieces, hint_of_name
from webdart.records.matching.region_match import carry_over, expected_fields, match_all_records, match_region, scored
from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Match, Sought
from webdart.records.query.scope import empty_scope, scope_of
from webdart.records.query.spec import Problem
from webdart.records.structure.cards import cards_of
from webdart.records.structure.columns_of_kinds import are_cells, has_columns
from webdart.records.structure.menus import is_aside, is_bare_link, is_chrome, is_menu
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import (
    Region,
    page_region,
    propose,
    record_shape,
    region_from_starts,
    region_of_shape,
)
from webdart.records.words import plain
from webdart.values import replace

_PIECES = 0.3  # the parts of one card
_TORN = 0.3  # several records taken for one
_ASIDE = 0.1  # what it costs a list that it stands beside the main part of its page
_MENU = 0.3  # what it costs a list that it looks like a menu
_SAMPLE = 10  # records that are looked at to choose a region
LEAST = 0.3  # a region with a lower score is no listing
_AGAIN = 0.8  # of the fields of the pages before, that records of another shape must have
_HEADED = 0.2  # what it counts that a table's heads have the words of all fields
_WORD = re.compile(r"\w+")
_FITTING = 0.5  # what it counts that the file's `match` fits every record just once
_HINTED = 0.1  # what `each: word` counts
_NEAR = 0.98  # two regions with other records this near to each other are equally good
_ALIKE = 0.9  # and two whose records are built alike
_SCARCE = 0.6
_ENTITLED = 0.3  # how much less that counts where headings lead to the records
_PART = 0.7  # of a part's score, that the whole must reach
_PURE = 0.8  # what a region weighs at least for holding what is no record
_UNNAMED = 0.5  # what a lone record weighs in which nothing is called as declared, and a few that lack a field
_FEW = 3
_PAIR = 2
_PROSE = 0.3  # and one of texts and dates alone: any page has those
_PROSAIC = frozenset({"text", "link", "image", "date", "datetime"})


class Chosen(Struct, frozen=True):
    """The region that was chosen, with its fields, and what to tell about the choice."""

    assigned: Assigned
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def lone(self) -> bool:
        """Whether it is no repeated structure: the page itself, or a single element."""
        return self.assigned.region.grid is None and len(self.assigned.records) == 1


def choose(sought: Sought, given: Region | None = None) -> Chosen | None:
    """The region that carries the declared fields best, or the one that is given, with the fields of all its records.

    None where there is none, or `in` leaves nothing of the page.
    """
    page, spec = sought.page, sought.spec
    if empty_scope(sought):
        return None
    allowed = scope_of(sought)
    if spec.kind != "listing":
        region = page_region(page, allowed)
        return _whole(sought, region)
    each = spec.extract.each
    if each is not None and not isinstance(each, str):
        region = region_from_starts(page, [hit for hit in spec.locate(page.view, each) if allowed(hit)])
        return _whole(sought, region) if region else None
    regions = proposed_regions(sought)
    if sought.wrapper is not None and sought.wrapper.kind in {"siblings", "starts"}:
        again = region_of_shape(page, sought.wrapper.kind, sought.wrapper.shape, allowed)
        regions += [filled_as_before(sought, again)] if again is not None else []
    tried = [_trial(sought, region) for region in regions]
    if spec.ruling.shape:
        told = _told(sought, tried)
        return None if told is None or not told.matches else _extended(sought, told)
    if not tried or max(trial.score for trial in tried) < LEAST:
        tried.append(_trial(sought, page_region(page, allowed)))
    tried = _without_parts(page, _with_several(sought, tried))
    tried.sort(key=lambda trial: _rank(sought, trial), reverse=True)
    first = _largest(sought, better_named(tried[0], tried, _PART), tried)
    best, aside = _many(sought, first, tried) if given is None else (_trial(sought, given), None)
    if best.score < LEAST or not _recognised(sought, best):
        return None
    others = (other for other in tried[given is None :] if better_named(other, (best,), _PART) is not best)
    rival = next((other for other in others if _rivals(sought, best, other)), None)
    if sought.wrapper is None and not best.problems:
        doubt = several_values_doubt(sought, best) or title_doubt(sought, best) or _menu_for_nothing(sought, best)
        best = replace(best, problems=(doubt,)) if doubt is not None else best
    chosen = _extended(sought, best, given=given is not None)
    problems, left = rival_doubt(page, chosen.assigned, None if sought.wrapper is not None else rival)
    chosen = replace(chosen, problems=(*chosen.problems, *problems), remarks=(*chosen.remarks, *left))
    doubted = sought.wrapper is not None or any(not problem.field for problem in chosen.problems)
    more = () if doubted or aside is not None else similar_lists(sought, best, tried, rival)
    return replace(chosen, remarks=(*chosen.remarks, *_aside(page, aside), *more))


def _without_parts(page: Outline, tried: Sequence[Assigned]) -> list[Assigned]:
    """The trials without those of parts of records: the links in a table's rows, the labelled lines of cards.

    A table of two rows would lose to the four links in them, for being shorter, and cards to their lines, threads to
    lists of two answers. Without heads a table loses its cells alone, and only where its columns are of several kinds.
    """
    grids = [(one, one.region.grid) for one in tried if one.region.grid is not None and one.score >= LEAST]
    tables = [one for one, grid in grids if grid.headed]
    cells = [grid for _, grid in grids if not grid.headed and has_columns(page, grid)]
    lines: list[AbstractSet[int]] = [one.region.roots for one in tried if are_labels(page, one.region)]
    lines += [{page.nodes[top].parent for top in one.region.tops} for one in tried if one.score >= LEAST]
    lines += filter(None, (_parts_of_cards(page, one, tried) for one in tried))
    kept = [
        one
        for one in tried
        if one.region.grid is not None
        or one.region.kind == "page"
        or not (
            any(one.region.roots <= roots for roots in lines)
            or any(are_cells(page, grid, one.region.roots) for grid in cells)
            or any(_in_rows(page, one.region, table) and len(table.matches) >= len(one.matches) for table in tables)
        )
    ]
    return kept or list(tried)


def _parts_of_cards(page: Outline, trial: Assigned, tried: Sequence[Assigned]) -> AbstractSet[int]:
    """The records of a trial that are parts of another's, which has all of its fields; none elsewhere."""
    around = frozenset(page.nodes[card[0]].parent for card in cards_of(page, trial.region))
    alike = (one for one in tried if one.region.roots == around and one.score >= LEAST)
    return trial.region.roots if any(trial.matches.keys() <= one.matches.keys() for one in alike) else frozenset()


def _with_several(sought: Sought, tried: Sequence[Assigned]) -> list[Assigned]:
    """The trials whose records have several of what the file takes the first or the last of; all where none does.

    The two sides of a match are in one record, however well each would do for one.
    """
    chosen = [field.name for field in sought.by_column if field.of is not None]
    several = [
        one
        for one in tried
        if any(len(hits) >= _PAIR for n in chosen if n in one.matches for hits in one.matches[n].column.hits)
    ]
    return several if any(one.score >= LEAST for one in several) else list(tried)


def _in_rows(page: Outline, region: Region, table: Assigned) -> bool:
    """Whether all records of a region stand in records of a table, and none is one of those."""
    rows = sorted(table.region.roots)
    before = ((root, bisect_left(rows, root)) for root in region.roots)
    return all(place and root < page.nodes[rows[place - 1]].end for root, place in before)


def _menu_for_nothing(sought: Sought, best: Assigned) -> Problem | None:
    """The doubt of a menu that nothing but the types of the fields speaks for."""
    guessed = all(match.tier == "type" for match in best.matches.values())
    where = sought.spec.extract.within is not None
    return None if where or not guessed else menu_doubt(sought.page, best.region.records)


def _many(sought: Sought, best: Assigned, tried: Sequence[Assigned]) -> tuple[Assigned, Assigned | None]:
    """What is read of a lone record and a list that has all that it has, with the lone one where it is left out.

    A pager tells which is the listing: then the record stands apart (the latest, a featured one), however much tidier
    a single one may look.
    """
    lone = best if _alone(best) else next((one for one in tried if _alone(one) and _like(sought.page, best, one)), None)
    if lone is None:
        return best, None
    many = [one for one in tried if _like(sought.page, one, lone) and one.score >= best.score * _PART]
    if not many or not any(control.kind == "next" for control in paging(sought.page.view)):
        return best, None
    return max(many, key=lambda one: _rank(sought, one)), lone


def _alone(trial: Assigned) -> bool:
    return trial.region.grid is None and trial.region.kind == "siblings" and len(trial.region.records) == 1


def _like(page: Outline, many: Assigned, lone: Assigned) -> bool:
    """Whether a list has every field of a record that stands elsewhere, by the same labels."""
    nodes = page.nodes
    names = {name: match.column.key for name, match in lone.matches.items() if match.tier in {"label", "name"}}
    return (
        len(many.records) > _FEW
        and not many.problems
        and many.matches.keys() >= lone.matches.keys()
        and len(lone.matches) * 2 > len(names) > 0
        and all(many.matches[name].column.key == key for name, key in names.items())
        and not any(root <= min(lone.region.roots) < nodes[root].end for root in many.region.roots)
    )


def _aside(page: Outline, lone: Assigned | None) -> tuple[Remark, ...]:
    """That a record which stands apart is not read."""
    if lone is None:
        return ()
    text = (
        f"one like the records stands apart from them, and is not read: {page.text[lone.region.records[0][0]][:40]!r}"
    )
    return (Remark(code="apart", text=text),)


def proposed_regions(sought: Sought) -> list[Region]:
    """The regions of a page that its listing could be, the most promising first."""
    return propose(sought.page, frozenset(sought.wanted()), bits_of(sought), scope_of(sought))


def likely_regions(sought: Sought) -> list[Region]:
    """The regions that carry the fields nearly as well as the best of them."""
    tried = [_trial(sought, region) for region in proposed_regions(sought)]
    best = max((trial.score for trial in tried), default=0.0)
    return [trial.region for trial in tried if trial.score >= best * _PART]


def best_region(sought: Sought) -> Assigned | None:
    """The region that is read, or would be, had the fields been found in it."""
    chosen = choose(sought)
    if chosen is not None:
        return chosen.assigned
    tried = [_trial(sought, region) for region in proposed_regions(sought)]
    if sought.spec.ruling.shape:
        return _told(sought, tried)
    return max(tried, key=lambda trial: _rank(sought, trial), default=None)


def _told(sought: Sought, tried: Sequence[Assigned]) -> Assigned | None:
    """The best of the regions that have the shape which was told."""
    shape = sought.spec.ruling.shape
    alike = [trial for trial in tried if record_shape(sought.page, trial.region) == shape]
    return max(alike, key=lambda trial: _rank(sought, trial), default=None)


def _trial(sought: Sought, region: Region) -> Assigned:
    """The fit of a region on a sample of its records, with what the lines above them tell."""
    trial = _of_sample(sought, region)
    lines = lines_above(sought, trial)
    if not lines:
        return trial
    matches = {**trial.matches, **{name: Match(column, "type", 1.0) for name, column in lines.items()}}
    problems = tuple(problem for problem in trial.problems if problem.field not in lines)
    more = replace(trial, matches=matches, problems=problems)
    return replace(more, score=max(trial.score, scored(sought, more)))


def _of_sample(sought: Sought, region: Region) -> Assigned:
    """The fit of a region on a sample of its records, without those that are none."""
    sample = _sample(region)
    trial = match_region(sought, region, sample)
    poor = poor_records(trial)
    kept = [number for place, number in enumerate(sample) if place not in poor]
    if poor and kept:
        trial = match_region(sought, region, kept)
        trial = replace(trial, score=trial.score * (_PURE + (1 - _PURE) * len(kept) / len(sample)))
    if len(trial.records) == 1 and len(sample) >= _FEW and not _called_so(trial):
        return replace(trial, score=trial.score * _UNNAMED)  # the parts of a page: one of them has everything
    if _as_before(sought, trial):
        return trial
    lacking = (field for field in sought.by_column if field.name not in trial.matches and field.target is None)
    few = len(region.records) <= _FEW and any(lacking)  # what a locator finds may well not be there
    few = few or (len(trial.records) <= _FEW and _scattered(trial))
    if (len(trial.records) > 1 and not few) or any(match.tier != "type" for match in trial.matches.values()):
        return trial
    prose = all(field.type.kind in _PROSAIC for field in sought.by_column if field.name in trial.matches)
    return replace(trial, score=trial.score * (_PROSE if prose else _UNNAMED))


def _scattered(trial: Assigned) -> bool:
    """Whether some record has but one of several fields: among two or three, these may be any parts of a page."""
    having = [sum(bool(match.column.hits[n]) for match in trial.matches.values()) for n in range(len(trial.records))]
    return len(trial.matches) > 1 and min(having, default=0) < _PAIR


def _as_before(sought: Sought, trial: Assigned) -> bool:
    """Whether records have the shape of those on earlier pages, and most fields where those have them.

    That they are records is known then, however few they are and whatever all of them lack.
    """
    old = sought.wrapper
    if old is None or trial.region.kind == "page" or old.shape != record_shape(sought.page, trial.region):
        return False
    there = {name: match.column.key for name, match in trial.matches.items() if name in old.anchors}
    return len(there) >= SHARE * len(old.anchors) and all(old.anchor_of(name) == key for name, key in there.items())


def _called_so(trial: Assigned) -> bool:
    """Whether the page has a name for some field."""
    return any(match.tier in {"label", "name"} for match in trial.matches.values())


def _sample(region: Region) -> Sequence[int]:
    count = len(region.records)
    if count <= _SAMPLE:
        return range(count)
    return sorted({n * (count - 1) // (_SAMPLE - 1) for n in range(_SAMPLE)})


def _largest(sought: Sought, best: Assigned, tried: Sequence[Assigned]) -> Assigned:
    """A region that holds all records of the best and more of the kind: a part may look tidier than the whole."""
    for other in tried:
        if _rows_and_head(sought.page, best.region, other.region) or _joins_records(sought, best, other):
            continue
        mine, theirs = best.region.roots, other.region.roots | frozenset(other.region.tops)
        sums = frozenset(best.region.grid.sums if best.region.grid is not None else ())
        more = (
            theirs >= mine and bool(theirs - mine - sums) and len(other.region.records) > len(best.region.records)
        )  # fewer: two became one
        fuller = (more and _of_the_kind(sought, best, other)) or _inside(sought, best, other)
        if (
            fuller or _wraps(sought, best, other) or are_groups_of(sought, best, other)
        ) and other.score >= best.score * _PART:
            best = other
    return best


def _rows_and_head(page: Outline, table: Region, other: Region) -> bool:
    """Whether a region is a table's rows over again, and its head taken for one more.

    What has heads and is no table by its mark-up may be one of several: the rows of the others are no head.
    """
    if table.grid is None or not table.grid.headed or other.grid is not None:
        return False
    node = page.nodes[table.node]
    formal = node.tag == "table" or node.role in {"table", "grid", "treegrid"}
    within = formal or all(node.index <= root < node.end for root in other.roots)
    return within and len(other.records) > len(table.records)


def _wraps(sought: Sought, part: Assigned, whole: Assigned) -> bool:
    """Whether the records of a region are each in one of another's, and that one has a field outside of them.

    What is only a part of the records may look tidier for lacking their title: the choice that it hides is told. Where
    some records of several rows have no such part, they have that field all the same: a story without points.
    """
    if part.region.kind == "page" or whole.region.kind == "page":
        return False
    inner = _inner_records(sought, part, whole.region)
    if inner is None:
        return False
    doubtful = {problem.field for problem in whole.problems}
    outside = [m for name, m in whole.matches.items() if name not in doubtful and _outside(sought, m, whole, inner)]
    bare = [place for place, number in enumerate(whole.records) if not inner[number]]
    return bool(outside) and all(match.column.hits[place] for match in outside for place in bare)


def _inner_records(sought: Sought, part: Assigned, whole: Region) -> Sequence[Sequence[int]] | None:
    """For each record of a region that of another's which lies in it; None unless all of these do, one in each.

    Only a record with another row of that kind may have none. What lies in no record of the region, as the link to the
    next page does, is to be none of the other's either.
    """
    page, starts = sought.page, [around[0] for around in whole.records]
    found: list[Sequence[int]] = [()] * len(whole.records)
    apart: list[int] = []
    for number, own in enumerate(part.region.records):
        place = bisect_right(starts, own[0]) - 1
        around = whole.records[place] if place >= 0 else ()
        if not any(root <= own[0] and own[-1] < page.nodes[root].end for root in around):
            apart.append(number)
        elif found[place]:
            return None
        else:
            found[place] = own
    if (apart or not all(found)) and not _have_rows_like(sought, whole, found):
        return None
    return None if apart and _having(sought, part.region, apart, part) else found


def _have_rows_like(sought: Sought, whole: Region, inner: Sequence[Sequence[int]]) -> bool:
    """Whether records of several rows that lack another region's record have a row of its kind all the same.

    A heading with nothing below it, among others with an entry each, is a group without entries.
    """
    page = sought.page
    if whole.kind != "starts" or any(page.level(rows[0]) for rows in whole.records):
        return False
    if any(field.source == "heading" for field in sought.spec.sought):
        return False
    pairs = list(zip(whole.records, inner, strict=True))
    tags = {page.nodes[row].tag for rows, own in pairs for row in rows if own and row <= own[0] < page.nodes[row].end}
    return all(own or any(page.nodes[row].tag in tags and page.text[row] for row in rows[1:]) for rows, own in pairs)


def _having(sought: Sought, region: Region, numbers: Sequence[int], like: Assigned) -> int:
    """How many of some records of a region have most of the fields that another's have."""
    trial = match_region(sought, region, numbers)
    having = (sum(1 for match in trial.matches.values() if match.column.hits[n]) for n in range(len(trial.records)))
    return sum(count >= SHARE * len(like.matches) for count in having)


def _outside(sought: Sought, match: Match, whole: Assigned, inner: Sequence[Sequence[int]]) -> bool:
    """Whether a field is read from outside of the inner records in most records that have it."""
    nodes = sought.page.nodes
    hits = [(hits[0][0], inner[number]) for hits, number in zip(match.column.hits, whole.records, strict=True) if hits]
    outside = sum(not any(root <= node < nodes[root].end for root in roots) for node, roots in hits)
    return outside * 2 > len(hits)


def _of_the_kind(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether what a larger region has more are records too, not a menu or a facet of the same element."""
    mine = best.region.roots | frozenset(best.region.tops)
    tops = other.region.tops or (-1,) * len(other.region.records)
    pairs = enumerate(zip(other.region.records, tops, strict=True))
    more = [place for place, (record, top) in pairs if top not in mine and not mine.intersection(record)]
    if not more:
        return True
    sample = more[:: -(-len(more) // _SAMPLE)]
    if _having(sought, other.region, sample, best) * 2 < len(sample) or are_heads(sought, best, other.region, sample):
        return False
    return not _links_alone(sought.page, best.region, [other.region.records[place] for place in sample])


def _joins_records(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether a larger region makes one record of two: of a row and the next, which a table has in two shades."""
    page, mine = sought.page, best.region.roots
    joined = [root for record in other.region.records for root in record if root not in mine]
    if other.region.kind != "starts" or best.region.kind != "siblings" or not joined:
        return False
    if {page.nodes[root].tag for root in joined} != {page.nodes[root].tag for root in mine}:
        return False
    alone = Region("siblings", other.region.node, tuple((root,) for root in joined), best.region.shape)
    trial = match_region(sought, alone, _sample(alone))
    having = (sum(1 for match in trial.matches.values() if match.column.hits[n]) for n in range(len(trial.records)))
    return sum(count >= len(best.matches) for count in having) * 2 > len(trial.records)


def _links_alone(page: Outline, region: Region, more: Sequence[tuple[int, ...]]) -> bool:
    """Whether what is more are entries of other lists with a link and nothing else, and the records have more."""
    bare = sum(is_bare_link(page, record) for record in more)
    if bare * 2 <= len(more) or any(is_bare_link(page, record) for record in region.records):
        return False
    lists = {page.nodes[root].parent for root in (*region.roots, *region.tops) if root >= 0}
    return not any(page.nodes[record[0]].parent in lists for record in more)


def _inside(sought: Sought, few: Assigned, other: Assigned) -> bool:
    """Whether the one record of a region, or its few, stand in one of the many of another: its inner elements."""
    count = len(few.region.records)
    if count >= len(other.region.records) or few.region.kind == "page" or (count > 1 and few.region.grid is not None):
        return False
    nodes, roots = sought.page.nodes, few.region.roots
    if not any(root <= min(roots) and max(roots) < nodes[root].end for root in other.region.roots):
        return False
    least = SHARE * len(few.matches)  # the parts of a page, of which one has everything, are no records
    having = (sum(1 for match in other.matches.values() if match.column.hits[n]) for n in range(len(other.records)))
    return sum(count >= least for count in having) * 2 > len(other.records)


def _rank(sought: Sought, trial: Assigned) -> tuple[float, bool, int]:
    """Higher is better: the score, the main part of the page, the smaller subtree."""
    page, node = sought.page, trial.region.node
    inside = page.main >= 0 and page.main <= node < page.nodes[page.main].end
    before = 0.15 if sought.wrapper is not None and sought.wrapper.shape == record_shape(page, trial.region) else 0.0
    problem = 0.02 * len(trial.problems) - _called(sought, trial.region) - _headed(sought, trial.region)
    problem -= _FITTING * share_of_matches(sought, trial)
    chrome = 0.5 if is_chrome(page, trial.region.records) else _MENU * is_menu(page, trial.region.records)
    chrome += _ASIDE * is_aside(page, node)
    chrome += _PIECES * are_pieces(page, trial.region, sought.wanted()) + _TORN * are_torn(sought, trial)
    bare = len(sought.by_column) == 1 and all(match.tier == "type" for match in trial.matches.values())
    few = _SCARCE / (len(trial.region.records) + 1) if bare else 0.0  # two texts that nothing names are hardly a list
    few *= _ENTITLED if few and are_headed_links(page, trial) else 1.0
    return (
        round(trial.score + before + (0.02 if inside else 0.0) - problem - chrome - few, 3),
        inside,
        node - page.nodes[node].end,
    )


def _headed(sought: Sought, region: Region) -> float:
    """What it counts that the heads of a table have the fields' names among their words: "Title, author" has two."""
    wanted = sought.wanted()
    if region.grid is None or not wanted:
        return 0.0
    heads = {word for names in region.grid.labels for name in names for word in _WORD.findall(name)}
    return _HEADED * sum(heads.issuperset(_WORD.findall(label)) for label in wanted) / len(wanted)


def _called(sought: Sought, region: Region) -> float:
    """What it counts that the mark-up calls the records by the word that the file gives for one (`each: comment`)."""
    each, page = sought.spec.extract.each, sought.page
    if not isinstance(each, str):
        return 0.0
    top = region.tops[0] if region.tops else region.records[0][0]
    node = page.nodes[top]
    said = (*node.attributes.get("class", "").split(), node.attributes.get("id", ""), node.tag, node.role)
    return _HINTED * any(hint_of_name(word, plain(each)) > 1.0 for word in said if word)


def _recognised(sought: Sought, trial: Assigned) -> bool:
    """Whether enough of the fields are there; what was declared by label or locator counts as much as the rest.

    On a later page records of another shape must have nearly all that those before had, and be no menu: it may be
    that there are none any more.
    """
    fields, old, region = expected_fields(sought, trial.region, trial.matches), sought.wrapper, trial.region
    headed = region.grid is not None and region.grid.headed
    if old is not None and not headed and old.shape != record_shape(sought.page, region):
        menu = sought.page.chrome[region.node] or is_menu(sought.page, region.records)
        lacking = sum(name not in trial.matches for name in old.anchors)
        return not menu and lacking <= (1 - _AGAIN) * len(old.anchors)
    return not fields or len(trial.matches) >= SHARE * len(fields)


def _rivals(sought: Sought, best: Assigned, other: Assigned) -> bool:
    """Whether another region is as good and has none of these records."""
    alike = record_shape(sought.page, other.region) == record_shape(sought.page, best.region)
    if _rank(sought, other)[0] < _rank(sought, best)[0] * (_ALIKE if alike else _NEAR):
        return False
    if len(other.region.records) == 1 or other.region.kind == "page":
        return False
    page = sought.page
    mine = [(root, page.nodes[root].end) for root in best.region.roots]
    return not any(start < page.nodes[root].end and root < end for root in other.region.roots for start, end in mine)


def _whole(sought: Sought, region: Region) -> Chosen:
    """A region that is not in doubt, with its fields."""
    assigned = match_region(sought, region, range(len(region.records)))
    return Chosen(assigned, assigned.problems)


def _extended(sought: Sought, trial: Assigned, *, given: bool = False) -> Chosen:
    """The region of a trial in all its records, once what is no record has been left out."""
    trial, region = without_lines(trial), trial.region
    every = match_all_records(sought, region, trial)
    poor = poor_records(every, given=given)
    summed = (*_left_out(sought.page, region), *omitted_rows(sought, every))
    if not poor or len(poor) == len(every.records):
        return Chosen(every, every.problems, summed)
    kept = [place for place in range(len(region.records)) if place not in poor]
    grid = replace(region.grid, records=tuple(region.grid.records[p] for p in kept)) if region.grid else None
    tops = tuple(region.tops[place] for place in kept) if region.tops else ()
    region = replace(region, records=tuple(region.records[p] for p in kept), grid=grid, tops=tops)
    settled = None if trial.problems else carry_over(sought, region, trial)  # odd ones may raise doubts of their own
    assigned = settled or match_region(sought, region, range(len(region.records)))
    left = omissions(sought, every, sorted(poor))
    rest = len(poor) - sum(one.count for one in left)
    text = "between the records, with too little of what they have: advertising, notes, sums"
    notes = (Remark(code="no record", text=text, count=rest),) if rest else ()
    return Chosen(assigned, assigned.problems, (*left, *notes, *summed))


def _left_out(page: Outline, region: Region) -> tuple[Remark, ...]:
    """That rows of a table were left out."""
    if region.grid is None:
        return ()
    sums, left = region.grid.sums, region.grid.left
    found: list[Remark] = []
    if sums:
        found.append(Remark(code="no record", text="rows that are the sums of those above them", count=len(sums)))
    if left:
        text = f"rows of joined cells, or of heads alone, such as {page.text[left[0]][:40]!r}"
        found.append(Remark(code="no record", text=text, count=len(left)))
    if beside := region.grid.beside:
        text = f"rows below other heads of the same table, such as {page.text[beside[0]][:40]!r}"
        found.append(Remark(code="no record", text=text, count=len(beside)))
    return tuple(found)
