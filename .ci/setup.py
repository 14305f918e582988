"""How does a checkout become a working webdart? Called by `make setup`, with nothing but Python.

Makes `.venv`, installs webdart and its tools into it (with uv where there is one), and finds or installs a browser.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def main() -> None:
    """Environment, packages, browser; then the mark that `make` looks for."""
    # the tools are listed from the file itself, so that a pip without `--group` will do
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["dev"]
    uv = shutil.which("uv")
    make_environment(uv)
    say("setting up .venv: webdart, its tests' tools and applications; about a minute, once")
    if uv:
        run(uv, "pip", "install", "--python", str(PYTHON), "-e", str(ROOT), *tools)
    else:
        pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-compile"]
        install(*pip, "-e", str(ROOT), *tools)
        say("compiling them and webdart, on all cores: pip would take one")
        compiling = ["-m", "compileall", "-qq", "-j", "0", "-x", UNUSED, *COMPILED]
        subprocess.run([PYTHON, "-W", "ignore", *compiling], check=False)
    say("looking for a browser")
    find_browser()
    if not Path("/usr/lib/chromium/chromium-headless-shell").exists() and shutil.which("chromium") is not None:
        apt("chromium-headless-shell")  # the same browser without windows, where Debian has it: twice as fast
    if shutil.which("Xvfb") is None and not apt("xvfb"):
        say("no Xvfb: the tests of `webdart login` are left out, which need a screen")
    (VENV / ".ready").touch()


COMPILED = (VENV / "lib", ROOT / "webdart", ROOT / "sandbox")
"""What the tests' processes would compile when they come to it, several of them at once."""

UNUSED = "/(tests|faker|phonenumbers|selenium)/"
"""A third of what is installed, of which the tests import nothing or a module or two."""


def make_environment(uv: str | None) -> None:
    """An environment of its own, unless a working one is there."""
    if PYTHON.exists() and succeeds(str(PYTHON), "-c", "import sys"):
        return
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, str(VENV))
        return
    if not succeeds(sys.executable, "-m", "venv", "--clear", str(VENV)):
        # Debian keeps this part of Python in a package of its own
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not apt(package) or not succeeds(sys.executable, "-m", "venv", "--clear", str(VENV)):
            sys.exit(f"no virtual environment can be made: apt-get install {package}, or install uv")


def find_browser() -> None:
    """A browser that is there, else Playwright's own build, else the system's package."""
    if has_browser():
        return
    say("no browser found: trying Playwright's own build")
    if succeeds(str(PYTHON), "-m", "playwright", "install", "chromium") and has_browser():
        return
    say("it can't be downloaded here: trying the system's package")
    if apt("chromium") and has_browser():
        return
    say("no browser yet: install Chromium or Chrome, or set WEBDART_BROWSER=/path/to/it; `webdart doctor` tries it")


def has_browser() -> bool:
    """Whether the doctor can start one."""
    done = subprocess.run([PYTHON, "-m", "webdart", "doctor", "--only", "browser"], check=False, capture_output=True)
    return done.returncode == 0


def apt(package: str) -> bool:
    """Install a package of Debian or Ubuntu; False where that can't be done."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    return succeeds(*rights, "apt-get", "install", "-y", "--no-install-recommends", package) or (
        succeeds(*rights, "apt-get", "update") and succeeds(*rights, "apt-get", "install", "-y", package)
    )


def succeeds(*command: str) -> bool:
    """Whether a command can be run and ends well."""
    try:
        return subprocess.run(command, check=False).returncode == 0
    except OSError:
        return False


def install(*command: str) -> None:
    """Run pip, telling in one line which package it is at; its own words only if it fails."""
    told: list[str] = []
    count, live = 0, sys.stderr.isatty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        for line in pip.stdout or ():
            told.append(line)
            step, _, what = line.strip().partition(" ")
            if step == "Collecting":
                count += 1
                progress(f"  {count} packages looked up, now {what.split()[0]}", live=live, often=count % EVERY == 1)
            elif step == "Installing":
                progress(f"  installing {count} packages", live=live, often=True)
    if live:
        sys.stderr.write("\n")
    if pip.returncode:
        sys.exit("".join(told) + f"failed: {' '.join(command)}")


EVERY = 20
"""Packages between two lines of progress where they can't be written over each other (a log, a pipe)."""


def progress(words: str, *, live: bool, often: bool) -> None:
    """One line that is written over on a terminal; elsewhere a line now and then."""
    if live:
        sys.stderr.write(f"\r\033[K{words[:78]}")
    elif often:
        sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def run(*command: str) -> None:
    """Run a command that has to succeed."""
    say(" ".join(command))
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"failed: {' '.join(command)}")


def say(words: str) -> None:
    """Tell the person who waits."""
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    main()
