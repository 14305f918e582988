"""`webdart secret`: the keyring of the desktop, without a value ever being shown."""

import importlib.util
import io
from collections.abc import Iterator
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import PasswordDeleteError

from webdart.secret import Secret, Vault, secret_lookup


class Drawer(KeyringBackend):
    """A keyring that forgets when the test ends."""

    priority = 1  # type: ignore[assignment]  # the package declares it as a property of the class

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """What is kept there."""
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep it."""
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget it."""
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    """The keyring of this desktop, for one test."""
    before, mine = keyring.get_keyring(), Drawer()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


def test_a_secret_is_kept_listed_found_and_removed(cli: Any, drawer: Drawer, monkeypatch: pytest.MonkeyPatch):
    """From stdin, without its newline; a run finds it; no output has its value."""
    monkeypatch.setattr("sys.stdin", io.StringIO("hunter2hunter2\n"))
    kept = cli("secret", "set", "DESK_PASSWORD")
    listed = cli("secret", "list")
    look_up = secret_lookup(None, {}, warn=pytest.fail)
    assert look_up("DESK_PASSWORD") == Secret("DESK_PASSWORD", "hunter2hunter2")
    removed = cli("secret", "remove", "DESK_PASSWORD")
    assert look_up("DESK_PASSWORD") is None
    assert [said.code for said in (kept, listed, removed)] == [0, 0, 0]
    assert (listed.out, kept.out + removed.out) == ("DESK_PASSWORD\n", "")
    assert "hunter2" not in "".join(said.out + said.err for said in (kept, listed, removed))
    assert cli("secret", "list", "--json").out == "[]\n"
    assert cli("secret", "list").out == "no secrets yet\n"


@pytest.mark.parametrize(("name", "value"), [("DESK PIN", "x"), ("", "x"), ("7", "x"), ("PIN", "")])
def test_what_is_no_secret_is_not_kept(
    cli: Any, drawer: Drawer, monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    """A name that no file could write, and an empty value."""
    monkeypatch.setattr("sys.stdin", io.StringIO(value))
    assert cli("secret", "set", name).code == 2
    assert drawer.kept == {}


def test_removing_what_is_not_there_lists_what_is(cli: Any, drawer: Drawer):
    """Exit 2."""
    Vault().put("PIN", "1234")
    said = cli("secret", "remove", "PAN")
    assert (said.code, said.err) == (2, "the keyring has no secret PAN\n  it has PIN\n")


def test_a_machine_without_a_keyring_says_where_secrets_go_instead(cli: Any):
    """Exit 2 and the two other places."""
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    try:
        said = cli("secret", "list")
    finally:
        keyring.set_keyring(before)
    assert said.code == 2
    assert "this machine has no keyring" in said.err
    assert "WEBDART_SECRET_NAME" in said.err


def test_without_the_package_its_installation_is_told(cli: Any, monkeypatch: pytest.MonkeyPatch):
    """The extra is named as pip wants it."""
    monkeypatch.setattr(importlib.util, "find_spec", {"keyring": None}.get)
    said = cli("secret", "set", "PIN")
    assert (said.code, "pip install 'webdart[keyring]'" in said.err) == (2, True)
