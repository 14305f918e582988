"""A server that speaks the OpenAI wire format and says, or breaks, what a test tells it to."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast

_READ_SECONDS = 30.0


@dataclass(frozen=True, kw_only=True)
class Act:
    """What the server does with one request; `refuses` names members of a body that are answered 400."""

    reply: object = field(default_factory=dict[str, object])  # a text as it is, anything else as JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    error: Mapping[str, object] | None = None
    finish: str = "stop"
    usage: Mapping[str, object] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})
    logprobs: Sequence[Mapping[str, object]] | None = None
    hangs: bool = False
    drops: bool = False
    broken: bool = False


Answering = Callable[[Mapping[str, Any]], Act]


class Wire:
    """Acts in order, then goes on with the last; or asks a function for each. `bodies` are the requests seen."""

    def __init__(self, acts: Sequence[Act] | Answering) -> None:
        self._acts = acts
        self.bodies: list[dict[str, Any]] = []
        self.asked = threading.Event()
        self.keys: list[str] = []
        self.released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def seen(self, count: int) -> int:
        """How many requests came, once as many did: what was sent may be read after its sender has gone."""
        ends = time.monotonic() + _READ_SECONDS
        while len(self.bodies) < count and time.monotonic() < ends:
            time.sleep(0.01)
        return len(self.bodies)

    def act(self, body: dict[str, Any], key: str) -> Act:
        self.bodies.append(body)
        self.asked.set()
        self.keys.append(key)
        if callable(self._acts):
            return self._acts(body)
        return self._acts[min(len(self.bodies), len(self._acts)) - 1]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        wire = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = cast("dict[str, Any]", json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                act = wire.act(body, self.headers.get("Authorization", ""))
                if act.hangs:
                    wire.released.wait(30)
                if act.hangs or act.drops:
                    self.close_connection = True
                    return
                raw = json.dumps(answer(body, act)).encode()
                raw = raw[: len(raw) // 2] if act.broken else raw
                self.send_response(act.status)
                for name, value in {"Content-Type": "application/json", **act.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
                del format, args

        return Handler


def answer(body: Mapping[str, Any], act: Act) -> dict[str, object]:
    """The body of an answer."""
    if act.error is not None:
        return {"error": act.error}
    text = act.reply if isinstance(act.reply, str) else json.dumps(act.reply)
    message: dict[str, object] = {"role": "assistant", "content": text}
    if "tools" in body:
        call = {"id": "c1", "type": "function", "function": {"name": "reply", "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice: dict[str, object] = {"index": 0, "message": message, "finish_reason": act.finish}
    if act.logprobs is not None:
        choice["logprobs"] = {"content": list(act.logprobs)}
    told: dict[str, object] = {"id": "1", "object": "chat.completion", "model": body["model"], "choices": [choice]}
    return told if act.usage is None else told | {"usage": act.usage}


def refusing(reply: object, *members: str) -> Answering:
    """A server that answers 400 to bodies that have one of these (`json_schema`, `tools`, `temperature`, …)."""

    def answered(body: Mapping[str, Any]) -> Act:
        text = json.dumps({name: value for name, value in body.items() if name != "messages"})
        named = next((member for member in members if f'"{member}"' in text), None)
        if named is not None:
            said = f"'{named}' is not supported by this server"
            return Act(status=400, error={"message": said, "type": "invalid_request_error"})
        return Act(reply=reply)

    return answered
