"""`webdart doctor` says what is missing, and how to mend it."""

from pathlib import Path
from typing import Any

import pytest

from webdart.execute.sandbox import Layer, SandboxCompute


@pytest.mark.browser
def test_every_trial_says_what_was_seen_and_how_to_mend_what_is_not_well(cli: Any):
    """A browser is really started, a statement really run; whatever is not ok has a remedy."""
    said = cli("doctor", "--json")
    found: Any = said.object
    assert said.code == 0
    names = [trial["name"] for trial in found if not trial["name"].startswith("sandbox: ")]
    assert names == ["python", "libraries", "browser", "sandbox", "folder", "keyring", "model"]
    for trial in found:
        assert trial["seen"]
        assert bool(trial["remedy"]) == (trial["state"] != "ok")
    by_name = {trial["name"]: trial for trial in found}
    assert by_name["browser"]["state"] == "ok"
    assert by_name["sandbox"]["state"] == "ok"


def test_a_browser_that_does_not_start_is_missing(cli: Any, tmp_path: Path):
    """An executable that shows no page, and one that is none, are told with a remedy and exit code 1."""
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 1\n")
    broken.chmod(0o755)
    said = cli("doctor", "--only", "browser", "--browser", str(broken))
    assert said.code == 1
    assert f"{broken} does not start: no display\n    playwright install" in said.out
    said = cli("doctor", "--only", "browser", "--browser", str(tmp_path / "none"))
    assert (said.code, "is no executable file" in said.out) == (1, True)


def test_a_weak_sandbox_is_pointed_out(cli: Any):
    """The operator's own choice is a warning, no failure."""
    said = cli("doctor", "--only", "sandbox", "--sandbox", "weak", "--json")
    found: Any = said.object
    assert (said.code, found[0]["state"]) == (0, "warning")


def test_each_layer_of_the_sandbox_is_tried(cli: Any):
    """Every wall has a line of its own; here those that are always on hold."""
    said = cli("doctor", "--only", "sandbox", "--json")
    found: Any = said.object
    states = {trial["name"].removeprefix("sandbox: "): trial["state"] for trial in found}
    assert said.code == 0
    for name in ("descriptors", "environment", "capabilities", "privileges", "rlimits", "seccomp"):
        assert states[name] == "ok"
    assert {"namespaces", "user", "landlock"} <= states.keys()


@pytest.mark.parametrize(
    ("level", "always", "backs", "code", "state"),
    [
        ("normal", True, "", 4, "refused"),
        ("normal", False, "", 0, "warning"),
        ("normal", False, "wall", 0, "warning"),
        ("strict", False, "", 4, "refused"),
        ("strict", False, "wall", 4, "refused"),
        ("weak", True, "", 0, "warning"),
    ],
)
def test_a_missing_layer_is_told_as_runs_take_it(
    cli: Any, monkeypatch: pytest.MonkeyPatch, level: str, always: bool, backs: str, code: int, state: str
):
    """Where scripts would be refused, doctor leaves with their exit code; else it is a warning; both say the reason."""

    async def layers(_self: SandboxCompute) -> tuple[Layer, ...]:
        return (Layer("fence", always, False, "Function not implemented", backs),)

    monkeypatch.setattr(SandboxCompute, "layers", layers)
    said = cli("doctor", "--only", "sandbox", "--sandbox", level, "--json")
    found: Any = said.object
    assert (said.code, found[1]["name"], found[1]["state"]) == (code, "sandbox: fence", state)
    assert "Function not implemented" in found[1]["seen"]
    assert found[1]["remedy"]


def test_a_variable_that_is_no_setting_is_pointed_out(cli: Any, monkeypatch: pytest.MonkeyPatch):
    """A typing slip in a variable is not silent; secrets are no slips, and their values are never shown."""
    monkeypatch.setenv("WEBDART_BROWSR", "/usr/bin/x")
    monkeypatch.setenv("WEBDART_SECRET_PIN", "hunter2")
    said = cli("doctor", "--only", "variables")
    assert said.out == "! variables: not a setting: WEBDART_BROWSR\n    unset WEBDART_BROWSR\n"


def test_what_is_not_tried_is_misuse(cli: Any):
    """A wrong name lists the right ones."""
    said = cli("doctor", "--only", "moon")
    assert (said.code, "browser, sandbox" in said.err) == (2, True)
