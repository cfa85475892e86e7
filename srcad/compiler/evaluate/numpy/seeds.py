"""Random generators that a program makes itself, from a seed; and NumPy's own one,
which it gives a seed before it draws from it.

Without a seed a program gives something else each time, which cannot be told again.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.drawing import emit_generator, emit_seed
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.numpy.draws import DRAWS, call_draw
from srcad.compiler.evaluate.numpy.registry import Handler, entry, register
from srcad.compiler.evaluate.objects import MethodCall
from srcad.compiler.evaluate.refusals import refuse_inconstant

_HELP = "give it a seed, or pass the generator as an argument"


def _made(frame: Frame, node: ast.AST, name: str, kind: str, seed: Any) -> Any:
    if seed is None:
        frame.refuse(
            "SRC025",
            f"`np.random.{name}` without a seed gives another result at each call",
            node,
            help=_HELP,
        )
    return emit_generator(frame, f"np.random.{name}", kind, seed)


@entry(np.random.default_rng)
def _default_rng(frame: Frame, node: ast.AST, seed: Any = None) -> Any:
    if issubclass(kind_of(seed).class_of(seed), np.random.Generator):
        return seed
    return _made(frame, node, "default_rng", "Generator", seed)


@entry(np.random.RandomState)
def _random_state(frame: Frame, node: ast.AST, seed: Any = None) -> Any:
    return _made(frame, node, "RandomState", "RandomState", seed)


@entry(np.random.Generator)
def _generator(frame: Frame, node: ast.AST, bit_generator: Any) -> Any:
    return _made(frame, node, "Generator", "Generator", bit_generator)


def _bits(word: str) -> None:
    """Enter one of NumPy's bit generators, which is made of a seed."""

    @entry(getattr(np.random, word))
    def handler(frame: Frame, node: ast.AST, seed: Any = None) -> Any:
        return _made(frame, node, word, word, seed)


for _word in ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"):
    _bits(_word)


# ------------------------------------------------------------ NumPy's own generator


@entry(np.random.seed)
def _seed(frame: Frame, node: ast.AST, seed: Any = None) -> None:
    if seed is None:
        refuse_inconstant(frame, "np.random.seed", node)
    emit_seed(frame, seed)
    frame.session.seeded = True


def _of_the_seeded(word: str) -> Handler:
    """``np.random.word(...)``, which is a method of a ``RandomState``."""

    def handler(frame: Frame, args: Any, keywords: Any, node: ast.AST) -> Any:
        if not frame.session.seeded:
            refuse_inconstant(frame, f"np.random.{word}", node)
        call = MethodCall(word, args, keywords, node)
        return call_draw(frame, np.random, "RandomState", call)

    return handler


for _word in DRAWS["RandomState"]:
    register(getattr(np.random, _word), _of_the_seeded(_word))
