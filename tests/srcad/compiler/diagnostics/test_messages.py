"""What a message says of a mistake that is easily made: the words that help."""

import linecache
import textwrap

import numpy as np
import pytest
from scipy import special

import srcad
from srcad import nn, ops
from srcad.compiler.diagnostics.errors import CompileError, render

MISTAKES = {
    "a function of NumPy": (
        "SRC021",
        "def program(x):\n    return np.sine(x)",
        ["no attribute 'sine'", "did you mean `np.sin`?"],
    ),
    "an operator": (
        "SRC021",
        "def program(x):\n    return ops.softmx(x)",
        ["did you mean `ops.softmax`?"],
    ),
    "a method": (
        "SRC012",
        "def program(x):\n    return x.sqeeze()",
        ["did you mean `squeeze`?"],
    ),
    "an attribute of a Cell": (
        "SRC021",
        """
        class Net(nn.Cell):
            def __init__(self):
                super().__init__()
                self.dense = nn.ReLU()
            def construct(self, x):
                return self.denze(x)
        program = Net()
        """,
        ["did you mean `self.dense`?"],
    ),
    "too few arguments": (
        "SRC021",
        "def g(a, b):\n    return a\n\ndef program(x):\n    return g(x)",
        ["missing a required argument: 'b'", "it is defined as `g(a, b)`"],
    ),
    "a keyword": (
        "SRC021",
        "def g(a, *, scale):\n    return a\n\ndef program(x):\n    return g(x, skale=2)",
        ["an unexpected keyword argument 'skale'", "`g(a, *, scale)`"],
    ),
    "what has no slot": (
        "SRC021",
        """
        class Pair:
            __slots__ = ("a", "b")
            def __init__(self, a, b):
                self.a, self.b, self.c = a, b, a
        def program(x):
            return Pair(x, x).a
        """,
        ["'Pair' has no place for `c`", "name it in `__slots__`"],
    ),
    "a coroutine": (
        "SRC011",
        "async def g(x):\n    return x\n\ndef program(x):\n    return g(x)",
        ["`g` is an `async def`", "write it with `def`"],
    ),
    "a generator": (
        "SRC013",
        "def program(x):\n    for item in x:\n        yield item",
        ["a generator", "make a list or an array"],
    ),
    "a function is returned": (
        "SRC013",
        "def program(x):\n    return lambda: x",
        ["returns a function"],
    ),
    "two kinds on two paths": (
        "SRC019",
        """
        def program(x):
            y = x
            if x[0] > 0.0:
                y = "text"
            return y * 2.0
        """,
        ["'text'", "float64[2]"],
    ),
    "no source": (
        "SRC014",
        "exec('def g(x): return x')\n\ndef program(x):\n    return g(x)",
        ["its source cannot be found", "define it in a file"],
    ),
    "random": (
        "SRC025",
        "def program(x):\n    return x * np.random.randn(2)",
        ["`np.random.randn` gives another result"],
    ),
    "the parameters of a bprop": (
        "SRC018",
        """
        class Net(nn.Cell):
            def construct(self, x):
                return x
            def bprop(self, x, dout):
                return (dout,)
        program = Net()
        """,
        ["takes (self, x, dout)", "def bprop(self, x, dout):", "out, dout)`"],
    ),
    "one cotangent": (
        "SRC018",
        """
        class Net(nn.Cell):
            def construct(self, x):
                return x
            def bprop(self, x, out, dout):
                return (dout, dout)
        program = Net()
        """,
        ["returns 2 cotangents for 1 input\n"],
    ),
    "no construct": (
        "SRC003",
        """
        class Net(nn.Cell):
            def forward(self, x):
                return x
        program = Net()
        """,
        ["the class `Net` defines no `construct`", "def construct(self, x)"],
    ),
    "in a lambda": (
        "SRC020",
        "def program(x):\n    g = lambda v: v * w\n    return g(x)",
        ["`w` is not bound", "in the lambda, called at"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_it_says_what_helps(name):
    code, text, words = MISTAKES[name]
    text = textwrap.dedent(text).strip() + "\n"
    path = f"<{name}>"
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    space = {"np": np, "nn": nn, "ops": ops}
    exec(compile(text, path, "exec"), space)
    program = space["program"]
    x = np.array([0.3, 0.7])
    with pytest.raises(CompileError) as caught:
        srcad.grad(program)(srcad.Tensor(x) if isinstance(program, nn.Cell) else x)
    (found,) = caught.value.diagnostics
    shown = render(found) + "\n"
    assert found.code == code
    for word in words:
        assert word in shown
    assert "Closure" not in shown
    assert "Stream" not in shown


@pytest.mark.parametrize("known", [True, False])
def test_a_ufunc_of_another_library_is_not_called_by_numpys_name(known):
    ufunc = special.itstruve0 if known else np.frompyfunc(lambda x: x, 1, 1)
    word = ufunc.__name__
    with pytest.raises(CompileError) as caught:
        srcad.grad(lambda x: np.sum(ufunc(x)))(np.ones(2))
    (found,) = caught.value.diagnostics
    assert f"`{'scipy.special.' if known else ''}{word}`" in found.message
