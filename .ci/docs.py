"""Builds the manual into `site/`. Called by `make docs`; installs the tools of the `docs` group if they are missing."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CI = ROOT / ".ci"


def main() -> None:
    """Write what follows from the code, draw the house, build the site strictly."""
    if importlib.util.find_spec("mkdocs") is None:
        run(*installer(), *tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["docs"])
    run(sys.executable, str(CI / "manual.py"))
    run(sys.executable, str(CI / "house.py"))
    run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet")
    sys.stderr.write(f"built: {ROOT / 'site' / 'index.html'}\n")


def installer() -> list[str]:
    """The command that installs packages: uv where there is one, since its environments have no pip."""
    uv = shutil.which("uv")
    if uv is not None:
        return [uv, "pip", "install", "--quiet", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def run(*command: str) -> None:
    """Run a command that has to succeed."""
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    if code := subprocess.run(command, cwd=ROOT, env=quiet, check=False).returncode:
        sys.exit(code)


if __name__ == "__main__":
    main()
