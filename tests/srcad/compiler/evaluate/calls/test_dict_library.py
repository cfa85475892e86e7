"""Dicts of which run time knows the keys."""

import copy
import itertools
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass, field

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def grouped_and_sorted(x):
    g = defaultdict(list)
    for v in x:
        g[int(v * 2)].append(v)
    return sum(sum(vs) ** 2 / len(vs) for k, vs in sorted(g.items()))


def grouped_by_setdefault(x):
    g = {}
    for v in x:
        g.setdefault(int(v * 2), []).append(v)
    t = 0.0
    for k, vs in g.items():
        t += k * sum(vs) ** 2
    return t


def sums_by_default(x):
    g = defaultdict(float)
    for v in x:
        g[int(v * 2)] += v * v
    return sum(v**2 * k for k, v in g.items())


def a_memo(x):
    g = {}
    k = 1
    while k < 10 + x[0]:
        if k % 7 in g:
            g[k % 7] = g[k % 7] * x[1]
        else:
            g[k % 7] = x[2] * k
        k += 1
    return sum(g.values())


def sums_by_get(x):
    g = {}
    for v in x:
        k = int(v * 2)
        g[k] = g.get(k, 0.0) + v * v
    return sum(v**2 * k for k, v in g.items())


def keys_that_are_tuples(x):
    g = {}
    for i in range(len(x)):
        k = (int(x[i] * 2), i % 2)
        g[k] = g.get(k, 0.0) + x[i] ** 2
    return sum(v**2 * (a + b) for (a, b), v in g.items())


def the_best_key(x):
    g = {}
    for v in x:
        k = round(v * 2)
        g[k] = g.get(k, 0.0) + v * v
    best = max(g, key=g.get)
    return g[best] * best


def arrays_by_key(x):
    g = {}
    for v in x:
        k = int(v * 2)
        if k not in g:
            g[k] = np.zeros(3)
        g[k] += v * np.arange(3)
    return sum(np.sum(v**2) for v in g.values())


def texts_that_a_path_decides(x):
    g = defaultdict(float)
    for v in x:
        g["hi" if v > 1.0 else "lo"] += v * v
    t = 0.0
    for k, v in g.items():
        t += v**2 * (3 if k == "hi" else 1)
    return t


def keys_on_some_paths(x):
    g = {}
    if x[0] > 0.5:
        g["a"] = x[1] * 2
    if x[2] > 5:
        g["b"] = x[2] * 3
    else:
        g["c"] = x[3]
    t = 0.0
    if "a" in g:
        t += g["a"] ** 2
    for k, v in g.items():
        t += v * len(k)
    return t


def keys_in_order(x):
    g = defaultdict(float)
    for v in x:
        g[int(v * 2)] += v
    t = 0.0
    for k in sorted(g):
        t = t * 0.5 + g[k]
    ks = sorted(g.items(), key=lambda kv: -kv[1])
    return t + ks[0][1] * 3 + max(g.values()) + min(g)


def tuples_by_key(x):
    g = {}
    for _i, v in enumerate(x):
        k = int(v * 2)
        if k not in g:
            g[k] = (0.0, 0)
        s, n = g[k]
        g[k] = (s + v, n + 1)
    return sum((s / n) ** 2 for s, n in g.values())


class Acc:
    def __init__(self):
        self.s = 0.0
        self.n = 0

    def add(self, v):
        self.s += v
        self.n += 1


def objects_by_key(x):
    g = defaultdict(Acc)
    for v in x:
        g[int(v * 2)].add(v)
    return sum((a.s / a.n) ** 2 for a in g.values())


def counts(x):
    c = Counter(int(v * 2) for v in x)
    k, n = c.most_common(1)[0]
    return np.sum(x[:n]) * k + n * x[0]


def a_comprehension(x):
    d = {int(v * 3): v * v for v in x}
    return sum(k * v for k, v in d.items()) + len(d) * x[0]


def a_key_that_is_deleted(x):
    d = {"a": x[0], "b": x[1], "c": x[2]}
    if x[3] > 0.2:
        del d["b"]
    return sum(d.values()) ** 2 + len(d)


def least_recently_used(x):
    cache, out = OrderedDict(), 0.0
    for v in x:
        k = int(v)
        if k in cache:
            cache.move_to_end(k)
        else:
            cache[k] = v * v
            if len(cache) > 2:
                cache.popitem(last=False)
        out += cache[k] * len(cache)
    cache.move_to_end(int(x[3]), last=False)
    return out + sum((i + 1) * w for i, w in enumerate(cache.values()))


def a_key_that_is_popped(x):
    d = dict(enumerate(x))
    k = int(x[3] * 5)
    v = d.pop(k, 0.0)
    return v * 3 + sum(d.values()) ** 2


@dataclass
class Table:
    q: dict = field(default_factory=dict)

    def get(self, s, a):
        return self.q.get((s, a), 0.0)

    def learn(self, s, a, r):
        self.q[(s, a)] = self.get(s, a) * 0.9 + 0.1 * r


def a_table_in_an_object(x):
    t = Table()
    s = 0
    for _i, v in enumerate(x):
        a = 1 if v > 1 else 0
        t.learn(s, a, v * v)
        s = (s + a + 1) % 3
    return sum(t.q.values()) + t.get(0, 1)


def copies(x):
    d = defaultdict(float)
    for v in x:
        d[int(v)] += v
    e = d.copy()
    g = copy.copy(d)
    h = copy.deepcopy(d)
    m = dict(d)
    d[0] = x[1]
    d[77] += x[2]
    e[5] += x[0]
    m[1] = 3 * x[0]
    return (
        sum(d.values())
        + 3 * sum(e.values())
        + 5 * sum(g.values())
        + 7 * sum(h.values())
        + 11 * sum(m.values())
        + len(d) * 2
        + len(m)
    )


def counters(x):
    c = Counter(int(v) for v in x)
    e = c.copy()
    c[0] += 1
    c.update([0, 1, int(x[2])])
    e.subtract(c)
    return (
        x[0] * sum(k * v for k, v in c.items())
        + sum(k * v for k, v in e.items()) * x[1]
        + c[99]
        + c.total()
    )


def an_ordered_dict(x):
    d = OrderedDict()
    for v in x:
        d[int(v)] = v
    e = d.copy()
    d[0] = x[2]
    return sum(e.values()) + 2 * sum(d.values()) + next(iter(e))


def counted_by_an_operator(x):
    c, d = Counter(), Counter()
    for v in x:
        c[int(v * 2)] += 1
        d["hi" if v > 0.5 else "lo"] += 2
    return sum(k * n for k, n in c.items()) * x[0] + d["hi"] * d["lo"] * x[1]


def taken_out_meanwhile(x):
    d = {0: x[0]}
    for v in x:
        d[int(v)] = v
    d[0] += d.pop(0)
    return sum((k + 1) * v for k, v in d.items())


def a_count_that_is_missing(x):
    c = Counter()
    for v in x:
        c[int(v)] += v
    del c[77]
    return sum(c.values())


def written_at_a_key_of_run_time(x):
    d = {0: x[0], 1: x[1]}
    s = 0.0
    for v in d.values():
        d[int(x[2] > 0)] = x[3]
        s = s * 2 + v
    for k, v in d.items():
        d[1] = v * k
        s = s * 2 + d[k]
    return s


def equality(x):
    d = {int(v): 1 for v in x}
    e = {int(v): 1 for v in x[::-1]}
    return x[0] * (2 if d == e else 3) + x[1] * (2 if d == {0: 1} else 3)


def joined_by_operators(x):
    d = {int(v): v for v in x}
    e = d | {0: x[2]}
    d |= {7: x[1]}
    return sum(e.values()) * 2 + sum(d.values()) * len(e)


def beside_keywords(x):
    def g(a=1.0, b=2.0):
        return a * 2 + b

    d = {}
    if x[0] > 0.5:
        d["a"] = x[1]
    return g(b=x[2]) + d.get("a", x[3]) ** 2


def a_memo_of_tuples(x):
    memo = {}

    def c(n, k):
        if k == 0 or k == n:
            return 1.0
        if (n, k) not in memo:
            memo[(n, k)] = c(n - 1, k - 1) + c(n - 1, k) * x[0]
        return memo[(n, k)]

    return c(5, 2) + c(4, 1)


def a_sparse_matrix(x):
    m = {}
    for i, v in enumerate(x):
        j = int(abs(v) * 2) % 4
        m[i, j] = m.get((i, j), 0.0) + v
        m[j, i] = m.get((j, i), 0.0) + v * v
    y = np.zeros(4)
    for (i, j), v in m.items():
        y[i] += v * x[j]
    return np.sum(y**2)


def keys_of_a_loop(x):
    out = {}
    for k, v in zip("abab", x, strict=True):
        if v > 0.5:
            out[k] = out.get(k, 0.0) + v
    return sum(out.values()) * len(out)


def keys_deleted_in_a_loop(x):
    d = dict(enumerate(x))
    for i in range(4):
        if x[i] < 0.5:
            del d[i]
    return sum(v * k for k, v in d.items())


def written_while_gone_through(x):
    d = {}
    for v in x:
        d[int(v * 2)] = v
    tot = sum(d.values())
    for k, v in d.items():
        d[k] = v / tot
    for k in d:
        d[k] *= k
    return sum(v * v for v in d.values())


def lists_by_text(x):
    d = {}
    for v in x:
        d.setdefault("p" if v > 0 else "n", []).append(v)
    return sum(sum(vs) ** 2 for vs in d.values())


def named_tuples(x):
    K = namedtuple("K", "a b")
    d = {}
    for v in x:
        k = K(int(v), 1 if v > 0 else 0)
        d[k] = d.get(k, 1.0) * v
    return sum(v * k.a + k.b for k, v in d.items())


def popped_until_empty(x):
    d = {int(v): v for v in x}
    t = 0.0
    while d:
        k, v = d.popitem()
        t = t * 0.5 + v * k
    return t


def displays(x):
    d = {}
    if x[0] > 0.5:
        d["a"] = x[1]
    e = {"a": x[2], "b": 2.0, **d}
    f = {**d, "c": x[3]}
    g = dict(f, z=x[0])
    return e["a"] * 2 + e["b"] + sum(f.values()) * len(g)


def some_of_a_comprehension(x):
    d = {int(v): v**2 for v in x if v > 0}
    return sum(d.values()) + len(d) * x[0]


def some_of_two_loops(x):
    d = {(i, k): v for i, v in enumerate(x) if v > 0 for k in "ab" if v < i}
    return sum((i + (k == "a")) * v for (i, k), v in d.items())


def a_key_that_may_be_none(x):
    d = {int(v): v for v in x}
    best, other = None, None
    for k, v in d.items():
        if best is None or v > 1:
            best = k
        if v > 1.8:
            other = k
    s = d[best] * x[0] + d.get(other, x[1]) ** 2
    return s * d[other] if other in d else s


def ordered_by_what_it_holds(x):
    d = {int(v): v for v in x}
    return sum(i * k * x[i] for i, k in enumerate(sorted(d, key=d.get)))


def changed_by_what_raises(x):
    d = {}

    def use(k, v):
        d[k] = v
        if v > 1:
            raise ValueError
        return d[k]

    s = 0.0
    for v in x:
        try:
            s += use(int(v), v)
        except ValueError:
            s -= 1.0
    return s + sum(d.values())


def counted_by_handlers(x):
    stats, v = Counter(), 0.0
    for k, t in enumerate([0.5, 1.0]):
        try:
            if x[k] > t:
                raise ValueError("big")
            v += x[k]
        except ValueError:
            stats["failed"] += 1
        finally:
            stats["total"] += 1
    return v + stats["total"] * x[3] + stats["failed"] * x[2]


def counted_by_handlers_with_get(x):
    stats, v = {}, 0.0
    for k, t in enumerate([0.5, 1.0]):
        try:
            if x[k] > t:
                raise ValueError("big")
            v += x[k]
        except ValueError:
            stats["failed"] = stats.get("failed", 0) + 1
        finally:
            stats["total"] = stats.get("total", 0) + 1
    return v + stats["total"] * x[3] + stats.get("failed", 0) * x[2]


def what_a_dict_raises_is_caught(x):
    d, s = {int(v): v for v in x}, 0.0
    for k, other in zip((0, 1, 5, 2), x, strict=True):
        try:
            s += d.pop(k) * other
            s += d[k] if other > 0.5 else 1.0
        except LookupError:
            s = s * 0.5 + len(d)
    return s + sum(d.values())


def what_is_held_raises(x):
    d, s = {int(v): [v] for v in x}, 0.0
    for k in list(d):
        try:
            d[k].append(x[0])
            s += d[k][int(x[1] + 2)]
        except IndexError:
            s = s * 0.5 + len(d[k]) * x[2]
    return s


def made_of_sorted_pairs(x):
    d = {int(v): v for v in x}
    e = dict(sorted(d.items(), key=lambda pair: pair[1]))
    f = OrderedDict([(k, v * v) for k, v in d.items() if v > 0])
    return sum(i * v for i, v in enumerate(e.values())) + sum(f.values())


def updated_by_a_generator(x):
    d = {int(v): v for v in x}
    e = {7: x[0]}
    e.update((k + 1, v) for k, v in d.items())
    f = {}
    f.update(d)
    return sum(k * v for k, v in e.items()) + sum(f.values()) * len(e)


def made_from_keys(x):
    d = {int(v): v for v in x}
    e = dict.fromkeys(d, 0.0)
    for k, v in d.items():
        e[k] += v * v
    f = dict.fromkeys("ab", x[1])
    for v in x:
        f["a" if v > 0.5 else "c"] = v
    return sum(e.values()) + sum(f.values()) * len(f)


def updated_counters(x):
    c = Counter()
    c.update(int(v) for v in x)
    c.update([int(v) for v in x if v > 0])
    c.update([1, 1])
    return sum(k * n for k, n in c.items()) * x[0] + c[1] * x[1]


def counters_in_arithmetic(x):
    c, e = Counter(int(v) for v in x), Counter([int(v * 2) for v in x])
    found = (c + e, c - e, c & e, c | e, Counter({0: 2, 3: 1}) - c)
    s = 0.0
    for i, one in enumerate(found):
        s += x[i % 4] * sum((k + 1) * n for k, n in one.items()) + len(one) * x[0]
    return s


def counters_changed_by_operators(x):
    c = Counter(int(v) for v in x)
    other = c
    c += Counter([int(x[0]), 2])
    c -= Counter([int(x[1])])
    c |= Counter([7])
    return x[0] * sum(k * n for k, n in other.items()) + len(other) * x[1]


def counts_that_are_floats(x):
    c = Counter()
    for v in x:
        c["hi" if v > 0.5 else "lo"] += v
    e = Counter(lo=0.25)
    d = c - e
    return d["hi"] ** 2 + (c + e)["lo"] + (c & e)["lo"] * 2 + (c | e)["hi"] * len(d)


def each_as_often_as_it_is_counted(x):
    c = Counter(int(v) for v in x)
    s = sum(x[i] * k for i, k in enumerate(c.elements()))
    return s + sum(x[0] * k for k in sorted(c.elements())[1:])


def counters_that_are_equal(x):
    c, e = Counter(int(v) for v in x), Counter(int(v) for v in x[::-1])
    c[17] += 0
    s = x[0] * (2 if c == e else 3) + x[1] * (2 if c == Counter({0: 4}) else 3)
    return s + x[2] * (2 if isinstance(c, dict) and c == {0: 3, 1: 1} else 3)


def an_iterator_that_goes_on(x):
    d = {int(v): v for v in x}
    it = iter(d.items())
    k0, v0 = next(it)
    s = v0 * (k0 + 1)
    for k, v in it:
        s += v * v0 * k
        if v > 0.5:
            break
    for _, v in it:
        s -= v * 2
    return s


def the_next_key(x):
    d = {int(v): v for v in x}
    it = iter(d)
    s = next(it) * x[0] + next(it, 5) * x[1]
    for k in it:
        s += d[k] + next(it, 3) * x[0]
    return s


def a_dict_that_grows_under_its_iterator(x):
    d = {int(v): v for v in x}
    it = iter(d)
    k = next(it)
    d[99] = x[0]
    try:
        return d[next(it)]
    except RuntimeError:
        return x[0] * k + x[1]


def an_iterator_in_an_object(x):
    class Table:
        def __init__(self, held):
            self.held = held

        def __iter__(self):
            return iter(self.held)

    table = Table({int(v): v for v in x})
    s = 0.0
    for k in table:
        s += k * x[0]
        if k > 0:
            break
    return s + sum(table) * x[1] + max(table) * x[2] + len(list(table))


def unpacked(x):
    d = {int(v): v for v in x if v > 0.5}
    a, *rest = d.values()
    s = a + sum(rest) * 2
    try:
        (k, v), (j, w) = d.items()
    except ValueError:
        return s * x[0] * len(d)
    return s + v * k + w * j


def displayed_with_stars(x):
    d = {int(v): v for v in x if v > 0.5}
    items = [1.0, *d.values(), *d]
    items.append(x[0])
    return sum(i * v for i, v in enumerate(items)) + sum((*d.values(), 2.0)) + len(d)


PROGRAMS = [
    grouped_and_sorted,
    grouped_by_setdefault,
    sums_by_default,
    a_memo,
    sums_by_get,
    keys_that_are_tuples,
    the_best_key,
    arrays_by_key,
    texts_that_a_path_decides,
    keys_on_some_paths,
    keys_in_order,
    tuples_by_key,
    objects_by_key,
    counts,
    a_comprehension,
    a_key_that_is_deleted,
    least_recently_used,
    a_key_that_is_popped,
    a_table_in_an_object,
    copies,
    counters,
    an_ordered_dict,
    equality,
    taken_out_meanwhile,
    a_count_that_is_missing,
    counted_by_an_operator,
    joined_by_operators,
    beside_keywords,
    a_memo_of_tuples,
    a_sparse_matrix,
    keys_of_a_loop,
    keys_deleted_in_a_loop,
    written_while_gone_through,
    lists_by_text,
    named_tuples,
    popped_until_empty,
    displays,
    some_of_a_comprehension,
    some_of_two_loops,
    a_key_that_may_be_none,
    ordered_by_what_it_holds,
    changed_by_what_raises,
    counted_by_handlers,
    counted_by_handlers_with_get,
    what_a_dict_raises_is_caught,
    what_is_held_raises,
    made_of_sorted_pairs,
    updated_by_a_generator,
    made_from_keys,
    updated_counters,
    counters_in_arithmetic,
    counters_changed_by_operators,
    counts_that_are_floats,
    each_as_often_as_it_is_counted,
    counters_that_are_equal,
    an_iterator_that_goes_on,
    the_next_key,
    a_dict_that_grows_under_its_iterator,
    an_iterator_in_an_object,
    unpacked,
    displayed_with_stars,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [1.61, 0.83, 0.27, 1.19], [0.37, 0.61, 0.87, -0.53]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_dict_with_keys_of_run_time(function, point):
    assert result(function, point)


def a_key_that_is_missing(x):
    d = {}
    for v in x:
        d[int(v * 2)] = v
    try:
        return d[2] * x[0]
    except KeyError:
        return x[1] + d.get(1, 3.0)


@pytest.mark.parametrize("point", POINTS)
def test_a_key_that_is_missing_is_one(point):
    assert result(a_key_that_is_missing, point)


def missed(x):
    d = {}
    for v in x:
        d[int(v * 2)] = v
    return d[77]


def test_a_key_that_is_missing_raises():
    with pytest.raises(KeyError):
        srcad.grad(missed)(np.array([1.0, 2.0]))


def handed_out(x):
    d = {}
    for v in x:
        d[int(v)] = v
    return d


def test_such_a_dict_is_not_given():
    with pytest.raises(srcad.CompileError, match="class dict cannot be returned"):
        srcad.grad(lambda x: (x.sum(), handed_out(x)), has_aux=True)(np.ones(3))


@pytest.mark.parametrize("point", POINTS)
def test_what_is_gone_through_is_what_there_is_by_then_or_refused(point):
    result(written_at_a_key_of_run_time, point)


def a_grid(x):
    return {
        (i, j): x[(i + 2 * j) % 4] * (i + j + 1) for i in range(3) for j in range(2)
    }


def read_at_a_tuple_beside_known_keys(x):
    grid = a_grid(x)
    top = max(grid, key=grid.get)
    rows = {
        k: sum(grid[c] for c in g)
        for k, g in itertools.groupby(sorted(grid), key=lambda p: p[0])
    }
    return grid[top] + rows[1] * 2 + 0.1 * top[0]


def tuples_under_tuples(x):
    grid = {key: (v, f"n{key[0]}") for key, v in a_grid(x).items()}
    top = max(grid, key=lambda key: grid[key][0])
    return grid[top][0] * (2 if grid[top][1] == "n0" else 1)


def missed_or_not(x):
    grid = a_grid(x)
    top = max(grid, key=grid.get)
    try:
        v = grid[(top[0] + 1, top[1])]
    except KeyError:
        v = x[0] * 3
    return v * grid.get((top[0] + 1, top[1]), x[1])


def written_at_a_tuple(x):
    grid = a_grid(x)
    top, low = max(grid, key=grid.get), min(grid, key=grid.get)
    grid[top] += x[0]
    grid[low] = grid[low] * 2
    return sum(v * v for v in grid.values()) + grid[top]


def with_a_text_in_the_key(x):
    found = {("a", 0): x[0], ("a", 1): x[1], ("b", 0): x[2]}
    return found["a", int(x[3] > 0)] * 2


TUPLES = [
    read_at_a_tuple_beside_known_keys,
    tuples_under_tuples,
    missed_or_not,
    written_at_a_tuple,
    with_a_text_in_the_key,
]


@pytest.mark.parametrize("program", TUPLES)
@pytest.mark.parametrize("x", [[0.703, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, -1.7]])
def test_run_time_chooses_one_of_a_few_known_tuples(program, x):
    assert result(program, x)
