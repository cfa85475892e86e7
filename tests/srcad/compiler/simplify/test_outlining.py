"""Equal code once: a helper that is called often is a function of the module."""

import numpy as np
import pytest

import srcad
from srcad import nn
from tests.srcad.compiler.derivatives import check, generate
from tests.srcad.compiler.side_by_side import module_of

X, W = np.linspace(-1.0, 1.0, 4), np.linspace(0.5, 2.0, 12).reshape(3, 4)


def gate(x, w):
    h = np.tanh(x * w)
    g = np.exp(-h * h)
    s = h / (1 + g)
    return s * g + h


def both(x, w):
    a = np.sin(x) * w
    b = np.cos(a) + x * w
    return a * b, b / (1 + a * a)


def within(x, w):
    a = gate(x, w) + gate(w, x)
    b = np.sin(a) * gate(a, x)
    return b / (1 + b * b)


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, x):
        h = np.tanh(x) * self.scale
        g = np.exp(-h * h)
        return h / (1 + g) + np.cos(h)


def three_times(x, w):
    x = gate(x, w[0])
    x = gate(x, w[1])
    return gate(x, w[2]).sum()


def in_one_expression(x, w):
    return (gate(x, w[0]) * gate(x, w[1]) + np.sin(gate(gate(x, w[1]), w[2]))).sum()


def of_two_results(x, w):
    a, b = both(x, w[0])
    c, d = both(a, b)
    e, f = both(c, w[1] * d)
    g, _ = both(e, f)
    return g.sum()


def of_objects(x, w):
    f = Scaled(2.0)
    return (f(x) * f(w[0]) + f(f(w[1])) * f(w[2])).sum()


def nested(x, w):
    return (within(x, w[0]) + within(w[1], x) * within(x, w[2])).sum()


def in_a_loop(x, w):
    total = x * 0.0
    for row in w:
        total = total + gate(x, row) * gate(total, row) + gate(row, x)
    return total.sum()


def on_paths(x, w):
    if x.sum() > 0:
        y = gate(x, w[0]) + gate(w[1], x)
    else:
        y = gate(w[2], x)
    return (y * gate(y, x)).sum()


def with_a_closure(x, w):
    c = np.cos(x)

    def step(y):
        h = np.tanh(y * c)
        g = np.exp(-h * h)
        return h / (1 + g) + y * g

    return (step(step(step(x * w[0]))) * w[1]).sum()


OUTLINED = {
    three_times: ("gate", 3),
    in_one_expression: ("gate", 4),
    of_two_results: ("both", 3),
    of_objects: ("call", 5),
    nested: ("within", 3),
    in_a_loop: ("gate", 3),
    on_paths: ("gate", 4),
    with_a_closure: ("step", 3),
}
INPUTS = ["float64[4]", "float64[3, 4]"]


@pytest.mark.parametrize("function", OUTLINED, ids=lambda one: one.__name__)
def test_it_is_written_once(function):
    name, count = OUTLINED[function]
    text = generate(function, INPUTS).text
    assert text.count(f"def {name}_forward(") == 1
    assert text.count(f" = {name}_forward(") == count


@pytest.mark.parametrize("function", OUTLINED, ids=lambda one: one.__name__)
def test_derivatives_are_those_of_differences(function):
    check(function, INPUTS, orders=(1, 2))


def test_the_function_has_the_helpers_own_names():
    text = generate(of_two_results, INPUTS).text
    assert "def both_forward(x, w):" in text
    assert "(a, b), both_residuals = both_forward(x, w[0])" in text
    assert "# return a * b, b / (1 + a * a)" in text


def test_in_a_function_the_helper_of_the_helper_is_one_too():
    text = generate(nested, INPUTS).text
    assert text.count("def gate_forward(") == 1
    assert text.count(" = gate_forward(") == 3


def twice(x, w):
    return (gate(x, w[0]) + gate(x, w[1])).sum()


def short(x):
    return np.sin(x) * x


def many_short(x, w):
    return (short(x) + short(w[0]) + short(w[1]) + short(w[2])).sum()


def slope(x, a, b):
    s = a * (b - x)
    return x * s - b / (2 + s * s)


def steps_of_numbers(x, a, b):
    for _ in range(9):
        k = slope(x, a, b)
        m = slope(x + 0.1 * k, a, b)
        x = x + 0.1 * (k + m + slope(x + 0.2 * m, b, a))
    return x


def test_numbers_in_a_loop_are_computed_where_they_are():
    # A call costs as much as what is done in it.
    assert "slope_forward" not in generate(steps_of_numbers, ["float"] * 3).text


@pytest.mark.parametrize("function", [twice, many_short])
def test_what_is_short_or_seldom_stays_where_it_is(function):
    assert "_forward(" not in generate(function, INPUTS).code.replace(
        "def forward(", ""
    )


def power(x, n):
    h = np.tanh(x) ** n
    g = np.exp(-h * h) + n
    return h / (1 + g) + np.cos(h)


def of_numbers(x, w):
    a = power(x, 2) + power(x, 3) + power(w[0], 3)
    return (a * power(a, 3) * power(w[1], 2)).sum()


def test_what_differs_by_a_number_is_another_function():
    text = generate(of_numbers, INPUTS).text
    assert text.count(" = power_forward(") == 3
    assert text.count("def power") == 2
    check(of_numbers, INPUTS, orders=(1, 2))


def filled(x, w):
    h = np.zeros(4)
    h[0] = x[1] * w[0]
    h[1:] = np.sin(x[1:]) * w[1:]
    h[2] *= h[1]
    return h * x


def of_writes(x, w):
    return (filled(filled(filled(x, w[0]), w[1]), w[2]) * filled(x, x)).sum()


def written_to(x, w):
    x[0] = x[1] * w[0]
    x[2] = np.sin(x[0]) * w[1] + x[3]
    x[3] = np.cos(x[2]) * x[1] / (2 + x[0] * x[0])


def of_what_is_written_to(x, w):
    y = x * 1.0
    z = y[::-1]
    for row in w:
        written_to(y, row)
    written_to(z, w[0])
    return (y * z).sum()


def test_writes_are_seen_by_those_who_read():
    check(of_writes, INPUTS, orders=(1, 2))
    check(of_what_is_written_to, INPUTS, orders=(1, 2))


def test_a_caller_s_array_is_written_to_where_it_is():
    assert "written_to_forward" not in generate(of_what_is_written_to, INPUTS).text


def counted(x, w, seen):
    h = np.tanh(x * w)
    seen.append(h)
    g = np.exp(-h * h)
    return h / (1 + g) + np.cos(h)


def of_a_list(x, w):
    seen = []
    y = counted(x, w[0], seen) + counted(x, w[1], seen) * counted(x, w[2], seen)
    return (y + seen[0] * seen[1] + seen[2] / 3).sum()


def test_what_a_helper_leaves_in_a_list_comes_out_of_it():
    check(of_a_list, INPUTS, orders=(1, 2))


def checked(x, w):
    h = np.tanh(x * w)
    if h[0] > 0.9:
        raise ValueError("too large")
    g = np.exp(-h * h)
    return h / (1 + g) + np.cos(h)


def of_what_raises(x, w):
    return (checked(x, w[0]) + checked(x, w[1]) * checked(x, w[2])).sum()


def in_an_attempt(x, w):
    try:
        y = checked(x, w[0]) + checked(x, w[1]) * checked(x, w[2])
    except ValueError:
        y = x * w[0]
    return y.sum()


@pytest.mark.parametrize("function", [of_what_raises, in_an_attempt])
def test_what_raises_in_a_helper(function):
    gradient = srcad.value_and_grad(function, (0, 1))
    for x in (X, X * 0.5, X + 3.0):
        try:
            wanted = function(x, W)
        except ValueError:
            with pytest.raises(ValueError, match="too large"):
                gradient(x, W)
            continue
        out, grads = gradient(x, W)
        assert out == wanted
        step = 1e-6 * np.cos(np.arange(4))
        slope = (function(x + step, W) - function(x - step, W)) / 2
        np.testing.assert_allclose(grads[0] @ step, slope, rtol=1e-5)


def told(x, w):
    h = np.tanh(x * w)
    print("told", h[0] > 0)
    g = np.exp(-h * h)
    return h / (1 + g) + np.cos(h)


def of_what_prints(x, w):
    return (told(x, w[0]) + told(-x, w[1]) * told(x, w[2])).sum()


def test_what_is_printed_is_printed_in_order(capsys):
    srcad.grad(of_what_prints)(X, W)
    found = capsys.readouterr().out
    of_what_prints(X, W)
    assert found == capsys.readouterr().out


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 3.0

    def mixed(self, x, w):
        h = x * w * self.scale
        g = h / (1 + h * h)
        return g * g + h / (2 + g)

    def construct(self, x, w):
        y = self.mixed(x, w) + self.mixed(w, x)
        return (self.mixed(y, x) * self.mixed(x, y)).sum()


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def construct(self, x, w):
        return self.block(x, w[0]) + self.block(x, w[1])


def test_methods_of_cells():
    given = dict(zip("xw", INPUTS, strict=True))
    text = generate(Net(), given, float_dtype="float64").text
    assert text.count("def mixed_forward(") == 1
    assert text.count(" = mixed_forward(") == 4
    check(Net(), given, orders=(1, 2), float_dtype="float64")


def test_the_text_does_not_grow_with_the_calls(tmp_path):
    lines = []
    for count in (8, 32):
        calls = "".join(f"    x = gate(x, w[{k}])\n" for k in range(count))
        text = f"from {__name__} import gate\n\n\ndef f(x, w):\n{calls}    return x.sum()\n"
        module = module_of(tmp_path, f"calls_{count}", text)
        generated = generate(module.f, ["float64[4]", f"float64[{count}, 4]"]).text
        lines.append(len(generated.splitlines()))
    # A call and its adjoint, with a residual that is kept and one that is read.
    assert lines[1] - lines[0] <= 24 * 9


class Weighed(nn.Cell):
    def construct(self, v, x):
        places = np.arange(np.size(v)).reshape(np.shape(v))
        return np.sum(v * (1.0 + places) * x[0])


class Both(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weighed = Weighed()

    def construct(self, v, x, w):
        return self.weighed(v, x) + self.weighed(w, x) * 2


class InEachOther(nn.Cell):
    """An array is as large as one that a Cell in a Cell has kept."""

    def __init__(self):
        super().__init__()
        self.both = Both()

    def construct(self, x):
        v, w = x + x, x * 2.0
        n = 0.0
        while n < 1.5:
            v, w = w, v
            n = n + x[0] * x[0] + 0.5
        r = self.both(v, x, w)
        q = self.both(v, x, w) * 2
        return r + (0.0 * x[0] + q) * 7


def test_a_part_of_what_is_kept_in_what_is_kept():
    given = {"x": "float64[n]"}
    text = generate(InEachOther(), given, float_dtype="float64").text
    assert "np.zeros_like(both_residuals[0][0])" in text
    check(InEachOther(), given, orders=(1,), float_dtype="float64")
