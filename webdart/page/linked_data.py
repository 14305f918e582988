"""Tells what a page says in data of the one thing that it is about: JSON-LD 1.1 (W3C) in the words of schema.org.

Nothing of it is shown. It is a witness of what is: a value that both say needs no guess about where it ends.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from typing import cast

from webdart.lexicon import lexicon
from webdart.page.text_match import letters

_Thing = Mapping[str, object]
_SEVERAL = 2  # values of which neither is the one
_FILES = ("contentUrl", "url")  # of a picture that is a thing
_ENTRIES = "itemListElement"
_PARTS = 3  # levels of things within a thing that are gone down: an offer's specification of its price


@lru_cache(maxsize=16)
def linked_properties(texts: Sequence[str], heading: str) -> Mapping[str, Sequence[str]]:
    """The properties of what a page is about, each with its different values as texts.

    Args:
        texts: the page's texts of JSON-LD; one that is none is passed over.
        heading: what the page calls the thing, which tells it from others that the page describes.

    A property with a thing for its value has the thing's name, and lends its parent those of one without a name. Where
    two descriptions say different things of one property, neither is taken.
    """
    about, known = _about(texts, heading)
    said: dict[str, set[Sequence[str]]] = {}
    for thing in about:
        for name, values in _properties(thing, known).items():
            said.setdefault(name, set()).add(values)
    return {name: next(iter(values)) for name, values in said.items() if len(values) == 1}


@lru_cache(maxsize=16)
def linked_pictures(texts: Sequence[str], heading: str) -> Sequence[str]:
    """The addresses of the pictures of what a page is about, the likeliest first, as its data tells them.

    Where the page describes several things, only those of one that is called as the heading.
    """
    about, known = _about(texts, heading)
    about = about if len(about) == 1 or _called(about, heading) else ()
    names = lexicon("schema_org")["picture"]
    told = (address for name in names for thing in about for address in _addresses(thing.get(name), known))
    return tuple(dict.fromkeys(told))


def is_about_one(texts: Sequence[str], heading: str) -> bool:
    """Whether a page describes one thing that is called as its heading, and no collection of others."""
    about, _ = _about(texts, "")
    types = [_types(thing) for thing in _called(about, heading)]
    alike = [thing for thing in about if _types(thing) in types]
    names = {letters(str(thing.get("name") or thing.get("headline") or "")) for thing in alike}
    return bool(types) and len(names) <= len(set(types)) and not any(_collections() & kind for kind in types)


@lru_cache(maxsize=16)
def _about(texts: Sequence[str], heading: str) -> tuple[Sequence[_Thing], Mapping[str, _Thing]]:
    """The things that a page is about: those that are called as its heading, else all; and every thing by its name."""
    things = [thing for text in texts for thing in _things(text)]
    known = {str(thing["@id"]): thing for thing in things if len(thing) > 1 and "@id" in thing}
    about = [thing for thing in things if not _types(thing) <= _furniture()]
    return _called(about, heading) or about, known


def _called(things: Sequence[_Thing], heading: str) -> Sequence[_Thing]:
    return [thing for thing in things if heading and _is_called(thing, heading)]


def _addresses(value: object, known: Mapping[str, _Thing]) -> Iterator[str]:
    for one in _each(value):
        if isinstance(one, dict):
            thing = cast("_Thing", one)
            thing = known.get(str(thing.get("@id")), thing)
            yield from (address for name in _FILES for address in _each(thing.get(name)) if isinstance(address, str))
        elif isinstance(one, str):
            yield one


def _things(text: str) -> Iterator[_Thing]:
    try:
        told: object = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    for one in _each(told):
        if isinstance(one, dict):
            thing = cast("_Thing", one)
            inner = _each(thing["@graph"]) if "@graph" in thing else (thing, thing.get("mainEntity"))
            yield from (cast("_Thing", each) for each in inner if isinstance(each, dict))


def _types(thing: _Thing) -> frozenset[str]:
    return frozenset(map(str, _each(thing.get("@type"))))


def _furniture() -> frozenset[str]:
    return frozenset((*lexicon("schema_org")["furniture"], "None"))


def _collections() -> frozenset[str]:
    return frozenset(lexicon("schema_org")["collections"])


def _sections() -> frozenset[str]:
    return frozenset(lexicon("schema_org")["sections"])


def _steps() -> frozenset[str]:
    return frozenset(lexicon("schema_org")["steps"])


def _is_called(thing: _Thing, heading: str) -> bool:
    """Whether a thing's name is the heading, or a part of it, or has it as one."""
    own = letters(heading)
    names = (letters(str(thing.get(name) or "")) for name in ("name", "headline"))
    return any(name and (name in own or own in name) for name in names)


def _properties(thing: _Thing, known: Mapping[str, _Thing], level: int = 0) -> Mapping[str, Sequence[str]]:
    """The properties of a thing: its own, and those of its parts that it has not, with the values of all parts."""
    own = {name: value for name, value in thing.items() if not name.startswith("@")}
    found: dict[str, Sequence[str]] = {}
    for part in (part for value in own.values() for part in _each(value)):
        if level < _PARTS and isinstance(part, dict) and "name" not in part:
            inner = cast("_Thing", part)
            if not _types(inner) <= _furniture():
                for name, values in _properties(inner, known, level + 1).items():
                    found[name] = _together(found.get(name, ()), values)
    told = {name: tuple(dict.fromkeys(_values(value, known))) for name, value in own.items()}
    return {**found, **{name: values for name, values in told.items() if values}}


def _together(some: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    """The values of two parts, no more than tell that they are several."""
    return tuple(dict.fromkeys((*some, *others)))[:_SEVERAL]


def _values(value: object, known: Mapping[str, _Thing]) -> Iterator[str]:
    """What a value says: a text, a number, the name of a thing, the text of a step; a section says its entries."""
    for one in _each(value):
        if isinstance(one, dict):
            thing = cast("_Thing", one)
            thing = known.get(str(thing.get("@id")), thing)
            if _ENTRIES in thing and _types(thing) & _sections():
                yield from _values(thing[_ENTRIES], known)
                continue
            said = (_types(thing) & _steps() and thing.get("text")) or thing.get("name")
        else:
            said = one
        text = str(said) if isinstance(said, str | int | float) and not isinstance(said, bool) else ""
        if text := " ".join(unescape(text).split()):
            yield text


def _each(value: object) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, list) else (value,)
