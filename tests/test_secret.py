"""Secrets are found in the order of the contract, and never shown."""

import time
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


ECHOES = {
    "reversed": "t3rc3s-retnuh",
    "in capitals": "HUNTER-S3CR3T",
    "mixed": "Hunter-S3cr3T",
    "reversed in capitals": "T3RC3S-RETNUH",
    "spaced": "h u n t e r - s 3 c r 3 t",
    "dotted": "H.U.N.T.E.R.-.S.3.C.R.3.T",
    "hex": "68756e7465722d733363723374",
    "hex in capitals": "68756E7465722D733363723374",
    "hex with colons": "68:75:6E:74:65:72:2D:73:33:63:72:33:74",
    "bytes": r"\x68\x75\x6e\x74\x65\x72\x2d\x73\x33\x63\x72\x33\x74",
    "every letter escaped": r"\u0068\u0075\u006e\u0074\u0065\u0072\u002d\u0073\u0033\u0063\u0072\u0033\u0074",
    "every letter for an address": "%68%75%6e%74%65%72%2D%73%33%63%72%33%74",
    "entities": "&#104;&#117;&#110;&#116;&#101;&#114;&#45;&#115;&#51;&#99;&#114;&#51;&#116;",
    "entities in hex": "&#x68;&#X75;&#x6E;&#x74;&#x65;&#x72;&#x2d;&#x73;&#x33;&#x63;&#x72;&#x33;&#x74;",
    "base64": "aHVudGVyLXMzY3IzdA==",
}


@pytest.mark.parametrize("way", ECHOES)
def test_what_a_page_makes_of_a_secret_is_blanked(way: str):
    """However a page echoes it, nothing of it is left, and it is found."""
    mask = Mask([Secret("PIN", "hunter-s3cr3t")])
    text = f"you typed {ECHOES[way]}, didn't you? Ünï İ"
    assert mask.finds(text)
    blanked = mask(text)
    assert blanked.startswith("you typed <secret PIN>")
    assert blanked.endswith(", didn't you? Ünï İ")
    assert ECHOES[way][2:-4] not in blanked


TWICE = {
    "a parameter of a parameter": "?next=%3Fp%3Da%2522b%2520%2520c%253C1%253E%252F9",
    "the text of an element": '<p>a"b  c&lt;1&gt;/9</p>',
    "blanks folded": 'a"b c<1>/9',
    "blanks that do not break": 'a"b\u00a0\u00a0c<1>/9',
    "JSON of PHP": r'{"p":"a\"b  c<1>\/9"}',
    "JSON within JSON": r'"{\"p\": \"a\\\"b  c<1>/9\"}"',
    "JSON within an attribute": "data-x='{&quot;p&quot;: &quot;a\\&quot;b  c&lt;1&gt;/9&quot;}'",
    "quoted-printable": "=61=22=62=20=20=63=3C=31=3E=2F=39",
    "old escapes": "%u0061%u0022%u0062%u0020%u0020%u0063%u003c%u0031%u003e%u002f%u0039",
    "soft hyphens": "\u00ad".join('a"b') + "  c<1>/9",
}


@pytest.mark.parametrize("way", TWICE)
def test_a_secret_within_two_encodings_is_blanked(way: str):
    """An address that is a parameter of an address, and what sites make of a password with blanks and signs."""
    assert "<secret PIN>" in Mask([Secret("PIN", 'a"b  c<1>/9')])(TWICE[way])


def test_a_secret_of_an_older_page_is_blanked():
    """Its letters are one byte each, in addresses and in the Authorization header; accents may stand apart."""
    mask = Mask([Secret("PIN", "gr\u00fc\u00df-9x")])
    for text in ("?p=gr%FC%DF-9x", "Basic dTpncvzfLTl4", "gru\u0308\u00df-9x"):
        assert "<secret PIN>" in mask(text)


def test_a_user_called_like_a_word_is_blanked_as_written():
    """Prose is left alone: a heading, a plural, letters that happen to be near."""
    mask = Mask([Secret("USER", "admin")])
    assert mask("admin, Admin and ADMIN") == "<secret USER>, Admin and ADMIN"
    assert not mask.finds("Administrators; Add mini")


def test_disguises_are_looked_for_in_no_time():
    """A text of nothing but separators and beginnings of the secret is read once."""
    mask = Mask([Secret("PIN", "--__--__--x9")])
    text = "-_" * 200_000
    before = time.monotonic()
    assert mask(text) == text
    assert time.monotonic() - before < 5


@pytest.mark.parametrize("text", ["Page 1 2 3 4 5 6 7 Next", "6 5 4 3 2 1", "1-2-3-4-5-6", "Mo 31 32 33 34 35 36"])
def test_a_pager_is_no_secret(text: str):
    """A code of six digits stands in rows of numbers by chance; as it is typed, it is blanked."""
    mask = Mask([Secret("CODE", "123456")])
    assert mask(text) == text
    assert mask("your code: 123456, ?c=%31%32%33%34%35%36") == "your code: <secret CODE>, ?c=<secret CODE>"
