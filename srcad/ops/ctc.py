"""Connectionist temporal classification: the loss of Graves et al. 2006."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._primitive import Primitive
from srcad.ops.activations import log_softmax

__all__ = ["CTCLoss", "ctc_greedy_decoder", "ctc_loss"]

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


def _with_blanks(targets: Any, blank: int) -> Any:
    labels = np.full((targets.shape[0], 2 * targets.shape[1] + 1), blank, np.int64)
    labels[:, 1::2] = targets
    return labels


def _forward(log_probs: Any, targets: Any, inputs: Any, blank: int) -> Any:
    """The forward variables after each step, ``(N, 2 S + 1)`` each."""
    steps, batch, _ = log_probs.shape
    labels = _with_blanks(targets, blank)
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


@operator
def ctc_of_logits(
    x: Any, places: Any, values: Any, lengths: Any, longer: bool = True
) -> Any:
    """Return the losses of logits ``(T, N, C)``, and what they depend on them.

    ``places`` has a row ``(sample, step)`` for each label of ``values``. The last class
    is the blank. Raises RuntimeError for targets that are ``longer`` than the input, if
    that is False.
    """
    steps, batch, classes = x.shape
    blank = classes - 1
    log_probs = log_softmax(x, 2)
    # No target that can be reached is longer than the input.
    targets = np.full((batch, steps), blank, dtype=np.int64)
    targets[places[:, 0], places[:, 1]] = values
    counts = np.sum(places[:, :1] == np.arange(batch), axis=0)
    if not longer and np.any(counts > lengths):
        raise RuntimeError(
            "For 'CTCLoss', no target may be longer than its input, unless "
            "'ignore_longer_outputs_than_inputs' is True."
        )
    loss, alphas = ctc_loss(log_probs, targets, lengths, counts, blank, "none")
    # What comes behind a step is what comes before it, from the other end.
    turned = np.swapaxes(_turned(np.swapaxes(log_probs, 0, 1), lengths, 1), 0, 1)
    behind = _turned(targets, counts, 1)
    _, betas = ctc_loss(turned, behind, lengths, counts, blank, "none")
    betas = _turned(_turned(betas, lengths, 1), 2 * counts + 1, 2)
    labels = _with_blanks(targets, blank)
    rows = np.reshape(np.arange(batch), (-1, 1))
    emitted = np.moveaxis(log_probs[:, rows, labels], 0, 1)
    known = np.where(np.isinf(loss), 0, loss)
    share = np.exp(alphas + betas - emitted + np.reshape(known, (-1, 1, 1)))
    chosen = np.expand_dims(labels, 2) == np.arange(classes)
    slope = np.exp(log_probs) - np.swapaxes(share @ chosen.astype(x.dtype), 0, 1)
    # What cannot be stays so, whatever the logits.
    inside = (np.reshape(np.arange(steps), (-1, 1)) < lengths) & ~np.isinf(loss)
    return loss, np.where(np.expand_dims(inside, 2), slope, 0)


def _turned(x: Any, lengths: Any, axis: int) -> Any:
    """Of each sample the first elements along an axis in reverse order."""
    lengths = np.reshape(lengths, (-1, 1))
    places = np.arange(x.shape[axis])
    places = np.where(places < lengths, lengths - 1 - places, places)
    shape = [places.shape[0]] + [1] * (x.ndim - 1)
    shape[axis] = x.shape[axis]
    places = np.broadcast_to(np.reshape(places, shape), x.shape)
    return np.take_along_axis(x, places, axis=axis)


class CTCLoss(Primitive):
    """The losses of logits, and how they depend on them.

    Raises ValueError for targets whose repeated labels are taken for one, or not
    merged.
    """

    def __init__(
        self,
        preprocess_collapse_repeated: bool = False,
        ctc_merge_repeated: bool = True,
        ignore_longer_outputs_than_inputs: bool = False,
    ) -> None:
        if preprocess_collapse_repeated or not ctc_merge_repeated:
            raise ValueError(
                "For 'CTCLoss', 'preprocess_collapse_repeated' must be False and "
                "'ctc_merge_repeated' True."
            )
        self.ignore_longer_outputs_than_inputs = ignore_longer_outputs_than_inputs

    def __call__(
        self, x: Any, labels_indices: Any, labels_values: Any, sequence_length: Any
    ) -> Any:
        """Return ``(losses, slopes)`` of ``(T, N, C)`` logits.

        A row of ``labels_indices`` is ``(sample, step)``, and its label stands in
        ``labels_values``; the last class is the blank.
        """
        longer = self.ignore_longer_outputs_than_inputs
        return ctc_of_logits(x, labels_indices, labels_values, sequence_length, longer)


@operator
def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: bool = True
) -> Any:
    """Return the likeliest classes of ``(T, N, C)``, without blanks, the last class.

    A tuple: ``(sample, place)`` of each, the classes, ``(samples, longest)``, and of
    each sample the sum of what was best, negative. ``merge_repeated`` takes equal ones
    behind each other for one.
    """
    steps, batch, classes = inputs.shape
    best = np.argmax(inputs, axis=2)
    inside = np.reshape(np.arange(steps), (-1, 1)) < sequence_length
    kept = inside & (best != classes - 1)
    if merge_repeated:
        again = np.zeros(best.shape, dtype=np.bool_)
        again[1:] = best[1:] == best[:-1]
        kept = kept & ~again
    kept, best = np.swapaxes(kept, 0, 1), np.swapaxes(best, 0, 1)
    place = np.cumsum(kept, axis=1) - 1
    sample = np.reshape(np.arange(batch), (-1, 1)) + np.zeros_like(place)
    indices = np.stack((sample[kept], place[kept]), axis=1)
    longest = np.max(np.sum(kept, axis=1))
    total = -np.sum(np.where(inside, np.max(inputs, axis=2), 0), axis=0)
    shape = np.stack((np.asarray(batch), longest))
    return indices, best[kept], shape, np.expand_dims(total, 1)
