"""Compare srcad with MindSpore, on the small program that each name has in the tests.

    <python with MindSpore> tools/oracles/compare_with_mindspore.py run real.npz
    srcad run tools/oracles/compare_with_mindspore.py run ours.npz
    python tools/oracles/compare_with_mindspore.py compare real.npz ours.npz

The programs are those of tests/compatibility_*.py, of a line with several names one for
each: the outputs, and the gradients of a weighed sum of them, in float32; then the
outputs at level "auto" of mixed precision. Names behind the file are run alone.
MindSpore is a big download and wants another NumPy, so it has an environment of its
own (``make oracles-mindspore``), and this is not part of ``make test``. ``compare``
exits 1 where a number or a dtype differs: what draws random numbers is left out, what
srcad refuses at level "auto" is counted, and what is said to differ
(tools/compatibility/differences.py).
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compatibility.differences import DIFFERENCES, OF_GRADIENTS

from tests import (
    compatibility_rows,
    compatibility_rows_layers,
    compatibility_rows_of_steps,
)
from tests.compatibility_calls import EACH_ROW
from tests.compatibility_rows import Row

ROWS = compatibility_rows.ROWS | compatibility_rows_layers.ROWS
ROWS |= compatibility_rows_of_steps.ROWS
ROWS |= EACH_ROW

# MindSpore takes a function for the one that it has differentiated at its address.
ALIVE: list[Any] = []
# Between the name and the number of an output at this level.
AUTO = "auto"
RANDOM = ("nn.Dropout", "ops.Dropout2D")


def flat(item: Any) -> list[Any]:
    """Return the leaves of nested tuples and lists."""
    if isinstance(item, (tuple, list)):
        return [leaf for part in item for leaf in flat(part)]
    return [item]


def run(path: str) -> None:
    """Run every program on the ``mindspore`` that there is, and keep what it gives."""
    import mindspore

    kept: dict[str, Any] = {}
    only = sys.argv[3:]
    for name, row in ROWS.items():
        if only and name.partition(" ")[0] not in only:
            continue
        if name in RANDOM:
            continue
        for take in (results, gradients, automatic):
            try:
                kept.update(take(mindspore, name, row))
            except Exception as error:
                said = f"{type(error).__name__}: {str(error).strip()[:200]}"
                print(f"{name}, {take.__name__}: {said}")
    np.savez(path, **kept)
    print(f"{len(kept)} arrays of {len(ROWS)} programs")


def results(ms: Any, name: str, row: Row) -> dict[str, np.ndarray]:
    """Return the outputs of a program, by what they are."""
    program = row.make(ms)
    outputs = flat(program(*[ms.Tensor(single(array)) for array in row.inputs]))
    return {f"{name} out {k}": leaf.asnumpy() for k, leaf in enumerate(outputs)}


def gradients(ms: Any, name: str, row: Row) -> dict[str, np.ndarray]:
    """Return the gradients of a weighed sum of what is floating or complex."""
    program = row.make(ms)
    inputs = [ms.Tensor(single(array)) for array in row.inputs]
    outputs = flat(program(*inputs))
    floats = [k for k, array in enumerate(row.inputs) if array.dtype.kind == "f"]
    if not floats or all(leaf.asnumpy().dtype.kind not in "fc" for leaf in outputs):
        return {}
    loss = loss_of(ms, program)
    ALIVE.append((program, loss))
    gradient = ms.grad(loss, tuple(floats))(*inputs)
    return {
        f"{name} grad {k}": part.asnumpy()
        for k, part in zip(floats, flat(gradient), strict=True)
    }


def automatic(ms: Any, name: str, row: Row) -> dict[str, np.ndarray]:
    """Return the outputs of a program at level "auto" of mixed precision."""
    from mindspore import amp

    program = row.make(ms)

    def function(*given: Any) -> Any:
        return program(*given)

    mixed = amp.auto_mixed_precision(function, "auto")
    outputs = flat(mixed(*(ms.Tensor(single(array)) for array in row.inputs)))
    return {f"{name} {AUTO} {k}": leaf.asnumpy() for k, leaf in enumerate(outputs)}


def single(array: np.ndarray) -> np.ndarray:
    """Return floats as float32, anything else as it is."""
    return array.astype(np.float32) if array.dtype.kind == "f" else array


def loss_of(ms: Any, program: Callable[..., Any]) -> Callable[..., Any]:
    """A weighed sum of what is floating among the outputs."""

    def loss(*given: Any) -> Any:
        total = 0.0
        for leaf in real_parts(ms, flat(program(*given))):
            if leaf.dtype in (ms.float16, ms.float32, ms.float64):
                weights = np.cos(np.arange(float(np.prod(leaf.shape))))
                weights = weights.reshape(leaf.shape).astype(np.float32)
                total = total + (leaf * ms.Tensor(weights)).sum()
        return total

    return loss


def real_parts(ms: Any, leaves: list[Any]) -> list[Any]:
    """What is complex taken apart."""
    parts = []
    for leaf in leaves:
        if leaf.dtype in (ms.complex64, ms.complex128):
            parts += [ms.ops.real(leaf), ms.ops.imag(leaf)]
        else:
            parts += [leaf]
    return parts


def compare(real: str, ours: str) -> int:
    """Print what differs; 1 where something does."""
    first, second = np.load(real), np.load(ours)
    different = refused = known = 0
    for key in first.files:
        want = first[key]
        half = f" {AUTO} " in key
        said = DIFFERENCES.get(key.partition(" ")[0])
        if said and (" grad " in key or said not in OF_GRADIENTS):
            known += 1
        elif half and key not in second.files:
            refused += 1
        elif key not in second.files:
            different += 1
            print(f"{key}: missing")
        elif (have := second[key]).dtype != want.dtype or have.shape != want.shape:
            different += 1
            print(f"{key}: {have.dtype}{have.shape}, not {want.dtype}{want.shape}")
        elif not np.allclose(have, want, *((2e-3, 1e-3) if half else (1e-4, 1e-5))):
            different += 1
            print(f"{key}: differs by {np.abs(have - want).max():.3g}")
    told = f"{different} different, {refused} refused at level 'auto', "
    told += f"{known} of names that are said to differ"
    print(f"{len(first.files)} arrays compared, {told}")
    return int(different > 0)


if __name__ == "__main__":
    if sys.argv[1] == "run":
        run(sys.argv[2])
    else:
        sys.exit(compare(*sys.argv[2:]))
