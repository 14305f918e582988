"""How often Python looks for cycles: rarely where there are none, as ever where there are."""

import gc
from collections.abc import Callable

from webdart.cli.main import rarely_collecting


def looks(make: Callable[[int], object], count: int) -> int:
    """How often it looked for cycles while that many objects were made, and kept."""
    seen: list[str] = []

    def note(phase: str, _: object) -> None:
        seen.append(phase)

    with rarely_collecting():
        gc.collect()
        gc.callbacks.append(note)
        try:
            kept = [make(number) for number in range(count)]
        finally:
            gc.callbacks.remove(note)
    assert len(kept) == count
    return seen.count("stop")


def _waste(number: int) -> list[object]:
    knot: list[object] = []
    knot.append(knot)
    return [number]


def test_a_look_that_finds_nothing_makes_the_next_one_wait():
    """What a big page is made of has no cycles: 500,000 objects are looked through four times, not ten times."""
    before = gc.get_threshold()
    assert looks(lambda number: [number], 500_000) <= 4
    assert gc.get_threshold() == before


def test_waste_is_found_as_soon_as_ever():
    """Half of what is made is a cycle that nothing holds."""
    assert looks(_waste, 300_000) >= 8
