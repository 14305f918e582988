"""Describes the operator's proxy behind ours."""

import ssl
from base64 import b64encode
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from webdart.browser.network.certificates import Authorities


class Upstream(Struct, frozen=True):
    """A proxy of the operator's, behind ours; `authorization` is the whole header value, empty for none.

    `tls` is what it is checked against where it is spoken to by TLS.
    """

    host: str
    port: int
    authorization: str = ""
    tls: ssl.SSLContext | None = None

    @classmethod
    def of(cls, address: str, authorities: Authorities) -> "Upstream":
        """The proxy at `http://user:password@host:port`, or https."""
        parts = urlsplit(address)
        user = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
        basic = f"Basic {b64encode(user.encode()).decode()}" if parts.username else ""
        secured = parts.scheme == "https"
        port = parts.port or (443 if secured else 80)
        return cls(parts.hostname or "", port, basic, authorities.context() if secured else None)
