"""What is true, empty, equal, less or callable by what a class says."""


class Bag:
    def __init__(self, *weights):
        self.weights = weights

    def __len__(self):
        return len(self.weights)

    def __iter__(self):
        return iter(self.weights)

    def __eq__(self, other):
        return self.weights == other.weights

    def __lt__(self, other):
        return self.weights < other.weights

    def __hash__(self):
        return hash(self.weights)


class Plain:
    scale = 1.5


full, empty, plain = Bag(2.0, 0.5), Bag(), Plain()
BAGS = [full, empty, Bag(2.0, 0.5)]


def function(x):
    y = x
    if full and not empty:
        y = y * 2.0
    if plain:
        y = y + 1.0
    for weight in full:
        y = y * weight + x
    if BAGS[0] == BAGS[2]:
        y = y * 0.5
    if empty < full:
        y = y + 3.0
    y = y * BAGS.count(full) + x * BAGS.index(empty)
    if callable(plain) or full is empty:
        y = y * 7.0
    return y * len(sorted(BAGS)[0]) + len(BAGS) * x
