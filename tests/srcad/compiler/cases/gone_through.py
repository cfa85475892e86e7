"""Lists that the body of a loop changes while they are gone through."""

import itertools

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def grown(x):
    xs, s = [1.0, 2.0], 0.0
    for w in xs:
        s = s + w * x * x
        if len(xs) < 3:
            xs.append(3.0)
    return s


@case("float64[n]")
def shortened(x):
    xs, s = [x, x * 2, x * 3, x * 4], 0.0
    for v in xs:
        s = s + v * v
        xs.pop()
    return s


@case("float64[n]")
def grown_under_a_generator(x):
    xs, s = [x], 0.0

    def each():
        for w in xs:
            yield w

    for w in each():
        s = s + w * w
        if len(xs) < 3:
            xs.append(w * 0.5)
    return s


@case("float64[n]")
def written_ahead(x):
    xs, s = [x, x * 2, x * 3], 0.0
    for i, v in enumerate(xs):
        if i < 2:
            xs[i + 1] = v * x
        s = s + v
    return s


@case("float64[n]")
def zipped_and_grown(x):
    xs, ys, s = [x, x * 2, x * 3], [x * 1.5, x, x], 0.0
    for i, (v, w) in enumerate(zip(xs, ys, strict=False)):
        if i == 0:
            ys[2] = x * 9
            xs.append(x * 8)
            ys.append(x * 4)
        s = s + v * w
    return s


@case("float64[n]")
def written_behind(x):
    xs, s = [x, x * 2, x * 3], 0.0
    for v in reversed(xs):
        xs[0] = x * x
        s = s + v
    return s


@case("float64[n]")
def a_cycle_of_what_is_written(x):
    xs, s = [x, x * 2.0], 0.0 * x
    for k, w in zip(range(5), itertools.cycle(xs), strict=False):
        s = s + w * x
        if k == 2:
            xs[1] = x * 7.0
    return s


@case("float64[n]")
def written_values_of_a_dict(x):
    d, s = {"a": x, "b": x * 2}, 0.0
    for k, v in d.items():
        d["b"] = x * x
        s = s + v * len(k)
    return s


@case("float64[n]")
def a_view_that_is_kept(x):
    d = {"a": x, "b": x * 2}
    values, s = d.values(), 0.0
    d["a"] = x * x
    for i, v in enumerate(values):
        d["b"] = x * x * x
        s = s + v * (i + 1)
    return s + sum(values)
