"""``random.Random(seed)``, a generator of Python's that a program makes.

Its methods are defined by the few that draw, as the library's own are.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import math
import random
from typing import Any

from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords
from srcad.compiler.evaluate.drawing import emit_generator
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy.draws import drawn, draws
from srcad.compiler.evaluate.refusals import refuse_inconstant

_OWN = ("Random",)


def _random(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    seed = static(frame, args[0], node) if len(args) == 1 and not keywords else None
    if type(seed) not in (int, float, str):
        refuse_inconstant(frame, "random.Random", node)
    return emit_generator(frame, "random.Random", "Random", seed, random.Random)


HANDLERS[random.Random] = _random


@draws("random", kinds=_OWN)
def number(rng, word):
    return drawn(rng, word, (), None, None)


@draws("uniform", kinds=_OWN)
def uniform(rng, word, a, b):
    return a + (b - a) * number(rng, "random")


@draws("gauss normalvariate", kinds=_OWN)
def normal(rng, word, mu=0.0, sigma=1.0):
    return mu + drawn(rng, word, (0.0, 1.0), None, None) * sigma


@draws("lognormvariate", kinds=_OWN)
def lognormal(rng, word, mu=0.0, sigma=1.0):
    return math.exp(normal(rng, "normalvariate", mu, sigma))


@draws("expovariate", kinds=_OWN)
def exponential(rng, word, lambd=1.0):
    return -math.log(1.0 - number(rng, "random")) / lambd


@draws("randrange", kinds=_OWN)
def whole(rng, word, start, stop=None, step=1):
    bounds = (start,) if stop is None else (start, stop, step)
    return drawn(rng, word, bounds, None, None, "int64")


@draws("randint", kinds=_OWN)
def between(rng, word, a, b):
    return drawn(rng, word, (a, b), None, None, "int64")


@draws("choice", kinds=_OWN)
def one_of(rng, word, seq):
    if len(seq) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return seq[whole(rng, "randrange", len(seq))]


@draws("choices", kinds=_OWN)
def several_of(rng, word, population, weights=None, *, cum_weights=None, k=1):
    if weights is not None or cum_weights is not None:
        unsupported("it chooses without weights here")
    count = len(population)
    return [population[int(number(rng, "random") * count)] for _ in range(k)]


@draws("sample", kinds=_OWN)
def some_of(rng, word, population, k, *, counts=None):
    if isinstance(population, (set, frozenset, dict)):
        raise TypeError(
            "Population must be a sequence.  For dicts or sets, use sorted(d)."
        )
    count = len(population)
    if counts is not None or not is_known(count) or not is_known(k) or count > 21:
        unsupported("it takes from at most 21, and from as many as are known")
    if not 0 <= k <= count:
        raise ValueError("Sample larger than population or is negative")
    pool, found = list(population), []
    for i in range(k):
        j = whole(rng, "randrange", count - i)
        found.append(pool[j])
        pool[j] = pool[count - i - 1]
    return found


@draws("shuffle", kinds=_OWN)
def shuffle(rng, word, x):
    for i in reversed(range(1, len(x))):
        j = whole(rng, "randrange", i + 1)
        x[i], x[j] = x[j], x[i]
