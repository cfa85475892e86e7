"""Structures that hold arrays: as inputs, as outputs and in between."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np


def lists(x):
    """A list that is known item by item leaves no trace."""
    terms = [x, np.sin(x)]
    terms.append(terms[0] * terms[1])
    terms.insert(0, 2.0 * x)
    last = terms.pop()
    return sum(terms[1:]) + last * terms[0]


def growing_list(x, weight):
    """A list that a loop builds."""
    hidden = np.zeros(3)
    outputs = []
    for row in x:
        hidden = np.tanh(row + weight @ hidden)
        outputs.append(hidden)
    return np.stack(outputs)


def growing_tuple(x, decay):
    """A tuple that a loop makes longer."""
    level, levels = x[0], ()
    for value in x:
        level = decay * level + value
        levels += (level,)
    return np.stack(levels) - levels[-1]


def filtered_list(x):
    """A list whose length depends on the data."""
    kept = []
    for value in x:
        if value > 0.0:
            kept.append(np.sqrt(value))
    total = 0.0
    for value in kept:
        total = total + value * value * value
    return total


def stack_of_values(x):
    """A list as a stack."""
    stack = [x[0]]
    for value in x:
        top = stack.pop()
        stack.append(np.sin(top))
        stack.append(top * value)
    return sum(stack)


def queue_of_values(x):
    """A list as a queue, that run time makes longer and shorter."""
    queue = [x[0]] * 2
    for value in x:
        first = queue.pop(0)
        queue.insert(1, first * value)
        if value > 0.0:
            queue.extend([np.sin(first), value])
    queue.reverse()
    return sum(queue)


def lists_of_lists(x):
    """Lists in a list, one begun where another one is put away."""
    groups = []
    group = []
    for value in x:
        group.append(value)
        if value > 0.0:
            groups.append(group)
            group = []
    for k, value in enumerate(x):
        if k < len(groups):
            groups[k].append(value * value)
    total = x[0]
    for group in groups:
        total = 0.5 * total + sum(group)
    return total


def state_in_a_dict(x):
    """A dict whose items a loop changes."""
    state = {"h": x, "c": x * x}
    for _ in range(x.shape[0]):
        state["h"] = np.tanh(state["h"] + state["c"])
        state["c"] = 0.5 * state["c"]
    return state["h"]


def tuples(x):
    """A tuple as output: its cotangent is a tuple."""
    return x * x, (np.sin(x), x.sum())


def list_as_output(x, rate):
    """A list that a loop builds, as output: its cotangent is a list as long."""
    path = []
    time = 0.0
    while time < 1.0:
        time += 0.25 + rate * rate
        x = x - rate * x
        path.append((time, x))
    return path


class Particle(NamedTuple):
    """A named tuple of arrays."""

    position: np.ndarray
    velocity: np.ndarray


def named_tuple(x, v):
    """A named tuple, in between."""
    particle = Particle(position=x, velocity=v)
    for _ in range(3):
        force = -particle.position
        velocity = particle.velocity + 0.1 * force
        particle = Particle(particle.position + 0.1 * velocity, velocity)
    return particle.position


@dataclass(frozen=True)
class Affine:
    """A dataclass of arrays."""

    scale: np.ndarray
    offset: np.ndarray

    def apply(self, x):
        """Return ``scale * x + offset``."""
        return self.scale * x + self.offset


def dataclasses_in_between(x, y):
    """A dataclass, and a method of it."""
    first = Affine(scale=x, offset=y)
    second = Affine(scale=y, offset=first.apply(x))
    return second.apply(x)


def class_in_a_function(x):
    """A class that is defined where it is used."""

    class Average:
        def __init__(self, rate):
            self.rate = rate
            self.value = 0.0

        def push(self, item):
            self.value = self.value + self.rate * (item - self.value)

    average = Average(0.25)
    for item in x:
        average.push(item)
    return average.value


def sums_by_key(x, labels):
    """A dict of which run time knows the keys."""
    totals = {}
    for value, label in zip(x, labels, strict=True):
        totals[label] = totals.get(label, 0.0) + value * value
    return sum(total**2 for total in totals.values())


class Cluster:
    """What was found close to each other."""

    def __init__(self, first):
        self.mean = first
        self.count = 1

    def add(self, value):
        self.count += 1
        self.mean += (value - self.mean) / self.count


def objects_in_a_list(x):
    """Objects in a list that a loop builds, which change."""
    clusters = [Cluster(x[0])]
    for value in x[1:]:
        nearest = clusters[-1]
        if abs(nearest.mean - value) < 1.0:
            nearest.add(value)
        else:
            clusters.append(Cluster(value))
    return sum(cluster.mean**2 * cluster.count for cluster in clusters)


class Body:
    """What moves, and loses its strength."""

    def __init__(self, speed):
        self.speed = speed
        self.strength = 2.0


def those_that_last(x, steps):
    """Objects that change, of which some stay in the list."""
    bodies = [Body(speed) for speed in x]
    for _ in range(steps):
        lasting = []
        for body in bodies:
            body.strength -= 0.3 * body.speed
            if body.strength > 0.5:
                lasting.append(body)
        bodies = lasting
    return sum(body.strength * body.speed for body in bodies)


@dataclass
class Ball:
    """What moves, and remembers how high it was."""

    place: np.ndarray
    speed: np.ndarray
    heights: list = field(default_factory=list)


def arrays_of_objects(x, steps):
    """Objects in a list, with arrays that are written in place and lists that grow."""
    balls = []
    for start in x:
        if start > 0:
            balls.append(Ball(np.array([start, 0.0]), np.array([0.5, start])))
    for _ in range(steps):
        for ball in balls:
            ball.speed[1] -= 0.1
            ball.place += 0.1 * ball.speed
            ball.heights.append(ball.place[1])
    return sum(sum(ball.heights) * ball.place[0] for ball in balls)


def lists_in_a_list(x, starts, ends):
    """The neighbours of each node, with how far they are."""
    edges = [[] for _ in range(len(x))]
    for start, end in zip(starts, ends, strict=True):
        edges[start].append((end, (x[end] - x[start]) ** 2))
    energy = 0.0
    for start in range(len(x)):
        for end, distance in edges[start]:
            energy += x[end] * distance
    return energy
