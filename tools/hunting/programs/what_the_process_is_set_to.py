"""Contexts of decimals, levels of loggers, how arrays are printed, where files are."""

import decimal
import logging

import numpy as np

logger = logging.getLogger("hunted")
logger.setLevel(logging.INFO)
fixed = np.array([1 / 3, 2 / 3])
fixed.flags.writeable = False


def third():
    return float(decimal.Decimal(1) / decimal.Decimal(3))


def function(x):
    y = x * third() + decimal.getcontext().prec
    if logger.isEnabledFor(logging.DEBUG):
        y = y * 2.0
    y = y + logger.level * x
    if np.geterr()["divide"] == "warn":
        y = y + 1.0
    return y * len(str(fixed)) + np.get_printoptions()["precision"]
