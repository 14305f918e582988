"""A plugin of Datasette that notes every request with an unsafe method in the file that its settings name."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Protocol, cast

from datasette import hookimpl

Scope = MutableMapping[str, object]
Asgi = Callable[[Scope, object, object], Awaitable[None]]


class _Datasette(Protocol):
    def plugin_config(self, plugin_name: str) -> dict[str, str]: ...


@hookimpl
def asgi_wrapper(datasette: _Datasette) -> Callable[[Asgi], Asgi]:
    """Look at each request before Datasette does."""
    file = Path(datasette.plugin_config("received")["file"])

    def wrap(application: Asgi) -> Asgi:
        async def noting(scope: Scope, receive: object, send: object) -> None:
            if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
                headers = dict(cast("list[tuple[bytes, bytes]]", scope["headers"]))
                encodings = headers.get(b"accept-encoding", b"").decode()
                asked = {"method": scope["method"], "path": scope["path"], "fields": {}, "encodings": encodings}
                line = json.dumps(asked)
                with file.open("a", encoding="utf-8") as received:  # noqa: ASYNC230 - one line, in a test's server
                    received.write(line + "\n")
            await application(scope, receive, send)

        return noting

    return wrap
