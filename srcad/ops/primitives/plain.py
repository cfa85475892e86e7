"""The classes without hyper-parameters: ``Add()(x, y)`` is ``add(x, y)``.

``CLASSES`` is the table; each class is also an attribute of this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.ops import (
    activations,
    arithmetic,
    creation,
    elementwise,
    gathering,
    linear,
    losses,
    shapes,
)
from srcad.ops._primitive import Primitive

CLASSES: dict[str, Callable[..., Any]] = {
    # arithmetic
    "Add": arithmetic.add,
    "Sub": arithmetic.sub,
    "Mul": arithmetic.mul,
    "Div": arithmetic.div,
    "RealDiv": arithmetic.real_div,
    "FloorDiv": arithmetic.floor_divide,
    "Mod": arithmetic.fmod,
    "FloorMod": arithmetic.remainder,
    "Pow": arithmetic.pow,
    "Maximum": arithmetic.maximum,
    "Minimum": arithmetic.minimum,
    "Atan2": arithmetic.atan2,
    "SquaredDifference": arithmetic.squared_difference,
    "Xlogy": arithmetic.xlogy,
    "Lerp": arithmetic.lerp,
    # comparison, logic, selection
    "Equal": arithmetic.equal,
    "NotEqual": arithmetic.not_equal,
    "Greater": arithmetic.greater,
    "GreaterEqual": arithmetic.greater_equal,
    "Less": arithmetic.less,
    "LessEqual": arithmetic.less_equal,
    "LogicalAnd": arithmetic.logical_and,
    "LogicalOr": arithmetic.logical_or,
    "LogicalXor": arithmetic.logical_xor,
    "LogicalNot": arithmetic.logical_not,
    "BitwiseAnd": arithmetic.bitwise_and,
    "BitwiseOr": arithmetic.bitwise_or,
    "BitwiseXor": arithmetic.bitwise_xor,
    "Select": arithmetic.select,
    "MaskedFill": arithmetic.masked_fill,
    # functions of one operand
    "Abs": elementwise.abs,
    "Neg": elementwise.neg,
    "Square": elementwise.square,
    "Sqrt": elementwise.sqrt,
    "Rsqrt": elementwise.rsqrt,
    "Reciprocal": elementwise.reciprocal,
    "Inv": elementwise.reciprocal,
    "Exp": elementwise.exp,
    "Expm1": elementwise.expm1,
    "Log": elementwise.log,
    "Log1p": elementwise.log1p,
    "Sin": elementwise.sin,
    "Cos": elementwise.cos,
    "Tan": elementwise.tan,
    "Asin": elementwise.asin,
    "ACos": elementwise.acos,
    "Atan": elementwise.atan,
    "Sinh": elementwise.sinh,
    "Cosh": elementwise.cosh,
    "Tanh": elementwise.tanh,
    "Asinh": elementwise.asinh,
    "Acosh": elementwise.acosh,
    "Atanh": elementwise.atanh,
    "Erf": elementwise.erf,
    "Erfc": elementwise.erfc,
    "Floor": elementwise.floor,
    "Ceil": elementwise.ceil,
    "Trunc": elementwise.trunc,
    "Round": elementwise.round,
    "Rint": elementwise.round,
    "Sign": elementwise.sign,
    "Invert": elementwise.bitwise_not,
    "IsNan": elementwise.isnan,
    "IsFinite": elementwise.isfinite,
    "IsInf": elementwise.isinf,
    # activations
    "ReLU": activations.relu,
    "ReLU6": activations.relu6,
    "Sigmoid": activations.sigmoid,
    "Softplus": activations.softplus,
    "Softsign": activations.softsign,
    "Mish": activations.mish,
    "SeLU": activations.selu,
    "HSwish": activations.hardswish,
    "HSigmoid": activations.hardsigmoid,
    "PReLU": activations.prelu,
    # shapes
    "Shape": shapes.shape,
    "Rank": shapes.rank,
    "Size": shapes.size,
    "DType": shapes.dtype,
    "Cast": shapes.cast,
    "Reshape": shapes.reshape,
    "Transpose": shapes.transpose,
    "ExpandDims": shapes.expand_dims,
    "Tile": shapes.tile,
    "Flatten": shapes.flatten,
    "Slice": shapes.slice_,
    # reading and writing by index
    "GatherD": gathering.gather_d,
    "GatherNd": gathering.gather_nd,
    "TensorScatterUpdate": gathering.tensor_scatter_update,
    "TensorScatterAdd": gathering.tensor_scatter_add,
    "ScatterNd": gathering.scatter_nd,
    # creation
    "Fill": creation.fill,
    "Zeros": creation.zeros,
    "Ones": creation.ones,
    "Eye": creation.eye,
    "LinSpace": creation.linspace,
    "ZerosLike": creation.zeros_like,
    "OnesLike": creation.ones_like,
    # products, losses
    "BiasAdd": linear.bias_add,
    "SoftmaxCrossEntropyWithLogits": losses.softmax_cross_entropy_with_logits,
}


def _primitive_class(name: str, function: Callable[..., Any]) -> type[Primitive]:
    def __call__(self: Primitive, *inputs: Any, **named: Any) -> Any:
        return function(*inputs, **named)

    members = {"__call__": __call__, "__doc__": function.__doc__}
    return type(name, (Primitive,), {**members, "__module__": __name__})


for _name, _function in CLASSES.items():
    globals()[_name] = _primitive_class(_name, _function)
