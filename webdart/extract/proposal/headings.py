"""Names a table after the heading above it, else after the page's address."""

from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from webdart.extract.model import RecordSet
from webdart.extract.page import Page
from webdart.extract.proposal.identifiers import identifier

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
_AROUND = frozenset({"nav", "header", "footer", "aside", "navigation", "banner", "contentinfo", "complementary"})
_LONGEST = 60  # letters of a heading that is shown
_MOST_WORDS = 3  # of a heading that names a table; longer ones are sentences
_WRAPPERS = 2  # elements around a heading and what stands beside it
_BESIDE = 4  # texts within those


def heading_above(page: Page, record_set: RecordSet) -> str:
    """The heading right above the records, "" where none is theirs."""
    first = record_set.roots[0][0]
    for index in range(first - 1, 0, -1):
        if page.tags[index] in HEADINGS and page.count_texts(index) and _is_over(page, index, first):
            text = page.text_of(index)
            return text if len(text) <= _LONGEST else ""
    return ""


def _is_over(page: Page, heading: int, first: int) -> bool:
    """Whether a heading stands over the records: beside one of the elements around them, not inside other content."""
    here = page.parents[heading]
    for _ in range(_WRAPPERS + 1):
        if page.holds(here, first):
            return True
        chrome = page.tags[here] in _AROUND - {"header"} or page.attributes[here].get("role") in _AROUND
        if here <= 0 or chrome or page.count_texts(here) > _BESIDE:
            return False
        here = page.parents[here]
    return False


def table_name(page: Page, heading: str, taken: set[str], usual: Sequence[str]) -> str:
    """A name that no other table has; `usual` are the last resort, and names of files that tell nothing."""
    short = len(heading.split()) <= _MOST_WORDS and not any(map(str.isdigit, heading))
    name = (identifier(heading) if short else "") or _by_address(page.url, usual) or usual[0]
    numbered = (f"{name}_{number}" for number in range(2, 100))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _by_address(url: str, usual: Sequence[str]) -> str:
    """The last part of the path that is a word."""
    for part in reversed(urlsplit(url).path.split("/")):
        name = identifier(unquote(part).partition(".")[0])
        if name and name not in usual and not any(map(str.isdigit, name)):
            return name
    return ""
