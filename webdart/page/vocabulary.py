"""Words and signs of controls: what turns, sorts, narrows, searches and applies.

Hints only: structure decides first. The words are data of `lexicon`, one file a language; signs are listed here. Texts
are compared loosely (`text_match.loose`).
"""

import re

from msgspec import Struct

from webdart.lexicon.phrases import PhrasePattern, alternatives, pattern, words

_DIGIT = re.compile(r"\d")
_FORWARD, _BACKWARD = frozenset("›»→>⟩▶►❯≫⇒"), frozenset("‹«←<⟨◀◄❮≪⇐")
_TO_LAST = frozenset("»≫❯⟫⇥⏭⇒>›→▶►|⟩")

NEXT_PERIODS, PREVIOUS_PERIODS = words("next_period"), words("previous_period")
MORE_WORDS = words("more")
ALL_WORDS = words("all")
"""No choice among the options of a filter."""

ALL_OF = pattern("see_all")
"""What leads from the first few of a list to all of it: "See all 12 reviews"."""

REVEAL_WORDS = words("reveal")
"""What shows entries that are kept back, behind a sentence that counts them: "There are 7 events in the past. Show"."""


class Direction(Struct, frozen=True, eq=False):
    """What hints at a way through pages: whole texts (loose), a phrase within a short text, signs."""

    words: frozenset[str]
    phrase: PhrasePattern | re.Pattern[str]
    signs: frozenset[str]

    def worded(self, text: str) -> bool:
        """Whether a loose text names the direction: "Go to next page" does, "Next 5 pages" does not."""
        return text in self.words or (not _DIGIT.search(text) and bool(self.phrase.search(text)))


NEXT = Direction(words("next"), pattern("next_page"), _FORWARD)
PREVIOUS = Direction(words("previous"), pattern("previous_page"), _BACKWARD)
LAST = Direction(words("last"), pattern("last_page"), _TO_LAST)
MORE = Direction(MORE_WORDS, re.compile(r"(?!)"), frozenset())

MOVES_ON, MOVES_BACK = frozenset("›>→▶►"), frozenset("‹<←◀◄")
"""What a button between two lists shows that moves what is chosen; a double arrow moves everything."""

PAGE_NAMES = words("page")
"""What a page of a listing is called."""

PLACE = pattern(
    "page_place", also=rf"\b(?:{alternatives(PAGE_NAMES)})\W{{0,3}}\d+\D{{1,8}}\d|\d\s*[-–—]\s*\d[\d.,]*\D{{1,12}}\d"
)
"""Where among the pages, or the rows, this page is: "Page 1 of 20", "1-25 of 300"."""

ON_CLASS = re.compile(r"(?:^|[\s_-])(?:active|current|selected|chosen)(?:$|[\s_-])", re.IGNORECASE)
"""A class that hints at the choice, or the page, that holds now."""

SORT_WORDS = pattern("sort")
SIZE_WORDS = pattern("page_size")
DIRECTION = pattern("ascending", "descending", "order_names", also=r"a\s*[-–→]\s*z|z\s*[-–→]\s*a|[↑↓]")
"""Which way an option sorts."""

NARROW_WORDS = pattern("narrow")
"""What people click to see more controls that narrow a listing down, here or on a page of its own."""

APPLY_WORDS = pattern("apply", at="start")
"""A button that lets choices take effect where no form sends them."""

CONFIRM_WORDS = pattern("confirm", at="whole")
"""A button that closes what has opened and keeps what was chosen there."""

SEARCH_WORDS = pattern("search", at="start")
"""What the words of a search box begin with."""

_BEFORE_END, _BEHIND_END = pattern("from", "to", at="start"), pattern("range_suffix", at="end")


def names_end(text: str) -> bool:
    """Whether the words of a box begin or end as those for one end of a range do."""
    return bool(_BEFORE_END.search(text) or _BEHIND_END.search(text))
