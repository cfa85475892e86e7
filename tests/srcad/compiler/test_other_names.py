"""Arrays under other names: views, iterators, what holds them; written, and bound anew.

Where a name is bound anew on a path, or in an iteration, what goes by other names is the
old array, and a write reaches it or not. A program gives what Python gives, or it is
refused.
"""

import itertools

import numpy as np
import pytest

import srcad
from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of, result

NAMES = [
    *("v", "v[1:]", "v[::-1]", "v.T", "v.reshape(-1)", "v.ravel()", "np.asarray(v)"),
    *("[v]", "{'a': v}", "(v, 1.0)", "Holder(v)", "lambda: v", "(lambda a=v: a)"),
    *("v[None]", "np.atleast_2d(v)", "[v[1:], v[:2]]", "np.expand_dims(v, 0)", "v[:]"),
    *("v[...]", "iter(v)", "Holder(v[1:])", "{'a': [v[1:]]}", "zip(v, v[1:])"),
    *("functools.partial(np.sum, v)", "np.swapaxes(v[None], 0, 1)", "np.flip(v)"),
    *("np.broadcast_to(v, (2,) + v.shape)", "v[1:][::-1]", "given(v)", "v.flat"),
    *("v.copy()", "v[[0, 1]]", "v.view()", "np.real(v)", "np.squeeze(v)", "list(v)"),
    *("np.split(v, [2])", "np.asarray(v, dtype=float)", "v.astype(float, copy=False)"),
    *("np.array_split(v, 2)", "max([v], key=np.sum)", "sorted([v], key=np.sum)"),
    *("max([v, v * 2], key=np.sum)", "v if v[0] > 0.5 else v * 2", "[v].pop()"),
    *("[v, v[1:]][int(v[0] > 0.5)]", "next(iter([v]))", "dict(a=v).get('a')"),
    *("list(map(np.ravel, [v]))", "[a for a in [v, v[::-1]]]", "copy.copy([v])"),
    *("functools.reduce(lambda a, b: b, [v, v])", "np.where(True, v, 0.0)"),
    *("np.add(v, 0.0, out=v)", "operator.iadd(v, 0.0)", "np.moveaxis(v, 0, 0)"),
    *("np.nan_to_num(v, copy=False)", "np.broadcast_arrays(v, 1.0)", "v.real"),
    *("itertools.chain(v, v)", "itertools.accumulate(v)", "itertools.pairwise(v)"),
    *("itertools.islice(v, 3)", "map(np.sin, v)", "(2 * a for a in v)"),
    *("enumerate(v)", "reversed(v)", "itertools.zip_longest(v, given(v))"),
    *("itertools.starmap(np.add, zip(v, v))", "filter(None, v)", "zip(given(v), v)"),
    # Views of what a path decides whether it is a view.
    *(
        "(v[:] if v[0] > 0.5 else v * 2)[None]",
        "[v[:] if v[0] > 0.5 else v * 2][0][1:]",
    ),
    *("(v[None] if v[0] > 0.5 else v[None] * 2)[0][1:]",),
    *("np.ravel(v[None] if v[0] > 0.5 else v[None] * 2)",),
]
WRITES = [
    *("v[0] = 7.0", "v *= 2.0", "v[1:] += 1.0", "v[v > 0.5] = 0.25", "v.fill(0.5)"),
    *("np.add(v, 1.0, out=v)", "v.sort()", "np.copyto(v, 0.25)", "put(v)"),
    *("v[:] = v[::-1].copy()", "v[...] = 1.5", "operator.setitem(v, 0, 3.0)"),
    *("v[0], v[1] = v[1], v[0]", "v.put([0], 2.0)", "v[-1] -= v[0]"),
    *("np.multiply(v, v, v)", "h = v[1:]; h *= 3.0", "h = v.reshape(-1); h[1] = 4.0"),
    *("(lambda a: put(a))(v)", "[q] = [v]; q[0] = 2.5", "v = v * 0.5", "v = v.copy()"),
]
# What is done with the name, the write, and what is read.
FORMS = {
    "one after the other": """
NAME
WRITE
r = number(w) + v.sum()
""",
    "on one path": """
NAME
if m.sum() > 1.0:
    WRITE
else:
    v = v * 2
r = number(w) + v.sum()
""",
    "behind a path": """
NAME
if m.sum() > 1.0:
    v = v * 3.0
WRITE
r = number(w) + v.sum()
""",
    "bound anew in a loop": """
NAME
r = 0.0
for k in range(3):
    WRITE
    r = r * 0.5 + v.sum()
    v = v * 0.9
r = r + number(w)
""",
    "in a loop": """
NAME
r = 0.0
for k in range(3):
    WRITE
    r = r * 0.5 + v.sum()
r = r + number(w)
""",
    "named in a loop": """
r = 0.0
for k in range(3):
    NAME
    WRITE
    r = r * 0.5 + number(w)
    v = v * 0.9
r = r + v.sum()
""",
    "of the iteration before": """
r = 0.0
NAME
for k in range(3):
    WRITE
    r = r * 0.5 + number(w)
    NAME
    v = v + 0.1
r = r + v.sum()
""",
    "in a while": """
NAME
r = 0.0
while r < 3.0:
    WRITE
    r = r + 1.1
    if m.sum() > 1.0:
        v = v * 0.9
r = r + number(w)
""",
    "gone through": """
NAME
r = 0.0
n = 0
for item in w if hasattr(w, "__iter__") else [w]:
    r = r * 2 + number(item)
    WRITE
    n += 1
    if n == 6:
        break
""",
    "gone through and bound anew": """
NAME
r = 0.0
for n, item in enumerate(w if hasattr(w, "__iter__") else [w]):
    r = r * 2 + number(item)
    WRITE
    v = v * 0.9 + 0.1
    if n == 5:
        break
""",
    "in a handler": """
NAME
r = 0.0
for k in range(3):
    try:
        WRITE
        r = r + checked(v[0])
    except ValueError:
        v = v + 0.5
r = r + number(w)
""",
}
HEAD = '''
import copy
import functools
import itertools
import operator

import numpy as np


class Holder:
    def __init__(self, item):
        self.item = item


def given(items):
    for item in items:
        yield item


def put(a):
    a[1] = 5.0


def checked(a):
    if a > 1.2:
        raise ValueError
    return a * a


def number(w):
    """A number of anything."""
    if isinstance(w, (list, tuple)):
        return sum(number(part) for part in w)
    if isinstance(w, dict):
        return sum(number(part) for part in w.values())
    if isinstance(w, Holder):
        return number(w.item)
    if callable(w):
        return number(w())
    if isinstance(w, (np.ndarray, float, int)):
        return np.sum(w * 1.5)
    if w is None:
        return 0.25
    return sum([number(part) for part in w])
'''
X = (0.71, 0.43, 0.92, 0.26)


def program(number, name, writes, form):
    """A function of ``m``, whose copy ``v`` has another name as well."""
    lines = [f"def of_{number}(m):", "    v = m * 1.0"]
    for line in FORMS[form].strip("\n").split("\n"):
        pad = line[: len(line) - len(line.lstrip())]
        lines.append("    " + line.replace("NAME", f"w = {name}"))
        if "WRITE" in line:
            lines[-1:] = [f"    {pad}{one}" for one in writes.split("; ")]
    return "\n".join([*lines, "    return r", ""])


PROGRAMS = list(itertools.product(NAMES, FORMS))


@pytest.mark.parametrize("row", sampled(PROGRAMS, 37), ids=" ".join)
def test_what_has_another_name_is_as_in_python(row, tmp_path):
    name, form = row
    # A few writes of each, others in each of the rows.
    shift = PROGRAMS.index(row)
    chosen = [WRITES[(shift * 5 + more) % len(WRITES)] for more in (0, 7, 14)]
    programs = [program(k, name, one, form) for k, one in enumerate(chosen)]
    module = module_of(tmp_path, "names", "\n\n".join([HEAD, *programs]))
    for k in range(len(chosen)):
        result(getattr(module, f"of_{k}"), X)


def test_most_of_these_are_not_refused(tmp_path):
    rows = [(name, "one after the other") for name in NAMES]
    programs = [
        program(k, *row[:1], "v[0] = 7.0", row[1]) for k, row in enumerate(rows)
    ]
    module = module_of(tmp_path, "names", "\n\n".join([HEAD, *programs]))
    found = [result(getattr(module, f"of_{k}"), X) for k in range(len(rows))]
    assert np.mean(found) > 0.7


FIXED = np.array([0.5, 1.25, -0.75])


def beside_its_old_name(x):
    scales = FIXED + 0.0
    before = scales
    for v in x:
        scales *= 0.5
        scales = scales * v
    return np.sum(before * x)


def while_it_is_gone_through(x):
    scales, total = FIXED * 1.0, 0.0
    for a, v in zip(scales, x, strict=True):
        total = total + a * v
        scales *= 0.5
        scales = scales * 1.0
    return total


def bound_anew_alone(x):
    scales = FIXED * 1.0
    for v in x:
        scales = scales * v
    return np.sum(scales)


@pytest.mark.parametrize("program", [beside_its_old_name, while_it_is_gone_through])
def test_a_known_array_that_a_loop_carries_is_not_written(program):
    with pytest.raises(srcad.CompileError, match="writes into the array `scales`"):
        srcad.grad(program)(np.array([0.5, 1.5, 2.5]))
    assert result(bound_anew_alone, np.array([0.5, 1.5, 2.5]))
