"""``logging``, ``breakpoint``, ``warnings.warn``: done where they stand, at each call."""

import logging
import sys
import warnings
from warnings import warn

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from srcad.compiler.diagnostics.errors import CompileError

LOGGER = logging.getLogger("tests.{of}.logs")
ADAPTER = logging.LoggerAdapter(LOGGER, {})
X = np.array([1.0, 2.0])


def says_nothing_of_x(x):
    logging.info("begins")
    LOGGER.warning("in %d parts", 2)
    return np.sum(x * x)


def says_what_x_is(x):
    LOGGER.info("%s, %s", x, {"sum": np.sum(x)}, extra={"place": 1})
    return np.sum(x * x)


def says_so_in_a_loop(x):
    total = 0.0
    for i in range(x.shape[0]):
        LOGGER.log(logging.ERROR, f"{i}: {x[i]:.1f}")
        total = total + x[i] * x[i]
    return total


def says_so_on_a_path(x):
    if np.sum(x) > 2:
        logging.getLogger("large").error("large %s", x)
    else:
        LOGGER.debug("small")
    return np.sum(x * x)


def calls_it_logging(x):
    logging_ = x * x
    LOGGER.info("squares")
    return np.sum(logging_)


PROGRAMS = [
    says_nothing_of_x,
    says_what_x_is,
    says_so_in_a_loop,
    says_so_on_a_path,
    calls_it_logging,
]


def said(caplog, call):
    caplog.clear()
    call()
    return [(one.name, one.levelname, one.getMessage()) for one in caplog.records]


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_said_once_a_call(caplog, program):
    caplog.set_level(logging.DEBUG)
    wanted = said(caplog, lambda: program(X))
    gradient = srcad.value_and_grad(program)
    for _ in range(2):
        assert said(caplog, lambda: gradient(X)) == wanted
    assert gradient(X)[1].tolist() == [2, 4]


class Telling(nn.Cell):
    def __init__(self):
        super().__init__()
        self.logger = logging.getLogger("telling")

    def construct(self, x):
        self.logger.info("gets %s", x)
        return x * x


def test_a_tensor_is_shown_as_one(caplog):
    caplog.set_level(logging.DEBUG)
    net = Telling()
    wanted = said(caplog, lambda: net(Tensor(X)))
    assert said(caplog, lambda: srcad.grad(net)(Tensor(X))) == wanted


def test_a_logger_of_another_name_makes_another_module(caplog):
    caplog.set_level(logging.DEBUG)
    net = Telling()
    for name in ("one", "two"):
        net.logger = logging.getLogger(name)
        ((said_by, _, _),) = said(caplog, lambda: srcad.grad(net)(Tensor(X)))
        assert said_by == name


def test_a_breakpoint_is_kept(monkeypatch):
    reached = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: reached.append(1))

    def program(x):
        if np.sum(x) > 2:
            breakpoint()
        return np.sum(x * x)

    for x in (X, X, -X):
        srcad.grad(program)(x)
    assert reached == [1, 1]


def test_what_has_no_name_is_refused():
    def program(x):
        ADAPTER.info("begins")
        return np.sum(x * x)

    with pytest.raises(CompileError, match="cannot be found by a name"):
        srcad.grad(program)(X)


def test_an_input_of_that_name_is_refused():
    def program(logging):
        LOGGER.info("begins")
        return np.sum(logging * logging)

    with pytest.raises(CompileError, match="an input is called `logging`"):
        srcad.grad(program)(X)


def warns(x):
    warnings.warn("of no use", DeprecationWarning, stacklevel=2)
    return np.sum(x * x)


def warns_in_a_loop_and_a_branch(x):
    total = 0.0
    for i in range(x.shape[0]):
        if x[i] > 1:
            warnings.warn(f"{i}: {x[i]:.1f}", category=RuntimeWarning, stacklevel=2)
        warn("each time", stacklevel=2)
        total = total + x[i] * x[i]
    return total


def warnings_of(call):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call()
    return [(one.category, str(one.message)) for one in found]


@pytest.mark.parametrize("program", [warns, warns_in_a_loop_and_a_branch])
def test_a_warning_is_given_at_each_call(program):
    gradient = srcad.value_and_grad(program)
    for _ in range(2):
        assert warnings_of(lambda: gradient(X)) == warnings_of(lambda: program(X))
    assert warnings_of(lambda: gradient(-X)) == warnings_of(lambda: program(-X))


def filtered(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.log(x).sum()


def filtered_by_its_category(x):
    with warnings.catch_warnings(category=RuntimeWarning, action="ignore"):
        return np.log(x).sum()


@pytest.mark.parametrize("function", [filtered, filtered_by_its_category])
def test_what_is_filtered_is_not_warned_of_in_either_half(function):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        out, slope = srcad.value_and_grad(function)(np.array([0.0, 1.0]))
    assert out == -np.inf
    assert slope.tolist() == [np.inf, 1.0]


def test_a_filter_outside_of_a_context_stays():
    def function(x):
        warnings.filterwarnings("ignore", category=RuntimeWarning)
        return np.log(x).sum()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        srcad.grad(function)(np.zeros(2))
        np.log(np.zeros(2))


def chosen_by_run_time(x):
    with warnings.catch_warnings():
        if x[0] > 0:
            warnings.simplefilter("ignore")
        return np.log(x).sum()


def recorded(x):
    with warnings.catch_warnings(record=True) as found:
        y = np.log(x)
    return y * len(found)


def raised(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return np.log(x)


def of_a_text(x):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "divide by zero")
        return np.log(x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (chosen_by_run_time, "depends on the path"),
        (recorded, "`record` is not supported"),
        (raised, "raised in the place of a warning"),
        (of_a_text, "`message` is not supported"),
    ],
)
def test_what_is_not_followed_of_warnings_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(function)(X)


class OwnWarning(UserWarning):
    """Has a name in a module of the user's."""


class Worded(UserWarning):
    def __init__(self, word):
        super().__init__(f"it is {word}")


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        (
            lambda x: (warnings.warn("own", OwnWarning, stacklevel=2), x.sum())[1],
            OwnWarning,
        ),
        (
            lambda x: (warnings.warn(OwnWarning("own", 1), stacklevel=2), x.sum())[1],
            OwnWarning,
        ),
        (
            lambda x: (warnings.warn(UserWarning("one"), stacklevel=2), x.sum())[1],
            UserWarning,
        ),
    ],
)
def test_a_warning_of_a_class_of_the_user_s_is_of_it(program, kind):
    with pytest.warns(kind):
        gradient = srcad.grad(program)(X)
    np.testing.assert_array_equal(gradient, np.ones_like(X))


def test_a_warning_that_its_class_words_is_refused():
    with pytest.raises(CompileError, match="a `Worded` that is made before it is a"):
        srcad.grad(lambda x: (warnings.warn(Worded("odd"), stacklevel=2), x.sum())[1])(
            X
        )
