"""What operators compute in at level "auto" of mixed precision, as in MindSpore 2.10.

MindSpore casts the floating Tensors that its primitives are given: those of a white
list to the dtype of the level, those of a black list to float32, those of a third list
to the widest of them. All others compute in what they are given. Here the same is said
of operators, which may stand for several primitives; where these cast in between, and
srcad's operator does not, it has no precision and is refused.

``make oracles-mindspore`` compares every name with MindSpore, at this level too.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from srcad.mixed_precision import Precision
from srcad.ops._operator import Operator, operator

__all__ = ["PRECISIONS", "composed_otherwise", "enter_precisions"]

# Behind "/" stand arguments that keep their dtype.
PRECISIONS = {
    Precision.HALF: """
        activations: prelu
        convolutions: conv1d/bias conv2d/bias conv3d/bias conv_transpose/bias
        kernels.convolution: convolution_input_gradient
        linear: addmm/input addmv/input baddbmm/input bmm dense dot einsum inner matmul
            mm mv tensor_dot
        matrices: batch_dot
    """,
    Precision.SINGLE: """
        activations: log_softmax softmax softmin softplus
        arithmetic: pow
        elementwise: acos asin cosh exp exp2 expm1 log log10 log1p log2 reciprocal
            rsqrt sinh tan
        formulas: logaddexp logaddexp2
        linear: cdist
        losses: binary_cross_entropy_with_logits cross_entropy nll_loss smooth_l1_loss
        margin_losses: gaussian_nll_loss multi_margin_loss multilabel_soft_margin_loss
        normalization: batch_statistics group_norm layer_norm_with_statistics
            normalize_with
        reductions: cumprod cumsum logsumexp prod sum
        writing: renorm
    """,
    Precision.WIDEST: "sampling: grid_sample shapes: concat",
    Precision.UNKNOWN: """
        activations: logsigmoid
        arithmetic: addcdiv addcmul
        linear: addbmm addr
        losses: cosine_similarity
        matrices: cov pinv trapz vecdot vector_norm
        precision: composed_otherwise
        recurrent: gru_layer gru_step lstm_layer lstm_step rnn_layer rnn_step
        reductions: std var var_mean
        unpooling: lp_pool1d lp_pool2d
    """,
}


@operator
def composed_otherwise(x: Any) -> Any:
    """Return ``x``; what is computed of it has no precision at level "auto"."""
    return x


def enter_precisions(package: str, table: Mapping[Precision, str]) -> None:
    """Give operators their precision; ``package`` is what the modules are in.

    Raises ValueError for one that is named twice.
    """
    for precision, text in table.items():
        for word in text.split():
            if word.endswith(":"):
                module = importlib.import_module(f"{package}.{word[:-1]}")
                continue
            word, *kept = word.split("/")
            found: Operator[..., Any] = getattr(module, word)
            if found.__srcad_precision__ is not None:
                raise ValueError(f"`{module.__name__}.{word}` has two precisions.")
            found.__srcad_precision__ = precision
            found.__srcad_kept__ = tuple(kept)
