"""Opens a file in the person's own browser, without the noise of the programs that try it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_LONG_ENOUGH = 5.0
"""Seconds after which a program that has not given up counts as showing the file: some stay until it is closed."""


def shown(file: Path) -> bool:
    """Whether the desktop took the file; False where there is no desktop, or nothing on it that shows a page."""
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    screen = sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if opener is None or not screen:
        return False
    quiet = subprocess.DEVNULL
    try:
        program = subprocess.Popen(
            [opener, file.as_uri()], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        return program.wait(_LONG_ENOUGH) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False
