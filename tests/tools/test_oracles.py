"""What the comparisons with other tools tell, with NumPy itself as the other tool."""

import types

import numpy as np
import pytest

from tests.srcad.compiler.evaluate.numpy.numpy_rows import Row
from tools.oracles.compare_with_mindspore import compare
from tools.oracles.numpy_rows import Oracle, compared


def by_differences(function, places):
    """The value, and the gradients by central differences."""

    def both(*arrays):
        gradients = []
        for place in places:
            slope = np.zeros(arrays[place].shape)
            for index in np.ndindex(slope.shape):
                ends = []
                for step in (1e-6, -1e-6):
                    moved = arrays[place].copy()
                    moved[index] += step
                    ends.append(function(*arrays[:place], moved, *arrays[place + 1 :]))
                slope[index] = (ends[0] - ends[1]) / 2e-6
            gradients.append(slope)
        return function(*arrays), gradients

    return both


ROW = Row(
    lambda x, y: (np.sin(x) * y, np.linalg.norm(x), x > 0),
    ("float64[n]", "float64[n]"),
    {},
)


def oracle(**names):
    """NumPy, with other functions under some names."""
    module = types.ModuleType("other")
    vars(module).update({**vars(np), **names})
    return Oracle("other", module, by_differences)


def test_what_agrees_and_the_names_that_were_called():
    names = set()
    assert compared(ROW, oracle(), names) == "agrees"
    assert names == {"np.sin", "np.linalg", "np.linalg.norm"}


def test_what_differs_is_the_others_fault_where_differences_say_so():
    found = compared(ROW, oracle(sin=np.tanh), set())
    assert found == "other: differs from finite differences, too"


def test_what_the_other_cannot_do_is_said():
    def refusing(x):
        raise TypeError("no sine\nof this")

    assert compared(ROW, oracle(sin=refusing), set()) == "other: TypeError: no sine"


def test_results_without_a_gradient_are_compared_as_well():
    row = Row(lambda x: (x * x, np.sign(x) > 0), ("float64[n]",), {})
    assert compared(row, oracle(), set()) == "agrees"
    assert compared(row, oracle(sign=lambda x: -np.sign(x)), set()) == "differs"


@pytest.mark.parametrize(
    ("key", "array", "code", "message"),
    [
        ("ops.exp out 0", np.ones(2, np.float32), 0, "0 different"),
        ("ops.exp out 0", np.ones(2), 1, "ops.exp out 0: float64(2,), not float32"),
        ("ops.exp out 0", np.zeros(2, np.float32), 1, "differs by 1"),
        ("ops.sin out 0", np.ones(2, np.float32), 1, "ops.exp out 0: missing"),
    ],
)
def test_a_file_of_mindspores_arrays_is_compared(
    tmp_path, capsys, key, array, code, message
):
    real, ours = tmp_path / "real.npz", tmp_path / "ours.npz"
    first = {"ops.exp out 0": np.ones(2, np.float32), "ops.std auto 0": np.ones(1)}
    # `nn.SeLU` is said to differ; `ops.std` is refused at level "auto".
    first["nn.SeLU grad 0"] = np.ones(3)
    np.savez(real, **first)
    np.savez(ours, **{key: array, "nn.SeLU grad 0": np.zeros(3)})
    assert compare(str(real), str(ours)) == code
    told = capsys.readouterr().out
    assert message in told
    assert "1 refused at level 'auto', 1 of names that are said to differ" in told
