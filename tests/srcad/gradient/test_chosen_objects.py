"""Objects that are known by a text, a member of an Enum or a function in them, of which
a path chooses one: a write by one of two names of an object is seen by the other."""

import copy
import enum
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError


class Kind(enum.Enum):
    FIRST = 1
    SECOND = 2


@dataclass
class Item:
    name: Any
    v: Any


def record(name, v):
    return Item(name, v)


def mapping(name, v):
    return {"name": name, "v": v}


def row(name, v):
    return [name, v]


def value(item):
    if isinstance(item, Item):
        return item.v
    return item["v"] if isinstance(item, dict) else item[1]


def doubled(item):
    if isinstance(item, Item):
        item.v *= 2.0
    elif isinstance(item, dict):
        item["v"] *= 2.0
    else:
        item[1] *= 2.0


NAMES = {
    "texts": ("a", "b"),
    "members": (Kind.FIRST, Kind.SECOND),
    "functions": (math.sin, math.cos),
    "none": (None, "b"),
    "numbers": (1, 2),
}


def slopes(program, x):
    steps = 1e-6 * np.eye(4)
    return [(program(x + s) - program(x - s)) / 2e-6 for s in steps]


def check(program):
    both = srcad.value_and_grad(program)
    for point in ([0.71, -1.33, 2.12, 0.42], [-0.62, 1.74, -0.31, 1.23]):
        x = np.array(point)
        value, gradient = both(x)
        np.testing.assert_allclose(value, program(x))
        np.testing.assert_allclose(gradient, slopes(program, x), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("make", [record, mapping, row])
def test_a_write_by_one_of_two_names_is_seen_by_the_other(make, names):
    first, second = names

    def by_the_chosen(x):
        a, b = make(first, x[0]), make(second, x[1])
        w = a if x[2] > x[3] else b
        doubled(w)
        return value(a) + 3 * value(b)

    def by_the_first(x):
        a, b = make(first, x[0]), make(second, x[1])
        w = a if x[2] > x[3] else b
        doubled(a)
        return value(w) + value(b)

    for program in (by_the_chosen, by_the_first):
        check(program)


def the_best_of_a_list(x):
    items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    best = max(items, key=lambda item: item.v)
    best.v += x[3]
    return sum(item.v for item in items)


def the_best_of_a_loop(x):
    items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    best = None
    for item in items:
        if best is None or item.v > best.v:
            best = item
    best.v *= x[3]
    return sum(item.v for item in items)


def the_items_of_a_sorted_list(x):
    a, b, c = items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    items.sort(key=lambda item: item.v)
    items[0].v += 10 * x[3]
    return a.v + 2 * b.v + 3 * c.v


def the_items_in_another_order(x):
    items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    for k, item in enumerate(sorted(items, key=lambda item: item.v)):
        item.v += k * x[3]
    return sum((k + 1) * item.v for k, item in enumerate(items))


def clusters(x):
    found = [{"id": "p", "c": x[0], "s": 0.0}, {"id": "q", "c": x[1], "s": 0.0}]
    for v in x:
        best = min(found, key=lambda one: abs(v - one["c"]))
        best["s"] += v
    return sum(one["s"] ** 2 for one in found)


SHARED = [
    the_best_of_a_list,
    the_best_of_a_loop,
    the_items_of_a_sorted_list,
    the_items_in_another_order,
    clusters,
]


class Account:
    def __init__(self, v):
        self.v = v

    def add(self, amount):
        self.v += amount


def by_a_method(x):
    accounts = [Account(x[0]), Account(x[1])]
    rich = max(accounts, key=lambda one: one.v)
    rich.add(x[2])
    return accounts[0].v + 3 * accounts[1].v


def two_that_are_exchanged(x):
    a, b = Account(x[0]), Account(x[1])
    if x[2] > 0.5:
        a, b = b, a
    a.v *= 3
    return a.v * 2 + b.v


def what_a_function_gives(x):
    found = {"a": Account(x[0]), "b": Account(x[1])}

    def pick():
        return found["a"] if x[2] > 0.5 else found["b"]

    pick().v += x[3]
    pick().v *= 3
    return found["a"].v - 2 * found["b"].v


def under_an_attribute(x):
    first, second = Account(x[0]), Account(x[1])
    holder = Account(first if x[2] > 0.5 else second)
    holder.v.v *= 3
    return first.v + 2 * second.v


def an_item_for_another(x):
    items = [Account(x[0]), Account(x[1])]
    first = items[0]
    if x[2] > 0.5:
        items[0], items[1] = items[1], items[0]
    items[0].v *= 3
    return first.v + 2 * items[1].v


SHARED += [
    by_a_method,
    two_that_are_exchanged,
    what_a_function_gives,
    under_an_attribute,
    an_item_for_another,
]


@pytest.mark.parametrize("program", SHARED, ids=lambda program: program.__name__)
def test_a_write_is_seen_by_every_name(program: Callable[[Any], Any]):
    check(program)


def one_name_on_a_path(x):
    if x[1] > 0:
        node = Item("a", x[0])
        kept = node
    else:
        node, kept = Item("b", x[2]), Item("c", x[3])
    node.v *= 2
    return node.v + 3 * kept.v


def test_an_object_that_one_path_makes_is_not_written_by_two_names():
    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(one_name_on_a_path)(np.ones(4))


def made_on_both_paths(x):
    node = Item("a", x[0]) if x[1] > 0 else Item("b", x[2])
    held = {"node": node}
    node.v *= 2
    held["node"].v += x[3]
    return node.v * held["node"].v * (1 if node.name == "a" else 2)


def made_in_each_iteration(x):
    state = {"mode": "idle", "e": 0.0}
    k = 0
    while k < len(x):
        if x[k] > 0:
            state = {"mode": "run", "e": state["e"] + x[k]}
        else:
            state["mode"] = "idle"
        state["e"] *= 0.9
        k += 1
    return state["e"] * (2 if state["mode"] == "run" else 1)


def sorted_alone(x):
    items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    items.sort(key=lambda item: item.v)
    for k, item in enumerate(items):
        item.v += (k + 1) * x[3]
    return sum(item.v * k for k, item in enumerate(items))


def read_by_both_names(x):
    items = [Item("a", x[0]), Item("b", x[1]), Item("c", x[2])]
    best = max(items, key=lambda item: item.v)
    return best.v * x[3] * sum(item.v for item in items)


OWN = [made_on_both_paths, made_in_each_iteration, sorted_alone, read_by_both_names]


@pytest.mark.parametrize("program", OWN, ids=lambda program: program.__name__)
def test_what_has_one_name_is_changed(program: Callable[[Any], Any]):
    check(program)


def turns_in_a_loop(x):
    a, b = Account(x[0]), Account(x[1])
    turn, other = a, b
    for v in x:
        turn.v += 0.3 * other.v * v
        if turn.v > 1.0:
            turn, other = other, turn
    return a.v + 2 * b.v


def under_an_attribute_in_a_loop(x):
    class Game:
        def __init__(self):
            self.players = [Account(x[0]), Account(x[1])]
            self.turn = self.players[0]

        def play(self, v):
            self.turn.add(v)
            self.turn = self.players[1] if self.turn.v > 0.55 else self.players[0]

    game = Game()
    for v in x:
        game.play(v)
    return game.players[0].v + 3 * game.players[1].v


def while_the_poorer_one_gives(x):
    accounts = [Account(x[0]), Account(x[1])]
    rich = accounts[0]
    for _ in range(4):
        if accounts[1].v > rich.v:
            rich = accounts[1]
        rich.v -= 0.25 * x[2]
    return accounts[0].v * accounts[1].v + rich.v


@pytest.mark.parametrize(
    "program",
    [turns_in_a_loop, under_an_attribute_in_a_loop, while_the_poorer_one_gives],
    ids=lambda program: program.__name__,
)
def test_a_loop_goes_on_with_the_object_that_is_chosen(program: Callable[[Any], Any]):
    check(program)


class Force:
    def __init__(self, factor):
        self.factor = factor


class Damping(Force):
    def of(self, v):
        return -self.factor * v


class Drag(Force):
    def of(self, v):
        return -self.factor * v * abs(v)


class Lamp:
    def __init__(self, v):
        self.v, self.state = v, "off"

    def on(self, by):
        self.v += by

    def off(self, by):
        self.v -= 2 * by


def of_several_classes(x):
    forces = {"fast": Drag(x[2]), "slow": Damping(x[3])}
    return sum(forces["fast" if abs(v) > 1 else "slow"].of(v) for v in x)


def made_of_what_is_known(x):
    force = Damping(0.3) if x[0] > 0 else Drag(0.7)
    return force.of(x[1]) * x[2]


def one_of_two_methods(x):
    lamp, other = Lamp(x[0]), Lamp(x[1])
    act = lamp.on if x[2] > 0 else other.off
    act(x[3])
    return lamp.v + 2 * other.v


def a_method_by_its_name(x):
    lamp = Lamp(x[0])
    for v in x:
        lamp.state = "on" if v > 0 else "off"
        getattr(lamp, lamp.state)(v)
    return lamp.v * lamp.v


@pytest.mark.parametrize(
    "program",
    [
        of_several_classes,
        made_of_what_is_known,
        one_of_two_methods,
        a_method_by_its_name,
    ],
    ids=lambda program: program.__name__,
)
def test_what_is_chosen_may_be_of_several_kinds(program: Callable[[Any], Any]):
    check(program)


def test_the_gradient_of_the_gradient():
    def inner(x):
        return (
            srcad.grad(two_that_are_exchanged)(x * x).sum()
            + srcad.grad(turns_in_a_loop)(x).sum()
        )

    x = np.array([0.71, -1.33, 2.12, 0.42])
    np.testing.assert_allclose(srcad.grad(inner)(x), slopes(inner, x), atol=1e-6)


def a_copy_of_the_chosen(x):
    a, b = Account(x[0]), Account(x[1])
    w = a if x[2] > 0 else b
    w.v += 1
    other = copy.copy(w)
    other.v *= 2
    return a.v + 3 * b.v + 5 * other.v


def a_deep_copy_of_the_chosen(x):
    a, b = Account([x[0]]), Account([x[1]])
    w = a if x[2] > 0 else b
    w.v[0] += 1
    other = copy.deepcopy(w)
    other.v[0] *= 2
    return a.v[0] + 3 * b.v[0] + 5 * other.v[0]


def equal_ones(x):
    a, b = Item("a", x[0]), Item("a", x[0])
    w, u = (a, b) if x[2] > 0 else (b, a)
    w.name, u.name = "b", "b"
    return x[1] * (2.0 if w == u else 3.0) * w.v


def a_list_that_is_extended(x):
    a, b = [x[0]], [x[1]]
    w = a if x[2] > 0 else b
    w[0] *= 2
    w += [x[3]]
    return sum(a) + 3 * sum(b) + len(a)


def a_dict_that_is_updated(x):
    a, b = {"v": x[0]}, {"v": x[1]}
    w = a if x[2] > 0 else b
    w["v"] *= 2
    w |= {"v": x[3]}
    return a["v"] + 3 * b["v"]


class Sum:
    def __init__(self, v):
        self.v = v

    def __iadd__(self, other):
        self.v += other
        return self

    def __add__(self, other):
        return Sum(self.v + other)


def an_operator_in_place(x):
    a, b = Sum(x[0]), Sum(x[1])
    w = a if x[2] > 0 else b
    w.v *= 2
    w += x[3]
    return a.v + 3 * b.v + w.v


@pytest.mark.parametrize(
    "program",
    [
        a_copy_of_the_chosen,
        a_deep_copy_of_the_chosen,
        equal_ones,
        a_list_that_is_extended,
        a_dict_that_is_updated,
        an_operator_in_place,
    ],
    ids=lambda program: program.__name__,
)
def test_what_is_done_to_the_chosen_is_done_to_the_object(
    program: Callable[[Any], Any],
):
    check(program)


def of_a_class_that_run_time_knows(x):
    a, b = Damping(x[0]), Drag(x[1])
    w = a if x[2] > 0 else b
    w.factor += 1
    return a.factor * b.factor * (2.0 if type(w) is Damping else 3.0)


def chosen_where_it_was_made(x):
    c = Account(x[0])
    if x[1] > 0:
        a, b = Account(x[1] * 2), Account(x[2] * 3)
        w = a if x[3] > 0 else b
        w.v += 1
        b.v += a.v
    else:
        w = c
    w.v *= 2
    return w.v + c.v


def a_method_of_what_a_path_made(x):
    a = Lamp(x[0])
    act = Lamp(x[1] * 2).on if x[2] > 0 else a.off
    act(x[3])
    return a.v


@pytest.mark.parametrize(
    "program",
    [
        of_a_class_that_run_time_knows,
        chosen_where_it_was_made,
        a_method_of_what_a_path_made,
    ],
    ids=lambda program: program.__name__,
)
def test_what_paths_do_not_have_in_common_is_refused(program: Callable[[Any], Any]):
    with pytest.raises(CompileError, match=r"SRC01[259]"):
        srcad.grad(program)(np.ones(4))
