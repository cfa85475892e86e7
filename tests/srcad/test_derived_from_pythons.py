"""Classes that are derived from Python's own, and say themselves what some operators
make of their objects: what they say is followed, or it is refused; what C does by itself
asks no method of theirs. And what they say may change between two calls."""

import collections
import copy
import functools
import heapq
import inspect
import itertools
import linecache
import math
import string
import types

import numpy as np
import pytest

import srcad
from srcad import CompileError

NAMES = {"np": np, "math": math, "copy": copy, "heapq": heapq, "itertools": itertools}
NAMES |= {"collections": collections, "functools": functools}
LEVELS = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]


class Said:
    """What the classes say: other things, when it is another number."""

    number = 2


ITER = "def __iter__(self): return iter([float(S.number)] * S.number)"
LEN = "def __len__(self): return S.number"
ITEM = "def __getitem__(self, key): return float(S.number)"
EQUAL = "def __eq__(self, other): return S.number == 2"
LESS = "def __lt__(self, other): return S.number == 2"
HAS = "def __contains__(self, item): return S.number == 2"
INDEX = "def __index__(self): return S.number"
FLOAT = "def __float__(self): return float(S.number)"
BOOL = "def __bool__(self): return S.number == 2"
COPY = "def __copy__(self): return [1.0] * S.number"
MISSING = "def __missing__(self, key): return 'm' * S.number"
ONE = "[1.0, 2.0]"

CASES = [
    # The base, what it is made of, what the class says, and what is asked.
    ("list", ONE, ITER, "np.array(o).size"),
    ("list", ONE, ITER, "np.asarray(o).sum()"),
    ("list", ONE, ITER, "np.concatenate([o, o]).size"),
    ("list", ONE, ITER, "np.stack([o, o]).size"),
    ("list", ONE, ITER, "np.shape(o)[0]"),
    ("list", ONE, ITER, "(2.0 * np.array(o)).size"),
    ("list", ONE, ITER, "sum(reversed(o))"),
    ("list", ONE, ITER, "sum(copy.copy(o))"),
    ("list", ONE, ITER, "sum(copy.deepcopy(o))"),
    ("list", ONE, ITER, "o.index(2.0)"),
    ("list", ONE, ITER, "o.count(1.0)"),
    ("list", ONE, ITER, "isinstance(o, list)"),
    ("list", ONE, LEN, "sum(a for a, _ in zip(o, o))"),
    ("list", ONE, LEN, "sum(reversed(o))"),
    ("list", ONE, EQUAL, "o != [1.0]"),
    ("list", ONE, EQUAL, "[o].count([3.0])"),
    ("tuple", ONE, ITER, "sum(reversed(o))"),
    ("tuple", ONE, ITEM, "sum(reversed(o))"),
    ("dict", "{'a': 1.0}", ITER, "len(list(reversed(o)))"),
    ("dict", "{'a': 1.0}", HAS, "'z' in o"),
    ("dict", "{'a': 1.0}", MISSING, "len(o['z'])"),
    ("dict", "{'a': 1.0}", MISSING, "len('{z}'.format_map(o))"),
    ("dict", "{'a': 1.0}", MISSING, "len('%(z)s' % o)"),
    ("collections.Counter", "'aab'", MISSING, "len(o['z'])"),
    ("collections.defaultdict", "float", MISSING, "len(o['z'])"),
    ("set", ONE, ITER, "len(o)"),
    ("set", ONE, ITER, "len(o.union({5.0}))"),
    ("set", ONE, ITER, "len(o.copy())"),
    ("set", ONE, ITER, "{1.0}.issubset(o)"),
    ("set", ONE, HAS, "o.issubset([1.0, 2.0])"),
    ("str", "'abc'", LEN, "len(o)"),
    ("str", "'abc'", ITER, "sum(list(o))"),
    ("str", "'abc'", ITER, "len(list(reversed(o)))"),
    ("str", "'abc'", ITEM, "o[0]"),
    ("str", "'abc'", LEN + "\n    " + BOOL, "(not o)"),
    ("int", "5", INDEX, "LEVELS[o]"),
    ("int", "5", INDEX, "float(o)"),
    ("int", "5", INDEX, "np.array(LEVELS)[o]"),
    ("int", "5", INDEX, "np.array([x * v for v in LEVELS])[o]"),
    ("int", "5", FLOAT, "math.floor(o)"),
    ("int", "5", BOOL, "1 if o else 2"),
    ("int", "5", LESS + "\n    __gt__ = __lt__", "max(o, 7)"),
    ("int", "5", LESS, "sorted([7, o, 1])[0]"),
    ("int", "5", EQUAL, "len(heapq.nsmallest(o, LEVELS))"),
    ("int", "5", FLOAT, "np.array(o)"),
    ("int", "5", "def __floordiv__(self, n): return S.number", "divmod(o, 2)[0]"),
    ("int", "5", COPY, "len([copy.copy(o)])"),
    ("float", "5.0", FLOAT, "math.sqrt(o)"),
    ("float", "5.0", FLOAT, "math.pow(o, 2)"),
]


def written(text, name):
    """A text that has a source, under another name each time."""
    file = f"<derived {name}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    return compile(text, file, "exec")


@pytest.mark.parametrize(("base", "made", "says", "asks"), CASES)
def test_what_a_derived_class_says_is_followed_or_refused(base, made, says, asks):
    space = {**NAMES, "S": Said, "LEVELS": LEVELS, "__name__": __name__}
    hashed = "\n    __hash__ = None" if base in ("list", "dict", "set") else ""
    text = f"class K({base}):\n    {says}{hashed}\n\no = K({made})\n\n"
    text += f"def f(x):\n    return x * {asks}\n"
    exec(written(text, f"{base}, {says}, {asks}"), space)
    function, gave = space["f"], 0
    for number in (2, 3):
        Said.number = number
        try:
            expected = function(1.5)
        except (TypeError, ValueError, IndexError) as error:
            expected = error
        try:
            given, _ = srcad.value_and_grad(function)(1.5)
        except CompileError:
            continue
        gave += 1
        assert not isinstance(expected, Exception)
        np.testing.assert_equal(np.asarray(given), np.asarray(expected))
    followed = asks in ("sum(reversed(o))", "o.index(2.0)", "len(o['z'])", "LEVELS[o]")
    assert gave or not followed


class Capped:
    most = 2.0

    def __setattr__(self, name, value):
        super().__setattr__(name, min(value, self.most))


class Rerouted:
    def __init__(self, value):
        self.given = value
        self.twice = value * 2

    def __setattr__(self, name, value):
        if name == "given":
            self.__dict__["kept"] = value
        else:
            object.__setattr__(self, name, value)


def capped(x):
    item = Capped()
    item.height = x * 3.0
    return item.height * x


def rerouted(x):
    item = Rerouted(x)
    return item.kept * item.twice


@pytest.mark.parametrize("function", [capped, rerouted])
@pytest.mark.parametrize("x", [0.5, 1.5])
def test_a_class_may_say_how_its_attributes_are_set(function, x):
    value, gradient = srcad.value_and_grad(function)(x)
    step = 1e-6
    slope = (function(x + step) - function(x - step)) / (2 * step)
    assert value == function(x)
    np.testing.assert_allclose(gradient, slope, rtol=1e-8)


class Once:
    def __init__(self, count):
        self.count = count

    def __index__(self):
        return self.count

    def __float__(self):
        return self.count + 0.5


def test_an_object_says_how_often():
    once, counts = Once(2), [Once(3), Once(np.int64(3))]

    def repeated(x):
        y = x
        for step in range(once):
            y = y * x + step
        rows = len(list(itertools.product(LEVELS, repeat=once)))
        return y + rows * x + sum(itertools.repeat(x, counts[0]))

    for count in (2, 3):
        once.count = count
        value, _ = srcad.value_and_grad(repeated)(1.5)
        assert value == repeated(1.5)

    def of_numpy(x):
        return x * LEVELS[counts[1]]

    with pytest.raises(CompileError, match="__index__ returned non-int"):
        srcad.grad(of_numpy)(1.5)


class Gone:
    def __iter__(self):
        return iter([1.0, 2.0])


def test_what_only_has_iter_is_not_reversible():
    gone = Gone()

    def function(x):
        return x * sum(reversed(gone))

    with pytest.raises(CompileError, match="not reversible"):
        srcad.grad(function)(1.5)


def test_the_class_of_an_iterator_is_not_guessed():
    def function(x):
        return x * len(type(iter(LEVELS)).__name__)

    with pytest.raises(CompileError, match="`type` of"):
        srcad.grad(function)(1.5)


def test_a_method_without_a_source_is_not_passed_over():
    space = {"Level": None}
    exec(compile("def __float__(self):\n    return 0.25\n", "<gone>", "exec"), space)
    kind = type("Level", (Once,), {"__float__": space["__float__"]})
    level = kind(3)

    def function(x):
        return x * float(level)

    with pytest.raises(CompileError):
        srcad.grad(function)(1.5)


@functools.singledispatch
def weight(item):
    return 1.5


def test_what_a_generic_function_comes_to_know_is_seen():
    class Line:
        slope = 2.0

    class Steep(Line):
        pass

    weight.register(Line, lambda item: item.slope)
    steep = Steep()

    def function(x):
        return x * weight(steep)

    assert srcad.value_and_grad(function)(1.5)[0] == 3.0
    weight.register(Steep, lambda item: 7.0)
    assert srcad.value_and_grad(function)(1.5)[0] == 10.5


ASKED = """len(o)|sum(o)|list(o)[0]|o[0]|3 in o|o == 3|o != 3|bool(o)|not o|str(o)
f'{o}'|'%s' % o|repr(o)|o + 1|1 + o|o < o|-o|abs(o)|float(o)|LEVELS[o]|round(o)
list(reversed(o))|hash(o)|{o: 1.0}.get(3, 3.0)|[o].count(3)|max(o)|sorted(o)[0]
sum(map(float, o))|math.sqrt(o)|np.sum(list(o))|list(zip(o, o))[0][0]|any([o])
(lambda *a: sum(a))(*o)|'a' * o|min(o, 7)|isinstance(3.0, o)|isinstance(3.0, (str, o))
issubclass(int, o)"""
METHODS = f"""
    {LEN}
    {ITER}
    {ITEM}
    {EQUAL}
    {LESS}
    {HAS}
    {INDEX}
    {FLOAT}
    {BOOL}
    __gt__ = __instancecheck__ = __subclasscheck__ = __lt__
    __add__ = __radd__ = __neg__ = __abs__ = __round__ = __float__
    def __hash__(self): return S.number
    def __str__(self): return "s" * S.number
    def __format__(self, how): return "s" * S.number
    def __repr__(self): return "s" * S.number
    def __reversed__(self): return iter([float(S.number)] * S.number)
"""
KINDS = {
    "a class": f"class M(type):{METHODS}\nclass o(metaclass=M):\n    pass\n",
    "a member": f"import enum\nclass M(enum.Enum):\n    A = 1.0{METHODS}\no = M.A\n",
    "an object": f"class M:{METHODS}\no = M()\n",
}


@pytest.mark.parametrize("asks", ASKED.replace("\n", "|").split("|"))
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_class_says_of_its_objects_is_followed_or_refused(kind, asks):
    space = {**NAMES, "S": Said, "LEVELS": LEVELS, "__name__": __name__}
    exec(written(KINDS[kind], f"{kind}, {asks}"), space)
    text = f"def f(x):\n    v = {asks}\n    return x * (len(v) if hasattr(v, 'split') "
    text += "or isinstance(v, list) else v)\n"
    exec(written(text, f"function, {kind}, {asks}"), space)
    function = space["f"]
    for number in (2, 3):
        Said.number = number
        try:
            given, _ = srcad.value_and_grad(function)(1.5)
        except CompileError:
            continue
        np.testing.assert_equal(np.asarray(given), np.asarray(function(1.5)))


class Subscripted:
    def __class_getitem__(cls, key):
        return key * Said.number


class Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return float(Said.number)


class Bound(functools.partial):
    def __call__(self, v):
        return v * Said.number


class Derived:
    def __init_subclass__(cls):
        cls.made = Said.number


MODULE, BOUND = Module("a_module"), Bound(abs)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x * Subscripted[1.5],
        lambda x: x * MODULE.scale,
        lambda x: BOUND(x),
        lambda x: x * type("Made", (Derived,), {}).made,
    ],
)
def test_what_else_a_class_may_say(function):
    for number in (2, 3):
        Said.number = number
        try:
            given, _ = srcad.value_and_grad(function)(1.5)
        except CompileError:
            continue
        assert given == function(1.5)


class Shelf(collections.UserList):
    pass


class Sized(tuple):
    __slots__ = ()

    def __len__(self):
        return 3


@pytest.mark.parametrize(
    "subject",
    [
        range(2, 4),
        collections.deque([2, 3]),
        Shelf([2, 3]),
        Sized((2, 3)),
        "ab",
        {1, 2},
    ],
    ids=lambda subject: type(subject).__name__,
)
def test_a_pattern_matches_every_sequence(subject):
    def function(x):
        match subject:
            case [a, b]:
                return x * a + b
            case _:
                return x

    try:
        given, _ = srcad.value_and_grad(function)(1.5)
    except CompileError:
        assert isinstance(subject, Shelf | Sized)
        return
    assert given == function(1.5)


def test_a_pattern_does_not_pass_over_a_mapping():
    subject = collections.UserDict(a=2.0)

    def function(x):
        match subject:
            case {"a": a}:
                return x * a
            case _:
                return x

    with pytest.raises(CompileError, match="is not matched as a mapping"):
        srcad.grad(function)(1.5)


def test_the_order_of_equal_is_that_of_python():
    class Bag:
        def __init__(self, weight):
            self.weight = weight

        def __eq__(self, other):
            return self.weight == other.weight

        __hash__ = None

    bags = [Bag(1.0), Bag(2.0), Bag(1.0)]

    def function(x):
        return x * bags.count(bags[0]) + bags.index(bags[1])

    assert srcad.value_and_grad(function)(1.5)[0] == 4.0
    bags[2].weight = 2.0
    assert srcad.value_and_grad(function)(1.5)[0] == 2.5


class Filled(string.Formatter):
    def get_value(self, key, args, kwargs):
        return "v" * Said.number


def test_a_library_calls_what_a_class_has_in_place_of_its_own():
    def function(x):
        return x * len(Filled().format("{a}"))

    for number in (2, 3):
        Said.number = number
        try:
            given, _ = srcad.value_and_grad(function)(1.5)
        except CompileError:
            continue
        assert given == function(1.5)


@pytest.mark.parametrize(
    "function",
    [lambda x: x * vars(Said)["number"], lambda x: x * Said.__dict__["number"]],
)
def test_the_names_of_a_class_are_read(function):
    for number in (2, 3):
        Said.number = number
        assert srcad.value_and_grad(function)(1.5)[0] == function(1.5)


def test_a_library_looks_at_no_function_of_the_evaluation():
    def function(x):
        return x * len(str(inspect.signature(lambda a, b=x: a + b)))

    with pytest.raises(CompileError, match="`signature` of"):
        srcad.grad(function)(1.5)


class Entries(dict):
    def keys(self):
        return ["a"]

    def items(self):
        return [("a", 5.0), ("b", 5.0)]


@pytest.mark.parametrize("kind", [collections.OrderedDict, collections.Counter])
def test_a_dict_of_what_says_its_entries_is_refused(kind):
    def function(x, entries):
        return x * len(kind(entries))

    with pytest.raises(CompileError, match="says itself how it is gone through"):
        srcad.grad(function)(1.5, Entries(a=1.0, b=2.0))
