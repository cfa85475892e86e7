"""Names of another module of the program, read through an alias."""

import _settings as settings
from _settings import RATE, scaled


def function(x):
    return settings.shifted(scaled(x) * RATE) * settings.GAINS["first"]
