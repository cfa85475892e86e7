"""Arrays that a function reads from outside: inputs of its module, passed by srcad.grad.

Each test counts how often something was compiled: `compiled()` are the modules in use.
"""

import functools
import inspect
import re
from dataclasses import dataclass

import numpy as np
import pytest

from srcad import Parameter, Tensor, grad, jacrev, nn, ops, value_and_grad, vjp
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES, default_store

X = np.array([1.0, -2.0, 0.5])


@pytest.fixture(autouse=True)
def _fresh_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "store"))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()
    MODULES.clear()


def compiled():
    return [module for modules in MODULES.values() for module in modules]


def captured(function, *inputs):
    """The keys of what the module of a function captures; it is compiled once."""
    MODULES.clear()
    first = np.asarray(grad(function)(*inputs))
    (module,) = compiled()
    np.testing.assert_array_equal(grad(function)(*inputs), first)
    assert compiled() == [module]
    return module.manifest["captured"]


def weighted(w):
    return lambda x: (x * w * x).sum()


# --------------------------------------------------------------------------- places

table = [np.full(3, 2.0), {"a": np.full(3, 3.0), "b/c": np.full(3, 4.0)}]
long = np.linspace(1.0, 2.0, 20)
short = np.array([1.0, 2.0, 3.0])
number = np.array(3.0)
frozen = np.array([1.0, 2.0, 3.0])
frozen.flags.writeable = False


@dataclass
class Settings:
    w: object
    rate: float = 0.5

    def scaled(self, x):
        return x * self.w * self.rate


class Holder:
    w = np.array([5.0, 6.0, 7.0])
    t = Tensor(np.array([5.0, 6.0, 7.0]))
    many = np.linspace(1.0, 2.0, 20)

    def __init__(self):
        self.own = np.array([2.0, 2.0, 3.0])

    def weigh(self, x):
        return x * self.own


settings = Settings(np.full(3, 2.0))
holder = Holder()
listed = [Holder(), Holder()]
held = functools.partial(lambda w, x: (x * w).sum(), np.full(3, 7.0))


def of_list(x):
    return (x * table[0]).sum()


def of_dict(x):
    return (x * table[1]["b/c"]).sum()


def of_loop(x):
    for name, w in table[1].items():
        x = x * w if name == "a" else x
    return x.sum()


def of_dataclass(x):
    return settings.scaled(x).sum()


def of_object(x):
    return holder.weigh(x).sum()


def of_objects(x):
    for one in listed[1:] if isinstance(holder, Holder) and len(listed) == 2 else ():
        x = one.weigh(x)
    return x.sum()


def of_getattr(x):
    return (x * getattr(holder, "own")).sum()  # noqa: B009


def of_global(x):
    return (x[0] * long).sum()


def of_class(x):
    return (x[0] * Holder.many).sum()


def of_default(x, w=None):
    def inner(x, w=table[0]):
        return (x * w).sum()

    return inner(x)


def of_partial(x):
    return held(x)


@pytest.mark.parametrize(
    ("function", "keys", "slope"),
    [
        (of_list, ["table[0]"], 2.0),
        (of_dict, ["table[1]['b/c']"], 4.0),
        (of_loop, ["table[1]['a']"], 3.0),
        (of_dataclass, ["settings.w"], 1.0),
        (of_object, ["holder.own"], [2.0, 2.0, 3.0]),
        (of_objects, ["listed[1].own"], [2.0, 2.0, 3.0]),
        (of_getattr, ["holder.own"], [2.0, 2.0, 3.0]),
        (of_global, ["long"], [30.0, 0.0, 0.0]),
        (of_class, ["Holder.many"], [30.0, 0.0, 0.0]),
        (of_default, ["table[0]"], 2.0),
        (of_partial, ["held.args[0]"], 7.0),
    ],
)
def test_a_place_and_its_key(function, keys, slope):
    assert captured(function, X) == keys
    np.testing.assert_allclose(grad(function)(X), np.broadcast_to(slope, 3))


def test_a_closure():
    w = np.full(3, 2.0)
    assert captured(weighted(w), X) == ["w"]
    np.testing.assert_array_equal(grad(weighted(w))(X), 4 * X)


class Masked(nn.Cell):
    def __init__(self, size=3, value=2.0):
        super().__init__()
        self.fc = nn.Dense(size, size)
        self.mask = np.full(size, value, np.float32)
        self.shift = Tensor(np.full(size, value, np.float32))

    def construct(self, x):
        return self.fc(x) * self.mask + self.shift


def test_attributes_of_a_cell():
    cell, x = Masked(), Tensor(np.ones((2, 3), np.float32))
    assert captured(cell, x) == ["self.mask", "self.shift"]
    weight = cell.fc.weight.asnumpy()
    expected = np.broadcast_to((weight * 2).sum(axis=0), (2, 3))
    np.testing.assert_allclose(grad(cell)(x).asnumpy(), expected, rtol=1e-5)


class Stack(nn.Cell):
    def __init__(self, cells):
        super().__init__()
        self.blocks = nn.CellList(cells)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def module_text(function, *inputs):
    MODULES.clear()
    grad(function)(*inputs)
    (module,) = compiled()
    return inspect.getsource(module.module)


@pytest.mark.parametrize("count", [2, 9])
def test_equal_cells_share_one_pair_and_each_has_its_own_array(count):
    values = [1.0 + k for k in range(count)]
    cell, x = Stack([Masked(value=v) for v in values]), Tensor(np.ones((2, 3)))
    keys = captured(cell, x)
    assert keys[:2] == ["self.blocks.0.mask", "self.blocks.0.shift"]
    assert len(keys) == 2 * count
    text = module_text(cell, x)
    assert text.count("def masked_forward(x, fc_weight, fc_bias, mask, shift)") == 1
    assert text.count("def masked_") == 2
    assert re.search(r"blocks_0_mask, blocks_0_shift = \(?\s*captured\[", text)
    expected = np.ones((2, 3))
    for block in list(cell.blocks)[::-1]:
        expected = expected * block.mask @ block.fc.weight.asnumpy()
    np.testing.assert_allclose(grad(cell)(x).asnumpy(), expected, rtol=1e-4)


def test_cells_in_sequence_are_called_as_their_parameters_are():
    cell, x = nn.SequentialCell(Masked(), Masked()), Tensor(np.ones((2, 3), "f"))
    keys = ["self.0.mask", "self.0.shift", "self.1.mask", "self.1.shift"]
    assert captured(cell, x) == keys
    assert captured(lambda x: cell(x), x)[0] == "cell.0.mask"


# ------------------------------------------------------------------- what is compiled


def test_content_is_read_at_each_call():
    w = np.full(3, 2.0)
    function = grad(weighted(w))
    np.testing.assert_array_equal(function(X), 4 * X)
    (module,) = compiled()
    w[1] = 10.0
    np.testing.assert_array_equal(function(X), 2 * w * X)
    assert compiled() == [module]
    other = np.full(3, -1.0)
    np.testing.assert_array_equal(grad(weighted(other))(X), 2 * other * X)
    assert compiled() == [module]


class Layers(list):
    """A list with a method."""

    def total(self, x):
        for w in self:
            x = x * w
        return (x * len(self) * self.scale * self.bias).sum()


def test_a_list_of_a_class_of_its_own():
    layers = Layers([np.full(3, 2.0), np.full(3, 3.0)])
    layers.scale, layers.bias = 0.5, np.full(3, 1.0)
    function = grad(lambda x: layers.total(x) * len(layers))
    np.testing.assert_array_equal(function(X), np.full(3, 12.0))
    layers[0][:] = 1.0
    layers.bias[:] = 2.0
    np.testing.assert_array_equal(function(X), np.full(3, 12.0))
    assert len(compiled()) == 1
    layers.append(np.full(3, 1.0))
    np.testing.assert_array_equal(function(X), np.full(3, 27.0))
    layers.scale = 1.0
    np.testing.assert_array_equal(function(X), np.full(3, 54.0))


def test_arrays_in_dataclasses_that_are_arguments_are_inputs():
    function = grad(lambda s, x: (s.scaled(x)).sum(), 1)
    np.testing.assert_array_equal(function(Settings(np.full(3, 4.0)), X), [2.0] * 3)
    (module,) = compiled()
    np.testing.assert_array_equal(function(Settings(np.full(3, 6.0)), X), [3.0] * 3)
    assert compiled() == [module]
    assert module.manifest["captured"] == []


def test_methods_of_a_local_class_are_noticed():
    @dataclass
    class Local:
        w: object

        def scaled(self, x):
            return x * self.w

    local = Local(np.full(3, 2.0))
    function = grad(lambda x: local.scaled(x).sum())
    np.testing.assert_array_equal(function(X), [2.0] * 3)
    Local.scaled = lambda self, x: x * self.w * 5.0
    np.testing.assert_array_equal(function(X), [10.0] * 3)


def test_what_lies_in_cells_and_objects_is_read_at_each_call():
    cell, x = Stack([Masked(), Masked()]), Tensor(np.ones((2, 3)))
    first = grad(cell)(x).asnumpy()
    (module,) = compiled()
    cell.blocks[0].mask[:] = 6.0
    cell.blocks[1].mask = np.full(3, 4.0, np.float32)
    np.testing.assert_allclose(grad(cell)(x).asnumpy(), 6 * first, rtol=1e-5)
    assert compiled() == [module]


def test_other_sizes_need_no_other_module():
    function = grad(lambda x: (x * x)[:, None] * w)
    w = np.ones(4)
    np.testing.assert_array_equal(function(X), 8 * X)
    (module,) = compiled()
    w = np.ones(7)
    np.testing.assert_array_equal(function(X), 14 * X)
    assert compiled() == [module]
    w = np.ones(1)
    np.testing.assert_array_equal(function(X), 2 * X)


def test_another_dtype_or_rank_is_compiled_anew():
    function = grad(lambda x: (x * x * w).sum())
    w = np.ones(3)
    assert function(X).dtype == np.float64
    w = np.full(3, 2.0, np.float32)
    np.testing.assert_array_equal(function(X), 4 * X)
    assert len(compiled()) == 2
    w = np.full((2, 3), 2.0)
    np.testing.assert_array_equal(function(X), 8 * X)
    assert len(compiled()) == 3
    w = [1.0, 2.0, 3.0][0]
    np.testing.assert_array_equal(function(X), 2 * X)


def test_many_related_sizes_are_settled():
    a, b, c, d = (np.full(3, 1.0 + k) for k in range(4))
    product = grad(lambda x: (((x * a) * b) * (c * d) * x).sum())
    np.testing.assert_array_equal(product(X), 48 * X)
    a, b, c, d = (one[:1] for one in (a, b, c, d))
    np.testing.assert_array_equal(product(X), 48 * X)


def test_the_store_has_no_content_in_its_keys():
    w = np.full(3, 2.0)
    grad(weighted(w))(X)
    MODULES.clear()
    w[:] = 5.0
    np.testing.assert_array_equal(grad(weighted(w))(X), 10 * X)
    counters = default_store().counters
    assert (counters.written, counters.hits) == (1, 1)


# ---------------------------------------------------------------------------- literals


@pytest.mark.parametrize(
    ("name", "place"),
    [("number", None), ("short", None), ("frozen", None), ("w", Holder)],
)
def test_small_arrays_of_definitions_are_literals(name, place, monkeypatch):
    functions = {
        "number": lambda x: (x * number).sum(),
        "short": lambda x: (x * short).sum(),
        "frozen": lambda x: (x * frozen).sum(),
        "w": lambda x: (x * Holder.w).sum(),
    }
    function = functions[name]
    assert captured(function, X) == []
    other = -short
    if place is None:
        monkeypatch.setitem(globals(), name, other)
    else:
        monkeypatch.setattr(place, name, other)
    np.testing.assert_array_equal(grad(function)(X), other)


def test_a_small_literal_that_is_changed_in_place_is_noticed():
    base = np.array([1.0, 2.0, 3.0])
    fixed = base[:]
    fixed.flags.writeable = False
    function = weighted(fixed)
    assert captured(function, X) == []
    np.testing.assert_array_equal(grad(function)(X), 2 * base * X)
    base[0] = 9.0
    np.testing.assert_array_equal(grad(function)(X), 2 * base * X)


def test_a_tensor_of_a_class_is_a_literal_and_one_of_a_cell_is_not():
    class Shifted(nn.Cell):
        shift = Tensor(np.array([1.0, 2.0, 3.0]))

        def __init__(self):
            super().__init__()
            self.scale = Tensor(np.array([1.0, 2.0, 3.0]))

        def construct(self, x):
            return x * self.shift * self.scale * Holder.t

    assert captured(Shifted(), Tensor(X)) == ["self.scale"]


def test_a_size_at_compile_time_is_one_of_the_array():
    counts = np.array([2, 3])

    def power(x):
        for _ in range(int(counts[0])):
            x = x * x
        return x.sum()

    np.testing.assert_array_equal(grad(power)(X), 4 * X**3)
    counts[0] = 1
    np.testing.assert_array_equal(grad(power)(X), 2 * X)


# ------------------------------------------------------------------------ one array


def test_one_array_by_two_paths_is_one_input():
    a = b = np.full(3, 2.0)
    function = grad(lambda x: (x * a * b).sum())
    np.testing.assert_array_equal(function(X), np.full(3, 4.0))
    (module,) = compiled()
    assert module.manifest["captured"] == ["a"]
    b = np.full(3, 5.0)
    np.testing.assert_array_equal(function(X), np.full(3, 10.0))


def test_views_of_one_array_are_told_from_arrays_of_their_own():
    whole = np.full(6, 2.0)
    a, b = whole[:3], whole[3:]
    function = grad(lambda x: (x * a * b).sum())
    np.testing.assert_array_equal(function(X), np.full(3, 4.0))
    b = whole[1:4]
    np.testing.assert_array_equal(function(X), np.full(3, 4.0))


def test_an_input_that_is_the_captured_array():
    w = np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(grad(weighted(w))(w), 2 * w * w)


# --------------------------------------------------------------------------- refused


def _assigns(w):
    def function(x):
        w[0] = x[0]
        return (x * w).sum()

    return function


def _adds(w):
    def function(x):
        other = w
        other += x
        return (x * w).sum()

    return function


def _writes_a_view(w):
    def function(x):
        for row in (w[1:],):
            row[0] = 3.0
        return (x * w).sum()

    return function


@pytest.mark.parametrize("make", [_assigns, _adds, _writes_a_view])
@pytest.mark.parametrize("writeable", [True, False])
def test_a_captured_array_is_not_written(make, writeable):
    w = np.array([1.0, 2.0, 3.0])
    w.flags.writeable = writeable
    with pytest.raises(CompileError, match="SRC023"):
        grad(make(w))(X)
    np.testing.assert_array_equal(w, [1.0, 2.0, 3.0])


def test_a_parameter_may_still_be_written():
    class Counting(nn.Cell):
        def __init__(self):
            super().__init__()
            self.count = Parameter(Tensor(np.zeros(3)), requires_grad=False)
            self.step = np.ones(3)

        def construct(self, x):
            self.count = self.count + self.step
            return x * self.count

    cell = Counting()
    for _ in range(2):
        grad(cell)(Tensor(X))
    np.testing.assert_array_equal(cell.count.asnumpy(), np.full(3, 2.0))


# ------------------------------------------------------------------- loops, branches


def test_in_loops_and_branches():
    steps = np.array([0.5, 2.0, 3.0])

    def function(x):
        y = x
        for step in steps:
            y = y * step
        for k in range(len(steps)):
            if y.sum() > steps[k]:
                y = y + x * steps
        while y.sum() < steps.sum():
            y = y * 2.0 + steps
        return (y * steps).sum()

    x = np.array([0.1, 0.2, 0.3])
    for _ in range(2):
        numeric = [
            (function(x + h) - function(x - h)) / 2e-6 for h in 1e-6 * np.eye(len(x))
        ]
        np.testing.assert_allclose(grad(function)(x), numeric, rtol=1e-6)
        steps[:] = 1.5, 0.7, 0.2
    assert len(compiled()) == 1


# -------------------------------------------------------------------- other functions


def test_second_order():
    w = np.array([2.0, 3.0, 4.0])
    hessian_sum = grad(lambda x: (grad(lambda x: (x * x * x * w).sum())(x)).sum())
    np.testing.assert_allclose(hessian_sum(X), 6 * X * w)
    w *= 2
    np.testing.assert_allclose(hessian_sum(X), 6 * X * w)
    np.testing.assert_allclose(grad(grad(lambda x: x * x * x * w[0]))(2.0), 12 * w[0])


def test_value_and_grad_vjp_and_jacrev():
    w = np.array([2.0, 3.0, 4.0])

    def function(x):
        return x * x * w

    for _ in range(2):
        out, dx = value_and_grad(function)(X)
        np.testing.assert_array_equal(out, X * X * w)
        np.testing.assert_array_equal(dx, 2 * X * w)
        out, pullback = vjp(function, X)
        np.testing.assert_array_equal(pullback(np.ones(3))[0], 2 * X * w)
        np.testing.assert_array_equal(jacrev(function)(X), np.diag(2 * X * w))
        w[1] = -1.0


def test_beside_parameters_and_random_numbers():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor(np.ones(3, np.float32)))
            self.mask = np.array([1.0, 0.0, 2.0], np.float32)

        def construct(self, x):
            return ops.dropout(x, 0.5, True) * self.w * self.mask

    cell, x = Net(), Tensor(np.ones(3, np.float32))
    weights = cell.trainable_params()
    dx, (dw,) = grad(cell, 0, weights)(x)
    assert set(dx.tolist()) <= {0.0, 2.0, 4.0}
    assert dx.tolist()[1] == 0.0
    np.testing.assert_array_equal(dx.asnumpy(), dw.asnumpy())


# ---------------------------------------------------------------------------- large

# Nothing may touch its elements: they would need terabytes.
huge = np.broadcast_to(np.float64(2.0), (10**12, 3))
huge_list = [huge, {"inner": huge}]


class Huge:
    def __init__(self):
        self.w = huge
        self.name = "huge"

    def apply(self, x):
        return x * self.w[0]


class HugeCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w, self.t = huge, Tensor(np.ones(3))
        self.parts = [Huge(), Huge()]

    def construct(self, x):
        for part in self.parts:
            x = part.apply(x)
        return x * self.w[7] * self.t


the_object = Huge()
the_record = Settings(huge)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (x * huge[5]).sum(),
        lambda x: (x * huge_list[1]["inner"][5]).sum(),
        lambda x: the_object.apply(x).sum(),
        lambda x: sum(part[0] * x for part in huge_list[:1]).sum(),
        lambda x: (x * (the_object.w[3] if the_object.name else 1.0)).sum(),
        lambda x: (x * huge[0] * huge.shape[1] * len(huge) / len(huge) / 3).sum(),
        lambda x: (the_record.w[0] * the_record.rate * 2 * x).sum(),
        lambda x: (x * getattr(the_object, "w")[1]).sum(),  # noqa: B009
        lambda x: (x * (2.0 if isinstance(the_object, Huge) else 1.0)).sum(),
    ],
)
def test_elements_are_touched_neither_by_the_compiler_nor_by_a_call(function):
    np.testing.assert_allclose(grad(function)(X), np.full(3, 2.0))
    (module,) = compiled()
    np.testing.assert_allclose(grad(function)(X), np.full(3, 2.0))
    assert compiled() == [module]


def test_elements_of_a_cell_are_not_touched():
    cell = HugeCell()
    np.testing.assert_allclose(grad(cell)(Tensor(X)).asnumpy(), np.full(3, 8.0))
    (module,) = compiled()
    np.testing.assert_allclose(grad(cell)(Tensor(X)).asnumpy(), np.full(3, 8.0))
    assert compiled() == [module]


class Progress:
    step, rate = 0, 0.5


def test_a_number_that_is_only_printed_is_handed_over(capsys):
    progress = Progress()

    def function(x):
        for _ in range(2):
            print("step", progress.step, f"{progress.step:03d} {progress.rate}")
        return np.sum(x * x)

    gradient = grad(function)
    for step in (0, 1, 10**6):
        progress.step, progress.rate = step, step / 4
        assert gradient(np.ones(2)).tolist() == [2.0, 2.0]
        line = f"step {step} {step:03d} {step / 4}\n"
        assert capsys.readouterr().out == 2 * line
    assert len(compiled()) == 1
    progress.step = 2.5
    with pytest.raises(ValueError, match="Unknown format code 'd'"):
        gradient(np.ones(2))
    progress.step = 10**30
    gradient(np.ones(2))
    assert str(10**30) in capsys.readouterr().out


def test_a_number_that_is_printed_and_read_is_a_literal(capsys):
    progress = Progress()

    def function(x):
        print(progress.rate, [progress.rate], f"{progress.rate!r}")
        return np.sum(x * progress.rate)

    gradient = grad(function)
    for rate in (0.5, 1.5):
        progress.rate = rate
        assert gradient(np.ones(2)).tolist() == [rate, rate]
        assert capsys.readouterr().out == f"{rate} [{rate}] {rate}\n"


def test_two_printed_numbers_may_be_one_object(capsys):
    one, two = Progress(), Progress()

    def function(x):
        print(one.step, two.step)
        return np.sum(x * x)

    gradient = grad(function)
    for steps in ((1, 1), (1, 2)):
        one.step, two.step = steps
        gradient(np.ones(2))
        assert capsys.readouterr().out == f"{steps[0]} {steps[1]}\n"
    assert len(compiled()) == 1


def test_an_array_without_elements_keeps_its_shape():
    for shape in ((0,), (0, 3), (2, 0), (2, 0, 3)):
        weights = np.ones(shape)

        def program(x, weights=weights):
            return np.sum(np.exp(x) * weights)

        assert grad(program, 0)(np.ones(shape)).shape == shape
