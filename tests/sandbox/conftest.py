"""Which of the many attacks run every time, and which only in the long proof?

As root, or as the ordinary user where there is no root, every second attack; as the second user every fourth on all
layers together. The rest, with the second user's attacks on the outer layers alone, are for the proof.
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
_EVERY = {"second": 4, "user": 2}
"""Of the attacks as each user, one in so many runs every time."""


@pytest.fixture(scope="module", autouse=True)
def real_start(own_helpers: None) -> None:
    """How a helper starts and ends is what these tests are about."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is for the proof."""
    seen: Counter[tuple[str, str]] = Counter()
    for item in items:
        if not isinstance(item, pytest.Function) or item.originalname not in _LONG | _SAMPLED:
            continue
        who = "second" if "second-" in item.name else "user"
        alone = who == "second" and item.originalname in _LONG
        if alone or seen[who, item.originalname] % _EVERY[who]:
            item.add_marker(pytest.mark.proof)
        seen[who, item.originalname] += 1
