"""Finds the browser to use on this machine.

It takes the one that the operator names, else Playwright's own build, else an installed Chromium, Chrome or Edge. For a
run that shows no window, the headless-only build comes first: it starts in a third of the time and loads pages faster.
"""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from webdart.errors import BrowserMissing

VARIABLE = "WEBDART_BROWSER"

DRIVER_VARIABLE = "PLAYWRIGHT_NODEJS_PATH"
"""Playwright's own variable: another Node.js for its driver than the one that it brings along."""

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
)
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
)
_UNSEEN = (
    "/usr/lib/chromium/chromium-headless-shell",  # Debian's own program, without the shell script around it
    "/usr/lib64/chromium-browser/headless_shell",
)
_UNSEEN_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
_OWN_UNSEEN = "chromium_headless_shell-*/*/*headless[_-]shell*"  # beside Playwright's own build
_GIVEN = "--browser (or `browser` in your own webdart.toml)"
_REMEDY = "install one: `playwright install chromium`, or `apt-get install chromium`; or name it: {variable}=/path"


def find_browser(named: str | None, own_build: str, *, headed: bool = False) -> str:
    """The path of the browser's executable.

    `named` is the operator's choice (a setting; the environment's WEBDART_BROWSER where it is None), `own_build` where
    Playwright would have put its own; `headed` where a window has to be shown.

    Raises:
        BrowserMissing: there is none, or the named one is no executable file.
    """
    variable = os.environ.get(VARIABLE)
    chosen = named or variable
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            place = VARIABLE if variable and Path(variable).absolute() == Path(chosen) else _GIVEN
            raise BrowserMissing(
                f"the browser {chosen!r} is no executable file",
                hint=f"correct {place}, or leave it out: one is looked for",
            )
        return found
    unseen, unseen_names = ((), ()) if headed else ((*_beside(own_build), *_UNSEEN), _UNSEEN_NAMES)
    for candidate in (*unseen, own_build, *_PLACES):
        if candidate and Path(candidate).is_file() and os.access(candidate, os.X_OK):
            return candidate
    for name in (*unseen_names, *_NAMES):
        found = shutil.which(name)
        if found is not None:
            return found
    raise BrowserMissing("no Chromium, Chrome or Edge on this machine", hint=_REMEDY.format(variable=VARIABLE))


def _beside(own_build: str) -> list[str]:
    """Playwright's builds without a window, the latest first; it puts them beside the one that has windows."""
    builds = next((above.parent for above in Path(own_build).parents if above.name.startswith("chromium-")), None)
    return [] if builds is None else sorted(map(str, builds.glob(_OWN_UNSEEN)), reverse=True)


def require_display(environment: Mapping[str, str], platform: str = sys.platform) -> None:
    """See that a window can be shown.

    Raises:
        BrowserMissing: this is a machine without a screen.
    """
    screens = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if platform.startswith("linux") and not screens:
        raise BrowserMissing(
            "a window can't be shown: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)",
            hint="leave --headed out, or put `xvfb-run -a` before the command",
        )


ENDED = "it ended at once"
"""All that is known of a browser that ended without a word while it started."""

_LOG_LINE = re.compile(r"\[err\] (?:\[[^\]]*\] ?)?(.*\S)")


def why_not_started(message: str) -> str:
    """The one line of a failed start that says why: the browser's own last word, else that it ended at once."""
    said = _LOG_LINE.findall(message)
    if said:
        return str(said[-1])
    first = next((line for line in message.splitlines() if line.strip()), "")
    reason = first.partition(": ")[2] or first
    return ENDED if "has been closed" in reason else reason
