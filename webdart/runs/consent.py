"""Decides whether a held request may be sent.

The file declares shapes, and a person consents to each once: with `--yes` to all that are declared, else by
answering. A request with a query that no person has seen is asked about again. Nothing that is not declared is ever
sent. Without a terminal no one can be asked.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct, field

from webdart.browser.network.request_pattern import Spoken, covers, is_plain, method_asked
from webdart.errors import Refused, Undeclared
from webdart.page.body_fields import fields_in
from webdart.page.http_request import destructive_words, reroutes
from webdart.page.model import Held
from webdart.runs.release import masked_fields, masked_query, request_line
from webdart.secret import Mask
from webdart.values import replace
from webdart.workflow.model import RequestShape


class Question(Struct, frozen=True, kw_only=True):
    """A request as a person is asked about it: as it would be sent, secrets blanked, with the shape that allows it.

    `query` is what the address says after its path, by name; `instead` the method that the server is asked to carry
    out in place of the request's own, "" where it is not.
    """

    request: str
    url: str
    shape: str
    query: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    instead: str = ""
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


Ask = Callable[[Question], Awaitable[bool]]
"""Puts a question to a person; True is consent to this shape for the rest of the run."""


class Allowed(Struct, frozen=True):
    """Send it; `shape` is what covers it."""

    shape: str


class HeldBack(Struct, frozen=True):
    """A dry run: show it, don't send it."""


Decision = Allowed | HeldBack


class Consent:
    """Consent to the writes of this run. `ask` is None if no one can be asked."""

    def __init__(self, mask: Mask, *, yes: bool = False, dry_run: bool = False, ask: Ask | None = None) -> None:
        self._mask = mask
        self._yes = yes
        self._dry_run = dry_run
        self._ask = ask
        self._answers: dict[tuple[str, frozenset[str]], bool] = {}

    async def decide(
        self, held: Held, *, shapes: Sequence[RequestShape], site_url: str, words: Spoken | None = None
    ) -> Decision:
        """Whether `held` may be sent by a stage that declares `shapes` (their templates filled in).

        `words` are what a person reads for the values that the page sends.

        Raises:
            Refused: it is not declared, no one can be asked, or the person said no. The request is still held.
        """
        covering = next((shape for shape in shapes if covers(shape, held, site_url, words)), None)
        if covering is None:
            raise Undeclared(self._said(held, "is not among the stage's `writes:`"), hint=self._paste(held, shapes))
        if self._dry_run:
            return HeldBack()
        text = shape_text(covering)
        if self._yes:
            return Allowed(text)
        asked = (text, frozenset(fields_in(held.url)))
        if asked not in self._answers:
            if self._ask is None:
                raise self._refusal(held, "needs a person's consent, and there is no terminal", "add --yes to consent")
            self._answers[asked] = await self._ask(self._question(held, text))
        if not self._answers[asked]:
            raise self._refusal(held, "was not consented to", "nothing was sent")
        return Allowed(text)

    def let_unseen(self, site: str) -> None:
        """Let a stage act on a site whose sockets are open.

        Raises:
            Refused: a dry run, or nobody has consented beforehand: what sockets send can't be held or asked about.
        """
        why = f"acts on {site}, whose sockets are open: what the steps send over them can't be held"
        if self._dry_run:
            raise Refused(f"{why}, so there is no dry run of it", hint="without `sockets: allow` there is one")
        if not self._yes:
            raise Refused(f"{why}, nor asked about", hint="add --yes to consent, or leave out `sockets: allow`")

    def _question(self, held: Held, shape: str) -> Question:
        return Question(
            request=request_line(held, self._mask),
            url=self._mask(held.url),
            shape=shape,
            query={} if held.method == "GET" else masked_query(held, self._mask),
            instead=method_asked(held) if method_asked(held) != held.method else "",
            fields=masked_fields(held, self._mask),
        )

    def one_too_many(self, held: Held, shape: RequestShape) -> Refused:
        """The error where the steps have sent all that `shape` lets them send, or several want to be the one."""
        text = shape_text(shape)
        few = "one request" if shape.most == 1 else f"{shape.most} requests"
        why = f"is more than `{text}` lets go: each step may send {few}, and the page sends others"
        more = _yaml(replace(shape, most=shape.most + 1))
        return self._refusal(held, why, f"if the step is meant to send them all, say how many: writes: [{more}]")

    def _refusal(self, held: Held, why: str, hint: str) -> Refused:
        return Refused(self._said(held, why), hint=hint)

    def _said(self, held: Held, why: str) -> str:
        shown = ", ".join(f"{name}={'|'.join(texts)}" for name, texts in masked_fields(held, self._mask).items())
        fields = f" with {shown}" if shown else ""
        instead = f" as {method_asked(held)}" if method_asked(held) != held.method else ""
        line = request_line(held, self._mask)
        return f"{line}{instead} to {self._mask(held.url)}{fields} {why}"

    def _paste(self, held: Held, shapes: Sequence[RequestShape]) -> str:
        if reroutes(held.headers):
            return "a header asks for another address (X-Original-URL and the like): no `writes:` covers that"
        declared = ", ".join(map(_yaml, shapes))
        path = request_line(held, self._mask).partition(" ")[2]
        line = _as_declared(f"{method_asked(held)} {path}", shapes)
        segments = path.strip("/").split("/") if path != "/" else []
        if not all(map(is_plain, segments)) or "|" in line:
            return "no `writes:` covers such a request"
        words = destructive_words(held.url) - destructive_words(path)
        query = {name: list(values) for name, values in fields_in(held.url).items()} if words else {}
        new = json.dumps({line: query} if query else line, ensure_ascii=False)
        return f"writes: [{declared}{', ' if declared else ''}{new}]"


def _as_declared(line: str, shapes: Sequence[RequestShape]) -> str:
    """A request below what a declared shape covers, with `*` where that has it: each row's own number."""
    method, _, path = line.partition(" ")
    segments = path.split("/")
    for shape in shapes:
        own = shape.path.split("/")
        if len(own) >= len(path.rstrip("/").split("/")):
            continue  # declared so, but for its fields
        stars = [place for place, segment in enumerate(own) if segment == "*" and place < len(segments)]
        for place in stars:
            if all(one in (other, "*") for one, other in zip(own[:place], segments[:place], strict=True)):
                segments[place] = "*"
    return f"{method} {'/'.join(segments)}"


def _yaml(shape: RequestShape) -> str:
    line = _line(shape)
    fields = {name: list(values) for name, values in shape.fields.items()}
    return json.dumps({line: fields} if fields else line, ensure_ascii=False)


def shape_text(shape: RequestShape) -> str:
    """`POST /orders/*`, with the fields that it fixes."""
    fields = ", ".join(f"{name}: [{', '.join(values)}]" for name, values in shape.fields.items())
    return _line(shape) + (f" {{{fields}}}" if fields else "")


def _line(shape: RequestShape) -> str:
    return f"{shape.method} {shape.path}" + (f" <= {shape.most}" if shape.most > 1 else "")
