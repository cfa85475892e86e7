"""Special methods that are no functions, and the text that ``__format__`` gives."""

import functools
import operator

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

X = np.array([0.5, -1.25])


class Size:
    n = 2


class Calls:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)


WRAPPERS = {
    "staticmethod": staticmethod,
    "partialmethod": functools.partialmethod,
    "partial": functools.partial,
    "object": Calls,
}
ENTRIES = {
    "__len__": (lambda *_: Size.n, lambda o: len(o)),
    "__bool__": (lambda *_: Size.n == 2, lambda o: 1.0 if o else 2.0),
    "__iter__": (lambda *_: iter([1.5] * Size.n), lambda o: sum(o)),
    "__contains__": (lambda *_: Size.n == 2, lambda o: float(1.0 in o)),
    "__getitem__": (lambda *_: Size.n * 1.0, lambda o: o[0]),
    "__add__": (lambda *_: Size.n * 1.0, lambda o: o + 1.0),
    "__rmul__": (lambda *_: Size.n * 1.0, lambda o: 2.0 * o),
    "__eq__": (lambda *_: Size.n == 2, lambda o: float(o == 1.0)),
    "__neg__": (lambda *_: Size.n * 1.0, lambda o: -o),
    "__float__": (lambda *_: Size.n * 1.0, lambda o: float(o)),
    "__index__": (lambda *_: Size.n, lambda o: [1.0, 2.0, 4.0, 8.0][o]),
    "__str__": (lambda *_: "s" * Size.n, lambda o: len(str(o))),
    "__format__": (lambda *_: "f" * Size.n, lambda o: len(f"{o}")),
    "__reversed__": (lambda *_: iter([1.5] * Size.n), lambda o: sum(reversed(o))),
}


def as_in_python(function, o):
    """The value, the same as in Python where it is not refused."""
    for n in (2, 3):
        Size.n = n
        try:
            value, _ = srcad.value_and_grad(function)(X, o)
        except srcad.CompileError:
            return
        finally:
            expected = function(X, o)
            Size.n = 2
        assert value == pytest.approx(expected)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("base", [object, list, int])
def test_a_special_method_that_is_no_function(base, name, wrapper):
    entry, use = ENTRIES[name]
    o = type("Own", (base,), {name: WRAPPERS[wrapper](entry)})()
    as_in_python(lambda x, o: x.sum() * use(o), o)


class Written:
    def __format__(self, pattern):
        return "f" * Size.n + pattern

    def __str__(self):
        return "sssss"


class Padded(str):
    def __format__(self, pattern):
        return "p" * Size.n


TEXTS = [
    lambda x, o: x.sum() * len(f"{o}"),
    lambda x, o: x.sum() * len(f"{o:>3}"),
    lambda x, o: x.sum() * len(f"{o}{o}"),
    lambda x, o: x.sum() * len(format(o)),
    lambda x, o: x.sum() * len(format(o, "!")),
]


@pytest.mark.parametrize("o", [Written(), Padded("a")], ids=["object", "str"])
@pytest.mark.parametrize("function", TEXTS)
def test_a_format_of_its_own_gives_the_text(function, o):
    for n in (2, 3):
        Size.n = n
        expected = function(X, o)
        value, _ = srcad.value_and_grad(function)(X, o)
        Size.n = 2
        assert value == pytest.approx(expected)


def test_the_text_of_what_has_none_of_its_own_is_refused_in_words():
    def function(x, o):
        return x.sum() * len(repr(o))

    with pytest.raises(srcad.CompileError, match="would run while compiling"):
        srcad.grad(function)(X, Written())


# -------------------------------------------------------------- properties and the like


def scaled(factor, self):
    return self.w * factor * Size.n


class Held:
    def __init__(self):
        self.w = 1.5

    def doubled(self):
        return self.w * Size.n

    got = property(operator.attrgetter("w"))
    partly = property(functools.partial(scaled, 2))
    called = property(Calls(lambda self: self.w * Size.n))
    by_name = property(operator.methodcaller("doubled"))
    kept = functools.cached_property(functools.partial(scaled, 3))


READ = {
    "attrgetter": lambda x, o: x.sum() * o.got,
    "partial": lambda x, o: x.sum() * o.partly,
    "object": lambda x, o: x.sum() * o.called,
    "methodcaller": lambda x, o: x.sum() * o.by_name,
    "getattr": lambda x, o: x.sum() * getattr(o, "got", 0.0),
    "hasattr": lambda x, o: x.sum() * (o.got if hasattr(o, "got") else 0.0),
}


@pytest.mark.parametrize("how", READ)
def test_a_property_whose_getter_is_no_function_is_read(how):
    o, function = Held(), READ[how]
    for n, w in ((2, 1.5), (3, 1.5), (3, 2.5)):
        Size.n, o.w = n, w
        expected = function(X, o)
        value, _ = srcad.value_and_grad(function)(X, o)
        Size.n = 2
        assert value == pytest.approx(expected)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", ["__getattr__", "__getattribute__", "__new__"])
def test_what_gives_attributes_and_objects_and_is_no_function(name, wrapper):
    def entry(*_):
        return float(Size.n)

    kind = type("Own", (), {name: WRAPPERS[wrapper](entry)})
    if name == "__new__":
        as_in_python(lambda x, o: x.sum() * (kind() if o is None else 1.0), None)
        return
    as_in_python(lambda x, o: x.sum() * o.extra, kind())
    as_in_python(lambda x, o: x.sum() * kind().extra, None)


@pytest.mark.parametrize("ask", [hasattr, lambda o, name: getattr(o, name, 3.0)])
def test_a_hook_that_is_no_function_is_refused_by_its_name(ask):
    o = type("Own", (), {"__getattr__": staticmethod(lambda *_: 2.0)})()
    with pytest.raises(srcad.CompileError, match=r"`Own\.__getattr__` is no function"):
        srcad.grad(lambda x, o: x.sum() * ask(o, "extra"), 0)(X, o)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_class_getitem_that_is_no_function(wrapper):
    entry = WRAPPERS[wrapper](lambda *_: float(Size.n))
    kind = type("Own", (), {"__class_getitem__": entry})
    as_in_python(lambda x, o: x.sum() * kind[1], None)


def test_every_attribute_by_a_function_of_the_class():
    class All:
        def __getattribute__(self, name):
            return float(Size.n)

    as_in_python(lambda x, o: x.sum() * o.anything, All())


class Everything:
    k = 2.0

    def __getattribute__(self, name):
        return 5.0


class Nothing(Everything):
    def __getattribute__(self, name):
        raise AttributeError(name)

    def __getattr__(self, name):
        return 7.0


class OtherClass:
    k, __class__ = 2.0, 3.0

    def __len__(self):
        return 4


EVERYTHING, NOTHING, OTHER = Everything(), Nothing(), OtherClass()


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.sum() * EVERYTHING.k,
        lambda x: x.sum() * Everything().k,
        lambda x: x.sum() * NOTHING.k * Nothing().other,
        lambda x: x.sum() * OTHER.k * len(OTHER) * len(OtherClass()),
        lambda x: x.sum() * (2.0 if isinstance(EVERYTHING, float) else 3.0),
        lambda x: x.sum() * (2.0 if isinstance(OTHER, list) else 3.0),
        lambda x: x[0] * len([EVERYTHING, OTHER]) * (OTHER in [EVERYTHING, OTHER]),
    ],
)
def test_objects_that_say_what_their_class_is(function):
    assert result(function, [1.5, 2.5])


@pytest.mark.parametrize("items", [[], [1.0]])
def test_a_reversed_of_a_list_of_the_users(items):
    class Backwards(list):
        def __reversed__(self):
            return iter([1.5] * Size.n)

    as_in_python(lambda x, o: x.sum() * sum(reversed(o)), Backwards(items))
