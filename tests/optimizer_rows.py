"""Three steps of each optimizer, as a program of MindSpore's.

``python tests/optimizer_rows.py``, with a Python that has MindSpore, writes what that
gives to ``tests/expected_optimizers.json``, and the tests compare with it. Not here is
what MindSpore 2.10 lacks on a CPU (Lamb, the centralization of gradients) or has wrong
there: ``Momentum`` takes no notice of ``use_nesterov``, and ``FTRL`` forgets the sign
of ``linear`` in the last elements of an array, so only its first array is compared.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

START = {
    "conv.weight": np.linspace(-1, 1, 16 * 4, dtype=np.float32).reshape(4, 16),
    "bn.gamma": np.array([1.0, -2.0], np.float32),
    "fc.bias": np.array([0.5], np.float32),
}
EXPECTED = Path(__file__).with_name("expected_optimizers.json")


def groups(parameters: list[Any], **settings: Any) -> list[dict[str, Any]]:
    """The first Parameter alone, with settings; in the order of the network."""
    first, *rest = parameters
    return [
        {"params": rest},
        {"params": [first], **settings},
        {"order_params": parameters},
    ]


ROWS: dict[str, Callable[[Any, list[Any]], Any]] = {
    "SGD": lambda nn, p: nn.SGD(p, 0.1),
    "SGD momentum": lambda nn, p: nn.SGD(
        p, 0.1, momentum=0.9, dampening=0.5, weight_decay=0.1, loss_scale=2.0
    ),
    "SGD nesterov": lambda nn, p: nn.SGD(p, 0.1, momentum=0.9, nesterov=True),
    "Momentum": lambda nn, p: nn.Momentum(p, 0.1, 0.9, weight_decay=0.1),
    "Momentum groups": lambda nn, p: nn.Momentum(
        groups(p, lr=0.5, weight_decay=0.2, grad_centralization=False),
        nn.ExponentialDecayLR(0.1, 0.5, 2),
        0.9,
        weight_decay=0.1,
    ),
    "Adam": lambda nn, p: nn.Adam(p, 0.1, weight_decay=0.1, loss_scale=2.0),
    "Adam nesterov": lambda nn, p: nn.Adam(p, 0.1, eps=1e-3, use_nesterov=True),
    "Adam amsgrad": lambda nn, p: nn.Adam(
        p, [0.1, 0.2, 0.05], beta1=0.5, beta2=0.5, use_amsgrad=True
    ),
    "Adam schedule": lambda nn, p: nn.Adam(
        groups(p, lr=0.05), nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5)
    ),
    "AdamWeightDecay": lambda nn, p: nn.AdamWeightDecay(p, 0.1, weight_decay=0.1),
    "AdamWeightDecay groups": lambda nn, p: nn.AdamWeightDecay(
        groups(p, weight_decay=0.2), nn.CosineDecayLR(0.01, 0.1, 2), weight_decay=0.1
    ),
    "LazyAdam": lambda nn, p: nn.LazyAdam(p, 0.1),
    "AdamOffload": lambda nn, p: nn.AdamOffload(p, 0.1, weight_decay=0.1),
    "AdaMax": lambda nn, p: nn.AdaMax(p, 0.1, weight_decay=0.1),
    "Adagrad": lambda nn, p: nn.Adagrad(p, learning_rate=0.1),
    "Adadelta": lambda nn, p: nn.Adadelta(p, weight_decay=0.1),
    "ProximalAdagrad": lambda nn, p: nn.ProximalAdagrad(
        p, learning_rate=0.1, l1=0.2, l2=0.3
    ),
    "RMSProp": lambda nn, p: nn.RMSProp(p, 0.1, momentum=0.5),
    "RMSProp centered": lambda nn, p: nn.RMSProp(p, 0.1, centered=True),
    "Rprop": lambda nn, p: nn.Rprop(p, 0.1),
    "ASGD": lambda nn, p: nn.ASGD(p, 0.1, lambd=0.1, weight_decay=0.1),
    "FTRL": lambda nn, p: nn.FTRL(p, learning_rate=0.1, l1=0.2, l2=0.1),
    "AdaFactor": lambda nn, p: nn.AdaFactor(p),
    "AdaFactor rate": lambda nn, p: nn.AdaFactor(
        p, learning_rate=0.1, relative_step=False, weight_decay=0.1
    ),
    "AdaFactor warmup": lambda nn, p: nn.AdaFactor(p, beta1=0.3, warmup_init=True),
    "AdaFactor clipped": lambda nn, p: nn.AdaFactor(
        *(p, 0.1, (1e-30, 0.7), 0.5, 0.6),
        relative_step=False,
        scale_parameter=False,
    ),
    "WarmUpLR": lambda nn, p: nn.SGD(p, nn.WarmUpLR(0.1, 2)),
    "InverseDecayLR": lambda nn, p: nn.SGD(p, nn.InverseDecayLR(0.1, 0.5, 2, True)),
    "NaturalExpDecayLR": lambda nn, p: nn.SGD(p, nn.NaturalExpDecayLR(0.1, 0.5, 2)),
    "PolynomialDecayLR again": lambda nn, p: nn.SGD(
        p, nn.PolynomialDecayLR(0.1, 0.01, 2, 2.0, True)
    ),
}


def run(ms: Any, name: str) -> dict[str, Any]:
    """Return what three steps leave: Parameters, and the state by its names."""
    parameters = [ms.Parameter(ms.Tensor(v.copy()), k) for k, v in START.items()]
    optimizer = ROWS[name](ms.nn, parameters)
    for step in range(3):
        optimizer(
            tuple(
                ms.Tensor(np.cos(np.arange(v.size) + step).astype(v.dtype)).reshape(
                    v.shape
                )
                for v in START.values()
            )
        )
    names = [parameter.name for parameter in optimizer.get_parameters()]
    return {
        "values": [
            [round(float(x), 7) for x in p.asnumpy().ravel()[:5]] for p in parameters
        ],
        "state": sorted(name for name in names if name not in START),
    }


def main() -> None:
    """Write what the installed MindSpore gives."""
    import mindspore

    found = {name: run(mindspore, name) for name in ROWS}
    EXPECTED.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
