"""The energy of a chain of springs."""

import numpy as np

import srcad


def stretch(gap, rest):
    """How far a spring is from its rest, without a sign."""
    return np.abs(gap - rest)


@srcad.defbprop(stretch)
def _stretch_bprop(gap, rest, out, dout):
    sign = np.sign(gap - rest)
    return dout * sign, -(dout * sign).sum()


def energy(x, rest):
    gap = x[1:] - x[:-1]
    pull = stretch(gap, rest)
    return 0.5 * (pull * pull).sum()
