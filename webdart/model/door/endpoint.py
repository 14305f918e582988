"""Opens the model that the settings name: an endpoint, a recording, or an endpoint that is being recorded."""

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct

from webdart.errors import UsageError
from webdart.model.door.openai_api import HOSTED, Endpoint, OpenAIModel, Say
from webdart.model.door.port import ChatModel
from webdart.model.door.prices import Price, price_of
from webdart.model.door.recording import RecordingModel, ReplayedModel
from webdart.settings import Settings

SETTING = "set WEBDART_MODEL and OPENAI_BASE_URL (or OPENAI_API_KEY), or --model and --model-url"
"""What to do where a model is needed and none is set."""


async def _nothing() -> None: ...


class Opened(Struct, frozen=True, kw_only=True):
    """A model that may be asked: its name, its price (None: unknown), how many tokens it may think; `close` at last."""

    model: ChatModel
    name: str
    price: Price | None = None
    thinking: int = 0
    close: Callable[[], Awaitable[None]] = _nothing


def endpoint_of(settings: Settings) -> Endpoint | None:
    """The endpoint that the settings name; None where they name no model.

    Raises:
        UsageError: the hosted endpoint would be asked, and there is no key.
    """
    if settings.model is None:
        return None
    url = settings.model_url or HOSTED
    if settings.model_key is None and url == HOSTED:
        raise UsageError(f"no key for {HOSTED}", hint="set OPENAI_API_KEY, or --model-url for a server of your own")
    return Endpoint(
        model=settings.model,
        url=url,
        key=settings.model_key,
        seconds=settings.model_timeout,
        context=settings.model_context,
        thinking=settings.model_thinking,
        sees=settings.model_sees,
    )


def open_model(
    settings: Settings,
    *,
    say: Say = lambda _: None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Opened | None:
    """The model of the settings; nothing is sent before it is asked. None where there is none.

    Raises:
        UsageError: what is set can't be: no key, no recording, both a recording to write and one to read.
    """
    if settings.replay_model is not None:
        if settings.record_model is not None:
            raise UsageError("a recording is either written or read", hint="leave --record-model or --replay-model out")
        replayed = ReplayedModel(settings.replay_model)
        return Opened(model=replayed, name=replayed.by or "recording", price=Price(tokens_in=0, tokens_out=0))
    endpoint = endpoint_of(settings)
    if endpoint is None:
        return None
    asked = OpenAIModel(endpoint, say=say, pause=pause)
    model = asked if settings.record_model is None else RecordingModel(asked, settings.record_model, endpoint.model)
    price = price_of(endpoint.model, endpoint.url, settings.prices)
    return Opened(model=model, name=endpoint.model, price=price, thinking=endpoint.thinking, close=asked.close)
