"""Classifies words of an objective (function words, negations) and of buttons (that send, that undo).

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
    """True for function words, which name nothing by themselves."""
    return word in _TIES


def links(word: str) -> bool:
    """True for function words and for words that only name a kind of control or an action on it."""
    return ties(word) or word in _NOUNS


def negates(word: str) -> bool:
    """True for a negation."""
    return _NOT.search(word) is not None


def unsets(word: str) -> bool:
    """True if the word asks for something to be unticked."""
    return word in _OFF


def leads_to_a_value(word: str) -> bool:
    """True if the word may stand between a label and its value."""
    return word in _TO


def ends_a_value(word: str) -> bool:
    """True if an unquoted value ends before this word."""
    return word in _ENDS


def stops(word: str) -> bool:
    """True if the words before this one do not apply to those after it."""
    return word in _STOPS


def affirms(text: str) -> bool:
    """True if a button's words say that it sends what was filled in."""
    return any(word in _AFFIRMING for word in text.split())


def undoes(text: str) -> bool:
    """True if a button's words say that it undoes, empties or deletes."""
    return any(word in _UNDOING for word in text.split())
