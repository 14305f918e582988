"""Writes labelled pages that differ from others in what must not matter: class names, ids, wrappers.

    python -m tools.mutate FOLDER TARGET [--seed 1]

Texts, addresses and their order stay, so the truth stays.
"""

import argparse
import hashlib
import re
import shutil
from pathlib import Path
from random import Random

from tools.labels import read

_CLASS = re.compile(r"(\sclass\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.IGNORECASE)
_ID = re.compile(r"\sid\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.IGNORECASE)
_STYLE = re.compile(r"(<style\b[^>]*>)(.*?)(</style>)", re.IGNORECASE | re.DOTALL)
_SELECTOR = re.compile(r"\.(-?[A-Za-z_][\w-]*)(?=[^{}]*\{)")
_LETTERS = str.maketrans("0123456789", "ghijklmnop")  # digits in a class name would say that it tells one from another
_WRAPPED = ("td", "li", "article", "dd")


def mutate(source: str, random: Random) -> str:
    """The page with other class names, and a wrapper more in one kind of element."""
    salt = str(random.random())
    keep = random.random() < 0.3  # of the pages, class names stay
    if not keep:
        source = _renamed(source, salt)
    if random.random() < 0.5:
        source = _ID.sub("", source)
    tag = random.choice(_WRAPPED)
    opened = len(re.findall(rf"<{tag}[\s>]", source, re.IGNORECASE))
    if opened and opened == len(re.findall(rf"</{tag}\s*>", source, re.IGNORECASE)):
        inner = random.choice(("div", "span")) if tag in {"td", "dd"} else "div"
        source = re.sub(rf"(<{tag}(?:\s[^>]*)?>)", rf"\1<{inner}>", source, flags=re.IGNORECASE)
        source = re.sub(rf"(</{tag}\s*>)", rf"</{inner}>\1", source, flags=re.IGNORECASE)
    return source


def _renamed(source: str, salt: str) -> str:
    def name(word: str) -> str:
        digest = hashlib.sha256(f"{salt}{word}".encode()).hexdigest()[:6]
        return "k" + digest.translate(_LETTERS)

    def attribute(found: re.Match[str]) -> str:
        words = found[2].strip("\"'").split()
        return f'{found[1]}"{" ".join(map(name, words))}"'

    def sheet(found: re.Match[str]) -> str:
        return found[1] + _SELECTOR.sub(lambda one: f".{name(one[1])}", found[2]) + found[3]

    return _STYLE.sub(sheet, _CLASS.sub(attribute, source))


def main() -> None:
    """Write the folder."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folder", type=Path)
    given.add_argument("target", type=Path)
    given.add_argument("--seed", type=int, default=1)
    options = given.parse_args()
    for part in ("pages", "truth"):
        (options.target / part).mkdir(parents=True, exist_ok=True)
    for page in read(options.folder):
        random = Random(f"{options.seed}/{page.name}")  # noqa: S311 - repeatable chance is what is wanted
        changed = mutate(page.source, random)
        (options.target / "pages" / f"{page.name}_m{options.seed}.html").write_text(changed, encoding="utf-8")
        truth = options.target / "truth" / f"{page.name}_m{options.seed}.json"
        shutil.copyfile(options.folder / "truth" / f"{page.name}.json", truth)


if __name__ == "__main__":
    main()
