"""Context managers, ``match`` and ``try``."""

import contextlib
import warnings
from dataclasses import dataclass

import numpy as np

from tests.srcad.compiler.cases.case import case, positive


class Scale:
    """A context manager of the user's."""

    def __init__(self, k):
        self.k = k

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


class Announced:
    """A context manager that does something when it is left."""

    def __enter__(self):
        return None

    def __exit__(self, *raised):
        print("left")


@dataclass
class Conf:
    """A structure to be matched."""

    kind: str
    scale: float = 2.0


@case("float64[n]", draws=2)
def errstate(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = 1.0 / (1 + x * x)
        z = np.log(y)
    return y * z


@case("float64[n]", draws=2)
def errstate_mixed(x):
    a = x * 2
    with np.errstate(all="ignore"):
        s = a.sum()
        if s > 0:
            a = a / s
        for v in x:
            a = a * v
    return a * a


@case("float64[n]", draws=2)
def errstate_in_loop(x):
    t = 1.0
    for v in x:
        with np.errstate(over="ignore"):
            t = t * np.exp(v)
            if t > 1e3:
                break
    return t


@case("float64[n]", draws=2)
def errstate_return(x):
    with np.errstate(all="ignore"), np.errstate(divide="warn"):
        if x[0] > 0:
            return x / (x * x + 1)
        y = x * x
    return y * x


@case("float64[n]", values={"x": positive})
def warnings_filtered(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        y = np.log(x)
        for k in range(x.shape[0]):
            with np.errstate(all="ignore"), warnings.catch_warnings(action="once"):
                warnings.filterwarnings("ignore", category=UserWarning)
                y = y * x[k]
                if y[0] > 1.0:
                    return y / x
                warnings.warn("small", UserWarning, stacklevel=1)
    return y * x


def of_logarithms(x):
    """A generator that is resumed where warnings are filtered."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for v in x:
            yield np.log(v) * v


@case("float64[n]", values={"x": positive})
def warnings_filtered_around_yields(x):
    total = 0.0
    for item in of_logarithms(x):
        total = total + item * item
    return total


@case("float64[n]", draws=2)
def errstate_helper(x):
    def safe(v):
        with np.errstate(divide="ignore"):
            return np.where(v > 0, 1.0 / (v * v + 0.1), 0.0)

    return safe(x) * safe(x + 1)


@case("float64[n]", draws=2)
def null(x):
    with contextlib.nullcontext(x * 2) as y, contextlib.nullcontext():
        z = y * x
    return z


@case("float64[n]", draws=2)
def user_manager(x):
    with Scale(3.0) as s:
        y = x * s.k
    return y * x


@case("float64[n]")
def match_str(x, mode="sq"):
    match mode:
        case "a" | "b":
            return x
        case "sq":
            return x * x
        case _:
            return x


@case(
    "int64",
    "float64[n]",
    wrt=("x",),
    values={"k": lambda r, s: r.integers(0, 5, s)},
    draws=5,
)
def match_runtime(k, x):
    match k:
        case 0:
            y = x
        case 1 | 2:
            y = x * x
        case n if n > 3:
            y = x * n
        case _:
            y = x * 7
    return y * x


@case(
    "int64",
    "float64[n]",
    wrt=("x",),
    values={"k": lambda r, s: r.integers(0, 3, s)},
    draws=5,
)
def match_runtime_return(k, x):
    match k:
        case 0:
            return x
        case 1:
            return x * x
    return x * 3


@case("float64[n]", draws=3)
def match_tuple(x):
    match (x, "k", (1, 2, 3)):
        case (a, "j", _):
            return a
        case (a, "k", [1, *rest]):
            return a * a * sum(rest)


@case("float64[n]", draws=3)
def match_class(x):
    match Conf("s", 3.0):
        case Conf("t"):
            return x
        case Conf(kind="s", scale=float(k)):
            return x * k * x


@case("float64[n]", draws=3)
def match_none(x, opt=None):
    match opt:
        case None:
            return x * x
        case int() | float():
            return x * opt


@case("float64[n]", draws=3)
def match_guard(x):
    match x.sum():
        case s if s > 0:
            y = x * s
        case s if s > -1:
            y = x * x
        case s:
            y = x - s
    return y


@case("float64[n]", draws=3)
def match_in_loop(x):
    t = 0.0
    for i in range(x.shape[0]):
        match i % 3:
            case 0:
                t = t + x[i]
            case 1:
                t = t * x[i]
            case _:
                continue
        t = t * 1.1
    return t


@case("float64[n]")
def try_import(x):
    try:
        import no_such_module_x as m
    except ImportError:
        m = None
    if m is None:
        return x * x
    return x


@case("float64[n]")
def try_attr(x):
    try:
        k = np.no_such_thing
    except (AttributeError, TypeError):
        k = 2.0
    return x * k * x


@case("float64[n]")
def try_else_return(x):
    try:
        k = int("3")
    except ValueError:
        return x
    else:
        return x * k * x
    finally:
        pass


@case("float64[n]", draws=3)
def fail_then_dict(x):
    def fail():
        raise ValueError("no")

    s = x.sum()
    if s > -1e5:
        d = {}
        d["a"] = x * s
        items = []
        items.append(x)
    else:
        fail()
    return d["a"] * items[0]


@case("float64[n]", draws=4)
def with_break(x):
    t = 0.0
    for v in x:
        with np.errstate(all="ignore"):
            if v > 0.7:
                break
            if v < -0.7:
                continue
            t = t + v * v
    return t


@case("float64[n]", draws=4)
def with_return_in_loop(x):
    t = 0.0
    for v in x:
        with contextlib.nullcontext():
            t = t + v
            if t > 0.7:
                return t * t
    return t


@case("float64[n]", draws=4)
def match_return_all(x):
    s = x.sum()
    match bool(s > 0):  # a bool of NumPy is not True
        case True:
            return x * s
        case _:
            return x * x


@case("float64[n]", draws=4)
def not_of_numpys_bool_is_pythons(x):
    empty = not x.sum() > 0
    return x * 2 if empty is True else x * x


@case("float64[n]", draws=4)
def try_in_loop(x):
    t = 0.0
    for v in x:
        try:
            k = int("q")
        except ValueError:
            k = 2
        t = t + v * k * v
    return t


@case("float64[n]", draws=4)
def try_loop_continue(x):
    t = 0.0
    for name in ("a", "b", "c"):
        d = {"a": 1.0, "c": 3.0}
        try:
            k = d[name]
        except KeyError:
            continue
        t = t + k * x
    return t * x


@case("float64[n]", draws=4)
def finally_return(x):
    def f(v):
        try:
            return v * v
        finally:
            print("done")

    return f(x) * f(x + 1)


@case("float64[n]", draws=4)
def raise_in_unrolled(x):
    for k in (1, 2, 3):
        if x.sum() > 1e5 * k:
            raise ValueError(f"{k}")
        x = x * k
    return x


@case("float64[n]", draws=4)
def while_raise_bound(x):
    n = 0
    t = x.sum()
    while t < 5:
        t = t * 1.2 + 1
        n += 1
        if n > 50:
            raise RuntimeError
    else:
        r = t * x
    return r


@case("float64[n]", draws=4)
def nested_fn_return(x):
    def pick(v):
        for i in range(v.shape[0]):
            if v[i] > 0.5:
                return v[i]
        return v[0]

    return pick(x) * pick(-x) * x


@case("float64[n]", draws=4)
def break_then_finally(x):
    t = 0.0
    k = 0
    for v in x:
        try:
            if v > 0.5:
                break
            t = t + v * v
        finally:
            k = k + 1
    return t * k + x[0]


@case("float64[n]", draws=4)
def break_in_manager(x):
    t = 0.0
    for v in x:
        with Announced():
            if v > 0.5:
                break
            t = t + v * v
    return t * x


@case("float64[n]", draws=4)
def python_flag(x):
    seen = False
    t = 0.0
    for i in range(x.shape[0]):
        if seen is True:
            t = t + x[i]
        if seen is not False:
            t = t * 1.5
        match seen:
            case True:
                t = t + 1
            case False:
                t = t + x[i] * x[i]
        seen = i > 0
    return t * x


@case("float64[n]", draws=4)
def numpy_flag(x):
    flag = x.sum() > 0
    if flag is True:
        return x * 2
    return x * x


@case("float64[n]")
def try_what_raises_nothing(x):
    """No function of NumPy that is element-wise raises, on arrays that fit."""
    try:
        y = np.exp2(x) + np.arcsinh(x)
    except ValueError:
        y = x
    return y * x


@case("float64[n]", draws=4)
def suppressed_at_run_time(x):
    s = x.sum()
    with contextlib.suppress(ValueError, KeyError):
        if s < 0:
            raise ValueError("below")
        s *= s
    return s * x


@case("float64[n]", draws=3)
def suppressed_in_a_loop(x):
    s = 0.0
    for v in x:
        with contextlib.suppress(ZeroDivisionError):
            t = 3.0 / max(float(v), 0.0)
            s += t * 0.01
    return s * x


@case("float64[n]")
def suppressed_while_compiling(x):
    def first(given):
        with contextlib.suppress(KeyError):
            return given["q"]
        with contextlib.suppress(KeyError):
            return given["p"]
        return 0.0

    return first({"p": x * x}) * x


class Ignored:
    """It suppresses what it is made of."""

    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self.kinds)


@case("float64[n]")
def suppressed_by_a_class_of_the_users(x):
    s = x * x
    with Ignored(KeyError):
        s *= 3.0
        print({"a": 1.0}["b"])
    with Ignored(KeyError) as one:
        s *= len(one.kinds)
    return s


class Recorded:
    """Writes down that it is entered and left, and suppresses one kind."""

    def __init__(self, record, value):
        self.record = record
        self.value = value

    def __enter__(self):
        self.record.append(self.value)
        return self

    def __exit__(self, kind, value, traceback):
        self.record.append(self.value * 2)
        return kind is KeyError


@case("float64[n]")
def what_suppresses_is_left_once(x):
    record = []
    with Recorded(record, x[0]) as outer:
        with Recorded(record, x[0] * 3):
            record.append(outer.value * x)
            print({"a": 1.0}["b"])
    with Recorded(record, x[0] + 1), Recorded(record, 4.0):
        print({"a": 1.0}["b"])
    return sum(entry * (k + 1) for k, entry in enumerate(record)) * len(record)


@contextlib.contextmanager
def scaled(given, k):
    """Another scale as long as it is open."""
    before = given["scale"]
    given["scale"] = before * k
    try:
        yield given
    finally:
        given["scale"] = before


class Noted:
    """It has a ``close``."""

    def __init__(self, v):
        self.v, self.closed = v, 0.0

    def close(self):
        self.closed = self.v * 2.0


@case("float64[3]", draws=2)
def a_stack_of_contexts(x):
    given, left = {"scale": x[0]}, []
    noted = Noted(x[1])
    with contextlib.ExitStack() as stack:
        inner = stack.enter_context(scaled(given, x[1]))
        stack.enter_context(scaled(given, 2.0))
        stack.enter_context(contextlib.closing(noted))
        for k in range(2):
            stack.callback(left.append, x[k] * given["scale"])
        y = inner["scale"] * x
        if x[0] > 0:
            y = y * x
    return y * given["scale"] * noted.closed + left[0] - left[1] * x[2]


@case("float64[3]")
def a_stack_that_is_handed_on(x):
    given = {"scale": x[0]}
    with contextlib.ExitStack() as stack:
        stack.enter_context(scaled(given, x[1]))
        later = stack.pop_all()
    y = x * given["scale"]
    later.close()
    return y * given["scale"]


@case("float64[3]", draws=2)
def closed_behind_a_with(x):
    with contextlib.closing(Noted(x[0])) as noted:
        y = noted.v * x
    return y * noted.closed


@case("float64[3]")
def one_context_or_another(x, small=True):
    given = {"scale": x[0]}
    with scaled(given, 3.0) if small else contextlib.nullcontext(given) as now:
        y = now["scale"] * x
    with contextlib.nullcontext() if small else scaled(given, 3.0):
        return y * given["scale"]


@case("float64[3]")
def a_callback_that_raises_on_a_path(x):
    kept = []
    if x[2] > 100:
        raise ValueError("too large")

    def leave(item):
        kept.append(item)
        raise KeyError

    y = x[2]
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(leave, x[0])
            y = x[1] ** 2
    except KeyError:
        y = y * kept[0]
    return y
