"""The text of kernels, as modules print them."""

import importlib

import pytest

from codegen.printing import print_statements
from srcad.compiler.evaluate.calls.kernels import definitions
from tests.portable import unportable

KERNELS = [
    one
    for word in ("convolution", "pooling", "bessel", "boxes", "special")
    for one in vars(importlib.import_module(f"srcad.ops.kernels.{word}")).values()
    if hasattr(one, "__srcad_bprop__") and one.__module__.endswith(f".{word}")
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda one: one.__name__)
def test_the_text_of_a_kernel_is_portable(kernel):
    function = kernel.__wrapped__
    text = print_statements(list(definitions(function).values()))
    assert f"def {function.__name__}(" in text
    assert unportable(f"import numpy as np\n{text}\n") == []


def test_there_are_kernels():
    assert {"convolution", "max_pool_gradient"} <= {one.__name__ for one in KERNELS}
