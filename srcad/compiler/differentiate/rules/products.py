"""Products of matrices and tensors, convolutions, linear algebra.

Of the last: M. Giles, Collected matrix derivative results for forward and reverse mode
algorithmic differentiation (2008); I. Murray, Differentiation of the Cholesky
decomposition (2016).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

import numpy as np

from srcad.compiler.differentiate.rules.registry import define_none, defines


@defines("matmul")
def matmul_bprop(x, y, out, dout):
    if x.ndim == 1 and y.ndim == 1:
        return dout * y, dout * x
    if x.ndim == 1:
        rows = np.expand_dims(dout, -2)
        dx = np.sum(rows * y, axis=-1)
        return dx, np.expand_dims(x, -1) * rows
    if y.ndim == 1:
        columns = np.expand_dims(dout, -1)
        return columns * y, np.sum(columns * x, axis=tuple(range(x.ndim - 1)))
    return dout @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ dout


@defines("einsum")
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


@defines("tensordot")
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


# Both are along the longer array: ``x`` for "correlate", whose mode is "valid".
@defines("convolve")
def convolve_bprop(x, y, out, dout):
    return np.correlate(dout, y), np.correlate(dout, x)


@defines("correlate")
def correlate_bprop(x, y, out, dout):
    return np.convolve(dout, y), np.correlate(x, dout)


@defines("inv")
def inv_bprop(x, out, dout):
    transposed = np.swapaxes(out, -1, -2)
    return (-(transposed @ dout @ transposed),)


@defines("det")
def det_bprop(x, out, dout):
    scale = np.expand_dims(dout * out, (-2, -1))
    return (scale * np.swapaxes(np.linalg.inv(x), -1, -2),)


@defines("logabsdet")
def logabsdet_bprop(x, out, dout):
    return (np.expand_dims(dout, (-2, -1)) * np.swapaxes(np.linalg.inv(x), -1, -2),)


@defines("solve")
def solve_bprop(x, y, out, dout):
    transposed = np.swapaxes(x, -1, -2)
    if y.ndim == 1:
        if x.ndim > 2:
            dout = np.expand_dims(dout, -1)
            dy = np.linalg.solve(transposed, dout)
            return -(dy * np.expand_dims(out, -2)), np.squeeze(dy, -1)
        dy = np.linalg.solve(transposed, dout)
        return -np.outer(dy, out), dy
    dy = np.linalg.solve(transposed, dout)
    return -(dy @ np.swapaxes(out, -1, -2)), dy


@defines("cholesky")
def cholesky_bprop(x, out, dout):
    # Only the lower triangle of x is read: it gets all of the cotangent.
    inverse = np.linalg.inv(out)
    lower = np.tril(np.swapaxes(out, -1, -2) @ dout)
    half = lower - 0.5 * lower * np.eye(x.shape[-1], dtype=x.dtype)
    whole = np.swapaxes(inverse, -1, -2) @ half @ inverse
    both = np.tril(whole) + np.tril(np.swapaxes(whole, -1, -2), -1)
    return (both,)


define_none("detsign")
