"""Layers: reported by trial, and what a missing one means."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from webdart_sandbox import Level, Limits, Sandbox, ScriptJob, SqlJob, Unavailable
from webdart_sandbox.walls import cgroup

HERE = Path(__file__).parent
ALWAYS = {"descriptors", "environment", "capabilities", "privileges", "rlimits", "seccomp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LackingScript(ScriptJob):
    """A script on a machine that lacks the layers `without`."""

    without: tuple[str, ...]

    def header(self) -> dict[str, object]:
        """As of a script, with what is left out."""
        return {**ScriptJob.header(self), "lacking": list(self.without)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LackingSql(SqlJob):
    """A statement on a machine that lacks the layers `without`."""

    without: tuple[str, ...]

    def header(self) -> dict[str, object]:
        """As of a statement, with what is left out."""
        return {**SqlJob.header(self), "lacking": list(self.without)}


@pytest.fixture(scope="module", params=["strict", "normal", "weak"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    made = Sandbox(request.param, entry="plain_zygote", homes=(str(HERE),))
    yield made
    made.close()


def runs(sandbox: Sandbox, job: ScriptJob | SqlJob) -> bool:
    try:
        sandbox.start(job).result()
    except Unavailable as error:
        return not set(error.layers) & {"landlock", "seccomp"}  # refused for these, and for nothing else
    return True


@pytest.mark.parametrize(
    ("layer", "kind"), [("landlock", "added"), ("seccomp", "always on")], ids=["an added layer", "an always-on layer"]
)
def test_a_missing_layer_refuses_by_level(sandbox: Sandbox, layer: str, kind: str):
    """Without an always-on layer only `weak` runs a script; without an added one all but `strict` do."""
    level: Level = sandbox.level
    script = LackingScript(source="answer = 1", tables={}, without=(layer,))
    assert runs(sandbox, script) == (level == "weak" or (level == "normal" and kind == "added"))


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_person_s_statement_runs_without_a_layer(sandbox: Sandbox, layer: str):
    """SQL that a person wrote needs its own process and locked settings; only `strict` wants every layer."""
    trusted = LackingSql(statement="SELECT 1", tables={}, trusted=True, without=(layer,))
    assert runs(sandbox, trusted) == (sandbox.level != "strict")


def test_a_model_s_statement_needs_what_a_script_needs(sandbox: Sandbox):
    """Without seccomp a model's SQL does not run, unless the operator said `weak`."""
    untrusted = LackingSql(statement="SELECT 1", tables={}, trusted=False, without=("seccomp",))
    assert runs(sandbox, untrusted) == (sandbox.level == "weak")


def test_each_layer_is_tried_and_named_once():
    """`layers` has every layer, whether it is always on, and on this machine all that are always on hold."""
    with_trials = Sandbox()
    layers = with_trials.layers()
    with_trials.close()
    assert len({layer.name for layer in layers}) == len(layers)
    assert {layer.name for layer in layers if layer.always} == ALWAYS
    assert all(layer.active for layer in layers if layer.always), layers
    assert all(layer.note for layer in layers if not layer.active)


def test_a_sandbox_that_can_not_start_says_why():
    """A zygote that ends at once is reported with its last words, not with a hang."""
    broken = Sandbox(entry="no_such_zygote")
    with pytest.raises(Unavailable, match="no_such_zygote"):
        broken.start(SqlJob(statement="SELECT 1", tables={}))
    broken.close()


def hierarchy(place: Path, controllers: str) -> Path:
    """A folder that looks like a control group which holds this process; what a kernel would refuse, it keeps."""
    (place / "ours").mkdir(parents=True)
    (place / "ours" / "cgroup.subtree_control").write_text(controllers)
    (place / "cgroup.subtree_control").write_text("")
    (place / "self").write_text("3:pids:/elsewhere\n0::/ours\n")
    return place


def test_a_child_gets_a_control_group_where_the_system_hands_us_one(tmp_path: Path):
    """Memory and pids are bounded by the job's limits, and the child is put in; without controllers there is none."""
    place = hierarchy(tmp_path / "good", "cpu memory pids")
    folder = cgroup.find(place / "self", (place,))
    assert folder is not None
    assert folder == place / "ours"
    assert cgroup.Groups(folder).admit(4321, Limits(memory_mb=100))
    (group,) = folder.glob("webdart-*-4321")
    assert (group / "memory.max").read_text() == str(164 * 1024 * 1024)
    assert (group / "cgroup.procs").read_text() == "4321"
    assert int((group / "pids.max").read_text()) > 0
    bad = hierarchy(tmp_path / "bad", "hugetlb")
    assert cgroup.find(bad / "self", (bad,)) is None
    assert not cgroup.Groups(None).admit(4321, Limits())
    assert cgroup.find(tmp_path / "nothing", (bad,)) is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", ["strict", "normal"])
def test_only_strict_refuses_for_want_of_a_control_group(level: Level):
    """They are tried and told like every layer; rlimits do the same, so that an ordinary level asks for none."""
    made = Sandbox(level)
    (group,) = [layer for layer in made.layers() if layer.name == "cgroup"]
    assert (group.always, group.backs) == (False, "rlimits")
    assert group.active or "control group" in group.note
    job = SqlJob(statement="SELECT 1", tables={}, trusted=True)
    if group.active or level == "normal":
        assert made.start(job).result().num_rows == 1
    else:
        with pytest.raises(Unavailable, match="control group") as caught:
            made.start(job).result()
        assert "cgroup" in caught.value.layers
    made.close()
