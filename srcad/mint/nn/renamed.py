"""The operators of ``mint.nn.functional`` that have other arguments there, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.ops._forwarding import forwarding_functions

ROWS = """
dropout(input, p=0.5, training=True) -> ops.dropout(input, p, training)
    Return ``input`` with elements set to zero with probability ``p``.
leaky_relu(input, negative_slope=0.01) -> ops.leaky_relu(input, negative_slope)
    Return ``input`` where it is positive, ``negative_slope * input`` elsewhere.
log_softmax(input, dim=-1, *, dtype=None)
    -> ops.log_softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the logarithm of the softmax along ``dim``.
softmax(input, dim=-1, *, dtype=None)
    -> ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the softmax along ``dim``.
smooth_l1_loss(input, target, reduction="mean", beta=1.0)
    -> ops.smooth_l1_loss(input, target, beta, reduction)
    Return the Huber loss with its quadratic part up to ``beta``, over ``beta``.
"""

globals().update(forwarding_functions(ROWS, {"ops": ops}, __file__, __name__))
