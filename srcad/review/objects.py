"""What changed in the objects that were read, from the answers that a record has."""

from collections.abc import Mapping

# What is asked of several objects, which are others where others are read.
_TOGETHER = ("identities", "overlaps", "same")
_NOT_FIRST = (*_TOGETHER, "classes", "named")
_BUILTIN = ("int", "float", "bool", "str", "bytes", "complex", "NoneType")


def changed_facts(
    before: Mapping[str, str], after: Mapping[str, str], edited: bool = False
) -> list[tuple[str, str]]:
    """The object that a fact is about, and what it was and is, in words. What is about
    an object within one that is another one now is left out, and where statements were
    ``edited`` what only they ask."""
    keys = list(dict.fromkeys([*before, *after]))
    apart = [key for key in keys if before.get(key) != after.get(key)]
    both = [key for key in apart if key in before and key in after]
    if edited:
        # The text of a rule is read: the edits of it are said.
        rules = [key for key in both if key.endswith(" rule")]
        told = {key for key in rules if _names(before[key]) == _names(after[key])}
        apart, both = ([k for k in keys if k not in told] for keys in (apart, both))
    alone = [key for key in apart if key.rsplit(" ", 1)[1] not in _TOGETHER]
    new = [key for key in alone if key not in before]
    gone = [key for key in alone if key not in after]
    chosen = _outermost([key for key in both if key in alone])
    if not edited:
        shared = [key for key in apart if key.endswith(" same")]
        chosen = chosen or shared or _outermost(new) or _outermost(gone)
        chosen = chosen or _outermost(both)
    found = []
    for key in chosen:
        where, ask = key.rsplit(" ", 1)
        found.append((where, _words(where, ask, before.get(key), after.get(key))))
    return list(dict.fromkeys(found))


def _names(answer: str) -> list[str]:
    """An answer without its digests."""
    return [word for word in answer.split(" ") if not word.startswith("sha256:")]


def _outermost(keys: list[str]) -> list[str]:
    ordered = sorted(keys, key=lambda key: key.rsplit(" ", 1)[1] in _NOT_FIRST)
    kept: list[str] = []
    for key in sorted(ordered, key=lambda key: key.count(".")):
        where = key.rsplit(" ", 1)[0]
        if not any(_within(where, one.rsplit(" ", 1)[0]) for one in kept):
            kept.append(key)
    return kept


def _within(where: str, other: str) -> bool:
    return where == other or where.startswith((f"{other}.", f"{other}["))


def _words(where: str, ask: str, was: str | None, has: str | None) -> str:
    if ask == "hooks":
        return f"hooks of {where} were {'added' if was is None else 'changed'}"
    if ask == "same":
        return f"{where} is {has or 'another one'}" + (f", was {was}" if was else "")
    if was is None:
        return f"{where} is {_plain(ask, has or '')}"
    if has is None:
        return f"{where} is not asked for any more"
    if ask == "rule":
        return f"the rule of {where} is another one"
    one, two = _plain(ask, was), _plain(ask, has)
    flag = " trainable"
    if ask == "parameter" and one.endswith(flag) and two.endswith(flag):
        one, two = one.removesuffix(flag), two.removesuffix(flag)
    if one == two and ask == "type":
        return f"the class of {where} is another one"
    if one == two or ask in ("content", "classes", "code"):
        return f"{where} is another one"
    return f"{where} {one} -> {two}"


def _plain(ask: str, answer: str) -> str:
    """An answer as a person says it: the number alone, the class without its module."""
    kind, _, text = answer.partition(" ")
    if ask == "literal" and kind in _BUILTIN:
        return text
    if ask in ("type", "named"):
        return answer.rpartition(":")[2]
    if ask == "parameter":
        return text
    return answer.replace("builtins:", "")
