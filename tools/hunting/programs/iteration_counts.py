"""Loops and branches at run time over constants of the module."""

LIMIT = 3.0
STEPS = 4
GROWTH = [1.1, 1.3]


def function(x):
    total = x * 1.0
    for i in range(STEPS):
        if total.sum() > LIMIT:
            total = total * GROWTH[0]
        else:
            total = total * GROWTH[1] + i
    return total
