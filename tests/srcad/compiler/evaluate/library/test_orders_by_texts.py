"""Orders by texts that run time chooses, alone and beside numbers."""

import pytest

from tests.srcad.compiler.side_by_side import result


def items_of_a_dict(x):
    d = {}
    for v, k in zip(x, "abab", strict=True):
        if v > 0:
            d[k] = d.get(k, 0.0) + v
    found = sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))
    return sum(v * (i + 1) for i, (k, v) in enumerate(found))


def from_the_last(x):
    rules = []
    for v, k in zip(x, "dbca", strict=True):
        if v > 0:
            rules.append((int(v), k, v))
    rules.sort(reverse=True)
    return sum(v * (i + 1) for i, (n, k, v) in enumerate(rules))


def by_the_text_alone(x):
    rules = [(v, k) for v, k in zip(x, "dbca", strict=True) if v > 0]
    found = sorted(rules, key=lambda rule: rule[1])
    return sum(v * (i + 1) for i, (v, k) in enumerate(found))


def by_a_key_from_the_last(x):
    rules = []
    for v, k in zip(x, "dbca", strict=True):
        if v > 0:
            rules.append((round(float(v)), k, v))
    rules.sort(key=lambda rule: (-rule[0], rule[1]), reverse=True)
    return sum(v * (i + 1) for i, (n, k, v) in enumerate(rules))


def of_texts_that_become_more(x):
    names, t = [], 0.0
    for v in x:
        if v > 0:
            names.append("z")
        names.sort(reverse=True)
        if names:
            t += {"a": x[0], "z": x[1], "c": x[2], "y": x[3]}[names[0]]
        if v > 1:
            names.append("c")
        else:
            names.append("y" if v < -1 else "a")
    for i, name in enumerate(sorted(names)):
        t += {"a": x[0], "z": x[1], "c": x[2], "y": x[3]}[name] * i
    return t


PROGRAMS = [
    items_of_a_dict,
    from_the_last,
    by_the_text_alone,
    by_a_key_from_the_last,
    of_texts_that_become_more,
]
POINTS = [[0.71, -1.31, 2.1, 0.43], [-0.6, 1.2, -0.35, 1.7], [1.5, 0.3, 0.9, -2.2]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_texts_are_in_the_order_of_python(function, point):
    assert result(function, point)
