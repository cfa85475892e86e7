"""Random generators: those that the program is given, and those that it makes.

One is an object that every draw changes. What it is asked for is drawn in the forward
half; nothing is drawn while compiling.
"""

from __future__ import annotations

import ast
import random
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.live import live_value
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Inner, Kind, kind_of_box, kind_where
from srcad.compiler.evaluate.numpy.draws import DRAWS, call_draw
from srcad.compiler.evaluate.objects import BoundMethod, Box, MethodCall
from srcad.compiler.evaluate.values.run_time import RunTime
from srcad.compiler.evaluate.wording import suggested
from srcad.compiler.ir.avals import GeneratorAval
from srcad.compiler.reading.captured import Captured
from srcad.compiler.reading.kinds import is_random_generator


class _Drawn(Kind):
    """What both have in common: their methods."""

    def named(self, item: Any) -> str:
        """What its class is called."""
        return type(item).__name__

    def value(self, frame: Frame, item: Any, node: ast.AST) -> Box:
        """The generator as a value of run time."""
        raise NotImplementedError

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        kind = self.named(item)
        known = DRAWS.get(kind, {})
        if name not in known:
            message = f"`{kind}.{name}` is not supported"
            frame.refuse("SRC012", message, node, help=suggested(name, known))
        return BoundMethod(item, name)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> bool:
        return name in DRAWS.get(self.named(item), {})

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        rng = self.value(frame, item, call.node)
        return call_draw(frame, rng, self.named(item), call)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        help = "make another one, with a seed of its own"
        frame.refuse("SRC012", "a copy of a random generator", node, help=help)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> bool:
        return True


@kind_where(is_random_generator)
class Given(_Drawn):
    """One that was there before."""

    def value(self, frame: Frame, item: Any, node: ast.AST) -> Box:
        session = frame.session
        path = session.door.paths.get(id(item))
        if path is None:
            help = "let it be an argument, an attribute or a variable"
            message = "this random generator cannot be found again"
            frame.refuse("SRC012", message, node, help=help)
        word = Captured(item, path, path).word
        return session.box(live_value(session, item, word, GeneratorAval))


@kind_of_box(GeneratorAval)
class Made(_Drawn, RunTime):
    """One that the program makes, or that a function of the program is given."""

    is_value = True

    def named(self, item: Any) -> str:
        return str(item.aval.kind)

    def value(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item

    def class_of(self, item: Any) -> Any:
        named = self.named(item)
        return random.Random if named == "Random" else getattr(np.random, named)

    def written(self, template: Any, item: Any) -> Any:
        return template.place(item)
