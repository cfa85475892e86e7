"""``scipy.spatial.transform.Rotation``: rotations of space, as unit quaternions.

The formulas are those of SciPy's reference; that of an angle near 0 is the series which
it takes there.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from srcad.compiler.evaluate.intrinsics import (
    fixed,
    is_known,
    mismatch,
    root,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.classes import STANDING_FOR

DEGREE = np.pi / 180


def length_of(x):
    """That of vectors along the last axis, which is kept."""
    return root(np.sum(x * x, axis=-1, keepdims=True))


class Turn:
    """One rotation, or several in rows; the real part of a quaternion is last."""

    __srcad_stands_for__: type = Rotation

    def __init__(self, quat):
        self.quat = quat

    def as_quat(self, canonical=False, *, scalar_first=False):
        quat = upright(self.quat) if canonical else self.quat
        if scalar_first:
            return np.concatenate((quat[..., 3:], quat[..., :3]), axis=-1)
        return np.copy(quat)

    def as_matrix(self):
        x, y, z, w = [self.quat[..., k] for k in range(4)]
        rows = (
            (x * x - y * y - z * z + w * w, 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), -x * x - y * y + z * z + w * w),
        )
        return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)

    def as_rotvec(self, degrees=False):
        quat = upright(self.quat)
        sine = length_of(quat[..., :3])
        angle = 2 * np.arctan2(sine, quat[..., 3:])
        small = angle <= 1e-3
        near = 2 + angle**2 / 12 + 7 * angle**4 / 2880
        far = angle / np.sin(np.where(small, 1.0, angle) / 2)
        scale = np.where(small, near, far)
        return (scale / DEGREE if degrees else scale) * quat[..., :3]

    def magnitude(self):
        sine = length_of(self.quat[..., :3])[..., 0]
        return 2 * np.arctan2(sine, np.abs(self.quat[..., 3]))

    def inv(self):
        return Turn(self.quat * [-1.0, -1.0, -1.0, 1.0])

    def apply(self, vectors, inverse=False):
        vectors = np.asarray(vectors, np.float64)
        if vectors.ndim not in (1, 2):
            unsupported("it takes a vector, or several in rows, here")
        matrix = self.as_matrix()
        if inverse:
            matrix = np.swapaxes(matrix, -1, -2)
        return np.sum(matrix * np.expand_dims(vectors, -2), axis=-1)

    def __mul__(self, other):
        if not isinstance(other, Turn):
            unsupported("a rotation is composed with another one")
        return Turn(composed(self.quat, other.quat))


def made_before(quat, is_single):
    """What stands for a rotation of SciPy's, which has them in rows."""
    return Turn(quat[0] if is_single else quat)


STANDING_FOR["scipy.spatial.Rotation"] = made_before


def upright(quat):
    """Of the two quaternions of a rotation the one whose real part is not negative."""
    x, y, z, w = [quat[..., k : k + 1] for k in range(4)]
    first = np.where(x != 0, x, np.where(y != 0, y, z))
    return np.where((w < 0) | ((w == 0) & (first < 0)), -quat, quat)


def composed(p, q):
    """The product of quaternions: first ``q``, then ``p``."""
    a, b, c, d = [p[..., k] for k in range(4)]
    x, y, z, w = [q[..., k] for k in range(4)]
    parts = (
        d * x + w * a + b * z - c * y,
        d * y + w * b + c * x - a * z,
        d * z + w * c + a * y - b * x,
        d * w - a * x - b * y - c * z,
    )
    return np.stack(parts, axis=-1)


def rows_of(item, size, word):
    item = np.asarray(item, np.float64)
    if item.ndim not in (1, 2):
        unsupported(f"`{word}` has one axis here, or two")
    fixed(item.shape[-1])
    if item.shape[-1] != size:
        raise ValueError(f"Expected `{word}` to have {size} columns")
    return item


@defines(Rotation.from_quat, arrays="quat")
def from_quat(quat, *, scalar_first=False):
    quat = rows_of(quat, 4, "quat")
    if scalar_first:
        quat = np.concatenate((quat[..., 1:], quat[..., :1]), axis=-1)
    size = length_of(quat)
    if np.any(size == 0):
        raise ValueError("Found zero norm quaternions in `quat`.")
    return Turn(quat / size)


@defines(Rotation.from_rotvec, arrays="rotvec")
def from_rotvec(rotvec, degrees=False):
    rotvec = rows_of(rotvec, 3, "rot_vec")
    if degrees:
        rotvec = rotvec * DEGREE
    angle = length_of(rotvec)
    small = angle <= 1e-3
    near = 0.5 - angle**2 / 48 + angle**4 / 3840
    far = np.sin(angle / 2) / np.where(small, 1.0, angle)
    scale = np.where(small, near, far)
    # The cosine is that of the square: it is smooth where there is no angle.
    squares = np.sum(rotvec * rotvec, axis=-1, keepdims=True)
    cosine = np.where(small, 1 - squares / 8 + squares**2 / 384, np.cos(angle / 2))
    return Turn(np.concatenate((rotvec * scale, cosine), axis=-1))


@defines(Rotation.from_euler, arrays="angles")
def from_euler(seq, angles, degrees=False):
    if not is_known(seq) or not is_known(degrees):
        unsupported("`seq` is known before")
    count, inner = len(seq), seq == seq.upper()
    if (
        not 1 <= count <= 3
        or seq.lower().strip("xyz")
        or seq
        not in (
            seq.lower(),
            seq.upper(),
        )
    ):
        raise ValueError("Expected axes from `seq` to be from 'xyz' or 'XYZ'")
    if any(seq[k] == seq[k + 1] for k in range(count - 1)):
        raise ValueError("Expected consecutive axes to be different")
    angles = np.asarray(angles, np.float64)
    if angles.ndim == 0:
        if count != 1:
            raise ValueError("there are as many angles as axes")
        angles = np.reshape(angles, (1,))
        return Turn(of_axes(seq.lower(), angles, degrees, inner))
    if angles.ndim > 2:
        mismatch("there are no more than two axes of angles")
    fixed(angles.shape[-1])
    if angles.shape[-1] != count:
        raise ValueError("there are as many angles as axes")
    return Turn(of_axes(seq.lower(), angles, degrees, inner))


def of_axes(axes, angles, degrees, inner):
    half = angles * (0.5 * DEGREE if degrees else 0.5)
    quat = None
    for k, axis in enumerate(axes):
        unit = [1.0 if axis == one else 0.0 for one in "xyz"]
        sine, cosine = np.sin(half[..., k : k + 1]), np.cos(half[..., k : k + 1])
        one = np.concatenate((sine * unit, cosine), axis=-1)
        if quat is None:
            quat = one
        else:
            quat = composed(quat, one) if inner else composed(one, quat)
    return quat
