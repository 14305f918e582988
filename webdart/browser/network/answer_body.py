"""Reads the body of an answer to our own client: decoded, and never more of it than was allowed for.

A few bytes can decode to gigabytes, more so where they are encoded twice: it is decoded piece by piece, once.
"""

import zlib
from collections.abc import AsyncIterator, Mapping
from typing import Protocol

ACCEPTED = "gzip, deflate"
"""What an answer may be encoded by: the value of Accept-Encoding."""

_GZIP = 16 + zlib.MAX_WBITS
_PLAIN = frozenset({"", "identity"})


class TooLarge(Exception):
    """The body is longer than was allowed for."""


class Undecodable(Exception):
    """The body is not what its head says, or is encoded otherwise than was asked for."""


class Answer(Protocol):
    """An answer whose body is to be read."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Its headers, whatever their case."""
        ...

    def aiter_raw(self) -> AsyncIterator[bytes]:
        """The body in pieces, as it is encoded."""
        ...


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unconsumed_tail(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = 0, /) -> bytes: ...


async def body_of(answer: Answer, most: int) -> bytes:
    """The whole body, at most so many bytes.

    Raises:
        TooLarge, Undecodable: as they say. httpx.HTTPError: it did not come whole.
    """
    body = bytearray()
    async for chunk in _decoded(answer, most):
        body += chunk
        if len(body) > most:
            raise TooLarge
    return bytes(body)


async def beginning_of(answer: Answer, most: int) -> bytes:
    """The first bytes of a body; what is behind them is not waited for.

    Raises:
        Undecodable: as it says. httpx.HTTPError: they did not come.
    """
    body = bytearray()
    async for chunk in _decoded(answer, most):
        body += chunk
        if len(body) >= most:
            break
    return bytes(body[:most])


async def _decoded(answer: Answer, most: int) -> AsyncIterator[bytes]:
    """The body in pieces, none longer than one byte more than `most`."""
    encoding = answer.headers.get("content-encoding", "").strip().lower()
    if encoding in _PLAIN:
        async for chunk in answer.aiter_raw():
            yield chunk
        return
    decoder: _Decoder | None = None
    try:
        async for chunk in answer.aiter_raw():
            decoder = decoder or _decoder_of(encoding, chunk)
            if decoder.eof:  # what stands behind the end is no part of it: browsers drop it, zlib keeps it all
                continue
            yield decoder.decompress(chunk, most + 1)
            while decoder.unconsumed_tail:
                yield decoder.decompress(decoder.unconsumed_tail, most + 1)
    except zlib.error as error:
        raise Undecodable(str(error)) from error
    if decoder is not None and not decoder.eof:
        raise Undecodable("it is cut off")


def _decoder_of(encoding: str, first: bytes) -> _Decoder:
    if encoding in ("gzip", "x-gzip"):
        return zlib.decompressobj(_GZIP)
    if encoding == "deflate":  # with zlib's head, or, from some servers, without
        return zlib.decompressobj(zlib.MAX_WBITS if first[:1] == b"\x78" else -zlib.MAX_WBITS)
    raise Undecodable(f"encoded by {encoding[:60]!r}, which was not asked for")
