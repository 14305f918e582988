"""Makes the page value of a page that was read from its source."""

from webdart.browser.snapshot.kept_source import kept_source, source_of
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.payload import encoded
from webdart.browser.snapshot.source_page import SourcePage
from webdart.page.lazy_sequence import Deferred
from webdart.page.model import PageView
from webdart.values import replace


def shown(page: SourcePage, looks: Looks) -> PageView:
    """A page as it would look, which is kept as its source if that is all that it was made of."""
    view = page.under(looks)

    def documents() -> tuple[str]:
        return (encoded(view) if view.marks else kept_source(source_of(page.parser), view, looks),)

    return replace(view, documents=Deferred(documents))
