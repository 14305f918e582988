"""Reads what a person's page sends: one command a message, of known kinds and within bounds."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webdart.browser.port import Pointer, Stroke
from webdart.errors import UsageError

MOST_BYTES = 1 << 20
"""Of one message: a whole file is one."""
_FAR = 1e6  # pixels
_NAME = Field(max_length=200)
_NAMED = r"^[A-Z][A-Z0-9_]{0,99}$"


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_Place = Annotated[float, Field(ge=-_FAR, le=_FAR, allow_inf_nan=False)]


class Point(_Command):
    """The pointer on the picture; places in pixels of the site's window."""

    kind: Literal["point"]
    do: Literal["moved", "pressed", "released", "turned"]
    x: _Place
    y: _Place
    right: _Place = 0.0
    down: _Place = 0.0

    @property
    def pointer(self) -> Pointer:
        """As the browser is told."""
        return Pointer(kind=self.do, x=self.x, y=self.y, right=self.right, down=self.down)


class Press(_Command):
    """A key on the picture."""

    kind: Literal["press"]
    key: Annotated[str, _NAME]
    code: Annotated[str, _NAME] = ""
    text: Annotated[str, Field(max_length=8)] = ""
    number: Annotated[int, Field(ge=0, le=0xFFFF)] = 0
    modifiers: Annotated[int, Field(ge=0, le=15)] = 0

    @property
    def stroke(self) -> Stroke:
        """As the browser is told."""
        return Stroke(key=self.key, code=self.code, text=self.text, number=self.number, modifiers=self.modifiers)


class Go(_Command):
    """Open an address of the site."""

    kind: Literal["go"]
    url: Annotated[str, Field(max_length=8000)]


class Plain(_Command):
    """Orders that their name tells; `record` goes on with a record's own page, `write` begins and ends recording."""

    kind: Literal["back", "look", "anew", "record", "write", "save"]


class Login(_Command):
    """Log in by the form of the page: secrets by name, with their values where runs would not find them."""

    kind: Literal["login"]
    user_name: Annotated[str, Field(pattern=_NAMED)]
    password_name: Annotated[str, Field(pattern=_NAMED)]
    user: Annotated[str, _NAME] = Field(default="", repr=False)
    password: Annotated[str, _NAME] = Field(default="", repr=False)

    @property
    def secrets(self) -> Mapping[str, str]:
        """The values that were typed, by name."""
        typed = {self.user_name: self.user, self.password_name: self.password}
        return {name: value for name, value in typed.items() if value}


class Choose(_Command):
    """Read another record set."""

    kind: Literal["choose"]
    set: Annotated[int, Field(ge=0, le=100)]


class Set(_Command):
    """Choose an option of a list box of the page."""

    kind: Literal["set"]
    control: Annotated[int, Field(ge=0, le=10_000)]
    option: Annotated[str, Field(max_length=1000)]


class Pick(_Command):
    """Add the column whose value lies at a place of the page."""

    kind: Literal["pick"]
    x: _Place
    y: _Place


class Add(_Command):
    """Add a column of the record set."""

    kind: Literal["add"]
    place: Annotated[int, Field(ge=0, le=10_000)]


class Change(_Command):
    """Rename, retype or drop a field; `void`: what can't be read in it means nothing."""

    kind: Literal["rename", "retype", "drop", "void"]
    name: Annotated[str, _NAME]
    to: Annotated[str, _NAME] = ""


class Visit(_Command):
    """Show a cell that is doubtful at its place on its page."""

    kind: Literal["visit"]
    page: Annotated[str, Field(max_length=8000)]
    text: Annotated[str, Field(max_length=20_000)]
    column: Annotated[str, _NAME] = ""


class Write(_Command):
    """The file, or its statement, as a person wrote it."""

    kind: Literal["text", "sql"]
    text: str


class RunIt(_Command):
    """Run the file as it stands; `pages` bounds a listing (0: as far as it goes)."""

    kind: Literal["run", "stop"]
    pages: Annotated[int, Field(ge=0, le=1_000_000)] = 0


Input = Point | Press
Order = Go | Plain | Login | Choose | Set | Pick | Add | Change | Visit | Write | RunIt
Command = Input | Order

_COMMANDS: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])


def command_of(text: str) -> Command:
    """The command in a message.

    Raises:
        UsageError: there is none.
    """
    try:
        return _COMMANDS.validate_json(text)
    except ValidationError as error:
        raise UsageError(f"not a command of the studio: {error.error_count()} mistakes") from error
