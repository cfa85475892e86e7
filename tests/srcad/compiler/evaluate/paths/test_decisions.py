"""Programs in which one statement decides what a later one finds.

They are compiled to third order and compared, as those of ``cases/`` are.
"""

import pytest

from tests.srcad.compiler.derivatives import check


def walrus_comp(x):
    ys = [y := x * k for k in range(3)]
    return ys[1] * y


def match_dict(x):
    cfg = {"mode": "mul", "v": x * 2, "extra": 3}
    match cfg:
        case {"mode": "add", "v": v}:
            y = x + v
        case {"mode": "mul", "v": v, **rest}:
            y = x * v * rest["extra"]
    return y


def try_key(x):
    d = {"a": x}
    try:
        y = d["b"]
    except KeyError:
        y = d["a"] * 2
    else:
        y = x
    finally:
        z = y * x
    return z


def try_static(x):
    try:
        y = x * 2
    except ValueError:
        y = x
    return y * y


def try_raise_static(x):
    try:
        if x.ndim == 1:
            raise ValueError("one")
        y = x
    except ValueError as e:
        y = x * x * len(str(e))
    return y


def try_nested(x):
    try:
        try:
            k = int("a")
        except KeyError:
            k = 1
    except ValueError:
        k = 5
    return x * k * x


def try_reraise(x):
    try:
        try:
            k = int("a")
        except ValueError:
            raise
    except ValueError:
        k = 5
    return x * k * x


def else_break(x):
    t = x[0]
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            t = t + x[j] * x[i]
            if t > 1.0:
                break
        else:
            break
        t = t * 0.5
    return t * t


def static_else(x):
    for k in range(3):
        if k == 5:
            break
    else:
        x = x * 2
    for k in (1, 2, 3):
        if k == 2:
            break
    else:
        x = x * 100
    return x * k


def raise_last(x):
    s = x.sum()
    if s > -100:
        return x * s
    raise ValueError("negative")


PROGRAMS = [
    walrus_comp,
    match_dict,
    try_key,
    try_static,
    try_raise_static,
    try_nested,
    try_reraise,
    else_break,
    static_else,
    raise_last,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program):
    check(program, ["float64[n]"], draws=4)
