"""What the programs read from another module."""

RATE = 1.5
SHIFT = 0.25
GAINS = {"first": 0.5}


def scaled(v):
    return v * v


def shifted(v):
    return v + SHIFT
