"""How far a column reaches: a whole line of its record, a bit of one, or several; and what it is a bit of."""

from webdart.extract.match.pair import Pair

_HEADS = frozenset({"head", "heads", "given"})
_NUMBERS = frozenset({"integer", "number"})


def whole_line(pair: Pair) -> float:
    """The share of the values that are all that their line says."""
    return pair.question.extents[pair.place][0]


def bit_of_line(pair: Pair) -> float:
    """The share of the values beside which their line says more."""
    return pair.question.extents[pair.place][1]


def several_lines(pair: Pair) -> float:
    """The share of the values that go over several lines."""
    return pair.question.extents[pair.place][2]


def linked_bit_of_line(pair: Pair) -> float:
    """A bit of a line that is the words of the main link."""
    linked = pair.question.stands_for(pair.place) in pair.question.view.linked
    return bit_of_line(pair) if linked else 0.0


def bit_of_link(pair: Pair) -> float:
    """Words within a link that says more."""
    linked = pair.is_plain and "a" in pair.question.elements[pair.place]
    return 1.0 - pair.question.wholes[pair.place][1] if linked else 0.0


def one_line_parts(pair: Pair) -> float:
    """A whole line of several elements: a text with words marked in it."""
    return whole_line(pair) if pair.column.composite else 0.0


def bit_of_labelled(pair: Pair) -> float:
    """The share of the values that are a bit of what a label of their line names: 4 of "4 km"."""
    return pair.question.bits_of_labelled.get(pair.place, 0.0)


def bare_slot(pair: Pair) -> float:
    """A number cut out of a text that is the same otherwise, where a text is declared: 7 of "Day 7"."""
    column = pair.column
    return float(column.derived in {"slot", "integer"} and column.kind in _NUMBERS and pair.kind == "text")


def headed_bit(pair: Pair) -> float:
    """A bit of the text that stands below a head."""
    headed = any(name.source in _HEADS or name.source == "in_head" for name in pair.column.names)
    bit = bool(pair.column.derived) or pair.question.shares[pair.place] < 1.0
    return float(headed and bit and pair.column.derived != "context")


def one_of_several(pair: Pair) -> float:
    """The share of the values beside which others of the same markup stand in their line: one link of a list."""
    return pair.question.siblings[pair.place] if pair.is_plain and not pair.column.derived else 0.0
