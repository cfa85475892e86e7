"""Growing the text of a program, and counting the constructs that it holds.

A program is ``f(x, m, s)`` (or a Cell's ``construct``) of a vector, a matrix with three
columns and a number, where it says so also of ``data`` that holds arrays. Each value
that it computes stays between -3 and 3 where its inputs do, which is what the factors
in the productions are for: finite differences of it can be trusted.
"""

import contextlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

# The kinds of values; what holds values is a tuple that starts with its own kind, such
# as ``("tuple", NUMBER, VECTOR)`` or ``("record", "Pair", ("a", NUMBER))``; what has a
# name is ``("text", name)``.
NUMBER, VECTOR, MATRIX, ROW = "number", "vector", "matrix", "row"
Kind = Any
COLUMNS = 3
CELLS = 0.12  # of the programs
INPUTS = {"x": VECTOR, "m": MATRIX, "s": NUMBER}
SPECIFICATIONS = {
    NUMBER: "float64",
    VECTOR: "float64[n]",
    MATRIX: f"float64[n, {COLUMNS}]",
    ROW: f"float64[{COLUMNS}]",
}
LIBRARY = "tests.srcad.compiler.programs"
IMPORTS = {
    "collections.": "import collections",
    "dataclasses.": "import dataclasses",
    "functools.": "import functools",
    "itertools.": "import itertools",
    "math.": "import math",
    "operator.": "import operator",
    "typing.": "import typing",
    "np.": "import numpy as np",
    "nn.": "from srcad import Parameter, Tensor, nn",
    "ops.": "from srcad import ops",
    "library.": f"from {LIBRARY} import library",
}
NAMES = "abcdeghopqruvwyz"

Below = Callable[[int], int]


class Unfit(Exception):
    """A production cannot be used at this place."""


@dataclass
class Variable:
    """A name in scope. What it names may be written to where it is ``owned``."""

    name: str
    kind: Kind
    owned: bool = True


@dataclass(frozen=True)
class Program:
    """``root`` names what ``text`` defines; ``inputs`` are the kinds of its inputs."""

    text: str
    root: str
    inputs: dict[str, Kind]
    constructs: frozenset[str]


@dataclass(frozen=True)
class Production:
    """One way of growing a statement, or a value of a kind."""

    grow: Callable[..., Any]
    construct: str | None
    cell: bool | None
    kind: Kind = None


STATEMENTS: list[Production] = []
VALUES: dict[Kind, list[Production]] = {}
CONSTRUCTS: dict[str, Production] = {}


def _register(production: Production) -> None:
    if production.construct is None:
        return
    assert production.construct not in CONSTRUCTS, production.construct
    CONSTRUCTS[production.construct] = production


def statement(construct: str, cell: bool | None = None) -> Callable[[Any], Any]:
    """Register a production ``(grower) -> None`` that writes lines.

    ``cell`` true is for what only stands in Cells, false for what never does.
    """

    def register(grow: Any) -> Any:
        production = Production(grow, construct, cell)
        STATEMENTS.append(production)
        _register(production)
        return grow

    return register


def value(
    kind: Kind, construct: str | None = None, cell: bool | None = None
) -> Callable[[Any], Any]:
    """Register a production ``(grower, depth) -> text`` of a value of a kind."""

    def register(grow: Any) -> Any:
        production = Production(grow, construct, cell, kind)
        VALUES.setdefault(kind, []).append(production)
        _register(production)
        return grow

    return register


def plain(text: str) -> str:
    """A text that may stand where a walrus may not."""
    if ":=" in text:
        raise Unfit
    return text


@dataclass
class Grower:
    """Writes a program, by what ``below(n)``, a number from 0 to n - 1, chooses."""

    below: Below
    cell: bool = False
    lines: list[str] = field(default_factory=list)
    module: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    scope: list[Variable] = field(default_factory=list)
    inputs: dict[str, Kind] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    wanted: list[Production] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    frozen: set[str] = field(default_factory=set)
    result: Kind = NUMBER
    indent: int = 1
    loops: int = 0
    blocks: int = 0
    helper: bool = False

    # ---------------------------------------------------------------------- choices

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent

    def use(self, *constructs: str) -> None:
        """Count constructs that another production writes along."""
        for construct in constructs:
            assert construct in CONSTRUCTS, construct
            self.used[construct] += 1

    def constant(self) -> str:
        return str(self.pick(("0.3", "0.7", "1.1", "-0.4", "0.55", "-0.9", "1.3")))

    def threshold(self) -> str:
        return str(self.pick(("0.137", "-0.213", "0.461", "-0.529", "0.817")))

    # ------------------------------------------------------------------------ names

    def fresh(self, stem: str = "") -> str:
        """A name that is new in the program."""
        names = [stem] if stem else [c for c in NAMES if c not in self.taken]
        name = str(self.pick(names)) if names else "t"
        number, base = 1, name
        while name in self.taken:
            number, name = number + 1, f"{base}{number}"
        self.taken.add(name)
        return name

    def variables(self, kind: Kind, owned: bool = False) -> list[Variable]:
        return [v for v in self.scope if v.kind == kind and (v.owned or not owned)]

    def writable(self, kind: Kind) -> Variable:
        """A variable whose array the program may write to."""
        found = [
            v for v in self.variables(kind, owned=True) if v.name not in self.frozen
        ]
        if found and not self.chance(20):
            return self.pick(found)
        if self.blocks and not found:
            raise Unfit
        name = self.fresh()
        self.line(f"{name} = {self.fresh_array(kind)}")
        return self.bind(name, kind)

    def fresh_array(self, kind: Kind) -> str:
        one = self.atom(kind)
        return str(self.pick((f"np.sin({one})", f"{one} * 0.9", f"{one}.copy()")))

    def bind(self, name: str, kind: Kind, owned: bool = True) -> Variable:
        """A name that is bound from here on, in place of an earlier one."""
        self.scope = [v for v in self.scope if v.name != name]
        variable = Variable(name, kind, owned)
        self.scope.append(variable)
        self.taken.add(name)
        return variable

    # ------------------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    @contextlib.contextmanager
    def block(self, head: str, loop: bool = False) -> Iterator[None]:
        """An indented block; what it binds first is not in scope behind it."""
        self.line(head)
        before, count = list(self.scope), len(self.lines)
        self.indent += 1
        self.loops += loop
        self.blocks += 1
        try:
            yield
            if len(self.lines) == count:
                self.line("pass")
                self.use("pass")
        finally:
            self.indent -= 1
            self.loops -= loop
            self.blocks -= 1
            known = {v.name for v in before}
            self.scope = [v for v in before if v.name in known]

    @contextlib.contextmanager
    def frozen_names(self, *names: str) -> Iterator[None]:
        """Names that stay as they are for a while: what a loop runs over, or counts."""
        before = set(self.frozen)
        self.frozen.update(names)
        try:
            yield
        finally:
            self.frozen = before

    @contextlib.contextmanager
    def function(
        self, parameters: dict[str, Kind], result: Kind, fixed: Sequence[str] = ()
    ) -> Iterator[list[str]]:
        """The body of another function, which does not bind what is ``fixed`` anew."""
        kept = (self.lines, self.scope, self.indent, self.loops, self.blocks)
        told = self.result, self.helper, self.frozen, self.wanted
        body: list[str] = []
        self.lines, self.indent, self.loops, self.blocks = body, 1, 0, 0
        self.result, self.helper, self.wanted = result, True, []
        self.frozen = set(fixed)
        self.scope = []
        for name, kind in parameters.items():
            self.bind(name, kind, owned=False)
        try:
            yield body
        finally:
            self.lines, self.scope, self.indent, self.loops, self.blocks = kept
            self.result, self.helper, self.frozen, self.wanted = told

    # ----------------------------------------------------------------------- values

    def atom(self, kind: Kind) -> str:
        """A variable of a kind, or what is made of an input in one step."""
        found = self.variables(kind)
        if found:
            return str(self.pick(found).name)
        if kind == NUMBER:
            return self.constant()
        if kind == ROW and self.variables(MATRIX):
            return f"{self.atom(MATRIX)}[{self.pick(('0', '-1'))}]"
        if kind == VECTOR and self.variables(MATRIX):
            return f"{self.atom(MATRIX)}[:, {self.pick(('0', '1', '-1'))}]"
        raise Unfit

    def value(self, kind: Kind, depth: int = 2) -> str:
        """An expression of a kind."""
        if isinstance(kind, tuple):
            return self.structure(kind)
        if depth <= 0 or self.chance(15):
            return self.atom(kind)
        for _ in range(4):
            production = self.pick(VALUES[kind])
            text = self._tried(production, depth)
            if text is not None:
                return text
        return self.atom(kind)

    def bounded(self, kind: Kind, depth: int = 1) -> str:
        """A value that may be carried around a loop: it never grows."""
        one = self.value(kind, depth)
        return str(
            self.pick(
                (
                    f"np.sin({one})",
                    f"np.tanh({one})",
                    f"0.5 * {self.atom(kind)} + 0.4 * np.cos({one})",
                    f"{self.atom(kind)} * 0.7 - np.sin({one}) * 0.3",
                )
            )
        )

    def structure(self, kind: Kind, make: Callable[[Kind], str] | None = None) -> str:
        """An expression for a tuple, a list, a dict or a record of values."""
        what, *parts = kind
        make = make or (lambda part: self.value(part, 1))
        if what == "text":
            return str(parts[0])
        if what == "record":
            name, *fields = parts
            values = [make(part) for _, part in fields]
            return f"{name}({', '.join(values)})"
        if what == "dict":
            items = (f"{key!r}: {make(part)}" for key, part in parts)
            return "{" + ", ".join(items) + "}"
        values = [make(part) for part in parts]
        if what == "list":
            return f"[{', '.join(values)}]"
        return f"({', '.join(values)}{',' * (len(values) == 1)})"

    def condition(self, depth: int = 1) -> str:
        """A condition on run-time values."""
        return str(
            self.pick(
                (
                    lambda: f"{self.value(NUMBER, depth)} > {self.threshold()}",
                    lambda: f"{self.value(NUMBER, depth)} < {self.threshold()}",
                    lambda: f"{self.atom(VECTOR)}.sum() > {self.threshold()}",
                    lambda: f"{self.atom(VECTOR)}[0] > {self.threshold()}",
                    lambda: f"({self.atom(VECTOR)} > {self.threshold()}).any()",
                )
            )()
        )

    # ------------------------------------------------------------------- statements

    def statement(self) -> None:
        """One statement, of what is wanted where there is some left."""
        if self.wanted and self.chance(60):
            production = self.wanted.pop(0)
            if self._tried(production) is not None:
                return
            self.wanted.append(production)
        if self.blocks >= 2 or self.chance(45):
            return self.assignment()
        for _ in range(3):
            if self._tried(self.pick(STATEMENTS)) is not None:
                return None
        return self.assignment()

    def assignment(self) -> None:
        """A name for a value, an old name as often as a new one."""
        kind = self.pick([NUMBER, VECTOR, VECTOR, *[v.kind for v in self.scope]])
        if isinstance(kind, tuple) or not self._has(kind):
            kind = NUMBER
        old = [v for v in self.variables(kind) if v.name not in self.frozen]
        old = [v for v in old if v.name not in INPUTS]
        if old and self.chance(60 if self.blocks else 40):
            name = self.pick(old).name
            self.line(f"{name} = {self.bounded(kind)}")
            if self.blocks:
                return
        else:
            name = self.fresh()
            self.line(f"{name} = {self.bounded(kind, 2)}")
        self.bind(name, kind)

    def _has(self, kind: Kind) -> bool:
        try:
            self.atom(kind)
        except Unfit:
            return False
        return True

    def body(self, most: int = 2) -> None:
        """Some statements."""
        for _ in range(1 + self.below(most)):
            self.statement()

    def _tried(self, production: Production, *depth: int) -> str | None:
        """What a production gives; None, and nothing written, where it does not fit."""
        if production.cell is not None and production.cell != self.cell:
            return None
        marks = len(self.lines), len(self.module), len(self.members), len(self.setup)
        scope, used = (
            [Variable(v.name, v.kind, v.owned) for v in self.scope],
            +self.used,
        )
        inputs = dict(self.inputs)
        try:
            if production.kind is None:
                production.grow(self)
                text = ""
            else:
                inner = depth[0] - 1 if depth else 1
                text = str(production.grow(self, inner))
                if not depth:
                    name = self.fresh()
                    self.line(f"{name} = {text}")
                    self.bind(name, production.kind, owned=False)
        except Unfit:
            written = self.lines, self.module, self.members, self.setup
            for lines, mark in zip(written, marks, strict=True):
                del lines[mark:]
            self.scope, self.used, self.inputs = scope, used, inputs
            return None
        if production.construct is not None:
            self.used[production.construct] += 1
        return text

    # ---------------------------------------------------------------------- programs

    def returned(self) -> str:
        """A return of what the program's results are made of."""
        return f"return {self.gathered(self.result)}"

    def gathered(self, kind: Kind) -> str:
        """A value of a kind in which the variables stand that nothing has read yet."""
        if isinstance(kind, tuple):
            return self.structure(kind, self.gathered)
        text = "\n".join(self.lines)
        unread = [v for v in self.scope if len(re.findall(rf"\b{v.name}\b", text)) < 2]
        terms = [self.value(kind, 1)]
        for one in unread[-6:]:
            term = one.name
            if one.kind != kind and one.kind != NUMBER:
                if {one.kind, kind} == {ROW, MATRIX} or isinstance(one.kind, tuple):
                    continue
                axis = "axis=1" if (one.kind, kind) == (MATRIX, VECTOR) else ""
                term = f"{one.name}.mean({axis})"
            terms.append(f"{term} * {self.pick((0.3, -0.5))}")
        return " + ".join(terms)

    def program(self) -> Program:
        self.inputs = dict(INPUTS)
        for name, kind in INPUTS.items():
            self.bind(name, kind, owned=False)
        self.result = self.pick(
            (NUMBER, VECTOR, ("tuple", NUMBER, VECTOR), ("tuple", VECTOR, MATRIX))
        )
        for _ in range(2 + self.below(3)):
            self.statement()
        while self.wanted:
            self._tried(self.wanted.pop())
        self.line(self.returned())
        self.use("Cell" if self.cell else "plain function")
        return Program(self.text(), self.root, dict(self.inputs), frozenset(+self.used))

    @property
    def root(self) -> str:
        return "Net" if self.cell else "f"

    def text(self) -> str:
        parts = list(self.module)
        if self.cell:
            parts = self._cell_parts(parts)
        else:
            names = ", ".join(self.inputs)
            parts = [*parts, f"def f({names}):", *self.lines]
        text = "\n".join([*parts, ""])
        imports = [line for word, line in IMPORTS.items() if word in text]
        return "\n".join([*imports, "", "", text])

    def _cell_parts(self, parts: list[str]) -> list[str]:
        head = ["class Net(nn.Cell):", "    def __init__(self):"]
        head += ["        super().__init__()", *self.setup, ""]
        body = [f"    def construct(self, {', '.join(self.inputs)}):"]
        body += [f"    {line}" for line in self.lines]
        return [*parts, *head, *self.members, *body]


def grow(below: Below, wanted: Sequence[str] = (), cell: bool | None = None) -> Program:
    """A program that holds, where they fit, the ``wanted`` constructs and others.

    ``cell`` says whether it is a Cell; without it, the first wanted one that only
    stands in the one or the other does.
    """
    productions = [CONSTRUCTS[name] for name in wanted]
    if cell is None:
        only = [p.cell for p in productions if p.cell is not None]
        cell = only[0] if only else below(8) == 7
    grower = Grower(below, cell, wanted=productions, taken={"f", "n", "i", "j", "k"})
    return grower.program()


def seeded(seed: int, number: int) -> Program:
    """The program of a number in the sequence of a seed.

    Each construct is wanted in its turn, with four others that may stand beside it.
    """
    source = random.Random(f"{seed} {number}")
    names = list(CONSTRUCTS)
    first = names[number % len(names)]
    cell = CONSTRUCTS[first].cell
    if cell is None:
        cell = source.random() < CELLS
    fits = [name for name in names if CONSTRUCTS[name].cell in (cell, None)]
    only = [name for name in fits if CONSTRUCTS[name].cell is cell]
    others = [source.choice(only), *source.choices(fits, k=3)]
    return grow(source.randrange, [first, *others], cell)
