"""The captured arrays of a module, in the ``.npz`` that lies beside it.

The file is what ``np.load`` reads. Equal arrays give equal bytes: it has no dates.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from codegen.description import GENERATED
from codegen.files import read_text, write_atomically
from srcad.cli.output import CommandError

if TYPE_CHECKING:
    from srcad.cli.workspace import Outcome

_EARLIEST = (1980, 1, 1, 0, 0, 0)


def captured_path(module: Path) -> Path:
    """Where a module looks for its captured arrays: ``mlp_captured.npz`` beside
    ``mlp_backward.py``."""
    return module.with_name(f"{module.stem.removesuffix('_backward')}_captured.npz")


def captured_keys(outcome: Outcome) -> list[str]:
    """The keys of the arrays that the module of a target captures."""
    return [] if outcome.built is None else list(outcome.built.manifest["captured"])


def write_captured(outcome: Outcome, module: Path) -> dict[Path, str]:
    """Write the arrays as they are now, and say what was done: "wrote", "unchanged".

    Those of an older module that lies there go, where this one has none ("removed").
    Raises OSError where the file cannot be written.
    """
    from srcad.build import handed_by

    path = captured_path(module)
    if not captured_keys(outcome):
        if not (path.is_file() and _loads(module)):
            return {}
        path.unlink()
        return {path: "removed"}
    assert outcome.prepared is not None
    assert outcome.built is not None
    arrays = handed_by(outcome.prepared.request, outcome.built).captured
    content = npz(arrays)
    try:
        same = path.read_bytes() == content
    except OSError:
        same = False
    if not same:
        write_atomically(path, content)
    return {path: "unchanged" if same else "wrote"}


def npz(arrays: Mapping[str, Any]) -> bytes:
    """The content of an ``.npz`` file with these arrays, in this order."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for key, array in arrays.items():
            info = zipfile.ZipInfo(f"{key}.npy", _EARLIEST)
            info.external_attr = 0o600 << 16
            # The system that made it is written into the file too.
            info.create_system = 3
            native = np.asarray(array)
            native = native.astype(native.dtype.newbyteorder("="), copy=False)
            with archive.open(info, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, native, allow_pickle=False)
    return content.getvalue()


def refuse_to_replace_arrays(outcome: Outcome, module: Path) -> None:
    """Refuse to write captured arrays over a file of somebody else's: over one that no
    module beside it loads, and that has not these arrays, as it has where a module was
    not written after them. Raises CommandError."""
    path, keys = captured_path(module), captured_keys(outcome)
    ours = _loads(module) or _holds(path, keys)
    if keys and path.exists() and not ours:
        message = f"{path.as_posix()} is loaded by no module that srcad has written"
        help = "delete it, or write into another folder: -o DIR"
        raise CommandError(f"{message}; {help}")


def _holds(path: Path, keys: list[str]) -> bool:
    """Whether a file has the arrays of these keys, and nothing else."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist() == [f"{key}.npy" for key in keys]
    except (OSError, zipfile.BadZipFile):
        return False


def _loads(module: Path) -> bool:
    """Whether what is to be replaced is a module of srcad's that loads arrays."""
    try:
        text = read_text(module)
    except (OSError, UnicodeDecodeError):
        return False
    return text.startswith(GENERATED) and "def load_captured(" in text
