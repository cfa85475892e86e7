"""Programs whose meaning depends on the path, the round or the memory are refused."""

import functools
import math

import numpy as np
import pytest

import srcad
from srcad import nn
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import text_of

PROGRAMS = []


def refused(code, *inputs):
    def register(program):
        PROGRAMS.append(pytest.param(program, code, inputs, id=program.__name__))
        return program

    return register


@refused("SRC013", "float64[n]", "float64[]")
def number_or_array_of_rank_0(x, k):
    return x * 2.0 if isinstance(k, np.ndarray) else x


@refused("SRC013", "float64[n]", "float64[]")
def length_of_rank_0(x, k):
    return x * 2.0 if hasattr(x[0], "__len__") else x


@refused("SRC013", "float64[n]", "float64")
def compared_where_it_may_be_none(x, k):
    pair = (x[0], k) if k > 0 else None
    return x * 2.0 if pair == (1.0, 2.0) else x


@refused("SRC011", "float64[n]", "float64")
def none_in_a_try(x, k):
    number = x[0] * k if k > 0 else None
    try:
        return x * number
    except TypeError:
        return x


@refused("SRC015", "float64[n]")
def a_list_grows_that_a_zip_has_begun(x):
    ys = [x[0], x[1]]
    pairs = zip(ys, [1.0, 2.0, 3.0], strict=False)
    for _again, _ in enumerate(range(x.shape[0])):
        ys.append(x[2])
    return sum((a * b for a, b in pairs)) * x


@refused("SRC015", "float64[n]")
def a_list_taken_out_and_put_back_is_written(x):
    rows = []
    for v in x:
        rows.append([v, v * 2])
    row = rows.pop()
    rows.append(row)
    row.append(1.0)
    return sum(rows[-1]) * x


@refused("SRC015", "float64[n]")
def a_list_repeated_in_a_loop_is_written(x):
    rows = []
    for v in x:
        rows.append([v, v * 2])
    for _ in range(2):
        rows = rows + rows
    rows[0].append(5.0)
    return sum(rows[-len(x)]) * x


class Held:
    def __init__(self, v):
        self.v = v


@refused("SRC012", "float64[n]")
def object_that_is_looked_for_in_a_list(x):
    items = []
    for v in x:
        items.append(Held(v))
    return x * 2.0 if items[0] in items else x


@refused("SRC012", "float64[n]")
def lists_of_run_time_compared(x):
    found = [v for v in x if v > 0.3]
    return x * 2.0 if found < [x[0]] else x


@refused("SRC013", "float64[n]")
def list_of_run_time_matched(x):
    found = [v for v in x if v > 0.3]
    match found:
        case [a, *_]:
            return x * a
        case _:
            return x


@refused("SRC013", "float64[n]")
def lists_of_other_lengths_in_pairs(x):
    beams = [(0.0, [])]
    for v in x:
        new = []
        for score, path in beams:
            new.append((score + v, [*path, 1]))
            new.append((score - v, [*path, 2]))
        beams = new[:2]
    return beams[0][0]


def clobber(a):
    a[0] = 5.0
    return a


@refused("SRC015", "float64[2, 3]")
def reshape2(x):
    y = x * x
    z = y.reshape(-1)
    z[0] = 3.0
    return y


@refused("SRC015", "float64[3, 3]")
def joined_view_read(x):
    y = x.copy()
    if x[0, 0] > 0:
        v = y[0]
    else:
        v = y[1]
    y[0] = 5.0
    return v * y[2]


@refused("SRC015", "float64[3, 3]")
def joined_view_write(x):
    y = x.copy()
    if x[0, 0] > 0:
        v = y[0]
    else:
        v = y[1]
    v[0] = 5.0
    return y * y


@refused("SRC015", "float64[n, 3]")
def carried_view(x):
    y = x.copy()
    v = y[0]
    t = 0.0
    for i in range(x.shape[0]):
        y[0] = x[i] * i
        t = t + v.sum() * x[i, 0]
        v = y[0]
    return t


@refused("SRC015", "float64[n, 3]")
def carried_view2(x):
    y = x.copy()
    z = x * 2
    v = z[0]
    t = 0.0
    for i in range(x.shape[0]):
        v[0] = x[i, 0]
        t = t + y.sum() * v[1]
        v = y[0]
    return t + y.sum()


@refused("SRC015", "float64[3]", "float64[]")
def joined_helper(x, c):
    y = x * 2
    w = x * 3
    z = y if c > 0 else w
    clobber(z)
    return y * w * z


@refused("SRC023", "float64[3]")
def helper_writes_input(x):
    clobber(x)
    return x * x


@refused("SRC015", "float64[3, 4]")
def ravel_view(x):
    y = np.zeros((3, 4))
    v = y.ravel()
    v[0] = x[0, 0]
    return y * x


@refused("SRC015", "float64[3, 3]")
def view_in_dict_branch(x):
    y = x.copy()
    d = {"r": y[0]}
    if x[0, 0] > 0:
        d["r"] = y[1]
    d["r"][0] = 3.0
    return y * y


# ------------------------------------------------ kinds that change from round to round


@refused("SRC013", "float64[n]")
def tuple_then_box(x):
    state = (x[0], x[0])
    t = 0.0
    for v in x:
        t = t + (state[0] * v if isinstance(state, tuple) else state * v * v)
        state = v
    return t


@refused("SRC013", "float64[1, n]")
def squeezed_without_axes(x):
    return x.squeeze() * 2.0


@refused("SRC013", "float64[n]", "int64")
def endless_recursion(x, n):
    if n > 0:
        return endless_recursion(x * 0.5, n - 1)
    return endless_recursion(x, n + 1)


@refused("SRC019", "float64[n]", "int64")
def recursion_of_two_kinds(x, n):
    if n <= 0:
        return 1.0
    return x * recursion_of_two_kinds(x, n - 1)


# In Python 3.12 C calls may not be nested as deeply.
@refused("SRC013|SRC011", "float64[n]", "int64")
def recursion_of_growing_rank(x, n):
    if n <= 0:
        return np.sum(x)
    return recursion_of_growing_rank(x[None], n - 1)


@refused("SRC011", "float64[n]", "int64")
def recursion_that_binds_outside(x, n):
    total = x

    def go(k):
        nonlocal total
        if k > 0:
            total = total * x
            go(k - 1)

    go(n)
    return total


@refused("SRC011", "float64[n]", "int64")
def recursion_that_fills_a_list_outside(x, n):
    found = [x]

    def go(v, k):
        if k > 0:
            found.append(v)
            go(v * v, k - 1)

    go(x, n)
    return sum(found)


@refused("SRC011", "float64[n]", "int64")
def recursion_that_fills_the_list_of_its_caller(x, n):
    def go(v, k, found):
        if k > 0:
            found.append(v)
            go(v * v, k - 1, found)

    values = [x]
    go(x, n, values)
    return sum(values)


@refused("SRC011", "float64[n]", "int64")
def recursion_that_writes_outside(x, n):
    h = [[x[0]], [x[1]]]

    def go(k):
        if k > 0:
            h[k % 2].append(x[0])
            go(k - 1)

    go(n)
    return h[0][0] * x


@refused("SRC013", "float64[n]", "int64")
def two_recursions_in_each_other(x, n):
    def first(v, k):
        if k <= 0:
            return v
        return second(v, k - 1) + first(v, k - 1)

    def second(v, k):
        if k <= 0:
            return v * 2.0
        return second(np.sin(v), k - 1) * first(v, k - 1)

    return first(x, n)


@refused("SRC015", "float64[n]", "int64")
def write_into_what_a_recursion_hands_back(x, n):
    def go(v, k):
        if k <= 0:
            return v
        return go(v, k - 1)

    h = x * 1.0
    y = go(h, n)
    y[0] = 5.0
    return h * h


@refused("SRC015", "float64[n]", "int64")
def write_into_what_a_recursion_has_captured(x, n):
    h = x * 1.0

    def go(k):
        if k <= 0:
            return h
        return go(k - 1)

    y = go(n)
    y[0] = 5.0
    return h * h


def same(v):
    return v


srcad.defbprop(same)(lambda v, out, dout: (dout,))


@refused("SRC015", "float64[n]")
def write_into_what_a_function_with_a_rule_hands_back(x):
    h = x * 1.0
    y = same(h)
    y[0] = 5.0
    return h * h


@refused("SRC019", "float64[n]")
def read_of_what_a_path_deletes(x):
    total = 0.0
    for v in x:
        y = v * v
        if v > 0:
            del y
        total += y
    return total


def running(v):
    total = 0.0
    for item in v:
        total = total + item
        yield total * item


@refused("SRC013", "float64[n]")
def generator_that_is_left_and_read_again(x):
    values = running(x)
    first = 0.0
    for a in values:
        first = a
        break
    rest = 0.0
    for b in values:
        rest = rest + b
    return first * rest


@refused("SRC013", "float64[n]")
def generator_expression_that_is_left_and_read_again(x):
    squares = (v * v for v in x)
    total = 0.0
    for a in squares:
        if a > 0.3:
            break
        total = total + a
    for b in squares:
        total = total + b * 3
    return total


@refused("SRC013", "float64[n]")
def generator_that_zip_leaves(x):
    values = running(x)
    total = 0.0
    for a, b in zip(x[:2], values, strict=False):
        total = total + a * b
    for b in values:
        total = total + b * 3
    return total


@refused("SRC015", "float64[n]", "float64")
def write_into_what_two_joins_lead_to(x, s):
    o = x * 0.9
    h = o
    for _ in (1.0, 2.0):
        if s < 0.4:
            o = h * 0.7
            break
    h[:2] *= 0.8
    return o * 1.0


@refused("SRC015", "float64[n]", "float64")
def write_into_one_of_two_joins_of_one_array(x, s):
    h = x * 1.0
    o = h * 2.0 if s < 0.4 else h
    p = h * 3.0 if s < 0.2 else h
    h = x
    p[0] = 1.0
    return o * 1.0 + h


@refused("SRC013", "float64[n]")
def an_order_of_arrays(x):
    return sorted([x, x * 2.0])[0]


@refused("SRC013", "float64[n]")
def an_iterator_gone_through_twice(x):
    pairs = zip(x, x[::-1], strict=True)
    first = [p * q for p, q in pairs]
    second = [p + q for p, q in pairs]
    return sum(first) + sum(second)


@refused("SRC013", "float64[n]")
def an_iterator_from_before_a_loop(x):
    numbered = enumerate(x)
    total = 0.0
    for _ in range(2):
        for k, v in numbered:
            total = total + k * v
    return total


@refused("SRC013", "float64[n]")
def a_reversed_range_gone_through_twice(x):
    places = reversed(range(3))
    return sum([x[k] for k in places]) + sum([x[k] * x[k] for k in places])


@refused("SRC013", "float64[n]")
def an_iterator_that_a_closure_goes_through(x):
    pairs = zip((x, x * x), (1.0, 2.0), strict=True)

    def total():
        return sum([v * w for v, w in pairs])

    return total() + total()


@refused("SRC013", "float64[n]")
def an_iterator_in_a_dict(x):
    kept = {"pairs": zip(x, x, strict=True)}
    first = sum([p * q for p, q in kept["pairs"]])
    return first + sum([p + q for p, q in kept["pairs"]])


class Holder:
    def __init__(self, pairs):
        self.pairs = pairs


@refused("SRC013", "float64[n]")
def an_iterator_in_an_object(x):
    holder = Holder(zip(x, x, strict=True))
    first = sum([p * q for p, q in holder.pairs])
    return first + sum([p + q for p, q in holder.pairs])


@refused("SRC012", "float64[n]")
def the_next_of_an_iterator(x):
    return next(reversed([x, x * x]))


@refused("SRC021", "float64[n]")
def raises_on_both_paths(x):
    if x.sum() > 0:
        raise ValueError("positive")
    raise TypeError("negative")


def _fail(x):
    if x.sum() > 0:
        raise ValueError("positive")
    raise TypeError("negative")


@refused("SRC021", "float64[n]")
def calls_what_raises_on_both_paths(x):
    return x * 2 if x.sum() > 0 and _fail(x) else _fail(x)


_KEY = srcad.Tensor([1.0, 2.0])


@refused("SRC013", "float64[n]")
def a_tensor_as_a_key_of_the_output(x):
    return {"known": x, (1, _KEY): x * 2}


class _Fails(nn.Cell):
    def construct(self, x):
        return _fail(x)


class _FailsInBranch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fails = _Fails()

    def construct(self, x):
        if x.sum() > 0:
            self.fails(x)
        return x * 2


@pytest.mark.parametrize("cell", [_Fails, _FailsInBranch])
def test_a_cell_that_raises_on_each_of_its_paths(cell):
    with pytest.raises(CompileError, match="raised on each of these paths"):
        srcad.grad(cell())(srcad.Tensor([1.0, 2.0]))


@refused("SRC013", "float64[n]")
def a_list_in_tuples_in_a_list_that_both_grow(x):
    found = []
    for i in range(x.shape[0]):
        inner = []
        for j in range(i):
            inner.append((j, x[i], x[j]))
        found.append((i, inner))
    return found


@pytest.mark.parametrize(("program", "code", "inputs"), PROGRAMS)
def test_a_program_is_refused(program, code, inputs):
    with pytest.raises(CompileError, match=code):
        text_of(program, inputs)


@refused("SRC013", "float64[n]")
def generator_left_through_another_and_read_again(x):
    values = running(x)
    total = 0.0
    for a in (v * v for v in values):
        if a > 0.3:
            break
        total = total + a
    return total + sum(values)


@refused("SRC013", "float64[n]")
def generator_advanced_in_a_branch_and_read_again(x):
    values = (x * k for k in range(4))
    first = next(values) if x.sum() > 0 else x
    return first * next(values)


@refused("SRC013", "float64[n]")
def generator_advanced_in_a_loop(x):
    values = (x * k for k in range(4))
    total = 0.0
    for v in x:
        total = total + next(values).sum() * v
    return total


def returning_sometimes(s):
    yield s
    if s > 0.0:
        return s * 2.0


def delegating(s):
    value = yield from returning_sometimes(s)
    yield 1.0 if value is None else value


@refused("SRC019", "float64[n]")
def generator_that_returns_a_value_on_one_path(x):
    return sum(delegating(x.sum())) * x


def closing(v, log):
    try:
        yield v.sum()
        yield v.mean()
    finally:
        log.append(v.sum())


@refused("SRC011", "float64[n]")
def generator_to_be_closed_where_its_name_is_bound_again(x):
    log = [1.0]
    values = closing(x, log)
    first = next(values)
    values = closing(x * 2.0, log)
    return first * next(values) * len(log)


@refused("SRC011", "float64[n]")
def generator_with_a_name_to_be_closed_on_one_path(x):
    log = [1.0]
    total = 0.0
    values = closing(x, log)
    for v in values:
        total = total + v
        if total > 0.5:
            break
    return total * log[-1]


@refused("SRC013", "float64[n]")
def generator_to_be_closed_after_a_branch(x):
    log = [1.0]
    values = closing(x, log)
    first = next(values) if x.sum() > 0 else 2.0
    return x * first * len(log)


class Began:
    def __init__(self, v, log):
        self.values = closing(v, log)
        self.first = next(self.values)


@refused("SRC011", "float64[n]")
def generator_of_an_object_without_a_name(x):
    log = [1.0]
    first = Began(x, log).first
    return x * first * len(log)


def the_first(began):
    return began.first


@refused("SRC011", "float64[n]")
def generator_of_an_object_that_its_caller_may_hold(x):
    log = [1.0]
    firsts = list(map(the_first, [Began(x, log)]))
    return x * firsts[0] * len(log)


def of_one_or_the_other(a, b, positive):
    both = a if positive else b
    yield both
    yield a
    yield b


@refused("SRC015", "float64[n]")
def array_that_a_generator_knows_under_another_name(x):
    values = of_one_or_the_other(x.copy(), x * 2.0, x.sum() > 0)
    both = next(values)
    both[0] = 5.0
    return both + next(values) * 2.0 + next(values) * 3.0


def halving(x, depth):
    if depth == 0:
        yield x
    yield from halving(x * 0.5, depth - 1)
    yield from halving(x * x, depth - 1)


@refused("SRC013", "float64[n]")
def generators_in_each_other_without_an_end(x):
    return sum(halving(x, -1))


@refused("SRC019", "float64[n]")
def int_or_truth_of_numpy(x):
    # `-`, `+` and `/` compute otherwise with a truth of NumPy's.
    return (int(x[0]) or x[0] > x[1]) * x


@refused("SRC019", "float64[n]")
def int_on_one_path_and_truth_of_numpy(x):
    r = x[0] > x[1] if x[0] > 1.0 else 2
    return (r + r) * x


@refused("SRC016", "float64[n]")
def truth_of_numpy_in_a_list_of_ints(x):
    r = [2, 3]
    for v in x:
        r.append(v > 1.0)
    return (r[-1] + r[-1]) * x


@refused("SRC016", "float64[n]")
def float_in_a_list_of_whole_numbers_of_numpy(x):
    r = []
    for v in x:
        r.append(np.argmax(x))
        r.append(float(v))
    return sum(r) * x


@refused("SRC013", "float64[n]")
def set_changed_in_a_loop(x):
    some = {1.5, 2.5, 3.5}
    for v in x:
        if v > 1.0:
            some.pop()
    return x * len(some)


OUTSIDE = {1, 2}


@refused("SRC023", "float64[n]")
def set_from_outside_that_is_changed(x):
    OUTSIDE.add(3)
    return x * len(OUTSIDE)


@refused("SRC015", "float64[n, m]")
def made_contiguous_and_then_written(x):
    y = np.sin(x)
    z = np.ascontiguousarray(y)
    y[0] = 0.0
    return z


@refused("SRC015", "float64[n]")
def diagonal_that_is_made_contiguous_and_written(x):
    diagonal = np.diag(np.outer(x, x))
    z = np.ascontiguousarray(diagonal)
    z[0] = 0.0  # raises in NumPy for one element, whose copy it is not
    return z, diagonal


@refused("SRC015", "float64[n, m]")
def written_where_it_was_made_contiguous(x):
    y = np.sin(x)
    z = np.asarray(y.T, order="C")
    z[0] = 0.0
    return y


class Lazily:
    def __init__(self, v):
        self.v = v

    @functools.cached_property
    def doubled(self):
        return self.v * 2.0


@refused("SRC013", "float64[n]")
def cached_property_computed_on_one_path(x):
    lazily = Lazily(x)
    y = lazily.doubled if x[0] > 1.0 else x
    lazily.v = x * x
    return lazily.doubled * y


class Remembers:
    def __init__(self, v):
        self.v, self.count = v, 0

    @functools.cache  # noqa: B019
    def counted(self, k):
        self.count += 1
        return self.v * k

    @functools.lru_cache  # noqa: B019
    def scaled(self, k):
        return self.v * k


@refused("SRC012", "float64[n]")
def a_cached_method_that_counts(x):
    it = Remembers(x[0])
    return it.counted(2) * it.counted(2) * it.count


@refused("SRC012", "float64[n]")
def a_cached_method_of_what_changes(x):
    it = Remembers(x[0])
    before = it.scaled(2)
    it.v = x[1]
    return before * it.scaled(2)


@refused("SRC013", "float64[n]")
def a_number_of_numpy_times_a_list(x):
    return np.sum(np.sum(x) * [1.0, 2.0])


@refused("SRC013", "float64[n]")
def a_sum_that_may_be_an_int_times_a_list(x):
    return np.sum(sum([v for v in x if v > 0]) * [3.0, 1.0]) + x.sum()


@refused("SRC021", "float64[n]")
def a_number_of_numpy_times_a_list_of_numbers(x):
    return np.sum(np.float64(2.0) * [x[0], 2.0])


@refused("SRC020", "float64[n]")
def a_name_of_a_comprehension_is_read_before_it_is_bound(x):
    return sum([a * b for a in x if b < a for b in x if a > 0])  # noqa: F821


def rows_and_one(x):
    """Lists in a list, and the last one of them."""
    row, rows = [v for v in x if v > 0], []
    for v in x:
        if v > -0.6:
            rows.append([v])
    rows.append(row)
    return rows, row


@refused("changed through the one that holds it", "float64[n]")
def a_list_in_a_tuple_has_been_changed_in_a_list(x):
    rows, row = rows_and_one(x)
    pair = (row, 1)
    del row
    rows[-1].append(x[0] * 7)
    return sum(pair[0]) * x


@refused("changed through the one that holds it", "float64[n]")
def a_list_changed_in_a_list_is_handed_on(x):
    rows, row = rows_and_one(x)
    pair = [row]
    del row
    rows[-1].append(x[0] * 7)
    return sum(map(sum, pair)) * x


@refused("changed through the one that holds it", "float64[n]")
def a_list_changed_in_a_list_is_measured(x):
    rows, row = rows_and_one(x)
    kept = {"row": row}
    del row
    rows[-1].append(x[0] * 7)
    return len(kept["row"]) * math.fsum(kept["row"]) * x


@refused("this array is also in a list", "float64[n]")
def an_array_in_a_list_in_a_list_is_written(x):
    rows = []
    for v in x:
        if v > -0.6:
            rows.append([x * v, x])
    rows[0][0][1] = 5.0
    return rows[0][0]


@refused("this array is also in a list", "float64[n]")
def an_array_of_a_list_in_a_list_is_written_by_its_name(x):
    rows = []
    for v in x:
        if v > -0.6:
            rows.append([x * v, x])
    first = rows[0][0]
    first *= 2
    return rows[0][0]


@refused("lists of structures in a list cannot be returned", "float64[n]")
def lists_of_tuples_in_a_list_are_returned(x):
    rows = []
    for v in x:
        rows.append([(v, v * v)])
    return rows


# ------------------------------------------- what is none at first, and has two names


@refused("SRC015", "float64[n]")
def sum_that_is_none_at_first_and_has_two_names(x):
    total = None
    first = None
    for v in x:
        if total is None:
            total = x * v
            first = total
        else:
            total += x
    return first


@refused("SRC015", "float64[n]")
def step_that_is_none_at_first_and_the_one_before(x):
    step = None
    before = None
    total = x[0]
    for _ in x:
        if step is None:
            step = x**2
        else:
            step -= 0.1 * step
        if before is not None:
            total = total + ((step - before) ** 2).sum()
        before = step
    return total


@refused("SRC015", "float64[n]")
def array_of_a_path_that_the_loop_has_under_two_names(x):
    a = x * 1.0
    b = x * 2.0
    total = 0.0
    for v in x:
        if v > 0:
            a = x * v
        a += x
        total = total + b.sum()
        b = a
    return total


@refused("SRC015", "float64[n]")
def view_that_is_none_at_first(x):
    y = x.copy()
    view = None
    for _ in x:
        if view is None:
            view = y[1:]
        y *= 2.0
    return view


@refused("SRC015", "float64[n, m]")
def best_row_that_is_written(x):
    y = x * 2.0
    best = None
    for i in range(len(y)):
        if best is None or y[i].sum() > best.sum():
            best = y[i]
        y[i] *= 0.5
    return best


@refused("SRC015", "float64[n]")
def view_of_one_iteration(x):
    y = x.copy()
    view = x * 2.0
    for v in x:
        y *= 2.0
        if v > 0:
            view = y[:2]
    return view


@refused("SRC015", "float64[n, m]")
def view_that_was_written_on_one_of_two_paths(x):
    y = x * 2.0
    flat = y.reshape(-1)
    y *= 2.0
    if x[0, 0] < 0:
        flat = x[0] * 1.0
    return flat.sum()


@refused("SRC015", "float64[n, m]")
def view_in_a_tuple_that_was_written_on_one_of_two_paths(x):
    y = x * 2.0
    pair = y.reshape(-1), 2.0
    y *= 2.0
    if x[0, 0] < 0:
        pair = x[0] * 1.0, 3.0
    return pair[0].sum() * pair[1]


@refused("SRC015", "float64[n]")
def tuple_of_one_array_that_is_none_at_first(x):
    pair = None
    for _ in x:
        if pair is None:
            pair = (x**2,) * 2
        else:
            pair[0][:] += x
    return pair[1]


@refused("SRC015", "float64[n]")
def tuple_of_one_array_that_a_loop_replaces(x):
    pair = (x * 1.0,) * 2
    total = 0.0
    for v in x:
        total = total + pair[1].sum()
        pair[0][:] += x
        if v > 1:
            pair = (x * 1.0, x * 2.0)
    return total


@refused("SRC015", "float64[n]")
def tuple_that_may_get_one_array_twice(x):
    pair = (x * 1.0, x * 3.0)
    total = 0.0
    for v in x:
        pair[0][:] += x
        pair = (pair[0], pair[0]) if v < 0 else pair
        total = total + pair[1].sum()
    return total
