"""Names that are None on one path or before an iteration binds them."""

import itertools
import math
from typing import Any, NamedTuple

import numpy as np

from srcad import ops
from tests.srcad.compiler.cases.case import apart, case


class Moment(NamedTuple):
    total: Any
    last: Any
    mode: str


@case("float64[n]")
def the_one_before(x):
    prev = None
    total = 0.0
    for v in x:
        if prev is not None:
            total = total + (v - prev) * (v - prev)
        prev = v
    return total


@case("float64[n]")
def either_way(x):
    prev = None
    total = 0.0
    for v in x:
        total += v * v if prev is None else v * prev
        prev = v
    return total if prev is None else total * prev


@case("float64[n]", values={"x": apart})
def the_greatest(x):
    best = None
    low = None
    for v in x:
        if best is None or v > best:
            best = v
        if low is not None and v > low:
            continue
        low = v
    return best * best - low


@case("float64[n]", values={"x": apart})
def found_or_not(x):
    found = None
    for v in x:
        if v > 0.2:
            found = v
            break
    return x.sum() if found is None else found * x.sum()


@case("float64[n]", values={"x": apart})
def none_again(x):
    prev = None
    total = 0.0
    for v in x:
        if prev is not None and v > prev:
            total = total + v * prev
            prev = None
        else:
            prev = v
    return total


@case("float64[n]", "float64[m]")
def in_loops_in_each_other(x, y):
    total = 0.0
    for a in x:
        prev = None
        for b in y:
            if prev is None:
                prev = a
                continue
            total = total + prev * b
            prev = b * a
    return total


@case("float64[n]")
def in_a_dict(x):
    state = {"prev": None}
    total = 0.0
    for v in x:
        total = total + (0.0 if state["prev"] is None else v * state["prev"])
        state["prev"] = v
    return total


@case("float64[n, 2]")
def arrays_or_none(x):
    prev = None
    mean = None
    total = 0.0
    for row in x:
        scaled = row * 2.0
        mean = scaled if mean is None else mean * 0.5 + row
        if prev is not None:
            prev[0] = scaled[1]
            total = total + (prev * scaled).sum()
        prev = scaled
    return total + mean.sum()


@case("float64[n]")
def through_functions(x):
    def step(prev, v):
        if prev is None:
            return v
        return prev * 0.5 + v

    def differences(values):
        prev = None
        for v in values:
            if prev is not None:
                yield v - prev
            prev = v

    prev = None
    for v in x:
        prev = step(prev, v)
    if prev is None:
        raise ValueError("empty")
    return np.sin(prev) + sum(d * d for d in differences(x))


@case("float64[n]", values={"x": apart})
def returned_as_it_is(x):
    best = place = None
    for k in range(20):
        v = x[k % len(x)] * (1.0 + 0.01 * k)
        if best is None or v > best:
            best, place = v, k
        if v > 1000.0:
            break
    return best, {"place": place, "double": best * 2.0}


@case("float64[]")
def of_a_branch(s):
    k = None
    if s > 0.0:
        k = s * 2.0
    first = s * s if k is None else k * s
    if k != None and k:  # noqa: E711
        first = first * k
    return first


@case("float64[n]")
def until_it_settles(x):
    prev = None
    s = x.sum() * 0.1
    while prev is None or abs(s - prev) > 0.1:
        prev = s
        s = s * 0.5 + 0.1
    assert prev is not None
    return s * np.sin(prev)


@case("float64[]", "float64[]")
def values_of_and_and_or(s, t):
    first = (s > 0.0) and s
    second = (s > 0.0) or t
    third = (s > 0.0 and t) or s
    nothing = (s > 0.0) and None
    return first * s + second * t + third * s * (2.0 if nothing is None else 3.0)


@case("float64[4]", "float64[]", values={"x": apart}, draws=6)
def an_array_that_is_dropped_again(x, c):
    last = None
    for i in range(4):
        if x[i] > c:
            last = None
        else:
            last = x * (i + 1)
    return c if last is None else last.sum()


@case("float64[4]", "float64[]", values={"x": apart}, draws=6)
def an_array_of_a_loop_that_is_left(x, c):
    last = None
    for i in range(4):
        if x[i] > c:
            break
        last = x * (i + 1)
    return c if last is None else last.sum()


@case("float64[3, n]")
def an_array_that_is_there_after_the_loop(x):
    total = None
    for row in x:
        total = row * 2 if total is None else total * row
    return total.sum()


def _doubled_where_positive(s):
    if s > 0.0:
        return s * 2.0


def _the_first_above(x, bound):
    for v in x:
        if v > bound:
            return v


def _both_where_positive(s):
    if s > 0.0:
        return s, s * s


@case("float64[]")
def ends_without_a_return(s):
    found = _doubled_where_positive(s)
    total = s * s if found is None else found * s
    if not found:
        total = total - s
    return (_doubled_where_positive(s - 0.1) or 3.0) * total


@case("float64[n]", values={"x": apart})
def ends_without_a_return_in_a_loop(x):
    found = _the_first_above(x, 0.2)
    total = 0.0
    for v in x:
        one = _doubled_where_positive(v)
        if one is not None:
            total = total + one * v
    return total * 2.0 if found is None else total * found


@case("float64[]")
def ends_without_a_return_of_several(s):
    match _both_where_positive(s):
        case (one, two):
            return one * two
        case None:
            return s * 5.0
    return s


@case("float64[]")
def how_large_what_may_be_none_is(s):
    held = None
    if s > 0.0:
        held = np.array([s, s * 2.0])
    return np.size(held) * s


@case("float64[n]", values={"x": apart}, at_one=False)
def read_where_there_is_one_by_then(x):
    before, total = None, 0.0
    for k, v in enumerate(x):
        now = np.sin(v * k)
        if k and now < before:
            total += (before - now) * v
        before = now * v
    return total + before * x


@case("float64[n]", values={"x": apart}, at_one=False)
def greater_than_the_one_before_if_there_is(x):
    best = None
    for k, v in enumerate(x):
        if k == 0 or v * v > best:
            best = v * v
    return best * x


@case("float64[n]", values={"x": apart}, at_one=False)
def a_step_back_in_a_loop_in_a_loop(x):
    point, before, k = x[0] + 3, None, 0
    while k < 6:
        if k % 2 == 1:
            for part in (0.5, 0.25):
                guess = before + (point - before) * part
                if guess < 2:
                    point = guess
                    break
        before = point
        point = point - 0.1 * (point * point - x[1])
        k += 1
    return point * x


@case("float64[n]", values={"x": apart}, at_one=False)
def from_a_list_that_is_filled_by_then(x):
    found, total = [], x[0]
    for k in range(len(x)):
        if k > 1:
            for back in (1, 2):
                total = total + found[-back] * back
        found.append(total * x[k])
    return total * x


@case("float64[n]", values={"x": apart}, at_one=False)
def a_key_that_is_computed_with(x):
    total = 0.0
    for key, group in itertools.groupby(x, key=lambda v: math.floor(3 * v)):
        total += key * sum(group)
    return total * x


@case("float64[n]", values={"x": apart}, at_one=False)
def a_pair_of_which_one_is_not_there_at_first(x):
    least = (np.inf, None)
    for k, v in enumerate(x):
        if v < least[0]:
            least = (v, k)
    return x * least[0] if least[1] is None else least[0] * x * (least[1] + 1)


@case("float64[n]", values={"x": apart}, at_one=False)
def a_record_of_which_one_is_not_there_at_first(x):
    state = Moment(0.0, None, "on")
    for v in x:
        step = 0.0 if state.last is None else v - state.last
        state = state._replace(total=state.total + step * step, last=v)
    return state.total * x


@case("float64[n]", values={"x": apart}, at_one=False)
def a_pair_of_nothing_at_first(x):
    best = (None, None)
    for k, v in enumerate(x):
        if best[0] is None or v > best[0]:
            best = (v, k * v)
    return x if best[1] is None else best[1] * x


@case("float64[n, m]", "float64[]", at_one=False)
def nothing_at_first_in_each_row(x, y):
    total, last = 0.0 * y, None
    for i, row in enumerate(x):
        before, found = None, []
        for k, v in enumerate(row):
            if k and v < before:
                total += (before - v) * y
            if k > 1:
                total += found[-1] * found[0]
            before = v * 2
            found.append(v * i)
        if i > 0:
            total += last
        last = before * y
    return total


# -------------------------------------------- written where it is known not to be None


@case("float64[n, 2]", values={"x": apart})
def gradients_added_in_place(x):
    total = None
    for row in x:
        step = row * row[0]
        if total is None:
            total = step.copy()
        else:
            total += step
    return total**2


@case("float64[n]", values={"x": apart})
def an_element_of_what_is_there(x):
    held = None
    for k, v in enumerate(x):
        if held is not None:
            held[0] = v * held[1]
        held = np.array([v, v]) if held is None else held * (k + 1)
    return held


@case("float64[3]", values={"x": apart}, draws=3)
def parts_of_what_may_be_there(x):
    held = x * 2 if x[0] > 0 else None
    if held is not None and x[1] < 5:
        held[1:] *= 3
        if x[2] > 0:
            held[0] = x[1] ** 2
    pair = (x[1], x * 3) if x[0] > 0 else None
    if pair is not None:
        pair[1][0] = x[2]
    if held is None or pair is None:
        return x
    return held * pair[0] + pair[1]


class Body:
    def __init__(self, at):
        self.at = at
        self.mass = 2 * at


@case("float64[3]", values={"x": apart}, draws=3)
def an_attribute_of_what_may_be_there(x):
    body = Body(x[0]) if x[0] > 0 else None
    if body is not None:
        body.at = body.at * x[1]
    return x * (body.at + body.mass if body is not None else x[2])


@case("float64[3]", values={"x": apart}, draws=3)
def functions_that_write_what_may_be_there(x):
    held = x * 2 if x[0] > 0 else None
    if held is not None:
        np.add(held, 1.0, out=held)
        np.add.at(held, [0, 0], x[1])
    if held is not None:
        np.copyto(held[1:], x[0])
    return held * x if held is not None else x


# ------------------------- made where it was still None, and written after the branch


@case("float64[4]", values={"x": apart}, draws=4)
def a_buffer_that_is_made_when_it_is_needed(x):
    buffer = None
    for k in range(len(x)):
        if x[k] > 0:
            if buffer is None:
                buffer = np.zeros_like(x)
            buffer[k] += x[k] ** 2
    return x if buffer is None else buffer * x


class Momentum:
    def __init__(self):
        self.velocity = None
        self.state = {"count": 0, "last": None}

    def step(self, x, gradient):
        if self.velocity is None:
            self.velocity = np.zeros_like(x)
        self.velocity *= 0.9
        self.velocity += gradient
        return x - 0.1 * self.velocity

    def keep(self, gradient):
        if self.state["last"] is None:
            self.state["last"] = gradient.copy()
            return 0.0
        self.state["last"][0] += gradient[1]
        return self.state["last"][0]


@case("float64[4]", values={"x": apart}, draws=4)
def attributes_that_are_made_when_they_are_needed(x):
    momentum = Momentum()
    k = 0
    total = 0.0
    while np.sum(x * x) > 0.5 and k < 6:
        if x[0] > 0.1:
            x = momentum.step(x, 2 * x)
            total = total + momentum.keep(x)
        else:
            x = x * 0.8
        k += 1
    return x * total


@case("float64[4]", values={"x": apart}, draws=4)
def two_that_are_there_together(x):
    state = {"m": None, "v": None}
    total = 0.0
    for k in range(len(x)):
        if x[k] > 0:
            if state["m"] is None:
                state["m"], state["v"] = np.zeros_like(x), np.ones_like(x)
            m, v = state["m"], state["v"]
            m *= 0.9
            m += x[k]
            v[k] += x[k] ** 2
            total = total + np.sum(m / v)
    return x * total


@case("float64[4]", values={"x": apart}, draws=4)
def what_another_name_has_where_it_is_there(x):
    first, other = Momentum(), Momentum()
    for k in range(len(x)):
        if x[k] > 0:
            other.velocity = first.velocity
            if first.velocity is None:
                first.velocity = x.copy()
            else:
                first.velocity[k] *= x[k]
    held = other.velocity
    if first.velocity is None or held is None:
        return x
    return first.velocity * held


class Once:
    def __init__(self, x):
        self.x = x
        self._cosines = None

    @property
    def cosines(self):
        if self._cosines is None:
            self._cosines = np.cos(self.x)
        return self._cosines


@case("float64[4]", values={"x": apart}, draws=4)
def what_a_property_computes_once(x):
    once = Once(x)
    total = 0.0
    for k in range(len(x)):
        if x[k] > 0:
            total = total + once.cosines[k] * x[k]
            once.cosines[0] *= x[k]
    return total * once.cosines


# ------------------------------------------------------- lists and dicts that may be None


@case("float64[4]", values={"x": apart}, draws=4)
def a_record_of_a_search(x):
    best, least = None, 1e9
    k = 0
    while k < 4:
        cost = (x[k] - 1) ** 2
        if cost < least:
            least = cost
            best = {"at": x[k], "of": x * cost, "name": "best"}
        k += 1
    return best["of"] * best["at"] * len(best["name"])


@case("float64[4]", values={"x": apart}, draws=4)
def counts_that_begin_when_they_are_needed(x):
    counts = None
    k = 0
    while k < 4:
        if x[k] > 0:
            if counts is None:
                counts = {"n": 0.0, "sum": x * 0}
            counts["n"] += 1.0
            counts["sum"] += x * x[k]
        k += 1
    return x if counts is None else counts["sum"] / counts["n"]


@case("float64[4]", values={"x": apart}, draws=4)
def lists_that_a_function_finds(x):
    def first(limit):
        for k in range(4):
            if x[k] > limit:
                return [x[k], x * k]
        return None

    found, other = first(0), first(1)
    if found is None:
        return x
    found[0] = found[0] * x[1]
    if other is not None:
        other.append(x[2])
        found[1] += other[-1]
    return found[0] * found[1] + (sum(other[::2]) if other else 0.0)


class Pair:
    def __init__(self, at, of):
        self.at, self.of = at, of


@case("float64[4]", values={"x": apart}, draws=4)
def an_object_of_a_search(x):
    best = None
    k = 0
    while k < 4:
        if best is None or x[k] > best.at:
            best = Pair(x[k], x * x[k])
        best.of[k] *= 2
        best.at *= 0.9
        k += 1
    return best.at * best.of


@case("float64[n]")
def none_after_each_iteration(x):
    held, total = x * x[0], np.sum(x)
    for v in x:
        total = total + v * x[0]
        held = None
    return x * total if held is None else held


# ------------------------------------------------------------------ indices of a search


@case("float64[4]", values={"x": apart}, draws=4)
def the_place_of_the_nearest(x):
    best, least = None, 1e9
    for i in range(4):
        if (x[i] - 1) ** 2 < least:
            least = (x[i] - 1) ** 2
            best = i
    y = x * 2
    y[best] = x[0] ** 2
    if x[0] > 0:
        least = least + x[best]
    return x[best] * least * y


@case("float64[4, 3]", values={"x": apart}, draws=3)
def a_column_and_a_mask_of_a_search(x):
    best = (np.inf, None, None)
    for j in range(3):
        cost = np.sum((x[:, j] - 1) ** 2)
        if cost < best[0]:
            best = (cost, j, x[:, j] > 0)
    return best[0] + x[:, best[1]] * np.sum(x[best[2], 0])


@case("float64[4]", values={"x": apart}, draws=3)
def labels_until_they_stay(x):
    centres, labels = x[:2].copy(), None
    for _ in range(5):
        new = np.abs(x[:, None] - centres).argmin(1)
        if labels is not None and np.array_equal(new, labels):
            break
        labels = new
        centres = centres * 0.9
    return (x - centres[labels]) ** 2


# -------------------------------------------- what is known of None, and for how long


@case("float64[4]", values={"x": apart}, draws=4)
def a_later_part_of_the_test_binds_it_anew(x):
    token = x[0] if x[0] > 0 else None
    again = token

    def advance():
        nonlocal token
        token = x[1] if x[1] > 0 else None
        return True

    if token is not None and advance():
        return x * (np.sum(x) if token is None else x[3])
    if again is None or not advance():
        return x * x[2]
    return x


@case("float64[4]", values={"x": apart}, draws=4)
def a_test_that_binds_the_name_itself(x):
    a = x * 2 if x[0] > 0 else None
    other = x if x[1] > 0 else None
    if a is not None and x[2] > (0 if (a := other) is None else 1):
        return x * (x[1] ** 2 if a is None else x[3])
    return x * x[0]


@case("float64[4]", values={"x": apart}, draws=4)
def bound_where_a_path_goes_on(x):
    if x[0] > 0:
        a = x * x[1] if x[1] > 0 else None
        if a is None:
            return x * x[2]
        b = a
    else:
        b = x
    return b * x[0]


@case("float64[4]", values={"x": apart}, draws=4)
def the_first_that_is_found(x):
    def solved(y):
        return y * 2 if y[1] > 0 else None

    def first(y):
        for k in range(3):
            found = solved(y + k)
            if found is not None:
                return found
        return None

    found = first(x)
    return x * x[0] if found is None else found * x


@case("float64[4]")
def rows_that_a_loop_holds_in_a_dict(x):
    rows = np.outer(x, x)
    last = None
    for i in range(4):
        last = {"row": rows[i]}
    total = np.sum(last["row"])
    rows[1] = 0.0
    return np.sum(rows, axis=0) * total


class Table:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, k):
        return self.x[0] if k is None else self.x[k] * 2


@case("float64[4]", values={"x": apart}, draws=4)
def a_key_that_is_none_for_an_object(x):
    k = None
    for i in range(4):
        if x[i] > 1:
            k = i
    return x * Table(x)[k]


@case("float64[n]")
def rows_joined_to_the_first(x):
    rows = None
    for k in range(3):
        row = x * (k + 1)
        rows = row if k == 0 else np.concatenate((rows, row))
    return np.sum(rows * rows)


@case("float64[n]")
def rows_stacked_upon_the_first(x):
    rows = None
    for k in range(3):
        if k == 0:
            rows = x * x
        else:
            rows = np.vstack([rows, x * k])
    return np.sin(rows[0]) * rows[1]


@case("float64[n]")
def rows_joined_by_an_operator(x):
    rows = None
    for k in range(3):
        rows = x if k == 0 else ops.concat((rows, x * k * x))
    return rows


@case("float64[n]", "int64", wrt=("x",), values={"n": lambda r, s: np.array(3)})
def the_sine_of_the_one_before(x, n):
    best = None
    for k in range(n):
        if k == 0:
            best = x
        else:
            best = np.sin(best) + x * k
    return best


@case("float64[n]")
def a_copy_of_the_one_before(x):
    last = None
    for k in range(3):
        if k > 0:
            last = last.copy() * x
        else:
            last = np.cos(x)
    return last


def _bent(a, b):
    return np.tanh(a) * b


@case("float64[n]")
def given_to_a_function_when_it_is_there(x):
    a = b = None
    for k in range(4):
        if k == 0:
            a = x
        elif k == 1:
            b = np.sin(a)
        else:
            a, b = _bent(b, x), np.cos(a)
    return a * b


@case("float64[n]")
def an_empty_list_until_there_is_a_row(x):
    found = []
    for k in range(3):
        if k == 0:
            found = np.sin(x)
        else:
            found = found.repeat(2)
    return found


@case("float64[3, 4]")
def a_shape_that_is_appended_to(x):
    shape = []
    for axis in range(2):
        if axis == 1:
            shape.append(1)
        else:
            shape.append(x.shape[axis])
    return x * np.mean(x * x, axis=1).reshape(shape)


@case("float64[4]")
def a_shape_that_is_made_a_tuple(x):
    shape = []
    for axis in range(2):
        if axis == 1:
            shape.append(-1)
        else:
            shape += [2]
    return x.reshape(tuple(shape))[0] ** 2


@case("float64[4]", "float64")
def bound_in_a_loop_by_paths_that_say_none(x, s):
    for v in x:
        nothing = None if v > s else v
        other = v > 0.0 and None
    factor = 2.0 if other is None else 3.0
    return x * factor if nothing is None else nothing * x * factor
