"""Labelled doubts: they are doubts of the rules, and a model that guesses is told from one that knows."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.model.roles.guide import lines
from tests.records.conftest import build, make_spec
from webdart.model.calibration.trial import LEAST, SECONDS, Case, Tried, cases, mixed, tried
from webdart.model.calibration.trial_record import TrialRecords
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel
from webdart.model.door.tokens import of_prompt
from webdart.model.roles.adviser import Adviser
from webdart.model.roles.vote import TOKENS
from webdart.records import read
from webdart.trace import Trace

Answer = Callable[[Prompt], Mapping[str, object]]


async def trial(answer: Answer, clock: Callable[[], float] = lambda: 0.0, seconds: float = SECONDS) -> Tried:
    adviser = Adviser(model=ScriptedModel(answer), trace=Trace(lambda: 0.0))
    return await tried(adviser, clock=clock, seconds=seconds)


def perfect(prompt: Prompt) -> Mapping[str, object]:
    """Knows every case by its question."""
    there = lines(prompt)
    case = next(one for one in cases() if f"Field: {one.ballot.values['field']}" in prompt.user and _shows(one, there))
    return {
        "line": there[-1] if case.right < 0 else next(one for one in there if one.startswith(f"{case.right + 1}. "))
    }


def _shows(case: Case, there: list[str]) -> bool:
    return all(any(shown in line for line in there) for shown in case.ballot.candidates)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.field}-of-{case.table}")
def test_each_case_is_a_doubt_of_the_rules(case: Case):
    """A page made of its columns is not read as sure: the rules ask, lack the field, or call it a guess."""
    rows = zip(*case.columns, strict=True)
    cells = ["".join(f"<p class=c{'abc'[place]}>{text}</p>" for place, text in enumerate(row)) for row in rows]
    page = "".join(f"<li><h3>{'ABC'[n]} thing</h3>{row}</li>" for n, row in enumerate(cells))
    spec = make_spec({case.also[0]: "text", case.field: case.type})  # type: ignore[arg-type]
    found = read(build(f"<ul>{page}</ul>"), spec)
    guessed = [one for one in found.remarks if one.column == case.field]
    assert found.problems or found.missing or guessed


async def test_who_knows_is_better_than_the_rules():
    """All right, within the size of a question."""
    sizes: list[int] = []

    def answer(prompt: Prompt) -> Mapping[str, object]:
        sizes.append(of_prompt(prompt))
        return perfect(prompt)

    came = await trial(answer)
    assert (came.right, came.wrong) == (came.asked, 0) == (len(cases()), 0)
    assert came.better
    assert max(sizes) <= TOKENS


@pytest.mark.parametrize("pick", [0, 1, -1])
async def test_who_always_says_the_same_is_no_better(pick: int):
    """The first line, the second, or none of them."""
    came = await trial(
        lambda prompt: {"line": [one for one in lines(prompt) if one[:1].isdigit() or "none" in one][pick]}
    )
    assert came.better is False


async def test_a_slow_model_is_judged_by_what_was_asked():
    """Two minutes are over after a few questions: too little to tell, and it is not called worse."""
    now = iter(range(0, 10_000, int(SECONDS) // 4))
    came = await trial(perfect, clock=lambda: float(next(now)))
    assert 0 < came.asked < LEAST
    assert came.better is None
    now = iter(range(0, 10_000, int(SECONDS) // 4))
    patient = await trial(perfect, clock=lambda: float(next(now)), seconds=10 * SECONDS)
    assert patient.asked == len(cases())


def test_a_beginning_of_the_trial_has_every_place():
    """So that a trial that is cut short is no other trial."""
    begun = mixed(cases())[:LEAST]
    assert sorted(map(id, mixed(cases()))) == sorted(map(id, cases()))
    assert {one.right for one in begun} == {-1, 0, 1, 2}


def test_what_came_of_a_trial_is_kept_by_model_and_server(tmp_path: Path):
    """A model that was not tried may vote, one that was no better may not, and another server's may."""
    known = TrialRecords(tmp_path / "state" / "models.json")
    assert known.may_vote("small", "http://127.0.0.1:8080/v1")
    known.keep("small", "http://127.0.0.1:8080/v1", Tried(asked=24, right=8, wrong=16, rules=8, seconds=1))
    assert not known.may_vote("small", "http://127.0.0.1:8080/v1")
    assert known.may_vote("small", "http://127.0.0.1:9090/v1")
    known.keep("small", "http://127.0.0.1:8080/v1", Tried(asked=24, right=20, wrong=4, rules=8, seconds=1))
    assert known.may_vote("small", "http://127.0.0.1:8080/v1")
    known.file.write_text("{broken")
    assert known.may_vote("small", "http://127.0.0.1:8080/v1")
