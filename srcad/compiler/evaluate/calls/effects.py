"""What a Cell does besides computing: Parameters that it writes, numbers it draws."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.drawing import emit_draw
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy.values import shape_atom
from srcad.compiler.evaluate.objects import Given, is_number, is_parameter
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import (
    reachable,
    refuse_other_name,
    relatives,
)
from srcad.compiler.ir.avals import Aval, OpaqueAval
from srcad.compiler.ir.shapes import target_dims
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Value, array_aval
from srcad.compiler.reading.protocol import mark

RNG = "rng"


class Generator(Given):
    """Stands for the random generator among the parameters of a function."""

    name = RNG

    def value_in(self, session: Session) -> Value:
        """The value of the ``rng`` argument."""
        return generator(session)


GENERATOR = Generator()


def draw(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``rng.method(shape)``, with the module's explicit generator."""
    method = mark(callee, "__srcad_random__")
    shape = shape_atom(frame, args[0] if args else keywords["shape"])
    aval = Aval("float64", target_dims(shape))
    rng = frame.session.box(generator(frame.session))
    return emit_draw(frame, rng, method, [shape], {}, aval)


def generator(session: Session) -> Value:
    """The value of the ``rng`` argument."""
    if RNG not in session.parameters:
        value = Value(OpaqueAval(), RNG, named=True)
        session.parameters[RNG] = (GENERATOR, value)
    return session.parameters[RNG][1]


def call_assign(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    return assign_parameter(frame, args[0], args[1], node)


def assign_parameter(frame: Frame, parameter: Any, item: Any, node: ast.AST) -> Any:
    """``ops.assign(parameter, item)``: an update, which later reads see."""
    if not is_parameter(parameter):
        frame.refuse("SRC021", "TypeError: `assign` writes into Parameters alone", node)
    session = frame.session
    box = session.parameter_box(parameter)
    if any(reachable(frame, other) for other in relatives(session, box)):
        refuse_other_name(frame, "Parameter", node)
    if not is_number(item) and not is_parameter(item):
        frame.refuse("SRC013", f"a {type(item).__name__} is no Tensor", node)
    atom = session.atom(item)
    have, want = array_aval(atom), array_aval(box.value)
    if have.ndim != want.ndim or (have.is_fixed and have.shape != want.shape):
        raise ShapeError(f"a Parameter of shape {want} cannot be given {have}")
    value = session.builder.cast(atom, want.dtype)
    if value.is_literal:
        shape = session.builder.emit("make_shape")
        value = session.builder.full(shape, value, want.dtype, tensor=True)
    if _is_of_layer(frame):
        session.counted_by_layers.add(id(parameter))
    session.write(box, value)
    return box


def _is_of_layer(frame: Frame | None) -> bool:
    """Whether a layer of the library does this, by its operators or methods, and not
    the program."""
    while frame is not None and frame.source.library:
        if getattr(frame.source.node, "name", "") == "construct":
            return True
        frame = frame.caller
    return False


def is_generator(item: object) -> bool:
    """Whether a parameter of a function is the random generator."""
    return isinstance(item, Generator)
