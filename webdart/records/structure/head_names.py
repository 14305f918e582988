"""What are the columns of a table called, where one head alone would not tell them apart, or says more than a name?"""

import re
from collections import Counter
from collections.abc import Sequence

from webdart.records.words import plain

_ASIDE = re.compile(r"(?<=\w)\s*[(\[][^()\[\]]*[)\]]$")


def told_apart(shown: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What columns are called: the lowest head, or with those above it where two have the same."""
    often = Counter(name for name, _ in shown)
    wholly = Counter(whole for _, whole in shown)
    return tuple(whole if often[name] > 1 and wholly[whole] < often[name] else name for name, whole in shown)


def without_parts(labels: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The labels without parts of heads that are the whole of another one: "Giant<br>Slalom" beside "Slalom"."""
    whole = {names[0] for names in labels if names}
    return [(*names[:1], *(name for name in names[1:] if name not in whole)) for names in labels]


def without_asides(labels: Sequence[tuple[str, ...]], shown: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The labels, and each head ("Price (USD)") without what stands in brackets behind it, if no other is called so."""
    bare = [plain(_ASIDE.sub("", text)) if _ASIDE.search(text) else "" for text in shown]
    known = Counter(name for names in labels for name in names) + Counter(bare)
    pairs = zip(labels, bare, strict=True)
    return tuple((*names, name) if name and known[name] == 1 else names for names, name in pairs)
