"""``math``, ``operator``, ``functools`` and ``itertools``."""

import functools
import itertools
import math
import operator

from tests.srcad.compiler.cases.case import apart, case, positive

NUMBERS = {"values": {"x": positive}}


@case("float", **NUMBERS)
def functions_of_math(x):
    waves = math.sin(x) * math.exp(x) + math.tanh(x) - math.atan2(x, 2.0)
    powers = math.sqrt(x) + math.pow(x, 2) + math.fabs(x) + math.hypot(x, 2.0, x)
    logs = math.log(x) + math.log(x, 2.0) + math.log2(x) + math.log10(x)
    return waves * powers + logs + math.degrees(x) + math.radians(x)


@case("float64", **NUMBERS)
def functions_of_math_of_a_number_of_numpy(x):
    return math.sin(x) * math.expm1(x) + math.log1p(x) * math.acosh(x + 1.0)


@case("float", **NUMBERS)
def whole_parts(x):
    return x * math.floor(x) + math.ceil(x) * x + math.trunc(x) * x


@case("float", **NUMBERS)
def rounded_floats(x):
    total = x * round(x, 2) + round(x * 2.675 + 0.0001, ndigits=1) * x
    for digits in range(3):
        total += round(x * 1.2345, digits) * x
    return total + round(x, None)


@case("float", **NUMBERS)
def tests_of_math(x):
    return x * x if math.isfinite(x) and not math.isnan(x) else x


@case("float64[n]")
def math_of_an_element(x):
    return math.cosh(x[0]) * x + math.fsum([x[0], x[0] ** 2]) * math.prod([x[0], 2.0])


@case("float64[n]")
def functions_of_operator(x):
    total = operator.mul(x, operator.add(x, 1.0)) + operator.neg(x)
    total = total - operator.truediv(x, 2.0) + operator.pow(x, 2) + operator.abs(x)
    return total * operator.gt(x, 0.1) + operator.pos(x) + operator.sub(x, x * x)


@case("float64[n]")
def getters(x):
    first, second = operator.itemgetter(0, "b")({0: x, "b": x * x})
    summed = operator.methodcaller("sum")(x) * operator.attrgetter("T")(x)
    return first * second + summed + operator.getitem([x, 2 * x], 1)


@case("float64[n]")
def reductions(x):
    product = functools.reduce(lambda a, b: a * b, [x, x + 1.0, x * 2.0])
    total = functools.reduce(operator.add, (x, x * x), 1.0)
    return product + total * functools.reduce(lambda a, b: a * b, [1, 2, 3])


@case("float64[n]")
def partials_of_run_time_values(x):
    times = functools.partial(operator.mul, x)
    return times(x) * functools.partial(lambda a, b=1.0: a * b, b=x)(2.0)


@case("float64[n]")
def accumulated(x):
    sums = list(itertools.accumulate([x, 2.0 * x, x * x]))
    products = itertools.accumulate([x, x], operator.mul, initial=2.0)
    return sums[1] * sums[2] + sum(products)


@case("float64[n]")
def rearranged(x):
    total = sum(itertools.chain([x], (x * x,), itertools.chain.from_iterable([[x]])))
    pairs = sum(a * b for a, b in itertools.pairwise([x, x + 1.0, x * x]))
    table = sum(a * b for a, b in itertools.product([x, 2.0], repeat=2))
    longest = itertools.zip_longest([x, x], [x], fillvalue=2.0)
    return total * pairs + table + sum(a * b for a, b in longest)


@case("float64[n]")
def without_an_end(x):
    weighted = sum(k * v for k, v in zip(itertools.count(1), [x, x * x], strict=False))
    turns = zip(itertools.cycle([1, 2]), [x, x * x, x], strict=False)
    return weighted + sum(k * v for k, v in turns) + sum(itertools.repeat(x, 2))


@case("float64[n]")
def starred_rows(x):
    return sum(itertools.starmap(operator.mul, [(x, x), (x, 2.0)]))


@case("float64[n]")
def mapped_and_filtered(x):
    squares = map(lambda v: v * v, [x, x + 1.0])
    kept = filter(lambda pair: pair[0] > 1, [(1, x), (2, x * x)])
    counted = sum(map(lambda k: k * k, filter(lambda k: k > 1, [1, 2, 3])))
    return sum(squares) * sum(v for _, v in kept) * counted


@case("float64", "float64", draws=3)
def signs_and_lengths(a, b):
    total = math.copysign(a * b, a) + math.fmod(3.0 * a, 1.3 + b * b)
    total += math.hypot(a) * b + math.dist((a,), (b,))
    return total + math.dist((a, b, 1.0), (b, 2.0, a))


@case("float64[3]", values={"x": apart})
def flags_as_numbers(x):
    first, last = bool(x[0] > 0), any([x[1] > 0, x[0] > 0.2])
    count = abs(first) * 2 + (first & 1) + 2**last + (last << 1)
    return count * x.sum() * x * (first * 1.5 + 0.5)


@case("float64[3]")
def powers_of_parts_of_complex_numbers(x):
    w = complex(x[0] ** 2 + 1.0, x[1])
    return x * w.real**0.5 + (w * w.conjugate()).real ** 0.5 + abs(w) ** 0.3 * w.imag**2


@case("float64[3]")
def the_power_of_what_many_steps_gave(x):
    a, b = float(x[0]) ** 2 + 1.0, float(x[2])
    for h in (0.01, 0.02) * 15:
        a, b = a + h * b * b, b + h * a
    return x * (2 + a) ** 0.5
