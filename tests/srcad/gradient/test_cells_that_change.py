"""Cells that change what they are given, or give one object at several places.

Each program computes what Python computes when it runs the Cells themselves, and so
does its gradient, by finite differences of that.
"""

import copy
import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.compiler.diagnostics.errors import CompileError


class Write(nn.Cell):
    def construct(self, buf, x):
        buf[0] = x[0] * 3
        return x


class Masked(nn.Cell):
    def construct(self, s, mask):
        s[mask] = -5.0
        return ops.tanh(s)


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Write()

    def construct(self, x, buf):
        return self.inner(buf, x) * 2


class Pair(nn.Cell):
    def construct(self, x):
        y = x * 2
        return y, y


class PairWithRule(Pair):
    def bprop(self, x, out, dout):
        return ((dout[0] + dout[1]) * 2,)


class Twice(nn.Cell):
    def construct(self, a, b):
        a[0] = b[1] * 2
        return a * b


class Append(nn.Cell):
    def construct(self, x, cache):
        cache.append(x * 2)
        return x


class Update(nn.Cell):
    def construct(self, state, x):
        state["h"] = state["h"] * x
        state["count"] += 1
        return state["h"]


class Encoder(nn.Cell):
    def construct(self, x):
        return {"h": x * 2, "skips": [x, x * 3]}


class Apply(nn.Cell):
    def construct(self, function, x):
        return function(x)


class Graph:
    def __init__(self, x):
        self.x = x


class OfGraph(nn.Cell):
    def construct(self, graph):
        return Graph(graph.x * graph.x)


@dataclass
class State:
    h: Any
    steps: int


class Step(nn.Cell):
    def construct(self, state, x):
        state.h = state.h * 0.5 + x
        state.steps += 1


class HaltError(Exception):
    pass


class ValueHaltError(Exception):
    def __init__(self, value):
        super().__init__("too large")
        self.value = value


class HaltingWithAValue(nn.Cell):
    def construct(self, x):
        if x.sum() > 20:
            raise ValueHaltError(x * 0.5)
        return x * 1.5


class Halting(nn.Cell):
    def construct(self, x):
        if x.sum() > 20:
            raise HaltError("too large")
        return x * 2


class Copied(nn.Cell):
    def construct(self, x):
        y = x * 2
        return y, copy.deepcopy(y)


class Same(nn.Cell):
    def construct(self, x, state):
        return x * state["h"], state


class TwoPlaces(nn.Cell):
    def construct(self, x):
        held = [x * 2]
        return {"a": held, "b": held}


class Pushed(nn.Cell):
    def construct(self, x, queue):
        queue.append(2.0)
        return x


class Heaped(nn.Cell):
    def construct(self, x, heap):
        heapq.heappush(heap, x.sum())
        return x * heapq.heappop(heap)


class Pieces(nn.Cell):
    def construct(self, x):
        return ops.split(x * 2, 1)


write, masked, outer, pair, twice = Write(), Masked(), Outer(), Pair(), Twice()
ruled, append, update, encoder = PairWithRule(), Append(), Update(), Encoder()
apply, of_graph, step, halting = Apply(), OfGraph(), Step(), Halting()
copied, same, two_places, pushed = Copied(), Same(), TwoPlaces(), Pushed()
heaped, pieces = Heaped(), Pieces()
halting_with_a_value = HaltingWithAValue()


def an_array_is_written(x):
    buf = x * 1
    x = write(buf, x)
    return (buf * x).sum()


def in_a_loop(x):
    buf = x * 1
    for k in range(3):
        x = x + write(buf, x * k)
    return (buf * x).sum()


def under_a_mask(x):
    scores = x * x
    return (masked(scores, x < 1.5) * scores).sum()


def by_a_cell_in_a_cell(x):
    buf = x * 1
    return (outer(x, buf) * buf).sum()


def one_array_twice(x):
    y = x * 1
    return (twice(y, y) * y).sum()


def one_output_twice(x):
    a, b = pair(x)
    a[0] = 5.0
    return (b * x).sum()


def one_of_two_is_another_then(x):
    a, b = pair(x)
    a = a * 1
    a[0] = 5.0
    return (a * x).sum() + (b * x).sum()


def one_of_two_of_a_rule_is_another_then(x):
    a, b = ruled(x)
    a = a * 1
    a[0] = 5.0
    return (a * x).sum() + (b * x).sum()


def a_list_grows(x):
    cache = []
    for _ in range(3):
        x = append(x * 1.5, cache)
    return sum((x * one).sum() for one in cache)


def a_dict_is_changed(x):
    state = {"h": x * 1, "count": 0}
    for _ in range(3):
        update(state, x)
    return state["h"].sum() * state["count"]


def a_dataclass_is_changed(x):
    state = State(x * 1, 0)
    for _ in range(4):
        step(state, x)
    return (state.h * state.steps).sum()


def what_it_gives_is_changed(x):
    out = encoder(x)
    out["loss"] = (out["h"] ** 2).sum()
    last = out["skips"].pop()
    return out["loss"] * last.sum() * len(out["skips"])


def a_function_of_the_caller(x):
    s = x.sum()
    seen = []

    def scaled(h):
        seen.append(h)
        return h * s

    return apply(scaled, apply(lambda h: h * s, x)).sum() * len(seen)


def an_object_of_the_program(x):
    return of_graph(of_graph(Graph(x))).x.sum()


def what_it_raises_is_caught(x):
    n = 1
    try:
        y = halting(x)
        n = 2
        y = halting(y)
        n = 3
        y = halting(y)
    except HaltError:
        y = x * 7
    return y.sum() * n


def until_it_raises(x):
    n = 0
    try:
        while True:
            x = halting(x)
            n += 1
    except HaltError:
        pass
    return x.sum() * n


def a_copy_of_an_output(x):
    a, b = copied(x)
    a[0] = 5.0
    return (b * x).sum()


def what_it_is_given_comes_back(x):
    state = {"h": x}
    y, state = same(x, state)
    state["h"] = y
    y, state = same(x, state)
    return (y * state["h"]).sum()


def one_list_at_two_places(x):
    found = two_places(x)
    found["a"].append(x)
    return sum(one.sum() for one in found["b"])


def a_queue_without_arrays(x):
    queue = deque()
    pushed(x, queue)
    pushed(x, queue)
    return x.sum() * len(queue) * queue[0]


def a_heap_without_arrays(x):
    heap = [100.0]
    return heaped(heaped(x, heap), heap).sum() * len(heap) * heap[0]


def a_method_of_a_list(x):
    log = []
    y = apply(lambda h: h * 2, x)
    apply(log.append, y)
    return (log[0] * x).sum()


def pieces_that_are_written(x):
    a, b = pieces(x)
    a[0] = 0.0
    return a.sum() + b.sum() * x.sum()


def what_it_raises_holds_a_value(x):
    try:
        for _ in range(9):
            x = halting_with_a_value(x)
    except ValueHaltError as halted:
        x = halted.value
    return (x * x).sum()


PROGRAMS = [
    what_it_raises_holds_a_value,
    a_copy_of_an_output,
    what_it_is_given_comes_back,
    one_list_at_two_places,
    a_queue_without_arrays,
    a_heap_without_arrays,
    a_method_of_a_list,
    pieces_that_are_written,
    an_array_is_written,
    in_a_loop,
    under_a_mask,
    by_a_cell_in_a_cell,
    one_array_twice,
    one_output_twice,
    one_of_two_is_another_then,
    one_of_two_of_a_rule_is_another_then,
    a_list_grows,
    a_dict_is_changed,
    a_dataclass_is_changed,
    what_it_gives_is_changed,
    a_function_of_the_caller,
    an_object_of_the_program,
    what_it_raises_is_caught,
    until_it_raises,
]


def differences(function: Callable[[Any], Any], x: np.ndarray) -> np.ndarray:
    def at(place: int, step: float) -> float:
        moved = x.copy()
        moved[place] += step
        return float(np.asarray(function(Tensor(moved))))

    each = range(len(x))
    return np.array([(at(k, 1e-6) - at(k, -1e-6)) / 2e-6 for k in each])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_is_what_python_computes(program: Callable[[Any], Any]) -> None:
    both = srcad.value_and_grad(program)
    for point in ([1.0, 2.0], [7.0, 5.0], [30.0, -2.0]):
        x = np.array(point)
        value, gradient = both(Tensor(x))
        np.testing.assert_allclose(value, program(Tensor(x)), rtol=1e-12)
        expected = differences(program, x)
        np.testing.assert_allclose(gradient, expected, rtol=1e-5, atol=1e-5)


class Ruled(nn.Cell):
    def construct(self, buf, x):
        buf[0] = x[0] * 3
        return x * 2

    def bprop(self, buf, x, out, dout):
        return buf * 0, dout * 2


def test_a_write_into_what_a_cell_with_a_rule_is_given_is_refused() -> None:
    cell = Ruled()

    def program(x):
        buf = x * 1
        return (cell(buf, x) * buf).sum()

    with pytest.raises(CompileError, match="an argument of what is a function of its"):
        srcad.grad(program)(Tensor([1.0, 2.0]))


def test_a_write_into_an_argument_of_a_recursion_is_seen_where_it_is_called() -> None:
    def halve(x, out):
        if (x * x).sum() < 1.0:
            return x
        out[0] = out[0] + x[0] * x[1]
        return halve(x * 0.5, out)

    def program(x):
        out = x * 0
        return halve(x, out).sum() + out.sum()

    value, gradient = srcad.value_and_grad(program)(Tensor([3.0, 4.0]))
    np.testing.assert_allclose(value.asnumpy(), 16.625, rtol=1e-6)
    # x / 8, three times, and x[0] * x[1] with 1, 1 / 4 and 1 / 16.
    slopes = np.array([4.0, 3.0]) * (1 + 1 / 4 + 1 / 16) + 1 / 8
    np.testing.assert_allclose(gradient.asnumpy(), slopes, rtol=1e-6)


def test_two_results_of_a_recursion_that_are_one_array_are_not_written() -> None:
    def two(x):
        if (x * x).sum() < 1.0:
            y = x * 2
            return y, y
        return two(x * 0.5)

    def program(x):
        a, b = two(x)
        a[0] = 5.0
        return (b * x).sum()

    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(program)(np.array([3.0, 4.0]))


def by_a_subscript(dout):
    dout[0] = 0
    return dout


def in_place(dout):
    dout *= 2
    return dout


def under_another_name(dout):
    given = dout
    view = given[:1]
    view[0] = 0
    return given


@pytest.mark.parametrize("rule", [by_a_subscript, in_place, under_another_name])
def test_a_bprop_changes_a_cotangent_of_its_own(rule: Callable[[Any], Any]) -> None:
    class Changed(nn.Cell):
        def construct(self, x):
            return x * 1

        def bprop(self, x, out, dout):
            return (rule(dout),)

    class Verbatim(nn.Cell):
        def construct(self, x):
            return x * 1

        def bprop(self, x, out, dout):
            dout[0] = 0
            return (dout,)

    for cell in (Changed(), Verbatim()):
        gradient = srcad.grad(lambda x, cell=cell: ((cell(x) + x) ** 2).sum())
        given = Tensor([1.0, 2.0])
        dout = 2 * 2 * np.array([1.0, 2.0])
        kept = rule if isinstance(cell, Changed) else by_a_subscript
        expected = dout + np.asarray(kept(Tensor(dout)))
        np.testing.assert_allclose(gradient(given), expected)


x = 5  # A name of the module that is a parameter of the rule as well.


def test_a_parameter_of_a_bprop_is_no_name_of_the_module() -> None:
    class Square(nn.Cell):
        def construct(self, x):
            return x * x

        def bprop(self, x, out, dout):
            return (dout * x.abs() * 2,)

    cell = Square()
    gradient = srcad.grad(lambda t: cell(t).sum())(Tensor([0.3, -2.2]))
    np.testing.assert_allclose(gradient, [0.6, 4.4])


class Average(nn.Cell):
    def __init__(self):
        super().__init__()
        zeros = Tensor(np.zeros(2))
        self.average = Parameter(zeros, name="average", requires_grad=False)

    def construct(self, x):
        ops.assign(self.average, self.average * 0.5 + x)
        return self.average


class Bank(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.ones(2)), name="w", requires_grad=False)

    def construct(self):
        return {"w": self.w}


class Handed(nn.Cell):
    def construct(self, w):
        return w


class OfAverage(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Average()

    def construct(self, x):
        first = self.inner(x)
        second = self.inner(x)
        return (first * x).sum() + second.sum()


class OfBank(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Bank()

    def construct(self, x):
        self.inner()["w"][0] = 7.0
        return (self.inner.w * x).sum()


class OfHanded(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Handed()
        self.w = Parameter(Tensor(np.ones(2)), name="w", requires_grad=False)

    def construct(self, x):
        w = self.inner(self.w)
        ops.assign(self.w, self.w * 3)
        return (w * x).sum()


@pytest.mark.parametrize("make", [OfAverage, OfBank, OfHanded])
def test_a_parameter_that_a_cell_gives_is_that_parameter(make: type[nn.Cell]) -> None:
    x = Tensor([1.0, 2.0])
    run, differentiated = make(), make()
    value, _ = srcad.value_and_grad(differentiated)(x)
    np.testing.assert_allclose(value, run(x))
    for one, other in zip(
        run.get_parameters(), differentiated.get_parameters(), strict=True
    ):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy())


class Scale(nn.Cell):
    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def construct(self, x):
        return x * self.factor


class Heads(nn.Cell):
    def __init__(self):
        super().__init__()
        self.heads = nn.CellDict([("a", Scale(2.0)), ("b", Scale(3.0))])

    def construct(self, x):
        return sum(head(x).sum() * len(name) for name, head in self.heads.items())


def test_a_dict_of_cells_is_looked_at_cell_by_cell(recwarn) -> None:
    net, x = Heads(), Tensor([1.0])
    gradient = srcad.grad(net)
    assert gradient(x) == 5.0
    net.heads["a"] = Scale(5.0)
    assert gradient(x) == 8.0
    net.heads["b"].factor = 7.0
    assert gradient(x) == 12.0
    net.heads["long"] = Scale(1.0)
    assert gradient(x) == 16.0
    for _ in range(6):
        assert gradient(x) == 16.0
    assert not recwarn.list


def zero(g):
    g[0] = 0
    return g


def by_a_helper(dout):
    return zero(dout)


class ByHelper(nn.Cell):
    def construct(self, x):
        return x * 1

    def bprop(self, x, out, dout):
        return (zero(dout),)


class ByAnnotation(ByHelper):
    def bprop(self, x, out, dout):
        g: Tensor = dout
        g[:1] = 0
        return (g,)


class ByOut(ByHelper):
    def bprop(self, x, out, dout):
        np.multiply(dout, np.array([0.0, 1.0]), dout)
        return (dout,)


class ByPattern(ByHelper):
    def bprop(self, x, out, dout):
        match dout:
            case g:
                g[0] = 0
        return (dout,)


@pytest.mark.parametrize("make", [ByHelper, ByAnnotation, ByOut, ByPattern])
def test_however_a_bprop_changes_a_cotangent(make: type[nn.Cell]) -> None:
    cell = make()
    gradient = srcad.grad(lambda x: ((cell(x) + x) ** 2).sum())(Tensor([1.0, 2.0]))
    np.testing.assert_allclose(gradient, [4.0, 16.0])


class ListTwice(nn.Cell):
    def construct(self, x):
        found = [item * item for item in x]
        y = x * 3
        return found, found, y, y


def test_each_output_of_what_is_differentiated_has_a_cotangent_of_its_own() -> None:
    x = Tensor([1.0, 2.0])
    pullback = srcad.vjp(ListTwice(), x)[1]
    douts = (
        [Tensor(1.0), Tensor(2.0)],
        [Tensor(3.0), Tensor(5.0)],
        Tensor([1.0, 0.0]),
        Tensor([0.0, 7.0]),
    )
    (gradient,) = pullback(*douts)
    np.testing.assert_allclose(gradient, [2 * 1 * 4 + 3, 2 * 2 * 7 + 21])
