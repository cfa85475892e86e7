"""Abstract values: what the compiler knows of a run-time value.

An array is known by its dtype, its rank and its symbolic sizes. A size is an int or
a :class:`Size`, linear in named sizes; two sizes are equal at run time when they are
equal here, and nothing is concluded where they are not: a named size may be 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

import numpy as np

from srcad.compiler.reading.sizes import Dim, is_sum, named_size, sum_in

A = TypeVar("A", bound="AbstractValue")


def shown(dim: Dim) -> str:
    """A size as it is printed; ``?`` for one that only run time knows."""
    text = str(dim)
    return "?" if "?" in text else text


class AbstractValue:
    """What is known of a value: the answers of one that is no number and no array.

    So whoever asks one question, whether a value is weak or how many axes it has, need
    not ask another one before.
    """

    __slots__ = ()

    # Whether it is a number or an array.
    is_numeric = False
    # Whether it is a list of run time.
    is_list = False
    is_set = False
    # Whether it may be None.
    is_optional = False
    # Whether it is an array in whose place a number may be.
    loose = False

    @property
    def dtype(self) -> str:
        """The name that NumPy has for it."""
        return ""

    @property
    def shape(self) -> tuple[Dim, ...]:
        """Its sizes."""
        return ()

    @property
    def weak(self) -> bool:
        """Whether it is a number of Python, whose dtype gives way to an array's."""
        return False

    @property
    def tensor(self) -> bool:
        """Whether it descends from a Tensor."""
        return False

    @property
    def size(self) -> Dim | None:
        """The symbolic value of an int that is known to be a size."""
        return None

    @property
    def element(self) -> AnyAval:
        """What is known of an element of a list; nothing, where it is none."""
        return OpaqueAval()

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return len(self.shape)

    @property
    def is_fixed(self) -> bool:
        """Whether all of its sizes are known."""
        return all(isinstance(dim, int) for dim in self.shape)

    @property
    def is_scalar(self) -> bool:
        """Whether it is one number."""
        return self.is_numeric and not self.shape

    @property
    def is_bool(self) -> bool:
        """Whether it is made of truths."""
        return self.dtype == "bool"

    @property
    def is_integer(self) -> bool:
        """Whether it is made of signed whole numbers."""
        return self.dtype.startswith("int")

    @property
    def is_float(self) -> bool:
        """Whether it is made of floating numbers."""
        return self.dtype.startswith("float")

    @property
    def is_complex(self) -> bool:
        """Whether it is made of complex numbers."""
        return self.dtype.startswith("complex")

    @property
    def is_inexact(self) -> bool:
        """Whether it is floating or complex."""
        return self.is_float or self.is_complex

    @property
    def is_whole(self) -> bool:
        """Whether it is made of integers, signed or not."""
        return self.dtype.startswith(("int", "uint"))

    def but(self: A, **changes: Any) -> A:
        """The same number or array, but for these; nothing else has them."""
        return self


@dataclass(frozen=True, slots=True)
class Aval(AbstractValue):
    """An array or a number.

    ``weak`` marks a Python number, whose dtype gives way to an array's. ``tensor``
    marks what descends from a Tensor and promotes as MindSpore does. ``size`` is the
    symbolic value of an int that is known to be a size. ``exact`` marks integers that
    have a cotangent (see ``integers``), ``loose`` arrays that may be numbers instead.
    """

    dtype: str = field()
    shape: tuple[Dim, ...] = ()
    weak: bool = False
    tensor: bool = False
    size: Dim | None = None
    exact: bool = field(default=False, compare=False)
    loose: bool = field(default=False, compare=False)

    is_numeric = True

    def but(self, **changes: Any) -> Aval:
        return replace(self, **changes)

    def stands_for(self, other: Aval) -> bool:
        """Whether it has the dtype and the shape of another one, and is not what may be
        a number where that is an array."""
        same = self.dtype == other.dtype and self.shape == other.shape
        return same and (other.loose or not self.loose)

    def __str__(self) -> str:
        if self.weak:
            return PYTHON_CLASSES[self.dtype].__name__
        return f"{self.dtype}[{', '.join(map(shown, self.shape))}]"


@dataclass(frozen=True, slots=True)
class ShapeAval(AbstractValue):
    """What ``x.shape`` gives: a tuple of ints whose symbolic values are ``dims``."""

    dims: tuple[Dim, ...]

    def __str__(self) -> str:
        return f"shape({', '.join(map(shown, self.dims))})"


@dataclass(frozen=True, slots=True)
class SequenceAval(AbstractValue):
    """A list that a loop produced, one element an iteration."""

    element: AnyAval = field()

    is_list = True

    def holding(self, element: AnyAval) -> SequenceAval:
        """The same of other elements."""
        return replace(self, element=element)

    def __str__(self) -> str:
        several = isinstance(self.element, OptionalAval)
        return f"list of ({self.element})" if several else f"list of {self.element}"


@dataclass(frozen=True, slots=True)
class SetAval(SequenceAval):
    """A set of whole numbers, which Python goes through in an order of its own.

    It is changed as a list is; what it holds is asked for by other primitives.
    """

    is_set = True

    def __str__(self) -> str:
        return f"set of {self.element}"


@dataclass(frozen=True, slots=True)
class OptionalAval(AbstractValue):
    """``inner`` on one path, None on the other.

    ``told`` says that the program itself says None, and may read it wherever it likes;
    any other is read on the paths alone where it is there.
    """

    inner: AnyAval
    told: bool = field(default=False, compare=False)

    is_optional = True

    def __str__(self) -> str:
        return f"{self.inner} or None"


def without_none(aval: AnyAval) -> AnyAval:
    """What is known of a value where it is there."""
    return aval.inner if isinstance(aval, OptionalAval) else aval


def number_in(aval: AnyAval) -> AnyAval:
    """What is known of a number, or of those in a list and in the lists in it."""
    while aval.is_list:
        aval = aval.element
    return without_none(aval)


@dataclass(frozen=True, slots=True)
class TupleAval(AbstractValue):
    """Several values that travel together (made by the bundling pass alone)."""

    parts: tuple[AnyAval, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.parts))})"


@dataclass(slots=True, eq=False)
class ResidualsForm:
    """The parts of what a call of a recursive function keeps; they may be of this form.

    ``parts`` are set once they are chosen.
    """

    parts: tuple[AnyAval, ...] = ()
    _cotangent: ResidualsForm | None = None

    @property
    def cotangent(self) -> ResidualsForm:
        """The form of the cotangents of the parts, those without one left out."""
        if self._cotangent is None:
            self._cotangent = ResidualsForm()
            parts = [part for part in self.parts if carries_gradient(part)]
            self._cotangent.parts = tuple(map(cotangent_aval, parts))
        return self._cotangent

    def cotangent_place(self, place: int) -> int:
        """Where among the cotangents that of the part at ``place`` stands."""
        return sum(map(carries_gradient, self.parts[:place]))


@dataclass(frozen=True, slots=True)
class ResidualsAval(AbstractValue):
    """A tuple of what one call of a recursive function keeps, made by reverse mode."""

    form: ResidualsForm

    def __str__(self) -> str:
        return "residuals"


@dataclass(frozen=True, slots=True)
class OpaqueAval(AbstractValue):
    """A Python object that the compiler does not look into; None is one of them."""

    def __str__(self) -> str:
        return "object"


@dataclass(frozen=True, slots=True)
class LiveAval(AbstractValue):
    """An object of Python that a module is given; ``kind`` names its class."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class GeneratorAval(LiveAval):
    """A random generator, which every draw changes; the module may make it itself."""


@dataclass(frozen=True, slots=True)
class UndefinedAval(AbstractValue):
    """A name that is not bound yet on this path; of the elements of a list, that there
    are none so far, with the place where the list was made, if that is known."""

    made: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "undefined"


AnyAval: TypeAlias = (
    Aval
    | ShapeAval
    | SequenceAval
    | OptionalAval
    | TupleAval
    | ResidualsAval
    | OpaqueAval
    | LiveAval
    | UndefinedAval
)

BOOL = Aval("bool", weak=True)
INT = Aval("int64", weak=True)
FLOAT = Aval("float64", weak=True)
COMPLEX = Aval("complex128", weak=True)
# The classes of Python's numbers, by the dtype that is known of them.
PYTHON_CLASSES = {"bool": bool, "int64": int, "float64": float, "complex128": complex}


class Undefined:
    """The value of a name on a path that does not bind it."""

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()


def scalar_aval(value: object) -> Aval | OpaqueAval | UndefinedAval:
    """The abstract value of a Python or NumPy number, or of a constant object."""
    if value is UNDEFINED:
        return UndefinedAval()
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return Aval("int64", weak=True, size=value)
    if isinstance(value, np.generic):
        # A float64 of NumPy is a float of Python as well, and gives way to nothing.
        return Aval(value.dtype.name)
    if isinstance(value, float):
        return FLOAT
    return COMPLEX if isinstance(value, complex) else OpaqueAval()


# The kinds of the dtypes of NumPy that a number of Python may stand among.
_STANDS_AMONG = {"bool": "fb", "int64": "fiuc", "float64": "fc", "complex128": "c"}


def common_dtype(first: Aval, second: Aval) -> str | None:
    """That of a value which is either of two; None where they compute differently."""
    if first.dtype == second.dtype:
        return first.dtype
    for weak, other in ((first, second), (second, first)):
        if weak.weak and not other.weak:
            among = _STANDS_AMONG[weak.dtype]
            return other.dtype if np.dtype(other.dtype).kind in among else None
    return None


def without_size(aval: AnyAval) -> AnyAval:
    """What is known of a number that may be another one the next time."""
    return aval.but(size=None)


def is_complex(aval: AnyAval) -> bool:
    """Whether a value is made of complex numbers, perhaps in a list."""
    match aval:
        case SequenceAval(inner) | OptionalAval(inner):
            return is_complex(inner)
        case TupleAval(parts):
            return any(map(is_complex, parts))
    return aval.is_complex


def is_whole(aval: AnyAval) -> bool:
    """Whether a value of this kind is of integers."""
    return aval.is_whole


def carries_gradient(aval: AnyAval) -> bool:
    """Whether a value of this kind can have a cotangent."""
    return _carries(aval, ())


def _carries(aval: AnyAval, around: tuple[ResidualsForm, ...]) -> bool:
    match aval:
        case Aval():
            return aval.is_inexact or aval.exact
        case SequenceAval(inner) | OptionalAval(inner):
            return _carries(inner, around)
        case TupleAval(parts):
            return any(_carries(part, around) for part in parts)
        case ResidualsAval(form):
            inside = (*around, form)
            return form not in around and any(_carries(p, inside) for p in form.parts)
    return False


def holds_residuals(aval: AnyAval) -> bool:
    """Whether a value is what recursive calls keep, or a list of that."""
    match aval:
        case SequenceAval(inner) | OptionalAval(inner):
            return holds_residuals(inner)
    return isinstance(aval, ResidualsAval)


def cotangent_aval(aval: AnyAval) -> AnyAval:
    """What a cotangent of such a value is: an array of its shape and dtype."""
    match aval:
        case Aval():
            plain = not aval.weak and aval.size is None and not aval.loose
            return aval if plain else replace(aval, weak=False, size=None, loose=False)
        case ResidualsAval(form):
            return ResidualsAval(form.cotangent)
        case SequenceAval(inner) if holds_residuals(inner):
            return SequenceAval(cotangent_aval(inner))
        case OptionalAval(inner) if holds_residuals(inner):
            return OptionalAval(cotangent_aval(inner))
    return aval


_SPECIFICATION = re.compile(r"\s*([a-z]+[0-9]*)\s*(?:\[(.*)\])?\s*", re.DOTALL)


def parse_aval(text: str) -> Aval:
    """Read ``"float32[batch, 64]"``; a word in the place of a size names it, and
    ``4 * hidden`` is a sum of such sizes.

    Raises ValueError, saying what is wrong, for anything else.
    """
    match = _SPECIFICATION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not of the form 'float32[batch, 64]'")
    name, sizes = match.groups()
    if name in ("float", "int") and sizes is None:
        return FLOAT if name == "float" else INT
    try:
        dtype = np.dtype(name)
    except TypeError:
        raise ValueError(f"{name!r} in {text!r} is not a dtype") from None
    if dtype.kind not in "fiub" and name not in ("complex64", "complex128"):
        raise ValueError(f"{text!r}: arrays of {name} are not supported")
    shape: list[Dim] = []
    for word in sizes.split(",") if sizes and sizes.strip() else ():
        word = word.strip()
        if word.isdigit():
            shape.append(int(word))
        elif word.isidentifier():
            shape.append(named_size(word))
        elif (total := sum_in(word)) and is_sum(total):
            shape.append(total)
        else:
            raise ValueError(f"{word!r} in {text!r} is not a size or the name of one")
    return Aval(dtype.name, tuple(shape))
