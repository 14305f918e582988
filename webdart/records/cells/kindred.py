"""Do addresses lead to things of one kind, as the articles of a blog do, or the topics of a forum?

They have host and folder in common (numbers in it may differ: those of years), the script or ending, the names of
parameters; and where nearly all have words with dashes between them, or a number, one without is of another kind.
"""

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

_MOST = 0.8  # of the addresses, that are of one kind
_NUMBER = re.compile(r"\d+")
_TWO_WORDS, _WORDS = (re.compile(rf"(?:(?:[-_+]|%20).*?){{{count}}}") for count in (1, 2))

Kind = tuple[str, tuple[str, ...], str, tuple[str, ...]]
"""Host, folder, script or ending, names of parameters."""


class Kindred:
    """The kind of some addresses; none knows another where they are of several kinds.

    `certain`: they have more in common than that there is a word or two behind the host. `kind`: what it is.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        kinds = Counter(map(kind_of, addresses))
        kind, count = kinds.most_common(1)[0] if kinds else (None, 0)
        self.kind = kind if count >= _MOST * len(addresses) else None
        names = [_name(address) for address in addresses]
        signs = (_NUMBER, _TWO_WORDS, _WORDS)
        self._signs = [one for one in signs if sum(map(bool, map(one.search, names))) >= _MOST * len(names)]
        self.certain = self.kind is not None and (any(self.kind[1:]) or not {_NUMBER, _WORDS}.isdisjoint(self._signs))

    def knows(self, address: str) -> bool:
        """Whether an address is of the kind."""
        name = _name(address)
        return kind_of(address) == self.kind and all(sign.search(name) for sign in self._signs)


def kind_of(address: str) -> Kind:
    """What an address has in common with others of its kind."""
    parts = urlsplit(address)
    *folder, last = parts.path.strip("/").split("/")
    names = tuple(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
    ending = last if names else last.rpartition(".")[2] if "." in last else ""
    return parts.netloc, tuple(_NUMBER.sub("0", step) for step in folder), ending, names


def _name(address: str) -> str:
    """What tells an address from others of its kind: its last step, or its parameters."""
    parts = urlsplit(address)
    return parts.query or parts.path.strip("/").rpartition("/")[2]
