"""A zygote for tests alone: its children also run plain Python and unjudged SQL, and can leave layers out.

It shows what the outer walls hold when everything inside them has given way. Nothing in the package names it; a
workflow can't reach it, because only the sandbox's own constructor chooses what a zygote runs.
"""

import _thread
import asyncio
import builtins
import codecs
import contextlib
import ctypes
import errno
import fcntl
import gc
import io
import json
import mmap
import os
import pickle
import random
import re
import resource
import select
import signal
import socket
import statistics
import string
import struct
import subprocess
import sys
import threading
import time
import traceback
import urllib.request
from collections.abc import Generator
from dataclasses import replace
from types import ModuleType
from typing import cast

from webdart_sandbox import child, zygote
from webdart_sandbox.answer_frames import frames
from webdart_sandbox.jobs import Failed
from webdart_sandbox.protocol import send_frames
from webdart_sandbox.walls import landlock, seccomp
from webdart_sandbox.walls.linux import syscall

_LOADED: tuple[ModuleType, ...] = (
    *(_thread, asyncio, builtins, codecs, ctypes, fcntl, gc, io, json, mmap, os, pickle, random, re, resource),
    *(select, signal, socket, statistics, string, struct, subprocess, sys, threading, time, urllib.request),
)


def main() -> None:
    """Serve as the real zygote does."""
    zygote.main({"sql": _sql, "script": _script, "trial": child.RUNNERS["trial"], "plain": _plain, "raw": _raw})


def _opened(task: child.Task) -> child.Task:
    """The task with the layers left out, and those of the machine broken, that its header names."""
    for layer in cast("list[str]", task.header.get("lacking", [])):
        broken = {"landlock": (landlock, "restrict"), "seccomp": (seccomp, "install")}
        setattr(*broken[layer], _lacking)  # in this one child
    without = frozenset(cast("list[str]", task.header.get("without", [])))
    return replace(task, cell=replace(task.cell, without=without))


def _lacking(*_arguments: object) -> None:
    raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))


def _sql(task: child.Task) -> child.Reply:
    return child.RUNNERS["sql"](_opened(task))


def _script(task: child.Task) -> child.Reply:
    return child.RUNNERS["script"](_opened(task))


def _plain(task: child.Task) -> child.Reply:
    """Python without the inner layer."""
    _opened(task).confine(with_database=False)
    namespace: dict[str, object] = {module.__name__: module for module in _LOADED}
    namespace |= {"libc": ctypes.CDLL(None, use_errno=True), "call": syscall, "source": task.text("source")}

    def send(frame: bytes) -> None:
        send_frames(task.wire, [frame])

    namespace |= {"send": send}
    namespace |= {"tables": {}, "params": {}, "sql": _no_rows, "answer": None}
    with _told():
        exec(task.text("source"), namespace)
    return child.Reply({"done": True}, frames([str(namespace["answer"]), ""], task.cell.limits))


def _raw(task: child.Task) -> child.Reply:
    """SQL that nobody judged, on the locked connection."""
    limits = task.cell.limits
    connection = _opened(task).confine(with_database=True)
    assert connection is not None
    rows: list[object] = []
    with _told():
        connection.execute("CREATE TABLE t AS SELECT 1 AS a, 'x' AS b")
        for statement in connection.extract_statements(task.text("source")):
            rows = cast("list[object]", connection.execute(statement).fetchall())
    return child.Reply({"done": True}, frames([str(rows[:100]), ""], limits))


def _no_rows(*_statement: object) -> list[object]:
    return []


@contextlib.contextmanager
def _told() -> Generator[None]:
    try:
        yield
    except (MemoryError, Failed):
        raise
    except BaseException as error:  # noqa: BLE001 - an attack can raise anything
        raise Failed("".join(traceback.format_exception_only(error))) from None
