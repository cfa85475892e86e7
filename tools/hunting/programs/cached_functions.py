"""Functions with a cache."""

import functools

scale = 1.5
table = {"a": 2.0, "b": 3.0}


@functools.lru_cache
def factor(name, power=1):
    return table[name] ** power * scale


@functools.cache
def steps(count):
    return tuple(scale / (k + 1) for k in range(count))


class Holder:
    shift = 0.25

    @functools.lru_cache  # noqa: B019
    def shifted(self, number):
        return number + self.shift


holder = Holder()


def function(x):
    y = x * factor("a") + factor("b", power=2)
    for step in steps(3):
        y = y + step * x
    return y * holder.shifted(2.0)
