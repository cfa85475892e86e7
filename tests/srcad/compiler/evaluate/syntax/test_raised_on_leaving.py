"""What is raised on leaving something takes the place of what was raised in it."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

BODIES = {
    "raised": "if x[0] > 0.5: raise ValueError('large')\n            y = x[1] ** 2",
    "by_an_index": "y = [x[0], x[1]][int(x[0] > 0.5) * 7]",
    "by_a_root": "y = math.sqrt(0.5 - x[0])",
    "plain": "y = x[1] ** 2",
}
LEAVING = {
    "finally": "try:\n            {body}\n        finally:\n            raise KeyError",
    "finally_on_a_path": "try:\n            {body}\n        finally:\n"
    "            if x[2] > 0: raise KeyError",
    "finally_in_a_function": "try:\n            {body}\n        finally:\n"
    "            refuse()",
    "another_cause": "try:\n            {body}\n        except ValueError as error:\n"
    "            raise KeyError from error",
    "exit": "with Leaving(lambda kind: True):\n            {body}",
    "exit_that_asks": "with Leaving(lambda kind: kind is not None):\n            {body}",
    "exit_that_does_not": "with Leaving(lambda kind: False):\n            {body}",
    "generator": "with left():\n            {body}",
    "generator_that_handles": "with translated():\n            {body}",
    "stack": "with contextlib.ExitStack() as stack:\n"
    "            stack.callback(refuse)\n            {body}",
}
PROGRAM = """
import contextlib
import math

class Leaving:
    def __init__(self, refuses): self.refuses = refuses
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        if self.refuses(kind): raise KeyError

@contextlib.contextmanager
def left():
    try:
        yield 1
    finally:
        raise KeyError

@contextlib.contextmanager
def translated():
    try:
        yield 1
    except (ValueError, IndexError) as error:
        raise KeyError from error

def refuse(): raise KeyError

def f(x):
    y = x[2]
    try:
        {leaving}
    except KeyError:
        y = x[1] * 2
    return y
"""
POINTS = ([0.3, 0.9, 0.4], [0.9, 0.3, 0.4], [0.9, 0.3, -0.4], [0.3, 0.9, -0.4])


@pytest.mark.parametrize("leaving", LEAVING)
@pytest.mark.parametrize("body", BODIES)
def test_is_right_or_refused(tmp_path, body, leaving):
    text = PROGRAM.format(leaving=LEAVING[leaving].format(body=BODIES[body]))
    function = module_of(tmp_path, "leaving", text).f
    for x in POINTS:
        result(function, x)


@pytest.mark.parametrize("leaving", ["another_cause", "exit_that_does_not"])
def test_is_read(tmp_path, leaving):
    text = PROGRAM.format(leaving=LEAVING[leaving].format(body=BODIES["raised"]))
    function = module_of(tmp_path, "leaving", text).f
    assert all(result(function, x) is not None for x in POINTS)
