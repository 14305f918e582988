"""Pages and specifications built as the tests of `records` build them, and what is proposed of a page."""

from datetime import datetime

from tests.records.conftest import HERE, build, page, spec
from webdart.extract.proposal import proposals
from webdart.extract.proposal.table_proposal import Found
from webdart.records.query.spec import ListingSpec
from webdart.values import replace
from webdart.workflow.model import Extract

__all__ = ["listings", "page", "spec"]


def listings(
    html: str,
    address: str = "https://shop.example/garden/lamps.html",
    locale: str = "en-US",
    language: str = "en",
    linked: tuple[str, ...] = (),
) -> tuple[Found, ...]:
    """What is proposed of a page's source, the likeliest first; `linked` are its texts of JSON-LD."""
    nothing = Extract(into="page", fields=(), at=HERE)
    now = datetime(2026, 11, 25, 12, 0)  # noqa: DTZ001 - the site's own clock, as ListingSpec wants it
    view = replace(build(html, url=address), language=language, linked=linked)
    return proposals(view, ListingSpec(extract=nothing, locale=locale, now=now))
