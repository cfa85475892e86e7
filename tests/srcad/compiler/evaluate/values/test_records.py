"""Records, objects and modules: what Python asks of them."""

import copy
import dataclasses

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import check, generate
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds
from tests.srcad.compiler.side_by_side import result

SPACE = """\
@dataclasses.dataclass
class Point:
    a: object
    b: object


@dataclasses.dataclass(frozen=True, order=True)
class Fixed:
    a: object
    b: object


class Plain:
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Spoken:
    def __init__(self, a):
        self.a = a

    def __str__(self):
        return "spoken"

    def __repr__(self):
        return "shown"
"""

SPACE_2 = """\
class Mode(enum.Enum):
    A = 1
    B = 2
"""

KINDS = (
    Kind(
        "record",
        one="Point(x[0], x[1] * 2.0)",
        other="Point(x[2], 1.0)",
        read="it.a + 2 * it.b",
        space=SPACE,
        asked=(
            "dataclasses.replace(it, a=x[2]).a",
            "dataclasses.asdict(it)",
            "dataclasses.astuple(it)",
            "it.a, it.b = it.b, it.a\nread(it)",
            "vars(it)['a']",
            "it.a += 1.0\nread(it)",
            "del it.b\nhasattr(it, 'b')",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Point is not known at compile time
                "f-string",
                "print",
                "print inside",
            ),
        },
    ),
    Kind(
        "frozen record",
        one="Fixed(x[0], x[1] * 2.0)",
        other="Fixed(x[2], 1.0)",
        read="it.a + 2 * it.b",
        space=SPACE,
        asked=(
            "dataclasses.replace(it, a=x[2]).a",
            "it.a, it.b = it.b, it.a\nread(it)",
            "vars(it)['a']",
            "it.a += 1.0\nread(it)",
            "del it.b\nhasattr(it, 'b')",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Fixed is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
            ),
        },
    ),
    Kind(
        "object",
        one="Plain(x[0], x[1] * 2.0)",
        other="Plain(x[2], 1.0)",
        read="it.a + 2 * it.b",
        space=SPACE,
        asked=(
            "it.a, it.b = it.b, it.a\nread(it)",
            "vars(it)['a']",
            "it.a += 1.0\nread(it)",
            "del it.b\nhasattr(it, 'b')",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Plain is not known at compile time
                "f-string",
                "print",
                "print inside",
            ),
        },
    ),
    Kind(
        "object that says its text",
        one="Spoken(2.0)",
        other="Spoken(x[0])",
        read="it.a * x[1]",
        space=SPACE,
        asked=(
            "print(repr(it), str(it))",
            "print(f'{it} {it!r}')",
            "print(it)",
            "print(other)",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Spoken is not known at compile time
                "print inside",
            ),
        },
    ),
    Kind(
        "member of an enum",
        one="Mode.A",
        other="Mode.B",
        read="it.value * x[0]",
        space=SPACE_2,
        asked=(
            "it.name",
            "Mode(1) is it",
            "Mode['A'] is it",
            "[one.value for one in Mode]",
            "print(it, 1)",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Mode is not known at compile time
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "module",
        one="np",
        other="operator",
        read="1.0",
        asked=(
            "it.sin(x)",
            "it.float64(2.0)",
            "it.nothing",
        ),
        refused={
            "SRC023": (
                # this writes the attribute of a module outside of what is differentiate
                ".a =",
            ),
            "SRC013": (
                # what Python shows of a module is not known at compile time
                "print inside",
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a module and a mo
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a module and None
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


class Thing:
    def __init__(self, value):
        self.value = value


def first_of_two(x):
    return next(iter({Thing(x[0]), Thing(x[1])})).value * x[2]


def last_of_two(x):
    for thing in {Thing(x[0]), Thing(2.0 * x[1])}:
        last = thing.value
    return last * x[1]


def as_a_list(x):
    things = list({Thing(x[0]), Thing(x[1])})
    return things[0].value * x[2]


def taken_out(x):
    some = {Thing(x[0]), Thing(x[1])}
    some.pop()
    return some.pop().value * x[2]


def one_of_several(x):
    a, b = Thing(x[0]), Thing(x[1])
    return {a: 1.0, b: x[2]}[a if x[2] > 0 else b]


def of_an_iteration(x):
    here, seen = Thing(x[0]), set()
    for v in x:
        here = Thing(v * here.value)
        if here in seen:
            return v
    return here.value


def shown(x):
    print({Thing(x[0])})
    return x


@pytest.mark.parametrize("program", [first_of_two, last_of_two, as_a_list, taken_out])
def test_an_order_of_addresses_is_refused_where_it_is_seen(program):
    with pytest.raises(CompileError) as caught:
        generate(program, ["float64[3]"])
    (found,) = caught.value.diagnostics
    assert found.code == "SRC013"
    assert "depends on the order of a set of objects" in found.message
    assert found.span is not None


def test_an_object_that_is_one_of_several_is_a_key_of_run_time():
    for last in (1.7, -1.7):
        assert result(one_of_several, [0.3, 0.9, last])


def test_a_set_of_objects_is_not_shown():
    with pytest.raises(CompileError):
        generate(shown, ["float64[3]"])


def until_it_is_small(x):
    error, some = 1.0, {Thing(x[0]), Thing(x[1])}
    while error > 1e-3 * np.abs(x[2]):
        error = error * 0.5
    return error * sum(thing.value for thing in some)


def test_the_order_is_tried_with_loops_that_end():
    check(until_it_is_small, ["float64[3]"], orders=(1,))


def copied(x):
    some = {Thing(x[0]), Thing(x[1])}
    other = copy.deepcopy(some)
    for thing in other:
        thing.value = thing.value * 2.0
    return sum(one.value for one in some) * sum(one.value for one in other)


def test_a_copy_has_objects_of_its_own():
    check(copied, ["float64[3]"], orders=(1,))


class Word:
    """Equal to those of the same text, whatever they hold."""

    def __init__(self, text, value=0.0):
        self.text, self.value = text, value

    def __eq__(self, other):
        if not isinstance(other, Word):
            return NotImplemented
        return self.text == other.text

    def __hash__(self):
        return hash(self.text) ^ 17


def told_by_their_class(x):
    known = {Word("a", x[0]): x[1]}
    known[Word("b", x[2])] = x[1] ** 2
    known[Word("a", x[1])] = x[2]
    total = sum(word.value * item for word, item in known.items())
    some = {Word("a")} | {Word("a"), Word("c")}
    total = total * len(known) * known.pop(Word("b")) * len(some)
    return total * known.get(Word("z"), x[0]) * (Word("a") in known)


class Tensor:
    """Compared element by element, and a key by its identity."""

    def __init__(self, data):
        self.data = data

    def __eq__(self, other):
        return Tensor(self.data == other.data)

    def __hash__(self):
        return id(self)


def told_by_their_id(x):
    a, b = Tensor(x[0]), Tensor(x[1])
    gradients = {a: 1.0, b: x[2]}
    gradients[a] = gradients[a] * x[1]
    seen, total = set(), 0.0
    for one in (a, b, a):
        if id(one) in seen:
            continue
        seen.add(id(one))
        total = total + one.data ** (2 if id(one) == id(a) else 3)
    return gradients[a] * gradients[b] * total


@dataclasses.dataclass(frozen=True)
class Edge:
    start: object
    end: object


def told_by_their_fields(x):
    a, b = Thing(x[0]), Word("b", x[1])
    weights = {Edge(a, b): x[2], (a, 1): x[0], (b, 2): x[1]}
    return weights[Edge(a, Word("b"))] * weights[a, 1] * weights[Word("b"), 2]


@pytest.mark.parametrize(
    "program", [told_by_their_class, told_by_their_id, told_by_their_fields]
)
def test_a_class_says_what_a_key_is(program):
    check(program, ["float64[3]"], orders=(1,))


class Value:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)


class Counting:
    def __init__(self):
        self.asked = 0

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        self.asked += 1
        return 3


def told_by_run_time(x):
    return {Value(x[0]): x[1]}[Value(x[0])]


def asked_for_an_effect(x):
    a = Counting()
    return {a: x[0]}[a] * a.asked


def hash_as_a_place(x):
    return x[hash("a") % 3] * x[0]


def hash_of_an_array(x):
    return x[0] * hash(x[1])


def order_of_ids(x):
    a, b = Thing(x[0]), Thing(x[1])
    return a.value if id(a) < id(b) else b.value


@pytest.mark.parametrize(
    ("program", "code"),
    [
        (told_by_run_time, "SRC013"),
        (asked_for_an_effect, "SRC012"),
        (hash_as_a_place, "SRC025"),
        (hash_of_an_array, "SRC013"),
        (order_of_ids, "SRC025"),
    ],
)
def test_what_no_process_knows_of_a_key_is_refused(program, code):
    with pytest.raises(CompileError) as caught:
        generate(program, ["float64[3]"])
    assert caught.value.diagnostics[0].code == code


KNOWN = Thing(1.0), Thing(2.0)


def doubled(value):
    return value * 2.0


def squared(value):
    return value**2


def of_objects_from_outside(x):
    total = sum(thing.value * x[0] for thing in set(KNOWN))
    return total + sum(function(x[1]) for function in {doubled, squared})


def test_what_is_the_same_in_any_order_is_not_refused():
    check(of_objects_from_outside, ["float64[3]"], orders=(1,))


def first_from_outside(x):
    return next(iter({KNOWN[0], KNOWN[1]})).value * x[0]


def one_function_after_the_other(x):
    y = x[0]
    for function in {doubled, squared}:
        y = function(y)
    return y


@pytest.mark.parametrize("program", [first_from_outside, one_function_after_the_other])
def test_an_order_of_objects_from_outside_is_not_seen_either(program):
    with pytest.raises(CompileError) as caught:
        generate(program, ["float64[3]"])
    assert "depends on the order" in caught.value.diagnostics[0].message


class Layer:
    def __class_getitem__(cls, size):
        return type(f"Layer{size}", (cls,), {"size": size})

    def __init__(self, weight):
        self.weight = weight


def of_a_class_that_is_made(x):
    return Layer[3](x[0]).weight ** Layer[2].size * x[1]


def test_a_class_that_is_made_here_is_of_this_module():
    check(of_a_class_that_is_made, ["float64[3]"], orders=(1,))
