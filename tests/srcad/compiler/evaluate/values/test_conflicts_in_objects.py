"""What two paths disagree on where an object holds it: Python must not be asked of it."""

import pytest

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
