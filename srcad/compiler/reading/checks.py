"""One function that asks all guards of a module, written in Python and compiled.

It gives the objects that the module is handed (its Parameters, captured arrays, live
objects), or None where a guard does not hold. Each object on the way is looked up once.
"""

from __future__ import annotations

import builtins
import collections
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import is_not, itemgetter
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from codegen.codes import compiled
from srcad.compiler.reading import protocol, user_rules
from srcad.compiler.reading.code_texts import code_of
from srcad.compiler.reading.families import Family, family_of, places_of
from srcad.compiler.reading.guards import (
    Guard,
    Question,
    answer_to,
    holds_fields,
    is_fixed,
    words_of_fields,
)
from srcad.compiler.reading.paths import (
    GONE,
    ROOT,
    SPACE,
    STEPS,
    Path,
    Resolver,
    from_json,
    keys_of,
)
from srcad.compiler.reading.structures import SAID

Check = Callable[[Any, Any], Any]
# What a text is compiled to, by the name of its file.
CodeFor = Callable[[str, str], CodeType]


def check_of(
    guards: Sequence[Guard], handed: Sequence[Path], code_for: CodeFor = compiled
) -> Check:
    """``check(function, arguments)``: the objects at ``handed``, or None.

    ``arguments`` are those that are known at compile time, by name.
    """
    writer = _Writer(code_for)
    for guard in guards:
        if guard.question.ask != "fits":
            writer.guard(guard)
    items = [writer.value(path) for path in handed]
    lines = [
        "def check(function, arguments):",
        "    try:",
        *(f"        {line}" for line in writer.lines),
        f"        return ({writer.listed(items)})",
        "    except GONE:",
        "        return None",
    ]
    space = dict(writer.space)
    exec(code_for("\n".join(lines), "<guards>"), space)
    found: Check = space["check"]
    return found


@dataclass(slots=True)
class _Writer:
    code_for: CodeFor
    lines: list[str] = field(default_factory=list)
    space: dict[str, Any] = field(default_factory=lambda: {**SPACE, "GONE": GONE})
    known: dict[Path, str] = field(default_factory=dict)
    # What has asked members of families, and has met what they hold.
    families: dict[Path, list[Family]] = field(default_factory=dict)
    met: dict[tuple[Path, Family], str] = field(default_factory=dict)
    takers: dict[tuple[int, ...], str] = field(default_factory=dict)
    numbers: Any = field(default_factory=itertools.count)

    def value(self, path: Path) -> str:
        """The name of the variable that holds what is at a path."""
        if path == ROOT:
            return "function"
        if path in self.known:
            return self.known[path]
        for member, family, k in places_of(path, self.families):
            if k:
                self.known[path] = f"{self.met[member, family]}[{k - 1}]"
                return self.known[path]
        base = "" if path.base is None else self.value(path.base)
        word = f"v{next(self.numbers)}"
        step = STEPS[path.step]
        if path.step == "closure":
            base, place = f"{base}.__closure__", self._cell(path)
            code = f"{base}[{place}].cell_contents" if place is not None else ""
        else:
            code = step.code.format(base, path.key)
        if not code:
            code = step.code.format(self.value(path.base or ROOT), path.key)
        self.lines.append(f"{word} = {code}")
        self.known[path] = word
        return word

    def _cell(self, path: Path) -> int | None:
        code = self.space.get(f"code {path.base}")
        return None if code is None else code.co_freevars.index(path.key)

    def constant(self, item: Any) -> str:
        """The name of an object in the function's globals."""
        word = f"k{next(self.numbers)}"
        self.space[word] = item
        return word

    def listed(self, words: Sequence[str], wrapped: str = "") -> str:
        """Some values, with a comma behind each, or what a function gives for them.
        Those that one member of a family holds are taken out together."""
        parts: list[str] = []
        for held, group in itertools.groupby(words, lambda one: one.partition("[")[0]):
            run = list(group)
            if len(run) < 3 or not all(one.endswith("]") for one in run):
                parts += [f"{wrapped}({one})" if wrapped else one for one in run]
                continue
            places = tuple(int(one[len(held) + 1 : -1]) for one in run)
            if places not in self.takers:
                self.takers[places] = self.constant(itemgetter(*places))
            taken = f"{self.takers[places]}({held})"
            parts.append(f"*map({wrapped}, {taken})" if wrapped else f"*{taken}")
        return "".join(f"{one}, " for one in parts)

    def refuse_if(self, test: str) -> None:
        self.lines.append(f"if {test}: return None")

    def guard(self, guard: Guard) -> None:
        """The lines that ask one guard."""
        write = _WRITTEN.get(guard.question.ask, _slowly)
        write(self, guard)


def _literal(writer: _Writer, guard: Guard) -> None:
    value, item = writer.value(guard.question.path), guard.item
    kind = type(item)
    if item is None or item is True or item is False or item is Ellipsis:
        writer.refuse_if(f"{value} is not {item!r}")
        return
    if kind not in (int, str, bytes, float):
        _slowly(writer, guard)
        return
    known = repr(item) if kind is not float else writer.constant(item)
    test = f"type({value}) is not {kind.__name__} or {value} != {known}"
    if kind is float and item != item:
        test = f"type({value}) is not float or {value} == {value}"
    elif kind is float and item == 0.0:
        sign = writer.constant(math.copysign)
        mark = math.copysign(1.0, item)
        test += f" or {sign}(1.0, {value}) != {mark}"
    writer.refuse_if(test)


def _type(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    kind = type(guard.item)
    word = kind.__name__
    if getattr(builtins, word, None) is not kind:
        word = writer.constant(kind)
    writer.refuse_if(f"type({value}) is not {word}")


def _named(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    writer.refuse_if(f"{value} is not {writer.constant(guard.item)}")


def _same(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    other = writer.value(from_json(guard.question.detail))
    verb = "is not" if guard.answer == "True" else "is"
    writer.refuse_if(f"{value} {verb} {other}")


def _sequence(writer: _Writer, guard: Guard) -> None:
    value, kind = writer.value(guard.question.path), type(guard.item)
    word = writer.constant(kind)
    measure = "len"
    for base in (list, tuple):
        # Never a method of the user's.
        if issubclass(kind, base) and kind is not base:
            measure = writer.constant(base.__len__)
    count = guard.answer.rpartition(" ")[2]
    writer.refuse_if(f"type({value}) is not {word} or {measure}({value}) != {count}")


def _mapping(writer: _Writer, guard: Guard) -> None:
    value, item = writer.value(guard.question.path), guard.item
    held = tuple(keys_of(item))
    kind, keys = writer.constant(type(item)), writer.constant(held)
    plain = all(type(key) in (str, int) for key in held)
    if not plain:
        _slowly(writer, guard)
        return
    ordered = isinstance(item, collections.OrderedDict)
    listed = f"{writer.constant(keys_of) if ordered else 'dict.keys'}({value})"
    test = f"type({value}) is not {kind} or tuple({listed}) != {keys}"
    if held:  # a member of an Enum may be equal to a text
        kinds = writer.constant(tuple(map(type, held)))
        test += f" or tuple(map(type, {listed})) != {kinds}"
    writer.refuse_if(test)
    if holds_fields(item):
        _fields(writer, guard, value)


def _fields(writer: _Writer, guard: Guard, value: str) -> None:
    """What a field says is looked at where it is not the very same, and whenever it may
    be another one nevertheless."""
    said = writer.constant(words_of_fields)
    held = words_of_fields(guard.item)
    others = f"{writer.constant(is_not)}, {said}({value}), {writer.constant(held)}"
    writer.refuse_if(f"len({said}({value})) != {len(held)} or any(map({others}))")
    if not all(map(is_fixed, held)):
        _slowly(writer, guard)


def _length(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    writer.refuse_if(f"len({value}) != {len(guard.item)}")


def _contains(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    word = "not in" if guard.answer == "True" else "in"
    writer.refuse_if(f"{guard.question.detail} {word} {value}")


def _lacks(writer: _Writer, guard: Guard) -> None:
    path, names = guard.question.path, guard.question.detail
    value = writer.value(path)
    space = value if path.step in ("globals", "namespace") else f"{value}.__dict__"
    word = f"v{next(writer.numbers)}"
    writer.lines.append(f"{word} = {space}")
    writer.refuse_if(" or ".join(f"{name!r} in {word}" for name in names))


def _built_in(writer: _Writer, guard: Guard) -> None:
    space, names = writer.value(guard.question.path), guard.question.detail
    word = f"v{next(writer.numbers)}"
    writer.lines.append(f"{word} = {space}.__dict__")
    own = [writer.constant(vars(builtins)[name]) for name in names]
    tests = zip(names, own, strict=True)
    writer.refuse_if(" or ".join(f"{word}[{n!r}] is not {k}" for n, k in tests))


def _code(writer: _Writer, guard: Guard) -> None:
    path = guard.question.path
    function = guard.item
    if not isinstance(function, FunctionType):
        _slowly(writer, guard)
        return
    code = writer.constant(function.__code__)
    writer.space[f"code {path}"] = function.__code__
    now, known = writer.constant(code_of), writer.constant(code_of(function))
    value, space = writer.value(path), writer.constant(function.__globals__)
    other = f"({value}.__code__ is not {code} or {value}.__globals__ is not {space})"
    writer.refuse_if(f"{other} and {now}({value}) != {known}")


def _classes(writer: _Writer, guard: Guard) -> None:
    value = writer.value(guard.question.path)
    writer.refuse_if(f"{value}.__mro__ != {writer.constant(guard.item.__mro__)}")


def _says(writer: _Writer, guard: Guard) -> None:
    """The methods are looked at where they are not the very same."""
    value, own = writer.value(guard.question.path), vars(guard.item)
    word = f"v{next(writer.numbers)}"
    writer.lines.append(f"{word} = {value}.__dict__")
    absent = writer.constant(SAID.difference(own))
    tests = [f"not {absent}.isdisjoint({word})"]
    for name in sorted(SAID.intersection(own)):
        tests.append(f"{word}[{name!r}] is not {writer.constant(own[name])}")
    answer, known = writer.constant(answer_of(guard.question)), guard.answer
    now = f"{answer}(function, arguments)"
    writer.refuse_if(f"({' or '.join(tests)}) and {now} != {known!r}")


def _content(writer: _Writer, guard: Guard) -> None:
    item = guard.item
    if type(item) is not np.ndarray or item.dtype.hasobject:
        _slowly(writer, guard)
        return
    value = writer.value(guard.question.path)
    array, dtype = writer.constant(np.ndarray), writer.constant(item.dtype)
    writer.refuse_if(
        f"type({value}) is not {array} or {value}.dtype != {dtype} "
        f"or {value}.shape != {item.shape!r} or {value}.tobytes() != {item.tobytes()!r}"
    )


def _array(writer: _Writer, guard: Guard) -> None:
    value, item = writer.value(guard.question.path), guard.item
    array, read = item, value
    test = f"type({value}) is not {writer.constant(type(item))}"
    if hasattr(item, "asnumpy"):
        array, read = item.asnumpy(), f"{value}.asnumpy()"
    dtype = writer.constant(array.dtype)
    word = f"v{next(writer.numbers)}"
    writer.refuse_if(test)
    writer.lines.append(f"{word} = {read}")
    writer.refuse_if(f"{word}.dtype != {dtype} or {word}.ndim != {array.ndim}")


def _parameter(writer: _Writer, guard: Guard) -> None:
    value, item = writer.value(guard.question.path), guard.item
    array = item.asnumpy()
    word = f"v{next(writer.numbers)}"
    writer.refuse_if(f"type({value}) is not {writer.constant(type(item))}")
    writer.lines.append(f"{word} = {value}._array")
    tests = [
        f"{word}.dtype != {writer.constant(array.dtype)}",
        f"{word}.shape != {tuple(array.shape)!r}",
        f"{'not ' if item.requires_grad else ''}{value}.requires_grad",
        f"len({value}._hooks) != {len(protocol.tensor_hooks(item))}",
    ]
    writer.refuse_if(" or ".join(tests))


def _identities(writer: _Writer, guard: Guard) -> None:
    """Those that were one object still are, and the others are not."""
    paths = guard.question.detail
    words = [writer.value(from_json(path)) for path in paths]
    groups = guard.answer.split()
    tests = []
    firsts = []
    for place, group in enumerate(groups):
        if int(group) == place:
            firsts.append(words[place])
        else:
            tests.append(f"{words[place]} is not {words[int(group)]}")
    if len(firsts) > 1:
        ids = writer.listed(firsts, "id")
        tests.append(f"len({{{ids}}}) != {len(firsts)}")
    writer.refuse_if(" or ".join(tests))


def _alike(writer: _Writer, guard: Guard) -> None:
    """One function asks each of them, and gives what it has met on the way."""
    family, members = family_of(guard)
    inner = family.paths_from(ROOT)
    asked = list(family.guards(inner, guard.item))
    check = check_of(asked, inner[1:], writer.code_for)
    ask = writer.constant(check)
    for path in members:
        value, word = writer.value(path), f"v{next(writer.numbers)}"
        writer.lines.append(f"{word} = {ask}({value}, arguments)")
        writer.refuse_if(f"{word} is None")
        writer.families.setdefault(path, []).append(family)
        writer.met[path, family] = word


def _hooks(writer: _Writer, guard: Guard) -> None:
    if guard.answer != "none":
        _slowly(writer, guard)
        return
    value = f"{writer.value(guard.question.path)}.__dict__"
    word = f"v{next(writer.numbers)}"
    writer.lines.append(f"{word} = {value}")
    kinds = ("forward_pre", "forward", "backward_pre", "backward")
    writer.refuse_if(" or ".join(f"{word}['_{kind}_hooks']" for kind in kinds))


def _rules(writer: _Writer, guard: Guard) -> None:
    """The table of rules is looked at where it has changed at all."""
    now = writer.constant(user_rules.REVISION)
    answer = writer.constant(answer_of(guard.question))
    known = writer.constant(guard.answer)
    writer.refuse_if(
        f"{now}[0] != {user_rules.REVISION[0]} and "
        f"{answer}(function, arguments) != {known}"
    )


def _slowly(writer: _Writer, guard: Guard) -> None:
    """Ask in the words of the store."""
    answer = writer.constant(answer_of(guard.question))
    known = writer.constant(guard.answer)
    writer.refuse_if(f"{answer}(function, arguments) != {known}")


def answer_of(question: Question) -> Callable[[Any, Any], str]:
    """A function that gives the answer to a question by now."""

    def answer(function: Any, arguments: Any) -> str:
        return answer_to(question, Resolver(function, arguments))

    return answer


_WRITTEN: dict[str, Callable[[_Writer, Guard], None]] = {
    "literal": _literal,
    "type": _type,
    "named": _named,
    "identity": _named,
    "same": _same,
    "sequence": _sequence,
    "mapping": _mapping,
    "length": _length,
    "contains": _contains,
    "lacks": _lacks,
    "built in": _built_in,
    "code": _code,
    "classes": _classes,
    "says": _says,
    "array": _array,
    "content": _content,
    "parameter": _parameter,
    "identities": _identities,
    "rules": _rules,
    "hooks": _hooks,
    "alike": _alike,
}
