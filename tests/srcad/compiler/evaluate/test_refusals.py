"""What stays outside is refused, with its code, at the place: the text under the caret.

``«`` and ``»`` stand round what the caret has to mark, and are taken out before the
program is read.
"""

import importlib.util
import linecache
import math
import textwrap

import numpy as np
import pytest

from srcad import ops
from srcad.compiler.diagnostics.errors import CompileError, render
from srcad.compiler.driver import compile_request
from srcad.compiler.evaluate.wording import equivalents
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from tests.srcad.compiler.derivatives import check

HEAD = """\
import contextlib, functools, itertools, math, random, time
import numpy as np
from numpy import pi
"""

PROGRAMS = {
    "a power with a modulus": (
        "SRC012",
        """
        def program(x):
            return x * «pow(int(x.shape[0]) + int(np.argmax(x)), 2, 5)»
        """,
    ),
    # What a function does outside of itself.
    "global": (
        "SRC023",
        """
        count = 0
        def program(x):
            «global count»
            count = x.sum()
            return x * x
        """,
    ),
    "nonlocal of a function that has returned": (
        "SRC023",
        """
        def outer():
            total = 0.0
            def inner(x):
                «nonlocal total»
                total = total + x.sum()
                return total
            return inner
        program = outer()
        """,
    ),
    "a list from outside": (
        "SRC023",
        """
        seen = []
        def program(x):
            «seen.append(x)»
            return x * x
        """,
    ),
    "a dict from outside": (
        "SRC023",
        """
        seen = {}
        def program(x):
            «seen["x"]» = x
            return x * x
        """,
    ),
    "an array from outside": (
        "SRC023",
        """
        table = np.zeros(3)
        def program(x):
            «table[0]» = x.sum()
            return x * x
        """,
    ),
    "an attribute of a foreign object": (
        "SRC023",
        """
        class Thing:
            value = 0.0
        thing = Thing()
        def program(x):
            «thing.value» = x.sum()
            return x * x
        """,
    ),
    "setattr": (
        "SRC023",
        """
        class Thing:
            pass
        thing = Thing()
        def program(x):
            «setattr(thing, "value", x)»
            return x * x
        """,
    ),
    "an input written": (
        "SRC023",
        """
        def program(x):
            «x[0]» = 0.0
            return x * x
        """,
    ),
    "an input written in place": (
        "SRC023",
        """
        def program(x):
            «x *= 2.0»
            return x * x
        """,
    ),
    "a generator with a subscript": (
        "SRC021",
        """
        def values(x):
            yield x
        def program(x):
            both = values(x)
            return «both[0]»
        """,
    ),
    "more axes than there are": (
        "SRC016",
        """
        def program(x):
            return «np.tensordot(x, x, axes=3)»
        """,
    ),
    # Writes whose effect cannot be followed.
    "a write through a view": (
        "SRC015",
        """
        def program(x):
            y = np.zeros((3, 4))
            v = y.ravel()
            «v[0]» = x[0]
            return y
        """,
    ),
    "a view that is stale": (
        "SRC015",
        """
        def program(x):
            y = np.zeros((3, 4))
            v = y.ravel()
            y[0] = x[0]
            return «v» * 2.0
        """,
    ),
    # Syntax.
    "async": ("SRC011", "«async def program(x):»\n    return x\n"),
    "an async function inside": (
        "SRC011",
        """
        def program(x):
            «async def inner(v):»
                return v
            return x
        """,
    ),
    "yield": ("SRC013", "«def program(x):»\n    yield x * x\n"),
    "try": (
        "SRC011",
        """
        def program(x):
            «try:»
                y = 2.0 * x
            except* FloatingPointError:
                y = x
            return y
        """,
    ),
    "with": (
        "SRC011",
        """
        def program(x):
            «with contextlib.redirect_stdout(
                None
            ) as context:»
                y = x * x
            return y
        """,
    ),
    "a class that is made of run-time values": (
        "SRC011",
        "def program(x):\n    class A:\n        y = «x»\n    return x * A.y\n",
    ),
    # Calls.
    "a function of C": (
        "SRC014",
        """
        def program(x):
            return 2.0 * «math.isqrt(x)» + 1.0
        """,
    ),
    "a function of NumPy without a rule": (
        "SRC014",
        """
        def program(x):
            return «np.packbits(x)»[0]
        """,
    ),
    "a result that is written into an array": (
        "SRC012",
        """
        def program(x):
            y = np.zeros(2)
            «np.sum(x * x, out=y)»
            return y
        """,
    ),
    "the same, of what is read from its definition": (
        "SRC012",
        """
        def program(x):
            y = np.zeros(2)
            «np.var(x, out=y)»
            return y
        """,
    ),
    "random numbers": (
        "SRC025",
        """
        def program(x):
            return x * «random.random()»
        """,
    ),
    "the time": ("SRC025", "def program(x):\n    return x * «time.time()»\n"),
    "a file": ("SRC025", "def program(x):\n    return x * float(«open('x')».read())\n"),
    "eval": ("SRC012", "def program(x):\n    return «eval('x * 2')»\n"),
    "globals": ("SRC012", "def program(x):\n    return x * «globals()»['pi']\n"),
    "a name as text": (
        "SRC013",
        "def program(x):\n    return x * «len(str(x))»\n",
    ),
    # Shapes of data.
    "no zeros": ("SRC024", "def program(x):\n    return «np.trim_zeros(x)»\n"),
    "a set of numbers": (
        "SRC024",
        "def program(x):\n    return «np.setdiff1d(x, x * 2)»\n",
    ),
    # Run-time values where they cannot be used.
    "an index into a tuple": (
        "SRC013",
        """
        def program(x):
            values = (x, "none")
            return values[«int(x.sum())»]
        """,
    ),
    "a key": ("SRC013", "def program(x):\n    return {«x.sum()»: x}\n"),
    "an iterator that an object holds": (
        "SRC013",
        """
        class Pairs:
            def __init__(self, x):
                self.rows = zip(x, x)

        def program(x):
            pairs, total = Pairs(x), 0.0
            for a, b in «getattr(pairs, "rows")»:
                total = total + a * b
            return total
        """,
    ),
    "the truth of an array": (
        "SRC013",
        """
        def program(x):
            return x if «x > 0» else -x
        """,
    ),
    "an index that is no integer": ("SRC017", "def program(x):\n    return x[«x»]\n"),
    "bits of a float": ("SRC017", "def program(x):\n    return «x << 2»\n"),
    "a dtype that is none": ("SRC017", "def program(x):\n    return «x.astype(x)»\n"),
    "what Python refuses too": ("SRC021", "def program(x):\n    return «x(2)»\n"),
    "an argument that is given twice": (
        "SRC021",
        """
        def program(x):
            return next(«itertools.count(2, start=1)») * x
        """,
    ),
    "what numbers do not have": ("SRC021", "def program(x):\n    «a, b» = x.sum()\n"),
    # Places.
    "several lines": (
        "SRC014",
        """
        def program(x):
            return (
                1.0
                + «math.isqrt(
                    x * 2.0,
                )»
            )
        """,
    ),
    "tabs": (
        "SRC014",
        "def program(x):\n\tif True:\n\t\treturn 1.0\t+ «math.isqrt(x)»\n",
    ),
    "characters, not bytes": (
        "SRC014",
        """
        def program(größe):
            名前 = 'ä€𝄞'; y = «math.isqrt(größe)»
            return y
        """,
    ),
    "a decorated function": (
        "SRC014",
        """
        def twice(f):
            @functools.wraps(f)
            def inner(*args):
                return 2.0 * f(*args)
            return inner

        @twice
        @twice
        def program(x):
            return «math.isqrt(x)»
        """,
    ),
    "a lambda": ("SRC014", "program = lambda x: 1.0 + «math.isqrt(x)»\n"),
    "one of two lambdas on a line": (
        "SRC014",
        "other, program = lambda x: math.isqrt(x), lambda x: 1.0 + «math.factorial(x)»\n",
    ),
    "a lambda inside": (
        "SRC014",
        """
        def program(x):
            f = lambda v: «math.isqrt(v)» * 2.0
            return f(x)
        """,
    ),
    "a default argument of a lambda": (
        "SRC014",
        """
        def program(x):
            f = lambda v, scale=«math.isqrt(x)»: v * scale
            return f(x)
        """,
    ),
    "a comprehension": (
        "SRC014",
        """
        def program(x):
            return sum([«math.isqrt(x)» * k for k in (1.0, 2.0)])
        """,
    ),
    "a keyword argument": (
        "SRC014",
        """
        def helper(a, b=1.0):
            return a * b
        def program(x):
            return helper(x, b=«math.isqrt(x)»)
        """,
    ),
    "an augmented assignment": (
        "SRC014",
        """
        def program(x):
            y = 1.0
            y += «math.isqrt(x)»
            return y
        """,
    ),
    "a subscript that is written": (
        "SRC014",
        """
        def program(x):
            y = np.zeros(3)
            y[1] = «math.isqrt(x)»
            return y
        """,
    ),
    "a condition": (
        "SRC014",
        """
        def program(x):
            while x.sum() > 0 and «math.isqrt(x)» > 0:
                x = x - 1.0
            return x
        """,
    ),
    "a method": (
        "SRC014",
        """
        class Model:
            @staticmethod
            def scale(v):
                return «math.isqrt(v)»
            def __call__(self, x):
                return self.scale(x)
        model = Model()
        def program(x):
            return model(x)
        """,
    ),
}


def diagnostics(program, *specifications):
    parameters = program.__code__.co_varnames[: program.__code__.co_argcount]
    if hasattr(program, "__wrapped__"):
        parameters = ("x",)
    inputs = tuple((name, parse_aval("float64[3]")) for name in parameters)
    with pytest.raises(CompileError) as caught:
        compile_request(Request(program, inputs, None, "program"))
    return caught.value.diagnostics


def under_the_caret(span):
    lines = span.text.split("\n")
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_refused_at_its_place(name, tmp_path):
    code, text = PROGRAMS[name]
    marked = HEAD + textwrap.dedent(text)
    before, _, rest = marked.partition("«")
    wanted, _, after = rest.partition("»")
    path = tmp_path / "program.py"
    path.write_text(before + wanted + after)
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (found,) = diagnostics(module.program)
    assert (found.code, under_the_caret(found.span)) == (code, wanted)
    place = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    assert (found.span.path, found.span.line, found.span.column) == (str(path), *place)
    assert found.message
    text = f"{found.message} {found.label} {found.help}"
    assert "Box" not in text, "an internal name"
    if code != "SRC017":
        assert found.label or found.help, "says neither why nor what to write instead"


def defined(text, path, name="program"):
    """A function of source text that only ``linecache`` knows."""
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    space = {}
    exec(compile(text, path, "exec"), space)
    return space[name]


def test_the_cell_of_a_notebook_is_the_place():
    text = "import math\n\ndef program(x):\n    return math.isqrt(x)\n"
    (found,) = diagnostics(defined(text, "<ipython-input-3-1a2b3c>"))
    assert render(found).splitlines()[1:5] == [
        " --> <ipython-input-3-1a2b3c>:4:12",
        "  |",
        "4 |     return math.isqrt(x)",
        "  |            ^^^^^^^^^^^^^ gets the input `x` and has no Python source",
    ]


LABELS = {
    "the input": ("return math.isqrt(x)", "the input `x`"),
    "a value": (
        "y = x * 2.0; return math.isqrt(y)",
        "`y`, which depends on the input `x`,",
    ),
    "two inputs": (
        "return math.isqrt(x + 2.0 * w)",
        "`x + 2.0 * w`, which depends on the inputs `x` and `w`,",
    ),
    "only the one that it comes from": (
        "a = x * 2.0; b = w * 3.0; return math.isqrt(b) + a",
        "`b`, which depends on the input `w`,",
    ),
    "through a branch": (
        "y = x if w.sum() > 0 else 2.0 * x; return math.isqrt(y)",
        "`y`, which depends on the input `x`,",
    ),
    "a condition": ("return x * math.isqrt(x > 0)", "`x > 0`, a run-time value,"),
}


@pytest.mark.parametrize("name", LABELS)
def test_the_label_says_what_the_argument_depends_on(name):
    body, wanted = LABELS[name]
    text = f"import math\ndef program(x, w):\n    {body}\n"
    (found,) = diagnostics(defined(text, f"<label {name}>"))
    assert found.label == f"gets {wanted} and has no Python source"


def test_the_label_looks_out_of_loops_and_into_them():
    text = textwrap.dedent(
        """
        import math
        def program(x, w):
            total = w.sum()
            for k in range(len(x)):
                total = total + x[k]
                y = math.isqrt(total)
            other = 0.0
            for k in range(len(x)):
                other = other + x[k]
            return math.isqrt(other)
        """
    )
    first, second = diagnostics(defined(text, "<loops>"))
    assert "`total`, which depends on the inputs `x` and `w`," in first.label
    assert "`other`, which depends on the input `x`," in second.label


ARGUMENTS = {
    "arctan2": (0.3, 0.7),
    "hypot": (0.3, 0.7),
    "power": (0.3, 0.7),
    "xlogy": (0.3, 0.7),
    "arccosh": (1.7,),
    "dot": ([0.3, 0.7], [0.2, 0.9]),
}


@pytest.mark.parametrize("name", sorted(equivalents()))
def test_what_is_written_instead_computes_the_same_and_has_a_derivative(name):
    package, short = equivalents()[name].split(".")
    function = getattr({"np": np, "ops": ops}[package], short)
    given = ARGUMENTS.get(short, ([0.3, 0.7],))
    arrays = [np.array(item) for item in given]
    original = getattr(math, name, None) or getattr(np, name, None)
    if original is not None and name not in ("fsum", "prod"):
        flat = zip(*(array.ravel() for array in arrays), strict=True)
        expected = [original(*row) for row in flat]
        assert np.allclose(np.ravel(function(*arrays)), np.ravel(expected))
    space = {"function": function}
    names = ", ".join(f"x{k}" for k in range(len(arrays)))
    text = f"def program({names}):\n    return function({names})\n"
    path = f"<equivalent {name}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    exec(compile(text, path, "exec"), space)
    inputs = {f"x{k}": f"float64{list(a.shape)}" for k, a in enumerate(arrays)}
    values = {
        f"x{k}": lambda _random, _shape, array=array: array
        for k, array in enumerate(arrays)
    }
    check(space["program"], inputs, values=values, orders=(1, 2))


def test_a_function_of_c_itself():
    inputs = (("n", parse_aval("float64[]")),)
    with pytest.raises(CompileError) as caught:
        compile_request(Request(math.isqrt, inputs, None, "isqrt"))
    (found,) = caught.value.diagnostics
    assert found.code == "SRC014"
    assert found.span.text == "math.isqrt(n)"
    assert "srcad.defbprop(math.isqrt)" in found.help
