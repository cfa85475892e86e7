"""How each primitive is written: an ``ast`` expression for every operation."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srcad.compiler.avals import AnyAval, Aval, OptionalAval, SequenceAval, ShapeAval
from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.emit.constants import short_form
from srcad.compiler.index import Index, Ref
from srcad.compiler.ir import Atom, Lit, Op, Value, array_aval, span_of_origin
from srcad.compiler.lowering.foreign import ForeignCall
from srcad.compiler.lowering.kernels import KernelCall
from srcad.compiler.lowering.tracing import Placeholder
from srcad.compiler.naming import Names
from srcad.compiler.packing import Pack, Packs, is_bundled, list_pack
from srcad.compiler.primitives import PRIMITIVES
from srcad.compiler.schedule import Schedule

_BINARY: dict[str, ast.operator] = {
    "add": ast.Add(),
    "subtract": ast.Sub(),
    "multiply": ast.Mult(),
    "divide": ast.Div(),
    "floor_divide": ast.FloorDiv(),
    "remainder": ast.Mod(),
    "power": ast.Pow(),
    "matmul": ast.MatMult(),
    "bitwise_and": ast.BitAnd(),
    "bitwise_or": ast.BitOr(),
    "bitwise_xor": ast.BitXor(),
    "left_shift": ast.LShift(),
    "right_shift": ast.RShift(),
}
_COMPARE: dict[str, ast.cmpop] = {
    "less": ast.Lt(),
    "less_equal": ast.LtE(),
    "greater": ast.Gt(),
    "greater_equal": ast.GtE(),
    "equal": ast.Eq(),
    "not_equal": ast.NotEq(),
}
_OPPOSITE = {
    "less": "greater_equal",
    "less_equal": "greater",
    "greater": "less_equal",
    "greater_equal": "less",
    "equal": "not_equal",
    "not_equal": "equal",
}


@dataclass(slots=True)
class Writer:
    """Writes atoms and operations of one function."""

    plan: Schedule
    names: Names
    kernels: dict[str, None]
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    packs: Packs = field(default_factory=dict)
    imports: dict[str, None] = field(default_factory=dict)
    has_math: bool = False

    def atom(self, atom: Atom) -> ast.expr:
        if isinstance(atom, Lit):
            return literal(atom.value)
        op = self.plan.folded.get(atom)
        if op is not None and not is_bundled(atom, self.packs):
            return self.op(op)
        if is_bundled(atom, self.packs):
            return subscript(self.whole(atom), literal(self.packs[atom].position))
        return name(self.names[atom])

    def whole(self, value: Atom) -> ast.expr:
        """The variable that holds a value, among others perhaps."""
        if not isinstance(value, Value) or not is_bundled(value, self.packs):
            return self.atom(value)
        op = self.plan.folded.get(value)
        if op is not None and op.primitive == "present":
            source = op.args[0]
            assert isinstance(source, Value)
            return self.whole(source)
        return self.atom(value) if op is not None else name(self.names[value])

    def op(self, op: Op) -> ast.expr:
        """The expression that computes the result of ``op``."""
        primitive = op.primitive
        if primitive == "power":
            product = self._small_power(op)
            if product is not None:
                return product
        if primitive in _BINARY:
            left, right = map(self.atom, op.args)
            return ast.BinOp(left, _BINARY[primitive], right)
        if primitive in _COMPARE:
            left, right = map(self.atom, op.args)
            return ast.Compare(left, [_COMPARE[primitive]], [right])
        special = _SPECIAL.get(primitive)
        if special is not None:
            return special(self, op)
        assert PRIMITIVES[primitive].elementwise, primitive
        word = {"absolute": "abs"}.get(primitive, primitive)
        return call(f"np.{word}", *map(self.atom, op.args))

    def _small_power(self, op: Op) -> ast.expr | None:
        """``x * x`` for ``x ** 2``: twenty times as fast as a power."""
        power = op.args[1]
        if not isinstance(power, Lit) or power.value not in (2, 3):
            return None
        base = self.atom(op.args[0])
        if not isinstance(base, ast.Name):
            if power.value == 2 and not array_aval(op.args[0]).weak:
                return call("np.square", base)
            return None
        product: ast.expr = ast.BinOp(base, ast.Mult(), base)
        return product if power.value == 2 else ast.BinOp(product, ast.Mult(), base)

    def condition(self, atom: Atom) -> ast.expr:
        return self.atom(atom)

    def negation(self, atom: Atom) -> ast.expr:
        """``not atom``, written as a comparison where that is exact."""
        op = self.plan.folded.get(atom) if isinstance(atom, Value) else None
        if op is not None and op.primitive == "not":
            return self.atom(op.args[0])
        if op is not None and op.primitive == "is_none":
            return ast.Compare(self.atom(op.args[0]), [ast.IsNot()], [_NONE])
        if op is not None and op.primitive in _OPPOSITE:
            # The opposite comparison differs where an operand is NaN.
            if not any(array_aval(arg).is_float for arg in op.args):
                left, right = map(self.atom, op.args)
                return ast.Compare(left, [_COMPARE[_OPPOSITE[op.primitive]]], [right])
        return ast.UnaryOp(ast.Not(), self.atom(atom))

    def index(self, op: Op, first: int = 1) -> ast.expr:
        """The subscript of a read or a write."""
        template: Index = op.attribute("index")
        return self.index_of(template, op.args[first:])

    def index_of(self, template: Index, args: tuple[Atom, ...]) -> ast.expr:
        entries = [self._entry(entry, args) for entry in template.entries]
        if len(entries) == 1:
            return entries[0]
        return ast.Tuple(entries, ast.Load())

    def _entry(self, entry: Any, args: tuple[Atom, ...]) -> ast.expr:
        if isinstance(entry, Ref):
            return self.atom(args[entry.position])
        if isinstance(entry, slice):
            parts = [
                None if b is None else self._entry(b, args)
                for b in (entry.start, entry.stop, entry.step)
            ]
            return ast.Slice(*parts)
        return literal(entry)


def name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def dotted(text: str) -> ast.expr:
    first, *rest = text.split(".")
    node: ast.expr = name(first)
    for part in rest:
        node = ast.Attribute(node, part, ast.Load())
    return node


def call(function: str, *args: ast.expr, **keywords: ast.expr) -> ast.Call:
    pairs = [ast.keyword(key, value) for key, value in keywords.items()]
    return ast.Call(dotted(function), list(args), pairs)


def method(
    owner: ast.expr, word: str, *args: ast.expr, **keywords: ast.expr
) -> ast.Call:
    pairs = [ast.keyword(key, value) for key, value in keywords.items()]
    return ast.Call(ast.Attribute(owner, word, ast.Load()), list(args), pairs)


def subscript(owner: ast.expr, index: ast.expr) -> ast.Subscript:
    return ast.Subscript(owner, index, ast.Load())


def literal(value: Any) -> ast.expr:
    """A constant: negative numbers and non-finite ones as expressions."""
    if isinstance(value, tuple):
        return ast.Tuple([literal(part) for part in value], ast.Load())
    if isinstance(value, float) and math.isnan(value):
        return dotted("np.nan")
    if isinstance(value, float) and math.isinf(value):
        positive = dotted("np.inf")
        return positive if value > 0 else ast.UnaryOp(ast.USub(), positive)
    if isinstance(value, bool) or value is None or value is Ellipsis:
        return ast.Constant(value)
    short = short_form(value) if type(value) is float else None
    if short is not None:
        return short
    if isinstance(value, int | float) and (value < 0 or repr(value).startswith("-")):
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def dtype_name(dtype: str) -> ast.expr:
    return dotted("np.bool_" if dtype == "bool" else f"np.{dtype}")


Special = Callable[[Writer, Op], ast.expr]
_SPECIAL: dict[str, Special] = {}


def writes(*names: str) -> Callable[[Special], Special]:
    """Register how some primitives are written."""

    def register(function: Special) -> Special:
        for word in names:
            _SPECIAL[word] = function
        return function

    return register


@writes("negative")
def _negative(writer: Writer, op: Op) -> ast.expr:
    return _negated(writer, op.args[0])


def _negated(writer: Writer, atom: Atom) -> ast.expr:
    """``-a * b / c`` for ``-(a * b / c)``: the sign stands before the first factor."""
    if isinstance(atom, Lit) and type(atom.value) in (int, float):
        return literal(-atom.value)
    op = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
    if op is not None and op.primitive in ("multiply", "divide"):
        first = array_aval(op.args[0])
        if first.is_float or first.weak:
            left = _negated(writer, op.args[0])
            return ast.BinOp(left, _BINARY[op.primitive], writer.atom(op.args[1]))
    return ast.UnaryOp(ast.USub(), writer.atom(atom))


@writes("invert")
def _invert(writer: Writer, op: Op) -> ast.expr:
    return ast.UnaryOp(ast.Invert(), writer.atom(op.args[0]))


_NONE = ast.Constant(None)


@writes("not")
def _not(writer: Writer, op: Op) -> ast.expr:
    return writer.negation(op.args[0])


@writes("logical_and", "logical_or", "logical_not")
def _logical(writer: Writer, op: Op) -> ast.expr:
    args = [writer.atom(arg) for arg in op.args]
    aval = op.result.aval
    if isinstance(aval, Aval) and not aval.shape:
        if op.primitive == "logical_not":
            return ast.UnaryOp(ast.Not(), args[0])
        word: ast.boolop = ast.And() if op.primitive == "logical_and" else ast.Or()
        return ast.BoolOp(word, args)
    return call(f"np.{op.primitive}", *args)


# What Python's `math` calls primitives otherwise than NumPy does.
_OF_MATH = {
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp")},
    **{name: name for name in ("expm1", "sqrt", "log", "log2", "log10", "log1p")},
    **{name: name for name in ("cbrt", "exp2", "hypot")},
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "tan2")},
    **{f"arc{name}": f"a{name}" for name in ("sinh", "cosh", "tanh")},
}


@writes("float", "int")
def _number(writer: Writer, op: Op) -> ast.expr:
    source = op.args[0]
    inner = writer.plan.folded.get(source) if isinstance(source, Value) else None
    if op.primitive == "float" and inner is not None and writer.has_math:
        word = _OF_MATH.get(inner.primitive)
        if word is not None and all(array_aval(arg).weak for arg in inner.args):
            writer.imports["import math"] = None
            return call(f"math.{word}", *map(writer.atom, inner.args))
    return call(op.primitive, writer.atom(source))


@writes("sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin")
def _reduction(writer: Writer, op: Op) -> ast.expr:
    array = array_aval(op.args[0])
    axis = op.attribute("axis")
    keywords: dict[str, ast.expr] = {}
    whole = axis is None or (isinstance(axis, tuple) and len(axis) == array.ndim)
    if not whole:
        axis = axis[0] if isinstance(axis, tuple) and len(axis) == 1 else axis
        keywords["axis"] = literal(axis)
    if op.attribute("keepdims"):
        keywords["keepdims"] = literal(True)
    return method(writer.atom(op.args[0]), op.primitive, **keywords)


@writes("cumsum")
def _cumsum(writer: Writer, op: Op) -> ast.expr:
    return method(writer.atom(op.args[0]), "cumsum", axis=literal(op.attribute("axis")))


@writes("astype")
def _astype(writer: Writer, op: Op) -> ast.expr:
    dtype = dtype_name(op.attribute("dtype"))
    source = op.args[0]
    made = writer.plan.folded.get(source) if isinstance(source, Value) else None
    if made is not None and made.primitive == "prod_of":
        return call("np.prod", writer.atom(made.args[0]))
    if isinstance(source, Lit) or array_aval(source).weak:
        return ast.Call(dtype, [writer.atom(source)], [])
    return method(writer.atom(source), "astype", dtype)


@writes("shape")
def _shape(writer: Writer, op: Op) -> ast.expr:
    return ast.Attribute(writer.atom(op.args[0]), "shape", ast.Load())


@writes("size_of")
def _size_of(writer: Writer, op: Op) -> ast.expr:
    return subscript(writer.atom(op.args[0]), literal(op.attribute("axis")))


@writes("prod_of")
def _prod_of(writer: Writer, op: Op) -> ast.expr:
    return ast.Call(name("int"), [call("np.prod", writer.atom(op.args[0]))], [])


@writes("make_shape")
def _make_shape(writer: Writer, op: Op) -> ast.expr:
    return ast.Tuple([writer.atom(arg) for arg in op.args], ast.Load())


@writes("present")
def _present(writer: Writer, op: Op) -> ast.expr:
    return writer.atom(op.args[0])


@writes("is_none")
def _is_none(writer: Writer, op: Op) -> ast.expr:
    return ast.Compare(writer.atom(op.args[0]), [ast.Is()], [_NONE])


def _shaped_like(writer: Writer, shape: Atom, dtype: str) -> ast.expr | None:
    """The array whose shape ``shape`` is read from, if it has this dtype."""
    op = writer.plan.folded.get(shape) if isinstance(shape, Value) else None
    if op is None or op.primitive != "shape":
        return None
    aval = array_aval(op.args[0])
    return writer.atom(op.args[0]) if aval.dtype == dtype and not aval.weak else None


@writes("full")
def _full(writer: Writer, op: Op) -> ast.expr:
    shape, value = op.args
    dtype: str = op.attribute("dtype")
    aval = op.result.aval
    assert isinstance(aval, Aval)
    number = value.value if isinstance(value, Lit) else None
    if not aval.shape:
        if dtype == "float64" and number is not None:
            return literal(float(number))
        return ast.Call(dtype_name(dtype), [writer.atom(value)], [])
    like = _shaped_like(writer, shape, dtype)
    word = "zeros" if number == 0 else "ones" if number == 1 else "full"
    if isinstance(number, bool):
        word = "full"
    args = [] if word != "full" else [writer.atom(value)]
    if like is not None:
        return call(f"np.{word}_like", like, *args)
    where = writer.atom(shape)
    if isinstance(where, ast.Tuple) and len(where.elts) == 1:
        where = where.elts[0]
    if dtype == "float64" and (word != "full" or isinstance(number, float)):
        return call(f"np.{word}", where, *args)
    return call(f"np.{word}", where, *args, dtype=dtype_name(dtype))


@writes("zeros_of")
def _zeros_of(writer: Writer, op: Op) -> ast.expr:
    atom = op.args[0]
    aval = atom.aval.inner if isinstance(atom.aval, OptionalAval) else atom.aval
    pack = list_pack(atom, writer.packs) if isinstance(atom, Value) else None
    if isinstance(aval, SequenceAval) and pack is not None and pack.inner is not None:
        message = "zeros are needed here for each value of a loop in a loop"
        help = "put the inner loop into a function of its own"
        span = span_of_origin(op.origin)
        raise CompileError(Diagnostic("SRC013", message, span, help=help))
    return _zeros(writer, atom.aval, writer.atom(atom), pack)


def _zeros(
    writer: Writer, aval: AnyAval, source: ast.expr, pack: Pack | None
) -> ast.expr:
    """Zeros in the form of a value: of a list a list, of None None."""
    if isinstance(aval, OptionalAval):
        nothing = ast.Compare(source, [ast.Is()], [_NONE])
        inside = _zeros(writer, aval.inner, source, pack)
        return ast.IfExp(nothing, ast.Constant(None), inside)
    if not isinstance(aval, SequenceAval):
        return call("np.zeros_like", source)
    if pack is None and isinstance(aval.element, Aval) and not aval.element.shape:
        zero = literal(0.0) if aval.element.dtype == "float64" else None
        zero = zero or ast.Call(dtype_name(aval.element.dtype), [literal(0)], [])
        length = ast.Call(name("len"), [source], [])
        return ast.BinOp(ast.List([zero], ast.Load()), ast.Mult(), length)
    target: ast.expr = ast.Name("item", ast.Store())
    if pack is not None and pack.width > 1:
        parts: list[ast.expr] = [ast.Name("_", ast.Store()) for _ in range(pack.width)]
        parts[pack.position] = target
        target = ast.Tuple(parts, ast.Store())
    element = _zeros(writer, aval.element, name("item"), None)
    return ast.ListComp(element, [ast.comprehension(target, source, [], 0)])


@writes("arange")
def _arange(writer: Writer, op: Op) -> ast.expr:
    keywords: dict[str, ast.expr] = {}
    dtype = op.attribute("dtype")
    floating = any(array_aval(arg).is_float for arg in op.args)
    if dtype != ("float64" if floating else "int64"):
        keywords["dtype"] = dtype_name(dtype)
    return call("np.arange", *map(writer.atom, op.args), **keywords)


@writes("reshape")
def _reshape(writer: Writer, op: Op) -> ast.expr:
    return method(writer.atom(op.args[0]), "reshape", writer.atom(op.args[1]))


@writes("transpose")
def _transpose(writer: Writer, op: Op) -> ast.expr:
    axes = op.attribute("axes")
    source = writer.atom(op.args[0])
    rank = len(axes)
    if axes == tuple(range(rank))[::-1]:
        return ast.Attribute(source, "T", ast.Load())
    moved = [k for k in range(rank) if axes[k] != k]
    if len(moved) == 2:
        first, second = (k - rank if k >= rank - 2 else k for k in moved)
        return method(source, "swapaxes", literal(first), literal(second))
    return method(source, "transpose", literal(axes))


@writes("expand_dims")
def _expand_dims(writer: Writer, op: Op) -> ast.expr:
    axes = op.attribute("axis")
    source = writer.atom(op.args[0])
    if array_aval(op.args[0]).weak:
        axis = axes[0] if len(axes) == 1 else axes
        return call("np.expand_dims", source, literal(axis))
    rank = array_aval(op.args[0]).ndim + len(axes)
    entries = [ast.Constant(None) if k in axes else ast.Slice() for k in range(rank)]
    if axes == (rank - 1,) and rank > 2:
        entries = [ast.Constant(Ellipsis), ast.Constant(None)]
    while isinstance(entries[-1], ast.Slice):
        entries.pop()
    index = entries[0] if len(entries) == 1 else ast.Tuple(list(entries), ast.Load())
    return subscript(source, index)


@writes("squeeze")
def _squeeze(writer: Writer, op: Op) -> ast.expr:
    axes = op.attribute("axis")
    axis = axes[0] if len(axes) == 1 else axes
    return method(writer.atom(op.args[0]), "squeeze", axis=literal(axis))


@writes("broadcast_to")
def _broadcast_to(writer: Writer, op: Op) -> ast.expr:
    source, shape = op.args
    if not array_aval(source).shape:
        aval = op.result.aval
        assert isinstance(aval, Aval)
        like = _shaped_like(writer, shape, aval.dtype)
        if like is not None:
            return call("np.full_like", like, writer.atom(source))
        return call("np.full", writer.atom(shape), writer.atom(source))
    return call("np.broadcast_to", writer.atom(source), writer.atom(shape))


@writes("unbroadcast")
def _unbroadcast(writer: Writer, op: Op) -> ast.expr:
    writer.kernels["unbroadcast"] = None
    return call("unbroadcast", *map(writer.atom, op.args))


@writes("concatenate", "stack")
def _joining(writer: Writer, op: Op) -> ast.expr:
    parts = ast.Tuple([writer.atom(arg) for arg in op.args], ast.Load())
    axis = op.attribute("axis")
    keywords = {"axis": literal(axis)} if axis else {}
    return call(f"np.{op.primitive}", parts, **keywords)


@writes("getitem")
def _getitem(writer: Writer, op: Op) -> ast.expr:
    return subscript(writer.atom(op.args[0]), writer.index(op))


@writes("kernel")
def _kernel(writer: Writer, op: Op) -> ast.expr:
    kernel: KernelCall = op.attribute("call")
    writer.functions[kernel.name] = kernel.function
    args = [_form(writer, form, op.args) for form in kernel.arguments]
    return call(kernel.name, *args)


@writes("foreign")
def _foreign(writer: Writer, op: Op) -> ast.expr:
    foreign: ForeignCall = op.attribute("call")
    writer.imports[f"import {foreign.module}"] = None
    args = [_form(writer, form, op.args) for form in foreign.arguments]
    result = call(foreign.label, *args)
    if foreign.sizes is None:
        return result
    writer.kernels["check_result"] = None
    sizes = _form(writer, foreign.sizes, op.args)
    dtype = literal(foreign.aval.dtype)
    return call("check_result", literal(foreign.label), result, dtype, sizes)


def _form(writer: Writer, form: Any, atoms: tuple[Atom, ...]) -> ast.expr:
    """An argument of a kernel: a structure of literals and run-time values."""
    if isinstance(form, Placeholder):
        return writer.atom(atoms[form.position])
    if isinstance(form, tuple | list):
        whole = _whole_shape(writer, form, atoms)
        if whole is not None:
            return whole
        parts = [_form(writer, part, atoms) for part in form]
        if isinstance(form, list):
            return ast.List(parts, ast.Load())
        return ast.Tuple(parts, ast.Load())
    return literal(form)


def _whole_shape(writer: Writer, form: Any, atoms: tuple[Atom, ...]) -> ast.expr | None:
    """``x.shape`` for ``(x.shape[0], x.shape[1])``."""
    source: Atom | None = None
    for axis, part in enumerate(form):
        atom = atoms[part.position] if isinstance(part, Placeholder) else None
        op = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
        if op is None or op.primitive != "size_of" or op.attribute("axis") != axis:
            return None
        if source is not None and op.args[0] is not source:
            return None
        source = op.args[0]
    aval = source.aval if source is not None else None
    if isinstance(aval, ShapeAval) and len(aval.dims) == len(form):
        assert source is not None
        return writer.atom(source)
    return None


@writes("reversed")
def _reversed(writer: Writer, op: Op) -> ast.expr:
    step = ast.Slice(None, None, literal(-1))
    return subscript(writer.atom(op.args[0]), step)


@writes("constant")
def _constant(writer: Writer, op: Op) -> ast.expr:
    array: np.ndarray[Any, Any] = op.attribute("array").array
    dtype = array.dtype.name
    if array.ndim == 0:
        value = literal(array.item())
        return (
            value
            if dtype in ("float64", "int64") and array_aval(op.result).tensor
            else ast.Call(dtype_name(dtype), [value], [])
        )
    nested = _nested(array.tolist())
    default = {"f": "float64", "i": "int64", "b": "bool"}.get(array.dtype.kind)
    keywords = {} if dtype == default and array.size else {"dtype": dtype_name(dtype)}
    return call("np.array", nested, **keywords)


def _nested(item: Any) -> ast.expr:
    if isinstance(item, list):
        return ast.List([_nested(part) for part in item], ast.Load())
    return literal(item)
