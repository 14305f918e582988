"""Completes the body of a released form that has files.

The browser shows a guard such a body with gaps where it would read the files itself. The engine gave the form those
files, so it fills the gaps; where it cannot tell which file belongs in one, the request is refused.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from webdart.errors import Refused
from webdart.page.model import Held
from webdart.values import replace

_QUOTED = re.compile(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)")
_FILENAME = re.compile(rb'filename="([^"\r\n]*)"')


def filled(held: Held, entries: Sequence[bytes | None], files: Mapping[str, Path], *, unseen: bool) -> Held:
    """`held` with its whole body; `entries` are its pieces, None for a hole.

    Raises:
        Refused: a hole has no file that the engine set, the file is gone, or the body was not shown at all.
    """
    if unseen:
        raise Refused(
            f"{held.method} {held.url}: the browser does not show the body of this request",
            hint="it was not sent; a request whose body nobody saw is never released",
        )
    if None not in entries:
        return held
    whole = bytearray()
    for entry in entries:
        whole += _content(held, bytes(whole), files) if entry is None else entry
    return replace(held, body=bytes(whole))


def _content(held: Held, before: bytes, files: Mapping[str, Path]) -> bytes:
    """The file for the hole after `before`, by the name that its part's head states, or that the request has for it."""
    if not before:
        return _read(held, _alone(held, files), files)
    names = _FILENAME.findall(before[before.rfind(b"\r\n--") :] if b"\r\n--" in before else before)
    return _read(held, names[-1].decode("utf-8", "replace") if names else "", files)


def _alone(held: Held, files: Mapping[str, Path]) -> str:
    """The name of the file that is a body by itself, as scripts send it: a value of the address, or in a header."""
    said = {value for _, value in parse_qsl(urlsplit(held.url).query)} | {
        unquote(urlsplit(held.url).path.split("/")[-1])
    }
    said |= {unquote(text) for value in held.headers.values() for text in _QUOTED.findall(value)}
    named = [name for name in files if name in said]
    return named[0] if len(named) == 1 else ""


def _read(held: Held, name: str, files: Mapping[str, Path]) -> bytes:
    if name not in files:
        raise Refused(
            f"{held.method} {held.url}: the file {name!r} in its body was not given by this run",
            hint="set the file with a `fill` step, so that what leaves is known",
        )
    try:
        return files[name].read_bytes()
    except OSError as error:
        raise Refused(f"{held.method} {held.url}: the file {files[name]} can't be read: {error.strerror}") from error
