"""Lists that run time makes as long as they are, as outputs; their cotangents too."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from srcad import nn, ops
from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]")
@case("float64[3]", label="squares_of_three")
def squares(x):
    ys = []
    for i in range(len(x)):
        ys.append(x[i] ** 2)
    return ys


@case("float64[n]")
def comprehension_beside_an_array(x):
    return {"a": [v * v for v in x], "b": x * x[0]}


@case("float64[n]")
def as_long_as_the_data_say(x):
    ys = []
    total = x.sum()
    while total < 4.0:
        total = total + 1.0 + 0.1 * total * total
        ys.append(total * x)
    return ys


@case("float64[n]")
def elements_that_are_used_as_well(x):
    ys = []
    for i in range(len(x)):
        ys.append(x[i:].sum() * x[i])
    return ys, ys[-1] * ys[0]


@case("float64[n]")
def elements_of_several_sizes(x):
    ys = []
    for i in range(len(x)):
        ys.append(x[: i + 1] ** 2)
    return ys


@case("float64[n]")
def lists_in_a_list(x):
    rows = []
    for i in range(len(x)):
        row = []
        for j in range(i + 1):
            row.append(x[i] * x[j])
        rows.append(row)
    return rows


@case("float64[n]")
def shortened_under_a_condition(x):
    ys = [x * 2]
    for i in range(len(x)):
        ys.append(ys[-1] * x[i])
    if x.sum() > 0:
        ys.pop()
    return ys


@case("float64[n]")
def a_list_and_a_part_of_it(x):
    ys = []
    for i in range(len(x)):
        ys.append(x[i] * 2)
    return ys, ys[::2]


@case("float64[n]")
def one_list_twice(x):
    ys = []
    for i in range(len(x)):
        ys.append(x[i] * x[0])
    return ys, ys


@case("float64[n]", values={"x": apart})
def of_another_length_on_another_path(x):
    ys = []
    for i in range(len(x)):
        if x[i] > 0:
            ys.append(x[i] * x)
    if not ys:
        return [x]
    return ys


@case("float64[n]", values={"x": apart})
def whole_numbers_without_a_cotangent(x):
    found = []
    for i in range(len(x)):
        if x[i] > 0:
            found.append(i)
    return x * x, found


@case("float64[n]")
def pairs(x):
    ys = []
    for v in x:
        ys.append((v, v * v))
    return ys


@case("float64[n]")
def dicts(x):
    ys = []
    for v in x:
        ys.append({"a": v, "class": v * v, "b": v * x})
    return ys


@case("float64[n]")
def nested_items(x):
    ys = []
    for i, v in enumerate(x):
        ys.append((i, (v * v, {"q": v * x})))
    return ys


@case("float64[n]")
def items_of_one_part(x):
    ys = []
    for v in x:
        ys.append((v * v,))
    return ys


class Sample(NamedTuple):
    t: float
    y: Any


@dataclass
class State:
    t: float
    y: Any


@case("float64[n]")
def named_tuples(x):
    ys = []
    for v in x:
        ys.append(Sample(v, v * x))
    return ys, x * x


@case("float64[n]")
def dataclasses_in_a_dict(x):
    ys = []
    for v in x:
        ys.append(State(v, v * x))
    return {"history": ys, "last": ys[-1].y}


@case("float64[n]")
def from_a_first_item(x):
    ys = [(0.0, x)]
    t = 0.0
    while t < 3.0:
        t += 0.5 + x[0] * x[0]
        ys.append((t, ys[-1][1] * 0.9))
    return ys


class Hidden(nn.Cell):
    def construct(self, x):
        states = []
        h = x[0]
        for i in range(x.shape[0]):
            h = ops.tanh(h + x[i])
            states.append(h)
        return states


@case("float64[n, 2]")
class Products(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Hidden()
        self.second = Hidden()

    def construct(self, x):
        out = []
        for h, k in zip(self.first(x), self.second(x * 0.5), strict=True):
            out.append(h * k)
        return out


class Parts(nn.Cell):
    def construct(self, x):
        ys = []
        for i in range(x.shape[0]):
            ys.append((x[i:] * 2, x[i]))
        return ys

    def bprop(self, x, out, dout):
        dx = ops.zeros_like(x)
        for i, (rest, item) in enumerate(dout):
            dx[i:] += 2 * rest
            dx[i] += item
        return (dx,)


@case("float64[n]")
class PartsByRule(nn.Cell):
    def __init__(self):
        super().__init__()
        self.parts = Parts()

    def construct(self, x):
        ys = self.parts(x)
        return ys[0][0] * ys[-1][1], ys


class Sampled(nn.Cell):
    def construct(self, x):
        return Sample(x * 2.0, x * x)

    def bprop(self, x, out, dout):
        return (2.0 * dout.t + out.t * dout.y,)


@case("float64[n]")
class NamedTupleByRule(nn.Cell):
    def __init__(self):
        super().__init__()
        self.sampled = Sampled()

    def construct(self, x):
        sample = self.sampled(x)
        return sample.t * sample.y


class Stated(nn.Cell):
    def construct(self, state):
        return State(state.t * 2.0, state.t * state.y)

    def bprop(self, state, out, dout):
        dy = dout.y
        return (State(2.0 * dout.t + (state.y * dy).sum(), state.t * dy),)


@case("float64[n]", label="dataclass_by_rule")
class DataclassByRule(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stated = Stated()

    def construct(self, x):
        state = self.stated(State(x[0] * 0.5, x))
        return state.t * state.y
