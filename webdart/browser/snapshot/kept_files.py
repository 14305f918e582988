"""Lists the site files that a run kept, and gives files safe names."""

import json
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

INDEX = "index.jsonl"
"""In the folder, one line a file: what it is called there, where it came from, its bytes."""

_LONGEST_NAME = 120  # bytes, so that a number fits behind it on every file system
_LONGEST_END = 12
_HIDDEN = re.compile(r"^[_ .]*\.[_ .]*")  # a dot that hides the file, or what is left of a folder
_MEANT_BY_SYSTEMS = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?$")  # devices, where Windows reads the folder


class KeptFile(Struct, frozen=True, kw_only=True):
    """A file in a run's `downloads/`: its name there, the address that gave it, its size."""

    file: str
    url: str
    bytes: int


def kept_files(folder: Path) -> Iterator[KeptFile]:
    """What stands in a run's `downloads/`, in the order in which it came; lines that a kill tore are left out."""
    try:
        text = (folder / INDEX).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            yield KeptFile(**json.loads(line))
        except (ValueError, TypeError):
            continue


def safe_name(suggested: str) -> str:
    """A name for a file that a site suggests: no folder, nothing invisible, nothing that a system means otherwise."""
    words = unicodedata.normalize("NFC", suggested.replace("\\", "/").rpartition("/")[2])
    plain = "".join("_" if sign in '<>:"|?*' or unicodedata.category(sign)[0] == "C" else sign for sign in words)
    plain = _HIDDEN.sub("", " ".join(plain.split())).rstrip(". ")
    if not plain or plain == INDEX:
        return "download"
    if _MEANT_BY_SYSTEMS.match(plain):
        plain = f"_{plain}"
    stem, dot, end = plain.rpartition(".")
    if not dot or len(end.encode()) > _LONGEST_END:
        stem, dot, end = plain, "", ""
    room = _LONGEST_NAME - len(end.encode()) - len(dot)
    return stem.encode()[:room].decode(errors="ignore") + dot + end


def free_name(folder: Path, name: str) -> str:
    """`name`, or with a number behind it if something in `folder` is called so already, in whatever case."""
    try:
        taken = {entry.casefold() for entry in os.listdir(folder)}  # noqa: PTH208 - names are all that is wanted
    except OSError:
        taken = set[str]()
    stem, dot, end = name.rpartition(".")
    stem, dot, end = (stem, dot, end) if stem else (name, "", "")
    found, number = name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{stem}-{number}{dot}{end}"
    return found
