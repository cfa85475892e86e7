"""Lists that are built at run time, whose length is known all the same."""

from tests.srcad.compiler.cases.case import apart, case


@case("float64[5]", values={"x": apart})
def sorted_and_unpacked(x):
    low, *middle, high = sorted(x)
    return low * high + sum(middle) ** 2


@case("float64[4]", values={"x": apart})
def the_largest_two(x):
    first, second = sorted(x, key=abs, reverse=True)[:2]
    return first * second + first


@case("float64[4, 2]", values={"x": apart})
def a_tuple_of_what_was_sorted(x):
    t = tuple(sorted(x[:, 0]))
    a, b, *_ = t
    return a * b + t[-1] + sum(p * q for p, q in zip(t, t[1:]))


@case("float64[3]")
def parts_of_a_list_that_grew(x):
    ys = []
    for v in x:
        ys.append(v * v)
    ys.append(x[0] * x[1])
    (a, b), c = ys[:2], ys[2]
    *_, last = ys + ys[::-1][1:]
    return a * b - c * last


@case("float64[3]", values={"x": apart})
def elements_as_arguments(x):
    def f(first, *others):
        return first * others[0] - others[-1] ** 2

    return f(*sorted(x)) + f(*[v * v for v in x])


@case("float64[3]", values={"x": apart})
def a_generator_as_a_tuple(x):
    a, b, c = tuple(v * v for v in sorted(x))
    return a * b - c
