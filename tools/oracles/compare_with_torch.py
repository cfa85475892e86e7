"""Compare generated modules with PyTorch's autograd.

    python tools/oracles/compare_with_torch.py [NAME...]

Each golden file named below is imported as it stands, and its ``value_and_grad`` is
compared, value and every cotangent, with a hand-written PyTorch function of the same
name and autograd. Needs NumPy and torch, and not srcad. torch is a big download, so
this is not part of ``make test``. Exits 1 where any number differs by more than the
tolerance, 2 where a name is unknown.

The custom ``bprop`` of ``matmul_bprop`` is no derivative, so no oracle knows it.
"""

import runpy
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
TOLERANCE = {"float32": 1e-5, "float64": 1e-10}

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Oracle:
    """One golden file's counterpart.

    ``function`` takes the inputs in order and then, where there are parameters, a
    mapping of their names to tensors. ``inputs`` and ``parameters`` draw arrays from a
    generator. Inputs of integer dtype have no cotangent.
    """

    function: Callable[..., torch.Tensor]
    inputs: Callable[[np.random.Generator], Arrays]
    parameters: Callable[[np.random.Generator], Arrays] | None = None


def classifier(
    x: torch.Tensor, target: torch.Tensor, params: Mapping[str, torch.Tensor]
) -> torch.Tensor:
    """Return the mean cross entropy of a two-layer network."""
    h = functional.linear(x, params["fc1.weight"], params["fc1.bias"]).relu()
    logits = functional.linear(h, params["fc2.weight"], params["fc2.bias"])
    return functional.cross_entropy(logits, target.long())


def classifier_inputs(rng: np.random.Generator) -> Arrays:
    """Return 33 images and the digits on them."""
    return {
        "x": rng.random((33, 64), np.float32),
        "target": rng.integers(0, 10, 33, np.int32),
    }


def classifier_parameters(rng: np.random.Generator) -> Arrays:
    """Return weights of a size at which no unit is saturated."""
    shapes = {
        "fc1.weight": (64, 64),
        "fc1.bias": (64,),
        "fc2.weight": (10, 64),
        "fc2.bias": (10,),
    }
    return {
        name: (rng.normal(size=shape) / 8).astype(np.float32)
        for name, shape in shapes.items()
    }


def kepler(mean_anomaly: torch.Tensor, eccentricity: torch.Tensor) -> torch.Tensor:
    """Return the eccentric anomaly by Newton's method; see examples/newton."""
    anomaly = mean_anomaly
    step = torch.ones_like(mean_anomaly)
    while step.abs().max() > 1e-9:
        error = anomaly - eccentricity * anomaly.sin() - mean_anomaly
        step = error / (1 - eccentricity * anomaly.cos())
        if step.abs().max() > 1.0:
            step = step * 0.5
        anomaly = anomaly - step
    return anomaly


def kepler_inputs(rng: np.random.Generator) -> Arrays:
    """Return 20 orbits, some of them so eccentric that steps are damped."""
    return {
        "mean_anomaly": rng.uniform(-np.pi, np.pi, 20),
        "eccentricity": rng.uniform(0, 0.99, 20),
    }


ORACLES = {
    "digits_classifier": Oracle(classifier, classifier_inputs, classifier_parameters),
    "newton": Oracle(kepler, kepler_inputs),
}


def torch_value_and_grad(
    oracle: Oracle, inputs: Arrays, parameters: Arrays, dout: np.ndarray
) -> tuple[np.ndarray, Arrays]:
    """Return PyTorch's output, and its cotangent of each floating array by name."""
    arrays = inputs | parameters
    tensors = {name: torch.tensor(array) for name, array in arrays.items()}
    active = {name: t for name, t in tensors.items() if t.is_floating_point()}
    for tensor in active.values():
        tensor.requires_grad_()
    arguments: list[Any] = [tensors[name] for name in inputs]
    if parameters:
        arguments.append({name: tensors[name] for name in parameters})
    out = oracle.function(*arguments)
    cotangents = torch.autograd.grad(out, list(active.values()), torch.tensor(dout))
    return out.detach().numpy(), {
        name: cotangent.numpy()
        for name, cotangent in zip(active, cotangents, strict=True)
    }


def module_value_and_grad(
    module: Mapping[str, Any], inputs: Arrays, parameters: Arrays, dout: np.ndarray
) -> tuple[np.ndarray, Arrays]:
    """Return the same of the generated module."""
    arguments: list[Any] = [*inputs.values(), *([parameters] if parameters else [])]
    out, gradients = module["value_and_grad"](*arguments, dout=dout)
    of_inputs, of_parameters = gradients if parameters else (gradients, {})
    floating = [name for name, array in inputs.items() if array.dtype.kind == "f"]
    return out, dict(zip(floating, of_inputs, strict=True)) | of_parameters


def largest_error(found: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest difference, relative to the largest expected number."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return float("inf")
    scale = max(np.abs(expected).max(initial=0.0), np.finfo(expected.dtype).tiny)
    return float(np.abs(found - expected).max(initial=0.0) / scale)


def compare(name: str) -> bool:
    """Print one line for each array of this golden file; return whether all agree."""
    oracle = ORACLES[name]
    rng = np.random.default_rng(0)
    inputs = oracle.inputs(rng)
    parameters = oracle.parameters(rng) if oracle.parameters else {}
    module = runpy.run_path(str(GOLDEN / f"{name}.py"))
    out, _ = module["value_and_grad"](
        *inputs.values(), *([parameters] if parameters else [])
    )
    dout = np.asarray(rng.normal(size=out.shape), out.dtype)

    found_out, found = module_value_and_grad(module, inputs, parameters, dout)
    expected_out, expected = torch_value_and_grad(oracle, inputs, parameters, dout)
    pairs = {"out": (np.asarray(found_out), expected_out)} | {
        f"d {key}": (found[key], expected[key]) for key in expected
    }
    agree = found.keys() == expected.keys()
    for key, (ours, theirs) in pairs.items():
        error = largest_error(ours, theirs)
        fits = error <= TOLERANCE[str(theirs.dtype)]
        agree = agree and fits
        print(f"{'same' if fits else 'DIFFERS':8} {name}: {key:20} {error:.1e}")
    return agree


def main(names: list[str]) -> int:
    """Compare the named golden files, or all; return the exit code."""
    unknown = [name for name in names if name not in ORACLES]
    if unknown:
        print(f"no oracle for {', '.join(unknown)}; known: {', '.join(ORACLES)}")
        return 2
    agreements = [compare(name) for name in names or ORACLES]
    return 0 if all(agreements) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
