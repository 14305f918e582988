"""Do our evaluators say what the published ones say? On labelled answers, in both benchmarks; every difference is named.

`arena_answers.yaml` has them, with what the evaluators of WebArena and of WebChoreArena say of each.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

import pytest
import yaml

from benchmarks.score import Score, Seen, score
from benchmarks.tasks import Task, read_tasks
from webdart.answer.shape import AnswerValue, Scripted
from webdart.workflow.model import Answer

BENCHMARKS = ("webarena", "webchorearena")
LEAST = 60
AS_OURS: Mapping[str, Score] = {"right": "right", "wrong": "wrong", "partly": "wrong", "judge": "unjudged"}
"""What a published verdict is in ours: what is right in part is not right, what a model judges is not judged."""

_GIVEN = cast("Mapping[str, Any]", yaml.safe_load((Path(__file__).parent / "arena_answers.yaml").read_text("utf-8")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """An answer, what of a task it answers, what each benchmark's evaluator says, and what we say on purpose."""

    kind: str
    asked: Any
    answer: Any
    published: Mapping[str, str]
    ours: Mapping[str, Score]
    why: str

    @property
    def evaluation(self) -> Mapping[str, object]:
        """The `eval` of the task."""
        match self.kind:
            case "strings":
                return {"eval_types": ["string_match"], "reference_answers": self.asked}
            case "urls":
                return {"eval_types": ["url_match"], "reference_url": self.asked}
            case _:
                check = {"url": "last", "locator": "", "required_contents": self.asked}
                return {"eval_types": ["program_html"], "program_html": [check]}

    def seen(self, task: Task) -> Seen:
        """What a run with this answer has left behind."""
        said: AnswerValue | None = Scripted(self.answer).answer(Answer()) if self.kind == "strings" else None
        url = self.answer if self.kind == "urls" else ""
        return Seen(answer=said, url=url, pages=dict.fromkeys(task.contents, self.answer))


def _both(said: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", said) if isinstance(said, dict) else dict.fromkeys(BENCHMARKS, said)


def _labelled() -> Iterator[Labelled]:
    for kind in ("strings", "urls", "pages"):
        for one in _GIVEN[kind]:
            published = cast("Mapping[str, str]", _both(one["published"]))
            purpose = cast("Mapping[str, Score]", _both(one["ours"]) if "ours" in one else {})
            ours: dict[str, Score] = {name: purpose.get(name, AS_OURS[published[name]]) for name in BENCHMARKS}
            yield Labelled(
                kind=kind,
                asked=one["asked"],
                answer=one["answer"],
                published=published,
                ours=ours,
                why=one.get("why", ""),
            )


ALL = tuple(_labelled())


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Task, ...]:
    """Each as a task of a file."""
    file = tmp_path_factory.mktemp("arena") / "tasks.json"
    file.write_text(json.dumps([{"intent": "?", "sites": ["s"], "eval": one.evaluation} for one in ALL]))
    return read_tasks(file, {})


def test_the_set_is_large_enough_and_has_all_kinds():
    """Sixty answers that no model has to judge; of each kind right ones and wrong ones; nothing unnamed differs."""
    decided = [one for one in ALL if "judge" not in one.published.values()]
    assert len(decided) >= LEAST
    for kind in ("strings", "urls", "pages"):
        verdicts = Counter(one.published["webarena"] for one in decided if one.kind == kind)
        assert min(verdicts["right"], verdicts["wrong"]) >= 8, (kind, verdicts)
    for one in ALL:
        differs = any(one.ours[name] != AS_OURS[said] or said == "partly" for name, said in one.published.items())
        assert differs == bool(one.why), one
        assert not one.why or one.why in _GIVEN["why"], one
        assert set(one.ours.values()) <= set(get_args(Score)), one


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_ours_agree_with_the_published_evaluators(benchmark: str, tasks: tuple[Task, ...]):
    """The same verdict, or the other one where that is meant."""
    found = [(one.asked, one.answer, score(task, one.seen(task))) for one, task in zip(ALL, tasks, strict=True)]
    wanted = [(one.asked, one.answer, one.ours[benchmark]) for one in ALL]
    assert [one for one, other in zip(found, wanted, strict=True) if one != other] == []
    decided = [one for one in ALL if "judge" not in one.published.values()]
    same = [one for one in decided if one.ours[benchmark] == one.published[benchmark]]
    why = Counter(one.why for one in decided if one not in same)
    told = ", ".join(f"{reason} {count}" for reason, count in why.most_common())
    print(f"{benchmark}: {len(same)} of {len(decided)} labelled answers as published; on purpose not: {told}")
