"""Objects whose attributes are in slots, made inside of what is differentiated."""

import copy
import dataclasses
import functools
from dataclasses import dataclass, field

import numpy as np

from tests.srcad.compiler.cases.case import case


@dataclass(slots=True)
class State:
    position: object
    speed: object
    steps: int = 0

    def moved(self, dt):
        return State(self.position + dt * self.speed, self.speed * 0.9, self.steps + 1)

    def move(self, dt):
        self.position = self.position + dt * self.speed
        self.steps += 1

    @property
    def energy(self):
        return (self.speed * self.speed).sum() / 2


@dataclass(slots=True, frozen=True, order=True)
class Vector:
    x: float
    y: float = 1.0

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)


@dataclass(slots=True)
class Model:
    weight: object
    rows: list = field(default_factory=list)
    norm: object = field(init=False)

    def __post_init__(self):
        self.norm = (self.weight * self.weight).sum()


class Node:
    __slots__ = ("following", "value")

    def __init__(self, value, following=None):
        self.value = value
        self.following = following


class Base:
    __slots__ = ("a",)


class Derived(Base):
    """One of its attributes is in a slot, the others are not."""

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Counted:
    __slots__ = ("count", "total", "__dict__")

    def __init__(self):
        self.total = self.last = 0.0

    def add(self, item):
        self.total = self.total + item
        self.last = item


class Marker:
    __slots__ = ()

    def twice(self, x):
        return x + x


@case("float64[n]", "float64")
def a_record_with_slots(x, dt):
    state = State(x, np.sin(x))
    for _ in range(3):
        state = state.moved(dt)
    state.move(2.0 * dt)
    return state.energy + (state.position * state.steps).sum()


@case("float64", "float64")
def a_frozen_record_with_slots(a, b):
    v = Vector(a, b) + Vector(b) * a
    if v > Vector(0.0, 0.0):
        v = dataclasses.replace(v, y=v.y * 2.0)
    return v.x * v.y


@case("float64[n]")
def made_in_a_loop_of_run_time(x):
    state = State(x, x * 0.5)
    while state.position.sum() < 10.0:
        state = State(state.position + 1.0, state.speed * 0.5, state.steps + 1)
    return (state.position * state.speed).sum() * state.steps


@case("float64[n]")
def written_in_a_loop_of_run_time(x):
    state = State(x, x * 0.5)
    for row in x:
        if row > 0:
            state.position = state.position * row
        state.steps += 1
    return state.position.sum() * state.steps


@case("float64[n]")
def made_on_one_path_each(x):
    state = State(x, x * x) if x.sum() > 0 else State(2.0 * x, x)
    return state.position * state.speed


@case("float64[n]")
def default_factories_and_what_init_leaves_out(x):
    model, other = Model(x), Model(x * 2.0)
    for row in x:
        model.rows.append(row * model.norm)
    return sum(model.rows) + len(other.rows) * other.norm + other.norm


@case("float64[n]")
def a_linked_list(x):
    head = None
    for k in range(3):
        head = Node(x * (k + 1), head)
    total = 0.0
    while head is not None:
        total = total * 2.0 + head.value
        head = head.following
    return total


@case("float64[n]")
def slots_of_a_base_alone(x):
    one = Derived(x, x * x)
    one.a = one.a * one.b
    return one.a + one.b


@case("float64[n]")
def slots_beside_a_dict(x):
    counted = Counted()
    for row in x:
        counted.add(row * row)
    return counted.total * counted.last


@case("float64[n]")
def no_slots_at_all(x):
    return Marker().twice(x)


@case("float64[n]")
def copies_have_slots_of_their_own(x):
    one = State(x, x * x)
    two, three = copy.copy(one), copy.deepcopy(one)
    one.position = one.position * 3.0
    two.speed = two.speed * 2.0
    return one.position * two.position + two.speed * three.speed


@case("float64[n]")
def a_slot_is_deleted_and_asked_for(x):
    one = State(x, x * x)
    del one.speed
    there = hasattr(one, "speed"), hasattr(one, "position")
    return one.position * (2.0 if there == (False, True) else 3.0)


@case("float64[n]")
def slots_as_a_dict_and_matched(x):
    one = State(x, x * 2.0)
    parts = dataclasses.asdict(one)
    match one:
        case State(position=p, steps=0):
            return p * parts["speed"]
        case _:
            return p


@case("float64[n]", plain=lambda x: {"position": x * x, "speed": x, "steps": 0})
def a_record_with_slots_is_given_back(x):
    return State(x * x, x)


@case("float64[n]")
def a_class_with_slots_defined_here(x):
    class Pair:
        __slots__ = ("left", "right")

        def __init__(self, left, right):
            self.left, self.right = left, right

    pairs = [Pair(x, x * k) for k in range(3)]
    return sum(one.left * one.right for one in pairs)


@case("float64[n]")
def a_list_of_run_time_of_them(x):
    found = []
    for row in x:
        found.append(State(row, row * 2.0))
    return sum(one.position * one.speed for one in found)


@dataclass(slots=True, frozen=True)
class Line:
    """Its hash is that of its attributes, which run time knows."""

    slope: object
    start: object

    def __call__(self, t):
        return self.slope * t + self.start


@case("float64", "float64")
def what_is_called_has_a_hash(a, b):
    line, other = Line(a, b), Line(b, a * b)
    called = functools.partial(line, 2.0)
    return line(other(3.0)) * sum(map(other, (1.0, a))) + called()


@dataclass(slots=True, frozen=True)
class Place:
    row: int
    column: int

    def next(self):
        return [Place(self.row + 1, self.column), Place(self.row, self.column + 1)]


@case("float64[3]")
def what_is_known_is_a_key(x):
    values = {Place(0, 0): x[0], Place(0, 1): x[1], Place(1, 0): x[2]}
    seen, start = {Place(0, 0)}, Place(0, 0)
    total = values[start] * len(f"{start}")
    for place in start.next():
        if place in values and place not in seen:
            total = total * values[place] + start.next().index(place)
            seen.add(place)
    return total * len(seen)
