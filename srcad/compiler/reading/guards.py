"""Guards: questions about what is at a path, with the answers that a module is for.

A question is asked in words that a new process understands, so that a digest of the
answers finds a module in the store. What has no such words (a class made inside of a
function, the identity of an object) makes a guard that holds in its process alone.
"""

from __future__ import annotations

import ast
import collections
import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import Field, dataclass, field, replace
from types import FunctionType, GenericAlias, MappingProxyType, UnionType
from typing import Any

import numpy as np

from codegen.digest import text_digest
from srcad.compiler.reading import protocol
from srcad.compiler.reading.code_texts import code_of, text_of
from srcad.compiler.reading.literals import (
    class_name,
    content_digest,
    is_named,
    literal_text,
)
from srcad.compiler.reading.origins import is_built_in, is_library_class
from srcad.compiler.reading.paths import (
    GONE,
    STEPS,
    Path,
    Resolver,
    as_json,
    from_json,
    key_of_text,
    keys_of,
    shown,
)
from srcad.compiler.reading.sizes import Fitting
from srcad.compiler.reading.structures import SAID
from srcad.compiler.reading.user_rules import rule_of, rules
from srcad.compiler.reading.world import users_function_of


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked (of the kinds in ``ASKED``) of the object at ``path``; ``detail``
    is a part of the question: the names that are to be absent, another path."""

    path: Path
    ask: str
    detail: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A question, its answer, and the object that gave it.

    An answer that begins with ``@`` names an object of this process alone.
    """

    question: Question
    answer: str
    item: Any = field(repr=False)

    @property
    def is_portable(self) -> bool:
        """Whether another process can give the same answer."""
        return not self.answer.startswith("@")


def answer_to(question: Question, resolve: Resolver) -> str:
    """The answer by now; "gone" where there is nothing at the path."""
    try:
        item = resolve(question.path)
        return ASKED[question.ask](item, question.detail, resolve)
    except GONE:
        return "gone"


# ------------------------------------------------------------------------- questions


def _literal(item: Any, detail: Any, resolve: Resolver) -> str:
    text = literal_text(item)
    return f"a {class_name(type(item))}" if text is None else text


def _type(item: Any, detail: Any, resolve: Resolver) -> str:
    return _name(type(item))


def _name(item: Any) -> str:
    """The name of a class or a function, where a new process has it too."""
    return class_name(item) if is_named(item) else f"@{class_name(item)} {id(item)}"


def _named(item: Any, detail: Any, resolve: Resolver) -> str:
    if isinstance(item, type(np)):
        return f"module {item.__name__}"
    return _name(item)


def _same(item: Any, detail: Any, resolve: Resolver) -> str:
    return str(item is resolve(from_json(detail)))


def _instance(item: Any, detail: Any, resolve: Resolver) -> str:
    return str(isinstance(item, resolve(from_json(detail))))


def _subclass(item: Any, detail: Any, resolve: Resolver) -> str:
    return str(issubclass(item, resolve(from_json(detail))))


def _members(item: Any, detail: Any, resolve: Resolver) -> str:
    """What a class holds itself, and what it has from others of the user's."""
    texts = []
    for base in type.mro(item):
        if not is_library_class(base):
            own = vars(base)
            texts += [
                f"{name} {_member(own[name])}" for name in own if name not in _OWN
            ]
    return f"members {text_digest(chr(10).join(texts))}"


def _says(item: Any, detail: Any, resolve: Resolver) -> str:
    """Which special methods a class has itself, and which of them are of the user's."""
    own = vars(item)
    return ", ".join(
        name if users_function_of(own[name]) is None else f"{name}()"
        for name in sorted(SAID.intersection(own))
    )


# What Python notes of a class, and what it makes anew where it is asked.
_OWN = ("__dict__", "__weakref__", "__doc__", "__firstlineno__", "__abstractmethods__")


def _member(item: Any) -> str:
    if isinstance(item, Field):
        return ", ".join(map(_of_field, (getattr(item, word) for word in _OF_FIELDS)))
    if holds_fields(item):
        return ", ".join(f"{name} ({_member(one)})" for name, one in item.items())
    found = literal_text(item) or text_of(getattr(item, "__func__", item))
    return found or content_digest(item) or class_name(type(item))


def holds_fields(item: Any) -> bool:
    """Whether these are the fields of a dataclass, by their names."""
    return type(item) is dict and any(isinstance(one, Field) for one in item.values())


# What a field of a dataclass says.
_OF_FIELDS = [word for word in Field.__slots__ if word != "name"]


def words_of_fields(fields: Any) -> list[Any]:
    """All that the fields of a dataclass say, one after the other."""
    held = dict.values(fields)
    return [getattr(one, word) for one in held for word in _OF_FIELDS]


def is_fixed(word: Any) -> bool:
    """Whether what a field says stays what it is as long as it is the same object."""
    known = isinstance(word, _FIXED) or type(word).__module__ in (
        "dataclasses",
        "typing",
    )
    return known or word is _NO_METADATA or literal_text(word) is not None


_FIXED = (type, FunctionType, GenericAlias, UnionType)
_NO_METADATA = field().metadata


def _of_field(item: Any) -> str:
    if isinstance(item, type | FunctionType):
        return f"{class_name(item)} {text_of(item)}"
    if type(item) is MappingProxyType:
        item = dict(item)
    if type(item).__module__ in ("typing", "types"):
        return repr(item)
    return literal_text(item) or content_digest(item) or class_name(type(item))


def _names(item: Any, detail: Any, resolve: Resolver) -> str:
    return f"names {text_digest(' '.join(dir(item)))}"


def _identity(item: Any, detail: Any, resolve: Resolver) -> str:
    return f"@{class_name(type(item))} {id(item)}"


def _sequence(item: Any, detail: Any, resolve: Resolver) -> str:
    kind = class_name(type(item))
    bases: tuple[Any, ...] = (list, tuple, set, frozenset, collections.deque)
    for base in bases:
        # Never a method of the user's.
        if isinstance(item, base):
            return f"{kind} of {base.__len__(item)}"
    raise TypeError(kind)


def _mapping(item: Any, detail: Any, resolve: Resolver) -> str:
    keys = [literal_text(key) or "?" for key in keys_of(item)]
    fields = f" that are {_member(item)}" if holds_fields(item) else ""
    return f"{class_name(type(item))} of {', '.join(keys)}{fields}"


def _lacks(item: Any, detail: Any, resolve: Resolver) -> str:
    space = item if type(item) is dict else item.__dict__
    return ", ".join(name for name in detail if name in space)


def _built_in(item: Any, detail: Any, resolve: Resolver) -> str:
    """Which of Python's own names stand for something else."""
    own = vars(item)
    return ", ".join(name for name in detail if not is_built_in(name, own.get(name)))


def _unset(item: Any, detail: Any, resolve: Resolver) -> str:
    """Whether a slot of an object has nothing in it."""
    try:
        STEPS["slot"].take(item, detail)
    except AttributeError:
        return "True"
    return "False"


def _importable(item: Any, detail: Any, resolve: Resolver) -> str:
    """Whether a module could be imported by a name."""
    if detail in sys.modules:
        return str(sys.modules[detail] is not None)
    try:
        return str(importlib.util.find_spec(detail) is not None)
    except ImportError:
        return "False"


def _length(item: Any, detail: Any, resolve: Resolver) -> str:
    if type(item) not in (list, tuple, dict):
        raise TypeError(class_name(type(item)))
    return str(len(item))


def _contains(item: Any, detail: Any, resolve: Resolver) -> str:
    if type(item) is not dict:
        raise TypeError(class_name(type(item)))
    return str(ast.literal_eval(detail) in item)


def _code(item: Any, detail: Any, resolve: Resolver) -> str:
    return code_of(item)


def _classes(item: Any, detail: Any, resolve: Resolver) -> str:
    kinds = type.mro(item) if not hasattr(item, "__mro__") else item.__mro__
    sign = "" if all(map(is_named, kinds)) else "@"
    return sign + ", ".join(map(_name, kinds))


def _content(item: Any, detail: Any, resolve: Resolver) -> str:
    digest = content_digest(item)
    return f"@object {id(item)}" if digest is None else f"content {digest}"


def _array(item: Any, detail: Any, resolve: Resolver) -> str:
    """Class, dtype and rank; see ``_fits`` for the sizes."""
    array = _as_array(item)
    return f"{class_name(type(item))} {array.dtype} of rank {array.ndim}"


def _parameter(item: Any, detail: Any, resolve: Resolver) -> str:
    array = item.asnumpy()
    shape = ", ".join(map(str, array.shape))
    flag = "trainable" if item.requires_grad else "fixed"
    hooks = f", {n} hooks" if (n := len(protocol.tensor_hooks(item))) else ""
    return f"{class_name(type(item))} {array.dtype} [{shape}] {flag}{hooks}"


def _hooks(item: Any, detail: Any, resolve: Resolver) -> str:
    """How many hooks of each kind a Cell has, and which take keyword arguments."""
    found = protocol.hooks(item)
    if found is None:
        return "none"
    named = [[flag for _, flag in kind] for kind in (found.forward_pre, found.forward)]
    return f"{named}, {len(found.backward_pre)}, {len(found.backward)}"


def _rule(item: Any, detail: Any, resolve: Resolver) -> str:
    rule = rule_of(item)
    if rule is None:
        return "none"
    parts = [part for part in (rule.bprop, rule.like) if part is not None]
    return ", ".join(f"{class_name(part)} {text_of(part)}" for part in parts)


def _rules(item: Any, detail: Any, resolve: Resolver) -> str:
    """The rules of functions of libraries: of those that are called, by name."""
    known = [
        f"{class_name(one.function)} {text_of(one.bprop)} {text_of(one.like)}"
        for one in rules()
        if class_name(one.function) in detail
    ]
    return ", ".join(sorted(known))


def _identities(item: Any, detail: Any, resolve: Resolver) -> str:
    """Which of several paths lead to one object."""
    firsts: dict[int, int] = {}
    # A list: what is gone may raise StopIteration, which a generator must not.
    items = [id(resolve(from_json(path))) for path in detail]
    return " ".join(str(firsts.setdefault(one, k)) for k, one in enumerate(items))


def _overlaps(item: Any, detail: Any, resolve: Resolver) -> str:
    """Which of several arrays may share their storage."""
    arrays = [resolve(from_json(path)) for path in detail]
    arrays = [a.asnumpy() if hasattr(a, "asnumpy") else a for a in arrays]
    pairs = [
        f"{j}-{k}"
        for k, one in enumerate(arrays)
        for j, other in enumerate(arrays[:k])
        if np.may_share_memory(one, other)
    ]
    return " ".join(pairs)


def _fits(item: Any, detail: Any, resolve: Resolver) -> str:
    """Whether sizes are those that a module is for: ``detail`` says of each input, by
    its name, and of each captured array, by its path, what they are in its words.

    "True", or which sizes do not fit.
    """
    fitting = Fitting()
    sums: list[tuple[Any, list[Any], Any]] = []
    for place, words in detail:
        if isinstance(place, str):
            have = [resolve.sizes.get(f"{place}{k}") for k in range(len(words))]
        else:
            have = _sizes(resolve(from_json(place)))
        if len(have) != len(words) or not fitting.fits(words, have):
            return _misfit(place, have, words)
        sums.extend([(place, have, words)] * (len(fitting.sums) - len(sums)))
    for one, total in zip(sums, fitting.sums, strict=True):
        if not replace(fitting, sums=[total]).sums_fit():
            return _misfit(*one)
    return "True"


def _sizes(item: Any) -> list[Any]:
    array = _as_array(item)
    if not isinstance(array, np.ndarray | np.generic):
        # No method of the user's is called.
        raise TypeError(class_name(type(item)))
    return list(array.shape)


def _misfit(place: Any, have: list[Any], words: Any) -> str:
    where = place if isinstance(place, str) else shown(from_json(place))
    sizes = ", ".join(map(str, have))
    return f"the sizes of {where} are [{sizes}], not [{', '.join(words)}]"


def _as_array(item: Any) -> Any:
    return item.asnumpy() if hasattr(item, "asnumpy") else item


def _alike(item: Any, detail: Any, resolve: Resolver) -> str:
    """What several objects answer to the same questions about what they hold; where
    one does not answer as the first does, which one (see ``families``)."""
    others, steps, rows = detail
    answers = _answers(item, steps, rows, resolve)
    for path in map(from_json, others):
        if _answers(resolve(path), steps, rows, resolve) != answers:
            return f"{shown(path)} is another one"
    sign = "@" if any(one.startswith("@") for one in answers) else ""
    return sign + json.dumps(answers)


def _answers(item: Any, steps: Any, rows: Any, resolve: Resolver) -> list[str]:
    items = found_from(item, steps)
    return [
        str(items[place] is items[other])
        if ask == "same"
        else ASKED[ask](items[place], other, resolve)
        for place, ask, other in rows
    ]


def found_from(item: Any, steps: Any) -> list[Any]:
    """What is at places, to which steps lead from earlier ones, from ``item`` on."""
    items = [item]
    for before, step, key in steps:
        items.append(STEPS[step].take(items[before], key_of_text(key)))
    return items


def item_of(question: Question, resolve: Resolver) -> Any:
    """What a question is asked of; None where there is nothing."""
    try:
        item = resolve(question.path)
        return found_from(item, question.detail[1]) if question.ask == "alike" else item
    except GONE:
        return None


def _environment(item: Any, detail: Any, resolve: Resolver) -> str:
    return str(content_digest(dict(item)))


ASKED: dict[str, Callable[[Any, Any, Resolver], str]] = {
    "literal": _literal,
    "type": _type,
    "named": _named,
    "same": _same,
    "instance": _instance,
    "subclass": _subclass,
    "members": _members,
    "says": _says,
    "names": _names,
    "identity": _identity,
    "sequence": _sequence,
    "mapping": _mapping,
    "lacks": _lacks,
    "built in": _built_in,
    "unset": _unset,
    "importable": _importable,
    "length": _length,
    "contains": _contains,
    "code": _code,
    "classes": _classes,
    "content": _content,
    "array": _array,
    "parameter": _parameter,
    "hooks": _hooks,
    "rule": _rule,
    "rules": _rules,
    "identities": _identities,
    "overlaps": _overlaps,
    "fits": _fits,
    "alike": _alike,
    "environment": _environment,
}


# ------------------------------------------------------------------------------ JSON


def question_as_json(question: Question) -> list[Any]:
    """A question as a new process can ask it."""
    return [as_json(question.path), question.ask, question.detail]


def question_from_json(parts: list[Any]) -> Question:
    """The question that ``question_as_json`` described; ValueError for none."""
    path, ask, detail = parts
    if ask not in ASKED:
        raise ValueError(f"{ask!r} is no question")
    return Question(from_json(path), ask, _frozen(detail))


def guard_as_json(guard: Guard) -> list[Any]:
    """A guard as a manifest keeps it: the text of its path first."""
    question = guard.question
    text = shown(question.path)
    return [text, question.ask, guard.answer, question_as_json(question)]


def guard_from_json(parts: list[Any]) -> Guard:
    """The guard that ``guard_as_json`` described; ValueError for none."""
    _, _, answer, question = parts
    return Guard(question_from_json(question), answer, None)


def _frozen(detail: Any) -> Any:
    if isinstance(detail, list):
        return tuple(map(_frozen, detail))
    return detail


def path_detail(path: Path) -> tuple[tuple[str, ...], ...]:
    """A path as a detail of a question."""
    return path.steps()
