"""Tells a person what went wrong with one thing that they asked for; the studio goes on."""

from collections.abc import Callable

from msgspec import Struct

from webdart.errors import WebdartError


class ToldFailures(Struct, frozen=True):
    """Within, what webdart explains is told, and work goes on."""

    tell: Callable[[str], None]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: object) -> bool:
        if not isinstance(error, WebdartError):
            return False
        self.tell(str(error))
        return True
