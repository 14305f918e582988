"""Limits the system calls that a confined process may still make.

Only those remain that compute, hold memory, or talk over what is already open. Nothing that opens a file, makes a
socket, a process or a thread, runs another program, maps memory for execution, or sends a signal. Everything not named
fails with EPERM; another architecture's calls end the process.
"""

import ctypes
import errno
import struct
from functools import cache

from webdart_sandbox.walls.linux import Machine, machine, syscall

_ALLOWED = """
read write readv writev recvfrom sendto close fstat lseek poll
munmap brk mremap madvise futex membarrier rseq sched_yield sched_getaffinity getcpu
rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
clock_gettime clock_getres gettimeofday getrandom getpid gettid getrusage times exit exit_group
"""

_LOAD_WORD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_KILL_PROCESS, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_X32_BIT = 0x40000000
_PROT_EXEC = 4
_SET_MODE_FILTER, _TSYNC = 1, 1

_INSTRUCTION = struct.Struct("HBBI")
_Instruction = tuple[int, int, int, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install() -> None:
    """Filter every thread of this process from now on; needs no_new_privs.

    Raises:
        OSError: the kernel refused, or there is no filter for this processor.
    """
    here = machine()
    if here is None:
        raise OSError(errno.ENOSYS, "no filter for this system")
    code = program()
    straggler = syscall(
        here.seccomp, _SET_MODE_FILTER, _TSYNC, ctypes.byref(_Program(len(code) // _INSTRUCTION.size, code))
    )
    if straggler:
        raise OSError(errno.EBUSY, f"thread {straggler} could not be filtered")


@cache
def program() -> bytes:
    """The filter as the kernel takes it; empty where there is none for this processor."""
    here = machine()
    return b"" if here is None else b"".join(_INSTRUCTION.pack(*instruction) for instruction in _filter(here))


def _filter(here: Machine) -> list[_Instruction]:
    program: list[_Instruction] = [
        (_LOAD_WORD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, here.audit),
        _give(_KILL_PROCESS),
        (_LOAD_WORD, 0, 0, _NUMBER),
    ]
    if here.x32:
        program += [(_AT_LEAST, 0, 1, _X32_BIT), _give(_KILL_PROCESS)]
    for name in _ALLOWED.split():
        program += [(_EQUAL, 0, 1, here.calls[name]), _give(_ALLOW)]
    # glibc falls back to an older call when clone3 does not exist, and that one is refused
    program += [(_EQUAL, 0, 1, here.calls["clone3"]), _give(_ERRNO | errno.ENOSYS)]
    for name in ("mmap", "mprotect"):  # memory yes, code no: the third argument has the protection
        program += [
            (_EQUAL, 0, 4, here.calls[name]),
            (_LOAD_WORD, 0, 0, _FIRST_ARGUMENT + 2 * 8),
            (_ANY_BIT, 0, 1, _PROT_EXEC),
            _give(_ERRNO | errno.EPERM),
            _give(_ALLOW),
        ]
    return [*program, _give(_ERRNO | errno.EPERM)]


def _give(verdict: int) -> _Instruction:
    return (_RETURN, 0, 0, verdict)
