"""Lists that are linked, trees, and objects with methods that call each other."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


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


class Number:
    """What knows what it was made of, and how its gradient is handed on to that."""

    def __init__(self, data, children=()):
        self.data, self.grad = data, 0.0
        self.children = set(children)
        self.hand_on = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.data + other.data, (self, other))

        def hand_on():
            self.grad += out.grad
            other.grad += out.grad

        out.hand_on = hand_on
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.data * other.data, (self, other))

        def hand_on():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.hand_on = hand_on
        return out

    def backward(self):
        order, seen = [], set()

        def visit(one):
            if one not in seen:
                seen.add(one)
                for child in one.children:
                    visit(child)
                order.append(one)

        visit(self)
        self.grad = 1.0
        for one in reversed(order):
            one.hand_on()


@case("float64[3]")
def an_engine_of_gradients(x):
    a, b = Number(x[0]), Number(x[1])
    c = a * b + b
    d = c * c * 2.0 + a + 1.0
    d.backward()
    return a.grad * x[2] + b.grad * d.data


class Place:
    def __init__(self, weight):
        self.weight, self.next = weight, []

    def __iter__(self):
        return iter(self.next)


@case("float64[3]")
def breadth_first(x):
    a, b, c = map(Place, x)
    a.next, b.next, c.next = [b, c], [c], [a]
    depths, queue, total = {a: 0}, [a], 0.0
    while queue:
        here = queue.pop(0)
        total = total + here.weight ** (1 + depths[here])
        for there in here:
            if there not in depths:
                depths[there] = depths.get(here, 7) + 1
                queue.append(there)
    return total * len(depths)


@case("float64[n]", at_one=False)
def state_by_object(x):
    a, b = Place(x[0]), Place(x[1])
    moments = dict.fromkeys([a, b], 0.5)
    for v in x:
        moments[a] = 0.9 * moments[a] + v * b.weight
        moments[b] += v * a.weight
    pairs = {(a, b): x[0], (b, a): x[1]}
    return moments.pop(a) * moments[b] * pairs[a, b] * len(moments)


_HOLDS_ITSELF = {"scale": 2.0, "globals": globals()}
_HOLDS_ITSELF["self"] = _HOLDS_ITSELF


@case("float64[n]")
def dicts_that_hold_themselves(x):
    here = {"first": x[0]}
    here["self"] = here
    total = here["self"].get("first") * _HOLDS_ITSELF.get("scale")
    for key, item in _HOLDS_ITSELF.items():
        if key == "scale":
            total = total * item
    return total * x.sum()


class Link:
    def __init__(self, value):
        self.value = value
        self.before = self.after = None


@case("float64[4]")
def links_in_both_directions(x):
    links = [Link(v) for v in x]
    for one, other in zip(links, links[1:], strict=False):
        one.after, other.before = other, one
    link, total = links[0], 0.0
    while link.after and total < 2.0:
        total += link.value**2
        link = link.after
    return total * x


class Corner:
    def __init__(self, key):
        self.key = key
        self.near, self.next = [], self

    def __lt__(self, other):
        return self.key < other.key


def corners(x):
    found = [Corner(x[k]) for k in range(3)]
    found[0].near = [found[1], found[2]]
    found[1].near = [found[0]]
    found[2].near = [found[0]]
    for k in range(3):
        found[k].next = found[(k + 1) % 3]
    return found


@case("float64[3]", values={"x": apart})
def neighbours_of_the_least_of_those_that_know_each_other(x):
    found = corners(x)
    least = min(found)
    for one in least.near:
        one.key = one.key * least.key
    return sum(one.key * (k + 1) for k, one in enumerate(found))


@case("float64[3]", values={"x": apart})
def each_of_a_ring_in_its_turn(x):
    found, total = corners(x), 0.0
    while found:
        one = min(found)
        found.remove(one)
        one.next.key += 0.1 * one.key
        total += one.key**2
    return total
