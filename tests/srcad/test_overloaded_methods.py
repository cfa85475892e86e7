"""Methods of Tensors with two lists of parameters: MindSpore's names and PyTorch's.

What MindSpore 2.10 gives for each call is written in NumPy.
"""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

X = np.array([[1.5, -0.5, 0.25, 2.0], [-1.0, 3.0, 0.75, 0.5], [0.1, 0.2, -2.5, 1.25]])
CUBE = np.sin(np.arange(24.0)).reshape(2, 3, 4)
PLACES = np.array([[0, 3], [1, 1], [2, 0]])
# The call, and what it gives; of several, a tuple.
CALLS = {
    "x.transpose(0, 1)": "X.T",
    "x.transpose(0, -1)": "X.T",
    "x.transpose((0, 1))": "X",
    "cube.transpose(1, 2)": "CUBE.swapaxes(1, 2)",
    "cube.transpose(2, 0, 1)": "CUBE.transpose(2, 0, 1)",
    "cube.transpose(dim0=0, dim1=2)": "CUBE.swapaxes(0, 2)",
    "cube.max(1)[0]": "CUBE.max(1)",
    "cube.max(1)[1]": "CUBE.argmax(1)",
    "cube.max(axis=1)[1]": "CUBE.max(1)[1]",
    "cube.min(-1, True)[0]": "CUBE.min(-1, keepdims=True)",
    "cube.min(dim=0)": "CUBE.min(0), CUBE.argmin(0)",
    "cube.max(1, keepdims=True)": "CUBE.max(1, keepdims=True)",
    "cube.max((0, 1))": "CUBE.max((0, 1))",
    "x.norm(1)": "np.linalg.norm(X, 1)",
    "x.norm(ord=2)": "np.linalg.norm(X, 2)",
    "ops.norm(x, ord=float('inf'))": "np.linalg.norm(X, np.inf)",
    "ops.norm(x, ord=-1)": "np.linalg.norm(X, -1)",
    "ops.norm(x, 'nuc')": "np.linalg.norm(X, 'nuc')",
    "ops.norm(cube, 1, (0, 1))": "np.linalg.norm(CUBE, 1, axis=(0, 1))",
    "ops.norm(cube, 3, 1)": "(np.abs(CUBE) ** 3).sum(1) ** (1 / 3)",
    "ops.norm(x)": "np.linalg.norm(X)",
    "cube.norm()": "np.sqrt((CUBE**2).sum())",
    "x.sum(1, True)": "X.sum(1, keepdims=True)",
    "x.sum(dim=(0, 1))": "X.sum()",
    "x.mean(dim=1, keepdim=True)": "X.mean(1, keepdims=True)",
    "x.prod(dim=1)": "X.prod(1)",
    "(x > 0).any(dim=1), (x > 0).all(1, keepdim=True)": (
        "(X > 0).any(1), (X > 0).all(1, keepdims=True)"
    ),
    "x.argmax(dim=1, keepdim=True)": "X.argmax(1)[:, None]",
    "x.argmin(dim=0)": "X.argmin(0)",
    "x.cumsum(dim=1)": "X.cumsum(1)",
    "x.sort(dim=0, descending=True)[0]": "-np.sort(-X, 0)",
    "x.argsort(dim=1, stable=True)": "X.argsort(1)",
    "x.add(x, alpha=2), x.sub(1, alpha=3)": "3 * X, X - 3",
    "x.gather(1, places)": "np.take_along_axis(X, PLACES, 1)",
    "x.gather(dim=1, index=places)": "np.take_along_axis(X, PLACES, 1)",
    "x.gather(places, 1)": "X[:, PLACES]",
    "x.split(split_size=2, dim=1)": "X[:, :2], X[:, 2:]",
    "x.chunk(2, dim=1)": "X[:, :2], X[:, 2:]",
    "cube.flatten(0, 1)": "CUBE.reshape(6, 4)",
    "cube.flatten(1)": "CUBE.reshape(2, 12)",
    "x.flatten('C')": "X.reshape(-1)",
    "x.tile(dims=(2, 1)), x.tile(1, 2)": "np.tile(X, (2, 1)), np.tile(X, (1, 2))",
    "x.select(1, -1), x.select(dim=0, index=1)": "X[:, -1], X[1]",
}


def listed(found):
    return list(found) if isinstance(found, tuple) else [found]


@pytest.mark.parametrize("call", CALLS)
def test_a_call(call):
    given = {"x": Tensor(X), "cube": Tensor(CUBE), "places": Tensor(PLACES)}
    found = listed(eval(call, {"ops": ops}, given))
    wanted = listed(
        eval(CALLS[call], {"np": np, "X": X, "CUBE": CUBE, "PLACES": PLACES})
    )
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other, rtol=1e-12)


def test_gradients_of_what_the_types_of_arguments_decide():
    weights = Tensor(np.arange(9.0).reshape(3, 3))

    def program(x):
        square = x[:, :3].transpose(0, 1)
        return (square * weights).sum() + x.max(1)[0].sum() + ops.norm(x, 1)

    wanted = np.zeros_like(X)
    wanted[:, :3] = weights.asnumpy().T
    wanted[np.arange(3), X.argmax(1)] += 1
    column = np.abs(X).sum(0).argmax()
    wanted[:, column] += np.sign(X[:, column])
    found = srcad.grad(program)(Tensor(X))
    np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-12)


def test_a_norm_of_more_than_two_axes_asks_for_a_dim():
    with pytest.raises(ValueError, match="must be 1D or 2D"):
        ops.norm(Tensor(CUBE), 1)
