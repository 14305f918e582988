"""How is a secret carried so that it reaches one form field and no file?

A `Secret` prints as its name. Its text is taken out with `reveal()` where it is typed, and nowhere else.
A `Mask` knows every secret of a run and blanks them, in their usual encodings, in whatever is written down.
"""

import base64
import html
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import quote, quote_plus


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


def encodings(value: str) -> frozenset[str]:
    """Every usual way in which `value` may stand in a text: plain, base64, URL, HTML, JSON."""
    raw = value.encode()
    forms = {
        value,
        quote(value, safe=""),
        quote(value),
        quote_plus(value),
        html.escape(value),
        json.dumps(value)[1:-1],
    }
    forms |= {form.lower() for form in forms if "%" in form}
    for shift in range(3):  # inside a longer base64 text the value starts at one of three phases
        body = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        tail = 1 if (len(raw) + shift) % 3 else 0
        inner = body[(shift * 8 + 5) // 6 : len(body) - tail]
        forms |= {inner, inner.replace("+", "-").replace("/", "_")}
    return frozenset(form for form in forms if len(form) >= 4)


class Mask:
    """Blanks every known secret in a text; short values (under 4 characters) can't be told from prose."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        found = ((form, secret) for secret in secrets for form in encodings(secret.reveal()))
        self._forms = sorted(((form, str(secret)) for form, secret in found), key=lambda pair: -len(pair[0]))

    def __call__(self, text: str) -> str:
        """`text` with every secret replaced by its name."""
        for form, name in self._forms:
            if form in text:
                text = text.replace(form, name)
        return text

    def finds(self, text: str) -> bool:
        """Whether a secret stands in `text`."""
        return any(form in text for form, _ in self._forms)
