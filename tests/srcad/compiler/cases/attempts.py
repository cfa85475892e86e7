"""``try`` of which run time decides whether the body raises what is caught."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import case


class Negative(ValueError):
    pass


def squared(v):
    if v < 0:
        raise Negative("negative", v)
    return v * v


def cubed(v):
    if v < 0:
        raise Negative("negative")
    if v > 1.2:
        raise OverflowError("big")
    return v**3


@case("float64[4]", draws=4)
def handled_by_a_return(x):
    try:
        return squared(x[0]) + x[1]
    except ValueError:
        return x[2] * 3


@case("float64[4]", draws=4)
def handled_in_a_loop(x):
    t = 0.0
    for v in x:
        try:
            t += squared(v)
        except Negative:
            t -= v
    return t


@case("float64[4]", draws=4)
def two_handlers(x):
    t = 0.0
    for v in x:
        try:
            t += cubed(v)
        except Negative:
            t -= v
        except OverflowError:
            t += 2 * v
    return t


@case("float64[4]", draws=4)
def a_handler_that_continues(x):
    t = 0.0
    for v in x:
        try:
            y = cubed(v)
        except (Negative, OverflowError):
            continue
        t += y
    return t + x.sum()


@case("float64[4]", draws=4)
def a_handler_that_breaks(x):
    t = 0.0
    for v in x:
        try:
            y = cubed(v)
        except (Negative, OverflowError):
            break
        t += y * x[0]
    return t + x.sum()


@case("float64[4]", draws=4)
def with_an_else(x):
    t = 0.0
    for v in x:
        try:
            y = squared(v)
        except Negative:
            y = 0.5 * v
        else:
            y = y * x[1]
        t += y
    return t


@case("float64[4]", draws=4)
def a_loop_in_a_try(x):
    t = 0.0
    try:
        for v in x:
            t += squared(v)
    except Negative:
        t = x.sum()
    return t


@case("float64[4]", draws=4)
def a_name_that_the_body_binds_before(x):
    y = x * 2
    try:
        y = y * x
        y = y[:2] * squared(x[1])
    except Negative:
        y = y + 1
    return y.sum()


@case("float64[4]", draws=4)
def appends_what_is_computed(x):
    out = []
    for v in x:
        try:
            out.append(squared(v))
        except Negative:
            out.append(v * 0.1)
    return sum(out)


@case("float64[4]", draws=4)
def appends_or_passes(x):
    out = []
    for v in x:
        try:
            out.append(squared(v))
        except Negative:
            pass
    return sum(out) + x[0]


@case("float64[4]", draws=4)
def writes_or_passes(x):
    r = np.zeros(4)
    for i in range(4):
        try:
            r[i] = squared(x[i])
        except Negative:
            pass
    return r.sum() * x[0]


@case("float64[4]", draws=4)
def a_try_in_a_try(x):
    try:
        v = squared(x[0])
        try:
            w = squared(x[1])
        except Negative:
            w = x[1]
        z = squared(x[2]) + w
    except Negative:
        return x[3]
    return v * w * z


@case("float64[4]", draws=4)
def in_a_helper(x):
    def f(v):
        try:
            return squared(v)
        except Negative:
            return -v

    return f(x[0]) + f(x[1]) * f(x[2])


@case("float64[4]", draws=4)
def up_to_the_end_of_an_array(x):
    k = 0
    while True:
        try:
            t = squared(x[k])
        except IndexError:
            break
        except Negative:
            t = x[k]
        k += 1
        if k == 1:
            s = t
        else:
            s = s + t * k
    return s


@case("float64[4]", draws=4)
def divides_numbers_of_python(x):
    try:
        a = float(x[0]) / (1 if x[1] > 0 else 0)
    except ZeroDivisionError:
        a = float(x[2])
    return a * x[3]


@case("float64[4]", draws=4)
def a_factor_or_another(x):
    m = x.reshape(2, 2)
    try:
        L = np.linalg.cholesky(m @ m.T * x[0] + 0.1 * np.eye(2) * x[1])
    except np.linalg.LinAlgError:
        L = m
    return L.sum()


@case("float64[4]", draws=4)
def numpy_raises(x):
    with np.errstate(all="raise"):
        try:
            y = np.sqrt(x[1]) * x[0]
        except FloatingPointError:
            y = x[0] * 2
    return y


@case("float64[4]", draws=4)
def with_a_finally(x):
    try:
        if x[1] < 0:
            raise ValueError
        y = x * 2
    except ValueError:
        y = x * 3
    finally:
        z = x.sum()
    return y.sum() * z


@case("float64[4]", draws=4)
def what_is_bound_is_not_read(x):
    try:
        y = squared(x[1])
        y = y + squared(x[2])
    except Negative:
        y = x[0]
    return y


@case("float64[4]", draws=4)
def a_root_of_math(x):
    try:
        y = math.sqrt(float(x[1]))
    except ValueError:
        y = float(x[0])
    return y * x[0]


@case("float64[4]", draws=4)
def a_logarithm_of_math(x):
    try:
        y = math.log(float(x[1]))
    except ValueError:
        y = float(x[0])
    return y * x[0]


@case("float64[4]", draws=4)
def the_same_root_twice(x):
    try:
        y = math.sqrt(float(x[1])) * math.log(x[2]) + math.sqrt(float(x[1]))
        y = y * math.log(x[2])
    except ValueError:
        y = float(x[0])
    return y * x[0]


@case("float64[4]", draws=4)
def appends_behind(x):
    xs = [x[0], x[1]]
    try:
        xs.append(squared(x[1]))
        xs.append(x[2])
    except Negative:
        xs.append(x[3])
    return sum(xs) * x[0]


@case("float64[4]", draws=4)
def any_exception(x):
    try:
        y = squared(x[1])
    except Exception:
        y = x[0]
    return y


@case("float64[4]", draws=4)
def everything(x):
    try:
        y = squared(x[1])
    except BaseException:
        y = x[0]
    return y


@case("float64[4]", draws=4)
def in_two_loops(x):
    t = 0.0
    for i in range(3):
        for j in range(2):
            try:
                t += squared(x[i] - j * 0.5)
            except Negative:
                t *= 0.5
    return t


@case("float64[4]", draws=4)
def tries_again(x):
    def solve(v):
        for k in range(10):
            try:
                return squared(v)
            except Negative:
                v = v + 0.7
        return v

    return solve(x[0]) + solve(x[1])


@case("float64[4]", draws=4)
def in_a_recursion(x):
    def rec(k, v):
        try:
            w = squared(v)
        except Negative:
            w = -v
        return w if k == 0 else rec(k - 1, v - 0.3) * 0.5 + w

    return rec(3, x[1])


@case("float64[4]", draws=4)
def shapes_that_do_not_fit(x):
    try:
        y = x[: int(x[0] > 0) + 1] @ x[:2]
    except ValueError:
        y = x[3]
    return y


@case("float64[4]", draws=4)
def an_assertion(x):
    try:
        assert x[1] > 0, "neg"
    except AssertionError:
        return x[0] ** 2
    return x[1] ** 2


@case("float64[4]", draws=4)
def in_place_before(x):
    s = x[0]
    try:
        s += squared(x[1])
        s *= 2
    except Negative:
        s -= 1
    return s


class Acc:
    def __init__(self, v):
        self.v = v

    def add(self, w):
        self.v = self.v + squared(w)


@case("float64[4]", draws=4)
def changes_an_object(x):
    a = Acc(x[0])
    for w in x:
        try:
            a.add(w)
        except Negative:
            a.v = a.v * 0.5
    return a.v


@case("float64[4]", draws=4)
def changes_an_object_behind_what_raises(x):
    a = Acc(x[0])

    def add(w):
        if w > 0.3:
            raise Negative("big")
        if w > 0:
            a.v = a.v + w
        elif w < -0.5:
            a.v = a.v - w * w

    for w in x:
        try:
            add(w)
        except Negative:
            a.v = a.v * 0.5
    return a.v**2


@case("float64[4]", draws=4)
def changes_a_dict_in_a_helper(x):
    state = {"total": 0.0, "count": 0}

    def add(w):
        if w < -0.3:
            raise Negative("small")
        state["total"] += w
        state["count"] += 1

    for w in x:
        try:
            add(w)
        except Negative:
            state["total"] = state["total"] * 0.5
    return state["total"] * state["count"]


@case("float64[4]", draws=4)
def the_end_of_an_iterator(x):
    t = 0.0
    it = iter([0, 1, 2, 3])
    while True:
        try:
            k = next(it)
        except StopIteration:
            break
        t += x[k] * k
    return t


@case("float64[4]", draws=4)
def one_after_the_other(x):
    try:
        v = squared(x[1])
        u = v + 1
    except Negative:
        u = 0.0
    try:
        w = squared(x[2])
    except Negative:
        w = u
    return u * w + x[0]


@case("float64[4]", draws=4)
def a_place_in_a_list(x):
    try:
        k = [1, 2, 3].index(int(x[1] * 2))
    except ValueError:
        k = 0
    return x[k] * 2


def as_list(item):
    try:
        return list(item)
    except TypeError:
        return [item]


def count(items):
    try:
        return len(items)
    except TypeError:
        return sum(1 for _ in items)


@case("float64[3]")
def what_is_no_sequence(x):
    both = sum(as_list(x[0])) * sum(as_list((x[1], x[2])))
    return both * count(v for v in x[:2]) + count(x) * x[1] + count([x[0]])


@case("float64[4]")
def arithmetic_errors_beside_lists(x):
    rows = [(v, v * v) for v in x if v > -5.0]
    total = 0.0
    try:
        first, square = rows[0]
        total = first * 2.0
        if square > 1.0:
            raise OverflowError
        total = total + len([v for v in x if v > 0])
    except ArithmeticError:
        total = -x[0]
    return total


@case("float64[4]", draws=3)
def a_mean_of_what_a_list_in_it_holds(x):
    try:
        some = []
        for v in x:
            if v > 0.3:
                some.append(v * v)
        mean = sum(some) / len(some)
    except ZeroDivisionError:
        mean = x[0]
    return mean * x


@case("float64[4]", draws=3)
def a_stack_in_it(x):
    try:
        stack = []
        for v in x:
            if v > 0:
                stack.append(v)
            elif stack:
                stack.pop()
        return stack[-1] * x
    except IndexError:
        return x * x


@case("float64[4]", draws=3)
def one_of_two_lists_in_it(x):
    try:
        a, b = [1.0], [2.0]
        chosen = a if x[0] > 0 else b
        chosen.append(x[1])
        found = a[1] - sum(b)
    except IndexError:
        found = sum(b)
    return found * x


@case("float64[4]", draws=3)
def sums_under_keys_in_it(x):
    try:
        totals = {}
        for v in x:
            k = int(v > 0)
            totals[k] = totals.get(k, 0.0) + v
        found = totals[1]
    except KeyError:
        found = 0.0
    return found * x


@case("float64[4]", draws=3)
def nothing_before_the_first_in_it(x):
    try:
        before, total = None, 0.0
        for k in range(12):
            if before is not None:
                total = total + before * x
            before = x * (k + 1.0)
        total = total / int(x[0] > 0)
    except ZeroDivisionError:
        total = x * x
    return total


@case("float64[4]", draws=3)
def nothing_on_a_path_in_it(x):
    try:
        y = x * 2 if x[0] > 0 else None
        z = x[2]
        if y is not None:
            z = y.sum() * (1 / int(x[1] > 0))
    except ZeroDivisionError:
        z = 3.0
    return z * x


@case("float64[4]", draws=3)
def changed_where_no_handler_reads_it(x):
    try:
        kept = []
        for v in x:
            kept.insert(len(kept) // 2, v * v)
            kept[0] = kept[0] / int(v < 1.0)
        found = kept[0] + 2 * kept[-1]
    except ZeroDivisionError:
        found = x[0]
    return found * x


@case("float64[4]", draws=3)
def there_behind_the_loop_of_it(x):
    try:
        last = None
        for k in range(12):
            last = x * (k + 1.0)
        total = last.sum() + math.sqrt(x[0])
    except ValueError:
        total = 2.0
    return total * x


@case("float64[n]")
def an_attribute_that_no_array_has(x):
    try:
        x = x.to_numpy()
    except AttributeError:
        small = 1e-3
    try:
        small = np.finfo(np.sum(x).type).eps
    except (AttributeError, ValueError):
        small = small * 3
    return x / (np.sum(x**2) + small)


@case("float64[3]")
def an_array_where_a_number_is_needed(x):
    try:
        y = float(x)
    except TypeError:
        y = x.sum()
    try:
        k = int(x[:2])
    except (TypeError, ValueError):
        k = 3
    return y * k * x
