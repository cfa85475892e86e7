"""Functions that call themselves as run time decides."""

from typing import NamedTuple

import numpy as np

from srcad import nn, ops
from tests.srcad.compiler.cases.case import case
from tests.srcad.compiler.cases.cells import Linear


def number(value):
    """Draws this number."""
    return lambda rng, shape: value


def power(x, n):
    if n <= 0:
        return x * 0.0 + 1.0
    y = power(x, n - 1)
    return y * np.sin(x)


@case("float64[k]", "int64", values={"n": number(3)})
def recursive_power(x, n):
    return power(x * 2.0, n) + x


@case("float64[k]", "int64", values={"n": number(4)})
def recursive_itself(x, n):
    if n > 0:
        return recursive_itself(np.cos(x), n - 1) * x
    return x


@case("float64", values={"x": number(0.9)})
def recursive_until_small(x):
    if abs(x) < 0.21:
        return x * x
    return recursive_until_small(x * 0.5) * np.cos(x)


def root(x, guess=1.0, steps=0):
    if abs(guess * guess - x) < 1e-12 or steps > 30:
        return guess
    return root(x, 0.5 * (guess + x / guess), steps + 1)


@case("float64", values={"x": number(2.2)})
def recursive_newton(x):
    return root(x)


def descend(x, depth):
    if depth <= 0:
        return np.sum(x * x)
    return descend(np.sin(x), depth - 1) + descend(x * 0.5, depth - 2)


@case("float64[k]", "int64", values={"depth": number(3)})
def recursive_tree(x, depth):
    return descend(x, depth) * x


@case("float64[k]")
def recursive_halves(x):
    if x.shape[0] <= 1:
        return np.sum(np.sin(x))
    h = x.shape[0] // 2
    return recursive_halves(x[:h]) + recursive_halves(x[h:]) * 0.5


def two_arrays(x, y):
    if x.shape[0] <= 1:
        return x * y
    return two_arrays(x[1:] * y[1:], y[1:] + x[:-1])


@case("float64[k]", "float64[k]")
def recursive_sizes_that_agree(x, y):
    return two_arrays(x, y) + x


@case("float64[k]", "int64", values={"n": number(3)})
def recursive_closure(x, n):
    w = np.cos(x)

    def go(k, total):
        if k <= 0:
            return total
        return go(k - 1, total * w + k)

    return go(n, x) * w


def even(x, n):
    if n == 0:
        return x
    return odd(np.sin(x), n - 1)


def odd(x, n):
    if n == 0:
        return x * 2.0
    return even(x * x, n - 1)


@case("float64[k]", "int64", values={"n": number(5)})
def recursion_by_way_of_another(x, n):
    return even(x, n)


class State(NamedTuple):
    position: object
    speed: object


def fall(state, n, *, step=0.1):
    if n == 0:
        return state
    speed = state.speed - step * np.sin(state.position)
    moved = State(state.position + step * speed, speed)
    return fall(moved, n - 1, step=step * 1.1)


@case("float64[k]", "float64[k]", "int64", values={"n": number(3)})
def recursion_of_a_named_tuple(x, v, n):
    position, speed = fall(State(x, v), n)
    return position * speed


def pair(x, n):
    if n <= 0:
        return x, x * x
    a, b = pair(np.cos(x), n - 1)
    return a * b, a + b


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_of_pairs(x, n):
    a, b = pair(x, n)
    return a - b


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_in_a_loop(x, n):
    total = np.sin(x)
    for i in range(n):
        total = total + recursion_in_a_loop(x * 0.5, i) * i
    return total


@case("float64[k]", "int64", values={"n": number(2)})
def recursion_of_a_loop(x, n):
    total = x
    for i in range(n + 1):
        total = np.sin(total) * x + i
    if n > 0:
        total = recursion_of_a_loop(total, n - 1) * total
    return total


def divisor(a, b):
    if b == 0:
        return a
    return divisor(b, a % b)


@case("float64[k]", "int64", "int64", values={"a": number(12), "b": number(18)})
def recursion_of_integers(x, a, b):
    return np.sin(x) * divisor(a, b)


def written(x, n):
    h = x * 1.0
    h[0] = np.sin(x[1]) * n
    if n > 0:
        h[1] = np.sum(written(h, n - 1))
    return h


@case("float64[3]", "int64", values={"n": number(2)})
def recursion_that_writes(x, n):
    return written(x, n)


def horner(x, n, scale):
    if n == 0:
        return x * 0.0 + scale
    inner = horner(x, n - 1, scale * 0.5)
    return inner * x + scale * n


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_called_twice(x, n):
    return horner(x, n, 1.0) * horner(np.cos(x), n, 2.0)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_of_which_one_is_constant(x, n):
    def go(v, w, k):
        if k == 0:
            return v * w
        return go(v * np.sin(w), v, k - 1)

    return go(x, np.ones_like(x), n)


def counted(x, n):
    print("down", n)
    if n == 0:
        return x
    return counted(x * x, n - 1)


@case("float64[k]", "int64", values={"n": number(2)})
def recursion_that_prints(x, n):
    return counted(x, n)


def scan(x, n):
    if n == 0:
        return x
    return np.stack([scan(row * 0.5, n - 1) for row in (x, np.sin(x))]).sum(axis=0)


@case("float64[k]", "int64", values={"n": number(2)})
def recursion_in_a_comprehension(x, n):
    return scan(x, n)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_with_a_closure_as_argument(x, n):
    w = np.cos(x)

    def go(function, v, k):
        if k <= 0:
            return v
        return go(function, function(v), k - 1)

    return go(lambda v: v * w, x, n)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_with_a_helper_that_captures(x, n):
    w = np.cos(x)

    def scaled(v):
        return v * w + x[0]

    def go(v, k):
        if k <= 0:
            return v
        return go(scaled(v), k - 1)

    return go(x, n) + go(w, n - 1)


class Node:
    def __init__(self, weight):
        self.weight = weight


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_that_reads_an_object(x, n):
    node = Node(np.cos(x))

    def go(v, k):
        if k <= 0:
            return v * node.weight
        return go(np.sin(v) * node.weight, k - 1)

    return go(x, n)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_of_a_dict(x, n):
    def go(state, k):
        if k <= 0:
            return state
        a, b = state["a"], state["b"]
        return go({"a": a * b, "b": np.sin(a)}, k - 1)

    last = go({"a": x, "b": x * x}, n)
    return last["a"] + last["b"]


@case("float64[k]", "int64", values={"n": number(3)})
def write_after_a_recursion(x, n):
    h = x * 2.0

    def go(v, k):
        if k <= 0:
            return v * h
        return go(v * np.sin(h), k - 1) * h

    y = go(x, n)
    h[0] = 7.0
    return y * h


@case("float64[k]", "int64", values={"n": number(2)})
def return_from_a_loop_in_a_recursion(x, n):
    def go(v, k):
        for i in range(k):
            if v[0] * i > 0.5:
                return v * i
            v = v + go(np.cos(v), k - 1)
        return np.sin(v)

    return go(x, n)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_of_any_arguments(x, n):
    def go(k, *arrays, **options):
        if k <= 0:
            return arrays[0] * options["scale"]
        scale = options["scale"] * x
        return go(k - 1, arrays[1], arrays[0] * 2.0, scale=scale)

    return go(n, x, np.sin(x), scale=x)


@case("float64[k]", "int64", values={"n": number(2)})
def recursion_that_gives_nothing(x, n):
    def shout(k):
        if k > 0:
            print("still", k)
            shout(k - 1)

    shout(n)
    return x * n


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_in_a_loop_over_rows(x, n):
    def go(v, k):
        if k <= 0:
            return v
        total = v * 0.0
        for row in np.stack([v, v * 0.5]):
            total += go(row, k - 1) * row
        return total

    return go(x, n)


@case("float64[k]", "int64", values={"n": number(5)})
def power_of_a_matrix(x, n):
    def power(m, k):
        if k == 0:
            return np.eye(m.shape[0])
        half = power(m, k // 2)
        square = half @ half
        return square @ m if k % 2 else square

    return power(x[:, None] * x, n)


@case("float64[k]")
def recursion_over_positions(x):
    def reduced(low, high):
        if high - low <= 1:
            return x[low] * x[low]
        middle = (low + high) // 2
        return reduced(low, middle) * 0.5 + np.sin(reduced(middle, high))

    return reduced(0, x.shape[0])


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_from_within_a_while(x, n):
    def go(v, k):
        while k > 0:
            v = np.sin(v)
            k = k - 1
            if v.sum() > 1.0:
                return go(v * 0.5, k) + v
        return v

    return go(x, n)


@case("float64[k]", "int64", values={"n": number(3)})
def recursion_into_an_element(x, n):
    def go(v, k):
        y = v.copy()
        if k > 0:
            y[0] = go(v * 0.5, k - 1)[0]
            y[-1] += 1.0
        return y * y

    return go(x, n)


@case("float64[rows, 2]", "int64", values={"n": number(2)}, orders=(1, 2))
class RecursiveMethod(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = Linear(2, 2)

    def construct(self, x, n):
        return self.again(ops.tanh(x), n)

    def again(self, x, n):
        if n <= 0:
            return x
        return self.again(ops.tanh(self.dense(x)), n - 1) + x


@case("float64[2]", "float64[2]")
def recursive_of_two_sizes(x, y):
    """The second call gets an array of one element, and one of two."""
    return two_arrays(two_arrays(x, y), y) + x


def simpson(function, a, b):
    return (b - a) / 6 * (function(a) + 4 * function(0.5 * (a + b)) + function(b))


def refined(function, a, b, tolerance, whole, depth=0):
    c = 0.5 * (a + b)
    left, right = simpson(function, a, c), simpson(function, c, b)
    error = left + right - whole
    if depth >= 10 or abs(error) <= 15 * tolerance:
        return left + right + error / 15
    first = refined(function, a, c, tolerance / 2, left, depth + 1)
    return first + refined(function, c, b, tolerance / 2, right, depth + 1)


@case("float64", "float64", values={"b": number(1.7), "k": number(1.2)}, orders=(1, 2))
def recursion_with_a_greatest_depth(b, k):
    """Written out it would be 2,047 calls."""

    def function(t):
        return np.exp(-k * t * t) * np.cos(3 * t)

    return refined(function, 0.0, b, 1e-4, simpson(function, 0.0, b))


FORMULA = "x+y*(x-2)*x"


@case("float", "float")
def a_text_is_parsed(x, y):
    values, place = {"x": x, "y": y}, 0

    def peek():
        return FORMULA[place] if place < len(FORMULA) else ""

    def take():
        nonlocal place
        place += 1
        return FORMULA[place - 1]

    def atom():
        letter = take()
        if letter == "(":
            value = expression()
            take()
            return value
        return values[letter] if letter in values else float(letter)

    def term():
        value = atom()
        while peek() == "*":
            take()
            value = value * atom()
        return value

    def expression():
        value = term()
        while peek() and peek() in "+-":
            value = value + term() if take() == "+" else value - term()
        return value

    return expression()


class Parser:
    def __init__(self, tokens, values):
        self.tokens, self.values, self.place = tokens, values, 0

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1]

    def product(self):
        value = self.atom()
        while self.place < len(self.tokens) and self.tokens[self.place] == "*":
            self.take()
            value = value * self.atom()
        return value

    def atom(self):
        token = self.take()
        if token == "(":
            value = self.product()
            self.take()
            return value
        return self.values[token] if token in self.values else float(token)


@case("float", "float")
def tokens_are_parsed(x, y):
    tokens = ["x", "*", "(", "y", "*", "2", ")", "*", "x"]
    return Parser(tokens, {"x": x, "y": y}).product()


def total(items):
    """A sum over lists in lists, of which each level is another type."""
    if isinstance(items, list):
        found = 0.0
        for one in items:
            found = found + total(one) * 0.5
        return found
    return items * items


@case("float64[n, 3]")
def lists_in_lists(x):
    return total([[[v, v * 2.0] for v in row] for row in x])


@case("float64[n, 3]", "float64[k]")
def lists_in_lists_and_beside(x, y):
    return total([[v * 2.0 for v in row] for row in x]) * total([*y])
