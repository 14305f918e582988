"""Sends prompts to a server that speaks the OpenAI wire format, one exchange at a time, with the `openai` package.

JSON is requested in the strictest way that the server takes; what it refuses is discovered by asking and remembered.
Time-outs, lost connections, 429 and 5xx are tried again here and nowhere else (the package's own retries are off).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.errors import ContextOverflow, ModelError, UnfitReply
from webdart.model.door import reply_schema as fit
from webdart.model.door.port import Prompt, Reply
from webdart.model.door.tokens import estimated, of_prompt
from webdart.model.door.wire_format import WAYS, Asking, body_of, model_names, odds_of, said_in
from webdart.secret import Secret
from webdart.values import replace

if TYPE_CHECKING:
    import openai

HOSTED = "https://api.openai.com/v1"
"""Where questions go when no other address is set."""

_ATTEMPTS = 5
_LONGEST_WAIT = 60.0  # a server that wants more is out of service for this run
_TOO_LONG = re.compile(
    r"context.{0,12}(length|size|window)|maximum context|too many tokens|(prompt|input)( is)? too long",
    re.IGNORECASE,
)
_OF_SCHEMA = re.compile(r"maxLength|max_length|unsupported keyword|not permitted", re.IGNORECASE)
_OF_WAY = re.compile(r"response_format|json_schema|json_object|schema|tool|function|grammar|structured", re.IGNORECASE)
_OF_PICTURES = re.compile(r"\b(image|vision|multimodal|mmproj|picture)", re.IGNORECASE)

Say = Callable[[str], None]


class Endpoint(Struct, frozen=True, kw_only=True):
    """Where a model is and what it is called; `context` is how many tokens it takes in all, where that is known.

    `seconds` is the longest time for one reply. `thinking` is how many tokens a reasoning model may think first.
    """

    model: str
    url: str = HOSTED
    key: Secret | None = None
    seconds: float = 120.0
    context: int | None = None
    thinking: int = 0
    sees: bool = False

    @property
    def host(self) -> str:
        """Who gets what is sent, for messages: the address without what may be secret in it."""
        parts = urlsplit(self.url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


class OpenAIModel:
    """A model behind an endpoint. `pause` waits; `say` is told what a person should know, such as a wait."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        say: Say = lambda _: None,
    ) -> None:
        self._endpoint = endpoint
        self._pause = pause
        self._say = say
        self._asking = Asking(model=endpoint.model, thinking=endpoint.thinking, sees=endpoint.sees)
        self._client: openai.AsyncOpenAI | None = None

    async def close(self) -> None:
        """Give the connections back."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def names(self) -> tuple[str, ...]:
        """The models that the endpoint says it has; asking costs no tokens.

        Raises:
            ModelError: it can't be reached, or refuses the key.
        """
        import openai  # noqa: PLC0415 - see below

        try:
            async with asyncio.timeout(self._endpoint.seconds):
                said = await self._opened().get("/models", cast_to=object)
        except (TimeoutError, openai.APIConnectionError) as error:
            raise ModelError(f"{self._endpoint.host} can't be reached", hint=_ADDRESS) from error
        except openai.APIStatusError as error:
            raise ModelError(f"{self._endpoint.host} answers {_one_line(error)}", hint=_ADDRESS) from error
        except ValueError as error:
            raise ModelError(f"{self._endpoint.host} does not answer as the OpenAI API does", hint=_ADDRESS) from error
        return model_names(said)

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`: one exchange, no repair.

        Raises:
            UnfitReply: there is a reply, and it can't be used.
            ContextOverflow, ModelError: as there.
        """
        whole = fit.closed(schema)
        guessed = of_prompt(prompt)
        room = self._endpoint.context
        if room is not None and guessed + prompt.reply_tokens + self._endpoint.thinking > room:
            raise self._overflow(guessed, max(0, room - prompt.reply_tokens - self._endpoint.thinking))
        answer = await self._answered(prompt, whole, guessed)
        try:
            said = said_in(answer)
        except ValueError as error:
            raise ModelError(f"{self._endpoint.host} does not answer as the OpenAI API does", hint=_ADDRESS) from error
        counted = said.tokens_in is not None and said.tokens_out is not None
        tokens = (
            guessed if said.tokens_in is None else said.tokens_in,
            estimated(said.text) if said.tokens_out is None else said.tokens_out,
        )
        if said.refusal:
            raise self._unfit(prompt, said.refusal, "the model refused to reply", tokens)
        if said.cut:
            hint = "raise the setting model_thinking" if said.thought else ""
            why = f"it was cut off at {prompt.reply_tokens + self._endpoint.thinking} tokens"
            raise self._unfit(prompt, said.text, why, tokens, hint)
        try:
            value = fit.read(said.text, whole)
        except ValueError as error:
            if isinstance(error, fit.Unreadable) and self._asking.way == "schema":
                self._asking = replace(self._asking, way="plain")  # it took the schema and did not keep to it
            raise self._unfit(prompt, said.text, str(error), tokens) from error
        odds = odds_of(said, prompt.odds_of, _words(schema, prompt.odds_of)) if prompt.odds_of else None
        return Reply(value=value, tokens_in=tokens[0], tokens_out=tokens[1], estimated=not counted, odds=odds)

    def _unfit(self, prompt: Prompt, said: str, why: str, tokens: tuple[int, int], hint: str = "") -> UnfitReply:
        return UnfitReply(
            f"the reply of {self._endpoint.model} to {prompt.role} can't be used: {why}",
            said=said[:8000],
            why=why,
            tokens=tokens,
            hint=hint,
        )

    # -- one exchange -----------------------------------------------------------------------------------------

    async def _answered(self, prompt: Prompt, schema: Mapping[str, object], guessed: int) -> object:
        """The server's answer, asked for in the strictest way that it takes."""
        while True:
            try:
                return await self._patiently(body_of(prompt, schema, self._asking))
            except _Refusal as refusal:
                if _TOO_LONG.search(refusal.text):
                    raise self._overflow(guessed, _fitting(refusal.text, guessed, prompt.reply_tokens)) from refusal
                self._asking = self._milder(refusal)

    def _milder(self, refusal: "_Refusal") -> Asking:
        """What to ask instead of what was refused.

        Raises:
            ModelError: there is nothing milder: the server's own words.
        """
        asking, text = self._asking, refusal.text
        if asking.sees and _OF_PICTURES.search(text):
            self._say(f"{asking.model} takes no pictures: it is asked without")
            return replace(asking, sees=False)
        for name in ("max_tokens", "temperature", "logprobs"):
            if name not in asking.refused and (refusal.parameter == name or name in text):
                return replace(asking, refused=asking.refused | {name})
        if _OF_SCHEMA.search(text) and "maxLength" not in asking.refused:
            return replace(asking, refused=asking.refused | {"maxLength"})
        place = WAYS.index(asking.way)
        told = refusal.parameter is not None or asking.way != "schema" or _OF_WAY.search(text)
        if place + 1 < len(WAYS) and (told or refusal.status in {400, 422, 500, 501}):
            return replace(asking, way=WAYS[place + 1])
        raise ModelError(f"{self._endpoint.host} refuses the question: {refusal.said}", hint=_ADDRESS) from refusal

    async def _patiently(self, body: Mapping[str, object]) -> object:
        """The answer, asked again where that may help.

        Raises:
            _Refusal: the request itself is refused. ModelError: no answer after all attempts.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._once(body)
            except _Busy as busy:
                wait = busy.wait if busy.wait is not None else 2.0 ** (attempt - 1)
                if attempt == _ATTEMPTS or wait > _LONGEST_WAIT or (busy.late and attempt > 1):
                    after = "" if wait <= _LONGEST_WAIT else f"; it wants to be asked again in {wait:.0f} s"
                    raise ModelError(f"{self._endpoint.host}: {busy.said}{after}", hint=_LATER) from busy
                self._say(f"the model's endpoint: {busy.said}; asked again in {wait:g} s")
                await self._pause(wait)
        raise AssertionError

    async def _once(self, body: Mapping[str, object]) -> object:
        import openai  # noqa: PLC0415 - 0.4 s that only a run which asks a model pays

        try:
            async with asyncio.timeout(self._endpoint.seconds):
                # the untyped call: servers that are only nearly like OpenAI's leave members out
                return await self._opened().post("/chat/completions", cast_to=object, body=dict(body))
        except (TimeoutError, openai.APITimeoutError) as error:
            raise _Busy(f"no answer within {self._endpoint.seconds:g} s", late=True) from error
        except openai.APIConnectionError as error:
            said = str(error.__cause__ or error).strip() or "no connection"
            raise _Busy(f"can't be reached ({said[:120]})") from error
        except openai.APIStatusError as error:
            raise self._judged(error) from error
        except ValueError as error:  # a body that breaks off
            raise _Busy("the answer is no JSON") from error

    def _judged(self, error: "openai.APIStatusError") -> "_Busy | _Refusal | ModelError":
        said = _one_line(error)
        broke = error.code == "insufficient_quota"
        if error.status_code in {401, 403} or broke:
            hint = "check the account" if broke else "set OPENAI_API_KEY, or model_key in your own webdart.toml"
            return ModelError(f"{self._endpoint.host} refuses the key: {said}", hint=hint)
        if error.status_code == 404:
            hint = f"{_ADDRESS}; and the name of the model: {self._endpoint.model}"
            return ModelError(f"{self._endpoint.host} does not know the model or the address: {said}", hint=hint)
        # a schema that makes a server stumble (some answer 500) is told apart from a stumble by its words
        stumbled = error.status_code >= 500 and (_OF_WAY.search(said) or _OF_PICTURES.search(said))
        if error.status_code in {408, 409, 425, 429} or (error.status_code >= 500 and not stumbled):
            return _Busy(f"{error.status_code} {said}", wait=_retry_after(error.response.headers))
        return _Refusal(error.status_code, said, f"{said} {error.body}", error.param)

    def _opened(self) -> "openai.AsyncOpenAI":
        if self._client is None:
            import openai  # noqa: PLC0415 - see above

            # a server of one's own wants no key; the package wants one, and would look for it in the environment
            key = "none" if self._endpoint.key is None else self._endpoint.key.reveal()
            self._client = openai.AsyncOpenAI(
                api_key=key, base_url=self._endpoint.url, max_retries=0, timeout=self._endpoint.seconds
            )
        return self._client

    def _overflow(self, guessed: int, fits: int | None) -> ContextOverflow:
        said = "" if fits is None else f"; about {fits} would do"
        return ContextOverflow(
            f"the question is longer than {self._endpoint.model} takes: about {guessed} tokens{said}",
            fits=fits,
            hint="a model with a longer context, or a larger model_context where the server has it",
        )


class _Busy(Exception):
    """No answer this time; `wait` is how many seconds the server asks for, `late` that it ran out of time."""

    def __init__(self, said: str, *, wait: float | None = None, late: bool = False) -> None:
        super().__init__(said)
        self.said = said
        self.wait = wait
        self.late = late


class _Refusal(Exception):
    """The request can't be served as it is: what the server said of it, in short and whole."""

    def __init__(self, status: int, said: str, text: str, parameter: str | None) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.text = text
        self.parameter = parameter


_ADDRESS = "check the address (--model-url, OPENAI_BASE_URL); it ends in /v1 with most servers"
_LATER = "run it again later, or choose another endpoint with --model-url"


def _one_line(error: "openai.APIStatusError") -> str:
    told: object = error.body
    said: object = cast("Mapping[str, object]", told).get("message") if isinstance(told, Mapping) else None
    said = said or error.message
    return " ".join(str(said).split())[:300]


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server wants us to wait, as a number or a date; None where it says nothing that can be read."""
    said = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(said))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(said)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _fitting(text: str, guessed: int, reply: int) -> int | None:
    """How many tokens of ours would fit, as far as the server's words tell: its limit, and what it counted."""
    numbers = [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]{2,}", text)]
    limits = re.findall(r"(?:n_ctx['\"]?\s*:|context (?:length|size|window)\D{0,24}?)\s*(\d[\d,]*)", text)
    if not limits:
        return None
    limit = int(limits[0].replace(",", ""))
    counted = max((number for number in numbers if number > limit - reply), default=limit)
    own = max(1.0, counted / max(1, guessed))  # tokens of the server for one of ours
    return max(0, int((limit - reply) / own))


def _words(schema: Mapping[str, object], key: str) -> list[str]:
    properties = cast("Mapping[str, Mapping[str, object]]", schema.get("properties", {}))
    told = properties.get(key, {})
    if told.get("type") == "boolean":
        return ["true", "false"]
    return [str(word) for word in cast("list[object]", told.get("enum", []))]
