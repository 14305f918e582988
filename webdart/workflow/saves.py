"""Defines where tables are kept beyond their run: a database, or a folder of Parquet files.

See docs/reference/file.md.
"""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, Literal, get_args

from webdart.workflow.codes import Code, Wrong
from webdart.workflow.forms import About, As, Either, Form, Items, Name, Place, means
from webdart.workflow.reader import shorten
from webdart.workflow.scalars import WORD, Identifier, text

Keeper = Literal["duckdb", "sqlite", "parquet"]
"""What keeps tables: a file of DuckDB or SQLite, a folder of Parquet files."""

Mode = Literal["merge", "append", "replace"]
"""What becomes of the rows that are there: rows with the same key are renewed, all are kept, all are replaced."""

_HINT = "duckdb:FILE, sqlite:FILE or parquet:FOLDER, below the project's folder"


def _bad_place(text: str) -> Wrong:
    keeper, _, path = text.partition(":")
    shown = shorten(text)
    if keeper not in get_args(Keeper) or not path.strip():
        return Code.BAD_DESTINATION, f"`{shown}` is no place for a table", _HINT
    place = PurePath(path)
    if place.is_absolute() or ".." in place.parts or "\\" in path:
        return Code.BAD_DESTINATION, f"`{shown}` lies outside the project's folder", _HINT
    if any(part.startswith(".") for part in place.parts):
        return Code.BAD_DESTINATION, f"`{shown}` is hidden", "name a place that is seen"
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Save(Form):
    """The table `name`, kept beyond its run; `key` is () where it is that of the table."""

    about: ClassVar[About] = About("save", shorthand="to", expected=f"{_HINT}; or a map")
    name: Name
    to: Annotated[str, text("a place", check=_bad_place), means("duckdb:FILE, sqlite:FILE or parquet:FOLDER")]
    mode: Annotated[Mode, WORD, means("merge by the key, append, or replace; default merge")] = "merge"
    key: Annotated[
        tuple[str, ...],
        Either(
            "a list of columns",
            scalar=Annotated[Any, As(Identifier, lambda column, _node, _notes: (column,))],
            sequence=Annotated[tuple[Identifier, ...], Items("columns", 1)],
        ),
        means("column or columns to merge by; default the key of its extract"),
    ] = ()
    at: Place

    @property
    def keeper(self) -> Keeper:
        """What keeps it."""
        return next(one for one in get_args(Keeper) if one == self.to.partition(":")[0])

    @property
    def path(self) -> str:
        """The file or the folder, below the project's."""
        return self.to.partition(":")[2].strip()
