"""A declarative workflow engine for web chores: a website is a table, and its controls are operators.

    >>> import webdart
    >>> run = webdart.run("top.yaml", n=5)      # doctest: +SKIP
    >>> run.answer.value                        # doctest: +SKIP
    >>> run.table("products").df()              # doctest: +SKIP

Inside a running event loop, `await webdart.run_async(…)` is the same. Everything loads when it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webdart.api import Run, resume, run, run_async

__all__ = ["Run", "resume", "run", "run_async"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"webdart has no {name!r}; it has {', '.join(__all__)}")
    from webdart import api  # noqa: PLC0415 - the engine brings the browser and the database with it

    return getattr(api, name)
