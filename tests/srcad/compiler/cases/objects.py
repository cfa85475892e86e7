"""Objects of the user's classes that hold arrays: dataclasses, named tuples, others."""

import copy
import dataclasses
import functools
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Any, ClassVar, NamedTuple

from srcad import nn
from tests.srcad.compiler.cases.case import apart, case


@dataclass
class State:
    h: Any
    c: Any = 2.0

    def total(self):
        return self.h * self.c

    @property
    def twice(self):
        return self.h * 2.0

    def moved(self, step):
        return State(self.h + step, self.c)


@dataclass(frozen=True)
class Frozen:
    h: Any
    n: int = 3

    def __post_init__(self):
        object.__setattr__(self, "doubled", self.h * 2.0)


@dataclass
class Derived:
    a: Any
    b: Any = field(init=False)
    parts: list = field(default_factory=list)

    def __post_init__(self):
        self.b = self.a * 2.0
        self.parts.append(self.b)


@dataclass(slots=True)
class Slotted:
    h: Any
    c: Any = 1.0


class Point(NamedTuple):
    x: Any
    y: Any = 1.0

    def norm(self):
        return self.x * self.x + self.y * self.y


class Counter:
    start = 0.5

    def __init__(self, total):
        self.total = total
        self._n = 0

    def bump(self, v):
        self.total = self.total + v
        self._n += 1
        return self

    @property
    def n(self):
        return self._n

    @n.setter
    def n(self, number):
        self._n = number


class Vector:
    def __init__(self, a):
        self.a = a

    def __add__(self, other):
        return Vector(self.a + other.a)

    def __mul__(self, factor):
        return Vector(self.a * factor)

    def __rmul__(self, factor):
        return Vector(self.a * factor)

    def __neg__(self):
        return Vector(-self.a)

    def __getitem__(self, k):
        return self.a[k]

    def __len__(self):
        return 3

    def __call__(self, x):
        return self.a * x

    def __eq__(self, other):
        return self.a.ndim == other.a.ndim


KNOWN = State(3.0, 4.0)


@case("float64[n]")
def dataclasses_in_between(x):
    state = State(x, x * x)
    return state.total() + state.twice + State(x).moved(x).total() * state.h


@case("float64[n]")
def made_anew(x):
    frozen = Frozen(x)
    other = dataclasses.replace(frozen, h=x * x)
    derived = Derived(x)
    whole = dataclasses.asdict(State(x, x))["c"] * dataclasses.astuple(State(x))[1]
    return (
        frozen.doubled * other.doubled * other.n + derived.b * derived.parts[0] + whole
    )


@case("float64[n]")
def attributes_are_written(x):
    state = State(x)
    same = state
    same.h = state.h * 2.0
    state.c += x
    setattr(state, "c", state.c * 3.0)  # noqa: B010
    return same.total() * KNOWN.h


@case("float64[n]")
def arrays_in_place(x):
    state = State(x.copy())
    h = state.h
    state.h += 1.0
    return state.h * h


@case("float64[n]")
def written_in_a_loop(x):
    state = State(x, x)
    both = [state, state]
    counter = Counter(0.0)
    for i in range(x.shape[0]):
        both[0].h = both[1].h * x[i]
        counter.bump(x[i] * x)
    return state.h * counter.total


@case("float64[n]")
def carried_by_a_loop(x):
    state, point = State(x, 1.0), Point(x, 1.0 * x)
    for i in range(x.shape[0]):
        state = State(state.h * x, state.c + 1.0)
        point = Point(point.y * x[i], point.x)
    return state.total() * point.norm()


@case("float64[n]")
def written_in_a_while_loop(x):
    counter = Counter(x * 1.0)
    while counter.total.sum() < 10.0 and counter.n < 5:
        counter.bump(x * x + 1.0)
    return counter.total


@case("float64[n]")
def written_in_a_branch(x):
    state = State(x)
    same = state
    if x.sum() > 0:
        state.h = x * x
    else:
        same.c = 5.0
    return state.total() * same.h


@case("float64[n]")
def of_both_branches(x):
    if x.sum() > 0:
        state = State(x, 2.0)
    else:
        state = State(x * x, 3.0)
    known = KNOWN
    if x.sum() > 1:
        known = State(1.0, 2.0)
    return state.total() * known.total()


@case("float64[n]")
def left_early(x):
    counter = Counter(x)
    if x.sum() > 0:
        return counter.bump(x).total
    counter.bump(x * 3.0)
    return counter.total * counter.n


@case("float64[n]")
def changed_by_a_function(x):
    def doubled(counter):
        counter.total = counter.total * 2.0
        counter.n = 3

    counter = Counter(x)
    doubled(counter)
    doubled(counter)
    return counter.total * counter.n + Counter.start


@case("float64[n]")
def named_tuples(x):
    point = Point(x, x * 2.0)
    first, second = point
    moved = point._replace(y=3.0).norm() + sum(point._asdict().values())
    made = Point._make(part * 0.5 for part in (x, moved))
    return point.norm() * first + second * moved * point[0] * made.norm()


@case("float64[n]")
def slots(x):
    return Slotted(x, x).h * Slotted(x).c


@case("float64[n]")
def operators_of_a_class(x):
    vector = -(Vector(x) + 2.0 * Vector(x * x) * 3.0)
    same = 1.0 if vector == Vector(x) else 2.0
    return vector.a + vector(x) * len(vector) * same + vector[0]


@case("float64[n]", plain=lambda x: {"h": x * x, "c": x})
def output_of_a_dataclass(x):
    return State(x * x, x)


class Cell(nn.Cell):
    def construct(self, state):
        return State(state.h * state.h, state.c)


@case("float64[n]")
class PassedToACell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cell = Cell()

    def construct(self, x):
        return self.cell(State(x, x * 2.0)).total()


@case("float64[n]")
def elements_are_deleted(x):
    values = [x, 2.0 * x, x * x, x]
    del values[1], values[-1]
    table = {"a": x, "b": x * x} | {"a": values[1]}
    del table["b"]
    return sum(values) * len(values) + sum(table.values()) * len(table)


class Shelf:
    """In the manner of a list."""

    def __init__(self, *items):
        self.items = list(items)

    def __getitem__(self, k):
        return self.items[k]

    def __setitem__(self, k, item):
        self.items[k] = item

    def __contains__(self, k):
        return k < len(self.items)

    def __bool__(self):
        return len(self.items) > 0

    def __len__(self):
        return len(self.items)


@case("float64[n]")
def containers_of_a_class(x):
    shelf = Shelf(x, x * x)
    shelf[0] = shelf[1] * 2.0
    shelf[1] += x
    factor = 2.0 if 1 in shelf and 5 not in shelf and not Shelf() else 3.0
    return shelf[0] * shelf[1] * factor * len(shelf)


@case("float64[n]")
def copies(x):
    state = State(x.copy(), [x])
    shallow, deep = copy.copy(state), copy.deepcopy(state)
    shallow.h = x * x
    deep.c.append(2.0 * x)
    state.c[0] = x * 3.0
    state.h[0] = 5.0
    return state.h * shallow.h + shallow.c[0] * deep.c[0] * deep.h + sum(deep.c)


@case("float64[n]")
def linked_objects(x):
    chain = State(x, State(x * x, State(2.0, None)))
    total = 0.0
    while chain is not None:
        total = total + chain.h * x
        chain = chain.c
    return total


class Collected:
    """Holds what it is given."""

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
        return self


@case("float64[n]")
def object_that_collects(x):
    found = Collected()
    for v in x:
        found.add(v * v)
    return sum(found.items) * len(found.items)


@case("float64[n]", values={"x": apart})
def object_that_collects_by_condition(x):
    found = Collected()
    other = found
    for v in x:
        if v > 0:
            found.add(v * v)
        else:
            found.add(v).add(v * 0.5)
    return sum(other.items) * len(found.items)


class Pile:
    """What says of its length and truth is known at run time only."""

    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, item):
        self.items.append(item)
        self.count += 1

    def pop(self):
        self.count -= 1
        return self.items.pop()

    def __len__(self):
        return min(self.count, len(self.items))

    def __bool__(self):
        return bool(self.items)


@case("float64[n]")
def a_pile(x):
    pile = Pile()
    for v in x:
        if not pile or v > 0:
            pile.push(v * v)
        pile.push(v)
    total = len(pile) * x[0]
    while pile:
        total = total * 0.5 + pile.pop()
    return total if not pile else 0.0


class Terms:
    """A class with operators in place."""

    def __init__(self, items):
        self.items = list(items)

    def __iadd__(self, other):
        for k, item in enumerate(other):
            self.items[k] += item
        return self

    def __imul__(self, factor):
        self.items = [item * factor for item in self.items]
        return self


@case("float64[3]")
def changed_in_place(x):
    terms = same = Terms(x)
    terms += [2.0, x[0], 1.0]
    terms *= x[1]
    return sum(same.items) * terms.items[0]


class Doubled:
    def __init__(self, v):
        self._v = v

    @property
    def v(self):
        return self._v * 2.0

    @v.setter
    def v(self, other):
        self._v = other * 3.0


@case("float64[n]")
def property_with_a_setter(x):
    doubled = Doubled(x)
    doubled.v = x.sum()
    doubled.v += 1.0
    doubled.v = doubled.v * x
    doubled.v += x
    return doubled.v * x


class OfAnyName:
    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        return len(name) * self.v


@case("float64[n]")
def attribute_of_any_name(x):
    return OfAnyName(x).xyz * x


class Lazily:
    def __init__(self, v):
        self.v = v

    @functools.cached_property
    def doubled(self):
        return self.v * 2.0


@case("float64[n]")
def cached_property_keeps_what_it_gave(x):
    lazily = Lazily(x)
    first = lazily.doubled
    lazily.v = x * x
    return first + lazily.doubled * x


class Shifted:
    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, owner, kind=None):
        return getattr(owner, self.name) * 2.0

    def __set__(self, owner, value):
        setattr(owner, self.name, value + 1.0)


class Tripled:
    def __get__(self, owner, kind=None):
        return owner.__dict__["w"]

    def __set__(self, owner, value):
        owner.__dict__["w"] = value * 3.0


class Described:
    q, w = Shifted(), Tripled()

    def __init__(self, v):
        self.q = v


@case("float64[n]")
def descriptors_that_are_written_to(x):
    described = Described(x)
    before = described.q
    described.q = x * x
    described.q += 2.0
    described.w = x
    return before * described.q + described.w


@dataclasses.dataclass(order=True)
class Ranked:
    rank: int
    value: float = dataclasses.field(compare=False, default=0.0)
    size: float = 0.0


@case("float64[3]", draws=3)
def records_with_an_order(x):
    first, last = Ranked(1, x[0]), Ranked(2, x[1])
    low, high = Ranked(1, x[0], x[0]), Ranked(1, x[1], x[1])
    if low < high:
        return max(last, first).value * x
    return min(last, first).value * x * (1.0 + (low >= high))


@dataclass
class Epidemic:
    """Its constructor is given more than it has."""

    people: ClassVar[float] = 10.0
    rate: float
    _: KW_ONLY
    ill: InitVar[float]
    share: InitVar[float] = 0.5
    healthy: float = field(init=False)
    sick: float = field(init=False)

    def __post_init__(self, ill, share):
        self.sick = ill * share
        self.healthy = self.people - self.sick

    def step(self):
        new = self.rate * self.sick * self.healthy / self.people
        self.sick, self.healthy = self.sick + new, self.healthy - new
        return self


@case("float64", "float64")
def what_init_var_annotates(rate, ill):
    one, two = Epidemic(rate, ill=ill), Epidemic(rate * 2.0, ill=ill, share=rate)
    for _ in range(3):
        one.step()
    return one.sick * two.step().sick


class Falling:
    """What a property does not have is asked of ``__getattr__``."""

    def __init__(self, weights):
        self.weights = weights

    @property
    def scale(self):
        raise AttributeError("scale")

    @property
    def total(self):
        if self.weights.sum() < 0:
            raise AttributeError("total")
        return self.weights.sum()

    @property
    def twice(self):
        return self.weights * 2.0

    def __getattr__(self, name):
        return len(name) * 1.0


@case("float64[n]")
def a_property_that_has_nothing(x):
    held = Falling(x)
    known = hasattr(held, "scale") * getattr(held, "scale", 2.0) + held.other
    return x * (held.scale + known) * held.twice


@case("float64[n]")
def a_property_that_may_have_nothing(x):
    return x * Falling(x).total + x * x * Falling(-x).total
