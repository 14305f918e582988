"""What of a link is the record's own, and what did the page of the listing put there?"""

from webdart.records.cells.links import without_way_back


def test_the_way_back_is_no_part_of_a_record():
    """The listing's query or its address as the value of a parameter, in most of the links."""
    here = "http://h/books/?status=lost&p=2"
    back = "_back=status%3Dlost%26p%3D2"
    links = [f"http://h/books/{n}/change/?{back}" for n in (1, 2, 3)]
    assert without_way_back(links, here) == [f"http://h/books/{n}/change/" for n in (1, 2, 3)]
    next_ = [f"http://h/item?id={n}&next=%2Fbooks%2F" for n in (1, 2, 3)]
    assert without_way_back(next_, here) == [f"http://h/item?id={n}" for n in (1, 2, 3)]


def test_what_may_say_which_record_it_is_stays():
    """A parameter that the listing itself has, and links that differ by nothing else."""
    here = "http://h/list?shelf=5"
    links = [f"http://h/item?shelf=5&id={n}" for n in (1, 2)]
    assert without_way_back(links, here) == links
    same = ["http://h/item?next=%2Flist", "http://h/item?next=%2Flist&x=1"]
    assert without_way_back([*same, None], here) == ["http://h/item", "http://h/item?x=1", None]
