"""What programs import: helpers, and callables with rules of their own."""

import ctypes
import math

import numpy as np

import srcad


def squashed(v, t):
    return np.tanh(v * t) * 0.9


def turned(t):
    if t > 0.217:
        return np.sin(t)
    return -0.5 * t


def mixed(v, w):
    total = v * 0.5
    for _ in range(2):
        total = np.sin(total + w * 0.3)
    return total


def softened(v):
    return v / np.sqrt(1.0 + v * v)


@srcad.defbprop(softened)
def _softened(v, out, dout):
    return (dout * (1.0 + v * v) ** -1.5,)


class Wave:
    """An object of which no source is read."""

    def __call__(self, v):
        return eval("np.sin(v) * np.cos(v)")


wave = Wave()


@srcad.defbprop(wave)
def _wave(v, out, dout):
    return (dout * np.cos(2.0 * v),)


erf = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(math.erf)


@srcad.defbprop(erf)
def _erf(t, out, dout):
    return (dout * 2.0 / np.sqrt(np.pi) * np.exp(-t * t),)


class Cube(srcad.ops.PrimitiveWithInfer):
    """In the manner of MindSpore's primitives."""

    @srcad.ops.prim_attr_register
    def __init__(self, scale):
        super().__init__("Cube")
        self.scale = scale

    def __call__(self, v):
        return self.scale * v * v * v

    def bprop(self, v, out, dout):
        return (3 * self.scale * v * v * dout,)
