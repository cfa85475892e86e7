"""What there is to know of a function of NumPy stands in one file, its family's."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np

import srcad.compiler
from srcad.compiler.evaluate.entry.evaluator import numpy as families
from srcad.compiler.ir.lists import LIST_PRIMITIVES
from srcad.compiler.ir.primitives import PRIMITIVES

ROOT = Path(srcad.compiler.__file__).parent
FAMILIES = (Path(families.__file__).parent, ROOT / "evaluate" / "scipy")
# The language itself: operators, shapes, casts, what is read and written.
CORE = ROOT / "ir" / "primitives" / "core.py"
# What Python's operators, its built-in functions and reverse mode come to, and what the
# equations of ``simplify`` are about: these names stand where that is done, too.
LANGUAGE = {
    *("absolute", "maximum", "minimum", "rint", "square", "where"),
    *("larger", "smaller", "above", "below"),
    *("logical_and", "logical_or", "logical_not", "logical_xor"),
    *("sum", "mean", "max", "min", "any", "all", "matmul", "arange"),
    *("reshape", "transpose", "expand_dims", "squeeze", "broadcast_to"),
    *("concatenate", "stack", "real", "imag"),
}
# Names elsewhere for another reason.
ELSEWHERE = {
    # It computes with numbers of any class as with arrays.
    "ir/own_class.py": {"tensordot"},
    # What asks whether something is a number, and the cotangent of what is none.
    "differentiate/singular.py": {"isfinite", "isinf", "isnan", "nan_to_num"},
    "differentiate/rules.py": {"isfinite"},
    # What a shift of exponents comes to.
    "differentiate/shifts.py": {"exp", "log"},
    # Python's `math`: functions that are called otherwise, or give an int or a bool.
    "evaluate/library/standard_library.py": {
        *("ceil", "floor", "trunc", "isfinite", "isinf", "isnan", "copysign", "fmod"),
        *("hypot", "log"),
    },
    # What to write in the place of a function of `math`.
    "evaluate/wording.py": {"ceil", "floor", "trunc", "prod"},
    "evaluate/calls/logs.py": {
        "log",
        "root",
    },  # a method of loggers, and the first of these
    "evaluate/families.py": {"fft"},  # a module of SciPy
    # Options of SciPy: how a filter begins, and by which method it is computed.
    "evaluate/scipy/filters.py": {"pad"},
    "evaluate/scipy/signal.py": {"fft", "pad"},
    "reading/computing.py": {"trace"},  # of `inspect`, which gives frames
    # What is not divided by and multiplied again.
    "simplify/arithmetic.py": {"det"},
    # What raises of integers, too.
    "simplify/floating.py": {"fmod"},
    # What is made to be written into, each time anew.
    "simplify/common.py": {"eye"},
    # A loss of SciPy, and a method of its rotations.
    "evaluate/scipy/fits.py": {"arctan"},
    "evaluate/values/given_objects.py": {"inv"},
    # What a sum of products comes to.
    "simplify/contractions.py": {"einsum"},
    # How sizes and lists are written.
    "printing/emit/expressions.py": {"prod"},
    "printing/emit/lists.py": {"cumsum"},
}
# What enters a primitive in its table, and what says what a call means.
ROWS = {"primitive", "of_numpy", "of_arrays", "elementwise", "_extreme"}
ROWS |= {"_reduction", "_transform"}
CALLS = {"entry", "defines", "of_arrays", "elementwise", "_reduction", "called"}


@cache
def files():
    """What each file of the compiler is parsed to."""
    return {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.rglob("*.py"))
    }


def short(text):
    return text.removeprefix("np.").removeprefix("linalg.")


def given_to(functions, tree):
    """The names of functions of NumPy that are arguments of these."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in functions:
            for arg in node.args:
                text = ast.unparse(arg)
                if text.startswith("np.emath."):
                    # They have the names of others.
                    yield short(text)
                elif text.startswith("np."):
                    yield getattr(eval(text, {"np": np}), "__name__", short(text))
                elif isinstance(arg, ast.Constant) and arg.value in PRIMITIVES:
                    yield arg.value
                elif isinstance(arg, ast.Name) and arg.id in PRIMITIVES:
                    yield arg.id


def families_with(functions):
    """The files in which a name is given to one of these functions."""
    found = defaultdict(set)
    for path, tree in files().items():
        if path.parent in FAMILIES:
            for name in given_to(functions, tree):
                found[name].add(path)
    return found


def test_every_primitive_of_a_family_is_entered_in_one_file():
    rows = families_with(ROWS)
    core = {name for name in PRIMITIVES if f'"{name}"' in CORE.read_text()}
    known = {name for name, row in PRIMITIVES.items() if not row.library}
    assert set(rows) | core | set(LIST_PRIMITIVES) >= known
    assert [name for name, files in rows.items() if len(files) > 1] == []


def test_what_a_call_means_stands_beside_the_row():
    rows, calls = families_with(ROWS), families_with(CALLS)
    assert len(calls) > 200
    apart = {name for name in rows if name in calls and calls[name] - rows[name]}
    assert apart == set()


def test_a_function_is_named_in_its_family_alone():
    rows = families_with(ROWS)
    found = defaultdict(set)
    for path, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = short(node.value)
                if name in rows and path not in rows[name]:
                    found[name].add(path.relative_to(ROOT).as_posix())
    others = {
        (file, name)
        for name, files in found.items()
        for file in files
        # The printer for Numba writes what it can in words of its own.
        if name not in LANGUAGE and not file.startswith("compiled/")
    }
    assert others == {
        (file, name) for file, names in ELSEWHERE.items() for name in names
    }
    assert set(found) >= LANGUAGE, "what nothing else names is no part of the language"
