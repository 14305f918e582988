"""Runs untrusted SQL and Python in a process of their own; imports nothing of webdart.

`Sandbox().start(job).result()` runs a job in a fresh child of the zygote: Arrow in, validated Arrow or capped JSON out.
"""

from webdart_sandbox.host import Running, Sandbox
from webdart_sandbox.jobs import (
    Failed,
    Forbidden,
    Layer,
    Level,
    ScriptJob,
    ScriptResult,
    SqlJob,
    Unavailable,
)
from webdart_sandbox.limits import Exceeded, Limits
from webdart_sandbox.monty import MontyScripts

__all__ = [
    "Exceeded",
    "Failed",
    "Forbidden",
    "Layer",
    "Level",
    "Limits",
    "MontyScripts",
    "Running",
    "Sandbox",
    "ScriptJob",
    "ScriptResult",
    "SqlJob",
    "Unavailable",
]
