"""What classes show of their objects themselves: printed, logged, a part of a text."""

import logging
from typing import NamedTuple

import numpy as np
import pytest

import srcad

X = np.array([0.7034, -0.4041, 1.3097])
LOGGER = logging.getLogger("tests.shown.objects")


class Formatted:
    def __init__(self, a, unit="m"):
        self.a, self.unit = a, unit

    def __format__(self, pattern):
        return f"{self.a:{pattern or '.2f'}} {self.unit}"

    def __str__(self):
        return f"{self.a:.3f}{self.unit}"


class Represented:
    def __init__(self, a):
        self.a = a

    def __repr__(self):
        return f"R({self.a:.3f})"


class Both(Represented):
    def __str__(self):
        return "B%.1f!" % self.a  # noqa: UP031


class Row(NamedTuple):
    a: float

    def __str__(self):
        return f"<{self.a:.2f}>"


class Counting:
    def __init__(self, a):
        self.a, self.asked = a, 0

    def __str__(self):
        self.asked += 1
        return f"{self.a:.1f}"


def in_f_strings(x):
    m, r, b, row = Formatted(x[0]), Represented(x[1]), Both(x[2]), Row(x[0])
    print(f"{m} {m:.1f} {m!s} {m!s:>12} {r} {r!r} {r!s} {b} {b!r:>14} {row} {row!s}")
    return m.a * r.a * b.a


def by_format_and_percent(x):
    m, r, b = Formatted(x[0]), Represented(x[1]), Both(x[2])
    print("{} {:.1f} {!r} {k}".format(m, m, r, k=b), format(m, ".4f"))  # noqa: UP032
    print("%s %r %5.1f %%" % (r, b, x[0]), "%s" % r)  # noqa: UP031
    print(str(b), repr(b), r, Row(x[1]))
    return m.a * r.a * b.a


def in_a_log(x):
    m, r, b = Formatted(x[0]), Represented(x[1]), Both(x[2])
    LOGGER.info("a %s %5.1f %r %%", m, x[0], b)
    LOGGER.info(f"{m} {b!r}")
    LOGGER.log(logging.INFO, "%-12s|%s", r, b)
    logging.getLogger("tests.shown.objects").warning(r)
    return m.a * r.a * b.a


def on_paths_and_in_loops(x):
    if x[0] > 0:
        print(f"{Formatted(x[0] * 2)}")
    for k in range(12):
        print(f"{k} {Formatted(x[1] * k)}")
    top = max(
        [Formatted(a, u) for a, u in zip(x, "abc", strict=True)], key=lambda m: m.a
    )
    print(f"top {top} {top:.1f}", top)
    return top.a * x[0]


def counts(x):
    c = Counting(x[0])
    print(c, f"{c}")
    return c.a * c.asked


@pytest.mark.parametrize(
    "program",
    [in_f_strings, by_format_and_percent, in_a_log, on_paths_and_in_loops, counts],
)
def test_it_is_shown_as_python_shows_it(program, capsys, caplog):
    with caplog.at_level(logging.INFO):
        value = program(X)
        want = capsys.readouterr().out, [one.getMessage() for one in caplog.records]
        caplog.clear()
        got, _ = srcad.value_and_grad(program)(X)
        assert got == pytest.approx(value)
        have = capsys.readouterr().out, [one.getMessage() for one in caplog.records]
    assert have == want


def logged_where_that_changes_it(x):
    c = Counting(x[0])
    LOGGER.debug("%s", c)
    return c.a * c.asked


def test_what_may_be_logged_changes_nothing():
    with pytest.raises(srcad.CompileError, match="may be logged changes something"):
        srcad.grad(logged_where_that_changes_it)(X)


def in_a_list(x):
    print([Represented(x[0])])
    return x[0]


def test_in_a_container_it_is_refused():
    with pytest.raises(srcad.CompileError, match="what Python shows of a Represented"):
        srcad.grad(in_a_list)(X)
