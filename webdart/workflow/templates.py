"""How is `{{ … }}` read and filled in?

A template is dotted names and listed filters, nothing else of Jinja. It is parsed once, by the loader, with the
place where it stood; it is filled when its stage runs. A name is either the file's own word (a parameter, `env`,
a list of `for_each`) or data from a page (a row of a SELECT, a stage's result), and `Names` knows which.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from webdart.errors import SourceLine
from webdart.secret import Secret

if TYPE_CHECKING:
    from webdart.workflow.model import Scalar


@dataclass(frozen=True, slots=True)
class Filter:
    """`replace('a', 'b')`: a listed filter and its constant arguments."""

    name: str
    arguments: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """`row.price | round(2)`: a dotted name and its filters."""

    name: tuple[str, ...]
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """A text with references in it; `Template.literal` has none."""

    source: str
    parts: tuple[str | Reference, ...]
    at: SourceLine

    @classmethod
    def literal(cls, text: str, at: SourceLine) -> "Template":
        """A template that is `text`, whatever stands in it."""
        return cls(text, (text,), at)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The names used, in order."""
        return tuple(part for part in self.parts if isinstance(part, Reference))

    @property
    def constant(self) -> bool:
        """Whether nothing has to be filled in."""
        return not self.references


class Names(Protocol):
    """What a template may name, at the time a stage runs."""

    def look_up(self, name: tuple[str, ...]) -> "Scalar | Secret":
        """The value of a dotted name.

        Raises:
            UsageError: there is no such name (the message lists those that are).
        """
        ...

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Whether the value came from a page (FORMAT.md section 1: it may choose no control, locator or host)."""
        ...


@dataclass(frozen=True, slots=True)
class Filled:
    """A template filled in. `secrets` are the secrets in it; `data` whether page data took part."""

    text: str
    data: bool = False
    secrets: tuple[Secret, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a running stage: `words` are the file's own (params, env, secrets), `data` came from pages."""

    words: "Mapping[tuple[str, ...], Scalar | Secret]"
    data: "Mapping[tuple[str, ...], Scalar]"
