"""``raise ... from``: what was raised says what it was raised from, on each path."""

import pytest

from srcad import CompileError, value_and_grad
from tests.srcad.compiler.side_by_side import module_of, result

BEGINNING = """
class Failed(Exception):
    def __init__(self, value):
        self.value = value

"""
PROGRAMS = {
    "on_one_path": """
def program(x):
    try:
        if x[0] > 0:
            raise Failed(x[1])
        raise Failed(x[1]) from Failed(x[2])
    except Failed as e:
        return e.value + (2 * e.__cause__.value if e.__cause__ else 0.0)
""",
    "on_two_paths": """
def program(x):
    try:
        if x[0] > 0:
            raise Failed(x[1]) from Failed(x[0])
        raise Failed(x[1]) from Failed(x[2])
    except Failed as e:
        return e.value + 2 * e.__cause__.value
""",
    "after_the_handler": """
def program(x):
    held = None
    try:
        if x[0] > 0:
            raise Failed(x[1])
        raise Failed(x[1]) from Failed(x[2])
    except Failed as e:
        held = e
    return 3.0 * x[0] if held.__cause__ is None else x[1]
""",
    "in_a_loop": """
def program(x):
    total = 0.0
    for k in range(3):
        try:
            if x[k] > 0:
                raise Failed(x[k]) from Failed(2 * x[k])
            if k == 1:
                raise Failed(x[k]) from None
            raise Failed(x[k])
        except Failed as e:
            total += e.value**2
            if e.__cause__ is not None:
                total += e.__cause__.value ** 2
    return total
""",
    "set": """
def program(x):
    try:
        raise Failed(x[0])
    except Failed as e:
        e.__cause__ = KeyError("k")
        return 2 * e.value if isinstance(e.__cause__, KeyError) else e.value
""",
    "of_an_error_of_python": """
def program(x):
    try:
        try:
            if x[0] > 0:
                raise KeyError("k")
            value = x[2]
        except KeyError as k:
            raise Failed(x[0]) from k
    except Failed as e:
        value = e.value * (3 if isinstance(e.__cause__, KeyError) else 1)
    return value
""",
    "of_classes": """
def program(x):
    try:
        raise ValueError from KeyError
    except ValueError as e:
        return x[0] * (7.0 if isinstance(e.__cause__, KeyError) else 1.0)
""",
    "that_nobody_asks_for": """
def program(x):
    try:
        try:
            if x[0] > 0:
                raise KeyError("k")
        except KeyError as k:
            raise Failed(x[0]) from k
        if x[1] > 0:
            raise Failed(x[1]) from Failed(x[2])
        if x[2] > 0:
            raise Failed(x[2])
        value = x[0] * 5
    except Failed as e:
        value = e.value
    return value
""",
}
POINTS = [[0.7, -1.3, 0.4], [-0.7, 1.3, 0.4], [-0.7, -1.3, -0.4], [-0.7, -1.3, 0.4]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_handler_finds_the_cause(tmp_path, name):
    program = module_of(tmp_path, name, BEGINNING + PROGRAMS[name]).program
    for x in POINTS:
        assert result(program, x), x


MIXED = """
def program(x):
    try:
        try:
            if x[0] > 0:
                raise KeyError("k")
        except KeyError as k:
            raise Failed(x[0]) from k
        if x[1] > 0:
            raise Failed(x[1])
        value = x[0] * 5
    except Failed as e:
        value = e.value * ({asked})
    return value
"""


@pytest.mark.parametrize(
    "asked",
    [
        "2 if isinstance(e.__cause__, KeyError) else 1",
        "2 if e.__cause__ else 1",
        "2 if e.__cause__ is None else 1",
        "2 if e.__suppress_context__ else 1",
        "2 if e.__context__ else 1",
        "len(vars(e))",
    ],
)
def test_what_is_not_known_of_a_cause_is_refused(tmp_path, asked):
    text = BEGINNING + MIXED.format(asked=asked)
    program = module_of(tmp_path, "mixed", text).program
    for x in POINTS:
        result(program, x)


def test_what_was_made_before_is_raised_from_nothing_on_a_path(tmp_path):
    text = """
def program(x):
    error = ValueError("a")
    try:
        for v in x:
            if v > 0:
                raise error from KeyError("k")
        raise error
    except ValueError as e:
        return x[0] * (7.0 if e.__cause__ is not None else 1.0)
"""
    program = module_of(tmp_path, "before", text).program
    for x in POINTS:
        result(program, x)
    with pytest.raises(CompileError):
        value_and_grad(program)(POINTS[0])
