"""Checks that an Arrow stream can be read without harm.

The stream comes from a child that has run an untrusted program. Arrow checks its own framing; two things are left:
compressed buffers, which may unfold to any size, and values that lie outside their buffers.
"""

import struct

import pyarrow as pa

from webdart_sandbox.protocol import open_stream

_HEADER_FIELD, _COMPRESSION_FIELD, _DICTIONARY_DATA_FIELD = 2, 3, 1


def read_checked(payload: bytes) -> pa.Table:
    """The table of a stream, its buffers uncompressed and every value within them.

    Raises:
        pyarrow.ArrowException: it is no such stream.
    """
    for message in pa.ipc.MessageReader.open_stream(payload):
        if message.type != "schema" and _compressed(message.metadata.to_pybytes(), message.type == "dictionary"):
            raise pa.ArrowInvalid("its buffers are compressed")
    table = open_stream(payload).read_all()
    table.validate(full=True)
    return table


def _compressed(metadata: bytes, dictionary: bool) -> bool:  # noqa: FBT001 - one private caller
    """Whether the flatbuffer of a message (Message.fbs of the Arrow format) says that its body is compressed."""
    try:
        batch = _field(metadata, _offset(metadata, 0), _HEADER_FIELD)
        if dictionary and batch:
            batch = _field(metadata, batch, _DICTIONARY_DATA_FIELD)
        return batch == 0 or _field(metadata, batch, _COMPRESSION_FIELD) != 0
    except struct.error as error:
        raise pa.ArrowInvalid("a message without a header") from error


def _offset(metadata: bytes, position: int) -> int:
    """The place that an unsigned offset at `position` points to."""
    return position + struct.unpack_from("<I", metadata, position)[0]


def _field(metadata: bytes, table: int, index: int) -> int:
    """The place of a table's field that is a table itself; 0 where the field is not there."""
    vtable = table - struct.unpack_from("<i", metadata, table)[0]
    size = struct.unpack_from("<H", metadata, vtable)[0]
    entry = 4 + 2 * index
    if entry >= size:
        return 0
    slot = struct.unpack_from("<H", metadata, vtable + entry)[0]
    return _offset(metadata, table + slot) if slot else 0
