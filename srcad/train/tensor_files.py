"""Files of arrays by their names: safetensors, and NumPy's npz.

A file of safetensors is the length of a header in eight bytes, the header, which is
JSON with the dtype, shape and place of each array, and the arrays.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["npz_bytes", "read_npz", "read_safetensors", "safetensors_bytes"]

Array = np.ndarray[Any, Any]
TYPES = {
    "BOOL": "?",
    "I8": "i1",
    "I16": "<i2",
    "I32": "<i4",
    "I64": "<i8",
    "U8": "u1",
    "U16": "<u2",
    "U32": "<u4",
    "U64": "<u8",
    "F16": "<f2",
    "F32": "<f4",
    "F64": "<f8",
    "C64": "<c8",
}
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}
METADATA = "__metadata__"


def safetensors_bytes(entries: Mapping[str, Array]) -> bytes:
    """Return the file of arrays, in the order of their names.

    Raises ValueError for a dtype that the format lacks.
    """
    # MindSpore's readers ask for this.
    header: dict[str, Any] = {METADATA: {"format": "ms"}}
    parts: list[bytes] = []
    end = 0
    for name in sorted(entries):
        array = entries[name]
        kind = array.dtype.newbyteorder("<")
        if kind not in NAMES:
            raise ValueError(f"safetensors has no arrays of {array.dtype}: {name}.")
        content = np.ascontiguousarray(array.astype(kind, copy=False)).tobytes()
        header[name] = {
            "dtype": NAMES[kind],
            "shape": list(array.shape),
            "data_offsets": [end, end + len(content)],
        }
        end += len(content)
        parts.append(content)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join((struct.pack("<Q", len(text)), text, *parts))


def read_safetensors(text: bytes) -> dict[str, Array]:
    """Return the arrays by their names. Raises ValueError for what is no such file."""
    try:
        (length,) = struct.unpack("<Q", text[:8])
        header = json.loads(text[8 : 8 + length])
        data = text[8 + length :]
        found: dict[str, Array] = {}
        for name, entry in header.items():
            if name == METADATA:
                continue
            if entry["dtype"] not in TYPES:
                message = f"`{name}` has the dtype {entry['dtype']}, which srcad lacks."
                raise _Unknown(message)
            start, end = entry["data_offsets"]
            if not 0 <= start <= end <= len(data):
                raise ValueError("an array is outside of it")
            array = np.frombuffer(data[start:end], TYPES[entry["dtype"]])
            array = array.reshape(entry["shape"])
            found[name] = array.astype(array.dtype.newbyteorder("="))
    except _Unknown:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ValueError(f"This is not a file of safetensors: {error}.") from None
    return found


class _Unknown(ValueError):
    """A dtype that NumPy lacks."""


def npz_bytes(entries: Mapping[str, Array]) -> bytes:
    """Return the file that ``np.savez`` writes."""
    file = io.BytesIO()
    np.savez(file, **dict[str, Any](entries))
    return file.getvalue()


def read_npz(text: bytes) -> dict[str, Array]:
    """Return the arrays by their names. Raises ValueError for what is no such file."""
    try:
        with np.load(io.BytesIO(text), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"This is not a file of np.savez: {error}.") from None
