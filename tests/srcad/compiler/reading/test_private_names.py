"""Private names: trees beside what Python's compiler makes, programs beside Python."""

import ast
import textwrap
from types import CodeType

import pytest

from srcad.compiler.reading.private_names import (
    bound_name,
    has_private_names,
    with_private_names,
)
from tests.srcad.compiler.side_by_side import module_of, result

# Each stands in a method of a class, in a function, in a class in a method.
BODIES = [
    "return x * self.__k, __G, __a__, self.__b__, ___, self.____",
    "__y = x; __y += 1; del __y; (__z := 2)",
    "self.__a, (self.__b, *__c) = x; del self.__a, __c",
    "def __h(__x, /, __y=__G, *__a, __k=__d, **__r): return __x, __y, __a, __k, __r",
    "def h():\n    nonlocal __x\n    global __G\n    __x = __G = 2\n    return __x",
    "return (lambda __x: __x + self.__k)(x), [__i * __k for __i in x if __i]",
    "return {__i: self.__w[__i] for __i in x}, (y.__z for y in __zs)",
    "f(__kw=__v, **__r); self.__f(__x=1)",
    "try: pass\nexcept __E as __e: raise __e",
    "match x:\n    case B(__at=__c): pass\n    case {'a': 1, **__rest}: pass",
    "match x:\n    case [__u, *__v]: pass\n    case __p.__z: pass\n    case C() as __b: pass",
    "import __m; import m.__n; import m.__n as __o; from m import __p",
    "from .__m import __n as __o, q; from __m.n import __p; from . import __q",
    "for __i in x: pass\nwith __c as __d: pass\n__t: int = 3",
    "class __K(__Base, metaclass=__M, __kw=__v):\n"
    "    __a = __G\n    def __m(self, __x): return self.__a, __x, __K",
    "class _(__Base):\n    def g(self): return self.__a, __G, lambda: self.__b",
    "@__deco\ndef h(y: __T) -> __T: return super().__g(y), __class__",
    "async def __h(): await self.__k",
    "return f'{self.__k!r:{__w}}', x[__i:__j], not __x, __x if __y else __z",
]
CLASSES = ["A", "_A", "__A", "_", "__", "A_", "A__b", "Ä"]


def _names(code):
    """What all code objects of one say by name, but for the places of cells."""
    kinds = ("co_names", "co_varnames", "co_freevars", "co_cellvars")
    yield [set(getattr(code, kind)) for kind in kinds]
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names(one)


def _compiled_as_it_stands(tree):
    """The code of a tree whose names are taken as they are: those of definitions are
    what they bind, and classes are called by underscores, which Python leaves alone."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            word = "_" * (len(known) + 9)
            known[word], node.name = bound_name(node), word
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.name = bound_name(node)
        elif isinstance(node, ast.alias) and node.asname:
            node.asname = bound_name(node)
    found = _names(compile(tree, "<text>", "exec"))
    return [[{known.get(n, n) for n in kind} for kind in kinds] for kinds in found]


@pytest.mark.parametrize("owner", CLASSES)
@pytest.mark.parametrize("body", BODIES)
def test_names_are_those_of_pythons_compiler(body, owner):
    inner = textwrap.indent(body, "    ")
    method = f"def g(self, x, __x):\n{inner}\n"
    text = f"class {owner}:\n{textwrap.indent(method, '    ')}\n"
    local = f"def f(x, __t):\n{textwrap.indent(text, '    ')}\n"
    nested = f"class B:\n{textwrap.indent(local, '    ')}\n"
    for whole in (text, local, nested, method):
        wanted = list(_names(compile(whole, "<text>", "exec")))
        tree = with_private_names(ast.parse(whole), whole)
        assert _compiled_as_it_stands(tree) == wanted, whole


def test_what_an_import_binds_is_mangled_without_the_modules_name():
    text = "class A:\n    import __m.n"
    tree = with_private_names(ast.parse(text), text)
    (node,) = [one for one in ast.walk(tree) if isinstance(one, ast.alias)]
    assert (node.name, bound_name(node)) == ("__m.n", "_A__m")


def test_texts_without_them_are_told():
    assert not has_private_names("self.__init__(a_, b__c, __x__, __)")
    assert has_private_names("y = (self.__x)")


HEAD = """\
import functools
from types import SimpleNamespace
import numpy as np

__G, _A__G, _A__only = 2.0, 5.0, 7.0

class Base:
    __k = 11.0
    def scaled(self, x): return (x * self.__k).sum()

"""
PROGRAMS = {
    "written by an inner function": """
class A:
    def total(self, x):
        self.__t = 0.0
        def put(v): self.__t = v * 2
        put(x.sum())
        return self.__t * x[0]
def f(x): return A().total(x)
""",
    "added to by an inner function": """
class A:
    def total(self, x):
        self.__n = x[1]
        def more(v): self.__n += v
        more(x[0]); more(x[0] * x[1])
        return self.__n * x[0]
def f(x): return A().total(x)
""",
    "an attribute outside of classes": """
def f(x):
    acc = SimpleNamespace(__t=0.0)
    def add(v): acc.__t = v
    add(x[0])
    return acc.__t * x[1]
""",
    "one of the method's name beside it": """
class A:
    __k = 3.0
    def __init__(self): self._g__k = 100.0
    def g(self, x):
        h = lambda y: y * self.__k
        return h(x).sum()
a = A()
def f(x): return a.g(x)
""",
    "read in a try": """
class A:
    __lr = 0.5
    def g(self, x):
        def step(p):
            try: lr = self.__lr
            except AttributeError: lr = 0.0
            return p * lr
        return step(x).sum()
a = A()
def f(x): return a.g(x)
""",
    "a global beside the private one": """
class A:
    def g(self, x): return (x * __G * __only).sum()
a = A()
def f(x): return a.g(x) * __G
""",
    "a global that is written": """
class A:
    def g(self, x):
        global __G
        return (x * __G).sum()
def f(x): return A().g(x)
""",
    "lambdas for sorted and map": """
class A:
    def __init__(self): self.__w, self.__k = [3, 1, 2], 2.0
    def g(self, x):
        order = sorted(range(3), key=lambda i: self.__w[i])
        return sum(map(lambda i: x[i % 2] ** (i + 1) * self.__k, order[:2]))
a = A()
def f(x): return a.g(x)
""",
    "a property, a static method, a closure that is given": """
class A:
    __k = 3.0
    @property
    def one(self): return (lambda y: y * self.__k)
    @staticmethod
    def two(x):
        def h(y): return y * A.__k
        return h(x)
    def three(self):
        def h(y): return y ** self.__k
        return h
a = A()
h = a.three()
def f(x): return (a.one(x) + A.two(x) * h(x) + a.three()(x)).sum()
""",
    "a decorator's wrapper": """
class Deco:
    __k = 3.0
    def wrap(self, fn):
        @functools.wraps(fn)
        def w(x): return fn(x) * self.__k
        return w
dd = Deco()
@dd.wrap
def inner(x): return x * x
def f(x): return inner(x).sum()
""",
    "parameters": """
class A:
    def one(self, __x): return (__x * 2).sum()
    def two(self, x, *__a, __p=2.0, **__r): return (x * __p).sum() * __a[0] + len(__r)
a = A()
def f(x): return a.one(x) * a.two(x, x[0]) + a.two(x, 1.0, _A__p=x[1], __p=3)
""",
    "parameters of functions that are defined there": """
class A:
    def one(self, x):
        def h(__y, *, __z=2.0): return __y * __z
        return h(x[0]) + h(x[1], _A__z=x[0]) + (lambda __u=x[0]: __u * __u)()
def f(x): return A().one(x)
""",
    "a keyword as it is written": """
class A:
    def one(self, x):
        def h(**k): return k["__y"] * 3 + len(k)
        return h(__y=x[0])
def f(x): return A().one(x)
""",
    "a keyword that is none": """
class A:
    def one(self, x):
        def h(__y): return __y * 3
        return h(__y=x[0])
def f(x):
    try: return A().one(x)
    except TypeError: return x[0] * 5
""",
    "a lambda in a function": """
ns = SimpleNamespace(__k=2.0)
def f(x): return (lambda v: v * ns.__k)(x).sum()
""",
    "a class of underscores": """
class __:
    __k = 2.0
    def g(self, x):
        h = lambda y: y * self.__k
        return (h(x) * self.__k).sum()
a = __()
def f(x): return a.g(x)
""",
    "classes with underscores": """
class __A_:
    __k = 2.0
    class _B:
        __k = 3.0
        def g(self, x): return (x ** self.__k).sum()
    def g(self, x): return (x * self.__k).sum() + self._B().g(x) + self._A___k
a = __A_()
def f(x): return a.g(x)
""",
    "a class in a function in a class": """
class A:
    __k = 3.0
    def g(self, x):
        outer = self
        class __B(Base):
            __k = 5.0
            def h(self, y): return (y * self.__k).sum() * outer._A__k
            def i(self, y): return self.h(y) + y[0] * type(self)._B__k
        b = __B()
        self.__k = 2.0
        return b.i(x) * self.__k + b.scaled(x)
def f(x): return A().g(x)
""",
    "the name of a class in a class": """
class A:
    def g(self, x):
        class __B: k = 4.0
        return (x * __B.k).sum() * len(__B.__name__)
def f(x): return A().g(x)
""",
    "the name of a function in a class": """
class A:
    def g(self, x):
        def __h(v, n): return v if n == 0 else __h(v * 2, n - 1)
        return __h(x, 2).sum() * len(__h.__name__)
    def __p(self, x): return x * 3
    def q(self, x): return self.__p(x).sum() + (lambda y: self.__p(y))(x)[0]
def f(x): return A().g(x) * A().q(x)
""",
    "private methods of a class that is defined there": """
def f(x):
    class A:
        __k = 2.0
        def __p(self, y): return y * self.__k
        def q(self, y):
            h = lambda z: self.__p(z)
            return h(y).sum()
        @property
        def __r(self): return self.__k
        def s(self): return self.__r
    return A().q(x) * A().s() * A._A__k
""",
    "nonlocal names": """
class A:
    def g(self, x):
        __t = x[0]
        def add(v):
            nonlocal __t
            __t = __t * v
        add(x[1]); add(x[0])
        return __t
def f(x): return A().g(x)
""",
    "exceptions, deletions, patterns": """
class A:
    def g(self, x):
        try: raise ValueError(3)
        except ValueError as __e: n = __e.args[0]
        __d = {"a": x[0], "b": x[1]}
        match __d:
            case {"a": __a, **__r}: y = __a * __r["b"]
        match (x[0], x[1], x[1]):
            case [__u, *__v]: y = y + __u * __v[1]
        self.__z = y
        del __d
        out = self.__z * n
        del self.__z
        return out if not hasattr(self, "_A__z") else 0.0
def f(x): return A().g(x)
""",
    "an import": """
class A:
    def g(self, x):
        import math as __m
        from numpy import exp as __e
        return (x * __m.pi).sum() + __e(x)[0]
def f(x): return A().g(x)
""",
    "comprehensions and conditions": """
class A:
    __w = (1.0, 2.0)
    def g(self, x):
        __n = [x[__i] * self.__w[__i] for __i in range(2)]
        t = sum(__v * __v for __v in __n)
        if (__q := t) > 0: return __q * x[0]
        return __q
def f(x): return A().g(x)
""",
    "getattr takes the name as it is": """
class A:
    __k = 2.0
    def __init__(self): setattr(self, "__k", 9.0)
    def g(self, x): return (x * getattr(self, "__k")).sum() * getattr(self, "_A__k")
a = A()
def f(x): return a.g(x)
""",
    "inherited": """
class A(Base):
    __k = 2.0
    def g(self, x):
        h = lambda y: super(A, self).scaled(y) * self.__k
        return h(x)
a = A()
def f(x): return a.g(x)
""",
    "super in an inner function": """
class A(Base):
    def scaled(self, x):
        def h(self): return super().scaled(x)
        return h(self) + (lambda me: super().scaled(x * x))(self)
a = A()
def f(x): return a.scaled(x)
""",
    "super without arguments": """
class A(Base):
    def scaled(self, x):
        def h(): return super().scaled(x)
        try: return h()
        except RuntimeError: return x[0] * 3
a = A()
def f(x): return a.scaled(x)
""",
    "super of another object": """
class A(Base):
    def scaled(self, x):
        def h(y): return super().scaled(x)
        try: return h(x)
        except TypeError: return x[0] * 3
a = A()
def f(x): return a.scaled(x)
""",
    "a generator": """
class A:
    __k = 2.0
    def g(self, x):
        def __each(__n):
            for __i in range(__n): yield x[__i] * self.__k
        return sum(__each(2)) * sum(self.__k for __j in (1, 2))
def f(x): return A().g(x) * x[0]
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_beside_python(name, tmp_path):
    module = module_of(tmp_path, "private", HEAD + PROGRAMS[name])
    assert result(module.f, [1.5, 2.5]), name
