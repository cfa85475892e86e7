"""Rotations of space: made there, or before; what is refused, or raised."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = [0.7, -1.3, 2.1, 0.4]
VECTORS = np.array([[0.2, 1.0, 0.7], [-0.4, 0.6, 0.1]])
BEFORE = Rotation.from_rotvec([0.1, -0.4, 0.6])


def of_vectors(x):
    rotation = Rotation.from_rotvec(x[:3])
    back = rotation.apply(VECTORS, inverse=True)
    return (rotation.apply(x[1:]) * [1, 2, 3]).sum() + (back**2 * VECTORS).sum()


def in_rows(x):
    rotations = Rotation.from_rotvec(np.outer(x, [10, 20, 30]), degrees=True)
    return (rotations.as_matrix() * np.arange(9).reshape(3, 3)).sum()


def of_quaternions(x):
    rotation = Rotation.from_quat(x)
    other = Rotation.from_quat(x[::-1], scalar_first=True)
    found = (rotation * other).as_quat(canonical=True, scalar_first=True)
    return found @ [1, 2, 3, 4] + rotation.as_quat()[0] * other.magnitude()


def of_angles(x):
    total = 0.0
    for axes in ("xyz", "ZYX", "zxz", "XY"):
        rotation = Rotation.from_euler(axes, x[: len(axes)] * 40, degrees=True)
        total = total + (rotation.as_rotvec() ** 2 * [1, 2, 3]).sum()
    return total + Rotation.from_euler("y", x[0]).as_rotvec(degrees=True)[1]


def near_none(x):
    rotation = Rotation.from_rotvec((x[:3] - X[:3]) * 3)
    return rotation.as_rotvec() @ [1, 2, 3] + rotation.apply(VECTORS[0]) @ [2, 1, 3]


def made_before(x):
    turned = Rotation.from_rotvec(x[1:]) * BEFORE.inv()
    return BEFORE.apply(x[:3])[1] + turned.as_rotvec() @ [1, 2, 3]


@pytest.mark.parametrize(
    "function",
    [of_vectors, in_rows, of_quaternions, of_angles, near_none, made_before],
)
def test_it_is_as_in_scipy(function):
    assert result(function, X)
    inner = srcad.grad(function)
    assert function is near_none or result(lambda x: (inner(x) ** 2).sum(), X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: Rotation.from_quat(x * 0).as_quat()[0],
        lambda x: Rotation.from_quat(x[:3]).as_quat()[0],
        lambda x: Rotation.from_rotvec(x).as_quat()[0],
        lambda x: Rotation.from_euler("xyX", x[:3]).as_quat()[0],
        lambda x: Rotation.from_euler("xxy", x[:3]).as_quat()[0],
        lambda x: Rotation.from_euler("xy", x[:3]).as_quat()[0],
    ],
)
def test_what_scipy_raises(function):
    with pytest.raises(ValueError, match=r"quat|rot_vec|axes|angles|dimension|shape"):
        function(np.array(X))
    with pytest.raises((ValueError, CompileError)):
        srcad.grad(function)(np.array(X))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: Rotation.from_matrix(np.outer(x, x)[:3, :3]).as_quat()[0], "rule"),
        (lambda x: Rotation.from_rotvec(x[:3]).as_euler("xyz")[0], "as_euler"),
        (lambda x: Rotation.from_rotvec(x[:3]).apply([[x[1:]]])[0, 0, 0], "in rows"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(function, ["float64[4]"])
