"""Deques, dicts with defaults or an order, namespaces, contexts, groups: as Python has
them."""

# ruff: noqa: B007, B905, C416, E721, E741, PIE804, RUF015

import collections
import contextlib
import copy
import dataclasses
import itertools
import types

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

X = np.array([0.5, 1.5, 2.5])
D = collections.defaultdict(float, {"a": 1.0})
DQ = collections.deque([1.0, 2.0])
NS = types.SimpleNamespace(a=2.0)


@contextlib.contextmanager
def cm(v):
    a = v * 2
    try:
        yield a
    finally:
        a = 0


@contextlib.contextmanager
def counting(log):
    log.append(1.0)
    yield
    log.append(2.0)


class E:
    y = 3.0


def g(x):
    yield from x


def pairs(x):
    log = []
    for i, v in enumerate([1.0, 2.0, 3.0]):
        log.append(v)
        yield i, log


def d_sum(x):
    d = collections.deque(maxlen=2)
    for v in x:
        d.append(v * 2)
    return d[0] * d[1]


def d_loop(x):
    d = collections.deque(maxlen=2)
    s = 0.0
    for v in x:
        d.append(v)
        for u in d:
            s = s + u * v
    return s


def d_eq(x):
    d = collections.deque([1, 2])
    e = collections.deque([1, 2])
    return x[0] if d == e else x[1]


def d_bool(x):
    d = collections.deque()
    return x[0] if d else x[1]


def d_ops(x):
    d = collections.deque([x[0], 2.0, x[1]])
    d.rotate(-1)
    d.extendleft([5.0, x[2]])
    d.reverse()
    d[0] *= 3
    del d[1]
    d.insert(1, x[0])
    d.remove(5.0)
    return sum(v * (i + 1) for i, v in enumerate(d)) + len(d) + d.count(2.0)


def d_rot(x):
    s = 0.0
    for n in range(-5, 6):
        d = collections.deque([x[0], x[1], x[2]])
        d.rotate(n)
        s = s + d[0] * n + d[2]
    return s


def d_outside(x):
    return x[0] * sum(DQ) + x[1] * DQ[1]


def d_copy(x):
    d = collections.deque([x[0]])
    e = d.copy()
    e.append(x[1])
    f = collections.deque(d)
    f.append(2.0)
    return len(d) * sum(e) * sum(f)


def d_isinst(x):
    d = collections.deque([x[0]])
    return (
        x[0]
        * (2 if isinstance(d, collections.deque) else 3)
        * (5 if isinstance(d, list) else 7)
        * (2 if type(d) is collections.deque else 3)
    )


def d_list(x):
    return sum(
        list(collections.deque([x[0], x[1]])) + sorted(collections.deque([2.0, 1.0]))
    )


def d_np(x):
    return np.sum(
        np.array(collections.deque([x[0], x[1]]))
        * np.stack(list(collections.deque([x[0], x[1]])))
    )


def d_branch(x):
    d = collections.deque([1.0])
    if x[0] > 0:
        d.append(x[1])
    return sum(d)


def d_while(x):
    d = collections.deque([x[0], x[1]])
    while len(d) < 5:
        d.append(d[-1] + d[-2])
    return d[-1]


def dd_outside(x):
    return x[0] * D["a"]


def dd_missing(x):
    return x[0] * (1 + D["zz"])


def dd_get(x):
    d = collections.defaultdict(lambda: x[0])
    return d["a"] * d.get("b", 2.0) * len(d)


def dd_in(x):
    d = collections.defaultdict(int)
    d["a"]
    return x[0] * (2 if "a" in d else 3) * (2 if "b" in d else 3)


def dd_loop(x):
    d = collections.defaultdict(float)
    for i, v in enumerate(x):
        d["s"] += v
    return d["s"] ** 2


def dd_branch(x):
    d = collections.defaultdict(float)
    if x[0] > 0:
        d["s"] += x[1]
    return sum(d.values())


def dd_nested(x):
    d = collections.defaultdict(dict)
    d["a"]["b"] = x[0]
    d["a"]["c"] = x[1]
    return sum(d["a"].values())


def dd_out(x):
    d = collections.defaultdict(float)
    d["a"] += x[0]
    e = dict(d)
    return e["a"] * 2


def od_eq(x):
    a = collections.OrderedDict()
    a["x"] = 1
    a["y"] = 2
    b = collections.OrderedDict()
    b["y"] = 2
    b["x"] = 1
    return x[0] * (2 if a == b else 3) * (2 if dict(a) == dict(b) else 3)


def od_eq2(x):
    a = collections.OrderedDict()
    a["x"] = x[0]
    a["y"] = x[1]
    b = collections.OrderedDict()
    b["y"] = x[1]
    b["x"] = x[0]
    return x[0] * (2 if a == b else 3)


def od_pop(x):
    a = collections.OrderedDict(a=x[0], b=x[1])
    a.popitem(last=False)
    return sum(a.values())


def od_lru(x):
    c = collections.OrderedDict()
    for k in [1, 2, 1, 3, 4]:
        if k in c:
            c.move_to_end(k)
        else:
            c[k] = x[0] * k
        if len(c) > 2:
            c.popitem(last=False)
    return sum(k * v for k, v in c.items())


def ns_eq(x):
    a = types.SimpleNamespace(a=1)
    b = types.SimpleNamespace(a=1)
    return x[0] * (2 if a == b else 3)


def ns_dict(x):
    a = types.SimpleNamespace(**{"a": x[0], "b": 2.0})
    a.a += 1
    a.__dict__["b"]
    return a.a * a.b * len(vars(a))


def ns_out(x):
    return x[0] * NS.a


def ns_loop(x):
    a = types.SimpleNamespace(s=0.0)
    for v in x:
        a.s = a.s + v * v
    return a.s


def gb(x):
    return sum(
        len(list(g)) * v for v, (k, g) in zip(x, itertools.groupby([1, 1, 2, 3, 3]))
    )


def gb2(x):
    return x[0] * sum(len(list(g)) for k, g in list(itertools.groupby([1, 1, 2])))


def gb3(x):
    return sum(
        sum(v for _, v in g) * k
        for k, g in itertools.groupby(
            [(1, x[0]), (1, x[1]), (2, x[2])], key=lambda t: t[0]
        )
    )


def gb4(x):
    return x[0] * len({k: list(g) for k, g in itertools.groupby("aabbb")}["b"])


def cm1(x):
    with cm(x) as y:
        s = np.sum(y * y)
    return s


def cm2(x):
    log = []
    with counting(log):
        log.append(x[0])
    return sum(log) * log[1]


def cm3(x):
    for i in range(3):
        with cm(x) as y:
            if i == 1:
                return np.sum(y) * i
    return 0.0


def cm4(x):
    s = 0.0
    for v in x:
        with cm(v) as y:
            s = s + y * y
    return s


def cm5(x):
    with cm(x) as y, cm(y) as z:
        return np.sum(z)


def ty1(x):
    return x[0] if type(x) is np.ndarray else x[1]


def ty2(x):
    return (
        x[0]
        * (2 if type(x[0]) is np.float64 else 3)
        * (2 if type(np.sum(x)) is np.ndarray else 3)
    )


def ty3(x):
    return x[0] * len(type(x).__name__)


def ty4(x):
    return (
        x[0]
        * (2 if type(x) == type(x * 2) else 3)
        * (2 if type(x[:1]) in (list, np.ndarray) else 3)
    )


def cls1(x):
    e = E()
    e.z = x[0]
    return e.y * e.z


def cls2(x):
    e = E()
    f = E()
    e.y = x[0]
    return e.y * f.y * E.y


def cls3(x):
    e = E()
    return (
        x[0]
        * (2 if e == E() else 3)
        * (2 if isinstance(e, E) else 3)
        * (2 if hasattr(e, "q") else 5)
    )


def cls4(x):
    e = E()
    for v in x:
        e.y = e.y + v
    return e.y**2


def comp_a(x):
    return sum(a * b for a in x for b in g(x))


def comp_b(x):
    return sum([a * b for a in [1.0, 2.0] for b in g(x)])


def comp_c(x):
    return sum({i: v for i, v in enumerate(g(x))}.values())


def comp_d(x):
    return x[0] * sum({k: len(l) for k, l in pairs(x)}.values())


def comp_e(x):
    return x[0] * sum([len(l) for k, l in pairs(x)])


def comp_f(x):
    return x[0] * sum({j: len(l) for j in range(2) for k, l in pairs(x)}.values())


def comp_h(x):
    return x[0] * len({len(l) for k, l in pairs(x)})


def comp_i(x):
    return sum(
        {i: v * 2 for i, v in zip("abc", g([x[0], x[1], x[2]])) if i != "b"}.values()
    )


def comp_j(x):
    return sum(
        {
            k: list(q)[0] for k, q in itertools.groupby([x[0], x[1]], key=lambda v: 1)
        }.values()
    )


def comp_k(x):
    return sum({i: x[i] for i in (j for j in range(3))}.values())


def co_count(x):
    c = collections.Counter()
    for i, v in enumerate(x):
        c["abc"[i % 2]] += v
    return c["a"] * c["b"] + c["z"] + len(c)


def co_update(x):
    c = collections.Counter("abca")
    c.update({"a": x[0], "q": x[1]})
    c.update(b=x[2])
    return c["a"] * c["b"] + c["q"] * c.total()


def co_alias(x):
    c = collections.Counter({"a": x[0]})
    d = c
    d["a"] *= 2
    e = c.copy()
    e["a"] = 0.0
    d.subtract(a=x[1])
    return c["a"] * sum(c.values())


def co_known(x):
    c = collections.Counter([1, 2, 1])
    return c[1] * x[0] + c.most_common(1)[0][1] * x[1] + len(list(c.elements()))


def by_sign(v):
    return v > 1


def gb_run_time(x):
    total = 0.0
    for _, group in itertools.groupby(x, key=by_sign):
        total = total + sum(group) ** 2
    return total


def tee(x):
    first, second, third = itertools.tee(x, 3)
    next(second)
    next(third)
    next(third)
    return sum(u * v * w for u, v, w in zip(first, second, third))


def tee_known(x):
    first, second = itertools.tee((x[0], x[1] * x[2], x[2]))
    mean = sum(first) / 3
    return sum((v - mean) ** 2 for v in second)


def compressed(x):
    known = itertools.compress([x[0], x[1], x[2]], [1, 0, 1])
    return sum(v * v for v in known) + sum(itertools.compress(x * x, x > 1))


def left_out(x):
    return sum(v * v for v in itertools.filterfalse(by_sign, x))


def held_generator(x):
    held = [(v * v for v in x)]
    total = 0.0
    for v in x:
        total = total + v * sum(held[0])
    return total


def held_and_asked(x):
    held = [itertools.count(1)]
    total = 0.0
    for v in x:
        total = total + v * v * next(held[0])
    return total


def tee_of_a_list(x):
    items = [x[0], x[1]]
    first, second = itertools.tee(items)
    total = next(first)
    items[0] = x[2] * x[2]
    return total + sum(second)


def tee_of_a_generator(x):
    first, second = itertools.tee(v * v for v in x)
    return sum(first) * sum(second)


def tee_written(x):
    y = x * 1
    first, second = itertools.tee(y)
    total = next(first)
    y[0] = 5 * x[2]
    return total + sum(second)


WORKS = [
    dd_branch,
    *(gb_run_time, tee, tee_known, compressed, left_out),
    *(held_generator, held_and_asked),
    *(dd_loop, cls4),
    d_sum,
    d_eq,
    d_bool,
    d_ops,
    d_rot,
    d_outside,
    d_copy,
    d_isinst,
    d_list,
    d_np,
    d_branch,
    d_while,
    dd_outside,
    dd_get,
    dd_in,
    dd_nested,
    dd_out,
    od_eq,
    od_eq2,
    od_pop,
    od_lru,
    ns_eq,
    ns_dict,
    ns_out,
    ns_loop,
    gb,
    gb2,
    gb3,
    gb4,
    cm1,
    cm2,
    cm3,
    cm4,
    cm5,
    ty1,
    ty2,
    ty3,
    ty4,
    co_count,
    co_update,
    co_alias,
    co_known,
    cls1,
    cls2,
    cls3,
    comp_a,
    comp_b,
    comp_c,
    comp_d,
    comp_e,
    comp_f,
    comp_h,
    comp_i,
    comp_j,
    comp_k,
    d_loop,
]


@dataclasses.dataclass
class Pair:
    a: object
    b: object = 2.0


def as_a_dict_of_a_factory(x):
    made = dataclasses.asdict(
        Pair(x), dict_factory=lambda items: {"a": items[0][1] * 5}
    )
    return made["a"].sum()


def as_a_tuple_of_a_factory(x):
    made = dataclasses.astuple(Pair(x), tuple_factory=lambda items: [items[0] * 5])
    return made[0].sum()


def copied_with_a_memo(x):
    pair = Pair(x)
    return copy.deepcopy(pair, {id(pair): Pair(x * 7)}).a.sum()


SETTINGS = {"inner": {"steps": [1.0, 2.0]}, "pair": Pair(np.ones(3))}


def copied_settings(x):
    settings = copy.deepcopy(SETTINGS)
    settings["inner"]["steps"][0] = x[0]
    settings["pair"].a[1] = x[1]
    parts = dataclasses.asdict(SETTINGS["pair"])
    factor = settings["inner"]["steps"][1] * copy.copy(SETTINGS)["inner"]["steps"][1]
    total = settings["inner"]["steps"][0] * factor * settings["pair"].a.sum()
    return total * copy.deepcopy(SETTINGS["inner"], {})["steps"][1] * parts["a"][2]


def test_what_is_copied_is_read_anew_when_it_has_changed():
    assert result(copied_settings, X)
    with pytest.MonkeyPatch.context() as changed:
        changed.setitem(SETTINGS["inner"], "steps", [1.0, 5.0])
        assert result(copied_settings, X)
        changed.setitem(SETTINGS, "pair", Pair(np.full(3, 7.0)))
        assert result(copied_settings, X)
    SETTINGS["pair"].a[2] = 3.0
    assert result(copied_settings, X)
    SETTINGS["pair"].a[2] = 1.0


ROWS = [[1.0, 2.0], [3.0]]
INSIDE_OF_COPIES = {
    "copy of a dict": lambda: SETTINGS.copy()["inner"]["steps"],
    "dict": lambda: dict(SETTINGS)["inner"]["steps"],
    "copy": lambda: copy.copy(SETTINGS)["inner"]["steps"],
    "list": lambda: list(ROWS)[0],
    "copy of a list": lambda: ROWS.copy()[0],
    "sorted": lambda: sorted(ROWS)[0],
    "fromkeys": lambda: dict.fromkeys("ab", ROWS)["a"],
}


@pytest.mark.parametrize("name", INSIDE_OF_COPIES)
def test_what_a_copy_shares_is_not_changed(name):
    inside = INSIDE_OF_COPIES[name]

    def changes(x):
        inside()[0] = x
        return x * x

    with pytest.raises(srcad.CompileError, match="SRC023"):
        srcad.grad(changes)(2.0)


class Kept:
    def __init__(self, item):
        self.item = item

    def __getstate__(self):
        return {"item": 1.0}


def copied_by_its_state(x):
    return copy.copy(Kept(x)).item * x


REFUSED = [copied_by_its_state, dd_missing]
REFUSED += [as_a_dict_of_a_factory, as_a_tuple_of_a_factory, copied_with_a_memo]
REFUSED += [tee_of_a_list, tee_of_a_generator, tee_written]


@pytest.mark.parametrize("function", WORKS)
def test_it_is_as_python_has_it(function):
    assert result(function, X)


@pytest.mark.parametrize("function", REFUSED)
def test_it_is_refused(function):
    with pytest.raises(srcad.CompileError):
        srcad.grad(function)(X)
    assert list(D) == ["a"]
