"""Records exchanges with a model as JSON lines, and replays them without one.

A recording has a head, then one exchange a line. An exchange is looked up by its role and a hash of the whole prompt.
Ports of this machine's own servers differ from run to run and are left out of the hash. Secrets are blanked before
anything is written.
"""

import difflib
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import cast

from webdart.errors import ModelError, UnfitReply, UsageError
from webdart.model.door.port import ChatModel, Image, Prompt, Reply

_PORT = re.compile(r"\b(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b")
_FORMAT = 1


def key_of(prompt: Prompt, schema: Mapping[str, object]) -> str:
    """By what an exchange is found again: all that was said, but no picture, of which no two are the same."""
    again = None if prompt.again is None else [prompt.again.reply, prompt.again.why]
    said = json.dumps([prompt.role, prompt.system, prompt.user, again, [], schema], sort_keys=True)
    return sha256(without_ports(said).encode()).hexdigest()[:24]


def without_ports(text: str) -> str:
    """A text without the ports of this machine's own servers, which differ from run to run."""
    return _PORT.sub(r"\1", text)


class RecordingModel:
    """Asks a model and writes every exchange down, refused replies included. Prompts come masked (see `counted`)."""

    def __init__(self, model: ChatModel, file: Path, by: str) -> None:
        """Begin the file, or go on with one.

        Raises:
            UsageError: it can't be written, or is no recording.
        """
        self._model = model
        self._file = file
        if file.exists() and file.stat().st_size:
            _head(file, _lines(file))
            return
        self._write({"webdart-recording": _FORMAT, "by": by})

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`."""
        asked = {
            "role": prompt.role,
            "key": key_of(prompt, schema),
            "system": prompt.system,
            "user": prompt.user,
            **({} if prompt.again is None else {"again": [prompt.again.reply, prompt.again.why]}),
            **({"pictures": [_picture(one) for one in prompt.images]} if prompt.images else {}),
        }
        try:
            reply = await self._model.complete(prompt, schema)
        except UnfitReply as unfit:
            self._write(asked | {"unfit": [unfit.said, unfit.why], "tokens": list(unfit.tokens)})
            raise
        odds = {} if reply.odds is None else {"odds": dict(reply.odds)}
        counts = {"tokens": [reply.tokens_in, reply.tokens_out], "estimated": reply.estimated}
        self._write(asked | {"reply": dict(reply.value)} | counts | odds)
        return reply

    def _write(self, line: Mapping[str, object]) -> None:
        try:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            raise UsageError(f"the recording {self._file} can't be written: {error.strerror}") from error


@dataclass(slots=True)
class _Kept:
    """The exchanges of one key, in the order of the file; `next` is the one that is due."""

    exchanges: list[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])
    next: int = 0


class ReplayedModel:
    """Says what a recording says, and asks nobody. A question put more often than then gets its last reply again."""

    def __init__(self, file: Path) -> None:
        """Read the file.

        Raises:
            UsageError: there is none, or it is no recording.
        """
        self._file = file
        self._kept: dict[str, _Kept] = {}
        lines = _lines(file)
        self.by = str(_head(file, lines).get("by", ""))
        for line in lines[1:]:
            self._kept.setdefault(str(line.get("key", "")), _Kept()).exchanges.append(line)

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`; ModelError when the recording has no such exchange."""
        kept = self._kept.get(key_of(prompt, schema))
        if kept is None:
            raise ModelError(
                f"{self._file}: no reply to {prompt.role} was recorded for this question", hint=self._nearest(prompt)
            )
        one = kept.exchanges[min(kept.next, len(kept.exchanges) - 1)]
        kept.next += 1
        tokens = cast("list[int]", one.get("tokens", [0, 0]))
        if "unfit" in one:
            said, why = cast("list[str]", one["unfit"])
            problem = f"the recorded reply to {prompt.role} can't be used: {why}"
            raise UnfitReply(problem, said=said, why=why, tokens=(tokens[0], tokens[1]))
        return Reply(
            value=cast("Mapping[str, object]", one["reply"]),
            tokens_in=tokens[0],
            tokens_out=tokens[1],
            estimated=bool(one.get("estimated")),
            odds=cast("Mapping[str, float] | None", one.get("odds")),
        )

    def _nearest(self, prompt: Prompt) -> str:
        """Where the most similar recorded question of the role begins to differ."""
        exchanges = (one for kept in self._kept.values() for one in kept.exchanges)
        same = [one for one in exchanges if one.get("role") == prompt.role]
        if not same:
            roles = sorted({str(one.get("role")) for kept in self._kept.values() for one in kept.exchanges})
            return f"it has replies to {', '.join(roles) or 'nothing'}; record it anew with --record-model"
        asked = _text_of({"system": prompt.system, "user": prompt.user})
        pairs = [(_text_of(one), one) for one in same]
        near = max(pairs, key=lambda pair: _alike(asked, pair[0]))[0]
        now, then = next(
            ((now, then) for now, then in zip(asked, near, strict=False) if now != then),
            (f"{len(asked)} lines", f"{len(near)} lines"),
        )
        return f"then it said {then[:160]!r}, now {now[:160]!r}; record it anew with --record-model"


def _picture(image: Image) -> str:
    return f"data:{image.media_type};base64,{b64encode(image.data).decode()}"


def _text_of(one: Mapping[str, object]) -> list[str]:
    return without_ports(f"{one.get('system', '')}\n{one.get('user', '')}").splitlines()


def _alike(one: list[str], other: list[str]) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).quick_ratio()


def _lines(file: Path) -> list[Mapping[str, object]]:
    try:
        texts = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the recording {file} can't be read: {error}", hint=_HOW) from error
    found: list[Mapping[str, object]] = []
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
        except ValueError as error:
            if number == len(texts) > 1:  # a run that was killed while it wrote
                break
            raise UsageError(f"{file}:{number}: no line of a recording", hint=_HOW) from error
        found.append(cast("Mapping[str, object]", line) if isinstance(line, dict) else {})
    return found


def _head(file: Path, lines: list[Mapping[str, object]]) -> Mapping[str, object]:
    if not lines or lines[0].get("webdart-recording") != _FORMAT:
        raise UsageError(f"{file} is no recording of a model", hint=_HOW)
    return lines[0]


_HOW = "make one with: webdart run FILE --record-model RECORDING"
