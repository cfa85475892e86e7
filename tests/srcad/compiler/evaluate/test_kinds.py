"""What Python asks of objects of every kind: as it is, or refused."""

import collections.abc
import copy
import itertools
import sys
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from srcad.compiler import driver
from srcad.compiler.evaluate.families import FAMILIES
from tests.srcad.compiler.side_by_side import result

X = np.array([0.5, -1.2, 2.0])
FEW = frozenset((1, 2))


def views_of_nothing(x):
    d = {}
    return x.sum() if d.values() or d.keys() or d.items() else x.sum() * 3


def printed(x):
    print([v * 2 for v in x], sorted(x), float("inf"))
    return x.sum()


def in_a_list_of_pairs(x):
    xs = []
    for v in x:
        xs.append((v, 1.0))
    return x.sum() * (2.0 if (x[0], 1.0) in xs else 3.0)


def in_a_set(x):
    return x.sum() * (2.0 if int(x[2]) in FEW else 3.0)


def found_before_what_is_unknown(x):
    xs = [1, 2, x]
    xs.remove(2)
    mixed = ["a", 3.0, x]
    return x.sum() * mixed.index(3.0) * (None, 2, x).index(2) * len(xs)


def asked_what_it_is(x):
    g = (v for v in x)
    known = isinstance(g, list), isinstance(g, collections.abc.Iterator)
    return sum(g) * (2.0 if known == (False, True) else 3.0)


class Called:
    def __init__(self, v):
        self.v = v

    def __call__(self):
        return self.v


def callables(x):
    return x.sum() * (2.0 if callable(Called(x)) and callable(x.sum) else 3.0)


def bools_of_python(x):
    return x.sum() * (2.0 if (x[0] in (0.7,)) is False else 3.0)


def iterators(x):
    same = zip([1], [2], strict=True) == zip([1], [2], strict=True)
    return x.sum() * (2.0 if bool(iter([])) and not same else 3.0)


def copied_twice(x):
    y = x * 2
    p, q = copy.deepcopy([y, y])
    p[0] = x[1]
    return q.sum()


class Text:
    def __init__(self, v):
        self.v = v

    def __radd__(self, other):
        return self.v


def text_and_object(x):
    return x.sum() * (f"{x[0]}" + Text(2.0))


class Copied:
    def __init__(self, v):
        self.v = v

    def __copy__(self):
        return Copied(self.v * 5)


def copied_as_its_class_says(x):
    return copy.copy(Copied(x)).v.sum()


def changed_where_it_is_there(x):
    o = None
    if x[0] > 0:
        o = x * 2
    p = o
    o += 1.0
    return p.sum()


def written_where_it_is_there(x):
    o = None
    if x[0] > 0:
        o = x * 2
    o[1] = 7.0
    return o.sum()


WORKS = [
    *(views_of_nothing, printed, in_a_list_of_pairs, in_a_set, callables),
    *(found_before_what_is_unknown, asked_what_it_is, bools_of_python, iterators),
    *(copied_twice, text_and_object, copied_as_its_class_says),
    *(changed_where_it_is_there, written_where_it_is_there),
]


def a_key_of_a_view(x):
    d = {"a": x[1]}
    if x[0] > 10:
        d["b"] = x[0]
    return x.sum() * (2.0 if "b" in d.keys() else 3.0)  # noqa: SIM118


def as_many_keys(x):
    d = {"a": x[1]}
    if x[0] > 10:
        d["b"] = x[0]
    return x.sum() * len(d.keys())


def copy_of_what_may_be_none(x):
    o = None
    if x[0] > 0:
        o = x * 2
    q = copy.deepcopy(o)
    return q.sum() * o.sum()


def beside_a_record(x):
    return np.sum(x * (x == FEW))


REFUSED = [beside_a_record]


@pytest.mark.parametrize(
    "function", [*WORKS, copy_of_what_may_be_none, a_key_of_a_view, as_many_keys]
)
def test_it_is_as_python_has_it(function, capsys):
    assert result(function, X)


@pytest.mark.parametrize("function", REFUSED)
def test_it_is_refused(function):
    with pytest.raises(srcad.CompileError):
        srcad.grad(function)(X)


class Doubled(nn.Cell):
    def construct(self, x):
        return x * 2.0

    def __call__(self, *args):
        return super().__call__(*args) * 3.0


class Around(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Doubled()

    def construct(self, x):
        return self.inner(x)


def test_a_cell_with_a_call_of_its_own_is_refused():
    with pytest.raises(srcad.CompileError, match="__call__"):
        srcad.grad(Around())(Tensor(np.ones(3, np.float32)))


@pytest.mark.parametrize("shapes", [((2, 3, 0), (0, 4)), ((2, 3, 4), (4, 0))])
def test_products_without_elements(shapes):
    x, y = map(np.ones, shapes)
    dx, dy = srcad.grad(lambda a, b: np.sum(a @ b), (0, 1))(x, y)
    assert (dx.shape, dy.shape) == (x.shape, y.shape)
    assert not dx.any()
    assert not dy.any()


def lists_of_one_name(x, y):
    a = x
    for _ in range(2):
        hs = []
        for _ in range(3):
            a = np.tanh(a * y)
            hs.append(a)
        for h in hs:
            a = a * h
    for _ in range(2):
        hs = []
        for _ in range(3):
            a = np.tanh(a * y)
            hs.append(a)
        for h in hs:
            a = a * h
    return np.sum(a)


def test_what_loops_of_one_name_put_into_lists_is_found():
    gradient = srcad.grad(lists_of_one_name)(X, X + 1.0)
    steps = 1e-6 * np.eye(3)
    ends = [
        lists_of_one_name(X + d, X + 1.0) - lists_of_one_name(X - d, X + 1.0)
        for d in steps
    ]
    np.testing.assert_allclose(gradient, np.array(ends) / 2e-6, rtol=1e-4, atol=1e-8)


def got(x, k):
    return x.sum() * {1: 2.0, "b": 3.0}.get(k, 5.0)


def popped(x, k):
    return x.sum() * {1: 2.0}.pop(k, 5.0)


def put_by_default(x, k):
    d = {1: 2.0}
    return x.sum() * d.setdefault(k, 5.0)


def asked_by_its_method(x, k):
    return x.sum() * (2.0 if {1: 2.0}.__contains__(k) else 3.0)


def of_pairs(x, k):
    return x.sum() * len(dict(zip([k, 1], [2.0, 3.0], strict=True)))


def updated_by_pairs(x, k):
    d = {1: 2.0}
    d.update([(k, 3.0)])
    return x.sum() * len(d)


def views_as_sets(x, k):
    return x.sum() * len({1: 2.0}.keys() & [k])


@pytest.mark.parametrize(
    "function",
    [popped, put_by_default, asked_by_its_method, of_pairs, updated_by_pairs],
)
@pytest.mark.parametrize("key", [1, 2])
def test_what_run_time_knows_is_a_key(function, key):
    out, slope = srcad.value_and_grad(function, 0)(X, np.int64(key))
    assert out == function(X, key)
    np.testing.assert_array_equal(slope, np.full_like(X, out / X.sum()))


@pytest.mark.parametrize("function", [got, views_as_sets])
def test_what_run_time_knows_is_no_key(function):
    with pytest.raises(srcad.CompileError, match="at compile time"):
        srcad.grad(function, 0)(X, np.int64(1))


@pytest.mark.parametrize("dtype", ["S4", "U3", "datetime64[s]", np.dtype("m8[s]")])
def test_what_has_no_numbers_is_no_dtype(dtype):
    with pytest.raises(srcad.CompileError, match="is not a dtype"):
        srcad.grad(lambda x: x.sum() * np.zeros(2, dtype).itemsize)(X)


def test_a_truth_counts_once():
    assert result(lambda x: np.sum(np.repeat(x, True) * np.tile(x, True)), X)


def endless(x):
    k = 1.0
    while True:
        yield x * k
        k = k + 1.0


def test_a_loop_that_is_written_out_ends_where_it_is_refused():
    def left(x):
        s = 0.0
        for j, y in enumerate(itertools.accumulate(endless(x))):
            if x == 3.0:
                break
            for k, z in enumerate(itertools.accumulate(endless(x))):
                if x == 3.0:
                    break
                s = s + j * y + k * z
        return s

    with pytest.raises(srcad.CompileError, match="the truth of an array"):
        srcad.grad(left)(X)


@pytest.mark.parametrize(
    "function",
    [
        *(np.median, lambda x: np.median(x, axis=1), lambda x: np.quantile(x, 0.3)),
        lambda x: np.percentile(x, [10, 60], axis=0, keepdims=True),
    ],
)
def test_what_is_nan_in_numpy_is_nan(function):
    x = np.array([[0.5, np.nan, 2.5], [1.0, 2.0, 4.0]])
    value, _ = srcad.value_and_grad(lambda x: np.sum(function(x)))(x)
    assert np.isnan(value)
    value, _ = srcad.value_and_grad(lambda x: np.sum(function(x)))(np.nan_to_num(x))
    np.testing.assert_allclose(value, np.sum(function(np.nan_to_num(x))))


def lists_that_change_places(x):
    rows = [[x[0]], [x[1], x[2]]]
    for v in x:
        if v > 1.0:
            rows[0], rows[1] = rows[1], rows[0]
    for _ in range(2):
        rows[1] = rows[0]
    s = 0.0
    for i, row in enumerate(rows):
        for v in row:
            s = s + v * (i + 1)
    return s


@pytest.mark.parametrize("x", [[1.31, 0.72, 2.13], [1.31, 0.72, 0.5]])
def test_a_list_that_nothing_reads_any_more_has_a_length_of_its_own(x):
    assert result(lists_that_change_places, x)


def test_every_file_of_the_evaluator_is_entered():
    root = Path(driver.__file__).parents[2]
    for path in (root / "srcad/compiler/evaluate").rglob("*.py"):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        late = "scipy" in parts or name in FAMILIES.values()
        assert late or name in sys.modules, name
