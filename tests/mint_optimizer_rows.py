"""Three steps of each optimizer of ``mint.optim``, as a program of PyTorch's.

MindSpore 2.10 has them on no CPU. ``python tests/mint_optimizer_rows.py``, with a
Python that has torch, writes what that gives to ``expected_mint_optimizers.json``, and
the tests compare with it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

START = {
    "weight": np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4),
    "bias": np.array([0.5, -2.0, 0.0], np.float32),
}
EXPECTED = Path(__file__).with_name("expected_mint_optimizers.json")


def groups(parameters: list[Any], **settings: Any) -> list[dict[str, Any]]:
    """The first Parameter alone, with settings of its own."""
    return [{"params": parameters[:1], **settings}, {"params": parameters[1:]}]


ROWS: dict[str, Callable[[Any, list[Any]], Any]] = {
    "SGD": lambda optim, p: optim.SGD(p, 0.1),
    "SGD momentum": lambda optim, p: optim.SGD(
        p, 0.1, momentum=0.9, dampening=0.5, weight_decay=0.1
    ),
    "SGD nesterov": lambda optim, p: optim.SGD(
        p, 0.1, momentum=0.9, nesterov=True, maximize=True
    ),
    "SGD groups": lambda optim, p: optim.SGD(
        groups(p, lr=0.5, momentum=0.3, weight_decay=0.2), 0.1, momentum=0.9
    ),
    "Adam": lambda optim, p: optim.Adam(p, 0.1, weight_decay=0.1),
    "Adam amsgrad": lambda optim, p: optim.Adam(
        p, 0.1, betas=(0.5, 0.6), eps=1e-3, amsgrad=True
    ),
    "Adam groups": lambda optim, p: optim.Adam(
        groups(p, betas=(0.3, 0.5), maximize=True), 0.1
    ),
    "AdamW": lambda optim, p: optim.AdamW(p, 0.1, weight_decay=0.1),
    "AdamW amsgrad": lambda optim, p: optim.AdamW(p, 0.1, amsgrad=True, maximize=True),
}


def gradients(step: int) -> list[np.ndarray]:
    """The gradients of a step."""
    return [
        np.cos(np.arange(v.size) + 2 * step).astype(v.dtype).reshape(v.shape)
        for v in START.values()
    ]


def main() -> None:
    """Write what the installed PyTorch gives."""
    import torch

    found = {}
    for name, make in ROWS.items():
        values = [torch.tensor(v).requires_grad_() for v in START.values()]
        optimizer = make(torch.optim, values)
        for step in range(3):
            for value, slope in zip(values, gradients(step), strict=True):
                value.grad = torch.tensor(slope)
            optimizer.step()
        found[name] = [
            [round(float(x), 6) for x in value.detach().numpy().ravel()]
            for value in values
        ]
    EXPECTED.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
