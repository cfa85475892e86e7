"""``functools.wraps`` of functions that are defined in what is compiled."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

HEAD = """\
import functools
import numpy as np

def deco(fn):
    @functools.wraps(fn)
    def wr(*a):
        return fn(*a) * 2.0
    return wr
"""
PROGRAMS = {
    "the name": """
def f(x):
    @deco
    def gggg(v):
        return v * v
    return gggg(x).sum() * len(gggg.__name__)
""",
    "the attributes": """
def f(x):
    def gggg(v):
        return v * v
    gggg.k = 3.0
    g = deco(gggg)
    return g(x).sum() * g.k
""",
    "a function of NumPy": """
def f(x):
    @functools.wraps(np.sin)
    def w(v): return v * 3.0
    return w(x).sum() * len(w.__name__) + w.__wrapped__(x)[0]
""",
    "a function that is held elsewhere": """
def f(x):
    seen = []
    def reg(fn): seen.append(fn); return fn
    def h(v): return v * v
    h.k = x[0]
    @functools.wraps(h)
    @reg
    def w(v): return v * 3.0
    return w(x).sum() * len(seen[0].__name__) * w.k * (2.0 if seen[0] is w else 1.0)
""",
    "other words": """
def f(x):
    def h(v): return v * v
    h.k = 3.0
    @functools.wraps(h, assigned=("__module__",), updated=())
    def ww(v): return v * 3.0
    try: k = ww.k
    except AttributeError: k = 2.0
    return ww(x).sum() * len(ww.__name__) * k
""",
    "the annotations": """
def f(x):
    def h(v: float): return v * v
    @functools.wraps(h)
    def ww(v): return v * 3.0
    return ww(x).sum() * len(ww.__annotations__)
""",
    "twice": """
def f(x):
    def count(fn):
        @functools.wraps(fn)
        def w(*a):
            w.calls += 1
            return fn(*a)
        w.calls = 0
        return w
    @count
    @count
    def sq(v): return v * v
    y = sq(x) + sq(x)
    return y.sum() * sq.calls + sq.__wrapped__.calls + sq.__wrapped__.__wrapped__(x)[0]
""",
    "in a loop": """
def f(x):
    def h(v): return v * v
    s = 0.0
    for v in x:
        h.k = v
        @functools.wraps(h)
        def w(u): return h(u) * 2.0
        s = s + w(v) * w.k
    return s
""",
    "a function with a cache": """
def f(x):
    @functools.cache
    def h(v): return v * v
    @functools.wraps(h)
    def w(u): return h(u) * 2.0
    return w(2.0) * w.__wrapped__(3.0) * x[0] * len(w.__name__)
""",
    "a lambda": """
def f(x):
    @functools.wraps(lambda v: v)
    def w(u): return u * 2.0
    return w(x).sum() * len(w.__name__)
""",
    "what has no name": """
def f(x):
    @functools.wraps(functools.partial(lambda v: v))
    def w(u): return u * 2.0
    return w(x).sum() * len(w.__name__)
""",
}
# What `wraps` copies beside the name and the attributes is not known here.
REFUSED = ("the annotations",)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_beside_python(name, tmp_path):
    module = module_of(tmp_path, "wraps", HEAD + PROGRAMS[name])
    assert result(module.f, [1.5, 2.5]) is (name not in REFUSED)
