"""Defines webdart's errors: what can go wrong, who can fix it, and the exit code of the run.

WebdartError                          exit 1 unless said otherwise
├── UsageError                        2   a parameter, a variable, a run that isn't there
│   └── UsageErrors                  2   several of them
├── WorkflowError, WorkflowErrors     2   the file is wrong; running it again cannot help
├── BrowserMissing                    1   no browser found; the message has the command that mends it
├── BrowserLost                       1   the browser died or hung and was ended; the run can be resumed
├── SiteError                         1   the site, with the address
│   ├── SiteDown, PageTimeout         1   running again may help
│   ├── NotFound                      1   a page, a link, a control, a listing, a field that isn't there
│   │   └── Ambiguous                 1   several are there and nothing says which is meant
│   ├── NoPage                        1   an address that gives a file, or nothing, where a page should be
│   ├── Challenged                    1   the site wants a person to answer a captcha or the like
│   ├── SessionExpired                1   a saved session has expired; the message has the line to paste
│   ├── SourceUnproven                1   a source that the file demands does not say what the pages show
│   └── StaleElement                  1   the page changed under an action
├── LockBroken                        1   a frozen run whose lock no longer fits its file or its site
├── StepFailed                        1   a step or an `expect` that did not come true
│   └── Unheeded                      1   no script of the page listens for what was to be done
├── QueryError                        1   the SQL, the script or its result
│   └── LimitExceeded                 1   over a named limit of the sandbox
├── ModelError                        1   the model's endpoint or its reply
│   ├── ContextOverflow               1   the prompt is longer than the model can take
│   └── UnfitReply                    1   a reply that is cut off, no JSON, or against its schema
├── StoreError                        1   rows could not be kept: locked, damaged, disk full
├── Incomplete                        3   answered, but evidence or budget is short
├── Refused                           4   policy: a write not consented to, a layer missing, robots
│   └── Undeclared                    4   a request that a page makes and the file does not declare
└── OutcomeUnknown                    5   a write left, and its outcome is unknown
"""

from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True, order=True)
class SourceLine:
    """A place in a file: line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class WebdartError(Exception):
    """Any failure that webdart explains: `problem` is one sentence, `hint` says what to do."""

    exit_code: ClassVar[int] = 1
    retryable: ClassVar[bool] = False

    def __init__(self, problem: str, *, hint: str = "") -> None:
        super().__init__(f"{problem}\n  {hint}" if hint else problem)
        self.problem = problem
        self.hint = hint


class UsageError(WebdartError):
    """The call is wrong: a parameter, a missing variable, a run that isn't there."""

    exit_code = 2


class UsageErrors(UsageError):
    """Everything that is wrong with a call."""

    def __init__(self, problems: tuple[UsageError, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class WorkflowError(WebdartError):
    """The workflow file is wrong at `at`; running it again cannot help. `code` is the kind of mistake."""

    exit_code = 2

    def __init__(self, problem: str, *, at: SourceLine, hint: str = "", code: str = "") -> None:
        located = f"{at}: {_capped(problem)}"
        super().__init__(f"{located} [{code}]" if code else located, hint=_capped(hint))
        self.problem = located
        self.at = at
        self.code = code


_MOST_ECHOED = 1500
"""Characters of a message about a file: what it echoes of the file can be half a megabyte."""


def _capped(text: str) -> str:
    half = _MOST_ECHOED // 2
    return text if len(text) <= _MOST_ECHOED else f"{text[:half]} … {text[-half:]}"


class WorkflowErrors(WebdartError):
    """Every mistake of a workflow file, in the order of the file."""

    exit_code = 2

    def __init__(self, problems: tuple[WorkflowError, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class BrowserMissing(WebdartError):
    """No usable browser on this machine."""


class BrowserLost(WebdartError):
    """The browser died, or hung and was ended; what was collected is kept."""

    retryable = True


class SiteError(WebdartError):
    """Something about the site, at `url`."""

    def __init__(self, problem: str, *, url: str, hint: str = "") -> None:
        super().__init__(f"{problem} ({url})" if url else problem, hint=hint)
        self.problem = problem
        self.url = url

    def at(self, place: SourceLine) -> Self:
        """The same error, with the place of the workflow file that asked for it."""
        said = self.problem if self.problem.startswith(f"{place.file}:") else f"{place}: {self.problem}"
        return type(self)(said, url=self.url, hint=self.hint)


class SiteDown(SiteError):
    """The site does not answer, or answers with a server error."""

    retryable = True


class PageTimeout(SiteError):
    """A page, or a browser call on it, took longer than its deadline."""

    retryable = True


class NotFound(SiteError):
    """A page, link, control, listing or field that isn't there; the message lists what is.

    `nowhere`: its words stand nowhere on the page, not even hidden.
    """

    nowhere = False


class Ambiguous(NotFound):
    """Several things could be meant; the message lists them, each with the heading above it."""


class NoPage(SiteError):
    """An address that gives a file, or nothing at all; `files` are the names under which a run has kept it."""

    def __init__(self, problem: str, *, url: str, hint: str = "", files: tuple[str, ...] = ()) -> None:
        super().__init__(problem, url=url, hint=hint or "name an address that shows a page")
        self.files = files


class Challenged(SiteError):
    """A page asks for a person (a captcha, a check of the browser) instead of showing what it has."""


class SessionExpired(SiteError):
    """A session that a person had saved has expired."""


class StaleElement(SiteError):
    """The element of an action is no longer on the page."""

    retryable = True


class StepFailed(SiteError):
    """A step could not be done, or an `expect` did not come true in time."""


class Unheeded(StepFailed):
    """No script of the page listens for what was to be done."""


class QueryError(WebdartError):
    """SQL or a script failed, or its result has not the declared shape."""

    def at(self, place: SourceLine) -> Self:
        """The same error, with the place of the workflow file that asked for it."""
        said = self.problem if self.problem.startswith(f"{place.file}:") else f"{place}: {self.problem}"
        return type(self)(said, hint=self.hint)


class LimitExceeded(QueryError):
    """A named limit of the sandbox was passed."""


class ModelError(WebdartError):
    """The language model's endpoint, or a reply that could not be used."""


class ContextOverflow(ModelError):
    """The prompt is longer than the model can take.

    `fits` is how many tokens would do, as `llm.tokens.estimated` counts them; None where the server did not say.
    """

    def __init__(self, problem: str, *, fits: int | None = None, hint: str = "") -> None:
        super().__init__(problem, hint=hint)
        self.fits = fits


class UnfitReply(ModelError):
    """A reply that is cut off, no JSON, or against its schema: `said`, `why` not, and what it cost all the same."""

    def __init__(self, problem: str, *, said: str, why: str, tokens: tuple[int, int] = (0, 0), hint: str = "") -> None:
        super().__init__(problem, hint=hint)
        self.said = said
        self.why = why
        self.tokens = tokens


class StoreError(WebdartError):
    """Rows could not be kept or read: locked, damaged, disk full."""


class Incomplete(WebdartError):
    """The evidence or the budget is short of what was asked for; the answer is printed all the same."""

    exit_code = 3


class SourceUnproven(SiteError):
    """A source that the file demands does not say what the pages of the listing show."""


class LockBroken(WebdartError):
    """A frozen run whose lock fits no longer: nothing is learned anew in its place."""


class Refused(WebdartError):
    """Policy forbids it: a write not consented to, a sandbox layer missing, robots."""

    exit_code = 4


class Undeclared(Refused):
    """A request that a page makes in a stage that writes, and that the file does not declare."""


class OutcomeUnknown(WebdartError):
    """A write left this machine and its outcome is not known; it is never repeated blindly."""

    exit_code = 5
