"""A program calls, something is changed, it calls again: what Python gives by now, from
the modules in memory and from those of the store."""

import builtins
import itertools
import sys

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES
from tests.srcad.compiler.side_by_side import module_of, result

X = np.array([1.0, 2.0])
COUNT = itertools.count()


@pytest.fixture(autouse=True)
def _no_modules_left():
    yield
    for name in [one for one in sys.modules if "_of_programs" in one]:
        del sys.modules[name]


def agrees(module):
    """Whether what is compiled gives what Python does, twice."""
    found = [result(module.f, X)]
    MODULES.clear()
    return [*found, result(module.f, X)]


def follows(folder, monkeypatch, program, *changes, works=True):
    """Let a program be changed in its own namespace, step by step."""
    module = module_of(folder, f"program{next(COUNT)}", program)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for change in ("", *changes):
        exec(change, vars(module))
        assert agrees(module) == [works, works], change


# ----------------------------------------------------------- classes of containers

CLASSES = """
class Row(list):
    def __getitem__(self, place): return 7.0
class Other(list):
    def __getitem__(self, place): return 8.0
class Pair(tuple):
    def __getitem__(self, place): return 5.0
class Over(dict):
    CLI = {0: 0.5}
    def __getitem__(self, key): return Over.CLI[key]
class Wide(list):
    def __len__(self): return 5
class Spread(list):
    def __iter__(self): return iter([4.0])
class Full(dict):
    def __contains__(self, key): return True
class Owner:
    pass
owner = Owner()
"""
MADE = ["Row([1.0, 2.0])", "Other([1.0, 2.0])", "Pair([1.0, 2.0])", "Over({0: 1.0})"]
PLAIN = ["[1.0, 2.0]", "(1.0, 2.0)", "{0: 1.0}"]


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize(
    ("start", "then", "read"),
    [
        ("held = {}", "held = {}", "held[0]"),
        ("owner.held = {}", "owner.held = {}", "owner.held[0]"),
        ("held = [{}]", "held[0] = {}", "held[0][0]"),
    ],
    ids=["a global", "an attribute", "an item"],
)
def test_the_class_of_a_container_says_what_its_items_are(
    tmp_path, monkeypatch, made, start, then, read
):
    program = f"def f(x): return (x**2).sum() * {read}\n"
    changes = [then.format(one) for one in (*PLAIN, made, *MADE)]
    follows(
        tmp_path, monkeypatch, CLASSES + start.format(made) + "\n" + program, *changes
    )


@pytest.mark.parametrize(
    ("made", "read", "plain"),
    [
        ("Wide([1.0, 2.0])", "len(held)", "[1.0, 2.0]"),
        ("Spread([1.0, 2.0])", "sum(v for v in held)", "[1.0, 2.0]"),
        ("Full()", "(3.0 if 'a' in held else 1.0)", "{}"),
    ],
)
def test_the_class_of_a_container_says_how_it_is_gone_through(
    tmp_path, monkeypatch, made, read, plain
):
    program = f"held = {made}\ndef f(x): return (x**2).sum() * {read}\n"
    follows(
        tmp_path, monkeypatch, CLASSES + program, f"held = {plain}", f"held = {made}"
    )


# ------------------------------------------------- a class whose class answers for it

ANSWERS = ["3.0", "True", "None", "c", "{}", "lambda *a: 2.0", "[][0]"]
WITH_META = """
class Meta(type):
    def __getattr__(c, name): return {}
class Made(metaclass=Meta):
    z = 1.0
class Row(list, metaclass=Meta):
    pass
made = Made()
row = Row([1.0, 2.0])
"""


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("return (x**2).sum() * Made.z", "Made.z = 2.0"),
        ("return (x**2).sum() * made.z", "made.z = 2.0"),
        ("return (x**2).sum() * row[1] + len(row)", "row[:] = [5.0, 3.0, 1.0]"),
        ("return (x**2).sum() * (2.0 if isinstance(made, Made) else 1.0)", "made = 1"),
        ("t = Made(); t.q = x; return (t.q**2).sum() * t.z", "Made.z = 2.0"),
        ("return (x**2).sum() * (2.0 if Made.y is None else 1.0)", "Made.y = None"),
    ],
)
def test_a_class_whose_class_has_an_answer_to_everything(
    tmp_path, monkeypatch, answer, body, change
):
    if "Made.y" in body and answer == "[][0]":
        return  # raises in Python
    program = WITH_META.format(answer) + f"def f(x):\n    {body}\n"
    follows(tmp_path, monkeypatch, program, change)


# ----------------------------------------------------------- what a ufunc is made of

UFUNCS = """
import functools
import numpy as np
import scipy.special
factor = 2.0
def ramp(a): return a * factor
def mixed(a, b): return a + b * factor
ramp = np.frompyfunc(ramp, 1, 1)
mixed = np.frompyfunc(mixed, 2, 1)
class Owner:
    held = ramp
rows = [mixed]
part = functools.partial(mixed, 1.0)
"""


@pytest.mark.parametrize(
    "call",
    [
        *("ramp(3.0)", "mixed(1.0, 2.0)", "Owner.held(3.0)", "rows[0](1.0, 2.0)"),
        *("part(2.0)", "mixed.reduce([1.0, 2.0])", "mixed.outer([1.0], [2.0])[0, 0]"),
        *("sum(map(ramp, [1.0, 2.0]))", "functools.reduce(mixed, [1.0, 2.0])"),
        *("max([1.0, 2.0], key=ramp)", "ramp(np.ones(2)).sum()"),
        *("sum(filter(ramp, [1.0, 2.0]))", "np.vectorize(ramp)(2.0)"),
        "np.frompyfunc(lambda a: a * factor, 1, 1)(2.0)",
    ],
)
def test_a_ufunc_that_is_made_of_a_function_is_not_called(tmp_path, monkeypatch, call):
    program = f"def f(x): return (x**2).sum() * float({call})\n"
    follows(tmp_path, monkeypatch, UFUNCS + program, "factor = 5.0", works=False)


@pytest.mark.parametrize(
    "call",
    [
        *(
            "np.hypot(3.0, 4.0)",
            "scipy.special.jn(1, 2.0)",
            "np.add.reduce([1.0, 2.0])",
        ),
        *("scipy.special.digamma(2.0)", "sum(map(np.abs, [1.0, 2.0]))"),
    ],
)
def test_a_ufunc_of_a_library_is_called(tmp_path, monkeypatch, call):
    program = f"def f(x): return (x**2).sum() * float({call})\n"
    follows(tmp_path, monkeypatch, UFUNCS + program)


# ------------------------------------------------------------------ what modules say

SAYS = {
    "hasattr": "return (x**2).sum() * (lib.k if hasattr(lib, 'k') else 1.0)",
    "getattr": "return (x**2).sum() * getattr(lib, 'k', 2.0)",
    "attribute": "return (x**2).sum() * lib.known",
    "import": "from lib_of_programs import known as k\n    return (x**2).sum() * k",
    "failing": """try:
        from lib_of_programs import k
    except ImportError:
        k = 3.0
    return (x**2).sum() * k""",
}
LIBRARY = """
import sys, types
lib = types.ModuleType("lib_of_programs")
lib.known = 1.0
def give(name):
    if name == "k":
        return 5.0
    raise AttributeError(name)
class Property(types.ModuleType):
    known = k = property(lambda self: 8.0)
class Other(types.ModuleType):
    known = k = property(lambda self: 9.0)
class Hook(types.ModuleType):
    def __getattr__(self, name):
        return give(name)
class All(types.ModuleType):
    def __getattribute__(self, name):
        found = types.ModuleType.__getattribute__
        return 7.0 if name in ("k", "known") else found(self, name)
"""


@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize(
    "changes",
    [
        ("lib.__getattr__ = give", "del lib.__getattr__", "lib.k = 4.0"),
        [
            f"lib.__class__ = {one}"
            for one in ("Hook", "Property", "Other", "types.ModuleType", "All", "Hook")
        ],
    ],
    ids=["a function", "a class"],
)
def test_what_gives_the_attributes_of_a_module(tmp_path, monkeypatch, says, changes):
    program = f"{LIBRARY}\ndef f(x):\n    {SAYS[says]}\n"
    start = "sys.modules['lib_of_programs'] = lib\n"
    follows(tmp_path, monkeypatch, program + start, *changes)


PACKAGE = """
import sys, types
def cube(x): return x**3
def made(name, **held):
    module = sys.modules[name] = types.ModuleType(name)
    vars(module).update(held)
    return module
core = made("package_of_programs.core", h=lambda x: x**2)
inner = made("package_of_programs.core.inner", h=lambda x: x**4)
fast = made("package_of_programs.fast", h=cube)
core.inner = inner
package = made("package_of_programs", core=core, __path__=[])
"""


@pytest.mark.parametrize(
    "program",
    [
        "import package_of_programs.core as c",
        "from package_of_programs import core as c",
    ],
)
def test_an_import_gives_what_the_package_has_under_the_name(
    tmp_path, monkeypatch, program
):
    text = f"{PACKAGE}def f(x):\n    {program}\n    return c.h(x).sum()\n"
    changes = ("package.core = fast", "package.core = core", "del package.core")
    follows(tmp_path, monkeypatch, text, *changes, "package.core = fast")
    first = text.replace("core=core, ", "core=fast, ")
    follows(tmp_path, monkeypatch, first, "package.core = core")


def test_an_import_of_a_module_far_within(tmp_path, monkeypatch):
    program = "import package_of_programs.core.inner as c"
    text = f"{PACKAGE}def f(x):\n    {program}\n    return c.h(x).sum()\n"
    changes = (
        "core.inner = fast",
        "core.inner = inner",
        "package.core = types.SimpleNamespace(inner=fast)",
    )
    follows(tmp_path, monkeypatch, text, *changes)


# ------------------------------------------------------------- fields of dataclasses

FIELDS = """
import dataclasses, types
WORDS, EMPTY, DEEP = {"w": 2.0}, {}, {"w": [1.0, 2.0]}
@dataclasses.dataclass
class Made:
    a: float = 1.0
    b: float = dataclasses.field(default=2.0, metadata=WORDS)
    c: float = dataclasses.field(default=3.0, metadata=EMPTY)
    d: float = dataclasses.field(default=4.0, metadata=DEEP)
made = Made()
held = Made.__dataclass_fields__
"""


@pytest.mark.parametrize(
    ("read", "changes"),
    [
        ("f.default", ("held['b'].default = 10.0", "held['b'].default = True")),
        ("f.metadata.get('w', 1.0) if f.name == 'b' else 0.0", ("WORDS['w'] = 5.0",)),
        (
            "len(f.metadata) * f.metadata.get('w', 2.0) if f.name in 'bc' else 1.0",
            ("EMPTY['w'] = 5.0", "EMPTY.clear()", "held['b'].metadata = {'w': 9.0}"),
        ),
        ("f.metadata['w'][0] if f.name == 'd' else 1.0", ("DEEP['w'][0] = 5.0",)),
        (
            "2.0 * f.repr + f.compare",
            ("held['b'].repr = False", "held['a'].compare = 0"),
        ),
    ],
)
@pytest.mark.parametrize("of", ["made", "Made"])
def test_a_field_of_a_dataclass_is_changed_in_place(
    tmp_path, monkeypatch, of, read, changes
):
    program = f"def f(x):\n    fields = dataclasses.fields({of})\n"
    program += f"    return (x**2).sum() * sum({read} for f in fields)\n"
    follows(tmp_path, monkeypatch, FIELDS + program, *changes)


# ------------------------------------------------------------ what NumPy is set to

CAUGHT = """
import contextlib
import numpy as np
zero = np.float64(0.0)
row = np.array([1.0, 0.0])
"""


@pytest.mark.parametrize(
    "computed", ["1.0 / zero", "np.log(zero)", "(1.0 / row)[0]", "np.exp(zero + 1e4)"]
)
@pytest.mark.parametrize(
    "handled",
    [
        "try:\n        c = float({})\n    except FloatingPointError:\n        c = 5.0",
        "try:\n        c = float({})\n    except Exception:\n        c = 5.0",
        "try:\n        c = float({})\n    except:\n        c = 5.0",
        "c = 5.0\n    with contextlib.suppress(ArithmeticError):\n        c = float({})",
    ],
)
def test_what_numpy_raises_is_caught(tmp_path, computed, handled):
    text = f"def f(x):\n    {handled.format(computed)}\n"
    text += "    return (x**2).sum() * (c if np.isfinite(c) else 3.0)\n"
    module = module_of(tmp_path, f"program{next(COUNT)}", CAUGHT + text)
    compiled = srcad.value_and_grad(module.f)
    for set_to in ("ignore", "raise", "ignore"):
        with np.errstate(all=set_to):
            value, gradient = compiled(X)
            assert value == module.f(X)
            assert np.array_equal(gradient, 2 * value / np.sum(X**2) * X)


# ------------------------------------------------------------- names of Python itself

BUILTINS = """
import builtins
power, nearest = pow, round
def thrice(item, other): return 3 * power(item, other)
def one_more(item): return nearest(item) + 1
"""


@pytest.mark.parametrize(
    ("read", "name", "change"),
    [("pow(2.0, 3.0)", "pow", "thrice"), ("round(2.4)", "round", "one_more")],
)
def test_what_python_calls_something_is_noticed(
    tmp_path, monkeypatch, read, name, change
):
    program = f"def f(x): return (x**2).sum() * {read}\n"
    module = module_of(tmp_path, f"program{next(COUNT)}", BUILTINS + program)
    own = vars(builtins)[name]
    for item in (own, vars(module)[change], own):
        for way in (srcad.value_and_grad(module.f), srcad.value_and_grad(module.f)):
            with monkeypatch.context() as patched:
                patched.setattr(builtins, name, item)
                wanted = module.f(X)
                value, gradient = way(X)
            assert value == wanted
            np.testing.assert_allclose(gradient, 2 * X * value / np.sum(X**2))
            MODULES.clear()
