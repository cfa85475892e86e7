"""``try`` whose handlers find what the body had changed before it raised."""

import contextlib
import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class Full(Exception):
    def __init__(self, value, word="full"):
        super().__init__(word)
        self.value = value


class Told(Exception):
    pass


def checked(v, most=0.5):
    if v > most:
        raise Full(v * 3)
    return v * 2


@case("float64[n]", values={"x": apart})
def a_name_of_a_loop(x):
    t = 0.0
    try:
        for v in x:
            t = t + v
            if t > 0.5:
                raise ValueError
    except ValueError:
        t = t * 2
    return t


@case("float64[3]", values={"x": apart}, draws=4)
def an_array_before_it_raises(x):
    w, t = x * 1.0, x[0]
    try:
        w[0] = t * 3
        if t > 0:
            raise Full(t * 2)
        w[1] = t * 5
    except Full as full:
        w[2] = full.value
    return w.sum()


@case("float64[n]", values={"x": apart})
def a_list_and_a_value_in_a_loop(x):
    xs, t = [], 0.0
    for v in x:
        try:
            xs.append(v)
            if v > 0:
                raise Full(v * v)
            t = t + v * 3
        except Full as full:
            t = t + full.value
            continue
        finally:
            t = t * 1.1
        t = t + v
    return t + sum(xs)


@case("float64[3]", values={"x": apart}, draws=4)
def what_math_raises_behind_others(x):
    t = x[0]
    try:
        t = t * 2
        y = math.log(t + 0.5)
        t = t * y
        z = math.sqrt(t - 0.1)
        t = t + z
    except ValueError:
        t = t * 5
    return t


@case("float64[3]", values={"x": apart}, draws=4)
def what_a_function_raises_between_writes(x):
    t, w = 0.0, x * 2
    try:
        w[0] = checked(x[1])
        t = t + checked(x[0])
        w[1] = t
        t = t + checked(x[2])
    except Full:
        t = t + 10 * x[0]
    return t + w.sum()


@case("float64[n]", values={"x": apart})
def counts_up_to_where_it_raises(x):
    n = 0
    try:
        for v in x:
            n = n + 1
            if v > 0.8:
                raise StopIteration
    except StopIteration:
        pass
    return n * x.sum()


@case("float64[3]", values={"x": apart}, draws=4)
def one_in_another(x):
    best = x[0] * 0
    try:
        for i in range(5):
            best = best + x[i % 3]
            try:
                if best > 1.2:
                    raise Full(best)
                if best > 0.6:
                    raise KeyError
                best = best * 1.5
            except KeyError:
                best = best * 0.7
    except Full as full:
        return full.value * 3
    else:
        best = best + 1
    return best


@case("float64[3]", values={"x": apart}, draws=4)
def arguments_of_two_places(x):
    t = x[0]
    try:
        t = t * 2
        if t > 0.7:
            raise Told(t * 3, x[1])
        t = t * 5
        if t > -1.0:
            raise Told(t * 4, x[2])
    except Told as told:
        t = t + told.args[0] * told.args[1]
    return t


@case("float64[3]", values={"x": apart}, draws=4)
def an_argument_of_pythons_own(x):
    t = x[0]
    try:
        t = t * 2
        if t > 0:
            raise ValueError(t * 3)
        t = t * 5
    except ValueError as error:
        t = t + error.args[0]
    return t


@case("float64[n]", values={"x": apart})
def an_argument_from_a_loop(x):
    t = x[0]
    try:
        for v in x:
            t = t * 2 + v
            if t > 1:
                raise Told(t * 3)
    except Told as told:
        t = t + told.args[0]
    return t


@case("float64[3]", values={"x": apart}, draws=4)
def is_asked_what_was_bound_before(x):
    n = 0
    try:
        y = 1.0 / float(x[0] > 0)
        n = 1
        y = y / float(x[1] > 0)
        n = 5
        y = y / float(x[2] > 0)
    except ZeroDivisionError:
        y = x[0] * n
    return y * x[1]


@case("float64[3]", values={"x": apart}, draws=4)
def in_a_branch_it_was_another(x):
    n = 0
    try:
        if x[1] > 0:
            n = 5
            y = 1.0 / float(x[0] > 0)
            n = 0
        else:
            y = 0.0
    except ZeroDivisionError:
        y = x[0] * n
    return y + x[1] * n


@case("float64[3]", values={"x": apart}, draws=4)
def a_list_that_is_longer_when_it_raises(x):
    ys = [x[0]]
    try:
        ys.append(x[1])
        ys.append(float(x[1]) / float(x[1] > 0))
        ys.append(float(x[2]) / float(x[2] > 0))
    except ZeroDivisionError:
        ys.append(x[2] * x[2])
    return sum(ys) * len(ys)


@case("float64[3]", values={"x": apart}, draws=4)
def a_test_that_raises(x):
    t, n = x[0], 0
    try:
        t = t * 3
        if math.sqrt(t) > 1.0:
            n = 1
        t = t + n * x[1]
    except ValueError:
        t = t * x[2]
    return t


@case("float64[n]", values={"x": apart})
def suppressed_in_a_loop(x):
    w, t = x * 1.0, 0.0
    for i in range(len(x)):
        with contextlib.suppress(Full):
            w[i] = w[i] * 2
            t = t + checked(x[i], 0.2)
            w[i] = w[i] + t
    return t + np.sum(w * x)


@case("float64[3]", values={"x": apart}, draws=4)
def left_by_a_return_in_it(x):
    w = x * 2
    for i in range(3):
        try:
            w[i] = w[i] * x[i]
            if w[i] > 1.0:
                return w.sum() * x[0]
            if x[i] < -0.5:
                raise Told(w[i])
            w[i] = w[i] + 1
        except Told as told:
            w[0] = told.args[0] * 3
            break
    return w.sum()


@case("float64[3]", values={"x": apart}, draws=4)
def a_loop_in_a_handler(x):
    t, s = x[0], 0.0
    try:
        t = math.log(x[0])
        s = math.log(x[1])
    except ValueError:
        n = 0
        while n < 3:
            n += 1
            t = t * 0.9
        s = t
    return s + x[2]


@case("float64[3]", values={"x": apart}, draws=4)
def a_test_of_a_loop_that_raises(x):
    t = x[0]
    try:
        t = t + 2.0
        while math.sqrt(t) > 0.5:
            t = t - x[1] * x[1] - 0.1
        t = t * x[2]
    except ValueError:
        for _ in range(2):
            t = t * 0.9
    return t


@case("float64[n]", values={"x": apart})
def of_a_class_in_the_function(x):
    class Found(Exception):
        def __init__(self, value, place):
            super().__init__("found")
            self.value = value
            self.place = place

    try:
        for place in range(len(x)):
            if x[place] > 0:
                raise Found(x[place] * 2, place)
    except Found as found:
        return found.value * (1 + found.place)
    return x.sum()


@case("float64[n]", values={"x": apart})
def the_largest_of_what_does_not_raise(x):
    best = None
    for v in x:
        try:
            if v < 0.25:
                raise ValueError
            c = math.sqrt(v)
            if best is None or c > best:
                best = c
        except ValueError:
            continue
    return best if best is not None else x.sum()


def sums(x):
    total = 0.0
    for v in x:
        total = total + v
        yield total


@case("float64[n]", values={"x": apart})
def raised_where_a_generator_is_consumed(x):
    w, s = x * 1.0, 0.0
    try:
        for k, total in enumerate(sums(x)):
            w[k] = total * 2
            if total > 0.5:
                raise Full(total * 3)
            s = s + total
    except Full as full:
        s = s + full.value
    return s + w.sum()


@case("float64[n]", values={"x": apart})
def with_an_else_and_a_break(x):
    s, count = 0.0, 0
    for v in x:
        try:
            count += 1
            if v > 1.0:
                raise Full(v)
            if v < -1.0:
                continue
        except Full as full:
            s = s + full.value * count
            break
        else:
            s = s + v
        s = s + 0.1 * v
    else:
        s = s * 2
    return s


class Meter:
    def __init__(self, total):
        self.total = total
        self.log = []

    def add(self, v, most=0.8):
        self.total = self.total + v
        self.log.append(v)
        if self.total > most:
            raise Full(self.total * 0.5)
        return self.total * 2


@case("float64[3]", values={"x": apart}, draws=4)
def a_method_that_changes_and_raises(x):
    m, t = Meter(x[0]), 0.0
    try:
        t = t + m.add(x[1]) * 2
        t = t * m.add(x[2])
    except Full as full:
        t = t + full.value
        m.total = m.total * 0.1
    return t + m.total + sum(m.log) * len(m.log)


@case("float64[n]", values={"x": apart})
def a_method_in_a_loop(x):
    m, t = Meter(0.0), 0.0
    for v in x:
        try:
            t = t + m.add(v)
        except Full:
            m.total = 0.1 * m.total
    return t + m.total


@case("float64[n]", values={"x": apart})
def a_variable_around_that_is_changed_and_raised(x):
    n = x[0]

    def step(v):
        nonlocal n
        n = n + v
        if n > 0.5:
            raise Full(n)
        return n * 2

    s = 0.0
    for v in x:
        try:
            s = s + step(v)
        except Full as full:
            s = s - full.value * 0.5
            n = n * 0.1
    return s + n


def twice(v, w):
    w[0] = w[0] + v
    return checked(v) + checked(v * 0.5, 0.4)


@case("float64[3]", values={"x": apart}, draws=4)
def a_function_that_calls_another(x):
    w = x * 1.0
    try:
        s = twice(x[1], w)
        s = s + twice(x[2], w)
    except Full as full:
        s = full.value * w[0]
    return s + w.sum()


@case("float64[3]", values={"x": apart}, draws=4)
def handled_on_the_way_and_raised_again(x):
    w = x * 2

    def guarded(v):
        try:
            w[1] = w[1] * v
            return checked(v)
        except Full as full:
            w[2] = full.value
            if v > 1.0:
                raise Told(full.value)
            return v * 0.1

    try:
        s = guarded(x[0]) + guarded(x[1])
        s = s * guarded(x[2])
    except Told as told:
        s = told.args[0] * 2
    return s + w.sum()


@case("float64[n]", "float64[]", values={"x": apart}, draws=4)
def a_cast_that_is_refused_in_a_loop(x, s):
    t = x[0] * 2
    try:
        t = t + 0.1
        while t < s:
            t = t + 0.5
            np.copyto(x * 1, x * 1j)
    except TypeError:
        t = t * 3
    return t


@case("float64[n]", "float64[]", values={"x": apart}, draws=4)
def a_dtype_that_is_refused_in_a_loop(x, s):
    t = x[0] * 2
    try:
        for v in x:
            t = t + v
            if t > s:
                t = t * 2
                t = t + x.astype(int, casting="safe").sum()
    except TypeError:
        t = t * 3
    return t


def lowered(w, v):
    w[0] = w[0] * 0.5 + v
    return v * 1.5


@case("float64[3]", draws=2)
def written_in_a_loop_that_may_be_left(x):
    """What the loop goes on with comes from elsewhere than its start as well."""
    w, c, d, t, b = x * 1.2, x[2] + 0.5, {"q": x[0] * 0.3}, 0.0, x[1]
    try:
        for _ in x:
            try:
                for _ in range(3):
                    t = t + lowered(w, c)
                    c = lowered(w, c)
            except ValueError:
                d = {**d, "q": np.max(w) * b}
    except Exception:
        pass
    return np.sum(w * x) + t + d["q"]
