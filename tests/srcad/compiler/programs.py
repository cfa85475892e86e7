"""Small programs of array reads, writes, views, loops and branches, grown at random.

Each is the text of a function ``f(x, y)`` of a vector and a number. What it computes
stays of moderate size: factors are below 1, or pass through ``np.sin``.
"""

import itertools
import linecache
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

SIZE = 4
ARRAYS = ("a", "b", "c")
NUMBERS = ("s", "t")
_SERIAL = itertools.count()


def compiled(text: str) -> Callable[..., Any]:
    """The function of a text, whose source can be found."""
    path = f"<program {next(_SERIAL)}>"
    lines = text.splitlines(keepends=True)
    linecache.cache[path] = (len(text), None, lines, path)
    space: dict[str, Any] = {"np": np, "__name__": "program"}
    exec(compile(text, path, "exec"), space)
    return space["f"]


class Grower:
    """Draws the parts of a program."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self.draw = draw
        self.loops = 0

    def one_of(self, *options: Any) -> Any:
        chosen = self.draw(st.sampled_from(options))
        return chosen() if callable(chosen) else chosen

    # ------------------------------------------------------------------- expressions

    def array_name(self) -> str:
        return self.one_of(*ARRAYS, "x")

    def place(self) -> str:
        inside = ("i", "i - 1", f"(i + 1) % {SIZE}") if self.loops else ()
        return str(self.one_of("0", "1", "2", "-1", *inside))

    def number(self, depth: int = 2) -> str:
        simple = (*NUMBERS, "y", "0.7", lambda: f"{self.array_name()}[{self.place()}]")
        if depth == 0:
            return str(self.one_of(*simple))
        return str(
            self.one_of(
                *simple,
                lambda: f"np.sin({self.number(depth - 1)})",
                lambda: f"({self.number(depth - 1)} * {self.number(depth - 1)} * 0.5)",
                lambda: f"({self.number(depth - 1)} - {self.number(depth - 1)} * 0.4)",
                lambda: f"({self.array(depth - 1)}).sum() * 0.2",
                lambda: f"({self.array(depth - 1)}).max()",
                lambda: f"({self.array_name()} @ {self.array_name()}) * 0.1",
            )
        )

    def array(self, depth: int = 2) -> str:
        if depth == 0:
            return self.array_name()
        return str(
            self.one_of(
                self.array_name,
                lambda: f"np.sin({self.array(depth - 1)})",
                lambda: f"({self.array(depth - 1)} * {self.array(depth - 1)} * 0.5)",
                lambda: f"({self.array(depth - 1)} * 0.6 - {self.array(depth - 1)})",
                lambda: f"{self.array_name()} * {self.number(depth - 1)}",
                lambda: f"{self.array_name()}[::-1]",
                lambda: f"{self.array_name()}[np.array([0, 2, 2, 1])]",
                lambda: f"{self.array_name()}.copy()",
                lambda: f"np.zeros_like({self.array_name()})",
                lambda: (
                    f"np.where({self.array_name()} > {self.number(0)}, "
                    f"{self.array(depth - 1)}, {self.number(0)})"
                ),
                lambda: (
                    f"np.concatenate(({self.array_name()}[1:], "
                    f"{self.array_name()}[:1]))"
                ),
            )
        )

    def condition(self) -> str:
        return f"{self.number(1)} > {self.one_of('0.05', '-0.3', '0.6')}"

    # -------------------------------------------------------------------- statements

    def write(self) -> str:
        name = self.one_of(*ARRAYS)
        return str(
            self.one_of(
                lambda: f"{name}[{self.place()}] = {self.number()}",
                lambda: (
                    f"{name}[{self.place()}] {self.one_of('+=', '-=')} {self.number()}"
                ),
                lambda: f"{name}[{self.place()}] *= 0.5",
                lambda: f"{name}[1:] = {self.array_name()}[:-1]",
                lambda: f"{name}[:2] {self.one_of('=', '+=')} ({self.array(1)})[2:]",
                lambda: f"{name}[::2] *= {self.one_of('y', '0.5')}",
                lambda: f"{name}[::-1] = {self.array(1)}",
                lambda: f"{name}[:] = {self.one_of(self.array, self.number)}",
                lambda: f"{name}[np.array([0, 1, 1])] = ({self.array(1)})[:3]",
                lambda: f"{name}[np.array([3, 1, 1])] += {self.array_name()}[:3]",
                lambda: f"{name}[{self.array_name()} > 0.1] = {self.number(1)}",
                lambda: f"{name} += {self.array(1)}",
                lambda: f"{name} *= 0.5",
            )
        )

    def simple(self) -> str:
        return str(
            self.one_of(
                self.write,
                self.write,
                lambda: f"{self.one_of(*ARRAYS)} = {self.array()}",
                lambda: f"{self.one_of(*ARRAYS)} = {self.one_of(*ARRAYS)}",
                lambda: f"{self.one_of(*ARRAYS)} = {self.one_of(*ARRAYS)}[::-1]",
                lambda: f"{self.one_of(*ARRAYS)} = {self.one_of(*ARRAYS)} * 1.0",
                lambda: f"{self.one_of(*NUMBERS)} = {self.number()}",
                lambda: f"{self.one_of(*NUMBERS)} += {self.number(1)}",
                lambda: "a, b = b, a * 0.9",
            )
        )

    def block(self, depth: int, most: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, most))):
            kinds = ["simple"] * 4
            if depth:
                kinds += ["if", "for", "while"][: 3 if not self.loops else 2]
            if self.loops:
                kinds += ["leave"]
            lines.extend(getattr(self, f"_{self.one_of(*kinds)}")(depth))
        return lines

    def _simple(self, depth: int) -> list[str]:
        return [self.simple()]

    def _if(self, depth: int) -> list[str]:
        lines = [f"if {self.condition()}:", *indented(self.block(depth - 1, 2))]
        if self.draw(st.booleans()):
            lines += ["else:", *indented(self.block(depth - 1, 2))]
        return lines

    def _for(self, depth: int) -> list[str]:
        if self.loops:
            return self._inner(depth)
        self.loops += 1
        span = self.one_of(str(SIZE), "3", f"1, {SIZE}", "x.shape[0]")
        head = f"for i in range({span}):"
        if self.draw(st.integers(0, 3)) == 0:
            head = f"for i in reversed(range({span})):"
        lines = [head, *indented(self.block(depth - 1, 3))]
        self.loops -= 1
        return lines

    def _inner(self, depth: int) -> list[str]:
        return ["for j in range(2):", *indented(self.block(depth - 1, 2))]

    def _while(self, depth: int) -> list[str]:
        self.loops += 1
        body = self.block(depth - 1, 2)
        self.loops -= 1
        # The counter first, so that `continue` cannot skip it.
        head = f"while i < {SIZE - 1} and {self.condition()}:"
        return ["i = 0", head, *indented(["i += 1", *body])]

    def _leave(self, depth: int) -> list[str]:
        word = self.one_of("break", "continue")
        return [f"if {self.condition()}:", f"    {word}"]

    def program(self) -> str:
        start = [
            f"a = {self.one_of('x * 1.0', 'x.copy()', 'np.sin(x)')}",
            f"b = {self.one_of('x * y', 'np.zeros_like(x)', 'a', 'a * 2.0')}",
            f"c = {self.one_of('np.ones_like(x)', 'b', 'a', 'x * x')}",
            f"s, t = {self.one_of('0.5, y', 'x[0], 0.0', 'x.sum(), y * y')}",
        ]
        body = self.block(2, 4)
        end = self.one_of(
            "return a * b + c * s + t",
            "return a, b, c, s + t",
            "return (a * c).sum() + b * (s + 0.3) * (t + 0.2)",
            "return np.stack((a, b, c)) * t, s",
        )
        return "\n".join(["def f(x, y):", *indented([*start, *body, str(end)]), ""])


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def programs(draw: Callable[..., Any]) -> str:
    """The text of a program."""
    return Grower(draw).program()
