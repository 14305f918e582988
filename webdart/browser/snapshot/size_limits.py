"""Limits how much of a page one observation holds, and says when a page is larger.

The limits keep an endless page from filling the memory; no page made for people comes near them. A page that exceeds
them is read up to the limit, and its tables are incomplete.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from webdart.values import asdict


class Bounds(Struct, frozen=True):
    """The most that the page's script tells of one document.

    Measured on a table of 100,000 rows: 400 bytes of memory a node (elements and texts), so that `nodes` stay within
    1 GB with what reading adds. `depth` is what the script can walk down without running out of stack; HTML parsers
    stop at 512. `characters` counts every different text once. `frames` is of the page, not of each document: more are
    advertisements, or a trap, and each costs a call. `linked` is of all texts of JSON-LD together, of
    which nothing is shown: one for which there is no room is passed over.
    """

    nodes: int = 1_500_000
    depth: int = 900
    characters: int = 64_000_000
    attribute: int = 20_000
    address: int = 20_000
    frames: int = 60
    linked: int = 200_000

    def told(self) -> dict[str, int]:
        """As the page's script takes them."""
        return asdict(self)


BOUNDS = Bounds()

_SAID = {
    "nodes": "it has more than {:,} elements and texts, and the rest was not read",
    "depth": "it has elements more than {:,} levels deep, and what is in them was not read",
    "characters": "it has more than {:,} characters of text, and the rest was not read",
    "attribute": "it has an attribute of more than {:,} characters, of which the rest was not read",
    "frames": "it has more than {:,} frames, and the rest was not looked into",
    "address": "it has an address of more than {:,} characters, of which the rest was not read",
}


def said_of(reached: Iterable[Mapping[str, int]]) -> tuple[str, ...]:
    """A sentence for each bound that one of the documents of a page has reached."""
    found = {name: most for document in reached for name, most in document.items()}
    return tuple(_SAID[name].format(most) for name, most in found.items() if name in _SAID)
