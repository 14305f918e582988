"""Does the next link of a record's own page lead on with its rows, or to the record after it?

Posts, photos and chapters are linked one to the next, by the same words and relations as pages of one listing are.
What stays on the record's address, or below it, is its own; of anything else the main heading tells.
"""

from urllib.parse import urlsplit

from webdart.pages.port import Node, PageView
from webdart.pages.wording import loose


def is_below(address: str, page: str) -> bool:
    """Whether an address is that of a page with another query, or one further down its path."""
    there, here = urlsplit(address), urlsplit(page)
    return there.netloc == here.netloc and f"{there.path.rstrip('/')}/".startswith(f"{here.path.rstrip('/')}/")


def is_another(first: PageView, after: PageView) -> bool:
    """Whether two pages are about two things: no main heading of one is said in one of the other."""
    mine, theirs = _headings(first), _headings(after)
    return bool(mine and theirs) and not any(one in other or other in one for one in mine for other in theirs)


def _headings(view: PageView) -> set[str]:
    said = (loose(view.text_of(node.index)) for node in view.nodes if node.shown and _is_main(node))
    return {f" {text} " for text in said if text}  # whole words: "Lamp 1" is not in "Lamp 12"


def _is_main(node: Node) -> bool:
    return node.tag == "h1" or (node.role == "heading" and node.attributes.get("aria-level") == "1")
