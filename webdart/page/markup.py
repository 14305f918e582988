"""What elements and attributes of HTML say, whatever page they stand on."""

STRUCK = frozenset({"del", "s", "strike"})
"""Elements whose text no longer holds."""
EMPHASIS = frozenset({"b", "bdi", "em", "font", "i", "ins", "mark", "strong", "u"})
"""Elements that only say how a text is set, and make no place of their own; what is struck says another thing."""
TEST_MARKS = ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-hook")
"""Attributes that name an element for its author's tests, as a class does for a style sheet."""
