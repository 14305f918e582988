"""Makes Linux system calls without any package: by `ctypes`, with errno turned into OSError."""

import ctypes
import errno
import os
import platform
import sys
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Machine:
    """What differs between processors: the audit architecture and the numbers of system calls."""

    audit: int
    x32: bool
    seccomp: int
    calls: dict[str, int]


_X86_64 = """
read=0 write=1 close=3 fstat=5 poll=7 lseek=8 mmap=9 mprotect=10 munmap=11 brk=12 rt_sigaction=13 rt_sigprocmask=14
rt_sigreturn=15 readv=19 writev=20 sched_yield=24 mremap=25 madvise=28 getpid=39 sendto=44 recvfrom=45 exit=60
gettimeofday=96 getrusage=98 times=100 sigaltstack=131 prctl=157 gettid=186 futex=202 sched_getaffinity=204
restart_syscall=219 clock_gettime=228 clock_getres=229 exit_group=231 getcpu=309 getrandom=318 membarrier=324 rseq=334
clone3=435 capset=126
"""
_AARCH64 = """
read=63 write=64 close=57 fstat=80 poll=73 lseek=62 mmap=222 mprotect=226 munmap=215 brk=214 rt_sigaction=134
rt_sigprocmask=135 rt_sigreturn=139 readv=65 writev=66 sched_yield=124 mremap=216 madvise=233 getpid=172 sendto=206
recvfrom=207 exit=93 gettimeofday=169 getrusage=165 times=153 sigaltstack=132 prctl=167 gettid=178 futex=98
sched_getaffinity=123 restart_syscall=128 clock_gettime=113 clock_getres=114 exit_group=94 getcpu=168 getrandom=278
membarrier=283 rseq=293 clone3=435 capset=91
"""


def _numbers(table: str) -> dict[str, int]:
    return {name: int(number) for name, number in (entry.split("=") for entry in table.split())}


@cache
def machine() -> Machine | None:
    """This processor's numbers; None where the filter has not been written for it."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return None
    match platform.machine():
        case "x86_64":
            return Machine(audit=0xC000003E, x32=True, seccomp=317, calls=_numbers(_X86_64))
        case "aarch64":
            return Machine(audit=0xC00000B7, x32=False, seccomp=277, calls=_numbers(_AARCH64))
        case _:
            return None


@cache
def libc() -> ctypes.CDLL:
    """The C library that is loaded anyway."""
    return ctypes.CDLL(None, use_errno=True)


def syscall(number: int, *arguments: object) -> int:
    """The result of a system call; OSError where it failed, or where this is no Linux and the number means another."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return _checked(libc().syscall(ctypes.c_long(number), *map(_argument, arguments)))


def prctl(option: int, *arguments: int) -> int:
    """The result of `prctl`; OSError where it failed."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(libc().prctl(option, *(ctypes.c_ulong(argument) for argument in padded)))


def unshare(flags: int) -> None:
    """Leave the namespaces that `flags` names; OSError where that is forbidden."""
    _checked(libc().unshare(flags))


def _argument(value: object) -> object:
    return ctypes.c_ulong(value) if isinstance(value, int) else value


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
