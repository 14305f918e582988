"""Secrets are found in the order of the contract, and never shown."""

from pathlib import Path

import pytest

from webdart.errors import UsageError
from webdart.secret import Mask, Secret, read_secrets, secret_lookup


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """A file of secrets that only its owner can read."""
    file = tmp_path / "secrets.env"
    file.write_text("# accounts\nDESK_USER=clerk\n\nexport DESK_PASSWORD = 'a b=c#'\nEMPTY=\nQUOTE='\n")
    file.chmod(0o600)
    return file


def refuse(text: str) -> None:
    pytest.fail(f"unexpected warning: {text}")


def test_a_variable_goes_before_the_file(secrets: Path):
    """`WEBDART_SECRET_NAME` wins; what neither has is None, and so is what is empty."""
    look_up = secret_lookup(secrets, {"WEBDART_SECRET_DESK_USER": "boss"}, warn=refuse, keyring=False)
    assert look_up("DESK_USER") == Secret("DESK_USER", "boss")
    assert look_up("DESK_PASSWORD") == Secret("DESK_PASSWORD", "a b=c#")
    assert look_up("QUOTE") == Secret("QUOTE", "'")
    assert look_up("EMPTY") is None
    assert look_up("OTHER") is None


def test_a_file_that_others_can_read_is_warned_about(secrets: Path):
    """The warning has the command that mends it."""
    secrets.chmod(0o640)
    warnings: list[str] = []
    read_secrets(secrets, warnings.append)
    assert [f"chmod 600 {secrets}" in warning for warning in warnings] == [True]


def test_a_line_that_can_not_be_read_is_named_but_not_shown(secrets: Path):
    """File and line number, never the text: it may be the secret."""
    secrets.write_text("hunter2\n")
    secrets.chmod(0o600)
    with pytest.raises(UsageError, match=r"secrets\.env:1: no line of the form NAME=value") as caught:
        read_secrets(secrets, refuse)
    assert "hunter2" not in str(caught.value)


def test_a_missing_file_is_a_mistake_of_the_call(tmp_path: Path):
    """It was named, so it has to be there."""
    with pytest.raises(UsageError, match=r"there is no secrets file .*none\n  correct --secrets or WEBDART_SECRETS"):
        secret_lookup(tmp_path / "none", {}, warn=refuse)
    with pytest.raises(UsageError, match="can't be read: Is a directory\n  correct --secrets"):
        secret_lookup(tmp_path, {}, warn=refuse)


def test_a_secret_prints_as_its_name():
    """Neither str nor repr has the value; a mask blanks it in its usual encodings."""
    secret = Secret("PIN", "s3cr3t&more")
    assert str(secret) == "<secret PIN>"
    assert "s3cr3t" not in repr(secret)
    mask = Mask([secret])
    assert mask("a=s3cr3t%26more&b=s3cr3t&amp;more") == "a=<secret PIN>&b=<secret PIN>"
