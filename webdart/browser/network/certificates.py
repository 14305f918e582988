"""Checks which certificates to trust beyond the public authorities.

The operator may name further authorities (`ca_file`), usually a company's own. Our own client and the connection to the
upstream proxy check against them directly. Chromium takes no authorities from a file, so each declared host is asked
for its certificate before the browser starts, the certificate is checked here in full (chain, name, time), and the
browser is told to trust that one key. A key that was not checked here is never trusted.
"""

import asyncio
import base64
import hashlib
import ssl
from collections.abc import Iterable, Iterator

from msgspec import Struct

from webdart.browser.network.hosts import Endpoint
from webdart.errors import UsageError

_SECONDS = 10.0


class Authorities(Struct, frozen=True):
    """Certificate authorities: the system's, and those of `file` (PEM)."""

    file: str | None = None

    def context(self) -> ssl.SSLContext:
        """What a TLS connection of ours is checked against.

        Raises:
            UsageError: the file can't be read, or holds no certificate.
        """
        context = ssl.create_default_context()
        if self.file is not None:
            try:
                context.load_verify_locations(self.file)
            except (OSError, ssl.SSLError) as error:
                why = "there is no such file" if isinstance(error, FileNotFoundError) else f"can't be used: {error}"
                raise UsageError(
                    f"ca_file: {self.file}: {why}", hint="name a file of certificates in PEM form"
                ) from error
        return context


async def believed_keys(hosts: Iterable[Endpoint], authorities: Authorities, egress: str) -> tuple[str, ...]:
    """The keys of those hosts whose certificate only the named authorities vouch for, as Chromium is told them.

    The hosts are asked through the proxy at `egress`. One that does not answer, or that none vouches for, is left to
    the browser, which will say what is wrong.

    Raises:
        UsageError: the file of authorities can't be used.
    """
    wide, plain = authorities.context(), ssl.create_default_context()
    if authorities.file is None:
        return ()
    found = await asyncio.gather(*(_key_of(host, wide, plain, egress) for host in hosts))
    return tuple(dict.fromkeys(key for key in found if key))


async def _key_of(host: Endpoint, wide: ssl.SSLContext, plain: ssl.SSLContext, egress: str) -> str:
    if await _certificate(host, plain, egress):
        return ""  # believed anyway
    certificate = await _certificate(host, wide, egress)
    return base64.b64encode(hashlib.sha256(_public_key(certificate)).digest()).decode() if certificate else ""


async def _certificate(host: Endpoint, context: ssl.SSLContext, egress: str) -> bytes:
    """The certificate of a host (DER) if it holds before `context`; else nothing."""
    place = f"[{host.host}]:{host.port}" if ":" in host.host else f"{host.host}:{host.port}"
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(_SECONDS):
            address, _, port = egress.removeprefix("http://").rpartition(":")
            reader, writer = await asyncio.open_connection(address, int(port))
            writer.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n", 1)[0]:
                return b""
            await writer.start_tls(context, server_hostname=host.host)
            told: ssl.SSLObject = writer.get_extra_info("ssl_object")
            return told.getpeercert(binary_form=True) or b""
    except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
        return b""
    finally:
        if writer is not None:
            writer.transport.abort()


# -- just enough of DER (X.690) to find the key in a certificate (RFC 5280, section 4.1) ------------------------------


def _public_key(certificate: bytes) -> bytes:
    """The SubjectPublicKeyInfo of a certificate, as it stands there."""
    outer = next(_parts(certificate))[1]
    signed = next(_parts(outer))[1]
    fields = [whole for whole, _ in _parts(signed)]
    versioned = fields[0][0] == _VERSION
    return fields[6 if versioned else 5]


_VERSION = 0xA0  # [0] EXPLICIT, the one optional field before the key


def _parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The values that stand one after another: each whole, and its content."""
    place = 0
    while place < len(data):
        length, start = data[place + 1], place + 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[place + 2 : start], "big")
        yield data[place : start + length], data[start : start + length]
        place = start + length
