"""Guards in words: what a module holds on to, and what is no longer as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from srcad.compiler.reading.guards import Guard, Question, answer_to
from srcad.compiler.reading.paths import (
    GONE,
    ROOT,
    Path,
    Resolver,
    from_json,
    shown,
)


def where_is(path: Path) -> str:
    """A path in words: ``self.alpha``."""
    return "what is compiled" if path == ROOT else shown(path)


def described(question: Question, answer: str) -> str:
    """What a guard holds on to: ``self.alpha is 0.1``."""
    where = where_is(question.path)
    if question.ask in _HELD:
        return _HELD[question.ask](where, question, answer)
    what = _ASPECTS.get(question.ask)
    subject = where if what is None else f"the {what} of {where}"
    return f"{subject} is {_plain(answer)}"


def changed(guard: Guard, resolve: Resolver) -> str | None:
    """What is no longer as the guard says, in words: ``self.alpha was 0.1, is 0.5``."""
    question = guard.question
    now = answer_to(question, resolve)
    if now == guard.answer:
        return None
    if now == "gone":
        return f"{where_is(_gone(question, resolve))} is gone"
    return _CHANGED.get(question.ask, _was_and_is)(question, guard.answer, now)


def here_alone(guard: Guard) -> str:
    """Why a guard holds in its process alone."""
    where, what = where_is(guard.question.path), _plain(guard.answer)
    match guard.question.ask:
        case "type":
            return f"{where} is of the class {what}, which has no name in a module"
        case "named":
            return f"{where} is {what}, which has no name in a module"
        case "classes":
            return f"{where} derives from a class that has no name in a module"
    return f"{where} holds what only its identity tells from others"


def _was_and_is(question: Question, before: str, now: str) -> str:
    what = _ASPECTS.get(question.ask)
    where = where_is(question.path)
    subject = where if what is None else f"the {what} of {where}"
    was, has = _plain(before), _plain(now)
    if was == has or question.ask in _DIGESTS:
        return f"{subject} is another one"
    return f"{subject} was {was}, is {has}"


_ASPECTS = {
    "type": "class",
    "length": "length",
    "code": "source",
    "classes": "order of the classes",
    "content": "content",
    "names": "names",
    "members": "members",
    "rule": "rule",
    "rules": "rules of its libraries",
    "hooks": "hooks",
}
_DIGESTS = ("code", "content", "rule", "rules", "environment", "names", "members")
_BUILTIN = ("int", "float", "bool", "str", "bytes", "complex", "NoneType")


def _plain(answer: str) -> str:
    """A literal's answer as Python writes it; any other as it is."""
    if answer.startswith("@"):
        return answer[1:].rpartition(" ")[0].replace("builtins:", "")
    kind, _, text = answer.partition(" ")
    if kind in _BUILTIN:
        return text
    if kind.startswith("numpy.") and text:
        return _scalar(kind, text)
    return answer.replace("builtins:", "")


def _scalar(kind: str, digits: str) -> str:
    """A number of NumPy by its bytes."""
    try:
        dtype = np.dtype(kind.removeprefix("numpy."))
        (number,) = np.frombuffer(bytes.fromhex(digits), dtype).tolist()
    except (TypeError, ValueError):
        return f"{kind} {digits}"
    return f"{kind}({number!r})"


def _paths_in(question: Question) -> Iterator[Path]:
    """All paths that a question looks at."""
    yield question.path
    match question.ask:
        case "same":
            yield from_json(question.detail)
        case "identities" | "overlaps":
            yield from map(from_json, question.detail)
        case "fits":
            places = (place for place, _ in question.detail)
            yield from (from_json(one) for one in places if not isinstance(one, str))


def _gone(question: Question, resolve: Resolver) -> Path:
    """The first place at which there is nothing, on the ways of a question."""
    for path in _paths_in(question):
        steps = [path]
        while steps[-1].base is not None:
            steps.append(steps[-1].base)
        for step in reversed(steps):
            try:
                resolve(step)
            except GONE:
                return step
    return question.path


# ------------------------------------------------------------------ kinds of questions


def _now_there(question: Question, before: str, now: str) -> str:
    if not now:
        return f"{where_is(question.path)} has {before} no longer"
    return f"{where_is(question.path)} has {now}, which was not there"


def _not_built_in(question: Question, before: str, now: str) -> str:
    return f"{now or before} of Python {'is another one' if now else 'is back'}"


def _other_object(question: Question, before: str, now: str) -> str:
    other = where_is(from_json(question.detail))
    verb = "is no longer" if before == "True" else "is now"
    return f"{where_is(question.path)} {verb} {other}"


def _other_keys(question: Question, before: str, now: str) -> str:
    where, was, has = where_is(question.path), _keys(before), _keys(now)
    if " that are " in has:
        return f"the fields of a dataclass, {where}, are others"
    if was == has:
        return _was_and_is(question, before.partition(" ")[0], now.partition(" ")[0])
    return f"the keys of {where} were {was}, are {has}"


def _keys(answer: str) -> str:
    return answer.partition(" of ")[2] or "none"


def _now_in(question: Question, before: str, now: str) -> str:
    verb = "is now" if now == "True" else "is no longer"
    return f"{question.detail} {verb} in {where_is(question.path)}"


def _now_set(question: Question, before: str, now: str) -> str:
    return f"{where_is(question.path)}.{question.detail[1]} is set by now"


def _now_importable(question: Question, before: str, now: str) -> str:
    return f"{question.detail} can be imported by now"


def _other_identities(question: Question, before: str, now: str) -> str:
    """The first that is, or is not any more, one that came before it."""
    firsts = list(zip(before.split(), now.split(), strict=True))
    place = next(k for k, (was, has) in enumerate(firsts) if was != has)
    was, has = map(int, firsts[place])
    verb = "are now" if has < place else "are no longer"
    other = has if has < place else was
    one, two = (where_is(from_json(question.detail[k])) for k in (other, place))
    return f"{one} and {two} {verb} one object"


def _other_overlaps(question: Question, before: str, now: str) -> str:
    pair = min(set(before.split()) ^ set(now.split()))
    one, two = (where_is(from_json(question.detail[int(k)])) for k in pair.split("-"))
    verb = "may now" if pair in now.split() else "no longer"
    return f"{one} and {two} {verb} share their storage"


def _other_methods(question: Question, before: str, now: str) -> str:
    changed = {*before.split(", ")} ^ {*now.split(", ")} - {""}
    names = sorted({name.removesuffix("()") for name in changed})
    return f"{', '.join(names)} of {where_is(question.path)} changed"


def _other_sizes(question: Question, before: str, now: str) -> str:
    return now


_CHANGED: dict[str, Callable[[Question, str, str], str]] = {
    "lacks": _now_there,
    "built in": _not_built_in,
    "same": _other_object,
    "mapping": _other_keys,
    "contains": _now_in,
    "identities": _other_identities,
    "overlaps": _other_overlaps,
    "fits": _other_sizes,
    "says": _other_methods,
    "unset": _now_set,
    "importable": _now_importable,
}


def _listed(question: Question) -> str:
    return ", ".join(where_is(from_json(one)) for one in question.detail)


def _which(where: str, question: Question, answer: str) -> str:
    return f"which of {_listed(question)} are one object"


def _storages(where: str, question: Question, answer: str) -> str:
    return f"which of {_listed(question)} share their storage"


def _sizes(where: str, question: Question, answer: str) -> str:
    texts = []
    for place, words in question.detail:
        name = place if isinstance(place, str) else where_is(from_json(place))
        texts.append(f"{name} [{', '.join(words)}]")
    return f"the sizes of {', '.join(texts)}" if texts else "no sizes"


def _same(where: str, question: Question, answer: str) -> str:
    verb = "is" if answer == "True" else "is not"
    return f"{where} {verb} {where_is(from_json(question.detail))}"


def _is_one(where: str, question: Question, answer: str) -> str:
    verb = "is" if answer == "True" else "is not"
    kind = where_is(from_json(question.detail))
    return (
        f"{where} {verb} {'a' if question.ask == 'instance' else 'derived from'} {kind}"
    )


def _contained(where: str, question: Question, answer: str) -> str:
    return f"{question.detail} is {'' if answer == 'True' else 'not '}in {where}"


def _hooked(where: str, question: Question, answer: str) -> str:
    if answer == "none":
        return f"{where} has no hooks"
    return f"{where} has as many hooks of each kind as it had"


def _absent(where: str, question: Question, answer: str) -> str:
    return f"{where} has no {', '.join(question.detail)}"


_HELD: dict[str, Callable[[str, Question, str], str]] = {
    "code": lambda where, question, answer: f"the source of {where}",
    "content": lambda where, question, answer: f"the content of {where}",
    "members": lambda where, question, answer: f"what the class {where} defines",
    "says": lambda where, question, answer: f"the special methods of {where}",
    "names": lambda where, question, answer: f"the names of `dir({where})`",
    "instance": _is_one,
    "subclass": _is_one,
    "environment": lambda where, question, answer: "all variables of the environment",
    "hooks": _hooked,
    "rules": lambda *_: "the rules that functions of libraries are given",
    "lacks": _absent,
    "built in": lambda _, question, __: f"Python's own {', '.join(question.detail)}",
    "unset": lambda where, question, _: f"{where} has no {question.detail[1]}",
    "importable": lambda _, question, __: f"no module is found as {question.detail}",
    "same": _same,
    "mapping": lambda where, _, answer: f"the keys of {where} are {_keys(answer)}",
    "contains": _contained,
    "identities": _which,
    "overlaps": _storages,
    "fits": _sizes,
}
