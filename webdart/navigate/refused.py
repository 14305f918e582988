"""Was what isn't there to come from something that was refused: another host, or a socket?

Then that is said first: the page may be empty without it.
"""

from collections.abc import Iterable

from webdart.errors import NotFound, WebdartError
from webdart.pages.hosts import SOCKETS
from webdart.trace import Event


def behind_refusals(error: WebdartError, events: Iterable[Event]) -> WebdartError:
    """The same error; where something was not found and something was refused, with that and the remedy before it."""
    refused = [event.data for event in events if event.kind == "refused"]
    lines = [str(data["line"]) for data in refused if "line" in data]
    if not isinstance(error, NotFound):
        return error
    if lines:
        hosts = ", ".join(dict.fromkeys(line.removeprefix("allow: [").removesuffix("]") for line in lines))
        said, remedy = "loads from hosts that were", f"if they belong to the site: allow: [{hosts}]"
    elif any("socket" in data for data in refused):
        said, remedy = "asks for a socket that was", SOCKETS
    else:
        return error
    problem = f"the page {said} refused, without which it may be empty; {error.problem}"
    return type(error)(problem, url=error.url, hint=f"{remedy}\n  {error.hint}")
