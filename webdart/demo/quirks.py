"""Defines the quirks that make the bundled site as difficult as real sites.

Every quirk is off by default. A new one is a field here, read at the one place that it changes: values in `seed`,
listings in `layout`, transport in `server`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """Switches for tests; `Quirks()` is a well-behaved site.

    `latency`: seconds before each page is answered.
    `missing`: share (0 to 1) of shop prices, ratings and review counts that are not shown; NULL in `DemoSite.data`.
    `sponsored`: advertisements of the same look among the records of each shop page.
    `lying_totals`: added to every total that a listing states.
    `rival_next`: a second *Next* on listing pages, of a strip of recommendations.
    `circular_next`: the last page's *Next* leads to the first.
    `failing`: every n-th page is answered 500; asked again, it is there. 0 is never.
    `shuffled`: the parts of a card and the columns of the series table stand in another order on every page.
    `beacons`: product pages report the visit by `navigator.sendBeacon`.
    `session_requests`: a session of the tracker ends after so many pages; None is never.
    `slow_writes`: seconds between carrying out a write and answering it.
    `lost_answers`: so many writes are carried out, but the connection is closed instead of answered.
    """

    latency: float = 0.0
    missing: float = 0.0
    sponsored: int = 0
    lying_totals: int = 0
    rival_next: bool = False
    circular_next: bool = False
    failing: int = 0
    shuffled: bool = False
    beacons: bool = False
    session_requests: int | None = None
    slow_writes: float = 0.0
    lost_answers: int = 0
