"""What a function raises on each of its paths, called where no statement stands."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """
def refusing(x):
    if x[0] > 0:
        raise ValueError("positive")
    {last}

def once(x):
    try:
        x = {call}
    except ValueError as error:
        x = x * {told}
    except KeyError:
        x = x - 2
    return x[0] + x[1]

def in_a_loop(x):
    for _ in range(2):
        try:
            x = {call}
            if x.sum() > 0.5:
                break
        except ValueError as error:
            x = x * {told}
        except KeyError:
            x = x - 2
    return x[0] + x[1]
"""
LAST = ["raise KeyError('negative')", "return x * 2"]
CALLS = [
    "x + refusing(x)",
    "(lambda: x + refusing(x))()",
    "[refusing(x) for _ in range(1)][0]",
    "list(map(refusing, [x]))[0]",
    "x * max([x[0], x[1]], key=lambda v: refusing(x)[0])",
]


@pytest.mark.parametrize("name", ["once", "in_a_loop"])
@pytest.mark.parametrize("told", ["3", "len(str(error))"])
@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("call", CALLS)
def test_is_handled_or_refused(tmp_path, call, last, told, name):
    text = PROGRAM.format(call=call, last=last, told=told)
    function = getattr(module_of(tmp_path, "refusing", text), name)
    for x in ([0.7, 0.2], [-0.7, 0.2]):
        result(function, x)
