"""Lists, dicts, texts and numbers of classes of the program."""

import copy


class Row(list):
    unit = 1.5

    def scaled(self):
        return [item * self.unit for item in self]


class Pair(tuple):
    __slots__ = ()

    def spread(self):
        return self[1] - self[0]


class Table(dict):
    def total(self):
        return sum(self.values())

    def __missing__(self, key):
        return 2.5


class Name(str):
    __slots__ = ()

    def shout(self):
        return self.upper()


class Length(float):
    def twice(self):
        return float(self) * 2.0


row, pair, table = Row([1.0, 2.0]), Pair((0.5, 2.0)), Table(a=1.0, b=0.5)
name, length = Name("abc"), Length(1.25)


def function(x):
    y = x * sum(row.scaled()) + pair.spread()
    y = y * table.total() + table["none"] * x
    for item in reversed(row):
        y = y + item * x
    y = y * len(name.shout()) + length.twice()
    if 2.0 in row and pair == (0.5, 2.0) and "a" in table:
        y = y * row.index(2.0)
    y = y + len(copy.copy(row)) + max(pair) * x
    return y * len([*table]) + {**table}["b"] + dict(abc=2.0)[name]
