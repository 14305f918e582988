"""The engine itself as an ordinary user who owns nothing: the same walls, by way of a user namespace."""

import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

HERE = Path(__file__).parent
PACKAGE = HERE.parent.parent / "sandbox" / "webdart_sandbox"
_FRESH = 64_321  # a number that no account has
_ENGINE = """
import json, sys
from webdart_sandbox import Exceeded, Failed, Forbidden, Limits, Sandbox, ScriptJob
sandbox, told = Sandbox(), []
for source in json.load(sys.stdin):
    try:
        told.append(repr(sandbox.start(ScriptJob(source=source, tables={}, limits=Limits(seconds=0.4))).result()))
    except (Failed, Forbidden, Exceeded) as error:
        told.append(f"{type(error).__name__}: {error}")
layers = [[layer.name, layer.always, layer.active] for layer in sandbox.layers()]
json.dump({"told": told, "layers": layers}, sys.stdout)
sandbox.close()
"""


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that everybody can read, with an interpreter, the package and what that needs: root's may be closed."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = Path(os.__file__).parent
    with TemporaryDirectory(prefix="fresh-") as made:
        home = Path(made)
        home.chmod(0o755)
        (home / "bin").mkdir()
        shutil.copy2(Path(sys.executable).resolve(), home / "bin" / version)
        left_out = shutil.ignore_patterns("site-packages", "dist-packages", "test", "tests", "idlelib", "config-*")
        shutil.copytree(library, home / "lib" / version, ignore=left_out)
        packages = home / "lib" / version / "site-packages"
        shutil.copytree(PACKAGE, packages / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("duckdb", "_duckdb", "pyarrow", "RestrictedPython"):
            for distribution in {Path(spec.origin).parent for spec in [find_spec(name)] if spec and spec.origin}:
                for found in _parts(distribution, name):
                    copy = shutil.copytree if found.is_dir() else shutil.copy2
                    copy(found, packages / found.name)
        subprocess.run(["chmod", "-R", "a+rX", made], check=True)
        yield home


def _parts(folder: Path, name: str) -> list[Path]:
    """A package or extension with its metadata, beside which others lie."""
    site = folder.parent if folder.name == name else folder
    return [
        each
        for each in site.iterdir()
        if each.name == name or each.name.lower().startswith((f"{name.lower()}-", f"{name}."))
    ]


def as_fresh_user(home: Path, code: str, given: str) -> "subprocess.CompletedProcess[str]":
    (site,) = home.glob("lib/*/site-packages")
    return subprocess.run(
        [next((home / "bin").iterdir()), "-I", "-c", f"import sys; sys.path.append({str(site)!r})\n{code}"],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=home,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        user=_FRESH,
        group=_FRESH,
        extra_groups=(),
    )


@pytest.mark.proof
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_the_sandbox_holds_for_a_user_who_owns_nothing(home: Path):
    """Every layer that is always on holds, honest work runs, and a slice of the corpus achieves nothing."""
    probe = as_fresh_user(home, "import duckdb, pyarrow, RestrictedPython", "")
    if probe.returncode != 0:
        pytest.skip(f"this interpreter can't be copied: {probe.stderr[-300:]}")
    secret = secrets.token_hex(16)
    (home / "secret").write_text(secret)
    (home / "secret").chmod(0o644)
    parts = (HERE / "payloads" / "programs.txt").read_text("utf-8").split("=== ")[1:]
    programs = [part.partition("\n")[2].replace("@FILE@", str(home / "secret")) for part in parts][::8]
    done = as_fresh_user(home, _ENGINE, json.dumps(["answer = 1 + 1", *programs]))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "answer=2" in found["told"][0]
    assert secret not in done.stdout
    assert all(active for _name, always, active in found["layers"] if always), found["layers"]
