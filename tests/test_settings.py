"""Settings come from the first place that has them, and the dangerous ones never from a shared file."""

from pathlib import Path

import pytest

from webdart.errors import UsageError
from webdart.settings import Settings, build, describe, find_project, seconds


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project folder, without any settings."""
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def settings(place: Path, **flags: str | bool | None) -> Settings:
    return build({"project": place, **flags}, environment={}, user=place.parent / "user.toml")


def test_every_setting_has_a_default_and_a_line_about_itself(place: Path):
    """Nothing has to be set, and each setting explains itself in one line."""
    assert settings(place) == Settings(project=place)
    for item in describe():
        assert item.says
        assert "\n" not in item.says
        assert item.variable == f"WEBDART_{item.name.upper()}"


def test_flags_go_before_variables_before_the_project_before_the_user(place: Path):
    """Each place wins over those after it, and each setting is looked for by itself."""
    user = place.parent / "user.toml"
    user.write_text('timeout = "1s"\nslow = "1s"\nconcurrency = 1\nheaded = true\n')
    (place / "webdart.toml").write_text('timeout = "2s"\nslow = "2s"\nconcurrency = 2\n')
    environment = {"WEBDART_TIMEOUT": "3s", "WEBDART_SLOW": "300ms", "WEBDART_CONCURRENCY": ""}
    found = build({"project": place, "timeout": "4s"}, environment=environment, user=user)
    assert (found.timeout, found.slow, found.concurrency, found.headed) == (4.0, 0.3, 2, True)


@pytest.mark.parametrize(
    "line",
    [
        'browser = "/bin/evil"',
        'sandbox = "weak"',
        'proxy = "http://evil:1"',
        'ca_file = "ca.pem"',
        "yes = true",
        'secrets = "~/.ssh/id"',
        'model_url = "http://evil:1"',
    ],
)
def test_a_project_file_can_not_run_programs_weaken_walls_or_consent(place: Path, line: str):
    """What a shared file may not say is an error that names the setting, and is fine in the user's own file."""
    (place / "webdart.toml").write_text(line)
    with pytest.raises(UsageError, match=f"'{line.split(' ', maxsplit=1)[0]}' may not stand in a project's file"):
        settings(place)
    (place / "webdart.toml").unlink()
    (place.parent / "user.toml").write_text(line)
    assert settings(place) != Settings(project=place)


def test_all_mistakes_are_named_in_one_go(place: Path):
    """Unknown names come with the nearest known one, values with what may stand there."""
    (place / "webdart.toml").write_text('hedaed = true\ntimeout = "soon"\n')
    with pytest.raises(UsageError) as caught:
        build({"project": place, "sandbox": "none"}, environment={"WEBDART_CONCURRENCY": "0"}, user=place / "no.toml")
    message = str(caught.value)
    assert "unknown setting 'hedaed'; did you mean 'headed'?" in message
    assert "timeout: 'soon' is no duration: write 300ms, 2s or 1m" in message
    assert "WEBDART_CONCURRENCY: '0' is no whole number from 1" in message
    assert "--sandbox: 'none' is no level of the sandbox: normal, strict, weak" in message


def test_a_file_that_is_no_toml_is_an_error_with_its_place(place: Path):
    """The message names the file and the line."""
    (place / "webdart.toml").write_text("timeout = \n")
    with pytest.raises(UsageError, match=r"webdart\.toml: can't be read: .*line 1"):
        settings(place)


def test_the_project_is_the_nearest_folder_upwards(place: Path):
    """`webdart.toml` or `.webdart/` marks it; without a mark it is the folder itself."""
    deep = place / "a" / "b"
    deep.mkdir(parents=True)
    assert find_project(deep) == deep
    (place / "webdart.toml").touch()
    assert find_project(deep) == place
    (place / "a" / ".webdart").mkdir()
    assert find_project(deep) == place / "a"


def test_a_folder_of_everyones_is_no_project_of_what_is_below(place: Path):
    """As in `/tmp`: what anybody has put there holds for nobody else; who stands in it has it."""
    (place / ".webdart").mkdir()
    (place / "mine").mkdir()
    place.chmod(0o1777)
    assert find_project(place / "mine") == place / "mine"
    assert find_project(place) == place


def test_a_project_that_was_named_is_the_one(place: Path):
    """Only the current folder is looked upwards from; `--project` is taken at its word."""
    (place.parent / ".webdart").mkdir()
    assert settings(place).project == place


def test_paths_in_a_file_are_relative_to_it(place: Path):
    """A user's file may name its neighbours."""
    (place.parent / "user.toml").write_text('ca_file = "ca.pem"\n')
    assert settings(place).ca_file == place.parent / "ca.pem"


def test_the_models_address_may_come_from_its_customary_variable(place: Path):
    """OPENAI_BASE_URL counts where WEBDART_MODEL_URL is not set."""
    found = build({"project": place}, environment={"OPENAI_BASE_URL": "http://m:1/v1"}, user=place / "no.toml")
    assert found.model_url == "http://m:1/v1"


def test_what_is_recorded_says_nothing_about_a_person(place: Path):
    """User names and passwords in addresses are left out of a run's record."""
    recorded = settings(place, proxy="http://me:pw@proxy:8080/?k=v").recorded()
    assert recorded["proxy"] == "http://proxy:8080/"
    assert recorded["sandbox"] == "normal"
    assert "browser" not in recorded


@pytest.mark.parametrize(("text", "value"), [("300ms", 0.3), ("2s", 2), ("1.5", 1.5), ("2m", 120), (" 1h ", 3600)])
def test_durations_have_units(text: str, value: float):
    """Milliseconds to hours; a bare number is seconds."""
    assert seconds(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "ms", "-1s", "inf", "nan", "1 day", "True"])
def test_what_is_no_duration_is_refused(text: str):
    """No unit, no number, nothing negative, nothing endless."""
    with pytest.raises(ValueError, match="is no duration"):
        seconds(text)
