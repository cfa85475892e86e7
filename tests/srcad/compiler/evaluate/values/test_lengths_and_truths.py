"""What ``__len__`` and ``__bool__`` of the user's classes may give, and what raises."""

import linecache

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES
from tests.srcad.compiler.side_by_side import module_of

CLASSES = """
import numpy as np

class True_:
    def __init__(self, value):
        self.value = value
    def __bool__(self):
        return self.value

class Long:
    def __init__(self, value):
        self.value = value
    def __len__(self):
        return self.value

class Index:
    def __init__(self, value):
        self.value = value
    def __index__(self):
        return self.value

class Derived(list):
    def __len__(self):
        return int(self[0] * 3)

class Maybe:
    def __init__(self, value):
        self.value = value
    def __bool__(self):
        if self.value > 0:
            return True

def filled(x):
    return [v for v in x if v > 0]
"""

PROGRAMS = {
    "a length": "return x[1] * len(Long(int(x[0] * 3)))",
    "a truth by a length": "return x[1] if Long(int(x[0] * 3)) else 2 * x[1]",
    "not": "return x[1] if not Long(int(x[0] * 3)) else 2 * x[1]",
    "a length that says its place": "return x[1] * len(Long(Index(int(x[0] * 3))))",
    "a list that says it": "return x[1] * len(Derived([x[0], x[1]]))",
    "a number of NumPy": "return x[1] * len(Long(np.sum(x > 0)))",
    "a length that is known": "return x[1] * len(Long(-2))",
    "on a path": "return x[1] * len(Long(-2)) if x[0] > 0 else x[1] * 3",
    "a bool": "return x[1] * len(Long(bool(x[0] > 0)))",
    "a float": "return x[1] * len(Long(x[0]))",
    "a known float": "return x[1] * len(Long(2.5))",
    "a bool of NumPy": "return x[1] * len(Long(x[0] > 0))",
    "a list": "return x[1] * len(Long(filled(x)))",
    "an array": "return x[1] * len(Long(x.astype(int)))",
    "None as a length": "return x[1] * len(Long(None if x[0] > 0 else 3))",
    "a truth": "return x[1] if True_(bool(x[0] > 0)) else 2 * x[1]",
    "a truth of Python": "return x[1] if True_(float(x[0]) > 0) else 2 * x[1]",
    "a truth of NumPy": "return x[1] if True_(x[0] > 0) else 2 * x[1]",
    "a truth of a path": """
    return x[1] if True_((1.0 if x[0] > 0 else x[1]) > 0) else 2 * x[1]""",
    "truths": "return x[1] if True_(x > 0) else 2 * x[1]",
    "a number as a truth": "return x[1] if True_(1) else 2 * x[1]",
    "a list as a truth": "return x[1] if True_(filled(x)) else 2 * x[1]",
    "None as a truth": "return x[1] if Maybe(x[0]) else 2 * x[1]",
    "caught": """
    try:
        return x[1] * len(Long(int(x[0] * 3)))
    except ValueError:
        return x[1] * 7""",
    "a truth that is caught": """
    try:
        return x[1] if True_(x[0] > 0) else 2 * x[1]
    except TypeError:
        return x[1] * 7""",
}
# What run time alone knows the class of is refused.
REFUSED = {"None as a length", "None as a truth", "a truth of a path"}


def called(function, x):
    try:
        return function(x)
    except srcad.CompileError as error:
        text = error.diagnostics[0].message
        return tuple(text.split(": ", 1)) if ": " in text else ("refused", text)
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_gives_and_raises_what_python_does(name, tmp_path):
    text = f"{CLASSES}\ndef program(x):\n    {PROGRAMS[name].strip()}\n"
    program = module_of(tmp_path, "program", text).program
    for first in (1.4, -0.9, 0.2):
        x = np.array([first, 0.7])
        wanted = called(program, x)
        found = called(srcad.value_and_grad(program), x)
        if name in REFUSED:
            assert found[0] in ("refused", "ValueError"), name
        elif isinstance(wanted, float):
            step = np.array([0.0, 1e-6])
            slope = (program(x + step) - program(x - step)) / 2e-6
            assert found[0] == wanted
            np.testing.assert_allclose(found[1], [0.0, slope], atol=1e-8)
        else:
            given = found if name != "an array" else (found[0], wanted[1])
            assert given == wanted, name


@pytest.mark.parametrize("name", ["items", "sum", "counted", "greatest"])
def test_a_number_of_things_is_not_asked_whether_it_is_negative(name, tmp_path):
    lengths = {
        "items": "len(self.items)",
        "sum": "2 * len(self.items) + 1",
        "counted": "self.count",
        "greatest": "max(int(self.first), 0)",
    }
    text = f"""
class Held:
    def __init__(self, x):
        self.items, self.count, self.first = [], 0, x[0]
        for v in x:
            if v > 0:
                self.items.append(v)
                self.count += 1
    def __len__(self):
        return {lengths[name]}

def program(x):
    return x[1] * len(Held(x))
"""
    program = module_of(tmp_path, "program", text).program
    x = np.array([1.4, 0.7])
    MODULES.clear()
    assert srcad.value_and_grad(program)(x)[0] == program(x)
    (module,) = next(iter(MODULES.values()))
    lines = linecache.getlines(module.module.__file__)
    assert lines
    assert not any("__len__()" in line for line in lines)
