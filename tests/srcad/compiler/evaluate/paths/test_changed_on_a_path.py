"""What is changed on one path, where the name is bound anew on the other one."""

import itertools

import numpy as np
import pytest

import srcad
from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of, result

HEAD = """\
import collections
import dataclasses

import numpy as np


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b


@dataclasses.dataclass
class Data:
    a: float
    b: float


"""
# One, another one, a change of it, and what is read of it.
KINDS = {
    "list": ("[x[0], x[1]]", "[x[1], x[0]]", "v[1] = 3 * x[0]", "v[0] + 2 * v[1]"),
    "known": ("[1.0, x[1]]", "[x[1], 2.0]", "v[0] = 3 * x[0]", "v[0] + 2 * v[1]"),
    "dict": (
        "{'a': x[0], 'b': x[1]}",
        "{'a': x[1], 'b': x[0]}",
        "v['b'] = 3 * x[0]",
        "v['a'] + 2 * v['b']",
    ),
    "defaultdict": (
        "collections.defaultdict(float, a=x[0], b=x[1])",
        "collections.defaultdict(float, a=x[1], b=x[0])",
        "v['b'] += 3 * x[0]",
        "v['a'] + 2 * v['b']",
    ),
    "object": ("Pair(x[0], x[1])", "Pair(x[1], x[0])", "v.b = 3 * x[0]", "v.a + v.b"),
    "dataclass": (
        "Data(x[0], x[1])",
        "Data(x[1], x[0])",
        "v.b = 3 * x[0]",
        "v.a + 2 * v.b",
    ),
    "lists": (
        "[[x[0]], [x[1]]]",
        "[[x[1]], [x[0]]]",
        "v[1][0] = 3 * x[0]",
        "v[0][0] + 2 * v[1][0]",
    ),
    "replaced": (
        "[[x[0]], [x[1]]]",
        "[[x[1]], [x[0]]]",
        "v[1] = [3 * x[0]]",
        "v[0][0] + 2 * v[1][0]",
    ),
    "tuple": (
        "([x[0]], [x[1]])",
        "([x[1]], [x[0]])",
        "v[1][0] = 3 * x[0]",
        "v[0][0] + 2 * v[1][0]",
    ),
    "dict in a list": (
        "[{'a': x[0]}, x[1]]",
        "[{'a': x[1]}, x[0]]",
        "v[0]['a'] = 3 * x[0]",
        "v[0]['a'] + 2 * v[1]",
    ),
    "array": (
        "np.array([x[0], x[1]])",
        "np.array([x[1], x[0]])",
        "v[1] = 3 * x[0]",
        "v[0] + 2 * v[1]",
    ),
    "arrays": (
        "[x.copy(), x * 2]",
        "[x * 3, x]",
        "v[1][0] = 3 * x[0]",
        "v[0][0] + 2 * v[1][0]",
    ),
    "longer": ("[x[0]]", "[x[1]]", "v.append(3 * x[0])", "v[0] + 2 * v[-1] + len(v)"),
    "operated": ("[x[0], x[1]]", "[x[1], x[0]]", "v[1] *= x[0]", "v[0] + 2 * v[1]"),
    "run time": (
        "[t * x[0] for t in x if t > 0.1]",
        "[x[1], x[0]]",
        "v[1] = 3 * x[0]",
        "v[0] + 2 * v[1]",
    ),
    "deque": (
        "collections.deque([x[0], x[1]])",
        "collections.deque([x[1], x[0]])",
        "v[1] = 3 * x[0]",
        "v[0] + 2 * v[1]",
    ),
}
# Statements in which `v` is changed (CHANGE) on a path, and ANOTHER on another one.
FORMS = {
    "if": """
        if x[0] > 0.5:
            CHANGE
        else:
            v = ANOTHER
    """,
    "else": """
        if x[0] > 0.5:
            v = ANOTHER
        else:
            CHANGE
    """,
    "both": """
        if x[0] > 0.5:
            v = ANOTHER
            CHANGE
        else:
            CHANGE
    """,
    "new": """
        if x[0] > 0.5:
            v = ANOTHER
            CHANGE
    """,
    "elif": """
        if x[0] > 1.0:
            CHANGE
        elif x[0] > 0.5:
            v = ANOTHER
        else:
            v = ANOTHER
            CHANGE
    """,
    "nested": """
        if x[0] > 0.1:
            if x[0] > 0.5:
                CHANGE
            CHANGE
        else:
            v = ANOTHER
    """,
    "for": """
        for k in range(len(x)):
            if x[k] > 0.5:
                CHANGE
            else:
                v = ANOTHER
    """,
    "for and if": """
        for k in range(len(x)):
            CHANGE
            if x[k] > 0.5:
                v = ANOTHER
    """,
    "while": """
        w = x[0]
        while w < 2.0:
            w = w * 1.5
            if w > 1.0:
                CHANGE
            else:
                v = ANOTHER
    """,
    "another name": """
        u = v
        if x[0] > 0.5:
            CHANGE
        else:
            v = ANOTHER
    """,
    "other object": """
        u = ANOTHER
        if x[0] > 0.5:
            CHANGE
        else:
            v = u
    """,
    "swapped": """
        u = ANOTHER
        if x[0] > 0.5:
            CHANGE
            u, v = v, u
        else:
            CHANGE
    """,
    "conditional": """
        def g(v):
            CHANGE
            return v

        v = g(v) if x[0] > 0.5 else ANOTHER
    """,
    "return": """
        def g(v):
            if x[0] > 0.5:
                CHANGE
                return v
            return ANOTHER

        v = g(v)
    """,
    "return before": """
        def g(v):
            if x[0] > 0.5:
                return ANOTHER
            CHANGE
            return v

        v = g(v)
    """,
    "try": """
        try:
            if x[0] < 0.5:
                raise ValueError
            CHANGE
        except ValueError:
            v = ANOTHER
    """,
    "in a list": """
        h = [v]
        if x[0] > 0.5:
            CHANGE
        else:
            h[0] = ANOTHER
        v = h[0]
    """,
    "in an object": """
        h = Pair(v, 1)
        if x[0] > 0.5:
            CHANGE
        else:
            h.a = ANOTHER
        v = h.a
    """,
    "None": """
        if x[0] > 0.5:
            CHANGE
        else:
            v = None
        if v is None:
            v = ANOTHER
    """,
    "break behind": """
        for k in range(len(x)):
            CHANGE
            if x[k] > 0.5:
                break
            v = ANOTHER
    """,
    "break behind both": """
        while True:
            CHANGE
            if x[0] > 0.5:
                break
            v = ANOTHER
            CHANGE
            break
    """,
    "continue": """
        for k in range(len(x)):
            CHANGE
            if x[k] > 0.5:
                continue
            v = ANOTHER
    """,
    "return in a loop": """
        def g(v):
            for k in range(len(x)):
                CHANGE
                if x[k] > 0.5:
                    return v
                v = ANOTHER
            return v

        v = g(v)
    """,
    "break": """
        for k in range(len(x)):
            if x[k] > 0.5:
                v = ANOTHER
                break
            CHANGE
    """,
}
ROWS = list(itertools.product(KINDS, FORMS))


def statements(kind, form):
    """The lines of a form, of a kind."""
    _, another, change, _ = KINDS[kind]
    text = FORMS[form].replace("CHANGE", change).replace("ANOTHER", another)
    lines = text.rstrip().strip("\n").split("\n")
    return [line[8:] for line in lines]


def program(kind, body):
    """A function of an array."""
    made, _, _, read = KINDS[kind]
    lines = [f"v = {made}", *body, f"return ({read}) * x[2]"]
    return f"{HEAD}def f(x):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize("row", sampled(ROWS, 13), ids="-".join)
def test_it_is_as_in_python_or_refused(row, tmp_path):
    kind, form = row
    function = module_of(tmp_path, "program", program(kind, statements(kind, form))).f
    for x in ((0.9, 0.3, 0.4), (0.2, 0.6, 1.2), (1.1, 0.7, 0.8)):
        result(function, x)


@pytest.mark.parametrize("form", ["if", "elif", "try", "break behind", "in a list"])
@pytest.mark.parametrize("kind", ["list", "dict", "array", "operated"])
def test_it_works(kind, form, tmp_path):
    function = module_of(tmp_path, "program", program(kind, statements(kind, form))).f
    assert result(function, (0.9, 0.3, 0.4))
    assert result(function, (0.2, 0.6, 1.2))


def test_a_copy_is_another_one_afterwards():
    def function(x):
        v = [x[0], x[1]]
        u = v
        if x[0] > 0.5:
            v[1] = 3 * x[0]
        else:
            v = [x[1], x[0]]
        v[0] = x[2]
        return u[0] + 2 * u[1] + v[1]

    with pytest.raises(srcad.CompileError, match="also known under another name"):
        srcad.grad(function)(np.array([0.9, 0.3, 0.4]))
