"""Every record set of a page, ranked, each with its complete table of columns."""

from webdart.extract.align import align
from webdart.extract.align.likeness import Likeness
from webdart.extract.columns import Draft, columns
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.segment import Candidate, candidates


def record_sets(page: Page, *, limit: int = 30) -> tuple[RecordSet, ...]:
    """At most `limit` record sets, the best first."""
    likeness = Likeness(page)
    return tuple(_read(page, one, likeness) for one in candidates(page, limit))


def _read(page: Page, candidate: Candidate, likeness: Likeness) -> RecordSet:
    template = align(page, candidate, likeness)
    drafts = columns(page, candidate, template)
    return RecordSet(
        kind=candidate.kind,
        roots=candidate.roots,
        heads=candidate.heads,
        columns=tuple(map(_column, drafts)),
    )


def _column(draft: Draft) -> Column:
    return Column(
        key=draft.key,
        source=draft.source,
        values=draft.values,
        nodes=draft.nodes,
        kind=draft.kind,
        share=draft.share,
        constant=draft.constant,
        composite=draft.composite,
        hidden=draft.hidden,
        label=draft.label,
        derived=draft.derived,
    )
