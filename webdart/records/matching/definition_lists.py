"""Matches two texts that nothing names to the terms and definitions of a list of definitions.

A term and its definition are all that there is: the term is what the record is called, the definition is the other.
A part that is marked up within ("-f" and "--foo" of one term, a word set in code) is neither.
"""

from collections.abc import Sequence

from webdart.records.cells.cell_start import beginning
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.query.field_matches import Match, Sought, label_of, title_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import names_prose
from webdart.workflow.model import Field

_QUALITY = 0.95


def definition_pairs(
    sought: Sought, region: Region, records: Sequence[int], fields: Sequence[Field], named: Sequence[str]
) -> dict[str, Match]:
    """The matches of open text fields in pairs of a term and a definition; `named` are fields that have a column."""
    title = title_of(sought.by_column)
    texts = [field for field in fields if field.type.kind == "text" and not field.type.many and field.match is None]
    others = [field for field in texts if field.name != title]
    plain = all(field.type.kind in {"text", "link", "image"} for field in fields)
    if region.grid is not None or len(others) != 1 or not plain or len(records) < 2:
        return {}
    both = len(texts) == 2 and set(named) <= {field.name for field in sought.by_column if field.type.kind == "link"}
    if not both and not (title in named and names_prose(label_of(others[0]))):
        return {}
    pairs = [_pair(sought.page, region.records[number]) for number in records]
    if None in pairs:
        return {}
    terms: tuple[tuple[Hit, ...], ...] = tuple(((beginning(sought.page, pair[0]), None),) for pair in pairs if pair)
    said: tuple[tuple[Hit, ...], ...] = tuple(((pair[1], None),) for pair in pairs if pair)
    found = {others[0].name: Match(Column("defined:dd", "only", said), "type", _QUALITY)}
    if both:
        found[title] = Match(Column("defined:dt", "only", terms), "type", _QUALITY)
    return found


def _pair(page: Outline, record: Sequence[int]) -> tuple[int, int] | None:
    """The term and the definition that a record is made of; None where it has more, or anything else."""
    roots = list(record)
    while len(roots) == 1 and page.nodes[roots[0]].tag not in {"dt", "dd"}:
        roots = [kid for kid in page.kids[roots[0]] if page.text[kid]]
    said = [root for root in roots if page.text[root]]
    if [page.nodes[root].tag for root in said] != ["dt", "dd"] or _links(page, said[0]) > 1:
        return None
    return said[0], said[1]


def _links(page: Outline, term: int) -> int:
    """How many links a term has: several lead to things of their own, any of which may be meant by a field."""
    inner = page.nodes[term : page.nodes[term].end]
    return sum(node.tag == "a" and bool(node.attributes.get("href")) and bool(page.text[node.index]) for node in inner)
