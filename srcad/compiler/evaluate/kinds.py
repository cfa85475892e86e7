"""Kinds of objects: what each is made of, whatever class of Python it has.

An object of the evaluation is one of Python (a tuple, a record of the user's), or
stands for one that run time knows. Its *kind* says what it is made of: a kind is found
by the class, and has a file in this folder. What has no parts is a leaf.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from srcad.compiler.evaluate.contents import Grown, current, each_once, has_grown
from srcad.compiler.evaluate.dispatch import Args, Keywords, call_instance, call_object
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.objects import Box, Choice, Iteration, MethodCall, Place
from srcad.compiler.evaluate.operands import Operand
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.origins import is_library_class
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_tree
from srcad.compiler.reading.structures import container_like

Inner = Callable[[Any], Any] | None


def _same(part: Any) -> Any:
    return part


# What a function does with an argument: it writes its text, asks what it is, takes it
# as it stands, or makes a set of it, of a set in its order.
Use: TypeAlias = Literal["shown", "asked", "taken", "joined"]


class Kind(Operand):
    """A leaf, known at compile time: what the other kinds change of it.

    A structure is gone through by its ``parts``, and can be made again ``with_parts``.
    """

    is_structure = False
    # The class of Python that lends it its operators, where that is tuple or list.
    base: type | None = None
    # Whether it goes into functions of the IR, and comes out of them, by its parts.
    is_handed_over = True
    # The kind of such of its objects as the evaluation has made, and can make again.
    opened: Kind | None = None
    # Whether it is one value of run time, which a function of the IR can be given.
    is_value = False

    def parts(self, item: Any) -> Iterable[Any]:
        """What the object is made of, in order."""
        return ()

    def words(self, item: Any) -> Iterable[Any]:
        """What tells the parts from each other: their keys, or their places."""
        return range(len(list(self.parts(item))))

    def with_parts(self, item: Any, parts: list[Any], /) -> Any:
        """The same with other parts; a leaf is replaced as a whole."""
        return item

    def same_form(self, left: Any, right: Any) -> bool:
        """Whether two objects of this kind differ in their parts alone."""
        return True

    def content(self, item: Any, /) -> list[Any] | dict[Any, Any] | None:
        """The list or dict that is written to where the object is changed."""
        return None

    def with_content(self, item: Any, content: Any, /) -> Any:
        """The same with another ``content``."""
        return container_like(item, content)

    def hashed(self, item: Any, /) -> Iterable[Any]:
        """The parts that Python's hash of it is made of."""
        return ()

    def reached(self, item: Any) -> Iterable[Any]:
        """The objects that can be changed by way of this one."""
        return self.parts(item)

    def outward(self, item: Any) -> Any:
        """The same as the form of an output."""
        return self.with_parts(item, [outward(part) for part in self.parts(item)])

    def sizes(self, item: Any) -> Any:
        """The numbers that it is as long as, which are no parts of it."""
        return ()

    def sequence(self, item: Any) -> Sequence[Any] | None:
        """The elements in order, as they are by now, where they are known one by one
        and the evaluation may change them; None of all else."""
        return None

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
        """How it is gone through at run time; None where that is written out."""
        return None

    def unpacked(self, frame: Frame, item: Any, node: ast.AST, /) -> list[Any] | None:
        """The elements of what run time knows, whose number must be known; None of all
        else."""
        return None

    def holds_run_time(self, item: Any, depth: int) -> bool:
        """Whether there are run-time values in it; deeper ones are not looked for."""
        return depth > 0 and any(has_box(part, depth - 1) for part in self.parts(item))

    # Whether its items are found by keys, and not by places; whether it is kept as
    # lists, of which run time alone knows how long they are.
    has_keys = keeps_lists = False

    # ------------------------------------------------------------------------- calls

    def call(
        self,
        frame: Frame,
        callee: Any,
        args: Args,
        keywords: Keywords,
        node: ast.AST,
        /,
    ) -> Any:
        """What a call of it gives."""
        return call_object(frame, callee, args, keywords, node)

    def run(
        self,
        frame: Frame,
        callee: Any,
        args: Args,
        keywords: Keywords,
        node: ast.AST,
        /,
    ) -> Any:
        """What a call gives of an object of Python, of which itself nothing is known
        but its kind."""
        return call_instance(frame, callee, args, keywords, node)

    # Whether what it is called with may be consumed later, or bit by bit.
    consumes_late = False

    def with_cache(self, item: Any, serial: int) -> Any:
        """What ``lru_cache`` makes of it, when the newest place is ``serial``."""
        return item

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        """The same, as an argument of a function of Python or NumPy."""
        return item

    # ------------------------------------------------------------- items and attributes
    #
    # NotImplemented: what Python says of the object.

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """``len(item)``."""
        return NotImplemented

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST, /) -> Any:
        """``item[key]``."""
        return NotImplemented

    def item_at(self, frame: Frame, owner: Any, key: Any, node: ast.AST) -> Any:
        """``owner[key]``, where this is the key; NotImplemented: as the owner says."""
        return NotImplemented

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST, /) -> Any:
        """``owner[key] = value``, or ``owner[key] op= value``."""
        return NotImplemented

    def set_at(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        """The same, where this is the key; NotImplemented: as the owner does it."""
        return NotImplemented

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST, /) -> Any:
        """What ``item[key] op= value`` reads before the value is evaluated."""
        return None

    def delete_item(self, frame: Frame, item: Any, key: Any, node: ast.AST, /) -> Any:
        """``del item[key]``."""
        return NotImplemented

    def in_array(self, frame: Frame, item: Any, node: ast.AST, /) -> Any:
        """What is written into an array: the atom of a number or an array."""
        return NotImplemented

    def in_index(
        self, frame: Frame, item: Any, args: list[Atom], node: ast.AST, /
    ) -> Any:
        """What it is as an entry of the index of an array; what run time knows of it is
        put at the end of ``args``."""
        frame.refuse(
            "SRC013",
            f"{self.described(item)} cannot be an index",
            node,
            help="positions are integers, masks are bools",
        )

    def bound(self, frame: Frame, item: Any, args: list[Atom]) -> Any:
        """What it is as a bound of a slice of an array."""
        raise ShapeError("the bounds of a slice are ints")

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        """``item.name``."""
        return NotImplemented

    def set_attribute(self, frame: Frame, item: Any, given: Any, node: ast.AST) -> Any:
        """``item.name = value``."""
        return NotImplemented

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        """``hasattr(item, name)``."""
        return NotImplemented

    def method(self, frame: Frame, item: Any, call: MethodCall, /) -> Any:
        """The call of a method of it that has no source."""
        return NotImplemented

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        """A copy, in which every part is what ``inner`` gives for it; the parts are as
        they are without it."""
        if not self.is_structure:
            return NotImplemented
        parts = self.parts(item)
        return frame.session.own(self.with_parts(item, [*map(inner or _same, parts)]))

    # Whether a list of run time keeps a list for each of its leaves.
    is_row = False

    def noun(self, item: Any) -> str:
        """What an element of a list is called."""
        return "number or array"

    def lists(self, item: Any) -> tuple[Box, ...]:
        """The lists that a list of run time is made of; () of all else."""
        return ()

    def hold(self, frame: Frame, xs: Any, item: Any) -> None:
        """Note that a list of run time has got an item."""

    def element(self, frame: Frame, xs: Any, parts: list[Box]) -> Any:
        """An item of a list of run time, of its parts."""
        (part,) = parts
        return part

    def form(self, item: Any) -> Any:
        """An element of a list of run time, of which only the form counts."""
        return 0.0

    # Whether it gives its elements one after the other, as it is asked for them.
    is_lazy = False
    # Whether its elements are not there before it is gone through.
    makes_elements = False

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """``next(item)``, which may raise StopIteration."""
        if frame.session.depth:
            raise NeedsStatic("an iterator is advanced in a run-time loop or branch")
        return next(item)

    def mapping(self, item: Any) -> Mapping[Any, Any]:
        """The dict that it is, or that it is a view of."""
        return {}

    # ------------------------------------------------------- operators and their like

    # Whether it stands for an object of Python's, and is none itself.
    stands_in = False
    # Whether it is a number or an array, known or of run time.
    is_numeric = False
    # Whether it may be None at run time.
    may_be_none = False
    # Whether its class may say what is done with it, as no number, text or list does.
    is_object = True

    def within(self, item: Any) -> Any:
        """The structure that is there, or is None as a whole; None of all else."""
        return None

    def choice(self, item: Any) -> Choice | None:
        """Itself, where it is one of a few known objects."""
        return None

    # Whether it is a function of the program, which the evaluation alone can call.
    is_closure = False

    # The class that all of them have in Python, where it is not that of the object.
    python_class: type | None = None

    def class_of(self, item: Any) -> type:
        """The class that it has in Python."""
        return self.python_class or type(item)

    def class_name(self, item: Any) -> str:
        """What Python calls its class."""
        return self.class_of(item).__name__

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST, /) -> Any:
        """``isinstance(item, classes)``: a bool, or a condition of run time."""
        return isinstance(item, classes)

    def described(self, item: Any) -> str:
        """What a diagnostic says that it is."""
        return f"a {self.class_name(item)}"

    def written(self, template: Any, item: Any) -> str:
        """How it is written into an expression of the module."""
        text: str = template.known(item)
        return text


_KINDS: dict[type, Kind] = {}
# Of a box, by what is known of its value.
_OF_BOXES: dict[type, Kind] = {}
# Of functions, by what srcad has marked them with.
_OF_FUNCTIONS: dict[str, Kind] = {}
_TESTS: list[tuple[Callable[[type], bool], Kind]] = []
# What stands before the kind of a class that is derived from these.
_DERIVED: list[tuple[tuple[type, ...], Callable[[type], set[str]], Any]] = []
# What was found for other classes, which are the user's.
_FOUND: WeakKeyDictionary[type, Kind] = WeakKeyDictionary()


def _enter(table: dict[Any, Kind], keys: Iterable[Any], made: type[Kind]) -> type[Kind]:
    assert table.keys().isdisjoint(keys), f"{keys} have a kind already"
    table.update(dict.fromkeys(keys, made()))
    return made


def kind(*classes: type) -> Callable[[type[Kind]], type[Kind]]:
    """Register a kind for classes of Python, and what is derived from them."""
    return functools.partial(_enter, _KINDS, classes)


def kind_of_box(*avals: type) -> Callable[[type[Kind]], type[Kind]]:
    """Register a kind for boxes with values of which this is known."""
    return functools.partial(_enter, _OF_BOXES, avals)


def kind_of_function(*words: str) -> Callable[[type[Kind]], type[Kind]]:
    """Register a kind for functions of Python that have one of these marks."""
    return functools.partial(_enter, _OF_FUNCTIONS, words)


def kind_where(test: Callable[[type], bool]) -> Callable[[type[Kind]], type[Kind]]:
    """Register a kind for every other class that passes a test."""

    def register(made: type[Kind]) -> type[Kind]:
        _TESTS.append((test, made()))
        return made

    return register


def derived_kind(
    bases: tuple[type, ...], said: Callable[[type], set[str]]
) -> Callable[[type[Kind]], type[Kind]]:
    """Register what stands before the kind of a base for those of the user's classes
    that say something of themselves: the names, which the kind has as ``said``."""

    def register(made: type[Kind]) -> type[Kind]:
        _DERIVED.append((bases, said, made))
        return made

    return register


def is_marked(word: str) -> Callable[[type], bool]:
    """A test for the classes that srcad has marked with a word."""
    return lambda cls: mark(cls, word) is True


_FUNCTIONS = (FunctionType, functools._lru_cache_wrapper)


def kind_of(item: Any) -> Kind:
    """The kind of an object."""
    cls = type(item)
    if cls is Box:
        return _OF_BOXES.get(type(item.own.aval)) or _KINDS[Box]
    if cls is list and has_grown(item):
        return _KINDS[Grown]
    if cls in _FUNCTIONS and item.__dict__:
        marks = (_OF_FUNCTIONS[word] for word in item.__dict__ if word in _OF_FUNCTIONS)
        return next(marks, _KINDS[cls])
    found = _KINDS.get(cls) or _FOUND.get(cls)
    if found is None:
        known = (_KINDS[base] for base in cls.__mro__[:-1] if base in _KINDS)
        tested = (one for test, one in _TESTS if test(cls))
        found = next(known, None) or next(tested, None) or _KINDS[object]
        for bases, said, before in () if is_library_class(cls) else _DERIVED:
            if issubclass(cls, bases):  # its class may come to say more
                words = frozenset(said(cls))
                of: Any = type(found)
                return _derived(of, before, words) if words else found
        _FOUND[cls] = found
    return found if found.opened is None or not is_tree(item) else found.opened


@functools.cache
def _derived(of: Any, before: Any, words: frozenset[str]) -> Kind:
    made: Kind = type(before.__name__, (before, of), {"said": words})()
    return made


# ------------------------------------------------------------------------- structures


def is_structure(item: object) -> bool:
    """Whether an object is gone through by ``leaves``."""
    return kind_of(item).is_structure


def leaves(item: Any, around: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The leaves of a structure, in order; what is none is its own leaf."""
    of = kind_of(item)
    if not of.is_structure:
        yield item
    elif any(item is one for one in around):
        raise NeedsStatic("this holds itself", label="has no end of parts")
    else:
        for part in of.parts(item):
            yield from leaves(part, (*around, item))


def inside(item: Any) -> Iterable[Any]:
    """The parts of a structure; what is none has none."""
    of = kind_of(item)
    return of.parts(item) if of.is_structure else ()


def leaf_names(item: Any, name: str) -> list[str]:
    """What the leaves are called of what has a name: ``p_x`` and ``p_y`` of ``p``."""
    of = kind_of(item)
    if not of.is_structure:
        return [name]
    parts = zip(of.words(item), of.parts(item), strict=True)
    return [leaf for word, part in parts for leaf in leaf_names(part, _of(name, word))]


def _of(name: str, word: Any) -> str:
    longer = f"{name}_{word}"
    return longer if name and word is not None and longer.isidentifier() else name


def run_time_leaves(item: Any) -> Iterator[Any]:
    """The leaves of a structure that are values of run time."""
    return (leaf for leaf in leaves(item) if kind_of(leaf).is_value)


def rebuilt(item: Any, new_leaves: Iterator[Any]) -> Any:
    """The same structure with other leaves."""
    of = kind_of(item)
    if not of.is_structure:
        return next(new_leaves)
    return of.with_parts(item, [rebuilt(part, new_leaves) for part in of.parts(item)])


def same_structure(left: Any, right: Any) -> bool:
    """Whether two objects have the same nesting (their leaves may differ)."""
    left, right = current(left), current(right)
    of, other = kind_of(left), kind_of(right)
    if of is not other:
        return not (of.is_structure or other.is_structure)
    return of.same_form(left, right) and all(
        map(same_structure, of.parts(left), of.parts(right))
    )


def has_box(item: object, depth: int = 6) -> bool:
    """Whether a run-time value stands somewhere in an object."""
    return kind_of(item).holds_run_time(item, depth)


def content(item: Any) -> list[Any] | dict[Any, Any] | None:
    """The list or dict that is written to where an object is changed."""
    return kind_of(item).content(item)


def reached(item: Any) -> Iterable[Any]:
    """The objects that can be changed by way of this one."""
    return kind_of(item).reached(item)


def leads_to(items: Iterable[Any], target: Any) -> bool:
    """Whether one of some objects is another one, or refers to it."""
    return any(item is target for item in each_once(items, reached))


def outward(form: Any) -> Any:
    """The form of an output, with ``Each`` in the place of lists of structures."""
    of = kind_of(form)
    return of.outward(form) if of.is_structure else form
