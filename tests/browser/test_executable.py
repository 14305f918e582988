"""Is the browser found that is meant, and is it said clearly when none starts?"""

from pathlib import Path

import pytest

from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.browser.chromium.executable import VARIABLE, find_browser, require_display, why_not_started
from webdart.errors import BrowserMissing
from webdart.trace import Trace


def test_the_place_that_named_a_wrong_browser_is_what_is_to_be_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable only where it named it, else the flag."""
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(BrowserMissing, match="'/nope' is no executable file\n  correct --browser"):
        find_browser("/nope", "")
    monkeypatch.setenv(VARIABLE, "/other")
    with pytest.raises(BrowserMissing, match="'/nope' is no executable file\n  correct --browser"):
        find_browser("/nope", "")
    for named in ("/other", None):
        with pytest.raises(BrowserMissing, match=f"'/other' is no executable file\n  correct {VARIABLE}"):
            find_browser(named, "")


def test_the_build_without_windows_comes_first_where_nobody_watches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Playwright's own pair beside each other; a window needs the other one."""
    monkeypatch.delenv(VARIABLE, raising=False)
    own, unseen = (
        tmp_path / place
        for place in ("chromium-9/chrome-linux/chrome", "chromium_headless_shell-9/chrome-linux/headless_shell")
    )
    for program in (own, unseen):
        program.parent.mkdir(parents=True)
        program.touch(mode=0o755)
    assert find_browser(None, str(own)) == str(unseen)
    assert find_browser(None, str(own), headed=True) == str(own)
    assert find_browser(str(own), str(own)) == str(own)


def test_a_window_needs_a_display() -> None:
    """On Linux one of two variables says that there is one; elsewhere it is always there."""
    with pytest.raises(BrowserMissing, match=r"no display .*\n  leave --headed out, or put `xvfb-run"):
        require_display({"DISPLAY": ""}, "linux")
    require_display({"DISPLAY": ":0"}, "linux")
    require_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    require_display({}, "darwin")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("BrowserType.launch: Target page, context or browser has been closed\nBrowser logs:\n", "it ended at once"),
        (
            "BrowserType.launch: Target closed\n<launching> /x\n[pid=7][err] first\n[pid=7][err] no space  \n",
            "no space",
        ),
        ("BrowserType.launch: spawn /x EACCES", "spawn /x EACCES"),
    ],
)
def test_a_failed_start_is_one_line(message: str, why: str) -> None:
    """The browser's own last word where it said one."""
    assert why_not_started(message) == why


@pytest.mark.browser
@pytest.mark.parametrize("headed", [True, False])
async def test_a_browser_that_can_not_start_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, headed: bool
) -> None:
    """Headed without a display, and a program that is no browser: what is wrong and what to do, not the driver's words."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho cannot open shared object >&2\nexit 1\n")
    broken.chmod(0o755)
    trace = Trace(lambda: 0.0)
    said = "no display" if headed else f"{broken} does not start: cannot open shared object\n  `webdart doctor`"
    with pytest.raises(BrowserMissing, match=said) as caught:
        await launch(BrowserOptions(executable=str(broken), headed=headed), {}, trace)
    assert "BrowserType" not in str(caught.value)


@pytest.mark.browser
@pytest.mark.asyncio
@pytest.mark.parametrize("falls", [1, 9])
async def test_a_browser_that_ends_without_a_word_is_started_once_more(tmp_path: Path, *, falls: int) -> None:
    """On a busy machine it may fall once; one that falls again is said to."""
    tries = tmp_path / "tries"
    fickle = tmp_path / "fickle"
    own = find_browser(None, "")
    fickle.write_text(f'#!/bin/sh\necho >> {tries}\n[ $(wc -l < {tries}) -le {falls} ] && exit 1\nexec {own} "$@"\n')
    fickle.chmod(0o755)
    options = BrowserOptions(executable=str(fickle))
    if falls == 1:
        chromium = await launch(options, {}, Trace(lambda: 0.0))
        await chromium.pool.close()
    else:
        with pytest.raises(BrowserMissing, match="does not start: it ended at once"):
            await launch(options, {}, Trace(lambda: 0.0))
    assert len(tries.read_text().splitlines()) == 2
