"""Saves a session that a person opened by hand, and loads it where it may still be used.

`webdart login NAME URL` saves cookies and stored values in the user's own state folder; a workflow file names the
session. The saved file is as good as a password: it is read only if it belongs to the user and no other account has
access, and the browser gets only what belongs to the hosts of the site.
"""

import json
import os
import re
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from webdart.browser.network.hosts import Hosts, canonical, endpoint_of
from webdart.errors import UsageError
from webdart.identifier import is_name
from webdart.plan.model import SitePlan

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_LARGEST = 8 * 1024 * 1024
_FORMAT = 1
_FOR_NOW = -1  # of a cookie that ends with its browser


class SavedSession(Struct, frozen=True):
    """Cookies and stored values as the browser gave them (`state`), for the site at `url`."""

    name: str
    url: str
    state: Mapping[str, Any]


def sessions_folder() -> Path:
    """Where this user's sessions lie."""
    import platformdirs  # noqa: PLC0415 - most runs have no saved session

    return platformdirs.user_state_path("webdart") / "sessions"


def login_line(name: str, url: str) -> str:
    """The line that a person pastes to open the session (again)."""
    return f"webdart login {name} {url}"


def save(session: SavedSession, folder: Path | None = None) -> Path:
    """Keep a session, readable by its user alone; one of that name is replaced.

    Raises:
        UsageError: the name is none, or the file can't be written.
    """
    path = where(session.name, folder)
    told = {"webdart": _FORMAT, "url": session.url, "saved": datetime.now(UTC).isoformat(timespec="seconds")}
    text = json.dumps({**told, "state": session.state})
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.parent.chmod(0o700)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise UsageError(f"the session can't be kept in {path}: {error.strerror}") from error
    return path


def load(name: str, site: SitePlan, folder: Path | None = None) -> SavedSession:
    """The session of that name, for a site: what belongs to other hosts is left out.

    Raises:
        UsageError: there is none, others could have written or read it, it can't be read, or it is for another place.
    """
    path = where(name, folder)
    remedy = f"open it again: {login_line(name, site.url)}"
    try:
        told = json.loads(_read(path, remedy))
    except FileNotFoundError:
        raise UsageError(
            f"no session {name!r} was saved for {site.url}", hint=f"open it: {login_line(name, site.url)}"
        ) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"the session in {path} can't be read: {error}", hint=remedy) from error
    if not _is_session(told):
        raise UsageError(f"the session in {path} is none of this version", hint=remedy)
    saved, here = endpoint_of(told["url"]), endpoint_of(site.url)
    if saved != here:
        problem = f"the session {name!r} was saved for {saved.host} port {saved.port}, not for {site.url}"
        raise UsageError(problem, hint=f"give this one a name of its own: {login_line(f'{name}-2', site.url)}")
    return SavedSession(name, told["url"], _belonging(told["state"], Hosts.of(site)))


def jar_of(session: SavedSession) -> CookieJar:
    """The cookies of a session, for a client of our own."""
    jar = CookieJar()
    for one in session.state.get("cookies", []):
        jar.set_cookie(_cookie_of(one))
    return jar


def _cookie_of(given: Mapping[str, Any]) -> Cookie:
    domain = str(given["domain"])
    shared, expires = domain.startswith("."), given.get("expires", _FOR_NOW)
    return Cookie(
        version=0,
        name=str(given["name"]),
        value=str(given["value"]),
        port=None,
        port_specified=False,
        domain=domain if "." in domain else f"{domain}.local",  # as the jar calls hosts without a dot
        domain_specified=shared,
        domain_initial_dot=shared,
        path=str(given.get("path", "/")),
        path_specified=True,
        secure=bool(given.get("secure")),
        expires=None if expires == _FOR_NOW else int(expires),
        discard=expires == _FOR_NOW,
        comment=None,
        comment_url=None,
        rest={},
    )


def where(name: str, folder: Path | None = None) -> Path:
    """The file of a session, whether it is there or not.

    Raises:
        UsageError: that is no name.
    """
    if not _NAME.fullmatch(name) and not is_name(name):
        raise UsageError(f"{name!r} is no name for a session", hint="letters, digits, - and _")
    return (sessions_folder() if folder is None else folder) / f"{name}.json"


def _read(path: Path, remedy: str) -> str:
    """The text of a file that is its user's own; the checks are made on what was opened, not on a name."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != os.getuid():
            raise UsageError(f"the session in {path} is no file of yours", hint=f"remove it, and {remedy}")
        if facts.st_mode & 0o077:
            problem = f"the session in {path} could be read or written by others (mode {facts.st_mode & 0o777:o})"
            raise UsageError(problem, hint=f"if nobody did: chmod 600 {path}; else {remedy}")
        if facts.st_size > _LARGEST:
            raise UsageError(f"the session in {path} is larger than {_LARGEST} bytes", hint=remedy)
        return file.read()


def _is_session(told: object) -> bool:
    if not isinstance(told, dict):
        return False
    fields = cast("dict[str, object]", told)
    state = fields.get("state")
    if fields.get("webdart") != _FORMAT or not isinstance(fields.get("url"), str) or not isinstance(state, dict):
        return False
    parts = cast("dict[str, object]", state)
    return all(_is_list_of(parts.get(part, []), key) for part, key in (("cookies", "domain"), ("origins", "origin")))


def _is_list_of(values: object, key: str) -> bool:
    if not isinstance(values, list):
        return False
    entries = cast("list[object]", values)
    return all(isinstance(one, dict) and isinstance(cast("dict[str, object]", one).get(key), str) for one in entries)


def _belonging(state: Mapping[str, Any], hosts: Hosts) -> Mapping[str, Any]:
    """Of cookies and stored values those that the site's own and declared hosts would get."""
    mine = [hosts.own.host, *(entry.host for entry in hosts.allow)]

    def sent_to_us(domain: str) -> bool:
        plain = canonical(domain.lstrip("."))
        shared = domain.startswith(".")
        return any(host == plain or (shared and host.endswith(f".{plain}")) or _owns(hosts, plain) for host in mine)

    return {
        "cookies": [cookie for cookie in state.get("cookies", []) if sent_to_us(cookie["domain"])],
        "origins": [origin for origin in state.get("origins", []) if hosts.navigates(origin["origin"])],
    }


def _owns(hosts: Hosts, host: str) -> bool:
    return hosts.own.port is not None and hosts.owns(host, hosts.own.port)
