"""Lists that are linked, trees, and objects with methods that call each other."""

import numpy as np

from tests.srcad.compiler.cases.case import case


class Tree:
    def __init__(self, value):
        self.value = value
        self.left = self.right = None

    def insert(self, value):
        if self.left is None:
            self.left = Tree(value)
        elif self.right is None:
            self.right = Tree(value)
        else:
            self.left.insert(value)

    def total(self):
        parts = [part.total() for part in (self.left, self.right) if part is not None]
        return self.value**2 + 2.0 * sum(parts)


class Stack:
    def __init__(self):
        self.top = None

    def push(self, item):
        self.top = (item, self.top)

    def pop(self):
        item, self.top = self.top
        return item


class Parser:
    """Of sums of products, of what is in parentheses and of names."""

    def __init__(self, words, values):
        self.words, self.values, self.place = words, values, 0

    @property
    def word(self):
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self):
        self.place += 1
        return self.words[self.place - 1]

    def sum(self):
        found = self.product()
        while self.word == "+":
            self.take()
            found = found + self.product()
        return found

    def product(self):
        found = self.factor()
        while self.word == "*":
            self.take()
            found = found * self.factor()
        return found

    def factor(self):
        word = self.take()
        if word == "(":
            found = self.sum()
            self.take()
            return found
        return np.sin(self.factor()) if word == "sin" else self.values[word]


@case("float64[5]")
def a_tree_that_a_loop_makes(x):
    root = Tree(x[0])
    for k in range(1, 5):
        root.insert(x[k] * k)
    return root.total()


@case("float64[5]")
def a_stack_of_what_a_loop_goes_through(x):
    stack = Stack()
    for value in x:
        stack.push(value * 2.0)
    total = 0.0
    while stack.top is not None:
        total = total * 0.5 + stack.pop()
    return total


@case("float64", "float64")
def methods_that_call_each_other(a, b):
    words = list("(a+b*b)*(b+a)+a")
    words[5:5] = ["sin"]
    return Parser(words, {"a": a, "b": b}).sum()
