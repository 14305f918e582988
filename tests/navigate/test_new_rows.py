"""Which rows of a page that changed in place are new: kept, grown, moved, replaced."""

from webdart.navigate.walk.new_rows import KnownRows, apart, doubtful, fresh
from webdart.navigate.walk.row_identity import mark

NONE: frozenset[str] = frozenset()


def test_a_list_that_grew_gives_its_tail_whatever_rows_are_equal():
    """What stood there before stands at the beginning: only what is behind it is new."""
    assert fresh(["a", "a", "b"], ["a", "a", "b", "a", "a"], NONE, "grown") == (3, 4)
    assert fresh(["a", "b"], ["a", "b", "b"], NONE, "clicked") == (2,)


def test_a_list_whose_rows_leave_gives_what_came_in_below():
    """The longest end of what was seen that stands at the beginning now is the same rows."""
    assert fresh(["a", "b", "b", "c"], ["b", "c", "d"], NONE, "moved") == (2,)
    assert fresh(["a", "b", "c"], ["b", "c"], NONE, "moved") == ()


def test_a_page_that_was_turned_is_new_as_a_whole():
    """Equal rows at the seam of two pages are two rows."""
    assert fresh(["a", "b"], ["b", "c"], {mark("a"), mark("b")}, "clicked") == (0, 1)
    assert fresh(["a", "b"], ["a", "b"], {mark("a"), mark("b")}, "opened") == (0, 1)


def test_rows_that_came_between_known_ones_are_told_by_what_they_say():
    """Where order tells nothing, a row is new that nobody has seen."""
    assert fresh(["a", "b"], ["x", "a", "y", "b"], {mark("a"), mark("b")}, "grown") == (0, 2)


def test_a_list_moved_too_far_is_noticed():
    """No row of before is left: rows between were never shown."""
    assert apart(["a", "b"], ["y", "z"])
    assert not apart(["a", "b"], ["b", "c"])


def test_equal_rows_of_a_list_that_is_moved_are_doubted_where_order_tells_nothing():
    """The "a" may be the one that was seen, or another one that says the same."""
    assert doubtful(["a", "b", "b"], ["x", "a", "y"])
    assert not doubtful(["a", "b", "b"], ["b", "b", "c"])
    assert not doubtful(["a", "b"], ["x", "a", "y"])


def again(*pages: list[str]) -> int:
    """The rows that came again, once a walk has read these pages."""
    known, count = KnownRows(), 0
    for number, (page, before) in enumerate(zip(pages, ((), *pages), strict=False), 1):
        known.add(page, before)
        count = known.again(number)
    return count


def test_rows_that_come_again_on_some_of_the_pages_are_counted():
    """An order that changes from page to page shows some rows twice, and others never."""
    assert again(["a", "b", "c"], ["d", "a", "e"], ["f", "b", "g"]) == 2


def test_a_banner_and_a_row_that_moved_on_are_not_rows_that_came_again():
    """One stands on every page, the other ended the page before."""
    assert again(["x", "a", "b"], ["x", "c", "d"], ["d", "x", "e"]) == 0
