"""Compare ``mint`` with PyTorch, whose names and arguments it has.

    <python with torch> tools/oracles/compare_mint_with_torch.py theirs.npz
    srcad run tools/oracles/compare_with_mindspore.py run ours.npz
    python tools/oracles/compare_with_mindspore.py compare theirs.npz ours.npz

Most of ``mint`` runs on no CPU in MindSpore. The lines of tests/compatibility_calls.py
that begin with it are run with ``torch`` in its place, the Parameters filled alike: the
outputs, and the gradients of a weighed sum of them, in float32. torch is a big download
and has an environment of its own.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from compare_with_mindspore import results

from tests.compatibility_calls import EACH_ROW


class Held:
    """A Parameter or buffer of a Module, as MindSpore would have it."""

    def __init__(self, name: str, tensor: Any) -> None:
        self.name = name
        self.tensor = tensor
        self.shape = tuple(tensor.shape)

    def set_data(self, data: Any) -> None:
        """Give it other elements."""
        self.tensor.data.copy_(data)


def held(module: Any) -> list[Held]:
    """What a Module has, in a Cell's order, but a loss's weight; it predicts now."""
    module.eval()
    kept = [pair for pair in module.named_buffers() if "running" in pair[0]]
    return [Held(name, tensor) for name, tensor in (*module.named_parameters(), *kept)]


def grad(function: Callable[..., Any], places: tuple[int, ...]) -> Callable[..., Any]:
    """The gradients by some of the arguments."""

    def gradients(*given: Any) -> Any:
        leaves = [
            one.clone().requires_grad_() if k in places else one
            for k, one in enumerate(given)
        ]
        wanted = [leaves[k] for k in places]
        found = torch.autograd.grad(function(*leaves), wanted, allow_unused=True)
        pairs = zip(found, wanted, strict=True)
        return tuple(torch.zeros_like(x) if g is None else g for g, x in pairs)

    return gradients


def main(path: str) -> None:
    """Run every line of ``mint``, and keep what it gives."""
    torch.Tensor.asnumpy = lambda self: self.detach().numpy()
    torch.nn.Module.get_parameters = held
    ms = SimpleNamespace(
        Tensor=lambda array, *_: torch.tensor(np.asarray(array)),
        mint=torch,
        nn=None,
        ops=None,
        numpy=None,
        grad=grad,
        float16=torch.float16,
        float32=torch.float32,
        float64=torch.float64,
    )
    kept: dict[str, Any] = {}
    rows = {name: row for name, row in EACH_ROW.items() if name.startswith("mint.")}
    for name, row in rows.items():
        try:
            kept.update(results(ms, name, row))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error).strip()[:200]}")
    np.savez(path, **kept)
    print(f"{len(kept)} arrays of {len(rows)} programs")


if __name__ == "__main__":
    main(sys.argv[1])
