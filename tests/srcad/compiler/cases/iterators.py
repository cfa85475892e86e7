"""``itertools`` of generators: they are asked for no more than is asked of them."""

import itertools

import numpy as np

from tests.srcad.compiler.cases.case import case


def powers(x):
    for k in range(3):
        yield x**k


def two(x):
    yield x
    yield x * x


def endless(x):
    k = 1.0
    while True:
        yield x * k
        k = k + 1.0


@case("float64[n]")
def slice_without_an_end(x):
    return sum(itertools.islice(endless(x), 3)) * x


@case("float64[n]")
def rest_of_a_slice(x):
    g = endless(x)
    a = sum(itertools.islice(g, 2))
    return a * next(g)


@case("float64[n]")
def slice_with_a_start(x):
    return sum(itertools.islice(powers(x), 1, 3)) * x


@case("float64[n]")
def chain_in_turns(x):
    log = []

    def noisy(k):
        log.append(k)
        yield x * k
        log.append(k)

    total = 0.0
    for v in itertools.chain(noisy(1.0), noisy(2.0)):
        total = total + v * len(log)
    return total


@case("float64[n]")
def totals_that_are_left(x):
    for k, v in enumerate(itertools.accumulate(endless(x))):
        if k == 3:
            break
    return v


@case("float64[n]")
def taken_while(x):
    total = 0.0
    for v in itertools.takewhile(lambda v: v < 3.0, (k * 1.0 for k in range(10))):
        total = total + v * x
    return total


@case("float64[n]")
def starred_pairs(x):
    return sum(itertools.starmap(lambda a, b: a * b, zip(two(x), powers(x))))


@case("float64[n]")
def neighbours_of_a_generator(x):
    return sum(a * b for a, b in itertools.pairwise(powers(x)))


def counting(n):
    while True:
        yield n
        n += 1


def without_multiples(numbers):
    first = next(numbers)
    yield first
    yield from without_multiples(k for k in numbers if k % first)


@case("float64[n]")
def generators_in_each_other(x):
    return sum(itertools.islice(without_multiples(counting(2)), 5)) * x


@case("float64[n]")
def slice_of_a_loop_of_run_time(x):
    total = 0.0
    for v in itertools.islice((a * a for a in x), 2):
        total = total * 0.5 + v
    return total


@case("float64[n]")
def counts_until_it_is_small(x):
    s = x.sum() + 9.0
    for _ in itertools.count():
        if abs(s) < 0.1:
            break
        s = s * 0.5
    return s * x


@case("float64[n]")
def counts_up_to_a_known_number(x):
    s = 0.0
    for k in itertools.count(1.0, 0.5):
        if k > 3:
            break
        s = s + x * k
    return s


@case("float64[3]")
def numbered_by_a_count(x):
    return sum(v * k for k, v in zip(itertools.count(step=2), x, strict=False))


@case("float64[3]")
def weighted_by_a_cycle(x):
    total = 0.0
    for v, name in zip(x, itertools.cycle(["plain", "square"]), strict=False):
        total = total + (v if name == "plain" else v * v)
    return total


@case("float64[3]")
def what_a_function_gives_until_it_is_none(x):
    values = [x[0], x[1], None, x[2]]
    return sum(v * v for v in iter(lambda: values.pop(0), None)) + values[0]


@case("float64[3]")
def what_is_given_without_an_end(x):
    powers = sum(map(pow, x, itertools.repeat(2)))
    return powers * sum(a * b for a, b in zip(x, itertools.repeat(x[0]), strict=False))


@case("float64[n]")
def a_cycle_of_arrays(x):
    s = 0.0 * x
    for k, v in enumerate(itertools.cycle([x, x * x])):
        if k == 3:
            break
        s = s + (k + 1) * v
    return s


@case("float64[3]")
def zip_of_what_grows_before_it_is_gone_through(x):
    ys = [x[0], x[1]]
    pairs = zip(ys, [1.0, 2.0, 3.0])
    ys.append(x[2])
    return sum(a * b for a, b in pairs) * x


@case("float64[3]")
def reversed_of_what_changes_before_it_is_gone_through(x):
    ys = [x[0], x[1]]
    back = reversed(ys)
    ys.append(x[2])
    ys[0] = x[2] * 2.0
    return list(back)[1] * x


@case("float64[3]")
def extended_by_what_reads_it(x):
    xs = [x[0]]
    xs.extend(len(xs) * v for v in x)
    ys = [x[0]]
    ys += (len(ys) * v for v in [x[1], x[2]])
    ys.extend(map(lambda v: ys[-1] * v, [x[0], x[1]]))
    named = {"a": x[0]}
    named.update((k, len(named) * v) for k, v in zip("bc", [x[1], x[2]], strict=True))
    return (xs[2] * ys[2] + ys[-1] + named["c"]) * x


@case("float64[3]", draws=3)
def any_and_all_ask_for_no_more_than_decides(x):
    seen, counted = [], [0]

    def above(v):
        seen.append(v)
        return v > 0.5

    def known(k):
        counted[0] += 1
        return k

    any(above(v) for v in x)
    all(map(above, x))
    any(known(k == 1) for k in range(5))
    return sum(seen) * x * counted[0]


class UpTo:
    def __init__(self, x, count):
        self.k, self.x, self.count = 0, x, count

    def __iter__(self):
        return self

    def __next__(self):
        if self.k == self.count:
            raise StopIteration
        self.k += 1
        return self.x[self.k - 1]


class Fibonacci:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        return self

    def __next__(self):
        self.a, self.b = self.b, self.a + self.b
        return self.a


@case("float64[3]")
def objects_that_give_one_after_the_other(x):
    total = 0.0
    for v in UpTo(x, 3):
        total = total + v * 2.0
    ones = iter(UpTo(x, 2))
    first = next(ones)
    rest = list(ones)
    for k, v in zip(range(4), Fibonacci(x[0], x[1]), strict=False):
        total = total + k * v
    for k, v in enumerate(UpTo(x, 2)):
        total = total + k * v
    total = total * next(ones, 7.0) + first * rest[-1]
    return total + sum(UpTo(x, 3)) * x


class Body:
    def __init__(self, mass, place):
        self.mass, self.place = mass, place
        self.force = np.zeros(1)


def _bodies(x):
    return [Body(x[k], x[k] * x) for k in range(3)]


@case("float64[3]")
def objects_of_combinations_are_changed(x):
    bodies = _bodies(x)
    for one, other in itertools.combinations(bodies, 2):
        away = other.place - one.place
        one.force = one.force + other.mass * away
        other.force = other.force - one.mass * away
    for one, other in itertools.permutations(bodies, 2):
        one.force += other.mass
    for one, other in itertools.combinations_with_replacement(bodies, 2):
        other.place *= one.mass
    for one, factor in itertools.product(bodies, (2.0, 3.0)):
        one.mass = one.mass * factor
    return sum((one.force + one.place).sum() * one.mass for one in bodies)


@case("float64[3]")
def objects_of_an_iterator_are_changed(x):
    bodies, more = _bodies(x), _bodies(2.0 * x)
    for one, other in itertools.pairwise(bodies):
        one.force = one.force + other.place
        other.place *= 0.5
    for one in itertools.chain(bodies, more, itertools.chain.from_iterable([more])):
        one.force += one.mass
    for one in itertools.islice(bodies, 1, None):
        one.place *= one.mass
    for one in reversed(more):
        one.place *= one.force
    for one, other in itertools.zip_longest(bodies, more):
        other.mass = other.mass * one.mass
    return sum((one.force + one.place).sum() * one.mass for one in bodies + more)


@case("float64[3]")
def a_list_is_changed_that_combinations_were_made_of(x):
    parts = [x[0], x[1] * 2.0, x[2]]
    pairs = itertools.combinations(parts, 2)
    total = 0.0
    for k, (one, other) in enumerate(pairs):
        parts[0] = one * other
        parts.append(other)
        total = total * 2.0 + one * other * (k + 1)
    return total * sum(parts)


@case("float64[4]", draws=3)
def counted_until_it_is_left(x):
    total, point = 0.0, x[0] + 3.0
    for part, k in zip((0.5, 0.25), itertools.count(), strict=False):
        point = point * part + k
        if point < 1.5:
            break
    for part, scale in zip([0.5, 2.0], itertools.repeat(x[1])):  # noqa: B905
        total += part * scale * point
        if total > 0.5:
            break
    return total * x


@case("float64[4]", draws=4)
def counted_until_one_of_several_ways(x):
    total = 0.0
    for a, b in zip((1.0, 2.0, 3.0), itertools.count(1), strict=False):
        if x[0] * a > 1.0:
            return x * b
        if x[1] > a:
            continue
        total = total + x[2] * b
        if total > 2.0:
            break
    else:
        return x * total * 3.0
    return x * total
