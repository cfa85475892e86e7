"""Texts that are made of chosen ones: they are keys, and are compared."""

import numpy as np
import pytest

import srcad
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


BEST = """
def f(x):
    seen, w = {"H": x[0], "F": x[1]}, {"H": x[1] ** 2, "F": x[0] * x[1]}
    best, most = None, 0.0
    for name, p in seen.items():
        if p > most:
            best, most = name, p
    """
ASKED_OF_BEST = {
    "key": ("return w[best]", KeyError),
    "write": ("w[best] += 1.0; return w['H'] * w['F']", KeyError),
    "text": ("return {'H!': x[0], 'F!': x[1]}[best + '!']", TypeError),
    "length": ("return x[0] * len(best)", TypeError),
    "caught": ("try: return w[best]\n    except KeyError: return x[0] * 3", None),
    "entry": ("return w.get(best, x[0] * 7)", None),
}


@pytest.mark.parametrize("name", ASKED_OF_BEST)
def test_a_text_that_is_none_raises_where_it_is(name, tmp_path):
    asked, kind = ASKED_OF_BEST[name]
    function = module_of(tmp_path, "best", BEST + asked + "\n").f
    for x in ([0.3, 0.7], [0.9, 0.2], [-0.4, 0.6]):
        assert result(function, np.array(x))
    none = np.array([-0.3, -0.7])
    if kind is None:
        assert result(function, none)
        return
    with pytest.raises(kind) as wanted:
        function(none)
    with pytest.raises(kind) as found:
        srcad.grad(function)(none)
    assert str(found.value) == str(wanted.value)
