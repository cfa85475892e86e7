"""MindSpore's operators: functions (``ops.relu``) and classes (``ops.ReLU()``).

Each family stands in a file of its own, whose ``__all__`` says what is public.
"""

import sys
from typing import Any

from srcad.ops import (
    activations,
    arithmetic,
    bessel,
    blocks,
    boxes,
    complex_numbers,
    composite,
    control,
    convolutions,
    creation,
    ctc,
    deformable,
    diagonals,
    elementwise,
    formulas,
    fourier,
    gathering,
    layout,
    linear,
    looping,
    losses,
    margin_losses,
    matrices,
    normalization,
    numbers,
    orders,
    random,
    reductions,
    renamed,
    resizing,
    sampling,
    segments,
    shapes,
    special,
    uniques,
    unpooling,
    windows,
    writing,
)
from srcad.ops._operator import defbprop, kernel, operator
from srcad.ops._primitive import Primitive, constexpr, prim_attr_register
from srcad.ops.activations import *  # noqa: F403
from srcad.ops.arithmetic import *  # noqa: F403
from srcad.ops.bessel import *  # noqa: F403
from srcad.ops.blocks import *  # noqa: F403
from srcad.ops.boxes import *  # noqa: F403
from srcad.ops.complex_numbers import *  # noqa: F403
from srcad.ops.composite import *  # noqa: F403
from srcad.ops.control import *  # noqa: F403
from srcad.ops.convolutions import *  # noqa: F403
from srcad.ops.creation import *  # noqa: F403
from srcad.ops.ctc import *  # noqa: F403
from srcad.ops.deformable import *  # noqa: F403
from srcad.ops.diagonals import *  # noqa: F403
from srcad.ops.elementwise import *  # noqa: F403
from srcad.ops.formulas import *  # noqa: F403
from srcad.ops.fourier import *  # noqa: F403
from srcad.ops.gathering import *  # noqa: F403
from srcad.ops.layout import *  # noqa: F403
from srcad.ops.linear import *  # noqa: F403
from srcad.ops.looping import *  # noqa: F403
from srcad.ops.losses import *  # noqa: F403
from srcad.ops.margin_losses import *  # noqa: F403
from srcad.ops.matrices import *  # noqa: F403
from srcad.ops.methods import attach_methods
from srcad.ops.normalization import *  # noqa: F403
from srcad.ops.numbers import *  # noqa: F403
from srcad.ops.orders import *  # noqa: F403
from srcad.ops.precision import PRECISIONS, enter_precisions
from srcad.ops.primitives import arrays, neural, plain, update_rows, window_rows
from srcad.ops.primitives import losses as loss_classes
from srcad.ops.primitives import rows as class_rows
from srcad.ops.primitives import segments as segment_classes
from srcad.ops.primitives.arrays import *  # noqa: F403
from srcad.ops.primitives.losses import *  # noqa: F403
from srcad.ops.primitives.neural import *  # noqa: F403
from srcad.ops.primitives.rows import *  # noqa: F403
from srcad.ops.primitives.segments import *  # noqa: F403
from srcad.ops.primitives.update_rows import *  # noqa: F403
from srcad.ops.primitives.window_rows import *  # noqa: F403
from srcad.ops.random import *  # noqa: F403
from srcad.ops.reductions import *  # noqa: F403
from srcad.ops.renamed import *  # noqa: F403
from srcad.ops.resizing import *  # noqa: F403
from srcad.ops.sampling import *  # noqa: F403
from srcad.ops.segments import *  # noqa: F403
from srcad.ops.shapes import *  # noqa: F403
from srcad.ops.shapes import slice_ as slice
from srcad.ops.special import *  # noqa: F403
from srcad.ops.uniques import *  # noqa: F403
from srcad.ops.unpooling import *  # noqa: F403
from srcad.ops.windows import *  # noqa: F403
from srcad.ops.writing import *  # noqa: F403

_FROM_GRADIENT = (
    *("GradOperation", "get_grad", "grad", "jacrev", "value_and_grad", "vjp"),
)

PrimitiveWithInfer = Primitive
PrimitiveWithCheck = Primitive


def __getattr__(name: str) -> Any:
    if name in _FROM_GRADIENT:
        # Late, for a quick start: an eager program never needs the compiler.
        import srcad.gradient

        return getattr(srcad.gradient, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Operators are made of Tensors, and give them the methods that are operators.
attach_methods(sys.modules[__name__])
enter_precisions(__name__, PRECISIONS)

# Add, Mul, Exp and the other classes without hyper-parameters.
for _name in plain.CLASSES:
    globals()[_name] = getattr(plain, _name)

__all__ = [
    *_FROM_GRADIENT,
    "Primitive",
    "PrimitiveWithCheck",
    "PrimitiveWithInfer",
    "constexpr",
    "defbprop",
    "kernel",
    "operator",
    "prim_attr_register",
    "slice",
    *activations.__all__,
    *arithmetic.__all__,
    *bessel.__all__,
    *blocks.__all__,
    *boxes.__all__,
    *complex_numbers.__all__,
    *composite.__all__,
    *control.__all__,
    *convolutions.__all__,
    *creation.__all__,
    *ctc.__all__,
    *deformable.__all__,
    *diagonals.__all__,
    *elementwise.__all__,
    *formulas.__all__,
    *fourier.__all__,
    *gathering.__all__,
    *layout.__all__,
    *linear.__all__,
    *looping.__all__,
    *losses.__all__,
    *margin_losses.__all__,
    *matrices.__all__,
    *normalization.__all__,
    *numbers.__all__,
    *orders.__all__,
    *random.__all__,
    *reductions.__all__,
    *renamed.__all__,
    *resizing.__all__,
    *sampling.__all__,
    *segments.__all__,
    *shapes.__all__,
    *special.__all__,
    *uniques.__all__,
    *unpooling.__all__,
    *windows.__all__,
    *writing.__all__,
    *arrays.__all__,
    *loss_classes.__all__,
    *neural.__all__,
    *segment_classes.__all__,
    *class_rows.__all__,
    *update_rows.__all__,
    *window_rows.__all__,
    *plain.CLASSES,
]
