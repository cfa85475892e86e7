"""What two paths disagree on where an object holds it: Python must not be asked of it."""

import dataclasses

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """
class Held:
    def __init__(self, value):
        self.value = value

def program(x):
    if x[0] > 0:
        held = Held({one})
    else:
        held = Held({other})
    if {asked}:
        return x[0] * 2
    return x[0] * 3
"""
PAIRS = [("KeyError('k')", "None"), ("KeyError('k')", "ValueError('k')"), ("len", "1j")]
ASKED = [
    *("isinstance(held.value, KeyError)", "isinstance(held.value, (int, KeyError))"),
    *("callable(held.value)", "bool(held.value)", "str(held.value) == 'None'"),
    *("repr(held.value) == 'None'", "type(held.value) is KeyError"),
]


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_of_it_is_right_or_refused(tmp_path, asked):
    for place, (one, other) in enumerate(PAIRS):
        text = PROGRAM.format(one=one, other=other, asked=asked)
        program = module_of(tmp_path, f"asked_{place}", text).program
        for x in ([0.7], [-0.7]):
            result(program, x)


SET_ON_ONE = """
import copy

class Held:
    def __init__(self, value):
        self.value = value

def set_up(x):
    held = Held(x[0])
    if x[0] > 0:
        held.parts = [x[0], 2.0]
    return held

def program(x):
    held = set_up(x)
    return {read} * held.value

def handled(x):
    held = set_up(x)
    try:
        return {read} * held.value
    except AttributeError:
        return x[0] * 3
"""
READ = [
    "held.parts[0]",
    "len(held.parts) * x[0]",
    "x[0] if hasattr(held, 'parts') else x[0] * 2",
    "getattr(held, 'parts', [x[0] * 2])[0]",
    "len(vars(held)) * x[0]",
    "len(held.__dict__) * x[0]",
    "x[0] if 'parts' in vars(held) else x[0] * 2",
    "len(vars(copy.copy(held))) * x[0]",
    "sum(copy.deepcopy(held).parts)",
]


@pytest.mark.parametrize("name", ["program", "handled"])
@pytest.mark.parametrize("read", READ)
def test_an_attribute_of_one_path_is_right_or_refused(tmp_path, read, name):
    module = module_of(tmp_path, "set_on_one", SET_ON_ONE.format(read=f"({read})"))
    for x in ([0.7], [-0.7]):
        result(getattr(module, name), x)


@dataclasses.dataclass
class Point:
    a: float


def a_dict(x):
    given = {"a": x[0]}
    if x[1] > 0:
        given["b"] = x[2]
    return given


def a_dict_in_a_tuple(x):
    return a_dict(x), x[1]


def a_dict_that_a_loop_fills(x):
    given = {"a": x[0]}
    for k in range(2):
        if x[k] == 1:
            given[f"x{k}"] = x[2]
    return given


def a_record(x):
    given = Point(x[0])
    if x[1] > 0:
        given.b = x[2]
    return given


@pytest.mark.parametrize(
    "program", [a_dict, a_dict_in_a_tuple, a_dict_that_a_loop_fills, a_record]
)
def test_what_only_a_path_has_is_not_returned(program):
    with pytest.raises(srcad.CompileError, match="on some paths only cannot be"):
        srcad.value_and_grad(program)(np.array([0.5, -0.6, 0.7]))


def test_a_name_that_a_loop_binds_is_returned_in_a_dict():
    def program(x, rounds):
        for k in range(rounds):
            last = x[k] * 2
        return {"last": last}

    for rounds in (1, 3):
        out, _ = srcad.value_and_grad(program)(np.array([0.5, 0.25, 0.75]), rounds)
        assert out == {"last": program(np.array([0.5, 0.25, 0.75]), rounds)["last"]}


def shifted_by(c):
    d = c * c

    def shifted(p):
        return p + d

    return shifted


def made_on_each_path(x):
    shift = shifted_by(x[0]) if x[0] > 0 else shifted_by(2 * x[0])
    return shift(x[1])


def made_by_a_function_of_paths(x):
    def chosen():
        if x[0] > 0:
            return shifted_by(x[0])
        return shifted_by(x[1])

    return chosen()(x[1])


def by_a_default_of_each_path(x):
    shift = (lambda p, d=x[0] * 2: p + d) if x[0] > 0 else (lambda p, d=x[1]: p + d)
    return shift(x[1])


def moving(decay):
    speed = np.zeros(2)

    def step(x):
        nonlocal speed
        speed = decay * speed + x
        return x - speed

    return step


def of_arrays_that_each_path_makes(x):
    step = moving(0.9) if x[0] > 0 else moving(0.8)
    for _ in range(2):
        x = step(x)
    return x


@pytest.mark.parametrize(
    "program",
    [
        *(made_on_each_path, made_by_a_function_of_paths, by_a_default_of_each_path),
        of_arrays_that_each_path_makes,
    ],
)
def test_functions_that_read_what_their_path_has_computed_are_refused(program):
    with pytest.raises(srcad.CompileError, match="read what their path has computed"):
        srcad.grad(program)(np.array([0.5, -0.6]))


def test_functions_that_were_made_before_are_chosen():
    def program(x):
        one, other = shifted_by(x[0]), shifted_by(2 * x[0])
        return (one if x[0] > 0 else other)(x[1])

    for x in ([0.5, -0.6], [-0.5, -0.6]):
        assert result(program, x)


def test_texts_that_run_time_chooses_are_returned_in_no_list():
    def program(x):
        path = ["start"]
        if x[0] > 0:
            path.append("up")
        else:
            path.append("down")
        return x[0], path

    with pytest.raises(srcad.CompileError, match="a list of what run time chooses"):
        srcad.value_and_grad(program)(np.array([0.5, -0.6]))
