"""Attributes that some paths set, and nobody reads where they are not."""

import copy

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


class Stepper:
    def __init__(self, x):
        self.x = x

    def step(self, k):
        self.stages = []
        for c in (0.0, 0.5, 1.0):
            self.stages.append(self.x * c + k)
        self.y = sum(self.stages)
        return self.y

    def named(self, v):
        self.label = "up" if v > 0 else "down"
        return v if self.label == "up" else -2 * v


class Layer:
    def __init__(self, weight):
        self.weight = weight

    def forward(self, v):
        self.cache = {"v": v, "z": self.weight * v}
        return np.tanh(self.cache["z"])

    def backward(self, g):
        return g * (1 - np.tanh(self.cache["z"]) ** 2) * self.cache["v"]


@case("float64[3]", "float64[]")
def what_another_method_keeps(x, s):
    stepper = Stepper(x)
    out = np.sum(stepper.step(1.0)) if s > 0 else stepper.named(s)
    return out * np.sum(stepper.x)


@case("float64[3]", "float64[]")
def returned_from_one_path(x, s):
    stepper = Stepper(x)
    if s > 0:
        return np.sum(stepper.step(1.0))
    return stepper.named(s)


@case("float64[3]", "float64[]")
def set_again_behind_them(x, s):
    stepper = Stepper(x)
    if s > 0:
        stepper.step(1.0)
    stepper.stages = [x, x * s]
    return np.sum(stepper.stages[0] * stepper.stages[1])


@case("float64[4]", "float64[]", values={"x": apart}, draws=3)
def in_some_iterations(x, s):
    layer, k, total = Layer(s), 0, 0.0
    while k < 7:
        if x[k % 4] > 0:
            total += layer.backward(layer.forward(x[k % 4]))
        k += 1
    return total


@case("float64[4]", "float64[]", values={"x": apart}, draws=3)
def of_several_objects(x, s):
    steppers = [Stepper(x), Stepper(x * 2)]
    for k in range(12):
        for one in steppers:
            if x[k % 4] > s:
                one.step(k)
    return np.sum(steppers[0].x * steppers[1].x)


@case("float64[4]", "float64[]", values={"x": apart}, draws=3)
def of_the_objects_of_a_list(x, s):
    steppers = []
    for v in x:
        one = Stepper(x * v)
        if v > s:
            one.step(v)
        steppers.append(one)
    return sum(np.sum(one.x) for one in steppers)


@case("float64[3]", "float64[]")
def of_copies(x, s):
    stepper = Stepper(x)
    if s > 0:
        stepper.step(1.0)
    return np.sum(copy.copy(stepper).x) * np.sum(copy.deepcopy(stepper).x)


@case("float64[3]", "float64[]")
def of_other_kinds(x, s):
    layer = Layer(s)
    if s > 0:
        layer.cache = [s, s]
    else:
        layer.cache = None if s > -1 else "none"
    return np.tanh(layer.weight * x)
