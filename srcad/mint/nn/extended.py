"""The layers of ``mint.nn`` by the names that they have in ``mindspore.nn``."""

from srcad.mint.nn import AvgPool1d as AvgPool1dExt
from srcad.mint.nn import AvgPool2d as AvgPool2dExt
from srcad.mint.nn import AvgPool3d as AvgPool3dExt
from srcad.mint.nn import Dropout as DropoutExt
from srcad.mint.nn import Dropout2d as Dropout2dExt
from srcad.mint.nn import Embedding as EmbeddingExt
from srcad.mint.nn import L1Loss as L1LossExt
from srcad.mint.nn import LayerNorm as LayerNormExt
from srcad.mint.nn import Linear
from srcad.mint.nn import LogSoftmax as LogSoftmaxExt
from srcad.mint.nn import MaxPool2d as MaxPool2dExt
from srcad.mint.nn import PReLU as PReLUExt

__all__ = [
    "AvgPool1dExt",
    "AvgPool2dExt",
    "AvgPool3dExt",
    "Dropout2dExt",
    "DropoutExt",
    "EmbeddingExt",
    "L1LossExt",
    "LayerNormExt",
    "Linear",
    "LogSoftmaxExt",
    "MaxPool2dExt",
    "PReLUExt",
]
