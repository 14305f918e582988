"""Pages as the sites of this world make them, by family: their structure with invented words, and the rows they show.

A snapshot declares its fields as a person would after a look at the page: natural names, a type, and a `label` only
where the page's word is another. Nothing in the product knows any of these families.
"""

from tests.records.snapshots.admin import ADMIN
from tests.records.snapshots.directories import DIRECTORIES
from tests.records.snapshots.forums import FORUMS
from tests.records.snapshots.shops import SHOPS
from tests.records.snapshots.snapshot import Snapshot
from tests.records.snapshots.trackers import TRACKERS
from tests.records.snapshots.various import VARIOUS

SNAPSHOTS: tuple[Snapshot, ...] = (*SHOPS, *FORUMS, *TRACKERS, *ADMIN, *DIRECTORIES, *VARIOUS)

__all__ = ["SNAPSHOTS", "Snapshot"]
