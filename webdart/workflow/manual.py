"""Finds the section of the manual that describes a key of the workflow file.

A section begins at a heading made of code spans only, such as "### `navigate.set`", and reaches to the next heading
of the same or a higher level. Headings of commands and functions (`webdart …`) are left out. The pages are those of
`docs/reference/`, which the wheel has as `webdart/_docs/`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from webdart.errors import UsageError
from webdart.workflow.reader import nearest

_HEADING = re.compile(r"(#{1,6}) (.+)")
_NAMES = re.compile(r"`(?!webdart)[^`]+`(?:, `[^`]+`)*")
_LINK = re.compile(r"!?\[([^\[\]]+)\]\([^()]*\)")
_STRONG = re.compile(r"(\*\*|(?<!\*)\*)(?=\S)(.+?)(?<=\S)\1(?!\*)")
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the reference: the names it is found by, its page without the suffix, and its Markdown."""

    names: tuple[str, ...]
    page: str
    body: str

    @property
    def first_sentence(self) -> str:
        """What stands first below the heading and the line with the type."""
        paragraphs = [part for part in self.body.split("\n\n") if part.strip() and not part.startswith("*Type:*")]
        text = plain_text(paragraphs[0]) if paragraphs else ""
        return re.split(r"(?<=[.:])\s", " ".join(text.split()), maxsplit=1)[0]


def folder() -> Path:
    """The folder of the reference: inside the installed package, else that of the checkout."""
    shipped = Path(str(files("webdart") / "_docs"))
    return shipped if shipped.is_dir() else Path(__file__).resolve().parents[2] / "docs" / "reference"


def sections(base: Path | None = None) -> tuple[Section, ...]:
    """Every section with a name, page by page."""
    return tuple(part for path in sorted((base or folder()).glob("*.md")) for part in sections_of(path))


def sections_of(path: Path) -> Iterator[Section]:
    """The sections of one page that have names."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = list(_headings(lines))
    for number, (begin, level, title) in enumerate(heads):
        if not _NAMES.fullmatch(title):
            continue
        end = next((line for line, other, _ in heads[number + 1 :] if other <= level), len(lines))
        names = tuple(re.findall(r"`([^`]+)`", title))
        yield Section(names, path.stem, "\n".join(lines[begin + 1 : end]).strip())


def _topic(word: str, base: Path | None) -> Section | None:
    """The part of the reference with a word, in the singular or plural, in its plain heading: the widest part."""
    wanted = word.removesuffix("s")
    found: list[tuple[int, Section]] = []
    for path in sorted((base or folder()).glob("*.md")):
        lines = path.read_text(encoding="utf-8").splitlines()
        heads = list(_headings(lines))
        for number, (begin, level, title) in enumerate(heads):
            if "`" in title or wanted not in {one.removesuffix("s") for one in re.findall(r"\w+", title.lower())}:
                continue
            end = next((line for line, other, _ in heads[number + 1 :] if other <= level), len(lines))
            found.append((level, Section((title,), path.stem, "\n".join(lines[begin + 1 : end]).strip())))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The headings outside of code blocks: line, level, text."""
    fenced = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and (found := _HEADING.fullmatch(line)):
            yield number, len(found[1]), found[2].strip()


def find(name: str, known: Sequence[Section], base: Path | None = None) -> tuple[Section, ...]:
    """The sections about `name`: the one with exactly this name, else all whose last part it is.

    A word that is no key finds what has it in its heading, such as "verdict" or "doubts".

    Raises:
        UsageError: no section has it; the message has the nearest name.
    """
    wanted = name.strip().lower()
    exact = tuple(part for part in known if wanted in part.names)
    if exact:
        return exact
    fitting = tuple(part for part in known if wanted in {each.rpartition(".")[2] for each in part.names})
    if fitting:
        return fitting
    if (topic := _topic(wanted, base)) is not None:
        return (topic,)
    names = [each for part in known for each in part.names]
    short = dict.fromkeys(each.rpartition(".")[2] for each in names)
    hint = nearest(wanted, [*short, *names], "all names: webdart help; such as", 6)
    raise UsageError(f"the reference has nothing about {name!r}", hint=hint)


def plain_text(markdown: str) -> str:
    """Markdown as a terminal shows it: links and emphasis as their words, code blocks indented."""
    shown: list[str] = []
    fenced = False
    for line in markdown.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced:
            shown.append(f"    {line}".rstrip())
        else:
            shown.append(_STRONG.sub(r"\2", _LINK.sub(r"\1", _COMMENT.sub("", line))))
    return "\n".join(shown).strip()
