"""A zygote that breaks at its first request."""

from webdart_sandbox import zygote


def _broken(*_arguments: object, **_named: object) -> None:
    raise ValueError("the helper has had enough")


def main() -> None:
    """Serve as the real zygote does, up to a point."""
    zygote._fork = _broken  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    zygote.main()
