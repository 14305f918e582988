"""`webdart doctor` says what is missing, and how to mend it."""

from typing import Any

import pytest


def test_every_trial_says_what_was_seen_and_what_is_not_well_how_to_mend_it(cli: Any):
    """One line each; whatever is not ok has a command below it; --json has the same."""
    found: Any = cli("doctor", "--json").object
    assert {"Python", "libraries", "project folder", "keyring"} <= {trial["name"] for trial in found}
    for trial in found:
        assert trial["seen"]
        assert trial["remedy"] if trial["state"] != "ok" else not trial["remedy"]


def test_a_variable_that_is_no_setting_is_pointed_out(cli: Any, monkeypatch: pytest.MonkeyPatch):
    """A typing slip in a variable is not silent; secrets are no slips, and their values are never shown."""
    monkeypatch.setenv("WEBDART_BROWSR", "/usr/bin/x")
    monkeypatch.setenv("WEBDART_SECRET_PIN", "hunter2")
    said = cli("doctor")
    assert "not a setting: WEBDART_BROWSR\n    unset WEBDART_BROWSR" in said.out
    assert "hunter2" not in said.out
