"""What a model costs, what may not be sent to it, and what it said, written down and said again."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.model.door.wire import Act, Wire
from webdart.budget import Budget, Limits
from webdart.errors import Incomplete, ModelError, UnfitReply, UsageError
from webdart.model.door.account import Books, CountedModel, Terms
from webdart.model.door.endpoint import open_model
from webdart.model.door.port import Again, Prompt
from webdart.model.door.prices import Price, price_of
from webdart.model.door.recording import RecordingModel, ReplayedModel
from webdart.model.door.retry import Repairing
from webdart.model.door.scripted_model import ScriptedModel
from webdart.model.door.tokens import estimated
from webdart.secret import Mask, Secret
from webdart.settings import build
from webdart.trace import Trace

SCHEMA: Mapping[str, object] = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
PROMPT = Prompt(role="r", system="Be brief.", user="Say a word.", reply_tokens=100)


def counted(model: ScriptedModel, limits: Limits, **terms: Any) -> CountedModel:
    return CountedModel(model, Budget(limits), Books(trace=Trace(lambda: 0.0)), Terms(**terms))


@pytest.mark.parametrize("limits", [Limits(tokens=100), Limits(cost=0.0001)])
async def test_a_question_that_could_go_over_is_not_asked(limits: Limits):
    """The dearest that a reply can be is held against the budget before anything is sent."""
    model = ScriptedModel([{"a": "x"}])
    asked = counted(model, limits, price=Price(tokens_in=1.0, tokens_out=10.0))
    with pytest.raises(Incomplete, match="the next question may take"):
        await asked.complete(PROMPT, SCHEMA)
    assert model.prompts == []


async def test_a_stage_has_its_own_budget_and_charges_the_runs():
    """What is spent in a stage is gone for the run; the account knows every role."""
    run = Budget(Limits(tokens=400))
    asked = CountedModel(ScriptedModel(lambda _: {"a": "x"}), run, Books(trace=Trace(lambda: 0.0)))
    stage = asked.within(run.within(Limits(tokens=130)))
    await stage.complete(PROMPT, SCHEMA)
    with pytest.raises(Incomplete, match="tokens 130"):
        await stage.complete(PROMPT, SCHEMA)
    await asked.complete(PROMPT, SCHEMA)
    assert asked.account.roles["r"].calls == 2
    assert asked.account.total.cost is None  # nobody knows the price
    assert run.spent("tokens") == asked.account.total.tokens_in + asked.account.total.tokens_out


async def test_a_refused_reply_costs_too():
    """What could not be used was paid for, and so is its repair."""
    asked = counted(ScriptedModel([{"b": "x"}, {"a": "x"}]), Limits(), price=Price(tokens_in=1, tokens_out=1))
    await Repairing(asked).complete(PROMPT, SCHEMA)
    assert asked.account.total.calls == 2
    assert (asked.account.total.cost or 0) > 0


async def test_no_secret_is_in_a_prompt():
    """Wherever it stands and however it is encoded: the system text, the user's, a reply that is sent back."""
    model = ScriptedModel(lambda _: {"a": "x"})
    asked = counted(model, Limits(), mask=Mask([Secret("KEY", "tell-nobody-77")]))
    again = Again(reply="tell-nobody-77", why="dGVsbC1ub2JvZHktNzc=")
    await asked.complete(Prompt(role="r", system="tell-nobody-77", user="?q=tell-nobody-77", again=again), SCHEMA)
    assert "tell-nobody" not in str(model.prompts)
    assert "dGVsbC1ub2JvZHktNzc" not in str(model.prompts)


def test_prices_are_of_a_host_and_ones_own_go_first(tmp_path: Path):
    """A hosted model has the table's price, one here costs nothing, any other has none; a dated name is its model."""
    hosted = "https://api.openai.com/v1"
    assert (
        price_of("gpt-4o-mini", hosted)
        == price_of("gpt-4o-mini-2024-07-18", hosted)
        == Price(tokens_in=0.15, tokens_out=0.6)
    )
    assert price_of("anything", "http://127.0.0.1:8080/v1") == Price(tokens_in=0, tokens_out=0)
    assert price_of("gpt-4o-mini", "https://proxy.example/v1") is None
    own = tmp_path / "prices.toml"
    own.write_text('[hosts."*"]\n"gpt-4o-mini" = { in = 1, out = 2 }\n')
    assert price_of("gpt-4o-mini", hosted, own) == Price(tokens_in=1, tokens_out=2)
    own.write_text('[hosts."*"]\n"gpt-4o-mini" = 3\n')
    with pytest.raises(UsageError, match="is no price table"):
        price_of("gpt-4o-mini", hosted, own)


def test_an_estimate_is_seldom_below_a_tokenizers_count():
    """Words, figures, signs and scripts without an alphabet; the counts are those of a common tokenizer."""
    for text, tokens in (
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("1,234,567.89 €", 8),
        ("東京都の天気", 6),
    ):
        assert tokens <= estimated(text) <= tokens * 2


async def test_what_was_said_is_said_again(tmp_path: Path):
    """Replies, refused ones and odds come back by role and text, whatever port the site had; a miss says what differs."""
    file = tmp_path / "said.jsonl"
    replies: list[Mapping[str, object]] = [{"a": "one"}, {"b": "bad"}, {"a": "two"}]
    recording = RecordingModel(ScriptedModel(replies), file, by="a test")
    first = Prompt(role="r", system="s", user="Page at http://127.0.0.1:4711/x")
    await recording.complete(first, SCHEMA)
    with pytest.raises(UnfitReply):
        await recording.complete(PROMPT, SCHEMA)
    await recording.complete(PROMPT, SCHEMA)
    replayed = ReplayedModel(file)
    assert replayed.by == "a test"
    same = Prompt(role="r", system="s", user="Page at http://127.0.0.1:40001/x")
    assert (await replayed.complete(same, SCHEMA)).value == {"a": "one"}
    assert (await replayed.complete(same, SCHEMA)).value == {"a": "one"}
    with pytest.raises(UnfitReply):
        await replayed.complete(PROMPT, SCHEMA)
    assert (await replayed.complete(PROMPT, SCHEMA)).value == {"a": "two"}
    with pytest.raises(ModelError, match=r"then it said 'Say a word\.', now 'Say two words\.'"):
        await replayed.complete(Prompt(role="r", system="Be brief.", user="Say two words."), SCHEMA)
    with pytest.raises(ModelError, match="it has replies to r"):
        await replayed.complete(Prompt(role="other", system="", user=""), SCHEMA)


def test_a_file_of_something_else_is_no_recording(tmp_path: Path):
    """It is neither read nor written over."""
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    with pytest.raises(UsageError, match="no line of a recording"):
        ReplayedModel(file)
    with pytest.raises(UsageError, match="no line of a recording"):
        RecordingModel(ScriptedModel([]), file, by="")
    assert file.read_text() == "my notes\n"


async def test_the_settings_name_a_model(tmp_path: Path):
    """The environment that other tools use, an endpoint of one's own without a key, a recording of it, and none."""
    environment = {"OPENAI_API_KEY": "sk-1", "WEBDART_MODEL": "gpt-4o-mini"}
    opened = open_model(build({}, environment=environment, user=tmp_path / "none"))
    assert opened is not None
    assert opened.price == Price(tokens_in=0.15, tokens_out=0.6)
    assert open_model(build({}, environment={}, user=tmp_path / "none")) is None
    with pytest.raises(UsageError, match="no key"):
        open_model(build({}, environment={"WEBDART_MODEL": "m"}, user=tmp_path / "none"))
    file = tmp_path / "said.jsonl"
    with Wire([Act(reply={"a": "yes"})]) as wire:
        named = {"OPENAI_BASE_URL": wire.url, "WEBDART_MODEL": "m", "WEBDART_RECORD_MODEL": str(file)}
        recorded = open_model(build({}, environment=named, user=tmp_path / "none"))
        assert recorded is not None
        await recorded.model.complete(PROMPT, SCHEMA)
        await recorded.close()
    assert [json.loads(line).get("role") for line in file.read_text().splitlines()] == [None, "r"]
    offline = open_model(build({"replay_model": str(file)}, environment={}, user=tmp_path / "none"))
    assert offline is not None
    assert (await offline.model.complete(PROMPT, SCHEMA)).value == {"a": "yes"}


def test_the_key_is_in_no_record(tmp_path: Path):
    """Settings that are written into a run have no key; a project's file may hold neither key nor address."""
    settings = build({}, environment={"OPENAI_API_KEY": "sk-hidden"}, user=tmp_path / "none")
    assert "sk-hidden" not in f"{settings.recorded()} {settings!r}"
    (tmp_path / "webdart.toml").write_text('model_key = "sk-2"\nmodel_url = "http://evil.example/v1"\n')
    with pytest.raises(UsageError) as caught:
        build({"project": str(tmp_path)}, environment={}, user=tmp_path / "none")
    assert "'model_key' may not stand in a project's file" in str(caught.value)
    assert "'model_url' may not stand" in str(caught.value)
