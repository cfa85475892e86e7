"""Recursive functions that run time ends, and that change what is outside of them."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [
    [0.703, -1.3018, 2.1047, 0.4021],
    [-0.6013, 1.2027, -0.3519, 1.7041],
    [1.5012, 0.3023, 0.897, -2.203],
    [-0.47, -1.63, 1.29, 0.85],
]


def often(x):
    return int(abs(x[2]) * 4) % 7


def edges(x):
    pairs = ((i, j) for i in range(4) for j in range(i))
    return sorted((abs(float(x[i] - x[j])), i, j) for i, j in pairs)


def a_forest(x):
    parent = list(range(4))

    def find(i):
        if parent[i] != i:
            parent[i] = find(parent[i])
        return parent[i]

    cost = 0.0
    for w, i, j in edges(x):
        a, b = find(i), find(j)
        if a != b:
            parent[a] = b
            cost += w**2
    return cost


class Forest:
    def __init__(self, n):
        self.parent = list(range(n))

    def find(self, i):
        if self.parent[i] != i:
            self.parent[i] = self.find(self.parent[i])
        return self.parent[i]

    def joins(self, a, b):
        a, b = self.find(a), self.find(b)
        self.parent[a] = b
        return a != b


def a_forest_as_an_object(x):
    forest = Forest(4)
    return sum(w**2 for w, i, j in edges(x) if forest.joins(i, j))


def sorted_in_place(x):
    def order(a, low, high):
        if low >= high:
            return
        middle, i, j = a[(low + high) // 2], low, high
        while i <= j:
            while a[i] < middle:
                i += 1
            while a[j] > middle:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        order(a, low, j)
        order(a, i, high)

    a = [v * v - v for v in x] + [0.3]
    order(a, 0, len(a) - 1)
    return sum(v * (k + 1) for k, v in enumerate(a))


def collected(x):
    out = []

    def walk(k, v):
        if v < 0.3 or k > 9:
            return
        out.append(v * x[k % 4])
        walk(k + 1, v * 0.6)
        walk(k + 2, v * 0.5)

    walk(0, abs(x[0]) + 1)
    return sum(k * v for k, v in enumerate(out))


def remembered(x):
    memo = {}

    def cost(n):
        if n <= 1:
            return x[0]
        if n in memo:
            return memo[n]
        memo[n] = cost(n // 2) + cost(n // 3) * x[1]
        return memo[n]

    return cost(int(abs(x[2]) * 20))


def remembered_by_pairs(x):
    memo = {}

    def longest(i, j):
        if i == 0 or j == 0:
            return 0.0
        if (i, j) in memo:
            return memo[i, j]
        if abs(x[i] - x[j]) < 1.0:
            found = longest(i - 1, j - 1) + abs(x[i])
        else:
            found = max(longest(i - 1, j), longest(i, j - 1))
        memo[i, j] = found
        return found

    return longest(3, 3)


def counted_in_a_list(x):
    calls = [0]

    def fib(n):
        calls[0] += 1
        return x[0] if n < 2 else fib(n - 1) + x[1] * fib(n - 2)

    return fib(int(abs(x[2]) * 4) % 6) * calls[0]


def counted_in_a_variable(x):
    calls, best = 0, 0.0

    def go(n, v):
        nonlocal calls, best
        calls += 1
        if v > best:
            best = v
        if n > 0:
            go(n // 2, v * x[1])
            go(n // 3, v + x[0])

    go(int(abs(x[2]) * 10), abs(x[3]))
    return best * calls


def searched(x):
    best = 0.0

    def go(i, v):
        nonlocal best
        if v > best:
            best = v
        if i < 4 and v > -2:
            go(i + 1, v + x[i])

    go(0, 0.1)
    return best


def written_by_a_helper(x):
    total = x[1]

    def add():
        nonlocal total
        total += x[0]

    def go(n):
        add()
        if n > 0:
            go(n - 1)

    go(often(x))
    return total


def variables_of_two(x):
    a, b = x[0], x[1]

    def one(n):
        nonlocal a
        if n <= 0:
            return a
        a = a * 0.9 + b
        return other(n - 1) + a

    def other(n):
        nonlocal b
        if n <= 0:
            return b
        b = b * a + n
        return one(n - 1) * 0.5 + b

    return one(often(x))


class Search:
    def __init__(self, x):
        self.x, self.best, self.calls, self.path = x, 0.0, 0, []

    def go(self, i, w, v):
        self.calls += 1
        if w > 2.0:
            return
        if v > self.best:
            self.best = v
        k = int(abs(v) * 3) % 4
        if i + k > 5:
            return
        self.path.append(k)
        self.go(i + k + 1, w + abs(self.x[k]), v + self.x[k] ** 2)
        self.path.pop()
        self.go(i + 2, w, v * 1.1)


def attributes(x):
    search = Search(x)
    search.go(0, 0.0, abs(x[0]))
    return search.best * search.calls + len(search.path)


def the_shortest_way(x):
    best, way, used = [1e9], [], [False] * 4

    def go(cost):
        if cost > best[0]:
            return
        if len(way) == 4:
            if cost < best[0]:
                best[0] = cost
            return
        for i in range(4):
            if not used[i]:
                used[i] = True
                d = abs(x[i] - x[way[-1]]) if way else 0.0
                way.append(i)
                go(cost + d * d)
                way.pop()
                used[i] = False

    go(0.0)
    return best[0]


def under_another_name(x):
    xs = [x[0], x[1]]
    ys = xs

    def go(k):
        if k <= 0:
            return 0.0
        xs[k % 2] += x[2]
        return go(k - 1) + ys[0]

    return go(often(x)) + ys[0] * 2 + xs[1]


def given_as_well(x):
    xs = [x[0], x[1]]

    def go(k, zs):
        if k <= 0:
            return zs[0]
        xs[k % 2] *= 0.5
        return go(k - 1, zs) + xs[0] * zs[1]

    return go(often(x), xs) + xs[0]


def read_before_and_after(x):
    xs = [*x]

    def go(k):
        if k <= 0:
            return xs[0]
        a = xs[k % 4]
        xs[k % 4] = a * 0.5 + 1
        b = go(k - 1)
        xs[k % 4] = xs[k % 4] + a * b
        return xs[0] + go(k - 3) * xs[k % 4] + xs[0]

    xs[1] += go(often(x) % 5)
    return xs[0] * go(2) + sum(v * v for v in xs)


def tuples(x):
    log = []

    def go(k, v):
        log.append((k, v))
        if k > 1:
            go(k // 2, v * x[0])
            go(k // 3, v + x[1])

    go(often(x), x[2])
    return sum(a * b for a, b in log)


def two_that_call_each_other(x):
    state = [0.0]

    def one(k):
        state[0] += x[0]
        return other(k - 1) if k > 0 else 1.0

    def other(k):
        state[0] *= 1.1
        return one(k - 1) * 0.5 if k > 0 else 2.0

    return one(often(x)) * state[0]


def in_a_loop(x):
    best, count = [0.0], [0]

    def go(k, v):
        count[0] += 1
        best[0] = max(best[0], v)
        for d in range(1, 3):
            if k - d > 0:
                go(k - d, v * x[d])

    for i in range(2):
        go(often(x) % 4, x[i])
    return best[0] + count[0] * x[3]


def items_of_a_dict(x):
    d = {"a": 0.0, "b": 1.0}

    def go(k):
        if k <= 0:
            return
        d["a"] += x[0]
        d["b"] *= x[1]
        go(k - 1)

    go(often(x))
    return d["a"] * d["b"]


def keys_of_run_time(x):
    best, seen = {}, set()

    def go(k, v):
        if k in best and best[k] >= v:
            return
        best[k] = v
        seen.add(k % 3)
        if k > 1:
            go(k // 2, v * abs(x[0]))
            go(k - 3, v + x[1])

    go(often(x) + 2, x[3])
    return sum(k * v for k, v in sorted(best.items())) * len(seen)


def an_array(x):
    a = np.zeros(4)
    view = a[1:]

    def go(k, v):
        if k <= 0:
            return v
        a[k % 4] += v
        return go(k // 2, v * x[1]) + view[0]

    return go(often(x), x[0]) + (a**2).sum() + view.sum()


def flooded(x):
    g = np.zeros((3, 3))

    def flood(i, j, v):
        if not (0 <= i < 3 and 0 <= j < 3) or g[i, j] > 0 or v < 0.2:
            return
        g[i, j] = v
        flood(i + 1, j, v * 0.7)
        flood(i, j + 1, v * 0.8)
        flood(i - 1, j, v * 0.5)

    flood(int(abs(x[0]) * 3) % 3, 1, abs(x[1]))
    return (g * np.arange(9).reshape(3, 3)).sum()


def an_array_that_is_given(x):
    def fill(a, low, high, v):
        if high - low < 1:
            return
        middle = (low + high) // 2
        a[middle] += v
        fill(a, low, middle, v * 0.5)
        fill(a, middle + 1, high, v * x[1])

    a = np.zeros(4)
    fill(a, 0, 4 if x[0] > 0 else 3, x[2])
    return (a**2).sum()


def lists_that_are_given(x):
    def fill(a, low, high, v):
        if high - low < 1:
            return
        middle = (low + high) // 2
        a[middle] += v
        fill(a, low, middle, v * 0.5)
        fill(a, middle + 1, high, v * x[1])

    a = [0.0] * 4
    b = a
    fill(a, 0, 4 if x[0] > 0 else 3, x[2])
    fill(b, 1, 3 if x[1] > 0 else 4, x[3])
    c = list(a)
    fill(c, 0, 2 if x[1] > 0 else 3, x[0])
    return sum(v * v for v in a) + sum(u * v for u, v in zip(b, c, strict=True))


def permuted(x):
    a = np.array([*x])

    def go(k):
        if k == 3:
            return a[0] * a[1]
        total = 0.0
        for i in range(k, 4):
            a[k], a[i] = a[i], a[k]
            total += go(k + 1) * (k + 1)
            a[k], a[i] = a[i], a[k]
        return total

    return go(0 if x[0] > 0 else 1)


PROGRAMS = [
    a_forest,
    a_forest_as_an_object,
    sorted_in_place,
    collected,
    remembered,
    remembered_by_pairs,
    counted_in_a_list,
    counted_in_a_variable,
    searched,
    written_by_a_helper,
    variables_of_two,
    attributes,
    the_shortest_way,
    under_another_name,
    given_as_well,
    read_before_and_after,
    tuples,
    two_that_call_each_other,
    in_a_loop,
    items_of_a_dict,
    keys_of_run_time,
    an_array,
    flooded,
    an_array_that_is_given,
    lists_that_are_given,
    permuted,
]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_what_it_changes_is_changed(function, point):
    assert result(function, point)


def second(x):
    out = []

    def go(k, v):
        if k <= 0:
            return
        out.append(v * v)
        go(k - 1, v * x[1])

    go(often(x), x[0])
    return sum(out)


def test_second_derivatives_pass_through_what_it_changes():
    first = srcad.grad(second)
    x = np.array(POINTS[0])
    found = srcad.grad(lambda x: (first(x) * np.array([1.0, 2.0, 0.0, 0.0])).sum())(x)
    step = 1e-6 * np.eye(4)
    weights = np.array([1.0, 2.0, 0.0, 0.0])
    wanted = [(first(x + h) - first(x - h)) @ weights / 2e-6 for h in step]
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)


def returned(x):
    def walk(k, found):
        if k <= 0:
            return found
        found.append(x[k % 4])
        return walk(k - 2, found)

    xs = [x[0]]
    ys = walk(often(x), xs)
    ys.append(3.0)
    return sum(xs) * len(xs)


def a_part_returned(x):
    a = np.zeros(4)

    def go(k):
        if k <= 0:
            return a[1:]
        a[k % 4] += x[k % 4]
        return go(k - 1)

    w = go(often(x))
    a[2] += 5.0
    return (w**2).sum()


def lists_in_a_list(x):
    rows = [[x[0], x[1]], [x[2]]]

    def go(k):
        if k <= 0:
            return 0.0
        rows[k % 2].append(x[3])
        return go(k - 1) + rows[0][-1]

    return go(often(x)) + sum(sum(r) for r in rows)


def another_one_in_each_call(x):
    def reversed_(a):
        if len(a) < 2:
            return a
        a[0] = a[0] * 2
        return reversed_(a[1:]) + [a[0]]

    xs = [v for v in x if v > -1]
    return sum(v * i for i, v in enumerate(reversed_(xs))) + sum(xs)


def gone_through_around(x):
    xs, s = [x[0], x[1]], 0.0

    def go(k):
        if k <= 0:
            return 0.0
        if len(xs) < 9:
            xs.append(x[k % 4])
        return x[0] + go(k - 1)

    for v in xs:
        s += v * go(often(x))
    return s


def a_variable_bound_behind(x):
    def go(n):
        nonlocal count
        count += 1
        if n > 0:
            go(n - 1)

    count = 0
    go(often(x))
    return count * x[0]


def a_variable_bound_behind_a_helper(x):
    def add():
        nonlocal count
        count += 1

    def go(n):
        add()
        if n > 0:
            go(n - 1)

    count = 0
    go(often(x))
    return count * x[0]


def an_iterator(x):
    items = iter([*x, *x, 1.0, 2.0, 3.0])

    def go(n):
        v = next(items)
        return v * go(n - 1) if n > 0 else v

    return go(often(x)) + next(items)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (a_variable_bound_behind, "binds `count` outside of itself"),
        (a_variable_bound_behind_a_helper, "changes what is outside of it"),
        (an_iterator, "changes what is outside of it"),
        (returned, "`walk` returns what it changes"),
        (a_part_returned, "`go` returns what it changes"),
        (lists_in_a_list, "changes what is outside of it"),
        (another_one_in_each_call, "which is another one here"),
        (gone_through_around, "while it is gone through"),
    ],
)
def test_what_the_caller_would_not_see_is_refused(function, message):
    with pytest.raises(srcad.CompileError, match=message):
        srcad.grad(function)(np.array(POINTS[0]))
