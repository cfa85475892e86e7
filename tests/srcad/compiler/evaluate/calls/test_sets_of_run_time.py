"""Sets of which run time knows the elements."""

import copy
import heapq
from dataclasses import dataclass, field

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def whole(x):
    return {int(v) for v in x}


def walked(x):
    seen, s, k = set(), 0.0, 0
    while k not in seen and len(seen) < 4:
        seen.add(k)
        s += x[k]
        k = 2 if x[k] > 0 else 1
    return s


def prim(x):
    n = 4
    w = [[abs(x[i] - x[j]) + 0.1 * (i + j) for j in range(n)] for i in range(n)]
    seen, total = {0}, 0.0
    while len(seen) < n:
        best, bj = 1e9, -1
        for i in range(n):
            if i in seen:
                for j in range(n):
                    if j not in seen and w[i][j] < best:
                        best, bj = w[i][j], j
        seen.add(bj)
        total += best
    return total


def breadth_first(x):
    seen, queue, s = set(), [0], 0.0
    while queue:
        k = queue.pop(0)
        if k in seen:
            continue
        seen.add(k)
        s = 0.5 * s + x[k]
        queue.append((k + 1) % 4 if x[k] > 0 else (k + 2) % 4)
        queue.append((k + 3) % 4 if x[k] > 1 else k)
    return s * len(seen)


def until_a_cycle(x):
    k, seen, s = 0, set(), 0.0
    for _ in range(10):
        if k in seen:
            break
        seen.add(k)
        s += x[k] ** 2
        k = int(abs(x[k]) * 3) % 4
    return s + len(seen) * x[1]


def comprehended(x):
    s = {int(v) for v in x}
    t = set([int(2 * v) for v in x] * 2)
    u = {int(x[0]), int(x[1]), 3}
    return (
        (len(s) + 2 * len(t & s) + 3 * len(s - t) + 5 * len(s ^ u) + 7 * len(u | t))
        * x[0]
        + sum(s) * x[1]
        + max(t) * x[2]
        + min(u)
        + sum(sorted(u)) * x[3]
    )


def methods(x):
    s = set()
    for v in x:
        s.add(int(v))
    t = s.copy()
    t.discard(0)
    u = s.union([5, int(x[0])], (7,))
    s.update([int(x[1]), 4])
    r = s.intersection(u)
    r.difference_update([4])
    s.symmetric_difference_update({1, 2})
    a = [
        len(s),
        len(t),
        len(u),
        len(r),
        s.issubset(u),
        s.issuperset(t),
        t.isdisjoint([0]),
        t <= u,
        r == t,
        {1, 2} <= s,
        s >= {1},
        s != t,
        s < u,
    ]
    tot = 0.0
    for i, b in enumerate(a):
        tot += b * x[i % 4] * (i + 1)
    s.clear()
    return tot + (x[0] if s else x[1]) + (x[2] if not t else x[3])


def removed(x):
    s = {0, 1, 2}
    try:
        s.remove(int(x[0]))
        return x[0] * len(s)
    except KeyError:
        return x[1]


def removed_that_is_not_there(x):
    s = set()
    for v in x:
        if v > 0.5:
            s.add(int(v))
    try:
        s.remove(1)
    except KeyError:
        return x[1] * len(s)
    return x[0] * len(s)


def of_texts(x):
    s = set()
    for v in x:
        s.add("a" if v > 0 else ("b" if v > -1 else "c"))
    t = 0.0
    for k in sorted(s):
        t = t * 2 + (k == "b") * x[0]
    return t + (x[1] if "c" in s else x[2])


def of_tuples(x):
    s = set()
    k, m, t = 0, 0, 0.0
    while (k, m) not in s and len(s) < 9:
        s.add((k, m))
        t += x[k] * x[m]
        k, m = (k + 1) % 4 if x[k] > 0 else m, (m + 3) % 4 if x[m] > 0.4 else k
    for a, b in sorted(s):
        t = t * 0.9 + x[a] * b
    s.discard((0, 0))
    return t + len(s) * x[3]


def of_floats(x):
    s = set()
    for v in x:
        if v > 0:
            s.add(v * v)
    s.add(x[0])
    return max(s) + 2 * min(s) + sum(sorted(s)) * len(s) + (x[0] in s)


def under_two_names(x):
    s = {0}
    t = s
    t |= {int(x[0]), int(x[1])}
    u = copy.copy(s)
    u.add(9)
    w = copy.deepcopy(s)
    w.add(11)
    w.add(12)
    return len(s) * x[0] + len(t) * x[1] + len(u) * x[2] + len(w) * x[3]


def beside_known_ones(x):
    known = {0, 1, 2}
    k = {int(x[0])}
    known |= k
    m = {7, 8} | k
    return (
        len(known) * x[0]
        + len(m) * x[1]
        + len({0, 1} & k) * x[2]
        + len({0, 1}.union([int(x[1])])) * x[3]
        + len({0, 1}.difference(k))
    )


def of_an_object(x):
    class C:
        def __init__(self):
            self.seen = set()

        def visit(self, k):
            if k in self.seen:
                return False
            self.seen.add(k)
            return True

    c = C()
    s = 0.0
    for v in x:
        if c.visit(int(v)):
            s += v
    return s


def a_flag(x):
    s = set()
    if x[0] > 0:
        s.add("big")
    if "big" in s:
        return x[1]
    return x[2] * len(s) + x[3]


def what_is_left(x):
    rest = set(range(4)) - {0}
    s, k = 0.0, 0
    while rest:
        s = s * 0.5 + x[k]
        k = min(rest) if x[k] > 0 else max(rest)
        rest.remove(k)
    return s


def frozen_ones(x):
    f = frozenset({1, 2})
    s = {int(v) for v in x}
    return len(f & s) * x[0] + len(s | f) * x[1] + (f <= s) * x[2]


def any_and_all(x):
    s = {int(v) for v in x}
    return x[0] if any(s) else x[1] if all(s) else x[2]


def its_class(x):
    s = {int(v) for v in x}
    return (
        x[0] * 2
        if isinstance(s, set) and type(s) is set and not isinstance(s, frozenset)
        else x[1]
    )


def chosen_by_a_path(x):
    if x[0] > 0:
        s = {1, 2}
    else:
        s = {2}
    return len(s) * x[1]


def a_list_put_in(x):
    s = whole(x)
    try:
        s.add([1])
        return x[0]
    except TypeError:
        return x[1]


def a_list_sought(x):
    s = whole(x)
    try:
        return x[0] * 2 if [1] in s else x[2]
    except TypeError:
        return x[1]


def a_list_in_a_tuple(x):
    s = whole(x)
    try:
        s.discard(([1], 2))
    except TypeError:
        return x[1]
    return x[0]


@dataclass(frozen=True)
class F:
    a: int
    b: int


def of_records(x):
    s = set()
    for v in x:
        s.add(F(int(v), int(2 * v)))
    return len(s) * x[0] + (F(0, 1) in s) * x[1]


@dataclass
class St:
    seen: set = field(default_factory=set)


def made_for_a_field(x):
    st = St()
    t = 0.0
    for v in x:
        if int(v) not in st.seen:
            t += v
        st.seen.add(int(v))
    return t


def returned_by_a_function(x):
    def mk(n):
        s = set()
        for v in n:
            s.add(int(v))
        return s

    a, b = mk(x), mk(2 * x)
    return len(a | b) * x[0] + len(a) * x[1]


def in_a_list(x):
    ss = [set(), set()]
    for i, v in enumerate(x):
        ss[i % 2].add(int(v))
    return len(ss[0]) * x[0] + len(ss[1]) * x[1]


def of_truths(x):
    s = set()
    for v in x:
        s.add(v > 0)
    return len(s) * x[0] + (True in s) * x[1]


def of_several_kinds(x):
    s = set()
    s.add(int(x[0]))
    s.add("a")
    s.add((1, 2))
    return len(s) * x[0] + ("a" in s) * x[1] + ((1, 2) in s) * x[2] + (3 in s)


def changed_in_place(x):
    s = {1, 2}
    s.update(int(v) for v in x)
    s -= {1}
    s &= set(range(-3, 3))
    s ^= {int(x[0])}
    return len(s) * x[0] + sum(s) * x[1]


def compared(x):
    s = whole(x)
    known = {0, 1, -1}
    return (
        (known == s) * x[0]
        + (known <= s) * x[1]
        + (known > s) * x[2]
        + (known != s) * x[3]
        + (s == [0]) * 2
        + known.issubset(s) * x[1]
        + known.isdisjoint(s) * x[3]
        + (frozenset({0, 1, 2, -1}) == s) * x[0] * 2
    )


def beside_views(x):
    d = {int(v): v for v in x}
    s = whole(x)
    s |= d.keys()
    t = s & d.keys()
    u = d.keys() - s
    s.update(d)
    s.difference_update(d.keys())
    return (
        len(s) * x[0]
        + len(t) * x[1]
        + len(u)
        + (t == d.keys()) * x[2]
        + (s <= d.keys()) * x[3]
    )


def frontiers(x):
    frontier, seen, s = {0}, set(), 0.0
    while frontier:
        nxt = set()
        for k in sorted(frontier):
            s = s * 0.9 + x[k]
            seen.add(k)
        for k in sorted(frontier):
            j = (k + 1) % 4 if x[k] > 0 else (k + 2) % 4
            if j not in seen:
                nxt.add(j)
        frontier = nxt
    return s


def flood_fill(x):
    # flood fill
    n, stack, seen, s = 4, [(0, 0)], set(), 0.0
    while stack:
        i, j = stack.pop()
        if (i, j) in seen or not (0 <= i < n and 0 <= j < n):
            continue
        if x[i] * x[j] < 0:
            continue
        seen.add((i, j))
        s += x[i] * x[j]
        stack.append((i + 1, j))
        stack.append((i, j + 1))
        stack.append((i - 1, j))
        stack.append((i, j - 1))
    return s + len(seen) * x[0]


def a_longer_one_by_each_iteration(x):
    frontier, s, i = set(), 0.0, 0
    while i < 3 + x[0]:
        i += 1
        frontier = frontier | {i % 4, int(x[i % 4])}
        s += len(frontier) * x[i % 4]
    return s


def swapped(x):
    a, b, i = {0}, {1, 2}, 0
    while i < 3 + x[0]:
        a, b = b, a | {int(x[i % 4])}
        i += 1
    return len(a) * x[0] + len(b) * x[1]


def made_in_a_loop(x):
    s = 0.0
    for i in range(4):
        seen, k = set(), i
        while k not in seen:
            seen.add(k)
            k = (k + 1 + (x[k] > 0)) % 4
        s += len(seen) * x[i] + max(seen) * x[k]
    return s


def made_in_a_loop_of_run_time(x):
    s, i = 0.0, 0
    while i < 4 + x[0]:
        seen, k = set(), i % 4
        while k not in seen:
            seen.add(k)
            k = (k + 1 + (x[k] > 0)) % 4
        s += len(seen) * x[i % 4] + max(seen) * x[k]
        i += 1
    return s


def left_early(x):
    seen = set()
    for i in range(4):
        k = int(abs(x[i]) * 2)
        if k in seen:
            return x[i] * len(seen)
        seen.add(k)
    return x[0]


def doubles(x):
    vals = [int(v) for v in x]
    return x[0] if len(set(vals)) == len(vals) else x[1]


def dijkstra(x):
    n = 4
    w = [[abs(x[i] * x[j]) + 0.1 for j in range(n)] for i in range(n)]
    dist = [0.0] + [1e9] * 3
    done = set()
    while len(done) < n:
        k, best = -1, 1e10
        for i in range(n):
            if i not in done and dist[i] < best:
                k, best = i, dist[i]
        done.add(k)
        for j in range(n):
            if j not in done:
                dist[j] = min(dist[j], best + w[k][j])
    return sum(dist)


def by_a_heap(x):

    n, heap, done, t = 4, [(0.0, 0)], set(), 0.0
    while heap:
        d, k = heapq.heappop(heap)
        if k in done:
            continue
        done.add(k)
        t += d
        for j in range(n):
            if j not in done:
                heapq.heappush(heap, (d + abs(x[j] * x[k]) + 0.1, j))
    return t


def made_on_two_paths(x):
    if x[0] > 0:
        s = {1, 2}
    else:
        s = {int(x[1])}
    return len(s) * x[1] + (1 in s) * x[2]


def on_three_paths(x):
    if x[0] > 0:
        s = {1, 2}
    elif x[1] > 0:
        s = set()
    else:
        s = {5}
    s.add(int(x[2]))
    return len(s) * x[1] + (1 in s) * x[2]


def none_on_a_path(x):
    s = None
    if x[0] > 0:
        s = {int(x[1])}
    return x[1] if s is None else x[2] * len(s)


def returned_on_two_paths(x):
    def nb(k):
        if x[k] > 0:
            return {k, (k + 1) % 4}
        return {k}

    s, i = set(), 0
    for i in range(4):
        s |= nb(i)
    return len(s) * x[0] + len(nb(1)) * x[1]


def one_of_two_that_is_changed(x):
    a, b = {1, 2}, {3, int(x[2])}
    s = a if x[0] > 0 else b
    s |= {8, int(x[0])}
    a.discard(1)
    return len(s) * x[1] + len(a) * x[2] + len(b) * x[3]


def with_a_star(x):
    s = {int(v) for v in x}
    left = {*s, 9, int(2 * x[1])}
    return len(left) * x[0] + len({*sorted(s), 9, *[7]}) * x[1] + len({*s} - {0}) * x[2]


PROGRAMS = [
    with_a_star,
    walked,
    prim,
    breadth_first,
    until_a_cycle,
    comprehended,
    methods,
    removed,
    removed_that_is_not_there,
    of_texts,
    of_tuples,
    of_floats,
    under_two_names,
    beside_known_ones,
    of_an_object,
    a_flag,
    what_is_left,
    frozen_ones,
    any_and_all,
    its_class,
    chosen_by_a_path,
    a_list_put_in,
    a_list_sought,
    a_list_in_a_tuple,
    of_records,
    made_for_a_field,
    returned_by_a_function,
    in_a_list,
    of_truths,
    of_several_kinds,
    changed_in_place,
    compared,
    beside_views,
    frontiers,
    flood_fill,
    a_longer_one_by_each_iteration,
    swapped,
    made_in_a_loop,
    made_in_a_loop_of_run_time,
    left_early,
    doubles,
    dijkstra,
    by_a_heap,
    made_on_two_paths,
    on_three_paths,
    none_on_a_path,
    returned_on_two_paths,
    one_of_two_that_is_changed,
]
POINTS = [
    [0.703, -1.3018, 2.1047, 0.4021],
    [-0.6013, 1.2027, -0.3519, 1.7041],
    [1.5012, 0.3023, 0.897, -2.203],
    [-0.47, -1.63, 0.29, 0.85],
]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_set_of_run_time(function, point):
    assert result(function, point)


ORDERED = {
    "for": lambda x, s: [x[k % 4] for k in s][-1],
    "list": lambda x, s: list(s)[-1] * x[0],
    "tuple": lambda x, s: tuple(s)[-1] * x[0],
    "iter": lambda x, s: next(iter(s)) * x[0],
    "pop": lambda x, s: s.pop() * x[0],
    "key": lambda x, s: min(s, key=lambda k: k % 2) * x[0],
    "enumerate": lambda x, s: sum(i * k for i, k in enumerate(s)) * x[0],
}


@pytest.mark.filterwarnings("ignore::srcad.RecompileWarning")
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("name", ORDERED)
def test_that_of_whole_numbers_is_pythons(name, point):
    assert result(lambda x: ORDERED[name](x, whole(x)), point)


@pytest.mark.parametrize("name", [*ORDERED, "sum"])
def test_that_of_others_is_not_known(name):
    function = ORDERED.get(name, lambda x, s: sum(s) + len(whole(x)) * x[0])
    with pytest.raises(srcad.CompileError, match="in which order") as error:
        srcad.grad(lambda x: function(x, {v * v for v in x}))(np.array([0.7, 1.3]))
    assert error.value.diagnostics[0].code == "SRC013"


def shown(x):
    print(whole(x))
    return x[0]


def in_a_text(x):
    return x[0] * len(f"{whole(x)}")


class Own:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return self.k == other.k

    def __hash__(self):
        return id(self)


def with_an_own_hash(x):
    s = set()
    for v in x:
        if v > 0:
            s.add(Own(int(v)))
    return len(s) * x[0]


@pytest.mark.parametrize("function", [shown, in_a_text, with_an_own_hash])
def test_what_is_not_known_of_it(function):
    with pytest.raises(srcad.CompileError) as error:
        srcad.grad(function)(np.array([0.7, 1.3]))
    assert error.value.diagnostics[0].code == "SRC013"


def nearest_first(order):
    def function(x):
        total, near, todo = 0.0, [0.0, 9.0, 9.0, 9.0], {0, 1, 2, 3}
        while todo:
            k = min(order(todo), key=lambda i: near[i])
            todo.remove(k)
            total += near[k]
            for j in range(4):
                if j in todo:
                    near[j] = min(near[j], near[k] + x[j] * x[k] + 3.0)
        return total

    return function


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("order", [sorted, lambda todo: todo])
def test_what_goes_through_it_in_an_order_of_its_elements(order, point):
    assert result(nearest_first(order), point)


def known_when_written_out(x):
    seen, s = set(), 0.0
    for i in range(9):
        if i % 3 not in seen:
            s += x[i % 4] * i
        seen.add(i % 3)
    return sum(x[k] for k in seen) * s


@pytest.mark.parametrize("point", POINTS)
def test_a_set_that_is_known_where_loops_are_written_out(point):
    assert result(known_when_written_out, point)
