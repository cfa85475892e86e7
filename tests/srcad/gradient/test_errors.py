"""What a user sees of an error: their own line, and the diagnostic."""

import math
import traceback

import numpy as np
import pytest

from srcad import Tensor, grad, nn
from srcad.compiler.diagnostics.errors import CompileError


def without_rule(x):
    return math.perm(x)


class Inner(nn.Cell):
    def construct(self, x):
        return grad(without_rule)(x)


@pytest.mark.parametrize(
    "function", [grad(without_rule), Inner()], ids=["grad", "inside"]
)
def test_the_frames_of_the_compiler_are_left_out(function):
    with pytest.raises(CompileError) as caught:
        function(Tensor([2.0, 1.0]))
    assert "SRC014" in str(caught.value)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert not [frame for frame in frames if "/srcad/compiler/" in frame.filename]
    last = frames[-1]
    assert last.filename.endswith("srcad/gradient/function.py")
    assert frames[-2].filename == __file__
    assert "During handling" not in "".join(traceback.format_exception(caught.value))


def test_sizes_are_those_of_the_call():
    def f(weights, inputs):
        return (weights @ inputs).sum()

    with pytest.raises(CompileError) as caught:
        grad(f)(np.ones((2, 3)), np.ones(4))
    message = caught.value.diagnostics[0].message
    assert message == "float64[2, 3] @ float64[4]: sizes 3 and 4 differ"
