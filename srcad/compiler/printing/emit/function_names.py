"""What the functions of a module are called: one name, one meaning.

Two specialisations of a Cell (``k=2`` and ``k=3``, rank 2 and rank 3) are two
functions: ``scale_forward`` and ``scale_2_forward``. The two halves of a pair get the
same number.
Functions that come out the same, letter by letter, are one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from srcad.compiler.ir.types import Function, RecursiveReference
from srcad.compiler.printing.naming import RESERVED


@dataclass(slots=True)
class FunctionNames:
    """The functions that were written so far.

    ``arguments`` are what the module's halves call theirs: names that win. ``words``
    are the names of the functions, ``recursive`` of those that call themselves and of
    what stands for them in their bodies; ``numbers`` are those of the pairs.
    """

    arguments: frozenset[str] = frozenset()
    words: dict[Function, str] = field(default_factory=dict)
    recursive: dict[RecursiveReference, str] = field(default_factory=dict)
    numbers: dict[tuple[str, Function], int] = field(default_factory=dict)
    taken: dict[str, tuple[str, int]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, function: Function) -> str:
        """The name of a function in the module that is being written."""
        if function.recursion is not None and function.recursion in self.recursive:
            return self.recursive[function.recursion]
        return self.words.get(function, function.name)

    def choose(self, function: Function) -> None:
        """Give a function a name that no other has."""
        base, end = _parts(function)
        number = self.numbers.get((base, _pair(function)), self._next(base))
        kept = RESERVED | self.arguments
        while (word := numbered(base, number) + end) in self.taken or word in kept:
            number += 1
        self.numbers[base, _pair(function)] = number
        self._enter(function, word)

    def number(self, function: Function) -> int:
        """The number that tells a function from its namesakes, from 1 on."""
        return self.numbers.get((_parts(function)[0], _pair(function)), 1)

    def keep(self, function: Function, definition: ast.stmt) -> bool:
        """Whether the definition is a new one; if not, the function gets its name."""
        base, _ = _parts(function)
        assert isinstance(definition, ast.FunctionDef)
        word, definition.name = definition.name, ""
        text = ast.dump(definition)
        definition.name = word
        known = self.texts.setdefault(text, word)
        if known == word:
            self.taken[word] = (base, self.numbers[base, _pair(function)])
            return True
        self._enter(function, known)
        self.numbers[base, _pair(function)] = self.taken[known][1]
        return False

    def _enter(self, function: Function, word: str) -> None:
        self.words[function] = word
        if function.recursion is not None:
            self.recursive[function.recursion] = word

    def _next(self, base: str) -> int:
        return 1 + max(
            (n for other, n in self.taken.values() if other == base), default=0
        )


def _parts(function: Function) -> tuple[str, str]:
    end = f"_{function.role}" if function.role else ""
    return function.name.removesuffix(end), end


def _pair(function: Function) -> Function:
    """What the two halves of a pair have in common: the forward one."""
    return function.forward or function


def numbered(base: str, number: int) -> str:
    """A name with its number; the first of its name has none."""
    return base if number == 1 else f"{base}_{number}"
