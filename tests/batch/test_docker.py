"""The image and the compose file of a cluster, as far as they can be read without building them."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from webdart.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
KNOWN = {"FROM", "ENV", "WORKDIR", "COPY", "RUN", "USER", "ENTRYPOINT", "CMD", "ARG", "EXPOSE", "LABEL"}


def instructions() -> list[tuple[str, str]]:
    """Those of the Dockerfile, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "docker" / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.partition(" ") for line in text.splitlines() if line.strip()]
    return [(word, rest.strip()) for word, _, rest in lines]


def test_the_image_is_one_that_a_builder_takes():
    """Known instructions, a pinned base, files that are there, extras that the package has; it does not run as root."""
    found = instructions()
    assert {word for word, _ in found} <= KNOWN
    assert [word for word, _ in found].count("FROM") == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", dict(found)["FROM"])
    assert [rest for word, rest in found if word == "USER"][-1] != "root"
    for word, rest in found:
        if word == "COPY":
            assert all((ROOT / source).exists() for source in rest.split()[:-1])
        if word == "RUN":
            assert all(shlex.split(part) for part in rest.split("&&"))
    (extras,) = re.findall(r'"\.\[([\w,]+)\]"', dict(found)["RUN"])
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(extras.split(",")) <= set(package["optional-dependencies"])


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_service_starts_what_is_there(name: str):
    """From the one image, on a network of the file, with a command of ours or of Dask; it depends on services alone."""
    service: dict[str, Any] = COMPOSE["services"][name]
    assert (ROOT / "docker" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert set(service["networks"]) <= set(COMPOSE["networks"])
    assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])
    words = " ".join(service.get("command", ["webdart batch"])).removeprefix("sh -c ").split()
    assert words[0] in {"dask", "webdart"}
    assert words[1] in {"scheduler", "worker"} if words[0] == "dask" else words[1] in COMMANDS


def test_only_the_dashboard_is_published_and_only_here():
    """Who reaches a scheduler's own port runs programs on its workers."""
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert ports == ["127.0.0.1:8787:8787"]
