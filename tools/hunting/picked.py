"""Indices that depend on data: to read with, to write to, to count by.

What `argsort`, `searchsorted`, `nonzero`, `unique` and comparisons give picks elements,
rows, items of lists and entries of dicts, several times perhaps; it is written there,
added to, taken along axes, and handed on through loops and branches.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from . import judging
from .family import Family, Verdict
from .templates import Templates

HEAD = """import collections

import numpy as np

EDGES = np.array([0.3, 0.6, 0.9])


def nearest(v, w):
    return int(np.argmin(np.abs(w - v)))


def swapped(w, i, j):
    w[i], w[j] = w[j] * 1.0, w[i] * 1.0
    return w


def function(x, m):
    a, b, c = x * 1.1, x[::-1] + 0.05, np.zeros(5)
    u, v, w = m * 1.0, m[::-1] * 0.9, np.ones((4, 3))
    n, k, t = int(np.argmax(x)), 1, 0.0
    i, mask = np.argsort(x), x > 0.5
    xs = [x[0], x[3], x[1] * 2.0, x[2], x[4]]
    rows = [m[0] * 1.0, m[1] * 2.0, m[2] * 1.0, m[3] * 1.0]
    d = {0: x[1], 1: x[2], 2: m[0, 0]}
    bins = collections.defaultdict(list)

"""
TAIL = """    t = t + sum(xs) + sum(r.sum() for r in rows) + sum(d.values()) * 0.3
    t = t + sum(sum(one) * (key + 1) for key, one in sorted(bins.items()))
    return a * 1.1, b * 1.3, c * 1.7, u * 0.5, v * 0.7, w * 0.9, t


def inputs():
    return np.array({point}), np.array({matrix})
"""
POINTS = ("[0.9, 0.3, 0.55, 1.2, 0.75]", "[0.25, 1.3, 0.8, 0.45, 0.62]")
MATRICES = (
    "[[0.9, 0.2, 0.5], [0.35, 1.1, 0.7], [0.8, 0.65, 0.15], [0.4, 0.95, 1.25]]",
    "[[0.1, 0.6, 1.3], [1.2, 0.45, 0.3], [0.55, 0.85, 1.05], [0.7, 0.25, 0.5]]",
)
INDEX = (
    *("n", "n", "k % 5", "-1", "i[k % 2]", "int(np.argmin({a}))", "{a}.argmax()"),
    *("np.searchsorted(EDGES, {a}[1])", "np.digitize({a}, EDGES)[2]", "i[-1]"),
    *("np.flatnonzero({a} > 0.2)[0]", "int({a}[0] > {b}[0])", "nearest(0.6, {a})"),
    *("np.count_nonzero({a} > 0.5) % 5", "(i == 2).argmax()", "int({a}[2] * 3) % 5"),
    *("int(np.sum(mask)) % 5", "np.where({a} > 0.1)[0][-1]", "np.argsort({a})[1]"),
    *(
        "np.unravel_index(np.argmax({u}), {u}.shape)[0]",
        "n - 5",
        "max(range(5), key=lambda j: {a}[j])",
    ),
    *(
        "next(j for j, e in enumerate({a}) if e > 0.1)",
        "sorted(range(5), key=lambda j: -{a}[j])[1]",
    ),
)
INDICES = (
    *("i", "i", "i[::-1]", "i[:3]", "np.argsort({a})", "np.argsort(-{a})[:2]"),
    *("np.digitize({a}, EDGES)", "np.flatnonzero({a} > 0.5)", "[n, 0, n]"),
    *(
        "np.nonzero({a} > 0.5)[0]",
        "np.where({b} > 0.6)[0]",
        "({a} * 3).astype(int) % 5",
    ),
    *("np.searchsorted(EDGES, {a})", "np.searchsorted(np.sort({a}), {b}) % 5"),
    *(
        "np.unique(np.digitize({a}, EDGES), return_inverse=True)[1]",
        "np.array([n, 1, n])",
    ),
    *(
        "np.argsort(np.argsort({a}))",
        "np.argpartition({a}, 2)[:2]",
        "np.lexsort(({b}, {a}))",
    ),
    *(
        "np.argmax({u}, axis=1)",
        "np.argmax({u}, axis=0)",
        "np.array([n, -1, 0])",
        "i[i > 1]",
    ),
    *(
        "np.unique(np.digitize({a}, EDGES))",
        "np.roll(i, 1)",
        "np.cumsum(mask) - 1",
        "[{index}, 0]",
    ),
    *(
        "np.arange(5)[mask]",
        "np.repeat(i[:2], 2)",
        "np.concatenate([i[:2], i[:2]])",
        "i.copy()",
    ),
)
SHORT = (
    *(
        "np.argmax({u}, axis=0)",
        "i[:3] % 4",
        "[n % 4, 0, 1]",
        "np.argsort({u}[:, 0])[:3]",
    ),
    *(
        "np.digitize({u}[0], EDGES)",
        "np.array([0, n % 4, 0])",
        "np.argmin({u}, axis=0)",
    ),
)
COLUMNS = (
    *(
        "np.argmax({u}, axis=1)",
        "np.argmin({u}, axis=1)",
        "i[:4] % 3",
        "[0, 2, n % 3, 0]",
    ),
    *("np.digitize({u}[:, 1], EDGES) % 3", "np.argsort({u}[:, 1]) % 3"),
)
MASKS = (
    *("mask", "{a} > {b}", "~({a} < 0.5)", "({a} > 0.4) & ({b} < 0.9)", "i > 1"),
    *(
        "np.isin(np.digitize({a}, EDGES), [1, 2])",
        "np.arange(5) == n",
        "{a} >= np.median({a})",
    ),
    *("np.abs({a} - {b}) > 0.2", "np.logical_or({a} > 0.9, mask)", "{a} == {a}.max()"),
)
FLAT = (
    "{u} > 0.5",
    "{u} > {v}",
    "{u} == {u}.max(axis=1, keepdims=True)",
    "{u} < {u}.mean()",
)
NUMBERS = (
    *(
        "x[n]",
        "{a}[{index}]",
        "{a}[{index}] * {b}[n]",
        "{a}[{indices}].sum()",
        "t * 0.1",
    ),
    *("np.take({a}, {indices}).sum()", "np.take({a}, {indices}, mode='clip')[0]"),
    *(
        "np.take({a}, i + 2, mode='wrap') @ {b}",
        "{a}[{mask}].sum()",
        "{u}[{index} % 4].sum()",
    ),
    *(
        "{u}[{index} % 4, {index} % 3]",
        "{u}[np.arange(4), {columns}].sum()",
        "xs[{index}]",
    ),
    *(
        "{u}[{short}, np.arange(3)] @ {v}[0]",
        "{u}[{flat}].sum()",
        "rows[{index} % 4].sum()",
    ),
    *("{u}[:, {a}[:3] > 0.5].sum()", "{u}[{a}[:4] > 0.5].sum()", "d[{index} % 3]"),
    *(
        "{u}[{a}[:4] > 0.5, {index} % 3].sum()",
        "d.get(int({index}), x[0])",
        "rows[n % 4][{index} % 3]",
    ),
    *(
        "{u}[np.ix_({short}, [2, 0])].sum()",
        "{u}[{short}][:, {columns}].sum()",
        "{a}[None, {indices}].sum()",
    ),
    *(
        "{u}[..., {index} % 3].sum()",
        "{u}[::-1][{index} % 4, ::-1] @ {b}[:3]",
        "{a}[{indices}][::-1][0]",
    ),
    *(
        "np.take_along_axis({u}, np.argsort({u}, axis=1), axis=1)[:, 0].sum()",
        "np.max({a}[{mask}], initial=0.1)",
    ),
    *(
        "np.take_along_axis({u}, {columns_}[:, None], axis=1).sum()",
        "np.compress({mask}, {a}).sum()",
    ),
    *(
        "np.extract({mask}, {a}).sum()",
        "np.choose(np.digitize({a}, EDGES), [{a}, {b}, {a} * 2, {b} * 3]).sum()",
    ),
    *(
        "np.bincount(np.digitize({a}, EDGES), weights={b}, minlength=5)[{index}]",
        "np.sort({a})[{index}]",
    ),
    *(
        "{u}[[[0], [n % 4]], [0, 2]].sum()",
        "{u}[{short}, None].sum()",
        "{u}[None, {index} % 4, 1:].sum()",
    ),
    *(
        "{u}[{index} % 4, {short_}].sum()",
        "{u}.ravel()[{indices}].sum()",
        "{u}.flat[{index}]",
    ),
    *(
        "{a}[{indices}].max()",
        "np.add.reduceat({a}, [0, 2])[{index} % 2]",
        "{u}.T[{index} % 3] @ {v}[:, 0]",
    ),
    *(
        "{a}[np.argsort({b})][{index}]",
        "np.partition({a}, 2)[2]",
        "np.diff({a}[{indices}]).sum()",
    ),
    *(
        "sum({a}[j] for j in {indices})",
        "sum({a}[j] * {b}[j] for j in range(5) if {mask_}[j])",
    ),
    *(
        "np.where({mask}, {a}, {b}).sum()",
        "np.delete({a}, {index}).sum()",
        "np.insert({a}, n, {b}[0])[2]",
    ),
)
STATEMENTS = (
    *("t = t + {number}",) * 4,
    *(
        "{a}[{index}] = {number}",
        "{a}[{index}] += {number}",
        "{a}[{index}] *= {b}[{index}]",
    ),
    *(
        "{a}[{indices}] = {number}",
        "{a}[{indices}] += {number}",
        "{a}[{indices}] *= 0.9",
    ),
    *(
        "q = {indices}\n{a}[q] = {b}[q]",
        "q = {indices}\n{a}[q] += {b}[q]",
        "q = {indices}\n{a}[q] *= {b}[q]",
    ),
    *(
        "q = {indices}\nnp.add.at({a}, q, {b}[q])",
        "np.add.at({a}, {indices}, {number})",
    ),
    *(
        "q = {indices}\nnp.subtract.at({a}, q, {b}[q])",
        "np.multiply.at({a}, {indices}, 0.9)",
    ),
    *(
        "q = {mask}\n{a}[q] = {b}[q]",
        "q = {mask}\n{a}[q] *= {b}[q]",
        "q = {mask}\n{a}[q] += {b}[q]",
    ),
    *("{a}[{mask}] = {number}", "{a}[{mask}] *= {number}", "{a}[~mask] = {number}"),
    *(
        "np.put({a}, {indices}, {b})",
        "np.putmask({a}, {mask}, {b})",
        "np.place({a}, {mask}, [{number}, 0.3])",
    ),
    *(
        "np.copyto({a}, {b}, where={mask})",
        "{a} = {a}[{order}]",
        "{a} = np.take({a}, {order})",
    ),
    *(
        "{u}[{short}, np.arange(3)] += {b}[:3]",
        "{u}[np.arange(4), {columns}] = {b}[:4]",
    ),
    *(
        "{u}[{short}, [0, 1, 0]] += {number}",
        "np.add.at({u}, ({short}, [0, 1, 0]), {number})",
    ),
    *(
        "np.add.at({u}, {short}, {b}[:3])",
        "{u}[{short}] = {b}[:3]",
        "{u}[{short}] += {v}[{short_}]",
    ),
    *(
        "{u}[{flat}] = {number}",
        "q = {flat}\n{u}[q] *= {v}[q]",
        "q = {flat}\n{u}[q] = {v}[q]",
    ),
    *(
        "{u}[{a}[:4] > 0.5] = {b}[:3]",
        "{u}[:, {a}[:3] > 0.5] *= {number}",
        "{u}[{index} % 4] = {b}[:3]",
    ),
    *(
        "{u}[{index} % 4, ::-1] += {b}[:3]",
        "{u}[..., {index} % 3] = {b}[:4]",
        "{u}[{a}[:4] > 0.5, {index} % 3] += {number}",
    ),
    *(
        "{u}[np.ix_([0, n % 4], [2, 0])] = {number}",
        "{u}[[[0], [n % 4]], [0, 2]] += {number}",
    ),
    *("np.put_along_axis({u}, {columns_}[:, None], {number}, axis=1)",),
    *("q = np.argsort({u}, axis=1)\nnp.put_along_axis({u}, q, {v}, axis=1)",),
    *("q = np.argsort({u}, axis=0)\n{u} = np.take_along_axis({u}, q, axis=0)",),
    *(
        "q = {a}[1:]\nq[{mask_}[1:]] = {number}",
        "q = {u}[1]\nq[{index} % 3] += {number}",
    ),
    *("q = {u}.T\nq[{index} % 3] = {b}[:4]", "q = {a}[::-1]\nq[{index}] = {number}"),
    *(
        "{a}[{indices}][0] = {number}",
        "{a}[{mask}][:1] *= 3.0",
        "{u}[{index} % 4][{mask_}[:3]] = {number}",
    ),
    *(
        "xs[{index}] = {number}",
        "xs[{index}] += {number}",
        "rows[{index} % 4][{index} % 3] = {number}",
    ),
    *(
        "rows[{index} % 4] = {b}[:3] * 1.0",
        "rows[{index} % 4] *= {number}",
        "xs.append(xs[{index}])",
    ),
    *(
        "d[{index} % 3] = {number}",
        "d[int({index}) % 3] += {number}",
        "d[int({index})] = {number}",
    ),
    *(
        "bins[int({index})].append({number})",
        "bins[{index} > 2].append({number})",
        "{a} = swapped({a}, n, {index})",
    ),
    *(
        "n = {index}",
        "n = int({index})",
        "i = np.argsort({a})",
        "mask = {mask}",
        "k += 1",
    ),
    *(
        "{a}, {b} = {b} * 1.0, {a}[{order}]",
        "{u} = {u}[np.argsort({u}[:, {index} % 3])]",
    ),
    *(
        "q = np.digitize({a}, EDGES)\n"
        "e, j, q = np.unique(q, return_inverse=True, return_counts=True)\n"
        "t = t + ({a}[j[:2]] * q[0]).sum()",
    ),
    *("j, q = np.nonzero({u} > 0.6)\nt = t + ({u}[j, q] * {v}[j, q]).sum()",),
    *(
        "for j in np.argwhere({u} > 0.9):\n    t = t + {u}[tuple(j)]",
        "j, q = divmod(int(np.argmax({u})), 3)\n{u}[j, q] = {number}",
    ),
    *(
        "best = {u}[np.argmax({u}.sum(axis=1))]\nbest[0] = {number}",
        "order = list(i)\nt = t + xs[order.index(n) % 5]",
    ),
    *(
        "{a}[i[0]], {a}[i[-1]] = {a}[i[-1]], {a}[i[0]]",
        "{a}[np.argmax({a})] = 0.1",
        "c[{indices}] += 1.0",
    ),
)
BLOCKS = (
    "for k in range({count}):\n{inner}",
    "for n in range(5):\n{inner}",
    "for j in {indices}:\n    {a}[j] = {a}[j] * 0.9 + {b}[j - 1]\n{inner}",
    "for j, e in enumerate({a}):\n    if e > 0.5:\n        t = t + e * j\n{deeper}",
    "for j, q in zip(i, {order}):\n    {a}[j] += {b}[q]\n{inner}",
    "while {a}.max() > 0.8:\n    {a}[np.argmax({a})] *= 0.6\n{inner}",
    "while n > 0 and k < 6:\n    k, n = k + 1, n - 1\n{inner}",
    "if {a}[{index}] > 0.5:\n{inner}\nelse:\n{inner}",
    "if n > 2:\n{inner}\nelse:\n{inner}",
    "if {mask_}[{index}]:\n{inner}",
)


@dataclass(frozen=True)
class Picked:
    """A text, and its arguments."""

    text: str
    words: str


WORDS = {
    "{number}": NUMBERS,
    "{flat}": FLAT,
    "{mask}": MASKS,
    "{mask_}": ("mask", "({a} > 0.6)"),
    "{columns}": COLUMNS,
    "{columns_}": ("np.argmax({u}, axis=1)", "np.argmin({v}, axis=1)"),
    "{short}": SHORT,
    "{short_}": ("np.argmax({u}, axis=0)", "[0, n % 3, 0]"),
    "{indices}": INDICES,
    "{order}": ("i", "np.argsort({b})", "i[::-1]", "np.digitize({a}, EDGES)"),
    "{index}": INDEX,
    "{count}": ("2", "3", "x.shape[0]", "n"),
    "{u}": ("u", "v", "w"),
    "{v}": ("u", "v"),
}
PROGRAMS = Templates(STATEMENTS, BLOCKS, WORDS)


def drawn(source: random.Random) -> Picked:
    """A function of an array with one axis and one with two."""
    point, matrix = source.choice(POINTS), source.choice(MATRICES)
    tail = TAIL.replace("{point}", point).replace("{matrix}", matrix)
    return Picked(HEAD + PROGRAMS.body(source) + "\n" + tail, f"{point} and {matrix}")


def judged(case: Picked, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


PICKED = Family(
    "picked",
    "indices that depend on data",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
