"""Gives up the file system and TCP, where the kernel has Landlock."""

import ctypes
import os

from webdart_sandbox.walls.linux import syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_READ_FILE = 1 << 2
_VERSION = 1
_NET, _SCOPES = 0b11, 0b11
_TCP_SINCE, _SCOPES_SINCE = 4, 6
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""From which version on how many kinds of file access can be given up."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The kernel's Landlock version; OSError where it has none."""
    return syscall(_CREATE_RULESET, None, 0, _VERSION)


def restrict(readable: tuple[str, ...] = ()) -> None:
    """Give up every file access, TCP, and signals and abstract sockets to the outside; needs no_new_privs.

    Only files below the folders `readable` can still be read. It holds for this thread and what it starts.

    Raises:
        OSError: the kernel has no Landlock, or it is off.
    """
    known = version()
    rights = max(count for since, count in _FILE_RIGHTS.items() if since <= known)
    rules = _Ruleset(
        (1 << rights) - 1,
        _NET if known >= _TCP_SINCE else 0,
        _SCOPES if known >= _SCOPES_SINCE else 0,
    )
    size = 24 if known >= _SCOPES_SINCE else 16 if known >= _TCP_SINCE else 8
    ruleset = syscall(_CREATE_RULESET, ctypes.byref(rules), size, 0)
    try:
        for folder in readable:
            _allow(ruleset, folder)
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, folder: str) -> None:
    descriptor = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    try:
        syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(_PathRule(_READ_FILE, descriptor)), 0)
    finally:
        os.close(descriptor)
