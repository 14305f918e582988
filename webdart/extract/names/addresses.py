"""What addresses of links say of the texts on them: "/author/ann-lee" of Ann Lee, "/lamp/reviews" of a number."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from webdart.extract.align import Template
from webdart.extract.columns import Draft
from webdart.extract.model import Name
from webdart.extract.page import Page

_FILE = re.compile(r"\.[a-z]{2,5}$")
_PARTING = re.compile(r"[\W_\d]+")
_NAMESPACE = re.compile(r"[/:]")
"""What parts the steps of an address: wikis have "User:Ann"."""
_LONGEST = 4  # words that a step has that calls something; more are what a page is titled
_SAMPLE = 12  # links of a column that are looked at
_MOST = 0.5  # share of them that say the same
_DISTANCE = 3  # elements above a text that may be its link


def address_names(page: Page, template: Template, draft: Draft) -> Iterator[Name]:
    """What most links around (or on) a column's texts say of these by their addresses and relations.

    `leads`: what is about this text, as the folder of a page that is called as it is, the page that it counts, or how
    the link says that it is related. `folder`: where the page lies that any other text leads to; of an address with
    a query also its last step, and the values of all but the last parameter: "member.php?action=profile&uid=32".
    """
    for part in draft.parts[:1]:
        near = [one for one in template.path(part)[-_DISTANCE:] if template.tags[one] == "a"]
        for link in near[-1:]:
            nodes = list(islice(template.instances[link].values(), _SAMPLE))
            said = Counter(name for node in nodes for name in _of_link(page, node))
            yield from (name for name, count in said.items() if count >= _MOST * len(nodes))


def _of_link(page: Page, node: int) -> Iterator[Name]:
    given = page.attributes[node]
    address = given.get("href", "")
    yield from _said_of(address, page.text_of(node))
    yield from _query_names(address)
    yield from (Name("leads", relation) for relation in dict.fromkeys(given.get("rel", "").lower().split()))


@lru_cache(maxsize=8192)
def _said_of(address: str, text: str) -> Sequence[Name]:
    return tuple(_said(_steps(address), text))


@lru_cache(maxsize=8192)
def _query_names(address: str) -> Sequence[Name]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ()
    page = _FILE.sub("", unquote_plus(parts.path).rstrip("/").rpartition("/")[2])
    said = [page, *(answer for _, answer in parse_qsl(parts.query)[:-1])] if parts.query else []
    return tuple(name for step in said for name in _names("folder", step))


def _said(steps: Sequence[str], text: str) -> Iterator[Name]:
    if not steps:
        return
    last, folder = steps[-1], steps[-2] if len(steps) > 1 else ""
    if _letters(last) and _letters(last) == _letters(text):
        yield from _names("leads", folder)
    elif any(map(str.isdigit, text)) and not any(map(str.isdigit, last)):
        yield from _names("leads", last)
    else:
        yield from _names("folder", folder)


def _names(source: str, step: str) -> Iterator[Name]:
    words = [word for word in _PARTING.split(step.lower()) if len(word) > 1]
    if 0 < len(words) <= _LONGEST:
        yield Name(source, " ".join(words))


def _steps(address: str) -> list[str]:
    """The folders and the page of an address, then what it asks for last and its value, then the place in the page."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return []
    steps = [step for step in _NAMESPACE.split(unquote_plus(parts.path)) if step]
    asked = parse_qsl(parts.query)[-1:]
    found = [*steps, *(step for pair in asked for one in pair for step in _NAMESPACE.split(one) if step)]
    found += [parts.fragment] if parts.fragment else []
    return [_FILE.sub("", one) for one in found]


def _letters(text: str) -> str:
    """A text as an address has it: its letters alone, in small ones."""
    return "".join(filter(str.isalnum, text.casefold()))
