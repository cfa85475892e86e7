"""Characters of a text at places that run time knows."""

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import result


def by_a_comparison(x):
    return x[1] * (2 if "ab"[int(x[0] > 0)] == "a" else 3)


def as_a_key(x):
    d = {"a": x[0], "b": x[1], "c": x[2]}
    return d["abc"[int(abs(x[3]))]] * 2


def at_the_least(x):
    word = "abc"[np.argmin(x[:3])]
    return {"a": x[0], "b": x[1], "c": x[3]}[word] ** 2


def from_the_end_as_well(x):
    text = "abca"
    return (2 if text[int(x[0])] + "z" == "az" else 3) * x[1] + len(text[int(x[1])])


def in_a_loop(x):
    text, t = "abc", 0.0
    for i in range(int(abs(x[0]) * 3)):
        if text[i % 3] == "b":
            t += x[1]
        elif text[-1 - i % 3] == "c":
            t += x[2]
    return t


def keys_of_run_time(x):
    d = {}
    for v in x:
        k = "LMH"[min(2, int(abs(v)))]
        d[k] = d.get(k, 0.0) + v
    return sum(v * v for v in d.values())


def behind_its_end(x):
    try:
        return x[0] * (2 if "ab"[int(x[0])] == "a" else 3)
    except IndexError:
        return x[1]


PROGRAMS = [
    by_a_comparison,
    as_a_key,
    at_the_least,
    from_the_end_as_well,
    in_a_loop,
    keys_of_run_time,
    behind_its_end,
]


@pytest.mark.parametrize("point", [[0.7, -1.3, 2.1, 0.4], [2.6, 1.2, -0.35, 1.7]])
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_character_is_one_of_few_texts(function, point):
    assert result(function, point)
