"""What a real small model says in the roles that it can play: asked where one is up, said again from its recording.

`WEBDART_TEST_MODEL_URL` names an endpoint (`WEBDART_TEST_MODEL` its model); then it is asked, and with
`WEBDART_TEST_RECORD=FILE` recorded. Without it the recording beside this file is replayed, and has to come to the counts
that `recordings/README.md` states. No figure here says how good the product is.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

import webdart
from tests.model.door.small_model import CHORE, CHORES, cases
from webdart.demo import DemoSite
from webdart.execute.sandbox import SandboxCompute
from webdart.model.door.endpoint import Opened, open_model
from webdart.model.door.recording import ReplayedModel
from webdart.model.door.retry import Repairing
from webdart.settings import build

HERE = Path(__file__).parent / "recordings"
RECORDING = HERE / "qwen2.5-coder-1.5b.jsonl"
URL = os.environ.get("WEBDART_TEST_MODEL_URL", "")
PATIENT = {"WEBDART_MODEL_TIMEOUT": "600s"}  # two cores, and neighbours


async def counted(opened: Opened, roles: Collection[str] = ()) -> tuple[Counter[str], Counter[str], list[str]]:
    """How many were asked (of `roles`, or all) and were right, by role, and which were wrong."""
    asked, right, wrong = Counter[str](), Counter[str](), list[str]()
    model, compute = Repairing(opened.model), SandboxCompute("normal")
    try:
        for case in (one for one in cases(compute) if not roles or one.role in roles):
            asked[case.role] += 1
            if await case.right(model):
                right[case.role] += 1
            else:
                wrong.append(f"{case.role}: {case.name}")
    finally:
        await compute.close()
    return asked, right, wrong


def stated() -> dict[str, tuple[int, int]]:
    """The counts that the recording's README states: right and asked, by role."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) of (\d+) \|", (HERE / "README.md").read_text(), re.MULTILINE)
    return {role: (int(right), int(asked)) for role, right, asked in rows}


async def test_a_real_models_replies_come_to_what_was_stated():
    """Every question finds its recorded reply, and the same ones are right: prompts, schemas and readers are as then."""
    asked, right, _ = await counted(Opened(model=ReplayedModel(RECORDING), name="recording"), stated())
    assert {**{role: (right[role], asked[role]) for role in asked}, "ask": stated()["ask"]} == stated()


def test_the_recording_says_whose_it_is_and_holds_nothing_of_a_machine():
    """The model's name in its head; no path, no key, no host but those of the built pages."""
    text = RECORDING.read_text()
    assert ReplayedModel(RECORDING).by == "qwen2.5-coder-1.5b"
    assert not re.search(r"/(?:root|home|tmp|work|usr)/|sk-|Bearer", text)
    assert set(re.findall(r"https?://([\w.:-]+)", text)) <= {"shop.example"}


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
def test_questions_over_the_demo_site(demo_site: DemoSite, tmp_path: Path):
    """From `ask:` to the answer, with what the model said then (or, where one is up, says now)."""
    kept = HERE / "qwen2.5-coder-1.5b-demo.jsonl"
    variables = {"WEBDART_REPLAY_MODEL": str(kept)}
    if URL:
        variables = {"OPENAI_BASE_URL": URL, "WEBDART_MODEL": os.environ.get("WEBDART_TEST_MODEL", "model"), **PATIENT}
        if record := os.environ.get("WEBDART_TEST_RECORD"):
            variables["WEBDART_RECORD_MODEL"] = record.replace(".jsonl", "-demo.jsonl")
    right = 0
    for number, ((start, table, fields, question), expected) in enumerate(CHORES):
        file = tmp_path / f"asked-{number}.yaml"
        file.write_text(CHORE % (demo_site.url, start, table, fields, question))
        run = webdart.run(file, project=tmp_path, environment=variables)
        said = None if run.result.answer is None else [tuple(map(str, row)) for row in run.answer.rows]
        right += said == [tuple(map(str, row)) for row in demo_site.rows(expected)]
        assert run.result.model.calls > 0
    sys.stdout.write(f"ask: {right} of {len(CHORES)}\n")
    if not URL:
        assert (right, len(CHORES)) == stated()["ask"]


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not URL, reason="WEBDART_TEST_MODEL_URL names no endpoint")
async def test_a_model_that_is_up_is_asked():
    """Every question is answered somehow, within its schema; how many were right is printed, and asserted nowhere."""
    named = {"OPENAI_BASE_URL": URL, "WEBDART_MODEL": os.environ.get("WEBDART_TEST_MODEL", "model"), **PATIENT}
    if record := os.environ.get("WEBDART_TEST_RECORD"):
        named["WEBDART_RECORD_MODEL"] = record
    opened = open_model(build({}, environment=named))
    assert opened is not None
    try:
        asked, right, wrong = await counted(opened)
    finally:
        await opened.close()
    told = [f"{role}: {right[role]} of {count}" for role, count in asked.items()]
    sys.stdout.write("\n".join([*told, "wrong:", *wrong, ""]))
    assert sum(asked.values()) > 0
