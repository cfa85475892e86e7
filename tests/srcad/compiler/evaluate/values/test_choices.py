"""Known objects of which run time chooses one: texts, members of an Enum, functions."""

import enum

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds
from tests.srcad.compiler.side_by_side import result

SPACE = """\
class Mode(enum.Enum):
    A = 1
    B = 2


def double(v):
    return v * 2.0


def square(v):
    return v * v
"""

KINDS = (
    Kind(
        "choice of texts",
        one="('ab' if x[0] > 0 else 'cde')",
        other="('q' if x[1] > 1 else 'ab')",
        read="len(it) * 1.0",
        space=SPACE,
        refused={
            "SRC013": (
                # an object of class str cannot be returned from what is a function of i
                "+",
                "* 2",
                "+=",
                "*=",
                "[0]",
                "[1:]",
                # this must be known at compile time
                "[run time]",
                "hash",
                # what is in 'ab' or 'cde' is known at run time only
                "for",
                "iter",
                # whether two equal constants are one object is up to Python
                "is other",
                "path is",
                "loop is",
            ),
            "SRC021": (
                # TypeError: 'Choice' object is not reversible
                "reversed",
            ),
            "SRC012": (
                # a str is not matched as a sequence
                "match",
            ),
        },
    ),
    Kind(
        "choice of functions",
        one="(np.sin if x[0] > 0 else np.cos)",
        other="(square if x[1] > 1 else double)",
        read="it(x).sum()",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of a ufunc is not known at compile time
                "print inside",
                # this must be known at compile time
                "key",
                "hash",
            ),
        },
    ),
    Kind(
        "choice of members",
        one="(Mode.A if x[0] > 0 else Mode.B)",
        other="(Mode.B if x[1] > 1 else Mode.A)",
        read="it.value * 1.0",
        space=SPACE,
        asked=(
            "it.value",
            "it.name",
            "it is Mode.A",
            "it == Mode.B",
            "it in (Mode.A,)",
            "{Mode.A: x[0], Mode.B: 2.0}[it]",
        ),
        refused={
            "SRC023": (
                # this writes the attribute of a Mode
                ".a =",
            ),
            "SRC013": (
                # what Python shows of a Mode is not known at compile time
                "print inside",
                # this must be known at compile time
                "key",
                "hash",
                # a Choice cannot be a value of run time
                # an object of class str cannot be returned from what is a function of i
                "it.name",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


XS = [np.array([0.5, 1.2, -0.7]), np.array([-0.5, 0.4, 1.9])]


class State(enum.Enum):
    IDLE = 1
    UP = 2
    DOWN = 3


class Meter:
    def __init__(self):
        self.state = "idle"
        self.energy = 0.0

    def feed(self, v):
        if self.state == "idle":
            if v > 0:
                self.state = "run"
        elif self.state == "run":
            self.energy = self.energy + v * v
            if v < 0:
                self.state = "idle"


def asked_with_equal(x):
    mode = "linear" if x[0] > 0 else "square"
    if mode == "linear":
        return np.sum(x)
    return np.sum(x**2)


def asked_with_not_equal(x):
    mode = "linear" if x[0] > 0 else "square"
    return np.sum(x) if mode != "linear" else np.sum(x**2)


def asked_with_in(x):
    mode = "abc" if x[0] > 0 else "xyz"
    value = x[0] ** 2 if mode in ("abc", "d") else x[1]
    return value * (2.0 if mode in {"xyz": 1} else 3.0) * (4.0 if "b" in mode else 5.0)


def asked_of_two(x):
    one = "a" if x[0] > 0 else "b"
    two = "b" if x[1] > 0.5 else "a"
    return x[0] * 2 if one == two else x[1] * x[2]


def none_or_a_text(x):
    found = None
    if x[0] > 0:
        found = "a"
    if found is None:
        return x[1] * x[0]
    return x[2] ** 2


def matched(x):
    mode = "abc" if x[0] > 0 else "xyz"
    match mode:
        case "abc":
            return x[0] ** 2
        case _:
            return x[1] ** 3


def methods_of_a_text(x):
    mode = "abc" if x[0] > 0 else "wxyz"
    start = x[0] * 2 if mode.startswith("a") else x[1] * x[2]
    return start * len(mode) if (mode + "!").endswith("c!") else start


def at_a_key(x):
    weights = {"a": 2.0, "b": x[2]}
    return weights["a" if x[0] > 0 else "b"] * x[1] * x[0]


def written_at_a_key(x):
    totals = {"positive": 0.0, "negative": 0.0}
    for v in x:
        key = "positive" if v > 0 else "negative"
        totals[key] = totals[key] + v * v
        totals[key] += v
    return totals["positive"] - 2 * totals["negative"]


def machine(x):
    state = State.IDLE
    total = 0.0
    for v in x:
        if state is State.IDLE:
            total += v
            state = State.UP if v > 0 else State.DOWN
        elif state is State.UP:
            total += v**2
            state = State.DOWN
        else:
            total += v**3
            state = State.IDLE
    return total * state.value


def until(x):
    state, n, total = "go", 0, 0.0
    while state != "stop":
        total = total + x[n] ** 2
        n += 1
        if total > 1.0 or n == 3:
            state = "stop"
    return total


def attribute_of_an_object(x):
    meter = Meter()
    for v in x:
        meter.feed(v)
    return meter.energy + x[0]


def function_of_numpy(x):
    activation = np.tanh if x[0] > 0 else np.sin
    return np.sum(activation(x))


def functions_of_the_program(x):
    def double(v):
        return v * 2 + x[1]

    return np.sum((double if x[0] > 0 else lambda v: v * v)(x))


def function_returned(x):
    def pick(v):
        if v > 0:
            return np.sin
        return np.cos

    return sum(pick(v)(v) for v in x)


def in_a_tuple(x):
    kind, w = ("a", x[0]) if x[0] > 0 else ("b", x[1])
    return w**2 if kind == "a" else w


def carried_in_a_tuple(x):
    best = ("none", x[0] * 0.0)
    n = 0
    while n < 3:
        if x[n] > best[1]:
            best = ("high", x[n])
        elif best[0] == "high":
            best = ("low", best[1] * 0.5)
        n += 1
    return best[1] * (2.0 if best[0] == "low" else 3.0)


def in_a_list(x):
    words = []
    for v in x:
        words.append("p" if v > 0 else "n")
    return sum(v if w == "p" else v * v for v, w in zip(x, words, strict=True))


PROGRAMS = [
    *(asked_with_equal, asked_with_not_equal, asked_with_in, asked_of_two),
    *(none_or_a_text, matched, methods_of_a_text, at_a_key, written_at_a_key),
    *(machine, until, attribute_of_an_object, function_of_numpy),
    *(functions_of_the_program, function_returned, in_a_tuple, carried_in_a_tuple),
    in_a_list,
]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_it_may_be_one_or_another(function):
    assert all(result(function, x) for x in XS)


def returned(x):
    return x[0] ** 2, "a" if x[0] > 0 else "b"


def unpacked(x):
    mode = "ab" if x[0] > 0 else "cd"
    first, _ = mode
    return x[0] * len(first)


def not_called(x):
    function = None
    for k, one in enumerate((np.sin, np.cos)):
        if x[k] > 0:
            function = one
    return function(x[0])


@pytest.mark.parametrize("function", [returned, unpacked, not_called])
def test_what_is_not_supported_is_refused(function):
    with pytest.raises(srcad.CompileError, match="SRC013"):
        srcad.grad(function)(XS[0])


def shown(x):
    mode = "{a}" if x[0] > 0 else "b'" if x[1] > 1 else "c"
    found = None
    for name, v in zip("pqr", x, strict=True):
        if v > 1.5:
            found = name
    print(f"mode {mode!r:>8}", mode, [mode, found], str(found), State(1))
    if found is not None:
        raise KeyError(f"{found} is too large, {mode}")
    return x[0] ** 2


def test_the_one_that_it_is_is_shown(capsys):
    for x in (*XS, np.array([-0.5, 1.2, 0.3])):
        outcomes = []
        for run in (shown, srcad.grad(shown)):
            try:
                run(x)
                error = ""
            except KeyError as raised:
                error = str(raised)
            outcomes.append((capsys.readouterr().out, error))
        assert outcomes[0] == outcomes[1] != ("", "")
