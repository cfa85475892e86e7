"""Limited residuals: gradients to the bit, and bytes as they are counted."""

import re

import numpy as np
import pytest

import srcad
from codegen.printing import print_module
from srcad import CompileError, nn, ops
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradcheck.kept import kept_of
from tools.benchmarks.peaks import peak

SIZES = {"n": 6, "d": 3}
SHARES = (80, 60, 40, 20)


def straight(x, w):
    h = np.tanh(x @ w)
    g = np.exp(h) * np.sin(h)
    return np.sum(np.cos(g) * h)


def views(x, w):
    h = np.exp(x @ w)
    first = h.T[0]
    return np.sum(np.sin(first) * np.cos(first) * first**2) + np.sum(np.sqrt(h))


def reshaped(x, w):
    first = np.exp(x @ w).T.reshape(-1)
    return np.sum(np.sin(first) * np.cos(first) * first**2)


def writes(x, w):
    h = np.sin(x @ w)
    out = np.zeros_like(h)
    out[1:] = np.exp(h[1:])
    out[0] = np.cos(h[0])
    return np.sum(np.tanh(out) * out)


def branches(x, w):
    h = np.exp(x @ w)
    if np.sum(h) > 1.0:
        h = np.sin(h) * np.cos(h)
    else:
        h = np.tanh(h)
    return np.sum(np.sin(h) ** 2)


def loops(x, w):
    z = x @ w
    for k in range(4):
        a = np.cos(z) * k
        b = np.exp(a) * a
        z = np.tanh(b @ w)
    return np.sum(z * z)


def loops_in_loops(x, w):
    total = 0.0
    for i in range(x.shape[0]):
        row = np.sin(x[i])
        for _ in range(3):
            row = np.tanh(np.exp(row) @ w)
        total = total + np.sum(np.cos(row))
    return total


def counted(x, w):
    z = x @ w
    while np.sum(z) < 20.0:
        z = np.exp(np.sin(z)) + z
    return np.sum(z)


PROGRAMS = (straight, views, writes, branches, loops, loops_in_loops)


def made(function, memory=100, inputs=(("x", "float64[n, d]"), ("w", "float64[d, d]"))):
    """The names of a module, and its text."""
    avals = tuple((name, parse_aval(text)) for name, text in inputs)
    sizes = tuple(SIZES.items())
    request = Request(function, avals, None, "model.py::f", memory=memory, sizes=sizes)
    text = print_module(compile_request(request).module)
    space = {}
    exec(compile(text, "<module>", "exec"), space)
    return space, text


def drawn():
    random = np.random.default_rng(3)
    return random.normal(size=(6, 3)), random.normal(size=(3, 3)) * 0.5


def run(space, arguments, dout=1.0):
    out, residuals = space["forward"](*arguments)
    return residuals, [out, *space["backward"](residuals, dout)]


def measured(residuals, arguments):
    """The bytes of residuals, but for those of the arguments."""
    held = residuals if isinstance(residuals, tuple) else (residuals,)
    found = kept_of((*arguments, *held))
    return sum(one.bytes for one in found[len(arguments) :])


def told(text):
    """The bytes that the docstring tells: those that are kept, and those before."""
    doc = " ".join(text.split('"""')[1].split())
    found = re.search(r"Residuals: ([\d,]+) bytes .*%'`` ([\d,]+)\.", doc)
    return tuple(int(word.replace(",", "")) for word in found.groups())


def same(found, wanted):
    for one, other in zip(found, wanted, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_are_the_same_and_bytes_as_told(function, share):
    arguments = drawn()
    residuals, wanted = run(made(function)[0], arguments)
    usual = measured(residuals, arguments)
    space, text = made(function, share)
    residuals, found = run(space, arguments)
    same(found, wanted)
    assert told(text) == (measured(residuals, arguments), usual)
    assert told(text)[0] <= usual * share / 100


@pytest.mark.parametrize("function", [reshaped, counted])
def test_sizes_that_data_decide_count_as_if_they_were_usual(function):
    arguments = drawn()
    residuals, wanted = run(made(function)[0], arguments)
    usual = measured(residuals, arguments)
    for share in SHARES:
        residuals, found = run(made(function, share)[0], arguments)
        same(found, wanted)
        assert measured(residuals, arguments) <= usual * 0.8


def test_all_of_the_residuals_is_the_usual_text():
    assert made(straight, 100)[1] == made(straight)[1]
    assert "Residuals" not in made(straight)[1]


def test_what_is_cheapest_is_computed_again_first():
    # One of three arrays: the product is, and not the exponential or the tangent.
    text = made(straight, 80)[1]
    backward = text.partition("def backward")[2].partition("def value_and_grad")[0]
    assert "g = g_exp * g_sin" in backward
    assert "    g_exp = np.exp(h)" not in backward
    assert "np.tanh" not in backward.replace("# h = np.tanh", "")
    assert "np.tanh" in made(straight, 0)[1].partition("def backward")[2]


def test_an_iteration_computes_again_what_it_can():
    forward, _, backward = made(loops, 40)[1].partition("def backward")
    assert "z_residuals.append((k, z_before, z))" in forward
    assert "for place, (k, z_before, z) in zip(" in backward
    assert "b = np.exp(a) * a" in backward
    # Less than one array an iteration: the loop is executed again.
    assert "z_residuals" not in made(loops, 5)[1].partition("def backward")[0]


class Noisy(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return ops.sin(self.drop(ops.exp(x)))


def test_random_numbers_are_drawn_once():
    inputs = (("x", "float64[n, d]"),)
    cell = Noisy().set_train()
    x = drawn()[0]
    dout = np.ones_like(x)
    wanted = run(made(cell, inputs=inputs)[0], (x, np.random.default_rng(1)), dout)[1]
    space, text = made(cell, 60, inputs)
    assert text.partition("def backward")[2].count("rng") == text.partition(
        "def value_and_grad"
    )[2].count("rng")
    same(run(space, (x, np.random.default_rng(1)), dout)[1], wanted)
    with pytest.raises(CompileError, match=r"keeps at least [\d,]+ bytes of") as error:
        made(cell, 5, inputs)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "SRC026"
    least = int(re.search(r"which is (\d+) %", diagnostic.message)[1])
    assert f'memory="{least}%"' in diagnostic.help
    made(cell, least, inputs)


def test_what_is_printed_is_printed_once(capsys):
    def shown(x, w):
        h = np.exp(x @ w)
        print("once")
        return np.sum(np.sin(h) * h)

    run(made(shown, 0)[0], drawn())
    assert capsys.readouterr().out == "once\n"


class Called:
    """What is called by its name: a rule of the user's, and no source."""

    calls = 0

    def __call__(self, x):
        Called.calls += 1
        return np.exp(x)


called = Called()


@srcad.defbprop(called)
def _rule(x, out, dout):
    return (dout * out,)


def test_what_is_called_by_its_name_is_called_once():
    def outer(x, w):
        h = np.exp(x @ w)
        return np.sum(np.sin(called(h)) * np.sqrt(h))

    wanted = run(made(outer)[0], drawn())[1]
    space = made(outer, 60)[0]
    Called.calls = 0
    same(run(space, drawn())[1], wanted)
    assert Called.calls == 1
    with pytest.raises(CompileError, match="keeps at least"):
        made(outer, 10)


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(3, 12), nn.Dense(12, 3)

    def construct(self, x):
        return x + self.second(ops.gelu(self.first(x)))


class Blocks(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList([Block() for _ in range(4)])

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return ops.sin(x).sum()


@pytest.mark.rest
def test_a_block_that_is_called_is_called_again():
    cell, x = Blocks(), drawn()[0].astype(np.float32)
    inputs = (("x", "float32[n, d]"),)
    params = {name: p.asnumpy() for name, p in cell.parameters_and_names()}
    arguments = (x, *params.values())
    found = []
    for share in (100, 50, 10):
        space, text = made(cell, share, inputs)
        out, residuals = space["forward"](x, params)
        (dx,), weights = space["backward"](residuals, np.float32(1))
        found.append((measured(residuals, arguments), [out, dx, *weights.values()]))
        if share < 100:
            assert told(text) == (found[-1][0], found[0][0])
            assert found[-1][0] <= found[0][0] * share / 100
            same(found[-1][1], found[0][1])


def test_a_power_that_depends_on_names_stays_as_it_is():
    def cubes(x, w):
        return np.sum(np.sin(np.exp(x @ w) ** 3))

    wanted = run(made(cubes)[0], drawn())[1]
    for share in (70, 50):
        same(run(made(cubes, share)[0], drawn())[1], wanted)


def test_a_loop_of_which_nothing_is_kept_counts():
    def same_each_time(x, w):
        z, steps = np.sum(x) + 10.0, 0
        while z > 1.0:
            z = z * np.sum(np.tanh(w) ** 2) * 0.1
            steps += 1
        return z

    wanted = run(made(same_each_time)[0], drawn())[1]
    for share in (50, 0):
        same(run(made(same_each_time, share)[0], drawn())[1], wanted)


@pytest.mark.rest
def test_the_peak_is_lower_as_well():
    def network(x, w):
        h = x
        h = np.tanh(h @ w) + np.sin(h)
        h = np.tanh(h @ w) * np.exp(-h)
        h = np.tanh(h @ w) + np.cos(h)
        return np.sum(np.exp(-h) * h)

    random = np.random.default_rng(0)
    arguments = random.normal(size=(2000, 3)), random.normal(size=(3, 3))
    peaks = []
    for share in (100, 50):
        space, text = made(network, share)
        assert (" del " in text) == (share < 100)
        peaks.append(peak(lambda space=space: run(space, arguments)))
    assert peaks[1] < 0.75 * peaks[0]
