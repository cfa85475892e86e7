"""What several models share."""

import numpy as np


def centred(x, axis):
    return x - x.mean(axis=axis, keepdims=True)


def standardised(x, axis):
    apart = centred(x, axis)
    variance = (apart * apart).mean(axis=axis, keepdims=True)
    return apart / np.sqrt(variance + 1e-2)
