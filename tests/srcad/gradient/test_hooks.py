"""Hooks of Cells in gradients: those that are read, and those that Python runs."""

import importlib
import math
import sys

import numpy as np
import pytest

from srcad import Parameter, Tensor, context, grad, nn, ops, value_and_grad
from srcad.build import build
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradient.modules import MODULES


class Square(nn.Cell):
    def construct(self, x):
        return x * x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.square = Square()

    def construct(self, x):
        return self.square(x * 2) * 3


@pytest.fixture
def net():
    return Net()


def gradient(net, x=1.0):
    return grad(net)(Tensor([x])).tolist()


# ------------------------------------------------- run by Python, in the right place


def test_hooks_that_keep_what_they_see(net):
    seen = []
    net.square.register_forward_pre_hook(lambda cell, x: seen.append((cell, x)))
    net.square.register_forward_hook(lambda cell, x, out: seen.append((cell, x, out)))
    net.square.register_backward_pre_hook(lambda cell, dout: seen.append((cell, dout)))
    net.square.register_backward_hook(lambda cell, i, o: seen.append((cell, i, o)))
    assert gradient(net) == [24]
    assert all(cell is net.square for cell, *_ in seen)
    (_, before), (_, inputs, out), (_, arriving), (_, first, second) = seen
    assert [x.tolist() for (x,) in (before, inputs)] == [[2], [2]]
    assert out.tolist() == [4]
    assert [d.tolist() for (d,) in (arriving, first, second)] == [[3], [3], [12]]
    assert gradient(net, 2.0) == [48]
    assert len(seen) == 8
    assert [len(modules) for modules in MODULES.values()] == [1]


def test_a_hook_with_a_list_of_its_own_may_replace_the_gradient(net):
    seen = []

    def hook(cell, arriving, leaving):
        seen.append(leaving[0].tolist())
        return (leaving[0] * 10,)

    handle = net.square.register_backward_hook(hook)
    assert gradient(net) == [240]
    handle.remove()
    assert gradient(net) == [24]
    assert seen == [[12]]


def test_what_such_a_hook_gives_is_checked(net):
    seen = []

    def hook(cell, arriving, leaving):
        seen.append(leaving)
        return (leaving[0].sum(),)

    net.square.register_backward_hook(hook)
    with pytest.raises(ValueError, match="hook gives a gradient of shape"):
        gradient(net)


def test_its_own_gradient_cannot_be_taken(net):
    seen = []

    def hook(cell, arriving, leaving):
        seen.append(leaving)
        return (leaving[0] * 10,)

    net.square.register_backward_hook(hook)
    with pytest.raises(CompileError, match="SRC023"):
        grad(grad(net))(Tensor([1.0]))


def test_a_forward_hook_that_cannot_be_read_must_not_return_new_data(net):
    seen = []

    def hook(cell, inputs, out):
        seen.append(out)
        return out * 2

    net.square.register_forward_hook(hook)
    with pytest.raises(CompileError) as caught:
        gradient(net)
    assert "returns new data, which is differentiated" in str(caught.value)


def test_two_nets_with_equal_hooks_use_their_own():
    logs = []

    def made():
        net, log = Net(), []
        net.square.register_backward_hook(lambda cell, i, o: log.append(cell))
        logs.append(log)
        return net

    first, second = made(), made()
    assert gradient(first) == gradient(second) == gradient(first) == [24]
    assert [len(log) for log in logs] == [2, 1]
    assert logs[1] == [second.square]


def test_an_equal_hook_in_the_place_of_another_is_noticed(net):
    first, second = [], []

    def keeping(log):
        return lambda cell, arriving, leaving: log.append(1)

    handle = net.square.register_backward_hook(keeping(first))
    gradient(net)
    handle.remove()
    net.square.register_backward_hook(keeping(second))
    gradient(net)
    assert (first, second) == ([1], [1])


class Counting(nn.Cell):
    """Its hook is a method that writes an attribute."""

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.square = Square()
        self.square.register_backward_hook(self.count)

    def count(self, cell, arriving, leaving):
        self.calls += 1

    def construct(self, x):
        return self.square(x)


def test_a_method_of_the_cell_as_a_hook():
    net = Counting()
    assert gradient(net, 3.0) == [6]
    assert gradient(net, 3.0) == [6]
    assert net.calls == 2


def test_what_a_hook_does_besides_computing_is_done_at_every_call(net, tmp_path):
    path = tmp_path / "log"

    def hook(cell, arriving, leaving):
        path.open("a").write("called\n")

    net.square.register_backward_hook(hook)
    gradient(net)
    gradient(net)
    assert path.read_text() == "called\n" * 2


def test_prints_stand_in_program_order(net, capsys):
    net.square.register_forward_pre_hook(lambda cell, x: print("before", x))
    net.square.register_backward_hook(lambda cell, i, o: print("behind", i, o))
    for _ in range(2):
        gradient(net)
        text = capsys.readouterr().out
        assert text.index("before (Tensor") < text.index("behind (Tensor")
        assert text.count("before") == text.count("behind") == 1


def test_a_parameter_that_a_hook_reads_is_read_at_every_call(net):
    net.scale = Parameter(Tensor([10.0]), name="scale")
    net.square.register_backward_hook(lambda cell, i, o: (o[0] * net.scale,))
    assert gradient(net) == [240]
    net.scale.set_data(Tensor([100.0]))
    assert gradient(net) == [2400]


def test_hooks_that_get_the_keyword_arguments():
    class Power(nn.Cell):
        def construct(self, x, scale=1.0):
            return x * x * scale

    class Outer(nn.Cell):
        def __init__(self):
            super().__init__()
            self.power = Power()

        def construct(self, x):
            return self.power(x, scale=5.0)

    net = Outer()
    net.power.register_forward_pre_hook(
        lambda cell, args, kwargs: (args, {"scale": kwargs["scale"] * 2}),
        with_kwargs=True,
    )
    net.power.register_forward_hook(
        lambda cell, args, kwargs, out: out * 3, with_kwargs=True
    )
    x = Tensor([2.0])
    assert net(x).tolist() == [120]
    assert grad(net)(x).tolist() == [120]


@pytest.mark.parametrize("result", ["two", "none", "shape"])
def test_what_a_backward_hook_returns_has_to_fit(net, result):
    def two(cell, arriving, leaving):
        return (leaving[0], leaving[0])

    def none(cell, arriving, leaving):
        return (None,)

    def shape(cell, arriving, leaving):
        return (leaving[0].sum(),)

    net.square.register_backward_hook(
        {"two": two, "none": none, "shape": shape}[result]
    )
    with pytest.raises(CompileError) as caught:
        gradient(net)
    assert f"the hook `{result}`" in str(caught.value)
    assert "test_hooks.py" in str(caught.value)


# -------------------------------------------------- registered while construct runs


class Registering(nn.Cell):
    def __init__(self, log, remove=False):
        super().__init__()
        self.square = Square()
        self.log = log
        self.remove = remove
        self.handle = None

    def construct(self, x):
        if self.remove and self.handle is not None:
            self.handle.remove()
        self.handle = self.square.register_backward_hook(self.note)
        return self.square(x)

    def note(self, cell, arriving, leaving):
        self.log.append(leaving[0].tolist())


def test_each_run_registers_one_more():
    log = []
    net = Registering(log)
    for count in (1, 2, 3):
        log.clear()
        assert gradient(net, 3.0) == [6]
        assert log == [[6]] * count
    net(Tensor([3.0]))
    log.clear()
    gradient(net, 3.0)
    assert len(log) == 5


def test_another_cell_of_the_class_starts_anew():
    for _ in range(2):
        log = []
        gradient(Registering(log), 3.0)
        assert log == [[6]]


def test_a_hook_that_is_removed_and_registered_again():
    log = []
    net = Registering(log, remove=True)
    for count in (1, 2, 3):
        assert gradient(net, 3.0) == [6]
        assert log == [[6]] * count
    assert len(net.square._backward_hooks) == 1


def test_a_gradient_that_fails_registers_nothing():
    class Failing(Registering):
        def construct(self, x):
            self.square.register_backward_hook(self.note)
            return math.perm(self.square(x))

    net = Failing([])
    for _ in range(2):
        with pytest.raises(CompileError):
            gradient(net)
    assert len(net.square._backward_hooks) == 0


def test_a_registration_before_and_a_removal_after_one_call():
    class Once(Net):
        def construct(self, x):
            handle = self.square.register_forward_pre_hook(lambda cell, x: x[0] * 10)
            first = self.square(x)
            handle.remove()
            return first + self.square(x)

    net = Once()
    for _ in range(2):
        assert gradient(net, 3.0) == [606]
    assert len(net.square._forward_pre_hooks) == 0


def test_a_registration_in_a_run_time_branch_is_refused():
    class Sometimes(Net):
        def construct(self, x):
            if x.sum() > 0:
                self.square.register_backward_hook(print)
            return self.square(x)

    net = Sometimes()
    with pytest.raises(CompileError, match="in a run-time loop or branch"):
        gradient(net)
    assert len(net.square._backward_hooks) == 0


def test_a_parameter_in_construct_registers_one_more():
    class Hooked(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0]), name="w")

        def construct(self, x):
            self.w.register_hook(lambda gradient: gradient * 10)
            return x * self.w

    net = Hooked()
    gradient_of = grad(net, None, net.trainable_params())
    assert [gradient_of(Tensor([1.0]))[0].tolist() for _ in range(3)] == [
        [10],
        [100],
        [1000],
    ]


# -------------------------------------------------------------- where they are ignored


def ignored(net, monkeypatch):
    monkeypatch.setitem(context._state, "warned", False)
    with pytest.warns(UserWarning, match="Hooks of Cells are ignored") as caught:
        results = gradient(net), gradient(net)
    assert len(caught) == 1
    return results


def times_ten(cell, arriving, leaving):
    return (leaving[0] * 10,)


def test_graph_mode_ignores_hooks_with_one_warning(net, monkeypatch):
    net.square.register_backward_hook(times_ten)
    monkeypatch.setitem(context._settings, "mode", context.GRAPH_MODE)
    assert ignored(net, monkeypatch) == ([24], [24])
    monkeypatch.setitem(context._settings, "mode", context.PYNATIVE_MODE)
    assert gradient(net) == [240]


def test_hook_backward_is_ignored_there_too(monkeypatch):
    def function(x):
        return ops.HookBackward(lambda gradient: gradient[0] * 10)(x * x)

    monkeypatch.setitem(context._settings, "mode", context.GRAPH_MODE)
    assert ignored(function, monkeypatch) == ([2], [2])


def test_jit_ignores_those_inside_of_it(monkeypatch):
    class Jitted(Net):
        @context.jit
        def construct(self, x):
            return self.square(x * 2) * 3

    net = Jitted()
    net.square.register_backward_hook(times_ten)
    assert ignored(net, monkeypatch) == ([24], [24])


def test_jit_of_a_helper_ignores_those_inside_of_it_alone(monkeypatch):
    class Partly(Net):
        def construct(self, x):
            return self.inside(x) + self.square(x)

        @context.jit
        def inside(self, x):
            return self.square(x)

    net = Partly()
    net.square.register_backward_hook(times_ten)
    assert ignored(net, monkeypatch) == ([22], [22])


# ---------------------------------------------------------------------- ahead of time

HOOKS = """
from srcad import nn

LOG = []


def keep(cell, arriving, leaving):
    LOG.append((cell, leaving[0].tolist()))
    return (leaving[0] * 10,)


class Held:
    @staticmethod
    def keep(cell, inputs):
        LOG.append((cell, inputs[0].tolist()))


class Square(nn.Cell):
    def construct(self, x):
        return x * x


class Net(nn.Cell):
    def __init__(self, hook=keep):
        super().__init__()
        self.square = Square()
        self.square.register_backward_hook(hook)
        self.square.register_forward_pre_hook(Held.keep)

    def construct(self, x):
        return self.square(x)
"""


@pytest.fixture
def hooks(tmp_path, monkeypatch):
    (tmp_path / "hooks_of_a_model.py").write_text(HOOKS)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("hooks_of_a_model")
    del sys.modules["hooks_of_a_model"]


def ahead_of_time(cell):
    request = Request(cell, (("x", parse_aval("float32[n]")),), None, "model.py::Net")
    return build(request, None)


def test_a_hook_is_imported_by_its_qualified_name(hooks):
    built = ahead_of_time(hooks.Net())
    assert "from hooks_of_a_model import keep" in built.text
    assert "from hooks_of_a_model import Held" in built.text
    module = built.load()
    _, (dx,) = module.value_and_grad(np.float32([3.0]))
    assert dx.tolist() == [60]
    # Ahead of time a hook gets the name of its Cell.
    assert hooks.LOG == [("square", [3.0]), ("square", [6.0])]


def test_a_hook_without_a_qualified_name_is_refused_and_named(hooks):
    def nameless(cell, arriving, leaving):
        hooks.LOG.append(leaving)

    net = hooks.Net(nameless)
    assert grad(net)(Tensor([3.0])).tolist() == [6]
    with pytest.raises(CompileError) as caught:
        ahead_of_time(net)
    text = str(caught.value)
    assert "the hook `nameless` can neither be read nor imported by a name" in text
    assert "test_hooks.py" in text


def test_a_hook_that_can_be_read_needs_no_name():
    net = Net()
    net.square.register_backward_hook(lambda cell, i, o: (o[0] * 10,))
    module = ahead_of_time(net).load()
    assert module.value_and_grad(np.float32([1.0]))[1][0].tolist() == [240]


def test_a_registration_inside_of_construct_is_refused_ahead_of_time():
    with pytest.raises(CompileError, match="changes the Cell at every run"):
        ahead_of_time(Registering([]))


def test_the_value_goes_with_the_gradient(net):
    net.square.register_forward_hook(lambda cell, x, out: out + 1)
    out, dx = value_and_grad(net)(Tensor([1.0]))
    assert (out.tolist(), dx.tolist()) == ([15], [24])
