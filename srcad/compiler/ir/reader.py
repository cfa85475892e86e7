"""Reading the text of the core IR, as :mod:`srcad.compiler.ir.printer` shows it.

So a pass can be tried on a few lines. What only an object of Python says (a constant
array, a kernel, a foreign call, what is opaque, a function's own rule) is not in the
text, nor are places in the source; a function that calls itself cannot be read.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from srcad.compiler.ir.avals import (
    BOOL,
    COMPLEX,
    UNDEFINED,
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    SetAval,
    ShapeAval,
    UndefinedAval,
    parse_aval,
)
from srcad.compiler.ir.catches import CAUGHT, Catch
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.primitives import PRIMITIVES, result_avals
from srcad.compiler.ir.sizes import Sizes, unknown_size
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
)
from srcad.compiler.reading.sizes import Dim, named_size, size_product, size_sum


class UnreadableIR(ValueError):
    """A line that is not one of the printer's."""


def read(text: str) -> Function:
    """The last function of the text; the ones before it are those that are called."""
    reader = _Reader([line for line in text.splitlines() if line.strip()])
    function: Function | None = None
    while reader.lines:
        function = reader.function()
    if function is None:
        raise UnreadableIR("there is no function")
    return function


_HEAD = re.compile(r"def ([\w.]+)\((.*)\):")
_PHASE = re.compile(r"(.*?)(?:  # (\d+))?")
_CALL = re.compile(r"([\w.]+)\((.*)\)")
_OF_NUMPY = re.compile(r"np\.(\w+)\((.*)\)")


@dataclass(slots=True)
class _Reader:
    lines: list[str]
    functions: dict[str, Function] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)

    def function(self) -> Function:
        head = _HEAD.fullmatch(self.lines.pop(0))
        if head is None:
            raise UnreadableIR("a function begins with `def name(x: float64[n]):`")
        self.values = {}
        params = tuple(self._bind(part) for part in _split(head[2], ","))
        ops = self._ops("    ")
        results = self._atoms(self._word("    ", "return"))
        count = len(results)
        if self.lines and self.lines[0].startswith("    residuals "):
            results += self._atoms(self._word("    ", "residuals"))
        function = Function(
            head[1].partition(".")[0], Block(params, ops, results), count
        )
        self.functions[head[1]] = function
        return function

    def _word(self, pad: str, word: str) -> str:
        line = self.lines.pop(0)
        if not line.startswith(f"{pad}{word}"):
            raise UnreadableIR(f"`{word}` is expected in the place of {line.strip()!r}")
        return line[len(pad) + len(word) :].strip()

    def _bind(self, text: str) -> Value:
        name, _, aval = text.partition(":")
        value = Value(aval_of(aval.strip()), _hint(name.strip()))
        self.values[name.strip()] = value
        return value

    def _atoms(self, text: str) -> tuple[Atom, ...]:
        return tuple(self._atom(part) for part in _split(text, ","))

    def _atom(self, text: str) -> Atom:
        if text in self.values:
            return self.values[text]
        if numpys := _OF_NUMPY.fullmatch(text):
            number = self._atom(numpys[2])
            assert isinstance(number, Lit)
            return Lit(np.dtype(numpys[1]).type(number.value))
        try:
            if text.endswith(("j", "j)")):
                return Lit(complex(text))  # as a sum it would lose the sign of a zero
            return Lit(_LITERALS[text] if text in _LITERALS else ast.literal_eval(text))
        except (ValueError, SyntaxError):
            raise UnreadableIR(f"`{text}` is not bound") from None

    def _ops(self, pad: str) -> tuple[Operation, ...]:
        ops: list[Operation] = []
        ends = ("return", "yield", "residuals")
        while self.lines and self.lines[0].startswith(pad):
            line = self.lines[0][len(pad) :]
            if line.startswith(" ") or line.startswith(ends):
                break
            del self.lines[0]
            ops.append(self._op(line, pad))
        return tuple(ops)

    def _op(self, line: str, pad: str) -> Operation:
        match = _PHASE.fullmatch(line)
        assert match is not None
        text, phase = match[1], int(match[2] or 0)
        if text.startswith("exit if "):
            return Exit(self._atom(text.removeprefix("exit if ")), phase=phase)
        left, found, right = text.partition(" = ")
        if not found:
            raise UnreadableIR(f"{line.strip()!r} is no operation")
        if right.startswith("if "):
            return self._if(left, right, pad, phase)
        if right.startswith("try "):
            return self._attempt(left, right, pad, phase)
        if re.match(r"loop[ :]", right):
            return self._loop(left, right, pad, phase)
        call = _CALL.fullmatch(right)
        if call is None:
            raise UnreadableIR(f"{right!r} cannot be read")
        name, parts = call[1], _split(call[2], ",")
        given = [part for part in parts if not _is_attribute(part)]
        args = tuple(self._atom(part) for part in given)
        if name in self.functions:
            results = self._results(left)
            return Call(self.functions[name], args, results, phase=phase)
        if name not in PRIMITIVES:
            raise UnreadableIR(f"`{name}` is no primitive, and no function above")
        of_python = "of_python=True" in parts
        parts = [part for part in parts if part != "of_python=True"]
        pairs = (part.split("=", 1) for part in parts if _is_attribute(part))
        attributes = tuple((key, attribute_of(key, text)) for key, text in pairs)
        results = self._results(left)
        found = result_avals(name, args, dict(attributes), Sizes({}))
        if len(found) != len(results):
            raise UnreadableIR(f"`{name}` has another number of results")
        for result, aval in zip(results, found, strict=True):
            # It may know more than is printed.
            result.aval = aval if str(aval) == str(result.aval) else result.aval
        return Op(name, args, attributes, results, None, phase, of_python)

    def _results(self, text: str) -> tuple[Value, ...]:
        return tuple(self._bind(part) for part in _split(text, ";"))

    def _if(self, left: str, right: str, pad: str, phase: int) -> If:
        condition = self._atom(right.removeprefix("if ").removesuffix(":"))
        then, orelse = self._sides(pad)
        return If(condition, then, orelse, self._results(left), phase=phase)

    def _attempt(self, left: str, right: str, pad: str, phase: int) -> If:
        flag, _, waits = right.removeprefix("try ").removesuffix(":").partition(" for ")
        then, orelse = self._sides(pad)
        results = self._results(left)
        catches = []
        for part in _split(waits, ","):
            words, _, mark = part.partition(" as ")
            names = tuple(words.split(" | "))
            kinds = tuple(map(_exception, names))
            catches.append(Catch(kinds, names, (), ast.literal_eval(mark)))
        op = If(self._atom(flag), then, orelse, results, phase=phase)
        return replace(op, catches=tuple(catches))

    def _sides(self, pad: str) -> tuple[Block, Block]:
        sides = []
        for word in ("then:", "else:"):
            self._word(f"{pad}  ", word)
            ops = self._ops(f"{pad}    ")
            sides.append(Block((), ops, self._atoms(self._word(f"{pad}    ", "yield"))))
        return sides[0], sides[1]

    def _loop(self, left: str, right: str, pad: str, phase: int) -> Loop:
        bounds: tuple[Atom, ...] | None = None
        reverse = False
        index: list[str] = []
        carried: list[str] = []
        elements: list[str] = []
        starts: list[Atom] = []
        sequences: list[tuple[Atom, bool]] = []
        for head in _split(right.removeprefix("loop").removesuffix(":"), ";"):
            if match := re.fullmatch(r"(\S+) in (reversed )?range\((.*)\)", head):
                bounds, reverse = self._atoms(match[3]), bool(match[2])
                index.append(match[1])
            elif match := re.fullmatch(r"(\S+) from (.*)", head):
                starts.append(self._atom(match[2]))
                carried.append(match[1])
            elif match := re.fullmatch(r"(\S+) in (reversed )?(\S+)", head):
                sequences.append((self._atom(match[3]), bool(match[2])))
                elements.append(match[1])
            else:
                raise UnreadableIR(f"a loop has no {head!r}")
        results = self._results(left)
        avals: list[AnyAval] = [parse_aval("int") for _ in index]
        avals += [value.aval for value in results[: len(carried)]]
        avals += [_element(atom.aval) for atom, _ in sequences]
        names = [*index, *carried, *elements]
        pairs = zip(names, avals, strict=True)
        params = tuple(self._named(name, aval) for name, aval in pairs)
        ops = self._ops(f"{pad}    ")
        ends = self._atoms(self._word(f"{pad}    ", "yield"))
        stop: Atom | None = None
        if self.lines and self.lines[0].startswith(f"{pad}    stop if "):
            stop = self._atom(self._word(f"{pad}    ", "stop if"))
        body = Block(params, ops, ends)
        if bounds is not None:
            start, last, step = bounds
            limits: tuple[Atom, Atom, Atom] | None = (start, last, step)
        else:
            limits = None
        return Loop(
            *(limits, reverse, tuple(starts), tuple(sequences)),
            *(body, results, stop),
            phase=phase,
        )

    def _named(self, name: str, aval: AnyAval) -> Value:
        self.values[name] = Value(aval, _hint(name))
        return self.values[name]


_LITERALS = {
    "CAUGHT": CAUGHT,
    "inf": float("inf"),
    "-inf": float("-inf"),
    "nan": float("nan"),
    "UNDEFINED": UNDEFINED,
}


def _hint(name: str) -> str:
    """``t.3`` has no name of its own, ``x.1`` is another ``x``."""
    base, dot, _ = name.partition(".")
    return "" if base == "t" and dot else base


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no brackets or quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and text[place - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == mark and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def _is_attribute(text: str) -> bool:
    return re.match(r"[a-z_]+=", text) is not None


# Those that are no inputs.
_OF_PYTHON = {"bool": BOOL, "complex": COMPLEX}


def aval_of(text: str) -> AnyAval:
    """What ``float64[n, 3]``, ``list of int``, ``shape(n)`` and so on stand for."""
    if text.startswith("(") and text.endswith(")"):
        return aval_of(text[1:-1])
    if text.endswith(" or None"):
        return OptionalAval(aval_of(text.removesuffix(" or None")))
    if text.startswith("set of "):
        return SetAval(aval_of(text.removeprefix("set of ")))
    if text.startswith("list of "):
        return SequenceAval(aval_of(text.removeprefix("list of ")))
    if text == "undefined":
        return UndefinedAval()
    if match := re.fullmatch(r"shape\((.*)\)", text):
        return ShapeAval(tuple(map(_size, _split(match[1], ","))))
    if match := re.fullmatch(r"(\w+)\[(.*)\]", text):
        return Aval(match[1], tuple(map(_size, _split(match[2], ","))))
    if text in _OF_PYTHON:
        return _OF_PYTHON[text]
    try:
        return parse_aval(text)
    except ValueError as error:
        raise UnreadableIR(str(error)) from None


def _size(text: str) -> Dim:
    """``n``, ``3``, ``2 * n - 1``; each ``?`` is a size of its own."""
    if text.startswith("?"):
        return unknown_size("")
    found = _arithmetic(ast.parse(text, mode="eval").body, text)
    # What was computed is a name, too: `max(k, m)`, `(n * m)`.
    return named_size(text) if found is None else found


def _arithmetic(node: ast.expr, text: str) -> Dim | None:
    match node:
        case ast.Constant(int(value)):
            return value
        case ast.Name(name):
            return named_size(name)
        case ast.UnaryOp(ast.USub(), operand):
            return size_sum(0, _part(operand, text), -1)
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            factor = 1 if isinstance(op, ast.Add) else -1
            return size_sum(_part(left, text), _part(right, text), factor)
        case ast.BinOp(left, ast.Mult(), right):
            return size_product(_part(left, text), _part(right, text))
    return None


def _part(node: ast.expr, text: str) -> Dim:
    found = _arithmetic(node, text)
    return (
        named_size(ast.get_source_segment(text, node) or "") if found is None else found
    )


def attribute_of(key: str, text: str) -> Any:
    """The value of an attribute of a primitive."""
    readers: dict[str, Callable[[str], Any]] = {
        "index": index_of,
        "dtype": str,
        "length": lambda text: None if text == "None" else _size(text),
    }
    if key not in readers and text.isidentifier() and not keyword.iskeyword(text):
        return text
    try:
        return readers.get(key, ast.literal_eval)(text)
    except (ValueError, SyntaxError):
        raise UnreadableIR(f"the attribute {key}={text} cannot be read") from None


def index_of(text: str) -> Index:
    """``[0]``, ``[$0, 1:, None]``: ``$0`` is the first argument behind the array."""
    source = re.sub(r"\$(\d+)", r"_ref(\1)", f"x{text}")
    node = ast.parse(source, mode="eval").body
    assert isinstance(node, ast.Subscript)
    several = isinstance(node.slice, ast.Tuple)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return Index(tuple(map(_entry, parts)), several)


def _entry(node: ast.expr | None) -> Any:
    match node:
        case None:
            return None
        case ast.Call(args=[ast.Constant(int(place))]):
            return Ref(place)
        case ast.Slice(lower, upper, step):
            return slice(_entry(lower), _entry(upper), _entry(step))
    return ast.literal_eval(node)


def _exception(name: str) -> type[BaseException]:
    """A class of exceptions; one of the user's is known by its name alone."""
    if name == "np.linalg.LinAlgError":
        return np.linalg.LinAlgError
    found: type[BaseException] = getattr(builtins, name, Exception)
    return found


def _element(aval: AnyAval) -> AnyAval:
    """An element of what a loop runs over."""
    if isinstance(aval, SequenceAval):
        return aval.element
    if isinstance(aval, Aval):
        return Aval(aval.dtype, aval.shape[1:], tensor=aval.tensor)
    raise UnreadableIR(f"no loop runs over {aval}")
