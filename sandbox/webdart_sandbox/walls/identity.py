"""Strips a child of its identity: no privileges, no network, nothing inherited."""

import contextlib
import ctypes
import errno
import os
import signal
from functools import cache
from pathlib import Path

from webdart_sandbox.walls.linux import machine, prctl, syscall, unshare

_NEW_USER, _NEW_UTS, _NEW_IPC, _NEW_NET = 0x10000000, 0x04000000, 0x08000000, 0x40000000
_SET_DEATH_SIGNAL, _SET_DUMPABLE, _SET_NO_NEW_PRIVS = 1, 4, 38
_CAPABILITY_VERSION = 0x20080522
_EVERY_UID = 4_294_967_295
_FIRST_JOB_UID = 1_900_000_000
_NOBODY = 65_534


def close_descriptors(keep: int) -> None:
    """Close everything but `keep` and the three standard descriptors, which lead nowhere."""
    os.closerange(3, keep)
    os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))


def leave_namespaces() -> None:
    """Enter empty network, IPC and host-name namespaces; by way of a user namespace unless root.

    Raises:
        OSError: the system forbids it.
    """
    wanted = _NEW_NET | _NEW_IPC | _NEW_UTS
    unshare(wanted if os.geteuid() == 0 else wanted | _NEW_USER)


def other_uid() -> int | None:
    """An unprivileged user that root can become here: of its own where every number is mapped, else the last mapped.

    None where only root is mapped, as in a rootless container with one user.
    """
    mapped = mapped_users()
    if any(first == 0 and count >= _EVERY_UID for first, count in mapped):
        return _FIRST_JOB_UID + os.getpid()
    if any(first <= _NOBODY < first + count for first, count in mapped):
        return _NOBODY
    last = max((first + count - 1 for first, count in mapped), default=0)
    return last or None


@cache
def mapped_users() -> tuple[tuple[int, int], ...]:
    """First number and count of each range of users that is mapped here; children that are root are where we are."""
    with contextlib.suppress(OSError):
        lines = Path("/proc/self/uid_map").read_text("ascii").splitlines()
        return tuple((int(first), int(count)) for first, _outside, count in map(str.split, lines))
    return ()


def drop_user() -> None:
    """Where this is root, become an unprivileged user with a group of the same number and no other.

    Raises:
        OSError: no other user is mapped here, or root is not allowed to become one.
    """
    if os.geteuid() != 0:
        return
    uid = other_uid()
    if uid is None:
        raise PermissionError(errno.EPERM, "only root is mapped here")
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def drop_capabilities() -> None:
    """Give up every capability; a user namespace and root come with all of them.

    Raises:
        OSError: the call is not known on this system.
    """
    here = machine()
    if here is None:
        raise OSError(errno.ENOSYS, "not known on this system")
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    syscall(here.calls["capset"], ctypes.byref(header), ctypes.byref(nothing))


def forgo_privileges(zygote: int) -> None:
    """No new privileges by any program, no core or tracing, and death with the zygote (given by its pid).

    Raises:
        OSError: the system forbids one of them, or the zygote has died already.
    """
    prctl(_SET_NO_NEW_PRIVS, 1)
    prctl(_SET_DUMPABLE, 0)
    prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)  # after the change of user, which clears it
    if os.getppid() != zygote:
        raise ProcessLookupError("the zygote has died")
