"""Which browser of this machine is used?

The one that the operator names, else Playwright's own build, else an installed Chromium, Chrome or Edge.
"""

import os
import shutil
from pathlib import Path

from webdart.errors import BrowserMissing

VARIABLE = "WEBDART_BROWSER"

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
_REMEDY = "install one: `playwright install chromium`, or `apt-get install chromium`; or name it: {variable}=/path"


def find_browser(named: str | None, own_build: str) -> str:
    """The path of the browser's executable.

    `named` is the operator's choice (a setting; the environment's WEBDART_BROWSER where it is None), `own_build` where
    Playwright would have put its own.

    Raises:
        BrowserMissing: there is none, or the named one is no executable file.
    """
    chosen = named or os.environ.get(VARIABLE)
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            raise BrowserMissing(
                f"the browser {chosen!r} is no executable file", hint=f"correct {VARIABLE}, or unset it to look for one"
            )
        return found
    for candidate in (own_build, *_PLACES):
        if candidate and Path(candidate).is_file() and os.access(candidate, os.X_OK):
            return candidate
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise BrowserMissing("no Chromium, Chrome or Edge on this machine", hint=_REMEDY.format(variable=VARIABLE))
