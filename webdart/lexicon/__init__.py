"""Words that pages say, by concept: data, one TOML file a concept or a language, read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lexicon(name: str) -> Mapping[str, Any]:
    """The contents of one file of the lexicon."""
    return tomllib.loads((files("webdart.lexicon") / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def words_of(name: str) -> frozenset[str]:
    """All words of one file, whatever the concept."""
    return frozenset(word for words in lexicon(name).values() for word in words)
