"""Which of the many attacks run every time, and which only in the long proof?

Everything runs as root, or as the ordinary user where there is no root; as the second user every fourth attack on all
layers together, and the rest, with the attacks on the outer layers alone, in the proof.
"""

from collections import Counter

import pytest

_LONG = {
    "test_the_outer_layers_hold_a_hostile_script_alone",
    "test_the_outer_layers_hold_whatever_is_reached",
    "test_locked_settings_and_walls_hold_a_statement_alone",
    "test_no_outer_layer_is_the_only_one",
}
_SAMPLED = {
    "test_a_hostile_script_achieves_nothing",
    "test_no_expression_reaches_what_opens_files",
    "test_a_hostile_statement_achieves_nothing",
}
_EVERY = 4


@pytest.fixture(scope="module", autouse=True)
def real_start(own_helpers: None) -> None:
    """How a helper starts and ends is what these tests are about."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is for the proof."""
    seen: Counter[str] = Counter()
    for item in items:
        if not isinstance(item, pytest.Function) or "second-" not in item.name:
            continue
        seen[item.originalname] += 1
        left_out = item.originalname in _SAMPLED and seen[item.originalname] % _EVERY
        if item.originalname in _LONG or left_out:
            item.add_marker(pytest.mark.proof)
