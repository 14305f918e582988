"""A middleware that notes every request with an unsafe method."""

import json
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_SAFE = {"GET", "HEAD", "OPTIONS"}
_TOKEN = "csrfmiddlewaretoken"

Answer = Callable[[HttpRequest], HttpResponse]


def note_writes(answer: Answer) -> Answer:
    """Note, then answer."""
    file = Path(settings.RECEIVED)

    def noting(request: HttpRequest) -> HttpResponse:
        if request.method not in _SAFE:
            fields = {name: value for name, value in request.POST.items() if name != _TOKEN}
            encodings = request.headers.get("Accept-Encoding", "")
            asked = {"method": request.method, "path": request.path, "fields": fields, "encodings": encodings}
            line = json.dumps(asked)
            with file.open("a", encoding="utf-8") as received:
                received.write(line + "\n")
        return answer(request)

    return noting
