"""One object after another in the same place of a program.

A module is used again for what it was made for alone. So a function is called with
objects of one class and of others, in an argument, a global, an attribute, a variable
of a closure, a default: every call gives what the function itself gives.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import srcad
from srcad import CompileError

from . import forks, judging
from .family import GOOD, REFUSED, VOID, WRONG, Family, Verdict
from .judging import Wrong

_HEAD = """import collections
import datetime
import enum
import fractions
import functools
import math
import operator
import pathlib
import types
from typing import NamedTuple

import numpy as np


class Whole(int):
    pass


class Part(float):
    pass


class Word(str):
    pass


class Row(tuple):
    pass


class Shown(tuple):
    def __str__(self):
        return "shown"


class Own(list):
    def __eq__(self, other):
        return len(self) > 1

    def __lt__(self, other):
        return True

    def __contains__(self, item):
        return item == 3.0

    def __add__(self, other):
        return 2.5

    def __radd__(self, other):
        return 3.5


class Table(dict):
    def __missing__(self, key):
        return 7.0

    def __len__(self):
        return 5


class Vector(NamedTuple):
    a: float
    b: float = 2.0

    def __add__(self, other):
        return Vector(self.a + other[0], self.b)

    def __mul__(self, k):
        return Vector(self.a * k, self.b * k)

    __rmul__ = __mul__


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2


class Pair(NamedTuple):
    a: float
    b: float = 2.0


class Scale:
    def __init__(self, a):
        self.a = a

    def __call__(self, v):
        return v * self.a

    def apply(self, v):
        return v + self.a

    def __getitem__(self, key):
        return self.a + key

    def __len__(self):
        return int(self.a) + 1

    def __mul__(self, other):
        return self.a * other

    __rmul__ = __mul__


class Heavy(Scale):
    def __call__(self, v):
        return v * self.a * self.a


def member(value):
    return enum.IntEnum("Made", {"ONLY": value}).ONLY


def scaled(a):
    def scale(v):
        return v * a

    return scale


def given(v, a=1.0):
    return v - a


"""

# Objects, and expressions of one that give a number; the program's own exceptions are
# not looked at.
_NUMBERS = (
    *("1", "2", "True", "Whole(1)", "Whole(2)", "np.int64(1)", "np.int64(2)", "1.0"),
    *("2.0", "Part(1.0)", "Part(2.0)", "np.float64(2.0)", "np.float32(1.5)", "0"),
    *("Level.LOW", "Level.HIGH", "member(3)", "member(4)", "Access(3)", "Access(4)"),
    *("fractions.Fraction(1, 2)", "fractions.Fraction(3, 2)", "-1", "-0.0", "np.pi"),
    *("np.bool_(True)", "np.array(2)", "np.array(3)", "np.float64(3.0)", "math.inf"),
)
_OF_NUMBERS = (
    *("k", "float(k)", "int(k)", "k * 2 + 1", "(2.0 if k == 1 else 3.0)", "-k"),
    *("(2.0 if k > 1 else 3.0)", "len(str(k))", "(2.0 if k else 3.0)", "abs(k)"),
    *("(2.0 if isinstance(k, Whole) else 3.0)", "(2.0 if type(k) is int else 3.0)"),
    *("{1: 2.0}.get(k, 5.0)", "[1.0, 2.0, 3.0][int(k) % 3]", "round(k)", "k ** 2"),
    *("k % 2", "k // 2", "(k or 5.0)", "(1.5 if k in (1, 3) else 2.5)", "max(k, 1)"),
    *("x[int(k) % 3]", "np.sum(x[: int(k)])", "len(f'{k}')", "len(repr(k))"),
    *("(2.0 if 1 <= k < 2 else 3.0)", "sum(j * 1.0 for j in range(int(k) + 1))"),
    *("(2.0 if isinstance(k, float) else 3.0)", "np.sum(x * k)", "np.sum(k / (x + 9))"),
    *("math.floor(k)", "(2.0 if k is True else 3.0)", "bool(k) + 1", "hash(k) % 5"),
    *("len(type(k).__name__)", "getattr(k, 'value', 7)", "np.sum(np.full(2, k))"),
)
_TEXTS = (
    *("'a'", "'b'", "''", "Word('a')", "Word('b')", "pathlib.PurePath('a')", "'sum'"),
    *("pathlib.PurePath('b/c')", "Mode.SUM", "Mode.MEAN", "'mean'", "b'a'", "None"),
    *("np.dtype('float32')", "np.dtype('float64')", "np.float32", "np.float64", "int"),
    *("datetime.timedelta(1)", "datetime.timedelta(2)", "datetime.date(2020, 1, 2)"),
)
_OF_TEXTS = (
    *("len(k)", "(2.0 if k == 'a' else 3.0)", "{'a': 2.0}.get(k, 4.0)", "len(str(k))"),
    *("float(ord(str(k)[-1]))", "(2.0 if k.startswith('a') else 3.0)", "len(f'{k}')"),
    *("(1.5 if k in ('a', 'x') else 2.5)", "len(k.upper() + 'x')", "len(repr(k))"),
    *("getattr(np, k)(x)", "(2.0 if k is None else 3.0)", "(2.0 if k else 3.0)"),
    *("(2.0 if k is Mode.SUM else 3.0)", "k.value", "len(k.name)", "getattr(x, k)()"),
    *("np.zeros(2, k).itemsize", "x.astype(k)[0]", "k.days", "k(2.5)", "k.itemsize"),
    *("(2.0 if isinstance(k, str) else 3.0)", "hash(k) % 5", "len(k.parts)"),
    *("(2.0 if k < 'b' else 3.0)", "sum(ord(c) for c in k)", "int(k == 'b')"),
)
_CALLABLES = (
    *("np.sin", "np.cos", "np.exp", "np.abs", "lambda v: v * 2.0", "lambda v: v * 3.0"),
    *("Scale(2.0)", "Scale(3.0)", "Heavy(2.0)", "functools.partial(np.add, 1.0)"),
    *("functools.partial(np.add, 2.0)", "functools.partial(given, a=2.0)", "given"),
    *("functools.partial(given, a=3.0)", "scaled(2.0)", "scaled(3.0)", "np.negative"),
    *("Scale(2.0).apply", "Scale(3.0).apply", "np.poly1d([1.0, 2.0])", "np.square"),
    *("np.poly1d([1.0, 3.0])", "operator.itemgetter(0)", "operator.itemgetter(1)"),
    *("operator.methodcaller('sum')", "operator.methodcaller('mean')", "np.sum"),
    *("functools.lru_cache(scaled(2.0))", "functools.lru_cache(scaled(4.0))", "np.max"),
    *("operator.neg", "operator.pos", "np.vectorize(scaled(2.0))", "np.add.reduce"),
    *("functools.partial(scaled(2.0))", "[2.0, 3.0].__getitem__", "{2: 5.0}.get"),
    *("float", "int", "Whole", "len", "sum", "max", "np.float32", "np.asarray", "None"),
)
_OF_CALLABLES = (
    *("np.sum(k(x))", "k(2.0)", "k(x)[0]", "sum(map(k, [1.0, 2.0]))", "k(x.sum())"),
    *("(2.0 if callable(k) else 3.0)", "sum([k(v) for v in (1.0, 2.0)])", "k(2)"),
    *("functools.reduce(lambda a, b: a + k(b), [1.0, 2.0], 0.5)", "k(k(x))[0]"),
    *("max([1.0, -2.0, 1.5], key=k)", "np.sum((k or np.sin)(x))", "np.sum(k(x) * x)"),
    *("(2.0 if k is np.sin else 3.0)", "(k(x) if k is not None else x)[1]"),
    *("{np.sin: 2.0, np.cos: 3.0}.get(k, 4.0)", "np.sum(k(x, 2.0))", "k.a"),
    *("getattr(k, 'a', 5.0)", "sorted([2.0, 1.0, -1.5], key=k)[0]", "k[0]", "k * 2.0"),
)
_CONTAINERS = (
    *("(1.0, 2.0)", "(1.0, 3.0)", "[1.0, 2.0]", "[1.0, 3.0]", "{'a': 1.0}"),
    *(
        "Pair(1.0)",
        "{'a': 2.0}",
        "Pair(3.0)",
        "Pair(1.0, 3.0)",
        "frozenset({1, 2})",
        "{1, 3}",
        "()",
    ),
    *("range(2)", "range(3)", "range(1, 4)", "Row((1.0, 2.0))", "Row((1.0, 3.0))"),
    *("collections.OrderedDict(a=1.0)", "collections.OrderedDict(a=2.0)"),
    *("types.MappingProxyType({'a': 1.0})", "types.MappingProxyType({'a': 2.0})"),
    *("types.SimpleNamespace(a=1.0)", "types.SimpleNamespace(a=2.0)", "slice(1, 3)"),
    *(
        "slice(0, 2)",
        "np.array([1, 2])",
        "np.array([1, 0])",
        "np.array([True, False, True])",
        "...",
    ),
    *("np.array([1.5, 2.5])", "Scale(1.0)", "Scale(2.0)", "{'a': 1.0}.items()", "[]"),
    *("{'a': 2.0, 'b': 1.0}", "{'b': 1.0, 'a': 2.0}", "collections.Counter('ab')"),
    *("Shown((1.0, 2.0))", "Own([1.0, 2.0])", "Own([3.0])", "Table(a=1.0)"),
    *("Vector(1.0)", "Vector(1.0, 3.0)", "Table(b=2.0)"),
    *("collections.defaultdict(float, a=1.0)", "collections.defaultdict(int, b=2)"),
    *("[[1.0], [2.0]]", "[(1.0, 2)]", "{'a': [1.0]}", "{'a': {'a': 1.0}}", "'ab'"),
    *("collections.deque([1.0, 2.0])", "{'a': 1.0}.keys()", "{'a': 3.0}.values()"),
)
_OF_CONTAINERS = (
    *("k[0]", "k['a']", "k.a", "len(k)", "sum(k)", "(2.0 if 1.0 in k else 3.0)"),
    *("sum(v * 2.0 for v in k)", "np.sum(x[k])", "k[-1]", "len(list(k))", "k[1]"),
    *("sum(k.values())", "len(dict(k))", "max(k)", "(2.0 if k else 3.0)", "x[k][0]"),
    *("sum(i * v for i, v in enumerate(k))", "k.get('a', 9.0)", "len(str(k))"),
    *("(2.0 if k == (1.0, 2.0) else 3.0)", "(2.0 if k == [1.0, 2.0] else 3.0)"),
    *("(2.0 if k == {'a': 1.0} else 3.0)", "(2.0 if 'a' in k else 3.0)", "k.b"),
    *("[v for v in k][0]", "sorted(k)[0]", "next(iter(k))", "np.sum(np.array(k))"),
    *("np.sum(x[:2] * np.asarray(k))", "tuple(k)[0]", "x[k.start]", "k[0][0]"),
    *("sum(v for _, v in k.items())", "len(k['a'])", "(2.0 if 1 in k else 3.0)"),
    *("sum(a * b for a, b in zip(k, (1.0, 2.0)))", "dict(k)['a']", "k.count(1.0)"),
    *("len(type(k).__name__)", "(2.0 if isinstance(k, list) else 3.0)", "k + k"),
    *("(2.0 if k < [5.0] else 3.0)", "[1.0] + k", "(k + k)[0]", "(k * 2)[0]"),
    *("(2 * k)[0]", "(2.0 if 3.0 in k else 3.0)", "len(f'{k!r}')", "(2.0 * k).a"),
    *("(lambda a, b: a * 2.0 + b)(*k)", "(lambda a, b=2.0: a * b)(**k)", "k['a'][0]"),
)
_KINDS = (
    (_NUMBERS, _OF_NUMBERS),
    (_TEXTS, _OF_TEXTS),
    (_CALLABLES, _OF_CALLABLES),
    (_CONTAINERS, _OF_CONTAINERS),
)

# Where the object stands: the program, in which USE is what is done with it. ``put``
# puts it there, ``function`` takes x and what ``more`` gives for it.
_PLACES = {
    "argument": """def function(x, k):
    return np.sum(x * x) + np.sum(x) * (USE)


def put(k):
    return (k,)
""",
    "keyword": """def inner(x, *, k=None):
    return np.sum(x * x) + np.sum(x) * (USE)


def function(x, options):
    return inner(x, **options)


def put(k):
    return ({"k": k},)
""",
    "tuple": """def function(x, ks):
    j, (k, *_) = ks
    return np.sum(x * x) + np.sum(x) * (USE) * j


def put(k):
    return ((2.0, [k, 1.0]),)
""",
    "global": """K = None


def function(x):
    k = K
    return np.sum(x * x) + np.sum(x) * (USE)


def put(k):
    global K
    K = k
    return ()
""",
    "attribute": """class Holder:
    k = None

    def run(self, x):
        k = self.k
        return np.sum(x * x) + np.sum(x) * (USE)


HOLDER = Holder()


def function(x):
    return HOLDER.run(x)


def put(k):
    HOLDER.k = k
    return ()
""",
    "class": """class Holder:
    k = None


def function(x):
    k = Holder.k
    return np.sum(x * x) + np.sum(x) * (USE)


def put(k):
    Holder.k = k
    return ()
""",
    "closure": """def made():
    k = None

    def set(new):
        nonlocal k
        k = new

    def function(x):
        return np.sum(x * x) + np.sum(x) * (USE)

    return function, set


function, set_k = made()


def put(k):
    set_k(k)
    return ()
""",
    "default": """def function(x):
    return inner(x)


def inner(x, k=None):
    return np.sum(x * x) + np.sum(x) * (USE)


def put(k):
    inner.__defaults__ = (k,)
    return ()
""",
    "partial": """def inner(k, x):
    return np.sum(x * x) + np.sum(x) * (USE)


def function(x, f):
    return f(x)


def put(k):
    return (functools.partial(inner, k),)
""",
    "item": """TABLE = {"k": None}


def function(x):
    k = TABLE["k"]
    return np.sum(x * x) + np.sum(x) * (USE)


def put(k):
    TABLE["k"] = k
    return ()
""",
}

_SHOWN = """

if __name__ == "__main__":
    import srcad

    x = np.array([0.5, 1.5, 2.5])
    for k in OBJECTS():
        more = put(k)
        print(repr(k))
        print("  the program itself gives", function(x, *more))
        print("  srcad gives", srcad.value_and_grad(function, 0)(x, *more))
"""


@dataclass(frozen=True)
class Swapped:
    """A text, and what it is about."""

    text: str
    words: str


def drawn(source: random.Random) -> Swapped:
    """A place, what is done with what stands there, and what stands there in turn."""
    objects, uses = source.choice(_KINDS)
    place = source.choice(list(_PLACES))
    use = source.choice(uses)
    if source.random() < 0.3:
        use = f"({use}) + ({source.choice(uses)})"
    chosen = source.sample(objects, 4)
    chosen.append(chosen[0])
    program = _PLACES[place].replace("USE", use)
    listed = ", ".join(chosen)
    text = f"{_HEAD}{program}\n\ndef OBJECTS():\n    return [{listed}]\n"
    return Swapped(text, f"{place}: {use} of {listed}")


def judged(case: Swapped, folder: Path) -> Verdict:
    """Every call gives what the function itself gives, or is refused."""
    judging.limited()
    module = judging.loaded(case.text, folder)
    code, compared = "", 0
    with np.errstate(all="ignore"):
        for item in module.OBJECTS():
            try:
                compared += _compared(module, item)
            except Wrong as error:
                return Verdict(WRONG, "", f"with {item!r}: {error}")
            except CompileError as error:
                code = error.diagnostics[0].code
    if compared:
        return Verdict(GOOD)
    return Verdict(REFUSED, code) if code else Verdict(VOID)


def _compared(module: ModuleType, item: Any) -> bool:
    """Whether a call could be compared, with what the function itself gives."""
    x = np.array([0.5, 1.5, 2.5])
    more, shown = module.put(item), repr(item)

    def value(x: Any) -> float:
        out = np.asarray(module.function(x, *more))
        if out.shape or out.dtype.kind not in "fi":
            raise TypeError(f"the result is {out!r}")
        return float(out)

    def slopes(step: float) -> Any:
        moves = step * np.eye(3)
        return np.array([(value(x + h) - value(x - h)) / (2 * step) for h in moves])

    try:
        with forks.limited(judging.PATIENCE):
            expected, wanted, rough = value(x), slopes(1e-6), slopes(1e-4)
    except (Exception, forks.Endless):
        return False  # The program itself raises, or does not end.
    if repr(item) != shown:
        return False  # The program changes what it is given.
    if not np.isfinite(expected) or not np.allclose(wanted, rough, rtol=1e-4):
        return False
    out, gradient = srcad.value_and_grad(module.function, 0)(x, *module.put(item))
    if not np.allclose(out, expected, rtol=1e-6):
        raise Wrong(f"the value is {out}, not {expected}")
    if not np.allclose(gradient, wanted, rtol=1e-4, atol=1e-4):
        raise Wrong(f"the gradient is {gradient}, not {wanted}")
    return True


def title(case: Swapped) -> str:
    """The place, what is done, and the objects."""
    return case.words


def reproducer(case: Swapped) -> str:
    """The text, and all calls."""
    return case.text + _SHOWN


SWAPPED = Family(
    name="swapped",
    doc="one object after another in the same place",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
)
