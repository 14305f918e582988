"""Which of the many attacks run every time, and which only in the long proof?"""

import pytest

_LONG = {
    "test_the_outer_layers_hold_a_hostile_script_alone",
    "test_the_outer_layers_hold_whatever_is_reached",
    "test_locked_settings_and_walls_hold_a_statement_alone",
    "test_no_outer_layer_is_the_only_one",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything runs as root, or as the ordinary user where there is no root; the second user's long ones are proof."""
    for item in items:
        if isinstance(item, pytest.Function) and item.originalname in _LONG and "second-" in item.name:
            item.add_marker(pytest.mark.proof)
