"""``SIGNATURE``: the dtypes and sizes of a module as data, and what checks them.

An array is a pair of its dtype and its sizes, which are numbers or words; a number of
Python is ``(float, ())``. What may be None has a None behind, and a list whose length
run time knows has dots: ``[(float64, ()), ...]``. A size may be the sum of others: then
``SIGNATURE["sums"]`` says how many times each of them it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    shown,
)
from srcad.compiler.ir.sizes import is_name
from srcad.compiler.printing.emit.entry import is_one_array, words, yielding
from srcad.compiler.printing.emit.families import Family, merged
from srcad.compiler.printing.emit.structures import output_expression
from srcad.compiler.printing.emit.writer import call, literal, name
from srcad.compiler.reading.outputs import Each
from srcad.compiler.reading.sizes import Size

if TYPE_CHECKING:
    from srcad.compiler.printing.emit.interface import Interface

_NUMBERS = {dtype: kind.__name__ for dtype, kind in PYTHON_CLASSES.items()}


def signature(interface: Interface, taken: Iterable[str]) -> list[ast.stmt]:
    """``SIGNATURE``, below the dtypes in it; ``taken`` are the module's other names."""
    taken = set(taken)
    dtypes = sorted({dtype for aval in _avals(interface) for dtype in _dtypes(aval)})
    words = {dtype: yielding(_word(dtype), taken) for dtype in dtypes}
    lines = [_assign(words[d], call("np.dtype", literal(d))) for d in dtypes]
    groups: dict[str, ast.expr] = {"inputs": _group(interface.inputs, words)}
    if interface.parameters:
        groups["params"] = _group(interface.parameters, words, interface.families)
    if interface.parameters and interface.unused:
        groups["unused"] = _group(interface.unused, words)
    if interface.captured:
        groups["captured"] = _group(interface.captured, words)
    sums = _sums(interface)
    if sums:
        groups["sums"] = _dict({size: _dict(parts) for size, parts in sums.items()})
    groups["out"] = _form(interface.output, interface.outputs, words)
    return [*lines, _assign("SIGNATURE", _dict(groups))]


def _avals(interface: Interface) -> Iterator[AnyAval]:
    unused = interface.unused if interface.parameters else ()
    for _, aval in (
        *interface.inputs,
        *interface.parameters,
        *unused,
        *interface.captured,
    ):
        yield aval
    yield from interface.outputs


def _sums(interface: Interface) -> dict[str, dict[str, ast.expr]]:
    """The sizes that are sums: how many times each other size; a number is so many
    times ``"1"``."""
    given = (*interface.inputs, *interface.captured)
    dims = [dim for _, aval in given for dim in aval.shape if isinstance(dim, Size)]
    sums = [dim for dim in dims if not is_name(dim)]
    rest = {dim: [("1", dim.constant)] if dim.constant else [] for dim in sums}
    return {
        shown(dim): {name: literal(k) for name, k in (*dim.terms, *rest[dim])}
        for dim in sums
    }


def _dtypes(aval: AnyAval) -> Iterator[str]:
    match aval:
        case Aval(weak=False):
            yield aval.dtype
        case SequenceAval(inner) | OptionalAval(inner):
            yield from _dtypes(inner)


def _word(dtype: str) -> str:
    return "bool_" if dtype == "bool" else dtype


def _assign(word: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(word, ast.Store())], value)


def _dict(items: dict[str, ast.expr]) -> ast.expr:
    return ast.Dict([literal(key) for key in items], list(items.values()))


def _group(
    items: Iterable[tuple[str, Aval]],
    words: dict[str, str],
    families: Mapping[str, Family] | None = None,
) -> ast.expr:
    families = families or {}
    leaves = {word: _leaf(aval, words) for word, aval in items}
    parts = {
        word: families[word].all(leaf) if word in families else leaf
        for word, leaf in leaves.items()
    }
    return merged(parts, families)


def _form(form: Any, avals: tuple[AnyAval, ...], words: dict[str, str]) -> ast.expr:
    """The output, with the leaves in the places of its arrays."""

    def rows(each: Each, _: Any) -> ast.expr:
        elements = [a.element if isinstance(a, SequenceAval) else a for a in avals]
        return _list_of(_form(each.item, tuple(elements), words))

    return output_expression(form, [_leaf(aval, words) for aval in avals], rows)


def _leaf(aval: AnyAval, words: dict[str, str]) -> ast.expr:
    match aval:
        case Aval(weak=True):
            return _pair(name(_NUMBERS[aval.dtype]), ())
        case Aval():
            return _pair(name(words[aval.dtype]), aval.shape)
        case SequenceAval(inner):
            return _list_of(_leaf(inner, words))
        case OptionalAval(inner):
            return ast.Tuple([_leaf(inner, words), literal(None)], ast.Load())
        case _:
            return name("object")


def _pair(dtype: ast.expr, shape: tuple[Any, ...]) -> ast.expr:
    sizes = tuple(size if isinstance(size, int) else shown(size) for size in shape)
    return ast.Tuple([dtype, literal(sizes)], ast.Load())


def _list_of(item: ast.expr) -> ast.expr:
    return ast.List([item, literal(...)], ast.Load())


# -------------------------------------------------------------------------- the checks


def checks(interface: Interface) -> Iterator[str]:
    """The texts of the functions that ``value_and_grad`` checks with."""
    structured = not is_one_array(interface)
    given = [aval for _, aval in (*interface.inputs, *interface.captured)]
    given += [aval for aval in interface.outputs if isinstance(aval, Aval)]
    numbers = structured or any(aval.weak for aval in given)
    text = _CHECK.replace("NUMBERS\n", _NUMBER if numbers else "")
    yield text.replace("SUMS\n", _SUMS if _sums(interface) else "")
    if structured:
        yield _ONES_LIKE
        yield _CHECK_LIKE


def load_captured(interface: Interface) -> str:
    """The text of ``load_captured``."""
    return _LOAD_CAPTURED.replace("captured is", f"{words(interface).captured} is")


# The arrays lie in DIR/mlp_captured.npz beside DIR/mlp_backward.py, and DIR/mlp.py.
_LOAD_CAPTURED = '''CAPTURED = {}


def load_captured():
    """Return the arrays that lie beside this module; they are read once."""
    if not CAPTURED:
        try:
            stem = __file__.removesuffix(".py").removesuffix("_backward")
            with np.load(f"{stem}_captured.npz") as arrays:
                CAPTURED.update(dict(arrays))
        except (NameError, OSError) as error:
            raise ValueError(f"captured is missing: {error}") from error
    return CAPTURED
'''

_CHECK = '''def check(arrays, signature, sizes):
    """Compare with ``signature``, in which a word stands for one size everywhere."""
    if arrays.keys() != signature.keys():
        name = min(arrays.keys() ^ signature.keys())
        raise ValueError(f"{name} is {'unknown' if name in arrays else 'missing'}")
    for name, (dtype, shape) in signature.items():
        array = arrays[name]
NUMBERS
        have = getattr(array, "shape", None)
        fits = have is not None and len(have) == len(shape) and array.dtype == dtype
        for size, n in zip(shape, have or ()):
            fits &= n == (sizes.setdefault(size, n) if type(size) is str else size)
        if not fits:
            got = repr(array) if have is None else f"{array.dtype}{have}"
            raise ValueError(f"{name} is {got:.60}; expected {dtype}{shape}")
SUMS
    return sizes
'''

_NUMBER = """\
        if isinstance(dtype, type):
            if np.ndim(array) or np.asarray(array).dtype.kind not in "biuf":
                raise ValueError(f"{name} is {array!r:.60}; expected a number")
            continue
"""

# A sum is met before the sizes that it is the sum of.
_SUMS = """\
    for name, (dtype, shape) in signature.items():
        for size, n in zip(shape, np.shape(arrays[name])):
            parts = SIGNATURE["sums"].get(size, {size: 1}).items()
            if size in sizes and n != sum(k * sizes.get(part, 1) for part, k in parts):
                raise ValueError(f"{name} has {n} in the place of {size} in {shape}")
"""

_ONES_LIKE = '''def ones_like(out):
    """Return ones in the structure of ``out``."""
    if isinstance(out, dict):
        return {key: ones_like(part) for key, part in out.items()}
    if isinstance(out, (tuple, list)):
        return [ones_like(part) for part in out]
    return np.ones_like(out)
'''

_CHECK_LIKE = '''def check_like(name, given, out):
    """Compare a cotangent with ``out``: structure, dtypes and shapes."""
    if isinstance(out, dict):
        fits = isinstance(given, dict) and given.keys() == out.keys()
        parts = out.items()
    elif isinstance(out, (tuple, list)):
        fits = isinstance(given, (tuple, list)) and len(given) == len(out)
        parts = enumerate(out)
    else:
        if np.asarray(out).dtype.kind == "f":
            like = (out.dtype, out.shape) if np.ndim(out) else (float, ())
            check({name: given}, {name: like}, {})
        return
    if not fits:
        raise ValueError(f"{name} is {given!r:.60}; expected the structure of out")
    for key, part in parts:
        check_like(f"{name}[{key!r}]", given[key], part)
'''
