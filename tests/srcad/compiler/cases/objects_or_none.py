"""Objects with attributes that may be set, which may be None at run time."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import case


class Sphere:
    def __init__(self, centre, radius):
        self.centre = centre
        self.radius = radius

    def hit(self, origin, direction):
        away = origin - self.centre
        b, c = away @ direction, away @ away - self.radius**2
        if b * b < c:
            return None
        return -b - math.sqrt(b * b - c)


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    @property
    def product(self):
        return self.a * self.b


@case("float64[3]", "float64[]", values={"r": lambda random, shape: 0.9})
def the_nearest_of_a_scene(x, r):
    scene = [Sphere(np.zeros(3), r), Sphere(np.array([0.4, 0.1, 1.0]), r * 0.8)]
    eye, total = np.array([0.1, 0.2, -3.0]) + 0.01 * x, 0.0
    for k in range(3):
        direction = np.array([0.1 * k, -0.05, 1.0])
        direction = direction / np.linalg.norm(direction)
        nearest = None
        who = None
        for sphere in scene:
            t = sphere.hit(eye, direction)
            if t is not None and (nearest is None or t < nearest):
                nearest, who = t, sphere
        if who is not None:
            normal = (eye + nearest * direction - who.centre) / who.radius
            total += max(0.0, -normal[2])
    return total


@case("float64[3]", draws=4)
def made_on_a_path(x):
    pair = None
    if x[0] > 0:
        pair = Pair(x[1], x[2])
    if pair is not None:
        return pair.product * pair.a
    return x[1]


@case("float64[3]", draws=4)
def given_by_a_function(x):
    def found(v):
        return Pair(v, v * v) if v > 0 else None

    first, second = found(x[0]), found(x[1])
    s = first.b if first is not None and first.a < 9 else x[2]
    return s + (x[2] if second is None else second.a)


@case("float64[4]", draws=4)
def the_last_one_so_far(x):
    last, s = None, 0.0
    for v in x:
        pair = Pair(v, v * v)
        if last is not None:
            s += last.a * pair.b
        if v > 0:
            last = pair
    return s


@case("float64[3]", draws=4)
def another_one_instead(x):
    pair = None
    if x[0] > 0:
        pair = Pair(x[1], x[2])
    pair = pair or Pair(x[0], x[0])
    pair = Pair(pair.a * 2, pair.b)
    pair.a = pair.a + 1
    return pair.product


class Changed:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def raise_by(self, step):
        self.a = self.a + step


@case("float64[3]")
def written_under_its_first_name(x):
    pair, one = None, Changed(x[1], x[2])
    if x[0] > 0:
        pair = one
    one.a = 7 * x[0]
    return pair.a * pair.b if pair is not None else x[1]


@case("float64[3]")
def changed_by_a_method(x):
    pair, one = None, Changed(x[1], x[2])
    if x[0] > 0:
        pair = one
    if pair is not None:
        pair.raise_by(x[0])
    return one.a * one.b


@case("float64[3]")
def an_array_in_it(x):
    pair, one = None, Changed(x * 2, x[2])
    if x[0] > 0:
        pair = one
    if pair is not None:
        part = pair.a
        part += 1
    return one.a.sum() * one.b
