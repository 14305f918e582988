"""Tells whether the source of a document ends with its end tags or is cut off.

A server that fails while it writes may end an answer properly all the same; the page that a browser makes of half a
document looks like a whole one. HTML lets `</body>`, `</html>` and some others be left out (HTML Living Standard,
section 13.1.2.4), and many pages forget one, so what a page leaves open says little by itself: pages of the same
template are compared.
"""

import re
from collections import Counter

from msgspec import Struct

_TAIL = 20_000  # characters: behind `</body>` stand comments, and scripts that a server adds
_HEAD = 100_000  # characters: before `<body>` stand comments, styles and scripts
_END = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_BEGINS = re.compile(r"<(?:html|body)\b")
_SILENT = re.compile(
    r"<!--.*?(?:-->|(?P<open>\Z))|<(?P<tag>script|style|textarea|template|title|svg)\b.*?(?:</(?P=tag)\s*>|(?P<left>\Z))",
    re.DOTALL,
)
"""What is no mark-up to count; one without its end reaches to the end of the source, and is kept."""
_TAGS = re.compile(
    r"<(/?)(table|ul|ol|dl|div|main|section|article|form|nav|aside|header|footer|select|script|style|textarea)\b"
    r"|(<!--)"
)
_UNFINISHED = re.compile(r"<(?:/?([a-z][^\s/<>]*)[^<>]*|/?)$")
"""A tag whose end is not there."""


class Ending(Struct, frozen=True):
    """The end of a document's source.

    `closed`: with `</body>` or `</html>`. `opens`: it has such a tag at its beginning. `left_open` are the elements
    that need an end tag and have none, where it is not closed.
    """

    closed: bool
    opens: bool = False
    left_open: frozenset[str] = frozenset()

    @property
    def is_cut(self) -> bool:
        """Whether it ends in the middle of something by its own account."""
        return not self.closed and self.opens and bool(self.left_open)

    def may_be_put_into(self, other: "Ending") -> bool:
        """Whether it may be a part that scripts put into that document: one that is cut off has its beginning still."""
        part = not self.closed and not self.opens and not self.left_open
        return part and other.closed and other.opens

    def lacks(self, other: "Ending") -> str:
        """A tag that it leaves open although another page of its template closes it; "" if there is none."""
        if self.closed:
            return ""
        if other.closed:
            return "its end tags"
        return ", ".join(f"the end of <{name}>" for name in sorted(self.left_open - other.left_open))


def ending_of(source: str) -> Ending:
    """The end of a document's source: the tags that it leaves open."""
    tail = source[-_TAIL:]
    if "</body>" in tail or "</html>" in tail or _END.search(tail):
        return Ending(closed=True, opens=_BEGINS.search(source[:_HEAD].lower()) is not None)
    lower = source.lower()  # patterns that tell no capitals apart are ten times slower, on megabytes
    plain = _SILENT.sub(lambda found: "" if found["open"] is None and found["left"] is None else found[0], lower)
    count: Counter[str] = Counter()
    for tag in _TAGS.finditer(plain):
        count[tag[2] or "!--"] += -1 if tag[1] else 1
    left_open = {name for name, more in count.items() if more > 0}
    if (unfinished := _UNFINISHED.search(plain)) is not None:
        left_open.add(unfinished[1] or "tag")
    return Ending(closed=False, opens=_BEGINS.search(lower) is not None, left_open=frozenset(left_open))
