"""Run backward modules, and keep what they give: for the tests of other Pythons.

    python run_modules.py inputs.npz outputs.npz folder

``inputs.npz`` holds arrays named ``module/draw/kind/name``, where ``kind`` is "inputs"
or "params"; the modules are files of ``folder``. ``outputs.npz`` gets each number that
``forward``, ``backward`` and ``value_and_grad`` give, and of what kind it is, or the
error that was raised.

This runs on Python 3.9, where NumPy is and nothing else.
"""

import contextlib
import io
import os
import runpy
import sys
import warnings

import numpy as np


def leaves(value, path):
    """Yield paths and leaves of nested tuples, lists and dicts."""
    if isinstance(value, dict):
        yield path + "/dict", len(value)
        for key in value:
            yield from leaves(value[key], path + "/" + str(key))
    elif isinstance(value, (tuple, list)):
        yield path + "/" + type(value).__name__, len(value)
        for index, item in enumerate(value):
            yield from leaves(item, path + "/" + str(index))
    else:
        yield path, value


def kind(value):
    """What a leaf is, in words that do not change from one NumPy to another."""
    if isinstance(value, np.ndarray):
        return "array"
    return "number" if isinstance(value, np.generic) else type(value).__name__


def scaled(value):
    """The cotangents that ``backward`` is given: half of each output."""
    if isinstance(value, dict):
        return {key: scaled(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(scaled(item) for item in value)
    return value if value is None else value * np.asarray(value).dtype.type(0.5)


def given(signature, arrays):
    """The arguments of one draw: Python numbers where the signature has them."""
    inputs = arrays.get("inputs", {})
    for name, (dtype, _) in signature["inputs"].items():
        if isinstance(dtype, type):
            inputs[name] = inputs[name].item()
    params = arrays.get("params")
    return list(inputs.values()) + ([] if params is None else [params])


def results(module, arguments):
    """What the three functions give."""
    out, residuals = module["forward"](*arguments)
    yield "forward", out
    yield "backward", module["backward"](residuals, scaled(out))
    yield "value_and_grad", module["value_and_grad"](*arguments)


def run(module, arrays, name, kept):
    """Keep what one module gives for one draw."""
    arguments = given(module["SIGNATURE"], arrays)
    try:
        with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            for function, value in results(module, arguments):
                for path, leaf in leaves(value, name + "/" + function):
                    kept[path] = np.asarray(0 if leaf is None else leaf)
                    kept[path + "/kind"] = np.asarray(kind(leaf))
    except Exception as error:
        kept[name + "/raises"] = np.asarray(type(error).__name__)


def main(inputs, outputs, folder):
    """Run every module of which there are inputs."""
    # What a newer NumPy will no longer have fails here already.
    warnings.simplefilter("error", DeprecationWarning)
    cases = {}
    with np.load(inputs) as loaded:
        for key in loaded.files:
            module, draw, group, name = key.rsplit("/", 3)
            case = cases.setdefault(module, {}).setdefault(draw, {})
            case.setdefault(group, {})[name] = loaded[key]
    kept = {"numpy": np.asarray(np.__version__), "python": np.asarray(sys.version)}
    for name, draws in cases.items():
        module = runpy.run_path(os.path.join(folder, name + ".py"))
        for draw, arrays in draws.items():
            run(module, arrays, name + "/" + draw, kept)
    np.savez(outputs, **kept)


if __name__ == "__main__":
    main(*sys.argv[1:])
