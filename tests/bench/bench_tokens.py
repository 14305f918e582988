"""What does a chore cost in tokens, role by role, beside the pages that a step-by-step agent would be sent?

    python tests/bench/bench_tokens.py

Every chore runs on the bundled site under `policy: auto`, with a scripted model (`tests/model/roles/guide.py`) that answers
what is asked of it from the prompt alone: the figures say what is sent and how long the replies are, nothing of how
good a model is. An agent that decides step by step reads every page of the same run, whole, as the same lines of text,
once each; its instructions, history and replies are not counted. One tokenizer for both (`webdart.model.door.tokens`).

Exits with 1 where a chore fails, or takes more than 0.15 of the agent's tokens.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

import webdart  # noqa: E402 - the checkout comes first
from tests.model.roles.guide import Answer, Guide, last, lines  # noqa: E402 - as above
from webdart.browser.snapshot.reader import KeptPages, entries_of  # noqa: E402 - as above
from webdart.demo import DemoSite, serve  # noqa: E402 - as above
from webdart.demo.state import PASSWORD  # noqa: E402 - as above
from webdart.model.door.port import Prompt  # noqa: E402 - as above
from webdart.model.door.scripted_model import ScriptedModel  # noqa: E402 - as above
from webdart.model.door.tokens import estimated  # noqa: E402 - as above
from webdart.model.roles.page_excerpt import page_of  # noqa: E402 - as above

MOST = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Chore:
    """A chore over the bundled site; `asked` are the roles that it is known to need."""

    name: str
    navigate: str
    extract: str
    sql: str
    ways: tuple[str, ...] = ()
    there: str = ""
    instead: Mapping[str, Answer] = field(default_factory=dict[str, Answer])
    asked: frozenset[str] = frozenset()

    def text(self, site: DemoSite) -> str:
        """The workflow."""
        login = "login: {at: /tracker/login/, user: '{{ secret.USER }}', password: '{{ secret.PASSWORD }}'}"
        return (
            f'webdart: 1\nsites: {{demo: {{url: "{site.url}", {login}}}}}\nstages:\n'
            f'  - navigate: {{{self.navigate}}}\n  - extract: {{{self.extract}}}\n  - execute: "{self.sql}"\n'
        )


def mapping(prompt: Prompt) -> Mapping[str, object]:
    """The control that holds a word of the condition."""
    words = [word.strip("'").casefold() for word in last(prompt).split() if word.strip("'").isalpha()]
    found = (line for word in words for line in lines(prompt) if line.casefold().endswith(word))
    return {"line": next(found, "none of these")}


_SHELF = "into: items, fields: {name: text, price: money, reviews: integer, url: link}"
_ISSUES = (
    "into: issues, key: number, fields: {number: {type: integer, label: 'No.'}, "
    "weight: {type: text, label: Severity}, status: text, opened: date}"
)
CHORES = (
    Chore(
        name="the words of the objective lead there",
        navigate="start: /shop/, objective: Home Audio",
        extract=_SHELF,
        sql="SELECT name FROM items ORDER BY reviews DESC, name LIMIT 3",
    ),
    Chore(
        name="no link says what is looked for",
        navigate="start: /shop/, objective: loudspeakers",
        extract=_SHELF,
        sql="SELECT count(*) FROM items WHERE price > 500",
        ways=("Home Audio", "Electronics"),
        there="Home Audio",
        asked=frozenset({"propose", "holds"}),
    ),
    Chore(
        name="the shop calls it otherwise",
        navigate="start: /shop/, objective: tents and sleeping bags",
        extract=_SHELF,
        sql="SELECT min(price) FROM items",
        ways=("Camping", "Outdoors"),
        there="Camping",
        asked=frozenset({"propose"}),
    ),
    Chore(
        name="a board by what it is about",
        navigate="start: /forum/, objective: sourdough",
        extract="into: threads, fields: {topic: text, replies: integer, started: date, url: link}",
        sql="SELECT topic FROM threads ORDER BY replies DESC, topic LIMIT 5",
        ways=("Bread & Baking",),
        there="Bread",
        asked=frozenset({"propose", "holds"}),
    ),
    Chore(
        name="a condition that no control says",
        navigate="start: /tracker/issues/",
        extract=_ISSUES,
        sql="SELECT count(*) FROM issues WHERE weight = 'Critical' AND status <> 'Closed'",
        instead={"map_control": mapping},
    ),
    Chore(
        name="rules alone, a sort and a limit",
        navigate="start: /shop/, path: [Electronics, Headphones]",
        extract=_SHELF,
        sql="SELECT name FROM items ORDER BY price DESC, name LIMIT 5",
    ),
)


def spent(model: ScriptedModel, replies: Mapping[int, str]) -> Counter[str]:
    """Tokens by role, prompts and replies."""
    tokens: Counter[str] = Counter()
    for place, prompt in enumerate(model.prompts):
        tokens[prompt.role] += estimated(prompt.system) + estimated(prompt.user) + estimated(replies[place])
    return tokens


def whole_pages(run: webdart.Run) -> tuple[int, int]:
    """How many pages the run opened, and the tokens of all that they show."""
    folder = run.folder / "pages"
    pages = KeptPages.of(folder)
    opened = [entry for entry in entries_of(folder) if entry.by != "view"]
    return len(opened), sum(estimated(page_of(pages.look(entry)).quote(1 << 30).text) for entry in opened)


def measured(chore: Chore, site: DemoSite) -> tuple[str, bool]:
    """A line of the table, and whether the chore held."""
    replies: dict[int, str] = {}
    guide = Guide(ways=chore.ways, there=chore.there or "?", instead=chore.instead)

    def answer(prompt: Prompt) -> Mapping[str, object]:
        said = guide(prompt)
        replies[len(replies)] = str(said)
        return said

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chore.yaml"
        path.write_text(chore.text(site))
        model = ScriptedModel(answer)
        run = webdart.run(path, project=Path(folder), model=model, secrets={"USER": "robin", "PASSWORD": PASSWORD})
        tokens = spent(model, replies)
        pages, whole = whole_pages(run)
    total = sum(tokens.values())
    ratio = total / whole
    good = run.result.error is None and ratio <= MOST and chore.asked <= tokens.keys()
    roles = ", ".join(f"{role} {count}" for role, count in tokens.most_common()) or "none"
    why = "" if run.result.error is None else f"  FAILED: {run.result.error}"
    return f"{chore.name:42} {pages:5} {whole:9} {total:7} {ratio:6.3f}  {roles}{why}", good


def main() -> int:
    """Measure every chore."""
    print(f"{'chore':42} {'pages':>5} {'of pages':>9} {'asked':>7} {'ratio':>6}  by role")
    held = True
    with serve() as site:
        for chore in CHORES:
            line, good = measured(chore, site)
            held = held and good
            print(line if good else f"{line}  <- over {MOST} or failed", flush=True)
    print(f"at most {MOST} of the tokens of the pages: {'held' if held else 'MISSED'} (a scripted model)")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
