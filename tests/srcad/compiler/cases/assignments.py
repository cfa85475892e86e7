"""Binding and unbinding names, elements and attributes."""

import collections

import numpy as np

from tests.srcad.compiler.cases.case import case

G = 3.0


@case("float64[n]", draws=3)
def zip_uneven(x):
    t = 0.0
    for w, v in zip([1.0, 2.0], x):
        t = t + w * v * v
    return t


@case("float64[4]", draws=3)
def zip_uneven4(x):
    t = 0.0
    for v, w in zip(x, [1.0, 2.0]):
        t = t + w * v * v
    return t


@case("float64[n, 2]", "float64[m]", draws=3)
def zip_arrays(x, y):
    t = 0.0
    for row, v in zip(x, y):
        t = t + (row * v).sum() * t + v
    return t


@case("float64[n]", draws=3)
def enum_start(x):
    t = 0.0
    for i, v in enumerate(x, start=2):
        t = t + i * v * v
    return t


@case("float64[n]", draws=3)
def enum_start_list(x):
    t = 0.0
    for i, v in enumerate([x, x * x], 1):
        t = t + i * v * v
    return t


@case("float64[n]", draws=3)
def rev_arr(x):
    t = 0.0
    for v in reversed(x):
        t = t * v + v * v
    return t


@case("float64[n]", draws=3)
def rev_range(x):
    t = 0.0
    for i in reversed(range(1, x.shape[0])):
        t = t * x[i] + x[i - 1]
    return t


@case("float64[n]", draws=3)
def rev_list(x):
    t = 0.0
    for v in reversed([x, x * 2, x * x]):
        t = t * 0.5 + v * v
    return t


@case("float64[n]", draws=3)
def neg_range(x):
    t = 0.0
    for i in range(x.shape[0] - 1, -1, -1):
        t = t * x[i] + x[i]
    return t


@case("float64[n]", "int64", draws=3, values={"k": lambda r, s: np.array(-2)})
def neg_runtime_step(x, k):
    t = 0.0
    for i in range(x.shape[0] - 1, -1, k):
        t = t * 0.5 + x[i] * x[i]
    return t


@case(
    "float64[n]",
    "int64",
    draws=3,
    values={"k": lambda r, s: np.array(2)},
    sizes={"n": 5},
)
def runtime_bounds(x, k):
    t = 0.0
    for i in range(-k, k):
        t = t * 0.5 + x[i] * x[i]
    return t


@case("float64[n]", draws=3)
def range_step2(x):
    t = 0.0
    for i in range(1, x.shape[0], 2):
        t = t * 0.5 + x[i] * x[i]
    return t


@case("float64[n]", draws=3)
def dict_keys_values(x):
    d = dict(a=x, b=x * 2)
    t = 0.0
    for k in d.keys():
        t = t + d[k] * len(k)
    for v in d.values():
        t = t * v
    for k in d:
        t = t + d[k]
    return t


@case("float64[n]", draws=3)
def nested_unpack(x):
    (a, (b, c)), d = (x, (x * 2, x * x)), 3.0
    [e, f] = a, b
    return a * b + c * d + e * f


@case("float64[4]")
def starred_arr(x):
    a, *b, c = x
    return a * b[0] + b[1] * c


@case("float64[2, 3]")
def unpack_matrix(x):
    r, s = x
    return r * s


@case("float64[2, 2]")
def unpack_nested_array(x):
    (a, b), (c, d) = x
    return a * d - b * c


@case("float64[n, 2]")
def for_unpack_rows(x):
    t = 0.0
    for a, b in x:
        t = t * 0.5 + a * b
    return t


@case("float64[n, 3]")
def for_unpack_rows_star(x):
    t = 0.0
    for i, (a, *b) in enumerate(x):
        t = t * 0.5 + a * b[0] * b[1] + i
    return t


@case("float64[n]", "float64[n]")
def for_zip_enum(x, y):
    t = 0.0
    for i, (a, b) in enumerate(zip(x, y)):
        t = t * 0.5 + a * b * i
    return t


@case("float64[n]", sizes={"n": 5})
def aug_sub_once(x):
    calls = []

    def idx():
        calls.append(1)
        return 0

    h = x.copy()
    h[idx()] *= x[1]
    return h * len(calls)


@case("float64[n]", sizes={"n": 5})
def place_before_value(x):
    calls = []

    def idx():
        calls.append(1)
        return 0

    h = x.copy()
    h[idx()] *= len(calls)
    return h * len(calls)


@case("float64[n]", sizes={"n": 5})
def aug_walrus_index(x):
    h = x.copy()
    i = 0
    h[(i := i + 1)] += x[0] * x[0]
    return h * i


@case("float64[n]")
def aug_dict2(x):
    d = {"a": x * 1.0}
    d["a"] += x
    d["a"] *= x
    return d["a"]


@case("float64[n]")
def aug_ops(x):
    y = x * 1.0
    y -= 2.0
    y /= 3.0
    y **= 2
    z = 7
    z //= 2
    z %= 2
    return y * z


@case("float64[n]", sizes={"n": 5})
def chained_targets(x):
    h = x.copy()
    a = h[0] = x[1] * x[1]
    return h * a


@case("float64[n]")
def ann(x):
    y: np.ndarray
    k: int = 3
    y = x * k
    z: "float" = y.sum()
    (w): float = z * 2
    return y * z * w


@case("float64[n]", sizes={"n": 5})
def ann_sub(x):
    h = x.copy()
    h[0]: float = x[1] * 2
    return h * h


@case("float64[n]")
def del_sub(x):
    d = {"a": x, "b": x * x}
    del d["a"]
    items = [x, x * 2, x * 3]
    del items[0], items[-1]
    return d["b"] * items[0] * len(d)


@case("float64[n]")
def del_slice(x):
    items = [x, x * 2, x * 3]
    del items[1:]
    (y, z) = x, x
    del (y, z)
    return items[0] * len(items)


@case("float64[n]")
def walrus_while(x):
    i = 0
    t = 0.0
    while (i := i + 1) < x.shape[0]:
        t = t * 0.5 + x[i] * x[i - 1]
    return t


@case("float64[n]", draws=3)
def walrus_cond_value(x):
    y = m if (m := x.sum()) > 0 else -m
    return y * x


@case("float64[n]")
def global_read(x):
    global G
    return x * G * x


@case("float64[n]")
def is_in(x, mode="a", names=("a", "b")):
    y = x
    if mode in names:
        y = y * 2
    if mode not in {"c", "d"}:
        y = y * x
    if mode is not None:
        y = y + 1
    if "k" in {"k": x}:
        y = y * y
    return y


@case("int64", "float64[n]", wrt=("x",), draws=3)
def in_runtime(k, x):
    if k in (0, 1):
        return x * x
    return x


@case("int64", "float64[n]", wrt=("x",), draws=3)
def not_in_runtime(k, x):
    if k not in [1, 3]:
        return x * x
    return x


@case("float64[n]")
def none_box(x):
    y = None
    if y is None:
        y = x * x
    if y is not None:
        y = y * 2
    return y


@case("float64[n]")
def semis(x):
    "doc"
    y = x * 2
    z = y * x
    ...
    pass
    w = y + z
    """a string"""
    return w


@case("float64[n]")
def cond_import(x, fast=True):
    if fast:
        import math as m

    else:
        pass
    return x * m.pi


@case("float64[n]")
def import_dotted(x):
    import numpy.linalg

    return numpy.tanh(x)


@case("float64[n]", draws=4)
def or_default(x, scale=None):
    scale = scale or 2.0
    return x * scale


@case("float64[n]", draws=4)
def or_number(x):
    s = max(x.sum(), 0.0) or 1.0
    return x * s


@case("float64[n]", draws=4)
def and_number(x):
    s = x[0] and x.sum()
    return x * s


@case("float64[n]", draws=4)
def not_mixed(x, flag=True):
    if not flag or x.sum() > 0:
        return x * x
    return x


@case("float64[n]", draws=4)
def static_and(x, flag=True):
    if flag and x.sum() > 0 and not (x[0] > 1 and flag):
        return x * x
    return x


@case("float64[n]", draws=4)
def chain_cmp(x):
    s, t = x.sum(), x[0]
    if -1 < s <= t < 2.0 != s:
        return x * s
    return x * t


@case("float64[n]", draws=4)
def del_then_rebind(x):
    y = x * x
    del y
    y = x + 1
    return y * y


@case("float64[n]", draws=4)
def lambda_default(x):
    fs = [lambda v, k=k: v * k for k in range(1, 4)]
    return fs[0](x) * fs[2](x)


@case("float64[n]", draws=4)
def starred_call(x):
    def f(a, *b, k=1, **kw):
        return a * sum(b) * k * kw.get("z", 1)

    return f(*(x, x, 2 * x), **{"k": 3, "z": 2})


@case("float64[4]", draws=4)
def aug_tuple_index(x):
    h = x.reshape(2, 2).copy()
    h[0, 1] += h[1, 0] * 2
    h[:, 0] *= 3
    h[..., -1] -= 1
    return h * h


@case("float64[n]", draws=4, sizes={"n": 4})
def aug_side_effect_order(x):
    h = x.copy()
    log = []

    def i(k):
        log.append(k)
        return k

    h[i(0)] += h[i(1)] * 2
    h[i(len(log))] *= 3
    return h * len(log)


@case("float64[n]", draws=4, sizes={"n": 4})
def swap_elements(x):
    h = x.copy()
    i = 0
    i, h[i] = 1, h[2] * 2
    return h * h


@case("float64[n]", draws=4)
def loop_else_nested_static(x):
    for k in range(2, 10):
        for d in range(2, k):
            if k % d == 0:
                break
        else:
            x = x * k
    return x


@case("float64[n]", draws=4)
def zip3(x):
    t = 0.0
    for (i, a), b in zip(enumerate(x), reversed(x)):
        t = t * 0.5 + a * b * i
    return t


@case("float64[n]", draws=4)
def dict_loop_carry(x):
    st = {"h": x, "k": 1.0}
    for v in x:
        st = {"h": st["h"] * v + x, "k": st["k"] * 0.5}
    return st["h"] * st["k"]


@case("float64[n]", draws=4)
def cond_expr_nested(x):
    s = x.sum()
    return x * (s if s > 1 else -s if s < -1 else s * s)


@case("float64[n]", draws=4)
def assert_then_use(x):
    y = x * x
    assert y.shape == x.shape, f"{y.shape}"
    assert isinstance(y, np.ndarray)
    return y


@case("float64[n]", draws=4)
def bool_as_number(x):
    s = x.sum()
    return x * (s > 0) + x * x * (not s > 0)


@case("float64[n]", draws=4)
def ternary_mixed(x):
    s = x.sum()
    k = 1 if s > 0 else 2.5
    return x * k


@case("float64[n]", draws=4)
def not_number(x):
    s = max(x.sum(), 0.0)
    if not s:
        return x
    return x * s


@case("float64[n]", draws=4)
def dicts_that_are_equal(x):
    first = {"a": x[0], "b": 2.0}
    total = x * 2.0 if first == {"b": 2.0, "a": x[0]} else x
    return total * 3.0 if first != {"a": x[0]} else total


def filled(place, key, value):
    place[key] = value
    return value * 2.0


class Places:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, key):
        return self.items[key]

    def __setitem__(self, key, value):
        self.items[key] = value


@case("float64[3]")
def augmented_item_read_before_its_value_in_an_array(x):
    y = x * 1.0
    y[0] += filled(y, 0, x[1])
    return y * x


@case("float64[3]")
def augmented_item_read_before_its_value_by_positions(x):
    y = x * 1.0
    y[[0, 1]] *= filled(y, 0, x[1])
    y[y > 0.0] += filled(y, 2, x[1])
    return y * x


@case("float64[3]")
def augmented_item_read_before_its_value_through_flat(x):
    y = np.outer(x, x)
    y.flat[4] += filled(y, (1, 1), x[0])
    return y


@case("float64[3]")
def augmented_slice_that_its_value_writes_into(x):
    y = x * 1.0
    y[:2] += filled(y, 0, x[1])
    return y * x


@case("float64[3]")
def augmented_item_read_before_its_value_in_containers(x):
    named, items, own = {"a": x[0]}, [x[0], x[1]], Places([x[0], x[1]])
    named["a"] += filled(named, "a", x[1])
    items[0] += items.pop(0)
    own[1] *= filled(own, 1, x[2])
    return named["a"] * items[0] + own[1]


@case("float64[n]")
def augmented_item_read_before_its_value_in_a_list_of_run_time(x):
    items = []
    for v in x:
        items.append(v * v)
    items[0] += filled(items, 0, x[0])
    return items[0] * x


@case("float64[3]")
def augmented_item_of_a_default_dict(x):
    totals = collections.defaultdict(lambda: 0.5)
    for i in range(3):
        totals[i % 2] += x[i]
    return totals[0] * totals[1]


@case("float64[n]")
def a_number_that_gets_an_axis(x):
    t = 0.0
    for v in reversed(x):
        t = t * v[None] + v * v
    return t


@case("float64[n]")
def a_number_that_is_broadcast(x):
    t = 0.0
    for v in x:
        t = np.broadcast_to(v, (3,)) * 2.0 + t * np.broadcast_to(v, (3,))
    return t
