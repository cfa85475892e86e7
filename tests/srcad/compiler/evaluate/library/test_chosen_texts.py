"""Texts that are made of chosen ones: they are keys, and are compared."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """
def program(x):
    a = "a" if x[2] > 0 else "b"
    b = "a" if x[1] > 0 else "b"
    table = {{"k_a1": x[0], "k_b1": x[1] * x[1], "aa": x[2], "ab": x[3], "ba": 2 * x[0],
             "bb": x[0] * x[1], "aaa": x[0], "aab": 3 * x[1], "abb": x[2] * x[0]}}
    return table.get({text}, 5.0 * x[0])
"""
TEXTS = [
    'f"k_{a}1"',
    'f"k_{a!s:<1}{1}"',
    'f"{a}{b}"',
    '"k_{}1".format(a)',
    '"k_{k}{}".format(1, k=a)',
    '"k_%s1" % a',
    '"%s%s" % (a, b)',
    '"".join([a, b])',
    '"_".join(["k", a]) + "1"',
    '"".join("a" if v > 0 else "b" for v in x[:3])',
    'f"{a if x[0] > 0 else b}" + a',
]
POINTS = [[0.7, -1.3, 2.1, 0.4], [0.7, 1.3, -2.1, 0.4], [-0.7, -1.3, -2.1, 0.4]]


@pytest.mark.parametrize("text", TEXTS)
def test_it_is_one_of_a_few(tmp_path, text):
    program = module_of(tmp_path, "chosen", PROGRAM.format(text=text)).program
    for x in POINTS:
        assert result(program, x)


def test_it_is_printed_and_raised_as_before(tmp_path, capsys):
    text = """
def program(x):
    a = "a" if x[2] > 0 else "b"
    print(f"is {a} {x[0]:.1f}")
    if x[0] < 0:
        raise ValueError(f"bad {a}")
    return x[0] if f"{a}!" == "a!" else x[1]
"""
    program = module_of(tmp_path, "shown", text).program
    for x in POINTS:
        assert result(program, x) is (x[0] > 0)
    assert "is a 0.7" in capsys.readouterr().out
