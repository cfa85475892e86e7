"""What raises at run time, what is asserted and what is printed."""

import math
from collections import Counter, deque
from contextlib import contextmanager

import numpy as np

from tests.srcad.compiler.cases.case import case


class TooBig(ValueError):
    """An exception of the user's."""


@case("float64[n]", draws=2)
def raise_branch(x):
    if x.sum() > 1e6:
        raise ValueError("too big")
    return x * x


@case("float64[n]", draws=2)
def raise_fstring(x):
    s = x.sum()
    if s > 1e6:
        raise ValueError(f"sum {s:.2f} is too big: {x.shape[0]} of {x!r}")
    y = x * s
    if not np.isfinite(s):
        raise FloatingPointError
    return y


@case("float64[n]", draws=2)
def raise_else(x):
    s = x.sum()
    if s > 1:
        y = x * 2
    elif s > -100:
        y = x * x
    else:
        raise TooBig("bad", s)
    return y


@case("float64[n]", draws=2)
def raise_in_loop(x):
    t = 0.0
    for i, v in enumerate(x):
        if v < -1e3:
            raise ValueError(f"negative at {i}")
        t = t + v * v
    return t


@case("float64[n]", draws=2)
def raise_in_helper(x):
    def check(v, what):
        if v > 1e5:
            raise ValueError(what + " too big")
        return v

    def fail():
        raise RuntimeError("never")

    s = check(x.sum(), "sum")
    if s < -1e5:
        fail()
    return x * s


@case("float64[n]", draws=2)
def raise_while(x):
    n = 0
    t = x[0]
    while True:
        t = t * 0.5
        n += 1
        if abs(t) < 0.1:
            return t * x
        if n > 100:
            raise RuntimeError(f"no convergence after {n} steps")


@case("float64[n]", draws=2)
def raise_nested(x):
    s = x.sum()
    if s > 0:
        if s > 1e5:
            raise ValueError
        y = x * 2
    else:
        y = x
        if s < -1e5:
            raise ValueError from None
    return y * y


@case("float64[n]", draws=2)
def raise_for_else(x):
    for v in x:
        if v > -100:
            r = v * v
            break
    else:
        raise ValueError("none")
    return r * x


@case("float64[n]", draws=2)
def asserts(x):
    assert x.ndim == 1, "rank"
    s = x.sum()
    assert np.all(np.isfinite(x)), "finite"
    assert s < 1e6, f"sum {s}"
    assert s < 1e6, f"sum {np.abs(x).sum():.3f} of {x.shape}"
    assert -1e6 < s, ("low", s)
    assert s
    return x * s


@case("float64[n]", draws=2)
def asserts_loop(x):
    t = 1.0
    for v in x:
        assert v > -1e4, v
        t = t * v
    return t


@case("float64[n]", draws=2)
def prints(x):
    print("a", x.sum(), sep=", ", end=";\n")
    print(f"x is {x}, {x.shape[0]:>3} {x.sum()!s:>8} {x.sum():.{2 + 1}f}", {"k": x})
    for v in x:
        print(f"{v=}")
    return x * x


@case("float64[n]", draws=2)
def ternary_raise(x):
    def no():
        raise ValueError("no")

    s = x.sum()
    return x * (s if s > -1e5 else no())


@case("float64[n]", draws=2)
def text_concat(x):
    s = x.sum()
    if s > 1e5:
        raise ValueError("sum " + str(s) + " is {} and {:.2f}".format(s, s) + "%g" % s)
    return x * x


def only_small(x, k):
    if k > 1:
        raise ValueError("too large")
    return x[k]


@case("float64[3]")
def caught_in_a_loop_that_is_written_out(x):
    total = 0.0
    for k in range(3):
        try:
            total = total + only_small(x, k)
        except ValueError as error:
            total = total + x[k] * len(str(error))
        else:
            total = total * 2.0
    return total * x


class Named:
    pass


@case("float64[3]")
def attributes_by_texts_in_a_loop(x):
    named = Named()
    for k in range(3):
        setattr(named, f"w{k}", x[k])
    total = 0.0
    for k in range(3):
        total = total + getattr(named, f"w{k}") * k
    return total * x


@case("float64[3]")
def what_something_was_raised_from(x):
    total = 1.0
    for cause in (KeyError("abc"), KeyError, None):
        try:
            raise ValueError("d") from cause
        except ValueError as error:
            total = total * len(repr(error.__cause__)) + error.__suppress_context__
    try:
        raise ValueError("d")
    except ValueError as error:
        total = total + (error.__cause__ is None) - error.__suppress_context__
    return total * x


def _above_zero(v):
    if v > 0.0:
        raise TooBig(v * 2.0)
    return v * 3.0


def _raised_again(v):
    try:
        return _above_zero(v)
    except TooBig:
        if v > 0.5:
            raise
        return v * 7.0


@case("float64[]")
def what_is_raised_again(s):
    try:
        return _raised_again(s)
    except ValueError as error:
        return s * error.args[0]


@case("float64[n]")
def what_is_raised_again_in_a_loop(x):
    total = 1.0
    for v in x:
        try:
            try:
                total = total + _above_zero(v)
            except TooBig:
                total = total * 0.5
                raise
        except ValueError:
            total = total + v * v
    return total


@case("float64[]")
def what_is_raised_again_on_a_path(s):
    try:
        try:
            if s > 0.0:
                raise ValueError(s * 2.0)
            return s * 3.0
        except ValueError:
            if s > 0.5:
                raise
            return s * 7.0
    except ValueError as error:
        return s * error.args[0]


# ------------------------------------------------- what was done before something raised


def _failing(x, k):
    return {0: x, 1: 2 * x}[k]


@case("float64[3]")
def a_variable_that_was_written_before(x):
    product = x[0]

    def grow(k):
        nonlocal product
        product = product * x[1]
        return _failing(x, k)

    for k in (0, 1, 2):
        try:
            grow(k)
        except KeyError:
            product = product * 3.0
    return product * x


@case("float64[3]")
def a_variable_of_an_iterator_that_ends(x):
    count = 0

    class Counter:
        def __init__(self):
            self.left = 3

        def __iter__(self):
            return self

        def __next__(self):
            nonlocal count
            count += 1
            if self.left == 0:
                raise StopIteration
            self.left -= 1
            return self.left

    return sum(Counter()) * count * x


@case("float64[3]")
def a_variable_of_a_property_that_is_not_there(x):
    asked = 0

    class Asked:
        @property
        def size(self):
            nonlocal asked
            asked += 1
            raise AttributeError("size")

    one = Asked()
    return x * (asked + hasattr(one, "size") + getattr(one, "size", 2.0)) * asked


@case("float64[3]")
def a_variable_of_a_generator_that_raises(x):
    total = 0.0

    def items():
        nonlocal total
        total += x[0]
        yield 1
        total *= x[1]
        raise ValueError

    try:
        for k in items():
            total += k
    except ValueError:
        pass
    return total * x


@case("float64[3]")
def an_item_of_a_tuple_that_was_changed(x):
    fixed = (x.copy(), [x[0]])
    for k, more in enumerate((x, [x[1]])):
        try:
            fixed[k] += more
        except TypeError:
            pass
    return fixed[0] ** 2 * sum(fixed[1]) * len(fixed[1])


@case("float64[n]")
def a_loop_raises_what_the_handlers_around_it_do_not_catch(x):
    y = 0.0
    try:
        try:
            for v in [1.0, 2.0]:
                y = y + v * x
                {}["a"]
        except ValueError:
            pass
    except KeyError:
        y = y * 2.0
    return y


@case("float64[n]")
def a_generator_raises_what_the_handlers_around_it_do_not_catch(x):
    def both():
        yield x
        raise KeyError

    y = 0.0
    try:
        try:
            for v in both():
                y = y + v
        except ValueError:
            y = -y
    except KeyError:
        y = y * 2.0
    return y


@case("float64[n]")
def a_function_raises_what_its_own_handlers_do_not_catch(x):
    log = []

    def logged():
        try:
            try:
                log.append(x)
                raise KeyError
            except ValueError:
                log.append(x * 2.0)
            finally:
                log.append(x * 3.0)
        except IndexError:
            log.append(x * 5.0)

    try:
        logged()
    except KeyError:
        return sum(log)
    return x


@case("float64[n]")
def a_strict_zip_raises_behind_what_it_has_given(x):
    y = x
    try:
        for scale, power in zip([3.0, 5.0], [2], strict=True):
            y = y + scale * x**power
    except ValueError:
        y = y * 2.0
    return y


@case("float64[4]")
def a_strict_zip_of_an_array_raises_behind_what_it_has_given(x):
    total = x[0]
    try:
        for place, (v, scale) in enumerate(zip(x, [1.0, 2.0], strict=True)):
            total = total + v * scale * place
    except ValueError:
        total = total * total
    return total


@case("float64[n]")
def what_is_put_into_containers_before_it_raises(x):
    found, seen, known, queue = [x], set(), {}, deque()
    counter = Counter()
    for fill in (
        lambda: found.extend(1 / k * x for k in (2, 1, 0)),
        lambda: found.extend(map(float, "12a")),
        lambda: seen.update(int(c) for c in "12a"),
        lambda: known.update((c, int(c)) for c in "123a"),
        lambda: queue.extend(int(c) * x for c in "12a"),
        lambda: counter.update(int(c) for c in "11a"),
    ):
        try:
            fill()
        except (ValueError, ZeroDivisionError):
            found.append(x * x)
    sizes = len(seen) * 10 + len(known) * 100 + counter[1] * 1000
    return sum(found) * sizes + sum(queue)


@case("float64[n]")
def stop_iteration_leaves_a_generator_as_another_exception(x):
    def pairs(numbers):
        while True:
            yield next(numbers) * next(numbers)

    y = x
    try:
        for two in pairs(iter([2.0, 3.0, 5.0])):
            y = y + two * x * x
    except StopIteration:
        y = -y
    except RuntimeError as stopped:
        y = y * len(str(stopped))
    try:
        y = y + sum(next(iter([])) * k for k in (1, 2))
    except RuntimeError:
        y = y * 3.0
    return y


@case("float64[n]")
def a_context_that_stop_iteration_leaves(x):
    @contextmanager
    def plain():
        yield

    try:
        with plain():
            raise StopIteration
    except RuntimeError:
        return x
    except StopIteration:
        return x * x
    return x * 5.0


@case("float64[n]")
def sets_dicts_and_deques_that_change_while_they_are_gone_through(x):
    numbers, names, queue = {1}, {"a": x}, deque([x])
    y = x
    try:
        for k in numbers:
            y = y * k + x
            numbers.add(k + 1)
    except RuntimeError:
        y = y * x
    try:
        for place, (name, value) in enumerate(names.items()):
            y = y + value * place
            names[name + "b"] = value
    except RuntimeError:
        y = y * x
    try:
        for value in queue:
            y = y + value
            queue.append(y)
    except RuntimeError:
        y = y * len(queue)
    left = iter(names)
    next(left)
    names.clear()
    try:
        next(left)
    except RuntimeError:
        y = y * 3.0
    return y


@case("float64[n]")
def what_is_changed_where_it_is_left(x):
    numbers, names, queue = {1, 2}, {"a": x}, deque([x, x * x])
    for k in numbers:
        numbers.add(k + 5)
        break
    for name in names:
        names[name + "b"] = x * x
        break
    for value in queue:
        queue.append(value)
        break
    return x * len(numbers) + sum(names.values()) + sum(queue)


@case("float64[n]")
def arithmetic_errors_of_an_inner_try(x):
    total = x
    for k in range(3):
        try:
            try:
                total = total * 0.5 + k
                if total.sum() > 1.0:
                    raise ArithmeticError
                if total.sum() < -1.0:
                    raise KeyError
            except LookupError:
                total = total * 2.0
        except ArithmeticError:
            total = total * x
    return total


@case("float64[4]")
def counts_of_texts_that_paths_choose(x):
    try:
        counts = Counter("p" if v > 0 else "n" for v in x)
    except ValueError:
        return x[0]
    return x[0] * counts["p"]


# -------------------------------------------------- what is caught is raised again


@case("float64[3]", draws=3)
def a_root_that_is_raised_again_for_large_ones(x):
    try:
        return math.sqrt(x[0]) * x
    except ValueError:
        if x[0] < -90:
            raise
        return -x


@case("float64[3, 3]")
def more_on_the_diagonal_until_it_is_definite(x):
    more = 1e-3
    while True:
        try:
            factor = np.linalg.cholesky(x @ x.T - np.eye(3) + more * np.eye(3))
            break
        except np.linalg.LinAlgError:
            more *= 10
            if more > 1e6:
                raise
    return factor * x


@case("float64[4]", draws=3)
def a_handler_around_what_is_raised_again(x):
    try:
        try:
            t = math.sqrt(x[0])
        except ValueError:
            try:
                t = math.sqrt(x[1])
            except ValueError:
                raise
            if t > 1:
                raise
    except ValueError:
        t = float(x[2])
    return t * x


@case("float64[4]", draws=3)
def a_function_raises_again_what_it_catches(x):
    def inverse(v):
        try:
            return 1.0 / int(v)
        except ZeroDivisionError as error:
            if v > 0.5:
                raise error
            return float(v) * 2

    total = 0.0
    for v in x:
        try:
            total += inverse(v)
        except ZeroDivisionError:
            total += 5 * float(v)
    return total * x


class Bank:
    class Insufficient(Exception):
        def __init__(self, missing):
            super().__init__("insufficient")
            self.missing = missing


@case("float64[3]", draws=4)
def an_exception_of_a_class_in_a_class(x):
    try:
        if x[0] > 0:
            raise Bank.Insufficient(x[0])
        balance = x[1] * x
    except Bank.Insufficient as error:
        balance = 2 * error.missing * x
    if x[2] > 9:
        raise Bank.Insufficient(x[2])
    return balance


class Emptied(ArithmeticError):
    pass


class Filled(Emptied):
    pass


class Tank:
    def __init__(self, level):
        self.level = level

    def fill(self, v):
        self.level = self.level + v
        if self.level > 1.5:
            raise Filled
        return self.level


@case("float64[3]", "float64[]", draws=8)
def one_of_two_handlers_finds_what_was_before(x, s):
    tank, total, k = Tank(x[0]), 0.0, 0
    try:
        if s > 0:
            raise Emptied
        total = total + tank.fill(x[2])
        k = 1
    except Filled:
        total = total + 2.0
    except Exception:
        k += 2
    return total + k * x[0] + tank.level * x[1]


@case("float64[n]")
def stop_iteration_leaves_an_expression_on_a_path(x):
    y = x
    if np.sum(x) > 100:
        raise ValueError("too large")
    try:
        y = y + sum(next(iter([])) * k for k in (1, 2))
    except RuntimeError:
        y = y * 3.0
    return y
