"""What is said of functions that are compiled anew: the log, and the warning."""

import warnings

import numpy as np
import pytest

import srcad
from srcad import RecompileWarning, Tensor, nn
from srcad.gradient import recompiles
from srcad.gradient.modules import MODULES

X = np.array([1.0, 2.0])
RATE = 2.0


@pytest.fixture(autouse=True)
def _nothing_counted(monkeypatch):
    for name in ("_COUNTS", "_ONCE_ONLY", "_UNKNOWN"):
        monkeypatch.setattr(recompiles, name, type(getattr(recompiles, name))())
    monkeypatch.delenv("SRCAD_LOG", raising=False)


@pytest.fixture
def log(monkeypatch, capsys):
    """The lines that were said since it was asked last."""
    monkeypatch.setenv("SRCAD_LOG", "recompiles")
    capsys.readouterr()
    return lambda: capsys.readouterr().err.splitlines()


class Loss(nn.Cell):
    def __init__(self, alpha=0.1):
        super().__init__()
        self.alpha = alpha

    def construct(self, x):
        return x * self.alpha


def rated(x):
    return x * RATE


def summed(x, y):
    return x + y


# -------------------------------------------------------------------------------- log


def test_a_line_for_each_compilation_with_the_guard_that_failed(log):
    cell = Loss()
    gradient = srcad.grad(cell)
    gradient(Tensor([1.0]))
    gradient(Tensor([2.0]))
    assert log() == []
    cell.alpha = 0.5
    gradient(Tensor([1.0]))
    assert log() == ["srcad: Loss compiled anew: self.alpha was 0.1, is 0.5"]
    cell.alpha = 1
    gradient(Tensor([1.0]))
    assert log() == ["srcad: Loss compiled anew: self.alpha was 0.5, is 1"]
    for known in (0.1, 0.5, 1):
        cell.alpha = known
        gradient(Tensor([1.0]))
    assert log() == []


def test_the_module_of_another_process_is_compared_with(log, monkeypatch):
    srcad.grad(rated)(X)
    monkeypatch.setitem(globals(), "RATE", 3.0)
    MODULES.clear()
    srcad.grad(rated)(X)
    (line,) = log()
    assert line.startswith("srcad: rated compiled anew: ")
    assert line.endswith("RATE was 2.0, is 3.0")


def test_inputs_of_another_kind_are_no_recompilation(log):
    for dtype in (np.float64, np.float32, np.float16):
        srcad.grad(rated)(X.astype(dtype))
    srcad.grad(rated)(X[None])
    assert log() == []


def test_other_sizes_are_logged_and_never_warned_of(log):
    shapes = [(1, 1), (2, 1), (1, 2), (2, 2)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for shape in shapes:
            for other in shapes:
                srcad.grad(summed)(np.ones(shape), np.ones(other))
    lines = log()
    assert len(lines) >= 5
    assert all(" compiled anew: the sizes of " in line for line in lines)


def test_a_class_that_is_defined_again(log):
    def made():
        class Scale:
            by = 2.0

        return Scale()

    held = made()

    def function(x):
        return x * held.by

    srcad.grad(function)(X)
    held = made()
    srcad.grad(function)(X)
    (line,) = log()
    assert "closure['held']" in line


def test_nothing_is_said_unless_it_is_asked_for(capsys, monkeypatch):
    for value in (2.0, 3.0):
        monkeypatch.setitem(globals(), "RATE", value)
        srcad.grad(rated)(X)
    assert capsys.readouterr().err == ""


def test_a_word_that_is_not_known_is_warned_of_once(monkeypatch):
    monkeypatch.setenv("SRCAD_LOG", "recompile, recompiles")
    with pytest.warns(UserWarning, match="knows no `recompile`; it knows: recompiles"):
        srcad.grad(rated)(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        srcad.grad(rated)(X.astype(np.float32))


# ---------------------------------------------------------------------------- warning


def warned(calls):
    """The warnings of each of several calls."""
    found = []
    for call in calls:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        found.append([one for one in caught if one.category is RecompileWarning])
    return found


def test_the_fifth_compilation_warns_once():
    cell = Loss()
    gradient = srcad.grad(cell)

    def at(alpha):
        def call():
            cell.alpha = alpha
            gradient(Tensor([1.0]))

        return call

    found = warned([at(0.5 + k) for k in range(7)])
    assert [len(one) for one in found] == [0, 0, 0, 0, 1, 0, 0]
    warning = found[4][0]
    message = str(warning.message)
    assert "Loss was compiled for the fifth time" in message
    assert "self.alpha was 3.5, is 4.5" in message
    assert "pass it as an argument" in message
    assert warning.filename == __file__


def test_closures_of_one_definition_are_counted_together():
    def scaled(by):
        return lambda x: x * by

    found = warned([lambda k=k: srcad.grad(scaled(float(k)))(X) for k in range(5)])
    assert [len(one) for one in found] == [0, 0, 0, 0, 1]


def test_values_that_come_back_are_not_compiled_again():
    cell = Loss()
    gradient = srcad.grad(cell)

    def at(alpha):
        def call():
            cell.alpha = alpha
            gradient(Tensor([1.0]))

        return call

    assert not any(warned([at(float(k % 3)) for k in range(12)]))


def test_kinds_of_inputs_are_not_counted():
    shapes = [X, X[None], X.astype("f4"), X[None].astype("f4"), X.astype("f2"), X[:1]]
    assert not any(warned([lambda x=x: srcad.grad(rated)(x) for x in shapes]))


def test_a_module_that_cannot_be_used_again(log):
    inner = Loss()

    def hooked(x):
        handle = inner.register_forward_hook(lambda cell, args, out: out * 2)
        out = inner(x)
        handle.remove()
        return out

    calls = [lambda: srcad.grad(hooked)(Tensor([1.0])) for _ in range(6)]
    found = warned(calls)
    assert [len(one) for one in found] == [0, 0, 0, 0, 1, 0]
    message = str(found[4][0].message)
    assert "is compiled at each call" in message
    assert "a hook is registered or removed inside of it" in message
    assert len(log()) == 5


def test_an_array_is_no_reason_to_compile_anew(log):
    loss = srcad.grad(lambda x, alpha: x * alpha)
    for alpha in range(6):
        loss(Tensor([1.0]), Tensor(float(alpha)))
    assert log() == []
