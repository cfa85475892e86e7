"""What statements do besides computing: raising, printing; and which are refused."""

import inspect
import types
import warnings

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.cases import raising
from tests.srcad.compiler.derivatives import generate

X = np.array([1.0, -2.0, 4.0])


def module(function, *inputs):
    return generate(function, inputs)


def forward_lines(function, *inputs):
    """The statements of the printed forward half, stripped."""
    code = module(function, *inputs).code
    half = code[: code.index("def backward(")]
    return [line.strip() for line in half.splitlines()]


# ----------------------------------------------------------------- raise and assert


def guarded(x):
    s = x.sum()
    if s > 2.5:
        raise ValueError(f"the sum {s:.2f} of {x.shape[0]} is too big")
    assert s > -10.0, ("low", s)
    return x * s


def test_raise_and_assert_are_kept_with_their_messages():
    forward = module(guarded, "float64[n]").forward
    with pytest.raises(ValueError, match=r"^the sum 3\.00 of 3 is too big$"):
        forward(X)
    with pytest.raises(AssertionError) as caught:
        forward(-10 * X)
    assert caught.value.args == (("low", -30.0),)
    np.testing.assert_array_equal(forward(X / 2)[0], X / 2 * 1.5)


def test_raise_is_printed_as_it_was_written():
    lines = forward_lines(guarded, "float64[n]")
    assert 'raise ValueError(f"the sum {s:.2f} of {x.shape[0]} is too big")' in lines
    assert 'assert s > -10.0, ("low", s)' in lines


def test_an_exception_of_the_users_is_imported():
    generated = module(raising.raise_else, "float64[n]")
    name = raising.__name__
    assert f"from {name} import TooBig" in generated.text
    with pytest.raises(raising.TooBig) as caught:
        generated.forward(-100 * np.ones(2))
    assert caught.value.args == ("bad", -200.0)


def test_the_first_iteration_that_raises_stops():
    def first_negative(x):
        total = 0.0
        for i, v in enumerate(x):
            print(i)
            if v < 0:
                raise ValueError(f"negative at {i}")
            total = total + v * v
        return total

    with pytest.raises(ValueError, match=r"^negative at 1$"):
        module(first_negative, "float64[n]").forward(X)


def test_a_message_is_computed_where_it_is_needed(recwarn):
    def positive(x):
        assert np.all(x > 0), f"the logarithms are {np.log(x)}"
        return x * x

    forward = module(positive, "float64[n]").forward
    forward(np.abs(X))
    assert not recwarn.list
    with pytest.raises(AssertionError, match=r"^the logarithms are \[0\."):
        forward(X)


def test_printing_is_kept_in_order(capsys):
    def program(x):
        print("start", x.shape, sep=": ", end="!\n")
        total = 0.0
        for v in x:
            if v > 0:
                print(f"{v = :.1f}")
            total = total + v * v
        print("total", total, {"n": len(x)}, f"{total!r}")
        return total

    program(X)
    expected = capsys.readouterr().out
    generated = module(program, "float64[n]")
    _, residuals = generated.forward(X)
    assert capsys.readouterr().out == expected
    generated.backward(residuals, 1.0)
    assert capsys.readouterr().out == ""


def of_a_list_that_grew_and_nothing(x):
    grown, nothing, total = [x[0]], [], 0.0
    for value in x:
        if value > 0.5:
            grown.append(value)
        else:
            total = total + sum(a * b for a, b in zip(grown, nothing, strict=False))
    for a, b in zip(nothing, grown, strict=False):
        total = total + a * b
    return total + sum(grown)


def test_zip_with_nothing_goes_through_nothing():
    x = np.array([0.9, 0.3, 0.7])
    program = generate(of_a_list_that_grew_and_nothing, ["float64[n]"])
    out, residuals = program.forward(x)
    assert out == of_a_list_that_grew_and_nothing(x)
    assert program.gradients(residuals, 1.0)["x"].tolist() == [2, 0, 1]


def test_zip_is_strict_where_the_user_says_so():
    def program(x, y):
        total = 0.0
        for a, b in zip(x, y, strict=True):
            total = total + a * b
        return total

    forward = module(program, "float64[n]", "float64[m]").forward
    assert forward(X, X)[0] == 21.0
    with pytest.raises(ValueError, match="argument 2 is shorter than argument 1"):
        forward(X, X[:2])


# ------------------------------------------------------------------------- contexts


def test_what_numpy_warns_of_is_ignored_where_the_user_says_so():
    def program(x):
        with np.errstate(all="ignore"):
            y = np.log(x)
        return np.where(x > 0, y, x)

    generated = module(program, "float64[n]")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, residuals = generated.forward(np.array([0.0, 1.0]))
        generated.backward(residuals, np.ones(2))
    words = 'with np.errstate(all="ignore"):'
    assert generated.code.count(words) == 2


def test_an_operation_outside_of_a_context_stays_outside():
    def program(x):
        with np.errstate(all="ignore"):
            y = np.log(x)
        return y + np.log(x)

    forward = module(program, "float64[n]").forward
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        forward(np.array([0.0, 1.0]))


# -------------------------------------------------------------------------- refusals


def raises_always(x):
    raise ValueError("no")  # SRC021: ValueError: no


def fails_always(x):
    assert x.ndim == 2, "rank"  # SRC021: AssertionError: rank
    return x


def returns_a_string(x):
    return f"{x}"  # SRC013: can only be printed or raised


def measures_a_string(x):
    return x * len(f"{x.sum()}")  # SRC013: can only be printed or raised


def compares_a_string(x):
    text = f"{x.sum()}"
    if text == "1.0":  # SRC013: can only be printed or raised
        return x
    return x * x


def reads_a_method_of_a_string(x):
    print(f"{x.sum()}".upper())  # SRC013: can only be printed or raised
    return x


def raises_from(x):
    error = KeyError("k")
    if x.sum() > 0:
        raise ValueError("no") from error  # SRC011: takes None here
    return x


def prints_into_a_file(x):
    print(x, file=None)  # SRC012: `file` of `print` is not supported
    return x


def raises_a_number(x):
    if x.sum() > 0:
        raise 3  # SRC021: exceptions must derive from BaseException # noqa: B016
    return x


def raises_nothing(x):
    if x.sum() > 0:
        raise  # SRC011: without an exception
    return x


def uses_what_was_deleted(x):
    y = x * x
    del y
    return y  # SRC020: `y` is not bound here # noqa: F821


def deletes_what_is_not_there(x):
    values = {}
    del values["a"]  # SRC021: KeyError: 'a'
    return x


def deletes_an_attribute(x):
    holder = types.SimpleNamespace(v=1)
    del holder.w  # SRC021: has no attribute 'w'
    return x


def sets_an_error_state_at_run_time(x):
    with np.errstate(divide=x):  # SRC013: known at compile time
        y = 1 / x
    return y


def handles_a_shape(x):
    try:
        y = x.reshape(2, -1)
    except ValueError:
        y = x
    return y.sum()  # SRC019: is different on the two paths


def shows_what_it_has_caught(x):
    try:
        y = 1.0 / float(x[0])
    except ZeroDivisionError as error:
        print(error)  # SRC013: only run time knows
        y = x[0]
    return y


def reads_in_a_loop_of_a_path_what_may_be_unbound(x):
    s = 0.0
    if x[0] > 0:
        t = x[1]
    elif x[1] > 0:
        t = None
    if x[2] > 0:
        n = 0
        while n < 3:
            n += 1
            t = t * 0.9  # SRC020: `t` is not bound before the loop
        s = t
    return s + x[2]


def handles_a_star(x):
    try:  # SRC011: `except*` is not supported
        y = x * 2
    except* ValueError:
        y = x
    return y


def matches_an_array(x):
    match x:
        case 0:  # SRC013: is not one truth
            return x
    return x * 2


def catches_a_number(x):
    try:
        k = int("a")
    except 3:  # SRC021: TypeError: catching classes # noqa: B030
        k = 1
    return x * k


def defines_a_class(x):
    class Local:
        scale = x.sum()  # SRC011: `x` is read where this class is made

    return x * Local.scale


def steps_by_zero(x):
    for i in range(0, x.shape[0], 0):  # SRC021: arg 3 must not be zero
        x = x * i
    return x


def writes_a_module(x):
    global X  # SRC023: `X` would be written
    X = x
    return x


def adds_to_an_input_in_a_dict(x):
    held = {"a": x}
    held["a"] += x  # SRC023: an array of the caller
    return held["a"]


REFUSED = [
    raises_always,
    fails_always,
    returns_a_string,
    measures_a_string,
    compares_a_string,
    reads_a_method_of_a_string,
    raises_from,
    prints_into_a_file,
    raises_a_number,
    raises_nothing,
    uses_what_was_deleted,
    deletes_what_is_not_there,
    deletes_an_attribute,
    sets_an_error_state_at_run_time,
    handles_a_shape,
    shows_what_it_has_caught,
    reads_in_a_loop_of_a_path_what_may_be_unbound,
    handles_a_star,
    matches_an_array,
    catches_a_number,
    defines_a_class,
    steps_by_zero,
    writes_a_module,
    adds_to_an_input_in_a_dict,
]


@pytest.mark.parametrize("program", REFUSED, ids=lambda program: program.__name__)
def test_refused(program):
    lines, first = inspect.getsourcelines(program)
    (place,) = [k for k, line in enumerate(lines) if "# SRC" in line]
    code, _, message = lines[place].split("# ")[1].strip().partition(": ")
    with pytest.raises(CompileError) as caught:
        module(program, "float64[n]")
    found = caught.value.diagnostics[0]
    assert (found.code, found.span.line) == (code, first + place)
    assert message in found.message
