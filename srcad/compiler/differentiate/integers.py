"""Gradients by integer Tensors, as MindSpore computes them: in integers.

Cotangents are floating, but for those of an integer Tensor that is differentiated by,
and of what is computed from it by sums, products, powers, reductions, indexing and the
like. These values are marked (``Aval.exact``); each term of their cotangents is cast to
their dtype. An operator for which MindSpore has no derivative of integers, or rounds
otherwise, is refused; so is a ``bprop`` inside that gives one, which would be lost.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.custom import custom_halves
from srcad.compiler.evaluate.tracing import Rule
from srcad.compiler.ir.avals import Aval, is_whole
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.primitives import PRIMITIVES, without_derivative
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
)

# The others are indices and masks, which have no derivative.
_BESIDE_INDICES = {
    "getitem": (0,),
    "setitem": (0, 1),
    "add_at": (0, 1),
    "where": (1, 2),
}


def check_integers(
    function: Function, given: Iterable[Value], casts: Container[Value], sizes: Sizes
) -> bool:
    """Refuse what has no derivative by these parameters, as the function was written;
    ``casts`` are those that the program asks for itself.

    Says whether anything is computed from them but indices, labels and masks.
    """
    return _marked(function, given, _Marker(sizes, casts)).followed


def mark_integers(function: Function, given: Iterable[Value], sizes: Sizes) -> None:
    """Mark what has a cotangent since it follows these parameters."""
    for value in _marked(function, given, _Marker(sizes)).marked:
        if is_whole(value.aval):
            assert isinstance(value.aval, Aval)
            value.aval = replace(value.aval, exact=True)


def _marked(function: Function, given: Iterable[Value], marker: _Marker) -> _Marker:
    marker.marked.update(given)
    before = -1
    while before != len(marker.marked):
        before = len(marker.marked)
        marker.block(function.body)
    return marker


@dataclass(slots=True)
class _Marker:
    """Goes through a function; ``casts`` None says that every cast is as good.

    ``marked`` are integers, and what an operator has cast to a float for itself.
    """

    sizes: Sizes
    casts: Container[Value] | None = None
    marked: set[Value] = field(default_factory=set)
    followed: bool = False

    def block(self, block: Block) -> None:
        """Mark what follows a marked value in a block."""
        for op in block.ops:
            match op:
                case Op():
                    self._op(op)
                case If():
                    for inner in (op.then, op.orelse):
                        self.block(inner)
                        self._flow(inner.results, op.results)
                case Loop():
                    self._loop(op)
                case Call():
                    self._call(op)
                case Opaque() if op.results and self._any(op.args):
                    raise self._refused(op, "this")

    def _any(self, atoms: Iterable[Atom]) -> bool:
        return any(atom in self.marked for atom in atoms)

    def _flow(self, sources: Iterable[Atom], targets: Iterable[Value]) -> None:
        for source, target in zip(sources, targets, strict=False):
            if source in self.marked:
                self.marked.add(target)

    def _op(self, op: Op) -> None:
        places = [k for k, arg in enumerate(op.args) if arg in self.marked]
        name = op.primitive
        if not places or without_derivative(name):
            return
        if name in _BESIDE_INDICES:
            if not {*places} & {*_BESIDE_INDICES[name]}:
                return
        else:
            exact = PRIMITIVES[name].exact
            if exact != "all" and not {*places} <= {*exact}:
                raise self._refused(op, f"`{name}`")
        self.followed = True
        casts = self.casts
        own = name == "astype" and casts is not None and op.result not in casts
        self.marked.update(one for one in op.results if own or is_whole(one.aval))

    def _loop(self, op: Loop) -> None:
        self._flow(op.starts, op.carry_params)
        self._flow((atom for atom, _ in op.sequences), op.element_params)
        self.block(op.body)
        self._flow(op.body.results, op.carry_params)
        self._flow(op.starts, op.results)
        self._flow(op.body.results, op.results)

    def _call(self, op: Call) -> None:
        function = op.function
        places = [k for k, arg in enumerate(op.args) if arg in self.marked]
        if not places:
            return
        rule = function.rule
        if rule is None:
            if function.recursion is not None or function.itself:
                raise self._refused(op, "a recursive function")
            self._flow(op.args, function.body.params)
            self.block(function.body)
            self._flow(function.body.results, op.results)
        elif function.inline:
            # Its rule says what goes back, also where that is nothing.
            self.followed = True
            self._flow(op.args, function.body.params)
            results = (*op.results, *function.body.results)
            self.marked.update(
                one for one in results if isinstance(one, Value) and is_whole(one.aval)
            )
        elif isinstance(rule, Rule) and rule.owner is not None:
            given = set(custom_halves(function, self.sizes).integers)
            if given.intersection(places):
                name = type(rule.owner).__name__
                message = (
                    f"`{name}.bprop` gives a gradient for an integer, which is lost"
                )
                span = span_of_origin(op.origin)
                note = "the gradient by the integer that it comes from is asked for"
                help = "take the gradient of that Cell itself, or pass a float"
                raise CompileError(
                    Diagnostic("SRC022", message, span, help=help, note=note)
                )

    def _refused(self, op: Operation, what: str) -> CompileError:
        message = f"{what} of an integer Tensor that is differentiated by"
        note = "MindSpore has sums, products, powers, reductions and indexing of these"
        help = "cast it to a float, or do not ask for its gradient"
        span = span_of_origin(op.origin)
        return CompileError(Diagnostic("SRC022", message, span, help=help, note=note))
