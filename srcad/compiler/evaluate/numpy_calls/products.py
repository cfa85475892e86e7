"""Products of tensors, convolutions and linear algebra."""

from __future__ import annotations

import ast
import string
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy_calls.registry import (
    TABLE,
    Unsupported,
    entry,
    inlined,
    refuse_given,
)
from srcad.compiler.evaluate.numpy_calls.values import (
    as_array,
    number,
    transpose,
)
from srcad.compiler.evaluate.numpy_library import products as library
from srcad.compiler.evaluate.operators import emit_elementwise
from srcad.compiler.ir.shapes import normal_axes
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading.sizes import Dim, size_sum


@entry(np.tensordot)
def _tensordot(frame: Frame, node: ast.AST, a: Any, b: Any, axes: Any = 2) -> Any:
    arrays = as_array(frame, a, node), as_array(frame, b, node)
    ranks = [array_aval(atom).ndim for atom in arrays]
    axes = static(frame, axes, node)
    if isinstance(axes, int):
        if not 0 <= axes <= min(ranks):
            frame.refuse(
                "SRC016",
                f"`axes={axes}` for arrays of rank {ranks[0]} and {ranks[1]}",
                node,
                label=f"sums the last {axes} axes with the first {axes}",
                help="name the axes of each, as in `axes=([1], [0])`",
            )
        axes = (range(ranks[0] - axes, ranks[0]), range(axes))
    pair = tuple(
        tuple(
            normal_axes((k,), rank)[0]
            for k in ((one,) if isinstance(one, int) else one)
        )
        for one, rank in zip(axes, ranks, strict=True)
    )
    if len(pair[0]) != len(pair[1]):
        raise ShapeError("as many axes of the one as of the other are summed over")
    return frame.session.box(
        frame.session.builder.emit("tensordot", *arrays, axes=pair)
    )


@entry(np.einsum)
def _einsum(
    frame: Frame,
    node: ast.AST,
    subscripts: Any,
    *operands: Any,
    out: Any = None,
    optimize: Any = None,
) -> Any:
    refuse_given(out=out)
    if not isinstance(subscripts, str):
        raise Unsupported("the subscripts are a string, known at compile time")
    items = [number(frame, item, node) for item in operands]
    ranks = [array_aval(frame.session.atom(item)).ndim for item in items]
    inputs, output = explicit(subscripts, ranks)
    for k, letters in enumerate(inputs):
        items[k], inputs[k] = _without_repeats(frame, items[k], letters, node)
    return _contracted(frame, items, inputs, output, node)


def explicit(subscripts: str, ranks: list[int]) -> tuple[list[str], str]:
    """The letters of the operands and of the result, ``...`` and ``->`` written out."""
    text = subscripts.replace(" ", "")
    left, arrow, output = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ranks):
        raise ShapeError(f"{subscripts!r} is not for {len(ranks)} operands")
    spare = [one for one in string.ascii_letters if one not in text]
    counts = [
        rank - len(one.replace("...", ""))
        for one, rank in zip(inputs, ranks, strict=True)
        if "..." in one
    ]
    most = max(counts, default=0)
    if any(count < 0 for count in counts):
        raise ShapeError(f"{subscripts!r} has more letters than an operand has axes")
    if not arrow:
        letters = left.replace(",", "").replace("...", "")
        once = sorted(one for one in set(letters) if letters.count(one) == 1)
        output = ("..." if counts else "") + "".join(once)
    batch = "".join(spare[:most])

    def filled(one: str, count: int) -> str:
        return one.replace("...", batch[most - count :])

    whole = [
        filled(one, rank - len(one.replace("...", "")))
        for one, rank in zip(inputs, ranks, strict=True)
    ]
    for one, rank in zip(whole, ranks, strict=True):
        if len(one) != rank:
            raise ShapeError(f"{subscripts!r} does not fit an operand of rank {rank}")
    output = filled(output, most)
    if len(set(output)) < len(output) or not set(output) <= set("".join(whole)):
        raise ShapeError(f"{subscripts!r} is not a sum of products")
    return whole, output


def _without_repeats(
    frame: Frame, item: Any, letters: str, node: ast.AST
) -> tuple[Any, str]:
    """``ii`` stands for the diagonal."""
    for letter in letters:
        while letters.count(letter) > 1:
            first = letters.index(letter)
            second = letters.index(letter, first + 1)
            item = TABLE[np.diagonal](
                frame, [item], {"axis1": first, "axis2": second}, node
            )
            rest = [one for k, one in enumerate(letters) if k not in (first, second)]
            letters = "".join(rest) + letter
    return item, letters


def _contracted(
    frame: Frame, items: list[Any], inputs: list[str], output: str, node: ast.AST
) -> Any:
    """The sum of products; what is a transposition, a sum or a product is that."""
    factors = [item for item, one in zip(items, inputs, strict=True) if not one]
    items = [item for item, one in zip(items, inputs, strict=True) if one]
    inputs = [one for one in inputs if one]
    if len(items) == 1:
        lost = tuple(k for k, one in enumerate(inputs[0]) if one not in output)
        kept = "".join(one for one in inputs[0] if one in output)
        result = items[0]
        if lost:
            result = TABLE[np.sum](frame, [result], {"axis": lost}, node)
        result = transpose(frame, result, tuple(kept.index(one) for one in output))
    elif items and all(one == output for one in inputs):
        result, *factors = items + factors
    elif items:
        atoms = [frame.session.atom(item) for item in items]
        text = ",".join(inputs) + "->" + output
        value = frame.session.builder.emit("einsum", *atoms, subscripts=text)
        result = frame.session.box(value)
    else:
        result, *factors = factors
    for factor in factors:
        result = emit_elementwise(frame, "multiply", factor, result)
    return result


def _vector(frame: Frame, item: Any, node: ast.AST) -> Atom:
    array = as_array(frame, item, node)
    if array_aval(array).ndim != 1:
        raise Unsupported("it takes two arrays of rank 1")
    return array


@entry(np.convolve)
def _convolve(frame: Frame, node: ast.AST, a: Any, v: Any, mode: Any = "full") -> Any:
    arrays = _vector(frame, a, node), _vector(frame, v, node)
    whole = frame.session.box(frame.session.builder.emit("convolve", *arrays))
    if mode == "full":
        return whole
    both = map(frame.session.box, arrays)
    return inlined(frame, library.part_of_convolution, [whole, *both, mode], node)


@entry(np.correlate)
def _correlate(frame: Frame, node: ast.AST, a: Any, v: Any, mode: Any = "valid") -> Any:
    arrays = _vector(frame, a, node), _vector(frame, v, node)
    sizes = [array_aval(atom).shape[0] for atom in arrays]
    # The rules call it with the longer one first.
    if mode == "valid" and (frame.source.library or _at_least(*sizes)):
        return frame.session.box(frame.session.builder.emit("correlate", *arrays))
    both = map(frame.session.box, arrays)
    return inlined(frame, library.correlation, [*both, mode], node)


def _at_least(left: Dim, right: Dim) -> bool:
    """Whether one size is known to be no less than another."""
    rest = size_sum(left, right, -1)
    if isinstance(rest, int):
        return rest >= 0
    # A size that the user named is 1 or more.
    if any(not name.isidentifier() or factor < 0 for name, factor in rest.terms):
        return False
    return rest.constant + sum(factor for _, factor in rest.terms) >= 0


# --------------------------------------------------------------------- linear algebra


class SlogdetResult(NamedTuple):
    """What ``np.linalg.slogdet`` gives."""

    sign: Any
    logabsdet: Any


def _linear(name: str) -> None:
    def handler(frame: Frame, node: ast.AST, a: Any) -> Any:
        array = as_array(frame, a, node)
        return frame.session.box(frame.session.builder.emit(name, array))

    handler.__name__ = name
    entry(getattr(np.linalg, name))(handler)


for _name in ("inv", "det", "cholesky"):
    _linear(_name)


@entry(np.linalg.slogdet)
def _slogdet(frame: Frame, node: ast.AST, a: Any) -> Any:
    array, emit = as_array(frame, a, node), frame.session.builder.emit
    parts = (emit("detsign", array), emit("logabsdet", array))
    return SlogdetResult(*map(frame.session.box, parts))


@entry(np.linalg.solve)
def _solve(frame: Frame, node: ast.AST, a: Any, b: Any) -> Any:
    arrays = as_array(frame, a, node), as_array(frame, b, node)
    return frame.session.box(frame.session.builder.emit("solve", *arrays))
