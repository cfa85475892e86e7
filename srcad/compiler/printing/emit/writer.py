"""How operations are written: the walk over those that make one expression."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srcad.compiler.ir.catches import CAUGHT
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.numbers import is_python
from srcad.compiler.ir.primitives import PRIMITIVES, Text
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval, is_numpys
from srcad.compiler.printing.emit.constants import short_form
from srcad.compiler.printing.emit.function_names import FunctionNames
from srcad.compiler.printing.naming import Names
from srcad.compiler.printing.packing import Packs, is_bundled
from srcad.compiler.printing.schedule import Schedule

BINARY: dict[str, ast.operator] = {
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
    functions: dict[str, Callable[..., Any]]
    packs: Packs
    called: FunctionNames
    imports: dict[str, None] = field(default_factory=dict)
    has_math: bool = False
    # What has the rank of an array, and may be a number of Python all the same.
    numbers: frozenset[Value] = frozenset()
    # What stands beside arrays of fewer bits, to which a number of Python gives way.
    doubles: frozenset[Value] = frozenset()
    # Powers that Python would make complex (see ``real_powers``).
    real: frozenset[Op] = frozenset()
    # What a handler has caught that raises it again itself.
    handled: set[Value] = field(default_factory=set)
    # What the forward half divides, by what: it has done so where this one does again.
    divided: frozenset[tuple[Atom, ...]] = frozenset()

    def atom(self, atom: Atom) -> ast.expr:
        if isinstance(atom, Lit):
            return literal(atom.value)
        op = self.plan.folded.get(atom)
        if op is not None and not is_bundled(atom, self.packs):
            return self.op(op)
        if is_bundled(atom, self.packs):
            return self._part(atom)
        return name(self.names[atom])

    def _part(self, value: Value) -> ast.expr:
        """A part of the residuals of a call, or of those that a call in it has kept."""
        found, pack = self.whole(value), self.packs.get(value)
        while pack is not None and pack.bundled:
            found, pack = subscript(found, literal(pack.position)), pack.inner
        return found

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
        if primitive in BINARY:
            left, right = map(self.atom, op.args)
            if op in self.real:
                return call(f"{self.math()}.pow", left, right)
            if self._may_be_infinite(op):
                aval = array_aval(op.args[0])
                double = "complex128" if aval.is_complex else "float64"
                word = aval.dtype if aval.is_inexact and not aval.weak else double
                left = call(f"np.{word}", left)
            return ast.BinOp(left, BINARY[primitive], right)
        if primitive in _COMPARE:
            left, right = map(self.atom, op.args)
            return ast.Compare(left, [_COMPARE[primitive]], [right])
        special = _SPECIAL.get(primitive)
        if special is not None:
            return special(self, op)
        return self._called(op)

    def _called(self, op: Op) -> ast.expr:
        """The call of a function of NumPy, as the row of the primitive says."""
        row = PRIMITIVES[op.primitive]
        text = row.text(op) if row.text is not None else Text(op.args)
        args = [self._argument(item) for item in text.args]
        keywords = {k: self._argument(item) for k, item in text.keywords.items()}
        if text.method and not self.may_be_number(op.args[0]):
            return method(args[0], row.name, *args[1:], **keywords)
        if row.library:
            self.imports[import_line(row.library)] = None
        whole = call(row.function or f"np.{row.name}", *args, **keywords)
        return whole if text.item is None else subscript(whole, literal(text.item))

    def _argument(self, item: Any) -> ast.expr:
        if isinstance(item, Value | Lit):
            return self.atom(item)
        if isinstance(item, np.dtype):
            return dtype_name(item.name)
        if isinstance(item, tuple):
            return ast.Tuple([self._argument(part) for part in item], ast.Load())
        return literal(item)

    def _small_power(self, op: Op) -> ast.expr | None:
        """``x * x`` for ``x ** 2``: twenty times as fast as a power.

        NumPy's own square is that product to the last bit. Of ``x ** 3`` the product
        rounds otherwise, so it stands in derivatives alone.
        """
        power = op.args[1]
        if not isinstance(power, Lit) or power.value not in (2, 3):
            return None
        if is_numpys(power):
            return None
        if power.value == 3 and not op.phase:
            return None
        if array_aval(op.args[0]).dtype != array_aval(op.result).dtype:
            return None
        if op.of_python and not op.phase:
            return None
        base = self.atom(op.args[0])
        if not isinstance(base, ast.Name):
            if power.value == 2 and not array_aval(op.args[0]).weak:
                return call("np.square", base)
            return None
        product: ast.expr = ast.BinOp(base, ast.Mult(), base)
        return product if power.value == 2 else ast.BinOp(product, ast.Mult(), base)

    def _may_be_infinite(self, op: Op) -> bool:
        """Whether a derivative raises what may be 0.0 of Python to a negative power, or
        divides by it what may be a number of Python as well."""
        left, right = op.args
        if not op.phase or op.primitive not in ("power", "divide"):
            return False
        if op.primitive == "divide":
            python = all(is_python(one, self.numbers) for one in op.args)
            given = tuple(a if isinstance(a, Lit) else a.source or a for a in op.args)
            again = op.args in self.divided or given in self.divided
            return python and not (isinstance(right, Lit) or again)
        if isinstance(left, Lit):
            return False
        number = right.value if isinstance(right, Lit) else None
        positive = isinstance(number, int | float) and number >= 0
        return is_python(left, self.numbers) and not positive

    def may_be_number(self, atom: Atom) -> bool:
        """Whether a value may be a number of Python, without methods of an array."""
        return atom in self.numbers or not array_aval(atom).ndim

    def method(
        self, atom: Atom, word: str, *args: ast.expr, **keywords: ast.expr
    ) -> ast.Call:
        """A method of an array; of what may be a number, NumPy's function."""
        if self.may_be_number(atom):
            return call(f"np.{word}", self.atom(atom), *args, **keywords)
        return method(self.atom(atom), word, *args, **keywords)

    def math(self) -> str:
        """The name of Python's ``math`` in the module, which imports it."""
        word = "math" if self.has_math else "math_"
        self.imports["import math" if self.has_math else "import math as math_"] = None
        return word

    def condition(self, atom: Atom) -> ast.expr:
        """What is tested: nothing else than whether it is true is asked of it."""
        doubted = self._negated(atom)
        inner = None if doubted is None else self._negated(doubted)
        return self.atom(atom) if inner is None else self.condition(inner)

    def opposite(self, atom: Atom) -> ast.expr:
        """What is tested, where nothing else is asked than whether it is false."""
        doubted = self._negated(atom)
        return self.negation(atom) if doubted is None else self.condition(doubted)

    def _negated(self, atom: Atom) -> Atom | None:
        """What is negated in the expression of a value."""
        op = self.plan.folded.get(atom) if isinstance(atom, Value) else None
        return op.args[0] if op is not None and op.primitive == "not" else None

    def negation(self, atom: Atom) -> ast.expr:
        """``not atom``, written as a comparison where that is exact."""
        op = self.plan.folded.get(atom) if isinstance(atom, Value) else None
        if op is not None and op.primitive == "not" and op.args[0].aval.is_bool:
            return self.atom(op.args[0])
        if op is not None and op.primitive == "list_contains":
            found = self.atom(atom)
            assert isinstance(found, ast.Compare)
            return ast.Compare(found.left, [ast.NotIn()], found.comparators)
        if op is not None and op.primitive == "is_none":
            return ast.Compare(self.atom(op.args[0]), [ast.IsNot()], [literal(None)])
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


def import_line(library: str) -> str:
    """``from scipy import special``, ``import math``."""
    package, _, word = library.rpartition(".")
    return f"from {package} import {word}" if package else f"import {word}"


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


def both_of(word: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    """``a and b``; ``a < b < c`` for ``a < b and b < c``."""
    flat: list[ast.expr] = []
    for part in parts:
        same = isinstance(part, ast.BoolOp) and type(part.op) is type(word)
        for one in part.values if same and isinstance(part, ast.BoolOp) else [part]:
            last = flat[-1] if flat and isinstance(word, ast.And) else None
            if (
                isinstance(last, ast.Compare)
                and isinstance(one, ast.Compare)
                and isinstance(one.left, ast.Name)
                and ast.dump(last.comparators[-1]) == ast.dump(one.left)
            ):
                flat[-1] = ast.Compare(
                    last.left,
                    [*last.ops, *one.ops],
                    [*last.comparators, *one.comparators],
                )
            else:
                flat.append(one)
    return flat[0] if len(flat) == 1 else ast.BoolOp(word, flat)


def subscript(owner: ast.expr, index: ast.expr) -> ast.Subscript:
    return ast.Subscript(owner, index, ast.Load())


def slices_called(index: ast.expr) -> ast.expr:
    """A slice outside of brackets is written ``slice(...)``."""
    if isinstance(index, ast.Tuple):
        return ast.Tuple([slices_called(e) for e in index.elts], ast.Load())
    if isinstance(index, ast.Slice):
        parts = [p or ast.Constant(None) for p in (index.lower, index.upper)]
        if index.step is not None:
            parts.append(index.step)
        return ast.Call(name("slice"), parts, [])
    return index


def unless_none(source: ast.expr, made: ast.expr) -> ast.expr:
    """What is made of something, or None where that is None."""
    nothing = ast.Compare(source, [ast.Is()], [ast.Constant(None)])
    return ast.IfExp(nothing, ast.Constant(None), made)


def literal(value: Any) -> ast.expr:
    """A constant: negative numbers and non-finite ones as expressions."""
    if value is CAUGHT:
        return subscript(call("sys.exc_info"), ast.Constant(1))
    if isinstance(value, np.float64 | np.complex128):
        return call(f"np.{value.dtype}", literal(value.item()))
    if type(value) is str or (type(value) is int and value >= 0):
        return ast.Constant(value)
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
