"""Carries a secret so that it reaches one form field and no file.

A `Secret` prints as its name. Its text is taken out with `reveal()` where it is typed, and nowhere else.
A `Mask` knows every secret of a run and blanks them, in their usual encodings, in whatever is written down.
"""

import base64
import html
import importlib
import importlib.util
import json
import re
import stat
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import quote, quote_plus

from webdart.errors import UsageError

_SHORTEST = 4  # characters; what is shorter stands in any text by chance


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that must not be written down; equal secrets have equal names and values."""

    name: str
    _value: str = field(repr=False)

    def reveal(self) -> str:
        """The text itself, for the field it is declared for."""
        return self._value

    def __str__(self) -> str:
        return f"<secret {self.name}>"


_Encode = Callable[[str], str]

_ENCODE: tuple[_Encode, ...] = (
    lambda text: quote(text, safe=""),
    quote,
    quote_plus,
    html.escape,
    lambda text: html.escape(text, quote=False),  # as browsers write the text of an element
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),  # as PHP writes it
)
"""How texts are written into addresses, HTML and JSON, by those who write them."""


def encodings(value: str) -> frozenset[str]:
    """Every usual way in which `value` may stand in a text: plain, reversed, base64, hex, URL, HTML, JSON.

    The latter three also one within another, as in an address that is a parameter of an address; with its blanks
    folded, as text of a page is; and with its accents apart or not.
    """
    plain = {value, " ".join(value.split()), *(unicodedata.normalize(form, value) for form in ("NFC", "NFD"))}
    once = {encode(text) for encode in _ENCODE for text in plain}
    forms = plain | once | {encode(text) for encode in _ENCODE for text in once}
    forms.add(value[::-1] if len(value) >= _TELLING else value)
    for raw in _raw(value):
        forms |= {raw.hex(), raw.hex().upper(), quote(raw, safe=""), *_in_base64(raw)}
    forms |= {form.lower() for form in forms if "%" in form}
    return frozenset(form for form in forms if len(form) >= _SHORTEST)


def _raw(value: str) -> Iterator[bytes]:
    """The bytes of a text, also as older pages and the Authorization header have them."""
    yield value.encode()
    if not value.isascii():
        with suppress(UnicodeEncodeError):
            yield value.encode("cp1252")


def _in_base64(raw: bytes) -> Iterator[str]:
    """What base64 makes of it: inside a longer text it starts at one of three phases."""
    for shift in range(3):
        body = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        tail = 1 if (len(raw) + shift) % 3 else 0
        inner = body[(shift * 8 + 5) // 6 : len(body) - tail]
        yield from (inner, inner.replace("+", "-").replace("/", "_"))


def _disguises(value: str) -> Iterator[str]:
    """Patterns, for a text in lower case, of what a page may make of `value` that is told from prose all the same.

    Other capitals, signs or blanks between the letters (and both backwards), each letter as an entity, a byte, an
    escape. A word, such as the name of a user, stands in prose with a capital, too: it is not looked for. The
    digits of a short number stand apart in every pager and calendar: it is not looked for with blanks between.
    """
    if len(value) < _TELLING or (value.isalpha() and len(value) < _PASSPHRASE):
        return
    low = value.lower()
    between = "".join(re.escape(sign) for sign in _SEPARATORS if sign not in low)
    gap = rf"[\s{between}]{{0,3}}" if not any(map(str.isspace, low)) else f"[{between}]{{0,3}}"
    folded = " ".join(low.split())
    is_number = value.isdecimal() and len(value) < _PASSPHRASE
    for text in (folded, folded[::-1]) if not is_number else ():
        yield gap.join(r"\s{1,9}" if letter == " " else re.escape(letter) for letter in text)
    raw = value.encode()
    if not is_number:
        yield "[\\s:,-]?(?:0x)?".join(f"{byte:02x}" for byte in raw)
    yield "".join(f"[%=]{byte:02x}" for byte in raw)
    yield "".join(rf"\\x{byte:02x}" for byte in raw)
    yield "".join(rf"[\\%]u\{{?0*{ord(letter):x}\}}?" for letter in value)
    yield "".join(rf"&#(?:0*{ord(letter)}|x0*{ord(letter):x});?" for letter in value)


_TELLING = 6  # characters: what is shorter and only resembles a secret is chance
_PASSPHRASE = 12  # what is shorter, and nothing but letters or digits, may be a word or a row of numbers
_SEPARATORS = "-_.,:;|/+*·•\u200b\u200c\u200d\u2060\u00ad"


class Mask:
    """Blanks every known secret in a text; short values (under 4 characters) can't be told from prose."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        known = tuple(secrets)
        found = ((form, secret) for secret in known for form in encodings(secret.reveal()))
        self._forms = sorted(((form, str(secret)) for form, secret in found), key=lambda pair: -len(pair[0]))
        self._patterns = [
            (re.compile(pattern), str(secret)) for secret in known for pattern in _disguises(secret.reveal())
        ]

    def __call__(self, text: str) -> str:
        """`text` with every secret replaced by its name."""
        for form, name in self._forms:
            if form in text:
                text = text.replace(form, name)
        low = text.lower() if self._patterns else ""
        for pattern, name in self._patterns:
            if pattern.search(low):
                text = _blanked(text, pattern, name)
        return text

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to blank."""
        return not self._forms and not self._patterns

    def finds(self, text: str) -> bool:
        """Whether a secret stands in `text`."""
        if any(form in text for form, _ in self._forms):
            return True
        low = text.lower() if self._patterns else ""
        return any(pattern.search(low) for pattern, _ in self._patterns)


def _blanked(text: str, pattern: "re.Pattern[str]", name: str) -> str:
    low = text.lower()
    if len(low) != len(text):  # a few letters are two in lower case: places would shift
        low = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    parts: list[str] = []
    place = 0
    for found in pattern.finditer(low):
        parts += [text[place : found.start()], name]
        place = found.end()
    return "".join([*parts, text[place:]]) if parts else text


def in_the_open(secrets: Iterable[Secret], texts: Iterable[str]) -> Iterator[str]:
    """What a person should know of secrets that stand in texts which are no secret: a file's own words, addresses."""
    shown = list(texts)
    for secret in secrets:
        mask = Mask([secret])
        if any(map(mask.finds, shown)):
            yield (
                f"the text of secret {secret.name} stands in what is no secret (an address, a word of the file): "
                f"`{secret}` is written in its place everywhere, in addresses too; a name that anybody may know can be "
                f"a parameter, or {{{{ env.{secret.name} }}}}"
            )


def too_short(secrets: Iterable[Secret]) -> Iterator[str]:
    """What a person should know of secrets that `Mask` can't tell from prose."""
    for secret in secrets:
        if 0 < len(secret.reveal()) < _SHORTEST:
            few = f"secret {secret.name} has fewer than {_SHORTEST} characters"
            yield f"{few}: where the site shows it, it is not blanked"


# -- where secrets come from ----------------------------------------------------------------------------------

Lookup = Callable[[str], Secret | None]
"""A secret by its name, or None where it is unknown."""

KEYRING_SERVICE = "webdart"

_NAME = "[A-Za-z_][A-Za-z0-9_]*"

_LINE = re.compile(rf"(?:export\s+)?({_NAME})\s*=\s*(.*)", re.DOTALL)


def secret_lookup(
    file: Path | None, environment: Mapping[str, str], *, warn: Callable[[str], None], keyring: bool = True
) -> Lookup:
    """Finds `secret.NAME` in `WEBDART_SECRET_NAME`, then in `file`, then in the keyring where that is installed.

    `warn` is called once when others can read the file. An empty value counts as not there.

    Raises:
        UsageError: the file is missing or a line of it can't be read (its text is never shown).
    """
    kept: Mapping[str, str] = {} if file is None else read_secrets(file, warn)

    def look_up(name: str) -> Secret | None:
        value = environment.get(f"WEBDART_SECRET_{name}") or kept.get(name)
        if not value and keyring:
            value = _from_keyring(name, warn)
        return Secret(name, value) if value else None

    return look_up


def read_secrets(file: Path, warn: Callable[[str], None]) -> Mapping[str, str]:
    """The `NAME=value` lines of a file; `#` begins a comment line, quotes around a value are taken off.

    Raises:
        UsageError: the file is missing, or a line is no such line.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        mode = file.stat().st_mode
    except FileNotFoundError as error:
        raise UsageError(f"there is no secrets file {file}", hint=_WHICH_FILE) from error
    except OSError as error:
        raise UsageError(f"the secrets file {file} can't be read: {error.strerror}", hint=_WHICH_FILE) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the secrets file {file} is no text in UTF-8", hint=_WHICH_FILE) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        warn(f"other users may read the secrets file {file}; mend it with: chmod 600 {file}")
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        parts = _LINE.fullmatch(line.strip())
        if parts is None:
            raise UsageError(f"{file}:{number}: no line of the form NAME=value", hint="a comment begins with #")
        value = parts[2]
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        found[parts[1]] = value[1:-1] if quoted else value
    return found


_WHICH_FILE = "correct --secrets or WEBDART_SECRETS; the file has NAME=value lines"


# -- the keyring ----------------------------------------------------------------------------------------------


class _Keyring(Protocol):
    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...

    def delete_password(self, service_name: str, username: str) -> None: ...


def _from_keyring(name: str, warn: Callable[[str], None]) -> str | None:
    if importlib.util.find_spec("keyring") is None:  # an optional extra
        return None
    keyring = cast("_Keyring", importlib.import_module("keyring"))
    errors = importlib.import_module("keyring.errors")
    try:
        return keyring.get_password(KEYRING_SERVICE, name)
    except cast("type[Exception]", errors.NoKeyringError):
        return None  # installed, but this machine has no store behind it: as good as not installed
    except cast("type[Exception]", errors.KeyringError) as error:
        warn(f"the keyring did not answer for secret.{name}: {type(error).__name__}")
        return None


class Vault:
    """The secrets that `webdart secret` keeps in the desktop's keyring.

    A keyring can't be asked what is in it, so the names (never the values) are kept beside them, as an entry of their
    own; a secret that another program put there is found by `secret_lookup`, but not listed.
    """

    _INDEX = ("webdart names", "all")

    def __init__(self) -> None:
        """Find the keyring.

        Raises:
            UsageError: the optional package is not installed.
        """
        if importlib.util.find_spec("keyring") is None:
            raise UsageError("the keyring is an extra that is not installed", hint="pip install 'webdart[keyring]'")
        self._keyring = cast("_Keyring", importlib.import_module("keyring"))
        errors = importlib.import_module("keyring.errors")
        self._no_keyring = cast("type[Exception]", errors.NoKeyringError)
        self._any_error = cast("type[Exception]", errors.KeyringError)

    def names(self) -> tuple[str, ...]:
        """What is kept, by the alphabet.

        Raises:
            UsageError: this machine has no keyring, or it does not answer.
        """
        with self._explained():
            return tuple(sorted((self._keyring.get_password(*self._INDEX) or "").split()))

    def put(self, name: str, value: str) -> None:
        """Keep `value` under `name`, in place of what was there.

        Raises:
            UsageError: as `names`; or `name` is invalid, or `value` empty.
        """
        if not re.fullmatch(_NAME, name):
            raise UsageError(f"{name!r} can't name a secret", hint="letters, digits and _; not a digit first")
        if not value:
            raise UsageError("an empty secret is none", hint="type it, or give it on stdin")
        names = self.names()
        with self._explained():
            self._keyring.set_password(KEYRING_SERVICE, name, value)
            self._keyring.set_password(*self._INDEX, "\n".join(sorted({*names, name})))

    def remove(self, name: str) -> None:
        """Forget the secret of that name.

        Raises:
            UsageError: as `names`; or there is no such secret.
        """
        names = self.names()
        with self._explained():
            if self._keyring.get_password(KEYRING_SERVICE, name) is None:
                raise UsageError(f"the keyring has no secret {name}", hint=f"it has {', '.join(names) or 'none'}")
            self._keyring.delete_password(KEYRING_SERVICE, name)
            self._keyring.set_password(*self._INDEX, "\n".join(other for other in names if other != name))

    @contextmanager
    def _explained(self) -> Generator[None]:
        try:
            yield
        except self._no_keyring as error:
            raise UsageError("this machine has no keyring to keep secrets in", hint=_ELSEWHERE) from error
        except self._any_error as error:
            raise UsageError(f"the keyring did not answer: {type(error).__name__}", hint=_ELSEWHERE) from error


_ELSEWHERE = "give them as WEBDART_SECRET_NAME, or as NAME=value lines in a file for --secrets"
