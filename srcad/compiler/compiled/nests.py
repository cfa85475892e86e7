"""A group of element-wise operations and reductions as one loop nest.

Each operation is a statement in the innermost loop; a value that is read outside of the
nest is stored in an array. A sum over the last axes is kept in a number while they are
gone through; over others it is added up in an array. Sums of single precision that are
kept in a number are kept in double precision.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from srcad.compiler.compiled.elements import (
    Element,
    Operand,
    cast,
    checked,
    element,
    operand,
)
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Names,
    NotCompiled,
    Scalar,
    View,
)
from srcad.compiler.compiled.gathers import gathered
from srcad.compiler.compiled.grouping import (
    REDUCTIONS,
    Group,
    is_pointwise,
    nest_shape,
    without_units,
)
from srcad.compiler.compiled.helpers import HELPERS
from srcad.compiler.compiled.writer import (
    GIVE_UP,
    Writer,
    as_dtype,
    dtype_word,
    is_sure,
    tuple_of,
)
from srcad.compiler.ir.avals import Aval, ShapeAval
from srcad.compiler.ir.shapes import normal_axes
from srcad.compiler.ir.types import Atom, Op, Value, array_aval
from srcad.compiler.reading.sizes import Dim

# What a reduction begins with, and the statement that adds an element to it.
_FIRST = {"sum": 0, "mean": 0, "unbroadcast": 0, "prod": 1}
_SYMBOL = {"sum": "+", "mean": "+", "unbroadcast": "+", "prod": "*"}


@dataclass(slots=True)
class Nest:
    """A loop nest while it is printed.

    ``index`` are the variables of the loops; ``local`` the names of what has been made
    in the innermost one, ``transparent`` what is another form of that.
    ``before`` and ``after`` are statements before and behind the loop of each axis.
    """

    writer: Writer
    stored: set[Value]
    index: Names = field(default_factory=list)
    sizes: Names = field(default_factory=list)
    dims: list[Dim] = field(default_factory=list)
    local: dict[Value, str] = field(default_factory=dict)
    roots: dict[Value, Value] = field(default_factory=dict)
    before: list[list[str]] = field(default_factory=list)
    after: list[list[str]] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    results: list[tuple[Value, Array | Scalar]] = field(default_factory=list)

    # ------------------------------------------------------------------- sizes

    def measure(self, group: Group) -> None:
        """The sizes of the axes; where others have to be equal, that is asked for."""
        writer = self.writer
        count = len(group.axes)
        found: list[list[tuple[Dim, str]]] = [[] for _ in range(count)]
        for op in group.ops:
            assert isinstance(op, Op)
            for axis, dim, text in self._given(op):
                found[axis].append((dim, text))
        for axis in range(count):
            given = [one for one in found[axis] if one[1] not in writer.asked]
            if not given:
                raise NotCompiled("an array whose sizes nothing says")
            given.sort(key=lambda one: not one[1].isdigit())
            dim, text = given[0]
            size = writer.bind("n", text)
            asked = {text, size}
            for _, also in found[axis]:
                if also in writer.asked:
                    writer.guard(f"{writer.asked[also]} and {also} != {size}")
            for other, also in given[1:]:
                sure = other == dim and is_sure(dim)
                if also not in asked and not sure:
                    asked.add(also)
                    writer.guard(f"{also} != {size}")
            self.sizes.append(size)
            self.dims.append(dim)
        names = ["i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7"]
        self.index = names[:count]
        self.before = [[] for _ in range(count + 1)]
        self.after = [[] for _ in range(count + 1)]

    def _given(self, op: Op) -> list[tuple[int, Dim, str]]:
        """For axes of the nest, a size that an argument has there."""
        shape = nest_shape(op)
        places = without_units(shape)
        found = []
        for atom, given in self._shaped(op):
            if isinstance(atom, Value) and self._made_here(atom):
                continue
            texts = self._texts(atom)
            offset = len(shape) - len(given)
            for axis, place in enumerate(places):
                k = place - offset
                if k >= 0 and given[k] != 1:
                    found.append((axis, given[k], texts[k]))
        if op.primitive == "getitem":
            sizes = gathered(self.writer, op).sizes
            found = [(a, shape[k], sizes[k]) for a, k in enumerate(places)]
        return found

    def _shaped(self, op: Op) -> list[tuple[Atom, tuple[Dim, ...]]]:
        """The arguments that have something to say of the sizes, with their shapes."""
        if op.primitive == "getitem":
            return []
        found: list[tuple[Atom, tuple[Dim, ...]]] = []
        for atom in op.args:
            if atom.aval.shape:
                found.append((atom, atom.aval.shape))
            if isinstance(atom.aval, ShapeAval) and op.primitive == "broadcast_to":
                found.append((atom, array_aval(op.result).shape))
            if isinstance(atom.aval, ShapeAval) and op.primitive == "unbroadcast":
                found.append((atom, array_aval(op.result).shape))
        return found

    def _texts(self, atom: Atom) -> Names:
        if isinstance(atom.aval, ShapeAval):
            return self.writer.shape(atom)
        return self.writer.sizes(atom)

    def _made_here(self, atom: Value) -> bool:
        return self.roots.get(atom, atom) in self.local

    # ---------------------------------------------------------------- statements

    def at(self, shape: tuple[Dim, ...]) -> Names:
        """The index of an element of a shape that lies in the nest's, to the right."""
        words = dict(zip(without_units(shape), self.index, strict=True))
        return [words.get(k, "0") for k in range(len(shape))]

    def read(self, op: Op, atom: Atom) -> Operand:
        """The element of an argument at the place of the nest."""
        if isinstance(atom, Value):
            root = self.roots.get(atom, atom)
            if root in self.local and is_pointwise(atom, nest_shape(op)):
                return operand(atom, self.local[root])
        form = self.writer.form(atom)
        if isinstance(form, Scalar):
            return operand(atom, form.name)
        whole, given = self.at(nest_shape(op)), array_aval(atom).shape
        if not isinstance(form, Array | View | Filled):
            raise NotCompiled("an array that may be absent")
        offset = len(whole) - len(given)
        index = ["0" if dim == 1 else whole[k + offset] for k, dim in enumerate(given)]
        return operand(atom, form.read(index))

    def enter(self, op: Op) -> None:
        """The statements of one operation."""
        if op.primitive in REDUCTIONS:
            self._reduce(op)
            return
        result = op.result
        if op.primitive == "getitem":
            gather = gathered(self.writer, op)
            lines, text = gather.element(self.at(array_aval(result).shape))
            self.body.extend(lines)
        else:
            writer = self.writer
            args = [a for a in op.args if not isinstance(a.aval, ShapeAval)]
            made = vectorised(op, element(op, [self.read(op, a) for a in args]), writer)
            for guard in made.guards:
                self.body.extend((f"if {guard}:", f"    {GIVE_UP}"))
            text = made.text
        word = self.writer.name(result.hint or "t")
        self.body.append(f"{word} = {text}")
        self.local[result] = word
        shape = array_aval(result).shape
        sizes = dict(zip(without_units(shape), self.sizes, strict=True))
        texts = [sizes.get(k, "1") for k in range(len(shape))]
        self.writer.known[result] = texts
        if result in self.stored:
            hint = f"{result.hint or 't'}_array"
            made_array = self.writer.targets.get(result)
            if made_array is None:
                made_array = self.writer.empty(hint, texts, array_aval(result).dtype)
            self.body.append(f"{made_array.read(self.at(shape))} = {word}")
            self.results.append((result, made_array))

    # ---------------------------------------------------------------- reductions

    def _reduce(self, op: Op) -> None:
        shape = nest_shape(op)
        aval = array_aval(op.result)
        lost = self._lost(op)
        places = without_units(shape)
        gone = {axis for axis, place in enumerate(places) if place in lost}
        one = self.read(op, op.args[0])
        if not gone:
            self._kept_whole(op, one)
            return
        first = min(gone)
        if op.primitive in ("max", "min", "mean"):
            self._ask_for_elements(op, gone)
        if gone == set(range(first, len(places))):
            self._in_a_number(op, one, aval, first)
        else:
            self._in_an_array(op, one, aval, gone)

    def _lost(self, op: Op) -> set[int]:
        shape = nest_shape(op)
        if op.primitive != "unbroadcast":
            return set(normal_axes(op.attribute("axis"), len(shape)))
        kept = array_aval(op.result).shape
        offset = len(shape) - len(kept)
        return set(range(offset)) | {
            k + offset for k, dim in enumerate(kept) if dim == 1
        }

    def _ask_for_elements(self, op: Op, gone: set[int]) -> None:
        """Of nothing there is no greatest element, and no mean."""
        for axis in sorted(gone):
            if not self.sizes[axis].isdigit():
                self.writer.guard(f"{self.sizes[axis]} == 0")

    def _result_sizes(self, op: Op) -> Names:
        """The sizes of the result, whose axes are those of the nest in order."""
        shape, kept = nest_shape(op), array_aval(op.result).shape
        lost = self._lost(op)
        texts = dict(zip(without_units(shape), self.sizes, strict=True))
        left = [texts.get(k, "1") for k in range(len(shape)) if k not in lost]
        if len(kept) == len(left):
            return left
        every = ["1" if k in lost else texts.get(k, "1") for k in range(len(shape))]
        return every[len(every) - len(kept) :]

    def _result_index(self, op: Op) -> Names:
        shape, kept = nest_shape(op), array_aval(op.result).shape
        lost = self._lost(op)
        whole = self.at(shape)
        left = [whole[k] for k in range(len(shape)) if k not in lost]
        if len(kept) == len(left):
            return left
        every = ["0" if k in lost else whole[k] for k in range(len(shape))]
        return every[len(every) - len(kept) :]

    def _kept_whole(self, op: Op, one: Operand) -> None:
        """A reduction over axes of one element."""
        aval = array_aval(op.result)
        text = cast(one, aval.dtype)
        if op.primitive in ("any", "all"):
            text = cast(one, "bool")
        if not aval.shape:
            word = self.writer.name(op.result.hint or "t")
            self.body.append(f"{word} = {text}")
            self.results.append((op.result, self.writer.scalar(word, aval.dtype)))
            return
        sizes = self._result_sizes(op)
        made = self.writer.empty(op.result.hint or "t", sizes, aval.dtype)
        self.body.append(f"{made.read(self._result_index(op))} = {text}")
        self.results.append((op.result, made))

    def _in_a_number(self, op: Op, one: Operand, aval: Aval, first: int) -> None:
        """Over the last axes: kept in a number while these are gone through."""
        dtype = checked(aval.dtype)
        inner = "float64" if dtype == "float32" and _adds(op) else dtype
        word = self.writer.name(op.result.hint or "t")
        self.before[first].append(f"{word} = {_start(op, inner, one)}")
        floats = inner.startswith("float")
        if floats and inner == one.dtype and op.primitive in ("max", "min"):
            self._greatest(op, word, one)
        elif _adds(op) and floats:
            self._row_by_row(op, word, cast(one, inner), inner)
        else:
            self.body.extend(_added(op, word, one, inner))
        text = word
        if op.primitive == "mean":
            text = f"{word} / {self._count(range(first, len(self.index)))}"
        final = as_dtype(text, dtype) if inner != dtype else text
        if not aval.shape:
            ended = f"{word} = {final}" if final != word else ""
            self.after[first].extend([ended] if ended else [])
            self.results.append((op.result, self.writer.scalar(word, aval.dtype)))
            return
        made = self.writer.empty(f"{word}_array", self._result_sizes(op), dtype)
        self.after[first].append(f"{made.read(self._result_index(op))} = {final}")
        self.results.append((op.result, made))

    def _row_by_row(self, op: Op, word: str, text: str, dtype: str) -> None:
        """A sum of floats: the elements of the innermost loop are stored, and added up
        behind it. So that loop has nothing that must be done in order, and a long sum
        is one of parts, with less rounding."""
        row = self._row(op.args[0]) if array_aval(op.args[0]).dtype == dtype else ""
        total = (
            f"{self.writer.helper('sum_of')}({row or self._new_row(word, text, dtype)})"
        )
        self.after[len(self.index) - 1].append(f"{word} += {total}")

    def _greatest(self, op: Op, word: str, one: Operand) -> None:
        """The greatest of a row, behind the innermost loop as well."""
        row = self._row(op.args[0]) or self._new_row(word, one.text, one.dtype)
        helper = self.writer.helper(f"{op.primitive}_of")
        best = self.writer.name("best")
        lines = [f"{best} = {helper}({row})"]
        lines += _added(op, word, Operand(best, one.dtype, False), one.dtype)
        self.after[len(self.index) - 1].extend(lines)

    def _new_row(self, word: str, text: str, dtype: str) -> str:
        """A row that an element of each step is stored in."""
        row = self.writer.name(f"{word}_row")
        self.writer.line(f"{row} = np.empty({self.sizes[-1]}, np.{dtype})")
        self.body.append(f"{row}[{self.index[-1]}] = {text}")
        return row

    def _row(self, atom: Atom) -> str:
        """The row of an array that the innermost loop goes through, where it is stored
        as it stands; else nothing."""
        if not isinstance(atom, Value) or self.writer.roots.get(atom, atom) is not atom:
            return ""
        form = dict(self.results).get(atom)
        if form is None and atom not in self.local:
            found = self.writer.form(atom)
            form = found if isinstance(found, Array) else None
        shape = array_aval(atom).shape
        if not isinstance(form, Array) or len(without_units(shape)) != len(self.index):
            return ""
        *outer, last = self.at(shape)
        if last != self.index[-1] or form.read([last]) != f"{form.name}[{last}]":
            return ""
        return form.read(outer) if outer else form.name

    def _count(self, axes: range | set[int]) -> str:
        return "(" + " * ".join(self.sizes[axis] for axis in sorted(axes)) + ")"

    def _in_an_array(self, op: Op, one: Operand, aval: Aval, gone: set[int]) -> None:
        """Over other axes: added up in an array."""
        dtype = checked(aval.dtype)
        sizes = self._result_sizes(op)
        word = self.writer.name(op.result.hint or "t")
        start = _start(op, dtype, one)
        self.writer.line(
            f"{word} = np.full({tuple_of(sizes)}, {start}, np.{dtype_word(dtype)})"
        )
        made = Array(word, sizes, own=True)
        target = made.read(self._result_index(op))
        self.body.extend(_added(op, target, one, dtype))
        if op.primitive == "mean":
            count = self._count(gone)
            self.after[0].append(f"{word} /= {as_dtype(count, dtype)}")
        self.results.append((op.result, made))

    # ------------------------------------------------------------------- printing

    def write(self) -> None:
        """The loops, and what stands in them."""
        writer = self.writer
        depth = writer.depth
        for axis, size in enumerate(self.sizes):
            for text in self.before[axis]:
                writer.line(text)
            if not self.body and axis == len(self.sizes) - 1:
                # What is behind it goes through whole rows.
                break
            writer.line(f"for {self.index[axis]} in range({size}):")
            writer.depth += 1
        for text in self.body:
            writer.line(text)
        for axis in reversed(range(len(self.sizes))):
            writer.depth = depth + axis
            for text in self.after[axis]:
                writer.line(text)
        assert writer.depth == depth
        for value, form in self.results:
            writer.forms[value] = form


def vectorised(op: Op, made: Element, writer: Writer) -> Element:
    """An element by a function of the module's own, which LLVM computes several of at a
    time, in the place of one of the C library."""
    word, dtype = f"{op.primitive}_of", array_aval(op.result).dtype
    given = made.text.removeprefix("np.float32(") if dtype == "float32" else made.text
    name = f"np.{op.primitive}("
    if word not in HELPERS or not given.startswith(name):
        return made
    inner = given.removeprefix(name)
    writer.helper(word)
    if dtype == "float64":
        return Element(f"{word}({inner}", made.guards)
    inner = inner[: -len("))")]
    return Element(f"np.float32({word}(np.float64({inner})))", made.guards)


def _adds(op: Op) -> bool:
    return _SYMBOL.get(op.primitive) == "+"


def _start(op: Op, dtype: str, one: Operand) -> str:
    if op.primitive in ("any", "all"):
        return str(op.primitive == "all")
    if op.primitive in _FIRST:
        return as_dtype(str(_FIRST[op.primitive]), dtype)
    if dtype.startswith("float"):
        return as_dtype("-np.inf" if op.primitive == "max" else "np.inf", dtype)
    if dtype == "bool":
        return str(op.primitive == "min")
    limits = np.iinfo(dtype)
    most = limits.min if op.primitive == "max" else limits.max
    return f"np.{dtype}({most})"


def _added(op: Op, target: str, one: Operand, dtype: str) -> list[str]:
    """The statements that add an element to what is kept."""
    if op.primitive in ("any", "all"):
        word = "or" if op.primitive == "any" else "and"
        return [f"{target} = {target} {word} {cast(one, 'bool')}"]
    text = cast(one, dtype)
    if op.primitive in _SYMBOL:
        return [f"{target} {_SYMBOL[op.primitive]}= {text}"]
    symbol = ">" if op.primitive == "max" else "<"
    nan = f" or {text} != {text}" if dtype.startswith("float") else ""
    return [f"if {text} {symbol} {target}{nan}:", f"    {target} = {text}"]


def print_nest(writer: Writer, group: Group, stored: set[Value]) -> None:
    """The loop nest of a group."""
    nest = Nest(writer, stored)
    _resolve(nest, group)
    nest.measure(group)
    for op in group.ops:
        assert isinstance(op, Op)
        nest.enter(op)
    nest.write()


def _resolve(nest: Nest, group: Group) -> None:
    """Mark what is made in the nest itself, which has no sizes of its own yet."""
    for op in group.ops:
        assert isinstance(op, Op)
        if op.primitive not in REDUCTIONS:
            nest.local[op.result] = ""
    nest.roots = dict(nest.writer.roots)
