"""``hasattr`` of whatever is met, beside Python's own answer."""

import numpy as np
import pytest

from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of, result

OBJECTS = [
    *("v", "v.flat", "given(v)", "zip(v, v)", "enumerate(v)", "iter(v)", "reversed(v)"),
    *("map(abs, v)", "(a for a in v)", "[v]", "{1: v}", "v[0]", "float(v[0])"),
    *("lambda: v", "given", "range(3)", "range(int(v[0]))", "f'{v[0]}'", "str(v[0])"),
    *("(v,)", "itertools.chain(v, v)", "{1}", "None", "np.sin", "v.sum", "[v].append"),
    *("slice(1, 2)", "itertools.accumulate(v)", "[a for a in v if a > 0]", "min"),
    *("Holder(v)", "Holder", "Holder(v).read", "{1: v}.items()", "np.float64"),
    *("np.zeros(()) + v[0]", "v.dtype", "v.shape"),
]
NAMES = [
    "__iter__",
    "__len__",
    "__next__",
    "__call__",
    "__getitem__",
    "shape",
    "__add__",
    "append",
    "keys",
    "__contains__",
    "send",
    "__float__",
    "__index__",
    "real",
    "dtype",
    "__name__",
    "__dict__",
    "__hash__",
    "__class__",
    "item",
    "__setitem__",
    "__eq__",
    "__array__",
    "close",
    "ndim",
    "__doc__",
    "__module__",
    "item",
    "read",
]
HEAD = """
import itertools

import numpy as np


def given(items):
    for item in items:
        yield item


class Holder:
    def __init__(self, item):
        self.item = item

    def read(self):
        return self.item
"""
PROGRAM = """
def of_{number}(v):
    o = {made}
    return v.sum() * (2.0 if hasattr(o, {name!r}) else 3.0)
"""
X = (1.5, 2.0, 3.0)


@pytest.mark.parametrize("made", sampled(OBJECTS, 7))
def test_hasattr_is_as_in_python(made, tmp_path):
    programs = [
        PROGRAM.format(number=k, made=made, name=name) for k, name in enumerate(NAMES)
    ]
    module = module_of(tmp_path, "asked", "\n".join([HEAD, *programs]))
    found = [result(getattr(module, f"of_{k}"), X) for k in range(len(NAMES))]
    # A text of what run time knows may be printed, and no more.
    assert np.mean(found) > 0.5 or "v[0]}" in made or "str(" in made
