"""Checkpoints: Parameters by their names, in a file.

``format`` is "ckpt" (MindSpore's own, which is read and written byte for byte),
"safetensors" or "npz".
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from codegen.files import write_atomically
from srcad.cell import Cell
from srcad.parameter import Parameter
from srcad.tensor import Tensor
from srcad.train import tensor_files, wire

__all__ = ["load_checkpoint", "load_param_into_net", "save_checkpoint"]

FORMATS = ("ckpt", "safetensors", "npz")


def save_checkpoint(
    save_obj: Any,
    ckpt_file_name: str | os.PathLike[str],
    integrated_save: bool = True,
    async_save: bool = False,
    append_dict: dict[str, Any] | None = None,
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    format: str = "ckpt",
    **kwargs: Any,
) -> None:
    """Write the Parameters of a Cell, of a list or of a dict to a file, whole.

    A list has dicts ``{"name": ..., "data": ...}``, a dict names and Tensors or str.
    ``append_dict`` has more of these, or numbers; ``choice_func`` says by name what is
    written. The file gets the ending of its format. What is about threads and parallel
    runs has no effect.

    Raises TypeError for another object, ValueError for ``enc_key`` (files are not
    encrypted here), an unknown format, and strings in other formats than "ckpt".
    """
    _check(format, enc_key)
    entries = _entries(save_obj)
    if choice_func is not None:
        entries = {name: one for name, one in entries.items() if choice_func(name)}
    for name, one in (append_dict or {}).items():
        entries[name] = one if isinstance(one, str) else _array(name, one)
    path = os.fspath(ckpt_file_name)
    if not path.endswith(f".{format}"):
        path = f"{path}.{format}"
    if format == "ckpt":
        write_atomically(Path(path), wire.encoded(entries, crc_check))
        return
    strings = [name for name, one in entries.items() if isinstance(one, str)]
    if strings:
        raise ValueError(f"The format {format!r} has no strings: {strings}.")
    write = (
        tensor_files.npz_bytes if format == "npz" else tensor_files.safetensors_bytes
    )
    write_atomically(Path(path), write(entries))


def _check(format: str, key: bytes | None) -> None:
    if format not in FORMATS:
        raise ValueError(f"The format of a checkpoint is one of {FORMATS}: {format!r}.")
    if key is not None:
        raise ValueError("srcad does not encrypt checkpoints, nor decrypt them.")


def _entries(given: Any) -> dict[str, Any]:
    """What is written, by its names."""
    pairs: Iterable[Any]
    if isinstance(given, Cell):
        given.check_names()
        pairs = [(parameter.name, parameter) for parameter in given.get_parameters()]
    elif isinstance(given, dict):
        pairs = given.items()
    elif isinstance(given, list):
        for one in given:
            if not isinstance(one, dict) or not {"name", "data"} <= set(one):
                raise TypeError(
                    "For 'save_checkpoint', the element of a list must be a dict with "
                    "'name' and 'data'."
                )
        pairs = [(one["name"], one["data"]) for one in given]
    else:
        raise TypeError(
            "For 'save_checkpoint', the argument 'save_obj' must be list, dict or "
            f"nn.Cell, but got {type(given)}."
        )
    found: dict[str, Any] = {}
    for name, one in pairs:
        if not isinstance(name, str):
            raise TypeError(
                f"For 'save_checkpoint', a name must be a str, but got {type(name)}."
            )
        found[name] = one if isinstance(one, str) else _array(name, one)
    return found


def _array(name: str, given: Any) -> Any:
    if isinstance(given, Tensor):
        return given.asnumpy()
    if isinstance(given, (np.ndarray, bool, int, float, list)):
        return Tensor(given).asnumpy()
    raise TypeError(
        f"For 'save_checkpoint', `{name}` must be a Tensor, a number or a str, but got "
        f"{type(given)}."
    )


def load_checkpoint(
    ckpt_file_name: str | os.PathLike[str],
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: Any = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: Any = None,
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    remove_redundancy: bool = False,
    format: str = "ckpt",
) -> dict[str, Any]:
    """Return the Parameters of a file by their names, strings as they are.

    With ``net`` they are loaded into it. ``specify_prefix`` and ``filter_prefix``, a
    str or several, say by how names begin what is read and what is not; a checksum in
    the file is always looked at.

    Raises ValueError where nothing is left, for what is no such file, and for
    ``dec_key``.
    """
    path = os.fspath(ckpt_file_name)
    if format == "ckpt" and path.endswith((".safetensors", ".npz")):
        format = path.rpartition(".")[2]
    _check(format, dec_key)
    if not Path(path).is_file():
        raise ValueError(f"For 'load_checkpoint', the file {path} does not exist.")
    text = Path(path).read_bytes()
    read: Callable[[bytes], dict[str, Any]] = {
        "ckpt": wire.decoded,
        "safetensors": tensor_files.read_safetensors,
        "npz": tensor_files.read_npz,
    }[format]
    found: dict[str, Any] = {}
    for name, one in read(text).items():
        if specify_prefix and not name.startswith(_prefixes(specify_prefix)):
            continue
        if filter_prefix and name.startswith(_prefixes(filter_prefix)):
            continue
        if choice_func is not None and not choice_func(name):
            continue
        found[name] = one if isinstance(one, str) else Parameter(Tensor(one), name)
    if not found:
        raise ValueError(
            "The loaded parameter dict is empty after filter or specify, please check "
            "whether 'filter_prefix' or 'specify_prefix' are set correctly."
        )
    if net is not None:
        load_param_into_net(net, found, strict_load)
    return found


def _prefixes(given: Any) -> tuple[str, ...]:
    prefixes = (given,) if isinstance(given, str) else tuple(given)
    if not all(isinstance(prefix, str) and prefix for prefix in prefixes):
        raise ValueError("For 'load_checkpoint', a prefix must be a str with letters.")
    return prefixes


def load_param_into_net(
    net: Cell,
    parameter_dict: dict[str, Any],
    strict_load: bool = False,
    remove_redundancy: bool = False,
) -> tuple[list[str], list[str]]:
    """Give Parameters the elements of those of the same names.

    Floats become the Parameter's floats and integers its integers, unless
    ``strict_load``. Returns the names in ``net`` that were not loaded, and those in
    ``parameter_dict``.

    Raises TypeError for other objects, RuntimeError for another shape or dtype.
    """
    if not isinstance(net, Cell):
        raise TypeError(
            "For 'load_param_into_net', the argument 'net' should be a Cell, but got "
            f"{type(net)}."
        )
    if not isinstance(parameter_dict, dict):
        raise TypeError(
            "For 'load_param_into_net', the argument 'parameter_dict' should be a "
            f"dict, but got {type(parameter_dict)}."
        )
    net.check_names()
    missing, left = [], dict(parameter_dict)
    for parameter in net.get_parameters():
        given = left.pop(parameter.name, None)
        if given is None:
            missing.append(parameter.name)
        elif not isinstance(given, Tensor):
            raise TypeError(
                "For 'load_param_into_net', the values of 'parameter_dict' should be "
                f"Tensors, but `{parameter.name}` is a {type(given).__name__}."
            )
        else:
            _load(parameter, given, strict_load)
    if missing:
        warnings.warn(
            f"For 'load_param_into_net', {len(missing)} parameters in the 'net' are "
            f"not loaded, because they are not in the 'parameter_dict': {missing}.",
            stacklevel=2,
        )
    return missing, list(left)


def _load(parameter: Parameter, given: Tensor, strict: bool) -> None:
    if parameter.shape != given.shape:
        raise RuntimeError(
            f"For 'load_param_into_net', {parameter.name} in the argument 'net' should "
            "have the same shape as in the argument 'parameter_dict', but they are "
            f"{parameter.shape} and {given.shape}."
        )
    have, want = given.asnumpy().dtype, parameter.asnumpy().dtype
    alike = have.kind == want.kind or {have.kind, want.kind} <= set("iu")
    if have != want and (strict or not alike):
        raise RuntimeError(
            f"For 'load_param_into_net', {parameter.name} in the argument 'net' should "
            "have the same type as in the argument 'parameter_dict', but they are "
            f"{parameter.dtype} and {given.dtype}."
        )
    parameter.set_data(given)
