"""MindSpore's checkpoint files, byte for byte.

A file is one message of protobuf's: ``Checkpoint {repeated Value value = 1}``, ``Value
{string tag = 1; TensorProto tensor = 2}``, ``TensorProto {repeated int64 dims = 1;
string tensor_type = 2; bytes tensor_content = 3}``. Three messages need no library: a
field is its number and its kind, a number of seven bits a byte, or a length and bytes.

A number without axes has no dims, or ``[0]`` in files of old; a large array is several
Values of one tag, one after another; ``crc_num`` and ten bytes at the end are a
checksum of the rest.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

__all__ = ["decoded", "encoded"]

# MindSpore's names of dtypes and NumPy's, little-endian as its files are.
TYPES = {
    "Int8": "i1",
    "Int16": "<i2",
    "Int32": "<i4",
    "Int64": "<i8",
    "UInt8": "u1",
    "UInt16": "<u2",
    "UInt32": "<u4",
    "UInt64": "<u8",
    "Float16": "<f2",
    "Float32": "<f4",
    "Float64": "<f8",
    "Bool": "?",
    "Complex64": "<c8",
    "Complex128": "<c16",
}
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}
CHECKSUM = b"crc_num"
# Protobuf takes no message of 2 GB; MindSpore cuts arrays into pieces of this size.
PIECE = 512 * 1024 * 1024
BYTES, VARINT, FIXED64, FIXED32 = 2, 0, 1, 5


# --------------------------------------------------------------------------- writing


def encoded(entries: Mapping[str, Any], checksum: bool = False) -> bytes:
    """Return the file of arrays and strings by their names.

    Raises ValueError for a dtype that the format lacks.
    """
    parts: list[bytes] = []
    for name, entry in entries.items():
        if isinstance(entry, str):
            content = entry.encode("utf-32-le")
            parts.append(_value(name, [0], "str", content))
            continue
        array = np.ascontiguousarray(entry)
        kind = array.dtype.newbyteorder("<")
        if kind not in NAMES:
            raise ValueError(f"A checkpoint has no arrays of {array.dtype}: {name}.")
        content = array.astype(kind, copy=False).tobytes()
        dims = list(np.shape(entry))
        for start in range(0, max(len(content), 1), PIECE):
            piece = content[start : start + PIECE]
            parts.append(_value(name, dims, NAMES[kind], piece))
    text = b"".join(parts)
    if checksum:
        text += CHECKSUM + binascii.crc32(text).to_bytes(10, "big")
    return text


def _value(name: str, dims: list[int], kind: str, content: bytes) -> bytes:
    tensor = b"".join(_varint(1 << 3 | VARINT) + _varint(size) for size in dims)
    tensor += _field(2, kind.encode()) + _field(3, content)
    return _field(1, _field(1, name.encode()) + _field(2, tensor))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | BYTES) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*found, number))


# --------------------------------------------------------------------------- reading


def decoded(text: bytes) -> dict[str, Any]:
    """Return arrays and strings by their names.

    Raises ValueError for what is no such file, one whose checksum does not fit, and for
    dtypes that NumPy lacks.
    """
    text = _checked(text)
    found: dict[str, Any] = {}
    pieces: dict[str, list[bytes]] = {}
    kinds: dict[str, tuple[list[int], str]] = {}
    try:
        for number, _, value in _fields(text):
            if number != 1:
                raise ValueError("an unknown field")
            name, dims, kind, content = _read_value(value)
            kinds[name] = dims, kind
            pieces.setdefault(name, []).append(content)
    except (ValueError, IndexError, UnicodeDecodeError, struct.error) as error:
        raise ValueError(f"This is not a checkpoint of MindSpore's: {error}.") from None
    for name, (dims, kind) in kinds.items():
        found[name] = _entry(name, dims, kind, b"".join(pieces[name]))
    return found


def _checked(text: bytes) -> bytes:
    end = len(text) - len(CHECKSUM) - 10
    if end < 0 or text[end : end + len(CHECKSUM)] != CHECKSUM:
        return text
    expected = int.from_bytes(text[end + len(CHECKSUM) :], "big")
    if binascii.crc32(text[:end]) != expected:
        raise ValueError("The checksum of the checkpoint does not fit: it is damaged.")
    return text[:end]


def _read_value(text: Any) -> tuple[str, list[int], str, bytes]:
    fields = {number: part for number, _, part in _fields(text)}
    if 1 not in fields or 2 not in fields:
        raise ValueError("an entry without a name or a tensor")
    dims, kind, content = [], None, b""
    for number, form, part in _fields(fields[2]):
        if number == 1 and form == VARINT:
            dims.append(part)
        elif number == 1:  # packed
            at = 0
            while at < len(part):
                size, at = _read_varint(part, at)
                dims.append(size)
        elif number == 2:
            kind = bytes(part).decode()
        elif number == 3:
            content = bytes(part)
    if kind is None:
        raise ValueError("a tensor without a dtype")
    return bytes(fields[1]).decode(), dims, kind, content


def _entry(name: str, dims: list[int], kind: str, content: bytes) -> Any:
    if kind == "str":
        return content.decode("utf-32-le").rstrip("\0")
    if kind not in TYPES:
        raise ValueError(f"`{name}` has the dtype {kind}, which srcad lacks.")
    array = np.frombuffer(content, TYPES[kind])
    shape = () if dims == [0] and array.size == 1 else tuple(dims)
    try:
        return array.reshape(shape).astype(array.dtype.newbyteorder("="))
    except ValueError:
        raise ValueError(
            f"`{name}` has {array.size} elements, which are not {shape}: the "
            "checkpoint is damaged."
        ) from None


def _fields(text: Any) -> Iterator[tuple[int, int, Any]]:
    """The fields of a message: number, kind, and a number or bytes."""
    view, at = memoryview(text), 0
    while at < len(view):
        key, at = _read_varint(view, at)
        number, form = key >> 3, key & 7
        if form == VARINT:
            value, at = _read_varint(view, at)
            yield number, form, value
            continue
        if form == BYTES:
            length, at = _read_varint(view, at)
        elif form in (FIXED64, FIXED32):
            length = 8 if form == FIXED64 else 4
        else:
            raise ValueError(f"a field of the kind {form}")
        if at + length > len(view):
            raise ValueError("it ends in the middle of an entry")
        yield number, form, view[at : at + length]
        at += length


def _read_varint(view: Any, at: int) -> tuple[int, int]:
    number, shift = 0, 0
    while True:
        if at >= len(view) or shift > 63:
            raise ValueError("it ends in the middle of a number")
        byte = view[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at
