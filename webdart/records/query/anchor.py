"""What was learned from a listing's first page, so that its later pages can be held against it?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webdart.records.coerce import Convention
from webdart.records.columns.mined_columns import Tier
from webdart.records.query.wrapper import Frame


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a field's column is: its key (a label, or a path of tags and stable classes), and how it was found."""

    key: str
    tier: Tier
    quality: float = 1.0
    other: str = ""  # the name that the page gives a column which was taken by its type alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapper:
    """A page template: the records' shape, the columns of the fields, what their texts settled.

    A value that can be written down. `version` counts re-learnings; `keyed` and `link` keep the first page's
    decision on the default key and the column of the main link. `frame` is what the records of the pages before were
    made of: a page that is like them is not mined afresh.
    """

    version: int = 1
    shape: str
    kind: str = "siblings"
    anchors: Mapping[str, Anchor]
    conventions: Mapping[str, Convention] = field(default_factory=dict[str, Convention])
    keyed: bool = False
    link: str = ""
    frame: Frame = Frame()
    heading: str | None = None  # the last heading or group row, carried over the page break

    def anchor_of(self, name: str) -> str:
        """The key of a field's column, "" where the page had none."""
        anchor = self.anchors.get(name)
        return anchor.key if anchor else ""
