"""``try`` of which run time decides: what is raised, and what is left as it was."""

import contextlib
import math

import numpy as np
import pytest

from srcad import CompileError, value_and_grad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result


class Negative(ValueError):
    """An exception of the user's."""


def squared(v):
    if v < 0:
        raise Negative("negative")
    return v * v


def another(x):
    try:
        y = squared(x[0])
    except Negative as error:
        raise RuntimeError("no square") from error
    return y


def test_what_a_handler_raises_comes_out_with_what_it_was_raised_for():
    gradient = value_and_grad(another)
    assert gradient(np.array([3.0]))[0] == 9.0
    with pytest.raises(RuntimeError, match="no square") as caught:
        gradient(np.array([-3.0]))
    assert isinstance(caught.value.__context__, Negative)


def not_for_this(x):
    try:
        y = squared(x[0])
    except ZeroDivisionError:
        y = x[0]
    return y


def test_what_no_handler_is_for_comes_out():
    with pytest.raises(Negative, match="negative"):
        value_and_grad(not_for_this)(np.array([-3.0]))


def of_math(name, x):
    def program(x):
        try:
            y = function(float(x[0]))
        except (ValueError, OverflowError):
            y = 2.0 * float(x[0])
        return y

    function = getattr(math, name)
    return program


DOMAINS = {
    "sqrt": (-1.0, 0.5),
    "log": (0.0, -1.0, 0.5),
    "log2": (0.0, 0.5),
    "log10": (-2.0, 0.5),
    "log1p": (-1.0, -0.5),
    "acosh": (0.5, 1.5),
    "acos": (1.5, -1.5, 0.5),
    "asin": (-1.5, 0.5),
    "atanh": (1.0, -1.5, 0.5),
    "sin": (math.inf, 0.5),
    "cos": (-math.inf, 0.5),
    "tan": (math.inf, 0.5),
    "exp": (710.0, 0.5),
    "expm1": (710.0, 0.5),
    "sinh": (-711.0, 0.5),
    "cosh": (711.0, 0.5),
    "gamma": (-1.0, 2.5),
    "lgamma": (0.0, 2.5),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_math_raises_where_a_handler_waits_for_it(name):
    program = of_math(name, None)
    gradient = value_and_grad(program)
    for number in DOMAINS[name]:
        x = np.array([number])
        out, slope = gradient(x)
        assert out == pytest.approx(program(x), rel=1e-13)
        if out == 2.0 * number:
            assert slope == 2.0


def remainder(x, y):
    try:
        z = math.fmod(x, y)
    except ValueError:
        z = 3.0 * x
    return z


@pytest.mark.parametrize("y", [0.0, 0.3])
def test_a_remainder_of_zero(y):
    assert value_and_grad(remainder)(1.0, y) == (
        pytest.approx(remainder(1.0, y)),
        3.0 if y == 0 else 1.0,
    )


def factor(a):
    try:
        found = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        found = np.eye(2) * a
    return found.sum()


def test_an_attempt_is_printed_as_the_user_wrote_it():
    text = generate(factor, ["float64[2, 2]"]).text
    assert "except np.linalg.LinAlgError:\n        caught = True\n" in text
    assert text.partition("def backward")[0].count("np.linalg.cholesky(") == 1


def dead_in_a_derivative(x):
    try:
        y = float(x[0]) / (1 if x[1] > 0 else 0)
    except ZeroDivisionError:
        y = float(x[2])
    return y * x[3]


@pytest.mark.rest
def test_what_raises_stays_where_a_derivative_reads_it_no_more():
    once = value_and_grad(dead_in_a_derivative)
    total = value_and_grad(lambda x: sum(once(x)[1]))
    out, slope = total(np.array([1.0, -1.0, 3.0, 2.0]))
    assert out == 5.0
    np.testing.assert_array_equal(slope, [0.0, 0.0, 1.0, 1.0])


# What a body changes before it raises, or what is done on leaving, a handler would see.


def checked(v):
    if v < 0:
        raise Negative("negative", v)
    return v * v


class Count:
    def __init__(self):
        self.n = 0
        self.log = []

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, *a):
        self.n -= 1
        self.log.append(1.0)


def a_manager(x):
    c = Count()
    try:
        with c:
            y = checked(x[1])
    except Negative:
        y = x[0]
    return y * (1 + c.n + len(c.log))


def a_finally_that_changes_a_list(x):
    xs = [1.0]
    try:
        try:
            y = checked(x[1])
        finally:
            xs.append(2.0)
    except Negative:
        y = x[0]
    return y * sum(xs)


def a_finally_that_binds(x):
    n = 0
    try:
        try:
            y = checked(x[1])
        finally:
            n = n + 1
    except Negative:
        y = x[0]
    return y * (1 + n)


def a_list_before_it_raises(x):
    xs = [1.0]
    try:
        if x[1] < 0:
            xs.append(3.0)
            raise Negative("a")
        y = x[1]
    except Negative:
        y = x[0]
    return y * sum(xs)


def a_manager_in_a_helper(x):
    c = Count()

    def f(v):
        with c:
            return checked(v)

    t = 0.0
    for v in x:
        try:
            t += f(v)
        except Negative:
            t += 1.0
    return t * (1 + len(c.log))


def an_array_in_a_loop(x):
    h = x * 1.0
    try:
        for i in range(4):
            h[i] = h[i] * 2
            checked(h[i] - 1)
    except Negative:
        pass
    return h.sum()


def a_dict(x):
    d = {}
    try:
        d["a"] = x[0]
        y = checked(x[1])
        d["b"] = y
    except Negative:
        y = x[2]
    return y + sum(d.values())


def an_array(x):
    h = x * 1.0
    try:
        h[0] = 5.0
        y = checked(x[1])
    except Negative:
        y = x[2]
    return y * h.sum()


def an_attribute(x):
    c = Count()
    try:
        c.n = 7
        if x[1] < 0:
            raise Negative("z")
    except Negative:
        pass
    return x.sum() * c.n


def an_array_in_a_helper(x):
    h = x * 1.0

    def g():
        h[1] = 3.0
        return checked(x[1])

    try:
        y = g()
    except Negative:
        y = x[0]
    return y * h.sum()


def an_object_on_the_path_that_raises(x):
    c = Count()

    def g(v):
        if v > 0:
            c.n = c.n + v
            if v > 0.3:
                raise Negative("big")

    for v in x:
        try:
            g(v)
        except Negative:
            c.n = c.n * 0.5
    return c.n * x[0]


def an_object_before_the_next_one_raises(x):
    c = Count()

    def g():
        for v in x:
            checked(v)
            c.n = c.n + v

    try:
        g()
    except Negative:
        c.n = c.n * 0.5
    return c.n * x[0]


def an_object_on_a_path_before(x):
    c = Count()

    def g(v):
        if v > 0:
            c.n = c.n + v
        if c.n > 0.3:
            raise Negative("big")

    for v in x:
        try:
            g(v)
        except Negative:
            c.n = c.n * 0.5
    return c.n * x[0]


def an_iterator(x):
    it = iter([x[0], x[1], x[2]])
    try:
        y = checked(next(it) - 1.0)
    except Negative:
        y = next(it)
    return y * next(it)


def a_list_that_loses_one(x):
    xs = [x[0], x[1], x[2]]
    try:
        y = checked(xs.pop() - 1.0)
    except Negative:
        y = xs[-1]
    return y * len(xs)


def a_manager_of_a_generator(x):
    from contextlib import contextmanager

    log = []

    @contextmanager
    def m():
        try:
            yield 1
        finally:
            log.append(1.0)

    try:
        with m():
            y = checked(x[1])
    except Negative:
        y = x[0]
    return y * (1 + len(log))


def a_manager_around_what_always_raises(x):
    log = []
    counted = Count()
    try:
        for _ in range(2):
            with counted:
                log.append(1.0)
                raise Negative("always")
    except Negative:
        pass
    return x * (1.0 + sum(log) + len(counted.log))


SEEN_LATE = [
    a_manager,
    a_finally_that_changes_a_list,
    a_finally_that_binds,
    a_list_before_it_raises,
    a_manager_in_a_helper,
    an_array_in_a_loop,
    a_dict,
    an_array,
    an_attribute,
    an_array_in_a_helper,
    an_object_on_a_path_before,
    an_object_on_the_path_that_raises,
    an_object_before_the_next_one_raises,
    an_iterator,
    a_list_that_loses_one,
    a_manager_of_a_generator,
    a_manager_around_what_always_raises,
]


@pytest.mark.parametrize("program", SEEN_LATE, ids=lambda one: one.__name__)
@pytest.mark.parametrize("second", [0.7, -0.7])
def test_what_is_changed_before_is_seen_or_refused(program, second):
    result(lambda x: np.sum(program(x)), (0.4, second, 1.3, 0.9))


def where_it_was_raised(x):
    try:
        raise KeyError("a")
    except KeyError as error:
        return x[0] * (error.__traceback__ is not None)


def test_what_python_notes_of_an_exception_is_refused():
    with pytest.raises(CompileError, match="`__traceback__` of an exception"):
        value_and_grad(where_it_was_raised)(np.array([3.0]))


@contextlib.contextmanager
def ignoring(kind):
    done = False
    try:
        yield
        done = True
    except kind:
        assert not done


def raised_at_run_time_in_a_context(x):
    y = x[0]
    with ignoring(ValueError):
        if x[0] < 10.0:
            raise ValueError
        y = x[1]
    return y


def raised_at_run_time_in_a_stack(x):
    y = x[0]
    with contextlib.ExitStack() as stack:
        stack.enter_context(ignoring(ValueError))
        if x[0] < 10.0:
            raise ValueError
        y = x[1]
    return y


def divided_in_a_context(x):
    y = x[0]
    with ignoring(ZeroDivisionError):
        y = 1.0 / float(x[1] * 0.0)
    return y


def dropped_at_run_time(x):
    try:
        return x[int(x[0])]
    finally:
        return x[1] ** 2  # noqa: B012, SIM107


def root_in_a_context(x):
    y = x[0]
    with ignoring(ValueError):
        y = math.sqrt(x[1])
    return y


def logarithm_in_a_stack(x):
    y = x[0]
    with contextlib.ExitStack() as stack:
        stack.enter_context(ignoring(ValueError))
        y = math.log(x[1])
    return y


class Dropping:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return kind is not None


def item_in_what_drops_all(x):
    y = x[0]
    with Dropping():
        y = x[int(x[1])]
    return y


def root_before_a_finally_that_returns(x):
    y = x[0]
    try:
        y = math.sqrt(x[1])
    finally:
        return y  # noqa: B012


def raised_before_a_finally_that_may_return(x):
    done = False
    try:
        if x[0] < 10.0:
            raise ValueError("small")
        done = True
    finally:
        if not done:
            return x[1]  # noqa: B012
    return x[0]


def root_before_a_finally_that_may_end_a_loop(x):
    y = 0.0
    for v in x:
        done = False
        try:
            y += math.sqrt(v)
            done = True
        finally:
            if not done:
                break  # noqa: B012
    return y


@pytest.mark.parametrize(
    "program",
    [
        root_in_a_context,
        logarithm_in_a_stack,
        item_in_what_drops_all,
        root_before_a_finally_that_returns,
        raised_before_a_finally_that_may_return,
        root_before_a_finally_that_may_end_a_loop,
        raised_at_run_time_in_a_context,
        raised_at_run_time_in_a_stack,
        divided_in_a_context,
        dropped_at_run_time,
    ],
)
def test_what_run_time_raises_is_not_dropped_unseen(program):
    with pytest.raises(CompileError) as caught:
        generate(program, ["float64[3]"])
    assert caught.value.diagnostics[0].code == "SRC011"


def before_what_always_raises(x):
    k = 0
    try:
        np.linalg.cholesky(np.array([[x[0], x[1]], [x[1], x[2]]]))
        raise IndexError
    except np.linalg.LinAlgError:
        k = 1
    except IndexError:
        k = 2
    return k * x[0]


def before_what_the_same_handler_is_for(x):
    k = 0.0
    try:
        k = squared(x[1])
        raise IndexError
    except Exception:
        k += x[2]
    return k * x[0]


def on_leaving_what_always_raises(x):
    k = 0
    try:
        try:
            raise IndexError
        finally:
            squared(x[1])
    except Exception:
        k += 1
    return k * x[0]


def on_leaving_with_another_handler(x):
    k = 0
    try:
        try:
            raise IndexError
        finally:
            squared(x[1])
    except Negative:
        k += 1
    except IndexError:
        k += 2
    return k * x[0]


@pytest.mark.parametrize(
    "program",
    [
        before_what_always_raises,
        before_what_the_same_handler_is_for,
        on_leaving_what_always_raises,
        on_leaving_with_another_handler,
    ],
    ids=lambda one: one.__name__,
)
@pytest.mark.parametrize("second", [0.3, 0.7, -0.3])
def test_what_may_be_raised_before_is_handled_or_refused(program, second):
    x = np.array([1.4, second, 0.25])
    with contextlib.suppress(CompileError):
        value, gradient = value_and_grad(program)(x)
        assert value == program(x)
        step = np.array([1e-6, 0.0, 0.0])
        slope = (program(x + step) - program(x - step)) / 2e-6
        assert gradient[0] == pytest.approx(slope)


def test_what_raises_before_something_that_always_does_has_its_handler():
    gradient = value_and_grad(before_what_always_raises)
    for second, value in ((0.7, 1.4), (0.3, 2.8)):
        assert gradient(np.array([1.4, second, 0.25]))[0] == value


def test_what_is_raised_again_is_what_was_caught():
    def program(x, most):
        try:
            return math.sqrt(x[0]) * x
        except (TypeError, ValueError):
            if x[0] < -most:
                raise
            return -x

    x = np.array([-4.0, 1.0])
    assert (value_and_grad(program)(x, 5.0)[1] == -1.0).all()
    with pytest.raises(ValueError, match="math domain error"):
        value_and_grad(program)(x, 3.0)


def test_a_handler_that_raises_again_itself_needs_no_name():
    def program(x):
        try:
            return math.log(x[0]) * x
        except ValueError:
            if x[1] > 0.0:
                raise
            return -x

    text = generate(program, ["float64[3]"]).text
    assert "            raise\n" in text
    assert "sys" not in text
