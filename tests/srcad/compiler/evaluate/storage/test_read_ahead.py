"""Arrays that are written while something goes through them, or is a view of them.

Python reads an iterator's elements when it is asked for them. What cannot be as in
Python is refused; each program here gave another value, in silence.
"""

import itertools

import numpy as np
import pytest

from srcad import CompileError, value_and_grad
from tests.sampling import sampled

SOURCES = {
    "rows": "v",
    "iter": "iter(v)",
    "backwards": "v[::-1]",
    "flat": "v.flat",
    "zip": "zip(v, m)",
    "zip of a generator": "zip(v, given(m))",
    "zip behind a generator": "zip(given(m), v)",
    "zip of generators": "zip(given(v), given(m))",
    "zip longest": "itertools.zip_longest(v, m)",
    "enumerate": "enumerate(given(v))",
    "accumulate": "itertools.accumulate(v)",
    "starmap": "itertools.starmap(together, zip(v, m))",
    "chain": "itertools.chain(v, m)",
    "flattened": "itertools.chain.from_iterable([v, m])",
    "islice": "itertools.islice(v, 4)",
    "pairwise": "itertools.pairwise(v)",
    "map": "map(doubled, v)",
    "generator expression": "(2 * a for a in v)",
}
BODIES = {
    "writes": "v[2:] *= 0.5",
    "writes and binds anew": "v[::2] *= 0.5; v = v * 0.9",
    "writes through a view": "h = v[1:]; h[0] += 1.0; v = v + 0.1",
}
PROGRAM = """
def given(items):
    for item in items:
        yield item - 1.0


def together(a, b):
    return a + b


def doubled(a):
    return 2.0 * a


def summed(item):
    if isinstance(item, tuple):
        return sum([summed(part) for part in item])
    return item + 0.0


def program(m):
    v = m * 1.0
    total = 0.0 * m[0]
    for item in {source}:
        total = total * 2 + summed(item)
        {body}
    return total.sum()
"""


def agrees(program, x):
    """The value and the gradient are Python's, or it is refused; says which."""
    try:
        out, gradient = value_and_grad(program)(x)
    except CompileError:
        return False
    np.testing.assert_allclose(out, program(x), rtol=1e-12)
    direction = np.cos(np.arange(x.size)).reshape(x.shape)
    step = 1e-6 * direction
    slope = (program(x + step) - program(x - step)) / 2e-6
    np.testing.assert_allclose(np.sum(gradient * direction), slope, rtol=1e-5)
    return True


ROWS = [" | ".join(row) for row in itertools.product(SOURCES, BODIES)]


@pytest.mark.parametrize("shape", [(5,), (5, 2)], ids=["numbers", "rows"])
@pytest.mark.parametrize("row", sampled(ROWS, 5))
def test_what_is_gone_through_is_as_in_python(made, row, shape):
    source, body = row.split(" | ")
    text = PROGRAM.format(source=SOURCES[source], body=BODIES[body])
    program = made("import itertools\n" + text)
    agrees(program, np.random.default_rng(0).uniform(0.2, 1.0, shape))


@pytest.fixture
def made(tmp_path):
    """What gives the ``program`` of a text."""
    import importlib.util
    import sys

    def load(text):
        path = tmp_path / "gone_through.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        return module.program

    yield load
    sys.modules.pop("gone_through", None)


def a_view_before(x):
    v = x * 1.0
    w = v[1:]
    total = 0.0
    for _ in range(3):
        v[::2] *= 0.5
        total = total * 2 + w[0] + w[1]
        v = v * 0.9
    return total


def a_view_backwards(x):
    v = x * 1.0
    w = v[::-1]
    total = 0.0
    for _ in range(3):
        v[::2] *= 0.5
        total = total * 2 + w[0] + w[1]
        v = v * 0.9
    return total


def a_view_on_one_path(x):
    v = x * 1.0
    w = v[1:]
    if x[0] > 0.5:
        v = v * 2
    v[1] *= 3
    return (v[1:] * w).sum()


def views_in_a_list(x):
    v = x * 1.0
    w = [v[:2], v[2:]]
    total = 0.0
    for _ in range(3):
        v[::2] *= 0.5
        total = total * 2 + w[0][0] + w[1][0]
        v = v * 0.9
    return total


VIEWS = [a_view_before, a_view_backwards, a_view_on_one_path, views_in_a_list]


@pytest.mark.parametrize("program", VIEWS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("first", [0.3, 0.7])
def test_a_view_is_seen_when_what_it_is_of_may_be_another_array(program, first):
    agrees(program, np.array([first, 0.4, 0.9, 0.6, 0.2]))


def an_iterator_that_is_written_behind(x):
    v = x * 1.0
    rows = iter(v)
    first = next(rows)
    v[0] = 3.0
    return first * v.sum()


def test_what_is_read_ahead_and_written_is_refused_by_its_name():
    with pytest.raises(CompileError, match="SRC015") as caught:
        value_and_grad(an_iterator_that_is_written_behind)(np.ones(3))
    assert "an iterator over it is in use" in str(caught.value)


def only_read(x):
    v = x * 1.0
    v[0] = 3.0
    total = 0.0
    for a, b in itertools.pairwise(iter(v)):
        total = total + a * b
    return total


def test_what_is_written_before_is_gone_through():
    assert agrees(only_read, np.array([0.3, 0.4, 0.9]))
