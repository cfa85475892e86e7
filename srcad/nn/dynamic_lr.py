"""Learning rates as lists, one number for each step.

Raises TypeError for a rate that is no float and ValueError for one out of range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from srcad.nn.checking import check_bool, check_float, check_positive_int

__all__ = [
    "cosine_decay_lr",
    "exponential_decay_lr",
    "inverse_decay_lr",
    "natural_exp_decay_lr",
    "piecewise_constant_lr",
    "polynomial_decay_lr",
    "warmup_lr",
]


def piecewise_constant_lr(
    milestone: Sequence[int], learning_rates: Sequence[float]
) -> list[float]:
    """Return ``learning_rates[i]`` up to step ``milestone[i]``."""
    owner = "piecewise_constant_lr"
    for name, given in (("milestone", milestone), ("learning_rates", learning_rates)):
        if not isinstance(given, (tuple, list)):
            raise TypeError(f"For '{owner}', '{name}' must be a tuple or a list.")
    if len(milestone) != len(learning_rates):
        raise ValueError(
            f"For '{owner}', the size of 'milestone' must be the same as the size of "
            f"'learning_rates', but got {len(milestone)} and {len(learning_rates)}."
        )
    rates: list[float] = []
    for end, rate in zip(milestone, learning_rates, strict=True):
        check_positive_int(owner, milestone=end)
        check_float(owner, learning_rates=rate)
        if end < len(rates):
            raise ValueError(f"For '{owner}', the milestones do not grow.")
        rates += [rate] * (end - len(rates))
    return rates


def _checked(
    owner: str,
    learning_rate: float,
    decay_rate: float,
    counts: tuple[int, int, int],
    is_stair: bool,
) -> None:
    _check_counts(owner, *counts)
    check_float(owner, above=0, learning_rate=learning_rate, decay_rate=decay_rate)
    check_bool(owner, is_stair=is_stair)


def _check_counts(owner: str, total: int, per_epoch: int, epochs: int) -> None:
    check_positive_int(
        owner, total_step=total, step_per_epoch=per_epoch, decay_epoch=epochs
    )


def exponential_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Return ``learning_rate decay_rate^(epoch / decay_epoch)`` for each step."""
    counts = (total_step, step_per_epoch, decay_epoch)
    _checked("exponential_decay_lr", learning_rate, decay_rate, counts, is_stair)
    rates = []
    for step in range(total_step):
        share = step // step_per_epoch / decay_epoch
        power = math.floor(share) if is_stair else share
        rates.append(learning_rate * decay_rate**power)
    return rates


def natural_exp_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Return ``learning_rate e^(-decay_rate epoch)`` for each step."""
    counts = (total_step, step_per_epoch, decay_epoch)
    _checked("natural_exp_decay_lr", learning_rate, decay_rate, counts, is_stair)
    rates = []
    for step in range(total_step):
        epoch = step // step_per_epoch
        if is_stair:
            epoch = epoch // decay_epoch * decay_epoch
        rates.append(learning_rate * math.e ** (-decay_rate * epoch))
    return rates


def inverse_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Return ``learning_rate / (1 + decay_rate epoch / decay_epoch)`` for each step."""
    counts = (total_step, step_per_epoch, decay_epoch)
    _checked("inverse_decay_lr", learning_rate, decay_rate, counts, is_stair)
    rates = []
    for step in range(total_step):
        share = step // step_per_epoch / decay_epoch
        share = math.floor(share) if is_stair else share
        rates.append(learning_rate / (1 + decay_rate * share))
    return rates


def cosine_decay_lr(
    min_lr: float,
    max_lr: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
) -> list[float]:
    """Return half a period of the cosine, from ``max_lr`` to ``min_lr``."""
    owner = "cosine_decay_lr"
    check_float(owner, least=0, min_lr=min_lr)
    check_float(owner, above=0, max_lr=max_lr)
    _check_counts(owner, total_step, step_per_epoch, decay_epoch)
    if min_lr >= max_lr:
        raise ValueError(
            f"For '{owner}', the 'max_lr' must be greater than the 'min_lr', but got "
            f"{max_lr} and {min_lr}."
        )
    rates = []
    for step in range(total_step):
        angle = math.pi * min(step // step_per_epoch, decay_epoch) / decay_epoch
        rates.append(min_lr + 0.5 * (max_lr - min_lr) * (1 + math.cos(angle)))
    return rates


def polynomial_decay_lr(
    learning_rate: float,
    end_learning_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    power: float,
    update_decay_epoch: bool = False,
) -> list[float]:
    """Return a power of what is left, from ``learning_rate`` to the end's.

    With ``update_decay_epoch`` the epochs begin anew, twice, three times as many.
    """
    owner = "polynomial_decay_lr"
    check_float(owner, above=0, learning_rate=learning_rate, power=power)
    check_float(owner, least=0, end_learning_rate=end_learning_rate)
    _check_counts(owner, total_step, step_per_epoch, decay_epoch)
    check_bool(owner, update_decay_epoch=update_decay_epoch)
    rates = []
    for step in range(total_step):
        epoch, epochs = step // step_per_epoch, decay_epoch
        if update_decay_epoch:
            epochs = decay_epoch * max(math.ceil(epoch / decay_epoch), 1)
        left = (1 - min(epoch, epochs) / epochs) ** power
        rates.append((learning_rate - end_learning_rate) * left + end_learning_rate)
    return rates


def warmup_lr(
    learning_rate: float, total_step: int, step_per_epoch: int, warmup_epoch: int
) -> list[float]:
    """Return a straight line from 0 to ``learning_rate``."""
    check_float("warmup_lr", least=0, learning_rate=learning_rate)
    check_positive_int(
        "warmup_lr",
        total_step=total_step,
        step_per_epoch=step_per_epoch,
        warmup_epoch=warmup_epoch,
    )
    return [
        learning_rate * min(step // step_per_epoch, warmup_epoch) / warmup_epoch
        for step in range(total_step)
    ]
