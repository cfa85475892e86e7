"""Variables of functions around: read late, written with ``nonlocal``."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def written_under_a_condition(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        if z.sum() > 0:
            total = total + z * z

    add(x)
    add(-x)
    return total


@case("float64[n]")
def declared_on_a_path_that_is_not_taken(x):
    total = x * 1.0
    scale = 2.0

    def add(z):
        if z is None:
            nonlocal total
        if z.sum() > 0:
            nonlocal scale
            total = total + z * z
            scale = scale * 0.5
        return total

    add(x)
    add(-x)
    return total * scale


@case("float64[n]")
def written_in_a_loop(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        for i in range(z.shape[0]):
            total = total + z * z[i]

    add(x)
    add(total)
    return total


@case("float64[n]")
def called_in_a_branch(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        total = total + z * z

    if x.sum() > 0:
        add(x)
    else:
        add(-x * 2.0)
    return total


@case("float64[n]")
def nested_writes(x):
    total, calls = x * 1.0, 0

    def outer(z):
        nonlocal total, calls

        def inner(w):
            nonlocal total
            total = total * w

        inner(z)
        total = total + z
        calls += 1
        return calls

    return outer(x) * total + outer(x * 0.5) * total


@case("float64[n]")
def written_by_a_generator(x):
    n = 0

    def multiples():
        nonlocal n
        for _ in range(3):
            n += 1
            yield x * n

    return sum(multiples()) * n


@case("float64[n]")
def read_late(x):
    k = 2.0
    scaled = lambda v: v * k  # noqa: E731
    if x.sum() > 0:
        k = 3.0
    total = scaled(x)
    for i in range(x.shape[0]):
        k = k + x[i]
    return total + scaled(x)


@case("float64[n]", draws=6)
def closure_writes_in_branch(x):
    n = 0.0

    def step(v):
        nonlocal n
        if v > 0:
            n = n + v
        else:
            n = n - 2 * v
        return v * v

    a = step(x[0])
    b = step(x.sum())
    return a * b * n


@case("float64[n]", draws=6)
def closure_counter_cond(x):
    n = 0

    def step(v):
        nonlocal n
        if v > 0:
            n += 1
        return v * v

    a = step(x[0])
    b = step(x.sum())
    return a * b * n


@case("float64[n]", draws=6)
def closure_loop(x):
    n = 0.0

    def step(v):
        nonlocal n
        for i in range(x.shape[0]):
            n = n * 0.5 + x[i] * v

    step(x[0])
    step(x.sum())
    return n * x


@case("float64[n]")
def counter(x):
    n = 0

    def step(v):
        nonlocal n
        n += 1
        return v * n

    a = step(x)
    b = step(a)
    return a * b * n


@case("float64[n]", draws=3)
def counter_runtime_branch(x):
    n = 0

    def step(v):
        nonlocal n
        n += 1
        return v * v

    y = x
    if x.sum() > 0:
        y = step(y)
    return y * n


@case("float64[n]", draws=3)
def counter_runtime_loop(x):
    total = 0.0

    def add(v):
        nonlocal total
        total = total + v * v

    for v in x:
        add(v)
    return total


@case("float64[n]", draws=3)
def counter_array(x):
    acc = x * 0

    def add(v):
        nonlocal acc
        acc = acc + v * x

    for i in range(x.shape[0]):
        add(x[i])
    return acc


@case("float64[n]", draws=4)
def callback_helper(x):
    best = x[0]
    count = 0

    def see(v):
        nonlocal best, count
        count += 1
        if v > best:
            best = v

    for i in range(1, x.shape[0]):
        see(x[i])
    return x * best * (count + 1)


@case("float64[n]", draws=4)
def make_counter(x):
    def counter():
        n = 0

        def step():
            nonlocal n
            n += 1
            return n

        return step

    a, b = counter(), counter()
    a()
    a()
    b()
    return x * a() * b()


@case("float64[n]", draws=4)
def two_levels(x):
    n = 1.0

    def outer(v):
        nonlocal n

        def inner():
            nonlocal n
            n = n * v

        inner()
        n = n + 1
        inner()
        return n

    s = outer(x[0])
    return x * s * n


@case("float64[n]", draws=4)
def nonlocal_array(x):
    acc = np.zeros_like(x)

    def add(v):
        nonlocal acc
        acc = acc + v

    def put(i, v):
        acc[i] = acc[i] + v

    add(x * x)
    put(0, x[0])
    for i in range(x.shape[0]):
        put(i, x[i] ** 2)
        add(x)
    return acc * acc


@case("float64[n]", draws=4)
def while_closure(x):
    t = x.sum()
    n = 0

    def grow():
        nonlocal t, n
        t = t * 1.5 + 1.0
        n += 1

    while t < 3.0:
        grow()
    return t * x * n


@case("float64[n]")
def comprehensions_of_functions(x):
    i = 5.0
    scaled = [lambda v: v * i for i in (1.0, 2.0)]
    fixed = [lambda v, i=i: v * i for i in (1.0, 2.0)]
    named = {n: (lambda v: v + n) for n in (1.0, 2.0)}
    return scaled[0](x) * fixed[0](x) * named[1.0](x) * i


@case("float64[n]")
def functions_of_a_loop(x):
    scaled = []
    for i in (1.0, 2.0, 3.0):

        def one(v):
            return v * i

        scaled.append(one)
    i = 7.0
    return scaled[0](x) + scaled[1](x) * x


@case("float64[n]")
def functions_that_a_loop_collects(x):
    scaled = []
    for i in range(3):
        scaled.append(lambda v: v * (i + 1))
    return scaled[0](x) + scaled[1](x) * x


@case("float64[3]")
def functions_by_their_names(x):
    known = {}

    def register(function):
        known[function.__name__] = function
        return function

    @register
    def doubled(v):
        return v * 2.0

    @register
    def squared(v):
        return v**2

    return sum(f(x[k]) * len(name) for k, (name, f) in enumerate(known.items())) * x


def _summing(start):
    """A function that returns two which share variables of it."""
    count, total = 0, start

    def add(v):
        nonlocal count, total
        count += 1
        total = total + v * v
        return total

    return add, lambda: total / count


@case("float64[n]", draws=3)
def variables_of_a_function_that_has_returned(x):
    add, mean = _summing(x[0])
    s = 0.0
    for v in x:
        s = s + add(v) * v
        if v > 0:
            s = s * add(s * 0.1)
    return s * mean() * x


@case("float64[n]", draws=2)
def variables_of_a_function_called_in_a_loop(x):
    s = 0.0
    for v in x:
        add, _ = _summing(v)
        for w in x:
            s = s + add(w) * v
    return s


def _averaging(rate):
    state = None

    def step(v):
        nonlocal state
        state = v if state is None else rate * v + (1.0 - rate) * state
        return state

    return step


@case("float64[n]", draws=2)
def a_variable_that_is_none_before_the_loop(x):
    first, second = _averaging(0.3), _averaging(x[0] * 0.1)
    return sum(first(second(v)) ** 2 for v in x) * x


def _moving(rate, n):
    velocity = np.zeros(n)

    def step(w, g):
        nonlocal velocity
        velocity = rate * velocity - 0.1 * g
        return w + velocity

    def kick(w):
        nonlocal velocity
        velocity *= rate
        velocity[0] += w[1]
        return w - velocity

    return step, kick


@case("float64[3]", draws=2)
def a_variable_that_is_an_array(x):
    step, kick = _moving(0.9, x.shape[0])
    w = x
    for _ in range(x.shape[0]):
        w = step(w, 2.0 * w + np.sin(w))
        if w.sum() > 0.2:
            w = kick(w)
    return w * x


@case("float64[3]")
def a_name_that_only_a_place_has(x):
    def scaled(a, /, b=2.0, *rest, k=1.0, **named):
        return a * named["a"] * b * k + sum(rest)

    return scaled(x, a=3.0) + scaled(x, 2.0, x, k=x, a=x)


@case("float64[n]")
def attributes_of_functions_that_are_asked_for(x):
    def plain(v):
        return v

    doubled = lambda v: v * 2.0  # noqa: E731
    doubled.scale = x.sum()
    scale = getattr(doubled, "scale", 1.0) + getattr(plain, "scale", 5.0)
    if hasattr(doubled, "scale") and not hasattr(plain, "scale"):
        scale = scale * 3.0
    return doubled(x) * scale
