"""Methods of arrays: each argument of NumPy's signature works as there, or is refused.

The signatures are NumPy's own where it shows them, and its documentation's elsewhere.
"""

import linecache

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.numpy.registry import METHODS
from tests.sampling import sampled
from tests.srcad.compiler.derivatives import (
    assert_same_values,
    check,
    generate,
    leaves,
)

# What a call needs, in the order of the signature.
NEEDED = {
    "argpartition": ["1"],
    "astype": ["np.float32"],
    "choose": ["[x, 2 * x]"],
    "clip": ["-0.5", "0.5"],
    "compress": ["np.array([True, False])"],
    "dot": ["np.ones((3, 2))"],
    "fill": ["2.0"],
    "item": ["1"],
    "partition": ["1"],
    "put": ["[0, 4]", "2.0"],
    "repeat": ["2"],
    "reshape": ["(3, 2)"],
    "searchsorted": ["np.array([0.1, 0.2])"],
    "swapaxes": ["0", "1"],
    "take": ["np.array([1, 0])"],
}
# What else each parameter is tried with; in either form, if it may be named.
TRIED = {
    "args": ["", "0, 1", "(1, 2)", "7"],
    "axes": ["1, 0", "(1, 0)", "None", "0, 0", "(0,), (1,)"],
    "axis": ["0", "1", "-1", "2", "None", "(0, 1)", "(0,)", "1.5"],
    "axis1": ["1", "-1", "2"],
    "axis2": ["0", "-2", "2"],
    "b": ["np.ones(3)", "2.0"],
    "casting": ["'no'", "'safe'", "'same_kind'", "'unsafe'"],
    "condition": ["np.array([False, True])", "[1, 0]"],
    "copy": ["True", "False", "None"],
    "ddof": ["0", "1", "1.5"],
    "decimals": ["0", "1"],
    "dtype": ["np.float32", "np.float64", "np.int64", "None"],
    "indices": ["0", "[0, 1]", "np.array([[0], [1]])"],
    "initial": ["0.5", "-7.0", "np._NoValue"],
    "keepdims": ["True", "False"],
    "kth": ["0", "(0, 1)", "-1", "7"],
    "kind": ["'stable'", "'heapsort'", "None"],
    "max": ["None", "0.2", "np.array([0.1, 0.2, 0.3])"],
    "mean": ["np.zeros((1, 1))", "0.0"],
    "min": ["None", "-0.2"],
    "mode": ["'raise'", "'wrap'", "'clip'"],
    "offset": ["0", "1", "-1"],
    "order": ["'C'", "'F'", "'A'", "'K'", "None"],
    "out": ["None", "np.zeros(())", "np.zeros(3)", "np.zeros((2, 3))"],
    "repeats": ["1", "np.array([1, 2, 1, 0, 2, 1])"],
    "shape": ["3, 2", "6", "-1", "(6,)", "(-1, 2)", "(4, 2)", "(3, 2), 1"],
    "side": ["'left'", "'right'"],
    "signature": ["'d->d'"],
    "sorter": ["None", "np.array([2, 1, 0])"],
    "stable": ["True", "False", "None"],
    "subok": ["True", "False"],
    "v": ["0.3", "[0.1, 0.5]"],
    "value": ["x[0, 0]", "3"],
    "where": ["True", "False", "np.array([True, False, True])"],
}
INPUTS = ["float64[2, 3]"]
REFUSALS = ("SRC012", "SRC013", "SRC016", "SRC017", "SRC021")
IN_PLACE = ("fill", "partition", "put", "sort")


def calls(name):
    """The arguments of every call that is tried, as text."""
    parameters = [
        p for p in METHODS[name].signature.parameters.values() if p.name != "self"
    ]
    needed = NEEDED.get(name, [])
    yield ", ".join(needed)
    for place, parameter in enumerate(parameters):
        values = TRIED.get(parameter.name, [])
        for value in values:
            rest = needed[:place] + needed[place + 1 :]
            before = [*needed, *(repr(p.default) for p in parameters[len(needed) :])]
            before = [text.replace("<no value>", "np._NoValue") for text in before]
            if parameter.kind is not parameter.KEYWORD_ONLY:
                after = needed[place + 1 :]
                yield ", ".join([*before[:place], value, *after])
            # Also those that must not be named.
            if parameter.kind is parameter.VAR_POSITIONAL:
                continue
            if place < len(needed):
                named = dict(zip([p.name for p in parameters], needed, strict=False))
                named[parameter.name] = value
                yield ", ".join(f"{key}={item}" for key, item in named.items())
            else:
                yield ", ".join([*rest, f"{parameter.name}={value}"])
    yield ", ".join([*needed, "nothing=None"])


CASES = [
    (name, text) for name in sorted(METHODS) for text in dict.fromkeys(calls(name))
]


def written(name, text):
    """A function of ``x`` that makes the call."""
    call = f"y.{name}({text})"
    start = {"searchsorted": "x[0] * 1.0", "choose": "(x > 0).astype(np.int64)"}
    start = start.get(name, "x * 1.0")
    lines = ["def program(x):", f"    y = {start}"]
    # The second result is for methods that give integers alone.
    result = "y" if name in IN_PLACE else call
    lines += [f"    {call}"] if name in IN_PLACE else []
    lines.append(f"    return {result}, x.sum()")
    return "\n".join(lines) + "\n"


def program(name, text):
    source = written(name, text)
    path = f"<array method {name} {text}>"
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    space = {"np": np}
    exec(compile(source, path, "exec"), space)
    return space["program"]


X = np.array([[0.3, -1.2, 0.8], [1.1, 0.05, -0.4]])


@pytest.mark.parametrize("case", sampled(CASES, 3), ids="-".join)
def test_an_argument_works_as_in_numpy_or_is_refused(case):
    name, text = case
    function = program(name, text)
    refusal, module = refused_or_made(function)
    if refusal:
        assert refusal in REFUSALS
        assert text != ", ".join(NEEDED.get(name, [])), "what it needs"
        return
    try:
        expected = function(X.copy())
    except Exception as error:
        with pytest.raises(type(error)):
            module.call({"x": X.copy()})
        return
    out, _ = module.call({"x": X.copy()})
    if not all(np.isfinite(leaf).all() for leaf in leaves(expected[0])):
        np.testing.assert_array_equal(out[0], expected[0])
        return
    assert_same_values(out[0], expected[0], 1e-6, "forward")
    if np.asarray(out[0]).dtype == "float64" and name != "round":
        values = {"x": lambda *_: X.copy()}
        check(function, INPUTS, orders=(1,), values=values, given={1: module})


def refused_or_made(function):
    """The code of the diagnostic, and the module: one of the two."""
    try:
        return "", generate(function, INPUTS)
    except CompileError as error:
        return error.diagnostics[0].code, None
