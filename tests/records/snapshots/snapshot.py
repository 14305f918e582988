"""What is one page with its truth?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webdart.workflow.model import Value

Row = Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A page: `fields` are name → type, or (type, options); `truth` the rows as they must be read, in order."""

    name: str
    body: str
    fields: Mapping[str, str | tuple[str, Mapping[str, Any]]]
    truth: Sequence[Row]
    head: str = ""
    title: str = "Listing"
    url: str = "https://site.example/list"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    stated: int | None = None

    @property
    def html(self) -> str:
        """The whole document."""
        base = f'<base href="{self.url}">'
        return (
            f"<!doctype html><html lang=en><head><title>{self.title}</title>{base}{self.head}</head>"
            f"<body>{self.body}</body></html>"
        )


def at(path: str) -> str:
    """An address of the site."""
    return f"https://site.example{path}"


def each(rows: Sequence[Any], make: Callable[[Any], str]) -> str:
    """The rows' HTML, one after another."""
    return "".join(make(row) for row in rows)
