"""A function that calls itself as a global and as a method."""

DEPTH = 3


class Tree:
    def __init__(self, value, *below):
        self.value = value
        self.below = below

    def total(self, v):
        found = v * self.value
        for one in self.below:
            found = found + one.total(v)
        return found


tree = Tree(1.0, Tree(2.0, Tree(0.5)), Tree(3.0))


def power(v, n):
    return v if n <= 1 else v * power(v, n - 1)


def function(x):
    return power(x, DEPTH) + tree.total(x)
