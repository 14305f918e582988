"""What a `fill` or an `upload` step sets: each control by its words, and the value, templates filled in."""

from msgspec import Struct

from webdart.errors import SourceLine, WorkflowError
from webdart.page.locator import FillWords, Wish, find_sought, one_sought
from webdart.page.locator_query import Sought, marks_of, sought
from webdart.page.model import Node, PageView
from webdart.page.visual_label import drawn_for
from webdart.secret import Secret
from webdart.values import replace
from webdart.workflow.model import Fill, FillValue, Locator, Upload
from webdart.workflow.templates import Names, Template, fill


class Setting(Struct, frozen=True):
    """One control to set: what it is called, and the value, filled in; several words for a list.

    `data` says that the value came from a page: it may be a control's value, never the name of what is clicked.
    `file`: the value is the path of a file to upload. `among`: it is one of several that the control is to hold.
    `twin`: others of the same words send the same, above and below the rows; the first of them is set.
    """

    wanted: Sought
    value: "str | bool | Secret | tuple[str, ...]"
    at: SourceLine
    data: bool = False
    file: bool = False
    among: bool = False
    twin: bool = False

    @property
    def words(self) -> FillWords:
        """What the control must be able to take; a secret is hidden from callers that only look."""
        return None if isinstance(self.value, Secret | tuple) else self.value

    @property
    def first(self) -> "Setting":
        """The setting of the first of several values; without one, the control is to be set to nothing."""
        several = self.value if isinstance(self.value, tuple) else (self.value,)
        return replace(self, value=several[0] if several else True)

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors that a view must be asked for, to find the control in it."""
        return marks_of(self.wanted)

    def control(self, view: PageView) -> Node:
        """The control, as a page has it now.

        Raises:
            NotFound: there is none that can take the value.
        """
        wish = Wish("fill", self.words)
        node = find_sought(view, self.wanted, wish)[0] if self.twin else one_sought(view, self.wanted, wish)
        return drawn_for(view, node)


def settings_of(step: Fill | Upload, names: Names) -> tuple[Setting, ...]:
    """The controls of a `fill` or an `upload` step, templates filled in.

    Raises:
        WorkflowError: data from a page, or a secret, would be the path of a file.
    """
    if isinstance(step, Upload):
        return tuple(_file_setting(locator, path, names, step.at) for locator, path in step.values)
    return tuple(setting_of(locator, value, names, step.at) for locator, value in step.values)


def _file_setting(locator: Locator, path: Template, names: Names, at: SourceLine) -> Setting:
    filled = fill(path, names)
    if filled.data or filled.secrets:
        raise WorkflowError("the path of a file comes from the file's own words, never from a page or a secret", at=at)
    return Setting(sought(locator, names), filled.text, at, file=True)


def setting_of(locator: Locator, value: FillValue, names: Names, at: SourceLine) -> Setting:
    """One control of a `fill` step or of `set`, templates filled in."""
    wanted = sought(locator, names)
    match value:
        case bool():
            return Setting(wanted, value, at)
        case int() | float():
            return Setting(wanted, str(value), at)
        case tuple():
            parts = [fill(part, names) for part in value]
            if any(part.secrets for part in parts):  # the words of options are compared and listed, a secret never is
                raise WorkflowError("a secret can't be one of several options", at=at)
            return Setting(wanted, tuple(part.text for part in parts), at, any(part.data for part in parts))
        case Template():
            filled = fill(value, names)
            if filled.secrets:
                return Setting(wanted, Secret(filled.secrets[0].name, filled.text), at)
            return Setting(wanted, filled.text, at, bool(filled.data))
