"""Lists the words that tie other words of a sentence together, and the names of buttons that carry out or undo.

These are general words of a few languages, never those of one site. They only tell things apart (which of a form's
buttons sends it, where a value ends). The guard and the stage's `writes:` judge what may leave the machine.
"""

from webdart.lexicon.phrases import pattern, words

_TIES = words("function_words")
_NOUNS = words("control_nouns")
_NOT = pattern("negation", at="whole")
_OFF = words("unset")
_TO = words("before_value") | {"=", ":", "→"}
_ENDS = words("after_value") | {",", ";", "."}
_STOPS = words("sentence_break") | {";", "."}
_AFFIRMING, _UNDOING = words("affirm"), words("undo")


def ties(word: str) -> bool:
    """Whether it ties others together and names nothing by itself."""
    return word in _TIES


def links(word: str) -> bool:
    """Whether it says nothing of its own: it ties, or only says what kind of thing is meant, or that one acts on it."""
    return ties(word) or word in _NOUNS


def negates(word: str) -> bool:
    """Whether it says that what follows is not to be done."""
    return _NOT.search(word) is not None


def unsets(word: str) -> bool:
    """Whether it says that what follows is to be unticked."""
    return word in _OFF


def leads_to_a_value(word: str) -> bool:
    """Whether it stands between a label and its value."""
    return word in _TO


def ends_a_value(word: str) -> bool:
    """Whether a value without quotes ends before it."""
    return word in _ENDS


def stops(word: str) -> bool:
    """Whether what was said before it does not reach beyond it."""
    return word in _STOPS


def affirms(text: str) -> bool:
    """Whether a button says that it carries out what was filled in."""
    return any(word in _AFFIRMING for word in text.split())


def undoes(text: str) -> bool:
    """Whether a button says that it undoes, empties or deletes."""
    return any(word in _UNDOING for word in text.split())
