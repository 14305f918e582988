"""MiniWoB++ as its package ships it: pages served on loopback, an episode a load, its reward in the page's title.

Only the files of the package are used, never its code. A small script at the end of each page seeds its chance, begins
the episode, stops its clock, and writes the raw reward into the title; no page of a task is told anything else.
"""

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml
from jinja2 import Environment

from tests.conftest import Asked, Reply, SiteServer
from webdart.page.model import PageView

TASKS = Path(__file__).parent / "tasks.yaml"
_KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
_BEGIN = """<script>
window.addEventListener("load", () => {
  const seed = new URLSearchParams(location.search).get("seed"), end = core.endEpisode;
  core.endEpisode = function (reward, ...rest) {
    const running = core.EP_TIMER !== null;
    end.call(core, reward, ...rest);
    if (running) document.title = "reward " + reward;
  };
  const begin = () => {
    if (!WOB_TASK_READY) return setTimeout(begin, 20);
    Math.seedrandom(seed);
    core.EPISODE_MAX_TIME = 1e7;
    core.startEpisodeReal();
    document.title = "begun";
  };
  begin();
});
</script>"""


def pages() -> Path:
    """The folder of the package's pages."""
    spec = importlib.util.find_spec("miniwob")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "html"


def names() -> tuple[str, ...]:
    """Every task that the package has a page for."""
    return tuple(sorted(page.stem for page in (pages() / "miniwob").glob("*.html")))


def serve(site: SiteServer) -> None:
    """Serve the pages below `/miniwob/`."""
    root = pages()

    def answer(asked: Asked) -> Reply:
        path = (root / unquote(asked.path).lstrip("/")).resolve()
        if root not in path.parents or not path.is_file():
            return Reply(status=404)
        body = path.read_bytes()
        if path.suffix == ".html" and path.parent.name == "miniwob":
            body = body.replace(b"</body>", _BEGIN.encode() + b"</body>")
        return Reply(body, type=_KINDS.get(path.suffix, "application/octet-stream"))

    site.on("/*", answer)


def sentence(view: PageView) -> str:
    """What the task asks for; a picture in it by the name of its class."""
    query = next(node for node in view.nodes if node.attributes.get("id") == "query")
    icons = [
        node.attributes.get("class", "").rpartition("ui-icon-")[2]
        for node in view.nodes[query.index : query.end]
        if "ui-icon-" in node.attributes.get("class", "")
    ]
    text = view.text_of(query.index)
    return text.replace("with the icon", f"with the {icons[0]} icon") if icons else text


def reward(view: PageView) -> float | None:
    """The raw reward; None while the episode goes on."""
    found = re.fullmatch(r"reward (-?[\d.]+)", view.title)
    return float(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Script:
    """How one task is done: how its sentence is read, and the steps."""

    asks: str
    steps: str

    def written(self, asked: str) -> str | None:
        """A workflow file that does it; None where the sentence is another."""
        found = re.search(self.asks, asked)
        if found is None:
            return None
        jinja = Environment(trim_blocks=True, lstrip_blocks=True)
        steps = jinja.from_string(self.steps).render(found.groupdict())
        body = "\n".join(f"          {line}" for line in steps.splitlines() if line.strip())
        return f'webdart: 1\nsites: {{site: "http://127.0.0.1/"}}\nstages:\n  - execute:\n      act:\n        steps:\n{body}\n'


def scripts() -> Mapping[str, Script]:
    """Every task that a step file is written for."""
    entries: list[dict[str, Any]] = yaml.safe_load(TASKS.read_text(encoding="utf-8"))
    return {task: Script(one["asks"], one["steps"]) for one in entries for task in one["tasks"]}
