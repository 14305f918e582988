"""Reads texts as what they look like: signs and letters of other alphabets as those that people type for them."""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from webdart.lexicon import lexicon


@lru_cache(maxsize=2048)
def look_of(text: str) -> str:
    """A text as people type what looks like it: plain quotes and hyphens, full words for their signs, Latin letters."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_typed()))


@cache
def _typed() -> Mapping[int, str]:
    kinds = lexicon("look_alikes")
    return {ord(sign): plain for kind in kinds.values() for plain, signs in kind.items() for sign in signs}
