"""What a gradient depends on though no object that is read holds it: what the process is
set to, what a class comes to know of, what a function of Python's would call."""

import abc
import array
import builtins
import collections
import ctypes
import dataclasses
import decimal
import enum
import functools
import logging
import math
import numbers
import operator
import sys
import textwrap
import types
import typing
import weakref

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn

X = np.array([0.5, 1.5])
LOGGER = logging.getLogger("tests.what_nobody_holds")
FIXED = np.array([1 / 3, 2 / 3])
FIXED.flags.writeable = False
MODULE = types.ModuleType("what_nobody_holds")
MODULE.size = 2


class Known(abc.ABC):  # noqa: B024
    pass


@typing.runtime_checkable
class Runs(typing.Protocol):
    def run(self): ...


class Counted(abc.ABC):  # noqa: B024
    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "count") or NotImplemented


def fresh():
    return type("Fresh", (), {})


def by_the_context_of_decimals():
    decimal.getcontext().prec = 28
    yield lambda x: x[0] * float(decimal.Decimal(1) / decimal.Decimal(3))
    decimal.getcontext().prec = 3


def by_the_precision():
    decimal.getcontext().prec = 28
    yield lambda x: x[0] * decimal.getcontext().prec
    decimal.getcontext().prec = 5


def by_a_level():
    LOGGER.setLevel(logging.INFO)
    yield lambda x: x[0] * logging.getLogger("tests.what_nobody_holds").level
    LOGGER.setLevel(logging.ERROR)


def by_whether_a_level_is_on():
    LOGGER.setLevel(logging.INFO)
    yield lambda x: x[0] * (2 if LOGGER.isEnabledFor(logging.DEBUG) else 3)
    LOGGER.setLevel(logging.DEBUG)


def by_how_errors_are_met():
    yield lambda x: x[0] * len(np.geterr()["divide"])
    np.seterr(divide="ignore")


def by_how_arrays_are_printed():
    yield lambda x: x[0] * np.get_printoptions()["precision"]
    np.set_printoptions(precision=3)


def by_the_text_of_an_array():
    yield lambda x: x[0] * len(str(FIXED))
    np.set_printoptions(precision=3)


def by_an_f_string_of_an_array():
    yield lambda x: x[0] * len(f"{FIXED}")
    np.set_printoptions(precision=3)


def by_percent_of_an_array():
    yield lambda x: x[0] * len("%s" % FIXED)  # noqa: UP031
    np.set_printoptions(precision=3)


def by_a_format_of_an_array():
    yield lambda x: x[0] * len("{}".format(FIXED))  # noqa: UP032
    np.set_printoptions(precision=3)


def by_array2string():
    yield lambda x: x[0] * len(np.array2string(FIXED))
    np.set_printoptions(precision=3)


def by_the_text_of_a_scalar():
    yield lambda x: x[0] * len(repr(HALF))
    np.set_printoptions(legacy="1.13")


def by_an_f_string_of_a_list_of_scalars():
    yield lambda x: x[0] * len(f"{[HALF, 1.0]}")
    np.set_printoptions(legacy="1.13")


def by_the_digits_that_a_text_may_have():
    def length(x):
        try:
            return x[0] * len(str(10**5000))
        except ValueError:
            return x[0]

    yield length
    sys.set_int_max_str_digits(0)


def by_the_digits_that_are_read():
    def read(x):
        try:
            return x[0] * int("1" * 5000).bit_length()
        except ValueError:
            return x[0]

    yield read
    sys.set_int_max_str_digits(0)


HALF = np.float64(0.5)


def by_a_class_that_is_registered():
    kind = fresh()
    item = kind()
    yield lambda x: x[0] * (2 if isinstance(item, Known) else 3)
    Known.register(kind)


def by_a_class_that_is_a_number():
    kind = fresh()
    item = kind()
    yield lambda x: x[0] * (2 if isinstance(item, numbers.Number) else 3)
    numbers.Number.register(kind)


def by_a_class_that_is_derived():
    kind = fresh()
    yield lambda x: x[0] * (2 if issubclass(kind, Known) else 3)
    Known.register(kind)


def by_a_pattern_of_a_class():
    kind = fresh()
    item = kind()

    def function(x):
        match item:
            case collections.abc.Sequence():
                return x[0] * 2
            case _:
                return x[0] * 3

    yield function
    collections.abc.Sequence.register(kind)


def by_a_method_that_a_protocol_asks_for():
    kind = fresh()
    item = kind()
    yield lambda x: x[0] * (2 if isinstance(item, Runs) else 3)
    kind.run = lambda self: 1


def by_a_hook_of_classes():
    kind = fresh()
    yield lambda x: x[0] * (2 if issubclass(kind, Counted) else 3)
    kind.count = 1
    Counted.register(fresh())  # what was asked before is forgotten


def by_whether_it_can_be_called():
    kind = fresh()
    item = kind()
    yield lambda x: x[0] * (2 if callable(item) else 3)
    kind.__call__ = lambda self: 1


def by_a_view_of_bytes():
    view = memoryview(bytearray(b"\x02\x03"))
    yield lambda x: x[0] * view[0]
    view[0] = 7


def by_an_array_of_python():
    numbers_ = array.array("d", [1.0, 2.0])
    yield lambda x: x[0] * numbers_[1]
    numbers_[1] = 5.0


def by_the_names_of_a_class():
    kind = fresh()
    yield lambda x: x[0] * len(dir(kind))
    kind.other = 1


def by_the_names_of_a_module():
    yield lambda x: x[0] * sum(k.startswith("size") for k in vars(MODULE))
    MODULE.size_of_more = 3


def by_a_mapping_of_keywords():
    class Settings(collections.UserDict):
        pass

    settings = Settings(a=1)

    def by_keywords(**keywords):
        return keywords["a"]

    yield lambda x: x[0] * by_keywords(**settings)
    settings["a"] = 6


HELD = {"text": "a", "size": 2, "turned": False}


class Shown:
    def __str__(self):
        return HELD["text"]


class Placed:
    def __index__(self):
        return HELD["size"]


class Shaped:
    def __array__(self, dtype=None, copy=None):
        return np.array([float(HELD["size"])])


class Ordered:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return (self.value < other.value) != HELD["turned"]

    def __gt__(self, other):
        return other < self


def by_what_an_object_shows():
    shown = Shown()
    yield lambda x: x[0] * len(f"{shown}")
    HELD["text"] = "aaa"


def by_where_a_part_ends():
    placed = Placed()
    yield lambda x: x[0] * sum([1, 2, 3, 4][:placed])
    HELD["size"] = 3


def by_a_sum_of_what_objects_are():
    placed = Placed()
    yield lambda x: x[0] * math.fsum([placed, math.sqrt(placed)])
    HELD["size"] = 3


def by_what_an_object_is_an_array_of():
    placed = Shaped()
    yield lambda x: x[0] * np.array([placed])[0, 0]
    HELD["size"] = 3


def by_what_an_object_is_an_index_of():
    placed = Placed()
    yield lambda x: x[0] * [1, 2, 3, 4][placed]
    HELD["size"] = 3


def by_the_greatest_object():
    objects = [Ordered(1), Ordered(3), Ordered(2)]
    yield lambda x: x[0] * max(objects).value
    HELD["turned"] = True


def by_a_polynomial_that_is_called():
    held = np.poly1d([1.0, 2.0])
    yield lambda x: x[0] * held(2.0)
    held[0] = 9.0


def by_a_polynomial_of_another_kind():
    held = np.polynomial.Polynomial([1.0, 2.0])
    yield lambda x: x[0] * held(2.0)
    held.coef[0] = 9.0


class Mode(enum.Enum):
    FAST = 2.0
    SLOW = 3.0

    @classmethod
    def _missing_(cls, value):
        return cls.FAST


@dataclasses.dataclass
class Two:
    first: float = 2.0
    second: float = 3.0


class Held:
    """What the last reference to an object of this class is told by."""


class Meta(type):
    pass


class OfMeta(metaclass=Meta):
    size = 2.0


def by_a_metaclass_that_says_all_attributes():
    yield lambda x: x[0] * OfMeta.size
    Meta.__getattribute__ = lambda self, name: (
        7.0 if name == "size" else type.__getattribute__(self, name)
    )
    yield
    del Meta.__getattribute__


def by_the_fields_of_a_dataclass():
    held, fields = Two(), dict(Two.__dataclass_fields__)
    yield (
        lambda x: (
            x[0] * (len(dataclasses.fields(held)) + len(dataclasses.astuple(held)))
        )
    )
    del Two.__dataclass_fields__["second"]
    yield
    Two.__dataclass_fields__.update(fields)


def by_what_a_partial_method_is_given():
    class Partly:
        def plain(self, factor, x):
            return factor * x

        twice = functools.partialmethod(plain, 2.0)

    held = Partly()
    yield lambda x: held.twice(x[0])
    vars(Partly)["twice"].args = (7.0,)


def by_the_bases_of_a_class():
    class Base:
        pass

    class Other:
        pass

    class Derived(Base):
        pass

    yield lambda x: x[0] * (2 if issubclass(Derived, Base) else 3)
    Derived.__bases__ = (Other,)


def by_the_bases_of_an_exception():
    class Mine(Exception):
        pass

    def raises(x):
        try:
            raise Mine
        except ValueError:
            return x[0] * 2
        except Exception:
            return x[0] * 3

    yield raises
    Mine.__bases__ = (ValueError,)


def by_a_member_that_is_missing():
    before = vars(Mode)["_missing_"]
    yield lambda x: x[0] * Mode(9).value
    Mode._missing_ = classmethod(lambda cls, value: cls.SLOW)
    yield
    Mode._missing_ = before


def by_a_weak_reference():
    held = [Held()]
    reference = weakref.ref(held[0])
    yield lambda x: x[0] * (2 if reference() is not None else 3)
    held.clear()


def by_the_globals_of_a_function():
    space = {"__name__": __name__, "SIZE": 6.0}
    functions = [lambda x: x[0] * SIZE]
    yield lambda x: functions[0](x)
    functions[0] = types.FunctionType(functions[0].__code__, space)


class InSlots:
    __slots__ = ("clip", "rate")

    def __init__(self):
        self.rate = 2.0


class MoreThanSlots(InSlots):
    def __str__(self):
        raise NotImplementedError


def by_a_slot_that_is_set():
    item = InSlots()
    yield lambda x: x[0] * getattr(item, "clip", 1.0)
    item.clip = 3.0


def by_whether_a_slot_is_set():
    item = InSlots()
    yield lambda x: x[0] * (2.0 if hasattr(item, "clip") else 1.0)
    item.clip = 3.0


def by_a_handler_of_an_unset_slot():
    def function(x):
        try:
            return x[0] * item.clip
        except AttributeError:
            return x[0] * 5.0

    item = InSlots()
    yield function
    item.clip = 3.0


def by_a_slot_beside_a_dict():
    item = MoreThanSlots()
    getter = operator.attrgetter("rate")
    yield lambda x: x[0] * getter(item)
    item.rate = 3.0


def by_what_a_property_has():
    class Lazy:
        kept = None

        @property
        def value(self):
            if self.kept is None:
                raise AttributeError("nothing yet")
            return self.kept

    item = Lazy()
    yield lambda x: x[0] * getattr(item, "value", 2.0) * (1 + hasattr(item, "value"))
    item.kept = 3.0


def by_a_name_that_is_built_in():
    builtins.srcad_gain = 2.0
    yield lambda x: x[0] * srcad_gain  # noqa: F821
    builtins.srcad_gain = 3.0
    yield
    del builtins.srcad_gain


def by_a_module_that_is_not_there():
    def function(x):
        try:
            from srcad_no_such_module import FACTOR
        except ImportError:
            FACTOR = 2.0
        return x[0] * FACTOR

    yield function
    module = types.ModuleType("srcad_no_such_module")
    module.FACTOR = 5.0
    sys.modules["srcad_no_such_module"] = module
    yield
    del sys.modules["srcad_no_such_module"]


def by_a_name_that_a_module_lacks():
    def function(x):
        try:
            from textwrap import srcad_factor
        except ImportError:
            return x[0] * 2.0
        return x[0] * srcad_factor

    yield function
    textwrap.srcad_factor = 5.0
    yield
    del textwrap.srcad_factor


def by_an_object_of_a_library():
    yield lambda x: x[0] * (1 + len(logging.root.handlers))
    handler = logging.NullHandler()
    logging.root.addHandler(handler)
    yield
    logging.root.removeHandler(handler)


def by_an_array_of_c():
    numbers_ = (ctypes.c_double * 2)(1.0, 2.0)
    yield lambda x: x[0] * numbers_[1]
    numbers_[1] = 5.0


SIZE = 2.0
CHANGES = [one for name, one in list(globals().items()) if name.startswith("by_")]


@pytest.fixture(autouse=True)
def as_it_was():
    context, held = decimal.getcontext().copy(), dict(HELD)
    digits = sys.get_int_max_str_digits()
    sys.modules["what_nobody_holds"] = MODULE
    with np.printoptions(), np.errstate():
        yield
    decimal.setcontext(context)
    sys.set_int_max_str_digits(digits)
    HELD.update(held)
    del sys.modules["what_nobody_holds"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed(change):
    steps = change()
    function = next(steps)
    gradient = srcad.grad(function)
    before = function(X)
    assert gradient(X)[0] == pytest.approx(before / X[0])
    next(steps, None)
    assert function(X) != before
    assert gradient(X)[0] == pytest.approx(function(X) / X[0])
    assert next(steps, None) is None


def test_the_default_of_a_dict_that_is_given_is_another_one():
    def function(x, held):
        return x[0] * held.default_factory()

    held = collections.defaultdict(lambda: 1.5, a=1.0)
    assert srcad.grad(function)(X, held)[0] == 1.5
    held.default_factory = lambda: 7.0
    assert srcad.grad(function)(X, held)[0] == 7.0


def test_a_constructor_that_replace_calls_is_another_one():
    @dataclasses.dataclass
    class Pair:
        first: float = 1.0
        second: float = 2.0

    def function(x):
        return x[0] * dataclasses.replace(held, first=5.0).first

    def constructor(self, first, second):
        self.first, self.second = 2 * first, second

    held = Pair()
    assert srcad.grad(function)(X)[0] == 5.0
    Pair.__init__ = constructor
    assert srcad.grad(function)(X)[0] == 10.0


def test_a_class_of_the_same_name_is_another_one(tmp_path):
    def function(x):
        return x[0] * len(dataclasses.fields(space["Fields"])) * space["Colour"]["red"]

    space = {}
    for count in (1, 2, 3):
        fields = [(f"f{k}", float) for k in range(count)]
        space["Fields"] = dataclasses.make_dataclass("Fields", fields)
        space["Colour"] = enum.IntEnum("Colour", {"red": count, "blue": 9})
        assert srcad.grad(function)(X)[0] == count * count


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value or HELD["turned"]

    def __hash__(self):
        return 1


FIRST, SECOND = Equal(1), Equal(2)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x[0] * len({FIRST, SECOND}),
        lambda x: x[0] * len({one for one in (FIRST, SECOND)}),  # noqa: C416
        lambda x: x[0] * len({FIRST: 1, SECOND: 2}),
        lambda x: x[0] * len({one: 1 for one in (FIRST, SECOND)}),  # noqa: C420
        lambda x: x[0] * len(dict([(FIRST, 1), (SECOND, 2)])),  # noqa: C406
        lambda x: x[0] * len(collections.Counter([FIRST, SECOND])),
        lambda x: x[0] * len(Equal.__subclasses__()),
    ],
)
def test_what_python_would_ask_is_refused(function):
    refused = "would run while compiling|another result at each call"
    with pytest.raises(srcad.CompileError, match=refused):
        srcad.grad(function)(X)


@pytest.mark.parametrize(
    "function",
    [lambda x: x[0] * (SECOND in {FIRST}), lambda x: x[0] * (SECOND in [FIRST])],
    ids=["set", "list"],
)
def test_what_in_asks_is_read(function, monkeypatch):
    assert srcad.grad(function)(X)[0] == 0
    monkeypatch.setitem(HELD, "turned", True)
    assert srcad.grad(function)(X)[0] == 1
    monkeypatch.setitem(HELD, "turned", False)
    monkeypatch.setattr(SECOND, "value", 1)
    assert srcad.grad(function)(X)[0] == 1


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([1.0, 2.0]), name="w")

    def construct(self, x):
        return x * len(self.trainable_params())


def test_whether_a_parameter_is_trained():
    net = Counting()
    assert srcad.grad(net)(Tensor([1.0])).tolist() == [1.0]
    net.w.requires_grad = False
    assert srcad.grad(net)(Tensor([1.0])).tolist() == [0.0]


@dataclasses.dataclass(frozen=True)
class Named:
    name: str


def test_a_dict_that_lost_a_key_is_refused():
    key = Named("one")
    held = {key: 2.0}
    gradient = srcad.grad(lambda x: x * held.get(key, 5.0))
    assert gradient(1.0) == 2.0
    for number in range(99):
        # Where two hashes come to one place, Python finds the object itself.
        object.__setattr__(key, "name", f"two {number}")
        if key not in held:
            break
    with pytest.raises(srcad.CompileError, match="no longer finds one of its keys"):
        gradient(1.0)


def test_a_member_of_an_enum_that_comes_to_say_its_number():
    one = enum.IntEnum("One", {"ONLY": 2}).ONLY
    gradient = srcad.grad(lambda x: np.multiply(x, one))
    assert gradient(1.0) == 2.0
    type(one).__int__ = lambda self: 5
    with pytest.raises(srcad.CompileError, match="says itself what number"):
        gradient(1.0)


def test_a_metaclass_that_comes_to_say_what_is_of_its_classes():
    gradient = srcad.grad(lambda x: x * (2.0 if isinstance(3, OfMeta) else 3.0))
    assert gradient(1.0) == 3.0
    Meta.__instancecheck__ = lambda self, item: True
    try:
        with pytest.raises(srcad.CompileError, match="__instancecheck__"):
            gradient(1.0)
    finally:
        del Meta.__instancecheck__


def test_what_a_dataclass_gets_after_its_constructor_was_written():
    @dataclasses.dataclass
    class Made:
        held: list = dataclasses.field(default_factory=lambda: [2.0])

    Made.__post_init__ = lambda self: self.held.append(5.0)
    assert srcad.grad(lambda x: x * sum(Made().held))(1.0) == 2.0
    vars(Made)["__dataclass_fields__"]["held"].default_factory = lambda: [7.0]
    with pytest.raises(srcad.CompileError, match="was changed later"):
        srcad.grad(lambda x: x * sum(Made().held))(1.0)


@dataclasses.dataclass
class WithDefaults:
    x: float
    b: float = 2.0
    c: float = dataclasses.field(default=3.0, kw_only=True)


class Tupled(typing.NamedTuple):
    x: float
    b: float = 2.0


@pytest.mark.parametrize(
    ("maker", "function", "name", "changed", "expected"),
    [
        (WithDefaults, "__init__", "__defaults__", (8.0,), (6.0, 24.0)),
        (WithDefaults, "__init__", "__kwdefaults__", {"c": 5.0}, (6.0, 10.0)),
        (Tupled, "__new__", "__defaults__", (8.0,), (2.0, 8.0)),
    ],
)
def test_defaults_of_what_a_library_wrote(
    maker, function, name, changed, expected, monkeypatch
):
    gradient = srcad.grad(lambda x: x * maker(x).b * getattr(maker(x), "c", 1.0))
    assert gradient(1.5) == expected[0]
    monkeypatch.setattr(getattr(maker, function), name, changed)
    assert gradient(1.5) == expected[1]
