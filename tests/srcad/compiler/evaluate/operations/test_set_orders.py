"""A known set has one order, whatever goes through it or shows it."""

import os
import subprocess
import sys

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

X = [0.7, 1.3, 2.1, 0.4]
HEAD = """\
import collections
import enum
import functools
import itertools

import numpy as np

SET = {"alpha", "be", "q", "zeta12"}
NAMES = list(SET)
PLACES = {k: i for i, k in enumerate(SET)}
WEIGHTS = {k: 0.5 * len(k) for k in SET}
NUMBERS = {8, 0, 16, 3}
TUPLES = {(1, 2), (3, 4), (0, 9)}
FLOATS = {0.1, 0.7, 2.5, 1e10}
LISTS = [list(NUMBERS), list(TUPLES), list(FLOATS)]


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


COLORS = frozenset(Color)


def popped(s):
    found = []
    while s:
        found.append(s.pop())
    return found


def put(s):
    found = [None]
    found[:] = s
    return found


def grown(s, how):
    found = []
    if how:
        found.extend(s)
    else:
        found += s
    return found


def updated(s):
    found = collections.defaultdict(int)
    found.update(zip(s, range(9)))
    return list(found)

"""
# What gives the elements of a set `s` of texts in its order.
IN_TURN = (
    "list(s)",
    "[*tuple(s)]",
    "[k for k in s]",
    "[k for _, k in enumerate(s)]",
    "[k for k, _ in zip(s, range(9))]",
    "list(map(str, s))",
    "list(filter(None, s))",
    "list(dict.fromkeys(s))",
    "list(collections.Counter(s))",
    "list(collections.OrderedDict.fromkeys(s))",
    "list(collections.deque(s))",
    "' '.join(s).split()",
    "popped(s.copy())",
    "popped(set(s))",
    "put(s)",
    "grown(s, True)",
    "grown(s, False)",
    "updated(s)",
    "list(s.copy())",
    "list(frozenset(s))",
    "list(iter(frozenset(s)))",
    "list(s | s)",
    "list(s.union([]))",
    "list(s - {'z'})",
    "list(dict.fromkeys(['i', *s]).keys() & s)",
    "list(itertools.chain(s))",
    "list(itertools.chain.from_iterable([s]))",
    "list(itertools.chain.from_iterable((frozenset(s),)))",
    "[*map(list, (frozenset(s),))][0]",
    "[a for a, in itertools.permutations(s, 1)]",
    "functools.reduce(lambda a, b: a + [b], s, [])",
    "sorted(s, key=lambda k: 0)",
    "[k for k in sorted(s, key=str(s).find)]",
    "sorted(s, key=repr([s]).find)",
    "sorted(s, key=f'{s}'.find)",
    "sorted(s, key=f'{(s, 1)!r:>40}'.find)",
    "sorted(s, key=('%s' % s).find)",
    "sorted(s, key='{}'.format({1: s}).find)",
    "sorted(s, key=repr(frozenset(s)).find)",
)
PAIR = """\
def f(x):
    s = {{"delta", "ep", "i", "zeta12", "etaeta"}}
    left = {0}
    right = {1}
    total = 0.0
    for k, one in enumerate(left):
        total = total + x[k % 4] ** (2 if one == right[k] else 1)
    return total
"""
# What Python gives in every process, of sets from outside.
SURE = (
    "sum(x[PLACES[k]] ** 2 for k in SET)",
    "sum(WEIGHTS[k] * x.sum() ** 2 for k in SET)",
    "x.sum() * (('be' in SET) + len(SET)) * x[0]",
    "sum(x[i] ** (i + 1) * WEIGHTS[k] for i, k in enumerate(sorted(SET)))",
    "{k: x[PLACES[k]] ** 2 for k in SET}['be'] * x[0]",
    "(x ** 2).sum() * len({k.upper() for k in SET if len(k) > 1})",
    "(x ** 2).sum() * any(k == 'q' for k in SET) + all(len(k) for k in SET)",
    "(x ** 2).sum() * len(max(SET, key=len)) * sum(map(len, SET))",
    "(x ** 2).sum() * sum(one.value * x[one.value] for one in COLORS)",
    "sum(x[PLACES[k]] for k in SET - {'q'}) ** 2",
    "sum(x[LISTS[0].index(k)] ** (i + 1) for i, k in enumerate(NUMBERS))",
    "sum(x[LISTS[1].index(k)] ** (i + 1) for i, k in enumerate(TUPLES))",
    "sum(x[LISTS[2].index(k)] ** (i + 1) for i, k in enumerate(FLOATS))",
)
# What Python gives otherwise in each, or in every one since other data has the order.
UNSURE = (
    "sum(x[PLACES[k]] ** (i + 1) for i, k in enumerate(SET))",
    "sum(x[PLACES[k]] ** (i + 1) for i, k in enumerate(list(SET)))",
    "sum(x[PLACES[k]] ** (i + 1) for i, k in enumerate(set(SET)))",
    "sum(x[PLACES[k]] ** (i + 1) for i, k in enumerate(SET.copy()))",
    "sum(x[PLACES[k]] ** (i + 1) for i, k in enumerate(' '.join(SET).split()))",
    "sum(x[i] ** (2 if NAMES[i] == k else 1) for i, k in enumerate(SET))",
    "(x ** 2).sum() * len(next(iter(SET)))",
    "(x ** 2).sum() * len(list(SET - {'q'})[1])",
    "x[list(COLORS)[1].value] ** 2",
)


def _of_sets(folder, text, name):
    return module_of(folder, name, HEAD + text).f


@pytest.mark.parametrize("way", range(len(IN_TURN)))
def test_every_way_through_a_set_has_one_order(way, tmp_path):
    program = PAIR.format(IN_TURN[way - 1], IN_TURN[way])
    function = _of_sets(tmp_path, program, f"pair{way}")
    # Python itself may take another order of a copy, or of what operators make.
    out, _ = srcad.value_and_grad(function)(np.array(X))
    np.testing.assert_allclose(out, sum(X[k % 4] ** 2 for k in range(5)))


@pytest.mark.parametrize("case", range(len(SURE)))
def test_what_no_order_changes_compiles(case, tmp_path):
    program = f"def f(x):\n    return {SURE[case]}\n"
    assert result(_of_sets(tmp_path, program, f"sure{case}"), X)


@pytest.mark.parametrize("case", range(len(UNSURE)))
def test_an_order_that_other_data_may_have_is_refused(case, tmp_path):
    function = _of_sets(
        tmp_path, f"def f(x):\n    return {UNSURE[case]}\n", f"unsure{case}"
    )
    with pytest.raises(srcad.CompileError, match="sorted") as caught:
        srcad.value_and_grad(function)(np.array(X))
    assert caught.value.diagnostics[0].code == "SRC013"


def far_from_its_text():
    """Texts whose order in a set is at no place that of the texts, nor one that this is
    scattered into."""
    for k in range(1000):
        texts = [f"{letter}{k}" for letter in "abcd"]
        others = texts, [texts[1], texts[3], texts[0], texts[2]]
        if all(a not in b for a, *b in zip(set(texts), *others, strict=True)):
            return texts
    raise AssertionError("there is none")


def test_an_order_that_is_python_s_alone_is_seen(tmp_path):
    program = (
        f"SET = {set(far_from_its_text())}\n"
        "NAMES = list(SET)\n"
        "def f(x):\n"
        "    return sum(x[i] ** (2 if NAMES[i] == k else 1) for i, k in enumerate(SET))\n"
    )
    function = _of_sets(tmp_path, program, "far")
    with pytest.raises(srcad.CompileError, match="sorted"):
        srcad.value_and_grad(function)(np.array(X))


# The text of the module for what an expression gives, a text each.
SHOWN = """\
import sys

import numpy as np

import srcad


def f(x):
    s = {{"delta", "ep", "i", "zeta12", "etaeta"}}
    print(s, [x[0]])
    total = 0.0
    for k, one in enumerate({0}):
        total = total * 0.5 + len(one) * x[k % 4] ** 2
    return total


srcad.value_and_grad(f)(np.array([0.7, 1.3, 2.1, 0.4]))
for name in sorted(sys.modules):
    if name.startswith("srcad_generated"):
        print(open(sys.modules[name].__file__).read())
"""


@pytest.mark.parametrize("way", ["list(s)", "popped(s)", "str(s).split()"])
def test_a_module_is_the_same_for_every_seed(way, tmp_path):
    file = tmp_path / "shown.py"
    file.write_text(HEAD + SHOWN.format(way))
    texts = set()
    for seed in ("0", "1", "2"):
        cache = str(tmp_path / f"cache{seed}")
        env = {**os.environ, "PYTHONHASHSEED": seed, "SRCAD_CACHE_DIR": cache}
        done = subprocess.run(
            [sys.executable, str(file)], env=env, capture_output=True, text=True
        )
        assert not done.returncode, done.stderr
        texts.add(done.stdout.partition("# Code generated")[2].replace(cache, ""))
    assert len(texts) == 1
    assert "def " in texts.pop()
