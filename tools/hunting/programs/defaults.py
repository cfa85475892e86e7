"""Defaults of helpers, positional and keyword-only."""


def helper(v, by=2.0, *, shift=0.5, powers=(1, 2)):
    total = shift
    for power in powers:
        total = total + by * v**power
    return total


def function(x, extra=0.25):
    return helper(x) + helper(x, shift=1.0) * extra
