"""Products of tensors that are summed over axes."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import string
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import differ
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    TABLE,
    Unsupported,
    entry,
    inlined,
    of_numpy,
    refuse_given,
)
from srcad.compiler.evaluate.numpy.values import (
    cast_of_a_kind,
    emitted,
    of_own_dtype,
    transpose,
)
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive
from srcad.compiler.ir.shapes import Args, Attributes, normal_axes, result_of
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Op, array_aval
from srcad.compiler.reading.sizes import Dim


def _tensordot(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    left, right = (array_aval(atom).shape for atom in args)
    first, second = attributes["axes"]
    for one, other in zip(first, second, strict=True):
        sizes.same(left[one], right[other], "the summed sizes differ")
    kept = tuple(dim for k, dim in enumerate(left) if k not in first)
    others = tuple(dim for k, dim in enumerate(right) if k not in second)
    return result_of(args, kept + others)


def tensordot_bprop(x, y, out, dout, *, axes):
    first, second = axes
    kept_x = [k for k in range(x.ndim) if k not in first]
    kept_y = [k for k in range(y.ndim) if k not in second]
    count = len(kept_x)
    # The axes of the product are those kept of the one, then the summed ones of the
    # other, in its order.
    own_x, own_y = list(range(count)), list(range(count, count + len(kept_y)))
    dx = np.tensordot(dout, y, axes=(own_y, kept_y))
    dy = np.tensordot(x, dout, axes=(kept_x, own_x))
    order_x = kept_x + [one for _, one in sorted(zip(second, first, strict=True))]
    order_y = [one for _, one in sorted(zip(first, second, strict=True))] + kept_y
    dx = np.transpose(dx, tuple(order_x.index(k) for k in range(x.ndim)))
    return dx, np.transpose(dy, tuple(order_y.index(k) for k in range(y.ndim)))


def _tensordot_text(op: Op) -> Text:
    first, second = axes = op.attribute("axes")
    rank, count = array_aval(op.args[0]).ndim, len(first)
    if first == tuple(range(rank - count, rank)) and second == tuple(range(count)):
        axes = count
    return Text(op.args, {"axes": axes})


of_numpy(
    np.tensordot,
    _tensordot,
    tensordot_bprop,
    raises=True,
    exact="all",
    text=_tensordot_text,
    analytic=True,
)


@entry(np.tensordot)
def _sum_over_axes(frame: Frame, node: ast.AST, a: Any, b: Any, axes: Any = 2) -> Any:
    given = [of_own_dtype(frame, one, node) for one in (a, b)]
    arrays = [frame.session.atom(one) for one in given]
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
    return emitted(frame, "tensordot", *arrays, axes=pair)


@defines(np.linalg.tensordot, arrays="x1 x2", analytic=True)
def product_of_tensors(x1, x2, /, *, axes=2):
    return np.tensordot(x1, x2, axes)


def _einsum(args: Args, attributes: Attributes, sizes: Sizes) -> Aval:
    inputs, output = attributes["subscripts"].split("->")
    dims: dict[str, Dim] = {}
    for letters, atom in zip(inputs.split(","), args, strict=True):
        aval = array_aval(atom)
        if len(letters) != aval.ndim:
            raise ShapeError(f"the subscripts {letters!r} do not fit {aval}")
        for letter, dim in zip(letters, aval.shape, strict=True):
            before = dims.setdefault(letter, dim)
            dims[letter] = sizes.same(before, dim, f"the sizes along {letter!r} differ")
    return result_of(args, tuple(dims[letter] for letter in output))


def einsum_bprop(arrays, out, dout, *, subscripts):
    inputs, output = subscripts.split("->")
    letters = inputs.split(",")
    cotangents = []
    for k in range(len(arrays)):
        # The operand and the result change places; along what only the operand has,
        # the cotangent is the same.
        places = [j for j in range(len(arrays)) if j != k]
        operands = [dout] + [arrays[j] for j in places]
        known = [output] + [letters[j] for j in places]
        kept = "".join([one for one in letters[k] if one in "".join(known)])
        part = np.einsum(",".join(known) + "->" + kept, *operands)
        lost = [axis for axis, one in enumerate(letters[k]) if one not in kept]
        cotangents.append(np.expand_dims(part, tuple(lost)) if lost else part)
    return tuple(cotangents)


primitive(
    "einsum",
    _einsum,
    lambda *arrays, subscripts: np.einsum(subscripts, *arrays),
    einsum_bprop,
    raises=True,
    variadic=True,
    number=True,
    text=lambda op: Text((op.attribute("subscripts"), *op.args)),
    analytic=True,
)


@entry(np.einsum)
def _sum_of_products(
    frame: Frame,
    node: ast.AST,
    subscripts: Any,
    *operands: Any,
    out: Any = None,
    optimize: Any = None,
    dtype: Any = None,
) -> Any:
    refuse_given(out=out)
    if not isinstance(subscripts, str):
        subscripts, operands = _in_letters(frame, (subscripts, *operands), node)
    items = [of_own_dtype(frame, item, node) for item in operands]
    if dtype is not None:
        items = [cast_of_a_kind(frame, item, dtype, "safe") for item in items]
    ranks = [array_aval(frame.session.atom(item)).ndim for item in items]
    inputs, output = explicit(subscripts, ranks)
    for k, letters in enumerate(inputs):
        items[k], inputs[k] = _without_repeats(frame, items[k], letters, node)
    _broadcast(frame, items, inputs, node)
    return _contracted(frame, items, inputs, output, node)


def _in_letters(
    frame: Frame, given: tuple[Any, ...], node: ast.AST
) -> tuple[str, tuple[Any, ...]]:
    """Operands that are each followed by a list of their axes; then that of the
    result, if there is one."""
    lists = given[1::2] if len(given) % 2 == 0 else (*given[1::2], given[-1])
    words = []
    for axes in lists:
        axes = static(frame, axes, node)
        if not isinstance(axes, tuple | list):
            raise Unsupported("the axes of an operand are a list of ints")
        known = {Ellipsis: "..."} | dict(enumerate(string.ascii_letters))
        words.append("".join(known[axis] for axis in axes))
    count = len(given) // 2
    return ",".join(words[:count]) + "".join(f"->{w}" for w in words[count:]), given[
        : 2 * count : 2
    ]


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
            inlined(frame, check_square, [item, first, second], node)
            item = TABLE[np.diagonal](
                frame, [item], {"axis1": first, "axis2": second}, node
            )
            rest = [one for k, one in enumerate(letters) if k not in (first, second)]
            letters = "".join(rest) + letter
    return item, letters


def check_square(a, first, second):
    if differ(a.shape[first], a.shape[second]):
        raise ValueError("the sizes along a letter that stands twice differ")


def _broadcast(
    frame: Frame, items: list[Any], inputs: list[str], node: ast.AST
) -> None:
    """Operands that have one size along a letter: one that has size 1 beside others
    loses the letter; where run time alone knows that, they are broadcast."""
    shapes = [array_aval(frame.session.atom(item)).shape for item in items]
    dims: dict[str, Dim] = {}
    for letters, shape in zip(inputs, shapes, strict=True):
        for letter, dim in zip(letters, shape, strict=True):
            before = dims.get(letter, 1)
            dims[letter] = frame.session.builder.sizes.broadcast(before, dim)
    unclear = ""
    for k, (letters, shape) in enumerate(zip(list(inputs), shapes, strict=True)):
        pairs = list(zip(letters, shape, strict=True))
        ones = tuple(a for a, (one, dim) in enumerate(pairs) if dim == 1 != dims[one])
        if ones:
            items[k] = TABLE[np.squeeze](frame, [items[k], ones], {}, node)
            inputs[k] = "".join(one for a, one in enumerate(letters) if a not in ones)
        unclear += "".join(one for one, dim in pairs if dim not in (1, dims[one]))
    if unclear:
        found = inlined(frame, with_one_size, [unclear, inputs, *items], node)
        items[:] = list(found)


def with_one_size(unclear, inputs, *arrays):
    sizes = dict.fromkeys(unclear, 1)
    for letters, a in zip(inputs, arrays):  # noqa: B905
        for letter, size in zip(letters, a.shape):  # noqa: B905
            if letter in unclear:
                before = sizes[letter]
                sizes[letter] = size if before == 1 else before
    shapes = [
        tuple(sizes.get(letter, size) for letter, size in zip(letters, a.shape))  # noqa: B905
        for letters, a in zip(inputs, arrays)  # noqa: B905
    ]
    return tuple(np.broadcast_to(a, shape) for a, shape in zip(arrays, shapes))  # noqa: B905


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
