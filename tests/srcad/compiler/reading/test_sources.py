"""Where source is found: modules, notebooks, a REPL, registered texts; and where not."""

import __future__

import ast
import asyncio
import importlib
import linecache
import math
import os
import py_compile
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading.source import source_of
from tests.srcad.compiler.derivatives import generate

X = np.arange(1.0, 4.0)


def slope(function):
    """The cotangent of ``x`` for a ``dout`` of ones."""
    module = generate(function, ["float64[n]"])
    out, residuals = module.forward(X)
    (dx,) = module.backward(residuals, np.ones_like(out))
    return dx.tolist()


def refusal(function):
    with pytest.raises(CompileError) as caught:
        generate(function, ["float64[n]"])
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


@pytest.fixture
def registered(monkeypatch):
    """Execute texts that ``linecache`` knows by a name that is no file."""

    def execute(text, name, space=None):
        lines = text.splitlines(keepends=True)
        monkeypatch.setitem(linecache.cache, name, (len(text), None, lines, name))
        space = {"__name__": "__main__"} if space is None else space
        exec(compile(text, name, "exec"), space)
        return space

    return execute


@pytest.mark.parametrize(
    "name",
    [
        "/tmp/ipykernel_1234/987654321.py",
        "<ipython-input-3-0123456789ab>",
        "<python-input-0>",
        "<attrs generated f>",
    ],
)
def test_registered_texts(registered, name):
    text = "def helper(x):\n    return x * x\n\n\nf = lambda x: helper(x) * 2.0\n"
    space = registered(text, name)
    assert slope(space["f"]) == (4 * X).tolist()


def test_cells_of_a_notebook_see_each_other(registered):
    space = registered("def f(x):\n    return x * 2.0\n", "<python-input-0>")
    registered("def g(x):\n    return f(x) * 3.0\n", "<python-input-1>", space)
    assert slope(space["g"]) == [6.0, 6.0, 6.0]
    # The cell is executed again.
    registered("def f(x):\n    return x * 5.0\n", "<python-input-2>", space)
    assert slope(space["g"]) == [15.0, 15.0, 15.0]


@pytest.mark.parametrize(
    "other", ["def f(x):\n    return x * 5.0\n", "def f(x):\n    return x**3\n", "f("]
)
def test_a_text_that_takes_the_place_of_another(registered, other):
    """Functions of the first text would get the gradient of the second one."""
    f = registered("def f(x):\n    return x * 2.0\n", "<a text>")["f"]
    assert slope(f) == [2.0, 2.0, 2.0]
    lines = other.splitlines(keepends=True)
    linecache.cache["<a text>"] = (len(other), None, lines, "<a text>")
    diagnostic = refusal(f)
    assert diagnostic.code == "SRC010"
    assert diagnostic.message == "the source of `f` is not what was compiled"


def test_a_text_that_awaits_under_the_future_of_another(monkeypatch):
    """A cell of a notebook has the flags of those before it."""
    text = "def f(x):\n    def g(y: int): return y * 2.0\n    return g(x)\n"
    text, path = text + "import asyncio\nawait asyncio.sleep(0)\n", "<a cell>"
    lines = text.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, path, (len(text), None, lines, path))
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | __future__.annotations.compiler_flag
    space = {}
    asyncio.run(eval(compile(text, path, "exec", flags), space))
    assert slope(space["f"]) == [2.0, 2.0, 2.0]


def test_a_text_that_nobody_knows():
    space = {}
    exec("def f(x):\n    return x * 2.0\n", space)
    diagnostic = refusal(space["f"])
    assert diagnostic.code == "SRC010"
    assert "linecache" in diagnostic.help


@pytest.mark.parametrize("text", ["lambda x: x * 2.0", "lambda x: (\n    x * 2.0\n)"])
def test_a_lambda_in_a_cell_that_is_timed(text):
    """IPython compiles what stands under ``%%time`` by a name of its own."""
    space = {"__name__": "__main__"}
    exec(compile(f"f = {text}", "<timed exec>", "exec"), space)
    diagnostic = refusal(space["f"])
    assert diagnostic.code == "SRC010"
    assert "%%time" in diagnostic.help


def test_a_text_that_shares_its_name(registered):
    """From Python 3.13 on, ``linecache`` knows that of ``python -c`` as ``<string>``,
    which is what ``exec`` and ``eval`` call theirs, too.
    """
    text = "f = lambda x: x * 2.0\n\n\ndef g(x):\n    return x * 3.0\n"
    space = registered(text, "<string>")
    assert slope(space["f"]) == [2.0, 2.0, 2.0]
    assert slope(space["g"]) == [3.0, 3.0, 3.0]
    other = {}
    exec(text.replace("3.0", "5.0"), other)
    for function in (eval("lambda x: x * 7.0"), other["g"]):
        diagnostic = refusal(function)
        assert diagnostic.code == "SRC010"
        assert diagnostic.message.endswith("cannot be found")


def pair():
    return (lambda x: x * 2.0), (lambda x: x * 3.0)


def several():
    # fmt: off
    return [lambda x: x * 2.0, lambda x: x * 2.0 + 1.0, lambda x: (lambda y: y * 4.0)(x)]
    # fmt: on


def nested():
    def inner(x):
        return x * 5.0

    return inner


def on_several_lines():
    return (
        lambda x: x
        * 6.0
    )  # fmt: skip


def test_lambdas_on_one_line():
    first, second = pair()
    assert slope(first) == [2.0, 2.0, 2.0]
    assert slope(second) == [3.0, 3.0, 3.0]
    assert [slope(function)[0] for function in several()] == [2.0, 2.0, 4.0]
    assert several()[1](1.0) == generate(several()[1], ["float64"]).forward(1.0)[0]


def test_nested_definitions_and_long_lambdas():
    assert slope(nested()) == [5.0, 5.0, 5.0]
    assert slope(on_several_lines()) == [6.0, 6.0, 6.0]


# ----------------------------------------------------------------------------- files


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write and import a module; writing again does not import again."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "written_and_edited.py"

    def write(text):
        path.write_text(text)
        importlib.invalidate_caches()
        return importlib.import_module(path.stem)

    yield write
    sys.modules.pop(path.stem, None)


F = "def f(x):\n    return x * 2.0\n"


def test_an_edit_elsewhere_in_the_file(module):
    f = module(F).f
    module("# A comment.\n\n" + F + "\n\ndef g(x):\n    return x\n")
    assert slope(f) == [2.0, 2.0, 2.0]
    assert source_of(f).node.lineno == 3


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return x * 3.0\n",
        "def f(y):\n    return y * 2.0\n",
        "def f(x):\n    return helper(x) * 2.0\n",
        "f = None\n",
        "def f(x:\n",
    ],
)
def test_an_edit_of_what_was_imported(module, text):
    """The text would give the gradient of another function than the one that runs."""
    f = module(F).f
    module(text)
    diagnostic = refusal(f)
    assert diagnostic.code == "SRC010"
    assert diagnostic.message == "the source of `f` is not what was imported"


def test_an_edit_that_python_itself_does_not_see(tmp_path, monkeypatch):
    """Python takes what it compiled where the second and the size are the same."""
    source = tmp_path / "edited_at_once.py"
    source.write_text(F)
    os.utime(source, (1, 1))
    py_compile.compile(str(source))
    source.write_text(F.replace("2.0", "3.0"))
    os.utime(source, (1, 1))
    monkeypatch.syspath_prepend(tmp_path)
    diagnostic = refusal(importlib.import_module("edited_at_once").f)
    assert diagnostic.code == "SRC010"
    assert "`__pycache__` is gone" in diagnostic.help


def test_definitions_that_changed_places(module):
    one = module(F + "\n\ndef g(x):\n    return x * 5.0\n")
    f, g = one.f, one.g
    module("def g(x):\n    return x * 5.0\n\n\n" + F)
    assert slope(f) == [2.0, 2.0, 2.0]
    assert slope(g) == [5.0, 5.0, 5.0]


def test_compiled_code_alone(tmp_path, monkeypatch):
    source = tmp_path / "compiled_alone.py"
    source.write_text(F)
    py_compile.compile(str(source), cfile=str(source.with_suffix(".pyc")))
    source.unlink()
    monkeypatch.syspath_prepend(tmp_path)
    f = importlib.import_module("compiled_alone").f
    diagnostic = refusal(f)
    assert diagnostic.code == "SRC010"
    assert "only its compiled code is" in diagnostic.help


def test_what_is_no_python_function():
    with pytest.raises(CompileError) as caught:
        srcad.grad(math.isqrt)(2.0)
    assert caught.value.diagnostics[0].code == "SRC014"


NOTEBOOK = """
from srcad import nn

class Tripled(nn.Cell):
    def construct(self, x):
        return x * 3

class Ruled(Tripled):
    def bprop(self, x, out, dout):
        return (dout * 5,)
"""


@pytest.mark.parametrize("known", [True, False], ids=["a cell", "exec"])
@pytest.mark.parametrize(("name", "slope"), [("Tripled", 3), ("Ruled", 5)])
def test_a_class_of_a_main_module_without_a_file(name, slope, known, monkeypatch):
    """As in a notebook, whose texts `linecache` knows, and in `python -c`."""
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    path = "<a cell of a notebook>"
    lines = NOTEBOOK.splitlines(keepends=True)
    entry = (len(NOTEBOOK), None, lines if known else [], path)
    monkeypatch.setitem(linecache.cache, path, entry)
    space = {"__name__": "__main__"}
    exec(compile(NOTEBOOK, path, "exec"), space)
    gradient = srcad.grad(space[name]())
    if known:
        assert gradient(srcad.Tensor([1.0, 2.0])).tolist() == [slope, slope]
        return
    with pytest.raises(CompileError, match="cannot be found"):
        gradient(srcad.Tensor([1.0, 2.0]))


def twice(function):
    def run(*args, **keywords):
        return function(*args, **keywords) * 2.0

    return run


class Scaled:
    factor = 3.0

    @twice
    def squared(self, x):
        return x * x * self.factor


class Squared(srcad.nn.Cell):
    @twice
    def construct(self, x):
        return x * x


def test_a_method_that_takes_any_arguments():
    assert srcad.grad(Scaled().squared)(X).tolist() == [12.0, 24.0, 36.0]
    assert srcad.grad(Squared())(srcad.Tensor(X)).asnumpy().tolist() == [4.0, 8.0, 12.0]


def zipped(file, text, **others):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("module_in_a_zip_file.py", text)
        for name, other in others.items():
            archive.writestr(f"{name}.py", other)


@pytest.fixture
def in_a_zip_file(tmp_path, monkeypatch):
    """Import a module of a zip file, which holds this text."""
    file = tmp_path / "modules.zip"
    monkeypatch.syspath_prepend(str(file))

    def load(text):
        zipped(file, text)
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, "module_in_a_zip_file", raising=False)
        return importlib.import_module("module_in_a_zip_file")

    return file, load


IN_A_ZIP_FILE = """\
class Scale:
    __k = 3.0
    def scaled(self, x): return (lambda y: y * self.__k)(x)

def helper(x): return Scale().scaled(x)
def f(x): return helper(x) * x
"""


def test_a_module_in_a_zip_file(in_a_zip_file):
    _, load = in_a_zip_file
    module = load(IN_A_ZIP_FILE)
    assert slope(lambda x: module.helper(x)) == [3, 3, 3]
    assert slope(module.f) == [6, 12, 18]


def test_a_zip_file_that_was_changed_since(in_a_zip_file):
    file, load = in_a_zip_file
    module = load(IN_A_ZIP_FILE)
    other = IN_A_ZIP_FILE.replace("(x) * x", "(x) * x * x")
    for text in (other, "#" * 9999, "x = 1\n" * 99):
        zipped(file, text)
        assert refusal(module.f).code == "SRC010"
    module = load(other)
    linecache.cache.pop(module.__file__, None)
    assert slope(module.f) == [9, 36, 81]


def test_a_text_that_is_not_that_of_the_zip_file(in_a_zip_file):
    _, load = in_a_zip_file
    module = load("def g(x): return x * 3.0\n")
    space = vars(module)
    exec(compile("def g(x): return x * 4.0\n", "no_file.py", "exec"), space)
    assert refusal(module.g).code == "SRC010"
    exec(compile("def g(x): return x * 4.0\n", module.__file__, "exec"), space)
    assert refusal(module.g).code == "SRC010"


def test_a_module_in_a_zip_file_is_read_again_by_a_new_process(tmp_path):
    file, kept = tmp_path / "modules.zip", tmp_path / "kept"
    text = "import module_in_a_zip_file as m, srcad, numpy as np\n"
    text += "def f(x): return m.f(x).sum()\nprint(srcad.grad(f)(np.ones(1)))\n"
    (tmp_path / "main.py").write_text(text)
    places = os.pathsep.join([str(file), *sys.path])
    space = {**os.environ, "PYTHONPATH": places, "SRCAD_CACHE_DIR": str(kept)}
    for number in ("3.0", "4.0", "4.0"):
        zipped(file, IN_A_ZIP_FILE.replace("3.0", number))
        words = [sys.executable, str(tmp_path / "main.py")]
        run = subprocess.run(words, env=space, capture_output=True, text=True)
        assert run.stdout == f"[{2 * int(float(number))}.]\n", run.stderr
