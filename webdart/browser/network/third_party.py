"""Records what pages request from hosts outside their site, and which of it is dispensable.

Without a picture, a font or a style a page still has all its rows; without a script, a document or an answer to a
script it may have none. The proxy refuses a host without knowing the purpose; the guard knows the purpose, but not yet
that the host will be refused: this module joins the two.
"""

from webdart.browser.network.hosts import Endpoint, endpoint_of
from webdart.browser.network.proxy import Trouble
from webdart.errors import UsageError
from webdart.trace import Trace

_MERE = frozenset({"Image", "Font", "Media", "TextTrack", "Stylesheet", "Ping", "Manifest", "CSPViolationReport"})
"""Kinds of resources, as the browser calls them, that show no row."""

_MOST = 10_000  # places that are remembered

_Place = tuple[str, Endpoint]


class Loads:
    """What the pages of one browser have asked for, by site and host, and what was refused of it."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._kinds: dict[_Place, set[str]] = {}
        self._refused: set[_Place] = set()

    def asked(self, site: str, url: str, kind: str) -> None:
        """A page of a site asks for something; noted where its host was refused for less, so far."""
        try:
            place = (site, endpoint_of(url))
        except UsageError:  # an address that can't be asked for
            return
        if place not in self._kinds and len(self._kinds) >= _MOST:
            return
        kinds = self._kinds.setdefault(place, set())
        if place in self._refused and kinds and kinds <= _MERE and kind not in _MERE:
            self._trace(
                "noted", f"{place[1].host} was refused more than pictures, fonts and styles", line=_line(place[1])
            )
        kinds.add(kind)

    def refused(self, site: str, trouble: Trouble) -> None:
        """A host was refused to the pages of a site; `mere` in the event's data: for what shows no row."""
        place = (site, Endpoint(trouble.host, trouble.port))
        self._refused.add(place)
        kinds = self._kinds.get(place, set[str]())
        line = _line(place[1])
        text = f"{trouble.host}, asked for by a page of {site}: {trouble.text}; {line}"
        self._trace("refused", text, line=line, mere=bool(kinds) and kinds <= _MERE)


def _line(place: Endpoint) -> str:
    return f"allow: [{place}]"
