"""Lists and a set of the module."""

from collections import deque

rates = [0.5, 1.5]
seen = {2, 3}
queue = deque([1.0, 2.0], maxlen=4)
nested = [[1.0], [2.0, 3.0]]


def function(x):
    for rate in rates:
        x = x * rate
    if 2 in seen:
        x = x + len(seen)
    for row in nested:
        x = x + sum(row)
    return x * queue[0] + queue[-1]
