"""The endpoint of a model, as it should be and in all the ways in which servers are not."""

import asyncio
import math
from collections.abc import Mapping, Sequence

import pytest

from tests.model.door.wire import Act, Answering, Wire, refusing
from webdart.errors import ContextOverflow, ModelError, UnfitReply
from webdart.model.door.openai_api import Endpoint, OpenAIModel
from webdart.model.door.port import Image, Prompt, Reply
from webdart.model.door.retry import Repairing
from webdart.secret import Secret

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"sql": {"type": "string"}},
    "required": ["sql"],
    "additionalProperties": False,
}
PROMPT = Prompt(role="write_sql", system="You write SQL.", user="How many?", reply_tokens=200)
RIGHT = {"sql": "SELECT 1"}


class Asker:
    """A model at a scripted server, whose waits take no time and are remembered."""

    def __init__(self, url: str, **more: object) -> None:
        self.waits: list[float] = []
        self.said: list[str] = []
        endpoint = Endpoint(model="m", url=url, **more)  # type: ignore[arg-type]
        self.model = OpenAIModel(endpoint, pause=self._pause, say=self.said.append)

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def ask(self, prompt: Prompt = PROMPT, schema: Mapping[str, object] = SCHEMA) -> Reply:
        try:
            return await Repairing(self.model).complete(prompt, schema)
        finally:
            await self.model.close()


async def asked(acts: Sequence[Act] | Answering, prompt: Prompt = PROMPT) -> tuple[Reply, Wire, Asker]:
    with Wire(acts) as wire:
        asker = Asker(wire.url)
        return await asker.ask(prompt), wire, asker


async def test_a_schema_is_asked_for_and_tokens_are_counted():
    """The strictest way first: the schema with an end to every text, temperature 0, the objective last."""
    reply, wire, _ = await asked([Act(reply=RIGHT)])
    assert (reply.value, reply.tokens_in, reply.tokens_out, reply.estimated) == (RIGHT, 100, 10, False)
    [body] = wire.bodies
    kept = body["response_format"]["json_schema"]
    assert kept["strict"] is True
    assert kept["schema"]["properties"]["sql"]["maxLength"] > 0
    assert body["temperature"] == 0
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    assert body["messages"][-1]["content"].endswith("How many?")


async def test_the_key_is_sent_and_a_server_without_one_does():
    """A key goes into the header; a local server is asked without one, whatever the environment holds."""
    with Wire([Act(reply=RIGHT)]) as wire:
        await Asker(wire.url, key=Secret("model_key", "sk-1")).ask()
        await Asker(wire.url).ask()
        assert wire.keys == ["Bearer sk-1", "Bearer none"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("refused", "way"),
    [
        (("json_schema",), "tools"),
        (("json_schema", "tools"), "json_object"),
        (("json_schema", "tools", "json_object"), "plain"),
    ],
)
async def test_a_server_that_refuses_a_way_is_asked_in_the_next(refused: tuple[str, ...], way: str):
    """Schema, tool, JSON, plain text: each refusal is remembered, so that the second question costs one request."""
    with Wire(refusing(RIGHT, *refused)) as wire:
        asker = Asker(wire.url)
        assert (await asker.model.complete(PROMPT, SCHEMA)).value == RIGHT
        first = len(wire.bodies)
        assert (await asker.model.complete(PROMPT, SCHEMA)).value == RIGHT
        assert (first, len(wire.bodies)) == (len(refused) + 1, len(refused) + 2)
        assert way == "plain" or f"'{way}'" in str(wire.bodies[-1])
        told = str(wire.bodies[-1]["messages"][0]["content"])
        assert ("JSON schema" in told) == (way in {"json_object", "plain"})
        await asker.model.close()


@pytest.mark.parametrize("name", ["max_tokens", "temperature", "maxLength"])
async def test_a_parameter_that_is_refused_is_left_out(name: str):
    """Newer models want another name for the bound, no temperature, or no length of texts; the schema is kept."""
    reply, wire, _ = await asked(refusing(RIGHT, name))
    assert reply.value == RIGHT
    assert "json_schema" in wire.bodies[-1]["response_format"]
    assert f"'{name}'" not in str(wire.bodies[-1])
    assert "max_tokens" in wire.bodies[-1] or wire.bodies[-1]["max_completion_tokens"] == 200


@pytest.mark.parametrize(
    "bad",
    [
        '{"sql": "SELECT',
        "Sure! Here you go.",
        {"statement": "SELECT 1"},
        {"sql": 3},
        {"sql": "SELECT 1", "why": "x"},
        [1, 2],
        {"sql": "x" * 5000},
    ],
    ids=str,
)
async def test_a_reply_that_does_not_fit_goes_back_once(bad: object):
    """Broken JSON, prose, another key, another type, one key more, a text without an end: told, and repaired once."""
    reply, wire, _ = await asked([Act(reply=bad), Act(reply=RIGHT)])
    assert reply.value == RIGHT
    said = wire.bodies[-1]["messages"]
    assert [one["role"] for one in said] == ["system", "user", "assistant", "user"]
    assert "can't be used" in said[-1]["content"]
    with pytest.raises(ModelError, match="can't be used"):
        await asked([Act(reply=bad)])


async def test_a_fence_and_thoughts_are_taken_off():
    """What a model thinks aloud or puts around the object costs no repair."""
    for text in (
        '<think>{"sql": "no"}</think>\n{"sql": "SELECT 1"}',
        '```json\n{"sql": "SELECT 1"}\n```',
        'So: {"sql": "SELECT 1"}.',
    ):
        reply, wire, _ = await asked([Act(reply=text)])
        assert (reply.value, len(wire.bodies)) == (RIGHT, 1)


async def test_a_reply_that_is_cut_off_is_none():
    """`finish_reason: length` is a failed answer, also where what is there happens to be JSON."""
    with pytest.raises(UnfitReply, match="cut off at 200 tokens"):
        await asked([Act(reply=RIGHT, finish="length")])


async def test_a_busy_server_is_asked_again_when_it_says():
    """429 waits as long as Retry-After says, 5xx with back-off; each wait is told, and none of it costs tokens."""
    busy = Act(status=429, headers={"Retry-After": "7"}, error={"message": "slow down"})
    broken = Act(status=503, error={"message": "restarting"})
    reply, _, asker = await asked([busy, broken, broken, Act(reply=RIGHT)])
    assert (reply.value, asker.waits) == (RIGHT, [7.0, 2.0, 4.0])
    assert "429 slow down; asked again in 7 s" in asker.said[0]


async def test_a_server_that_stays_away_is_given_up():
    """Five attempts, or a wait of minutes: then one clear error with the way out."""
    with pytest.raises(ModelError, match="500 no"):
        await asked([Act(status=500, error={"message": "no"})])
    with pytest.raises(ModelError, match="asked again in 3600 s"):
        await asked([Act(status=429, headers={"Retry-After": "3600"}, error={"message": "quota"})])
    with pytest.raises(ModelError, match="refuses the key"):
        await asked([Act(status=429, error={"message": "pay", "code": "insufficient_quota"})])


async def test_lost_connections_and_cut_bodies_are_tried_again():
    """A connection that is dropped and a body that breaks off are no reply."""
    reply, wire, asker = await asked([Act(drops=True), Act(reply=RIGHT, broken=True), Act(reply=RIGHT)])
    assert (reply.value, len(wire.bodies), asker.waits) == (RIGHT, 3, [1.0, 2.0])


async def test_a_server_that_hangs_is_left():
    """The time-out of one reply holds; it is asked once more and no oftener."""
    with Wire([Act(hangs=True)]) as wire:
        asker = Asker(wire.url, seconds=0.3)
        with pytest.raises(ModelError, match=r"no answer within 0\.3 s"):
            await asker.ask()
        assert wire.seen(2) == 2


async def test_a_run_that_is_stopped_does_not_wait_for_the_model():
    """Cancelling ends the question at once."""
    with Wire([Act(hangs=True)]) as wire:
        asker = Asker(wire.url, seconds=60)
        task = asyncio.create_task(asker.ask())
        assert await asyncio.to_thread(wire.asked.wait, 60)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_nobody_there_is_said_with_the_address():
    """An address where nothing listens is an error that names it."""
    asker = Asker("http://127.0.0.1:9/v1")
    with pytest.raises(ModelError, match=r"http://127\.0\.0\.1:9/v1.*can't be reached"):
        await asker.ask()


@pytest.mark.parametrize(
    ("error", "fits"),
    [
        (
            {
                "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 16384 tokens."
            },
            (2000, 4000),
        ),
        (
            {
                "message": "the request exceeds the available context size",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 16384,
                "n_ctx": 8192,
            },
            (2000, 4000),
        ),
        ({"message": "prompt is too long"}, None),
    ],
)
async def test_an_overflow_says_how_much_fits(error: Mapping[str, object], fits: tuple[int, int] | None):
    """Servers word it differently; the error is one, with how many tokens of ours would do where they tell."""
    long = Prompt(role="r", system="s", user="lamp " * 8000, reply_tokens=200)
    with pytest.raises(ContextOverflow) as caught:
        await asked([Act(status=400, error=error)], long)
    assert caught.value.fits is None if fits is None else fits[0] < (caught.value.fits or 0) < fits[1]


async def test_a_known_context_is_held_before_anything_is_sent():
    """Servers that cut a prompt silently are told apart by the setting: nothing leaves."""
    with Wire([Act(reply=RIGHT)]) as wire:
        with pytest.raises(ContextOverflow) as caught:
            await Asker(wire.url, context=1000).ask(Prompt(role="r", system="", user="lamp " * 2000, reply_tokens=200))
        assert (wire.bodies, caught.value.fits) == ([], 800)


async def test_a_server_that_counts_nothing_is_estimated():
    """Tokens are then ours, and the reply says so."""
    reply, _, _ = await asked([Act(reply=RIGHT, usage=None)])
    assert reply.estimated
    assert reply.tokens_in > 0 < reply.tokens_out


async def test_odds_of_a_yes_or_no():
    """The alternatives of the value's first token, where the server tells them; a refusal of them costs nothing else."""
    schema = {"type": "object", "properties": {"done": {"enum": ["yes", "no"]}}, "required": ["done"]}
    prompt = Prompt(role="judge", system="", user="Done?", odds_of="done")
    tokens: list[Mapping[str, object]] = [
        {"token": '{"', "logprob": 0.0},
        {"token": "done", "logprob": 0.0},
        {"token": '":', "logprob": 0.0},
        {
            "token": ' "yes',
            "logprob": math.log(0.7),
            "top_logprobs": [
                {"token": ' "yes', "logprob": math.log(0.7)},
                {"token": ' "n', "logprob": math.log(0.2)},
                {"token": ' "', "logprob": math.log(0.1)},
            ],
        },
        {"token": '"}', "logprob": 0.0},
    ]
    with Wire([Act(reply={"done": "yes"}, logprobs=tokens)]) as wire:
        asker = Asker(wire.url)
        odds = (await asker.ask(prompt, schema)).odds or {}
        assert (round(odds["yes"], 3), round(odds["no"], 3)) == (0.7, 0.2)
    with Wire(refusing({"done": "no"}, "logprobs")) as wire:
        assert (await Asker(wire.url).ask(prompt, schema)).odds is None


async def test_a_picture_goes_only_to_a_model_that_sees():
    """Screenshots stay here unless the settings say that the model takes them."""
    prompt = Prompt(role="r", system="", user="What?", images=(Image(data=b"\x89PNG"),))
    with Wire([Act(reply=RIGHT)]) as wire:
        await Asker(wire.url).ask(prompt)
        await Asker(wire.url, sees=True).ask(prompt)
        blind, seeing = (body["messages"][1]["content"] for body in wire.bodies)
        assert blind == "What?"
        assert seeing[0]["image_url"]["url"].startswith("data:image/png;base64,")


async def test_a_server_of_another_kind_is_told_so():
    """An answer that is JSON of something else names the address as the likely mistake."""
    with Wire(lambda _: Act(error={})) as wire, pytest.raises(ModelError, match="does not answer as the OpenAI API"):
        await Asker(wire.url).ask()
