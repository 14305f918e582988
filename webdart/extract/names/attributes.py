"""Names that attributes and tags give: itemprop, data-label, title, the names of data, classes, headings."""

import re
from collections.abc import Iterator
from functools import lru_cache

from webdart.extract.align import Template
from webdart.extract.columns import Draft
from webdart.extract.model import Name
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.lexicon import words_of
from webdart.page.markup import TEST_MARKS

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTING = re.compile(r"[\W_\d]+")
_DISTANCE = 3  # elements above a text whose classes name it
_TAGS = {"h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading"}
_TELLING = frozenset({"time", "address", "blockquote", "code", "figure"})
_GIVEN = ("data-label", "data-title", "data-th", "data-column", "data-field", "data-name", "headers")


def attribute_names(page: Page, template: Template, draft: Draft, known: dict[int, tuple[Name, ...]]) -> Iterator[Name]:
    """The names that the elements around a column's texts give it, the nearest first; `known` keeps those of parts."""
    if draft.source.startswith("@data-"):
        words = split_words(draft.source.removeprefix("@data-"))
        if words:
            yield Name("datum", words)
    if draft.source == "@href":
        yield from _on_link(page, draft)
    for part in draft.parts[:2]:
        if part not in known:
            known[part] = tuple(_of_part(page, template, part))
        yield from known[part]


def _on_link(page: Page, draft: Draft) -> Iterator[Name]:
    """What is written on a link, or on its picture, if it is the same in every record."""
    nodes = [node for node in draft.nodes if node >= 0]
    if len(nodes) < 2 or draft.constant:
        return
    texts = {page.text_of(node) for node in nodes}
    if len(texts) == 1 and _is_words(text := texts.pop()):
        yield Name("on_link", text.rstrip(":： "))
    elif not any(texts):
        names = {_pictured(page, node) for node in nodes}
        if len(names) == 1 and _is_words(name := names.pop()):
            yield Name("on_link", name)


def _pictured(page: Page, link: int) -> str:
    """What the first picture or sign in a link is called."""
    given = (page.attributes[inner] for inner in range(link + 1, page.ends[link]))
    return next((one[name] for one in given for name in ("alt", "aria-label", "title") if one.get(name)), "")


def _of_part(page: Page, template: Template, part: int) -> Iterator[Name]:
    path = [one for one in template.path(part) if template.tags[one] != TEXT and template.faces[one] >= 0]
    for distance, element in enumerate(path[::-1][:_DISTANCE]):
        face = template.faces[element]
        given = page.attributes[face]
        if given.get("itemprop"):
            yield Name("itemprop" if not distance else "around", split_words(given["itemprop"]))
        if not distance or template.tags[element] in {"td", "th"}:
            yield from (Name("given", given[name]) for name in _GIVEN if _is_words(given.get(name, "")))
        for name in ("aria-label", "title"):
            if not distance and given.get(name) and _is_constant(page, template, element, name):
                yield Name("title", given[name])
        for token in (*(given[name] for name in TEST_MARKS if name in given), *page.classes[face]):
            words = split_words(token)
            if words:
                yield Name(f"class{distance}", words)
        tag = template.tags[element]
        if tag in _TAGS or tag in _TELLING:
            yield Name("tag", _TAGS.get(tag, tag))


def _is_words(text: str) -> bool:
    return 0 < len(text) <= 60 and any(map(str.isalpha, text))  # longer ones are sentences


def _is_constant(page: Page, template: Template, element: int, name: str) -> bool:
    values = {page.attributes[node].get(name) for node in template.instances[element].values()}
    return template.count > 1 and len(values) == 1 and _is_words(next(iter(values)) or "")


@lru_cache(maxsize=4096)
def split_words(token: str) -> str:
    """The words in an identifier that say what it is: `product-price-lg` is "product price"."""
    known = words_of("layout_words")
    parts = _PARTING.split(_CAMEL.sub(" ", token).lower())
    return " ".join(part for part in parts if len(part) > 1 and part not in known)
