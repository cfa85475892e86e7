"""Connectionist temporal classification: the loss of Graves et al. 2006."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__ = ["ctc_loss"]

# The logarithm of what cannot be. Infinity has no derivative; of this number, all that
# it is added to is swallowed.
_NEVER = -1e30


@operator
def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Any:
    """Return the loss, and the logarithms of the forward probabilities.

    ``log_probs`` is ``(T, N, C)``, ``targets`` ``(N, S)``; the lengths are one for each
    sample, and what stands in ``targets`` behind them is not read. The loss of a sample
    is ``-log p(target)``; ``"mean"`` divides it by the length of its target, at least
    1. The probabilities are ``(N, T, 2 S + 1)``: of the labels up to a step, with
    blanks between them; -inf behind the lengths. Raises ValueError for targets of
    another rank and an unknown reduction.
    """
    if log_probs.ndim != 3 or targets.ndim != 2:
        raise ValueError(
            "For 'ctc_loss', 'log_probs' must have three axes and 'targets' two."
        )
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(
            "For 'ctc_loss', 'reduction' must be one of 'none', 'mean' and 'sum', but "
            f"got {reduction!r}."
        )
    inputs, lengths = np.asarray(input_lengths), np.asarray(target_lengths)
    # What a shorter target is filled up with may be no label.
    known = np.arange(targets.shape[1]) < np.reshape(lengths, (-1, 1))
    alphas = _forward(log_probs, np.where(known, targets, blank), inputs, blank)
    # A path ends in the last label or in the blank behind it.
    rows, last = np.arange(log_probs.shape[1]), 2 * lengths
    in_label = np.where(lengths > 0, alphas[-1][rows, last - 1], _NEVER)
    ends = np.logaddexp(alphas[-1][rows, last], in_label)
    impossible = ends < _NEVER / 2
    loss = np.where(impossible, 0.0 if zero_infinity else np.inf, -ends)
    stacked = np.stack(alphas, axis=1)
    steps, states = np.arange(stacked.shape[1]), np.arange(stacked.shape[2])
    inside = np.reshape(steps, (-1, 1)) < np.reshape(inputs, (-1, 1, 1))
    inside = inside & (states <= 2 * np.reshape(lengths, (-1, 1, 1)))
    stacked = np.where(inside & (stacked >= _NEVER / 2), stacked, -np.inf)
    if reduction == "none":
        return loss, stacked
    if reduction == "sum":
        return np.sum(loss), stacked
    return np.mean(loss / np.maximum(lengths, 1).astype(loss.dtype)), stacked


def _forward(log_probs: Any, targets: Any, inputs: Any, blank: int) -> Any:
    """The forward variables after each step, ``(N, 2 S + 1)`` each."""
    steps, batch, _ = log_probs.shape
    labels = np.full((batch, 2 * targets.shape[1] + 1), blank, dtype=np.int64)
    labels[:, 1::2] = targets
    # The blank between two labels may be left out where they differ.
    skips = np.zeros(labels.shape, dtype=np.bool_)
    skips[:, 2:] = (labels[:, 2:] != blank) & (labels[:, 2:] != labels[:, :-2])
    states = np.arange(labels.shape[1])
    rows = np.reshape(np.arange(batch), (-1, 1))
    alpha = np.where(states < 2, log_probs[0][rows, labels], _NEVER)
    never = np.full((batch, 2), _NEVER, dtype=log_probs.dtype)
    alphas = [alpha]
    for t in range(1, steps):
        before = np.concatenate((never[:, :1], alpha[:, :-1]), axis=1)
        skipped = np.concatenate((never, alpha[:, :-2]), axis=1)
        reached = np.logaddexp(alpha, before)
        reached = np.where(skips, np.logaddexp(reached, skipped), reached)
        reached = reached + log_probs[t][rows, labels]
        alpha = np.where(np.reshape(t < inputs, (-1, 1)), reached, alpha)
        alphas.append(alpha)
    return alphas
