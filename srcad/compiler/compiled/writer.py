"""The text of a core while it is written: lines, names, what stands for each value."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from srcad.compiler.compiled.elements import checked, literal
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Form,
    Listed,
    Maybe,
    Names,
    NotCompiled,
    Nothing,
    Scalar,
    Shape,
    Stored,
    Tape,
    View,
)
from srcad.compiler.compiled.helpers import HELPERS
from srcad.compiler.compiled.settled import Settled
from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    ShapeAval,
    UndefinedAval,
)
from srcad.compiler.ir.sizes import is_unknown
from srcad.compiler.ir.types import Atom, Lit, Value
from srcad.compiler.reading.sizes import Dim, Size

GIVE_UP = "return failed()"
_OURS = (
    "np numba sys core failed plain compiled announced abs bool float int len max min "
    "range True False None i0 i1 i2 i3 i4 i5 i6 i7"
)


@dataclass(slots=True)
class Writer:
    """What has been written, and what it has come to.

    ``forms`` is what stands for each value, ``known`` the sizes of arrays that are not
    stored, ``roots`` what a value is another form of, ``dtypes`` those of numbers by
    name, ``dims`` the variables of named sizes, ``made`` the declarations that stand at
    the top, ``helpers`` the functions that are called, ``constants`` the arrays that
    the module holds. With ``writes``, arrays are written into somewhere, and a copy is
    one.
    """

    forms: dict[Value, Form] = field(default_factory=dict)
    known: dict[Value, Names] = field(default_factory=dict)
    roots: dict[Value, Value] = field(default_factory=dict)
    dtypes: dict[str, str] = field(default_factory=dict)
    dims: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    helpers: set[str] = field(default_factory=set)
    constants: dict[str, str] = field(default_factory=dict)
    writes: bool = False
    depth: int = 1
    taken: set[str] = field(default_factory=lambda: {*HELPERS, *_OURS.split()})
    branches: int = 0
    # Sizes that are asked for where the cotangent of an output is given, by its flag.
    asked: dict[str, str] = field(default_factory=dict)
    settled: Settled = field(default_factory=Settled)
    # Indices with a size that they are below, and not negative.
    inside_of: set[tuple[str, str]] = field(default_factory=set)
    # Arrays that are there already for what is made in a nest.
    targets: dict[Value, Array] = field(default_factory=dict)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """The lines of a block under a head."""
        self.line(head)
        self.depth += 1
        count = len(self.lines)
        yield
        if len(self.lines) == count:
            self.line("pass")
        self.depth -= 1

    def name(self, hint: str) -> str:
        """A name that nothing else has."""
        word = hint if hint.isidentifier() and not keyword.iskeyword(hint) else "t"
        found, count = word, 0
        while found in self.taken:
            count += 1
            found = f"{word}_{count}"
        self.taken.add(found)
        return found

    def bind(self, hint: str, text: str) -> str:
        """A new name for what an expression gives; a name stays itself."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        settled = self._is_settled(text)
        if settled and text in self.settled.known:
            return self.settled.known[text]
        word = self.name(hint)
        if settled:
            self.settled.bind(word, text)
        else:
            self.line(f"{word} = {text}")
        return word

    def _is_settled(self, text: str) -> bool:
        """Whether an expression is of sizes alone that are known from the beginning."""
        return self.depth == 1 and self.settled.holds(text)

    def guard(self, condition: str) -> None:
        """Give up where a condition holds."""
        if self._is_settled(condition):
            self.settled.refuse(condition)
            return
        with self.inside(f"if {condition}:"):
            self.line(GIVE_UP)

    def helper(self, word: str) -> str:
        self.helpers.add(word)
        return word

    def scalar(self, name: str, dtype: str) -> Scalar:
        """A number that has this dtype already."""
        self.dtypes[name] = dtype
        return Scalar(name)

    def as_dtype(self, form: Scalar, dtype: str) -> str:
        """The text of a number in a dtype."""
        if self.dtypes.get(form.name) == dtype:
            return form.name
        return as_dtype(form.name, dtype)

    # ------------------------------------------------------------------- forms

    def form(self, atom: Atom) -> Form:
        """What stands for an atom."""
        if isinstance(atom, Lit):
            if atom.value is None or isinstance(atom.aval, UndefinedAval):
                return Nothing()
            return Scalar(literal(atom.value))
        if atom not in self.forms:
            raise NotCompiled(f"a value of the kind {atom.aval}")
        return self.forms[atom]

    def number(self, atom: Atom) -> str:
        """The text of a number."""
        form = self.form(atom)
        if not isinstance(form, Scalar):
            raise NotCompiled("a number that may be absent")
        return form.name

    def stored(self, atom: Atom) -> Stored:
        """What stands for an array."""
        form = self.form(atom)
        if not isinstance(form, Array | View | Filled):
            raise NotCompiled("an array that may be absent, or a number")
        return form

    def sizes(self, atom: Atom) -> Names:
        """The sizes of an array."""
        if isinstance(atom, Value) and atom in self.known:
            return self.known[atom]
        form = self.form(atom)
        return [] if isinstance(form, Scalar) else self.stored(atom).sizes

    def shape(self, atom: Atom) -> Names:
        form = self.form(atom)
        assert isinstance(form, Shape), form
        return form.sizes

    def size(self, dim: Dim) -> str | None:
        """The variable of a size, where it has one."""
        if isinstance(dim, int):
            return str(dim)
        if not isinstance(dim, Size) or any(n not in self.dims for n, _ in dim.terms):
            return None
        if len(dim.terms) == 1 and dim.terms[0][1] == 1 and dim.constant == 0:
            return self.dims[dim.terms[0][0]]
        return None

    # ------------------------------------------------------------------- arrays

    def empty(self, hint: str, sizes: Names, dtype: str, make: str = "empty") -> Array:
        """A new array."""
        word = self.name(hint)
        self.line(f"{word} = np.{make}({tuple_of(sizes)}, np.{dtype_word(dtype)})")
        return Array(word, list(sizes), own=True)

    def whole(self, form: Stored, dtype: str, hint: str = "whole") -> Array:
        """An array with the elements of one that may be a view."""
        if isinstance(form, Array):
            return form
        return self.copy(form, dtype, hint)

    def copy(self, form: Stored, dtype: str, hint: str = "whole") -> Array:
        """A new array with the same elements."""
        sizes = [self.bind("n", size) for size in form.sizes]
        if isinstance(form, Array):
            word = self.name(hint)
            self.line(f"{word} = {form.name}.copy()")
            return Array(word, sizes, own=True)
        if isinstance(form, Filled):
            word = self.name(hint)
            what = f"np.full({tuple_of(sizes)}, {form.value}, np.{dtype_word(dtype)})"
            if form.value in ("0", "0.0", f"np.{dtype}(0)", f"np.{dtype}(0.0)"):
                what = f"np.zeros({tuple_of(sizes)}, np.{dtype_word(dtype)})"
            self.line(f"{word} = {what}")
            return Array(word, sizes, own=True)
        made = self.empty(hint, sizes, dtype)
        index = self.loops(sizes)
        self.line(f"{made.read(index)} = {form.read(index)}")
        self.depth -= len(sizes)
        return made

    def loops(self, sizes: Names) -> Names:
        """Open a loop for each axis; the caller closes them (``depth``)."""
        index = [self.name("i") for _ in sizes]
        for word, size in zip(index, sizes, strict=True):
            self.line(f"for {word} in range({size}):")
            self.depth += 1
        return index

    # ------------------------------------------------------------- what is assigned

    def slots(self, aval: AnyAval, hint: str, sure: bool = True) -> Form:
        """Variables for a value of a kind, that are assigned to later; not ``sure``
        where it may be absent, and an array then has no elements."""
        match aval:
            case Aval(shape=()):
                return self.scalar(self.name(hint), aval.dtype)
            case Aval():
                word = self.name(hint)
                sizes = [
                    (self.size(dim) if sure else "") or f"{word}.shape[{axis}]"
                    for axis, dim in enumerate(aval.shape)
                ]
                return Array(word, sizes, own=True)
            case ShapeAval(dims):
                return Shape([self.name(f"{hint}_size") for _ in dims])
            case OptionalAval(inner):
                there = self.name(f"{hint}_there")
                return Maybe(there, self.slots(inner, hint, False))
            case SequenceAval():
                start, count = self.name(f"{hint}_start"), self.name(f"{hint}_count")
                return Listed(Tape(""), 0, start, count)
        raise NotCompiled(f"a value of the kind {aval}")

    def assignments(
        self, slots: Form, form: Form, aval: AnyAval
    ) -> list[tuple[str, str]]:
        """The names in ``slots``, with what is assigned to them."""
        if isinstance(slots, Maybe):
            assert isinstance(aval, OptionalAval)
            there = "True"
            if isinstance(form, Nothing):
                there, form = "False", self.absent(aval.inner)
            elif isinstance(form, Maybe):
                there, form = form.there, form.inner
            rest = self.assignments(slots.inner, form, aval.inner)
            return [(slots.there, there), *rest]
        if isinstance(form, Maybe):
            # Read only where it is there.
            form = form.inner
        if isinstance(form, Nothing):
            form = self.absent(aval)
        if isinstance(slots, Scalar) and isinstance(form, Scalar):
            assert isinstance(aval, Aval)
            return [(slots.name, self.as_dtype(form, aval.dtype))]
        if isinstance(slots, Array) and isinstance(form, Scalar):
            # A number that stands where others have an array.
            raise NotCompiled("a value that is a number or an array")
        if isinstance(slots, Array) and isinstance(form, Array | View | Filled):
            assert isinstance(aval, Aval)
            return [(slots.name, self.whole(form, aval.dtype, slots.name).name)]
        if isinstance(slots, Shape) and isinstance(form, Shape):
            return list(zip(slots.sizes, form.sizes, strict=True))
        if isinstance(slots, Listed) and isinstance(form, Listed):
            return [(slots.start, form.start), (slots.count, form.count)]
        raise NotCompiled(f"a value of the kind {aval}")

    def absent(self, aval: AnyAval) -> Form:
        """What stands for a value that is not there and is never read."""
        match aval:
            case Aval(shape=()):
                return Scalar(as_dtype("0", aval.dtype))
            case Aval():
                sizes = ["0"] * aval.ndim
                word = dtype_word(checked(aval.dtype))
                return Array(f"np.empty({tuple_of(sizes)}, np.{word})", sizes)
            case ShapeAval(dims):
                return Shape(["0"] * len(dims))
            case OptionalAval(inner):
                return Maybe("False", self.absent(inner))
            case SequenceAval():
                return Listed(Tape(""), 0, "0", "0")
        raise NotCompiled(f"a value of the kind {aval}")


def tuple_of(parts: Names) -> str:
    """A tuple's text."""
    return f"({', '.join(parts)}{',' * (len(parts) == 1)})"


def dtype_word(dtype: str) -> str:
    return "bool_" if dtype == "bool" else checked(dtype)


def as_dtype(text: str, dtype: str) -> str:
    """A number's text in a dtype, literals as they are written."""
    if dtype == "bool":
        return text if text in ("True", "False") else f"bool({text})"
    if dtype == "float64" and text.lstrip("-").isdigit():
        return f"{text}.0"
    if dtype == "int64" and text.lstrip("-").isdigit():
        return text
    return f"np.{checked(dtype)}({text})"


def is_sure(dim: Dim) -> bool:
    """Whether a size that is equal here is one number at run time, whoever reads it."""
    return isinstance(dim, int) or not ("?" in str(dim) or is_unknown(dim))
