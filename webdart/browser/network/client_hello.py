"""Reads which protocols a browser offers inside a TLS tunnel, before anything in it is secret.

The first message of TLS names them in the clear (RFC 8446 section 4.1.2, RFC 7301). Chromium offers HTTP/2 wherever it
loads a page, and HTTP/1.1 alone where it opens a WebSocket: that is how a tunnel for a socket is recognised.
"""

import asyncio

_HEADER = 5  # bytes of a record's header: type, version, length
_HANDSHAKE = 0x16
_CLIENT_HELLO = 1
_ALPN = 16
_CHUNK = 65536
_MOST = 3 * 16384  # bytes that a first message may have


async def client_hello(first: bytes, reader: asyncio.StreamReader) -> bytes:
    """The bytes of the first message, `first` and as many more as belong to it; fewer where the peer ends it there."""
    data = first
    while len(data) < _MOST and not _is_whole(data):
        more = await reader.read(_CHUNK)
        if not more:
            break
        data += more
    return data


def offered(data: bytes) -> frozenset[bytes] | None:
    """The application protocols that a first message offers; None for what is no TLS, or is not whole."""
    message = _message(data)
    if len(message) < 4 or message[0] != _CLIENT_HELLO:
        return None
    try:
        return frozenset(_protocols(message[4:]))
    except IndexError:
        return None


def _is_whole(data: bytes) -> bool:
    """Whether the whole message is there; what is no handshake needs no more."""
    if data[:1] != bytes([_HANDSHAKE]):
        return bool(data)
    message = _message(data)
    return len(message) >= 4 and len(message) >= 4 + int.from_bytes(message[1:4])


def _message(data: bytes) -> bytes:
    """What the records carry, put together."""
    found = b""
    while len(data) >= _HEADER and data[0] == _HANDSHAKE:
        end = _HEADER + int.from_bytes(data[3:5])
        found += data[_HEADER:end]
        data = data[end:]
    return found


def _protocols(hello: bytes) -> list[bytes]:
    place = 2 + 32  # version, random
    place += 1 + hello[place]  # session
    place += 2 + int.from_bytes(hello[place : place + 2])  # cipher suites
    place += 1 + hello[place]  # compression
    end = place + 2 + int.from_bytes(hello[place : place + 2])
    place += 2
    while place + 4 <= min(end, len(hello)):
        kind, size = int.from_bytes(hello[place : place + 2]), int.from_bytes(hello[place + 2 : place + 4])
        if kind == _ALPN:
            return _names(hello[place + 6 : place + 4 + size])
        place += 4 + size
    return []


def _names(listed: bytes) -> list[bytes]:
    found: list[bytes] = []
    while listed:
        found.append(listed[1 : 1 + listed[0]])
        listed = listed[1 + listed[0] :]
    return found
