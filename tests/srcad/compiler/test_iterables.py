"""Whatever gives elements, in whatever goes through them: as Python, or refused.

Each source stands in each consumer, and what comes of it is held against Python's own
run and finite differences of it.
"""

import textwrap

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

SOURCES = {
    "range_to_n": "range(n)",
    "range_from_1": "range(1, n)",
    "range_by_2": "range(1, n, 2)",
    "range_down": "range(n - 1, 0, -1)",
    "range_down_by_2": "range(n - 1, -1, -2)",
    "reversed_range": "reversed(range(n))",
    "reversed_from_1": "reversed(range(1, n))",
    "reversed_by_2": "reversed(range(1, n, 2))",
    "known_range": "range(1, 4)",
    "known_reversed": "reversed(range(1, 4))",
    "range_to_k": "range(k)",
    "range_1_to_k": "range(1, k)",
    "range_from_k": "range(k - 1, 0, -1)",
    "reversed_to_k": "reversed(range(1, k))",
    "array": "x",
    "reversed_array": "reversed(x)",
    "rows": "x2",
    "reversed_rows": "reversed(x2)",
    "slice": "x[1:]",
    "constant_array": "np.arange(3.0)",
    "list": "[x[0], x[1], x[2]]",
    "tuple": "(x[0], x[1], x[2])",
    "reversed_list": "reversed([x[0], x[1]])",
    "sorted": "sorted([x[1], x[0]])",
    "set": "{1}",
    "string": "'abc'",
    "long_list": "[v * 2 for v in x]",
    "reversed_long_list": "reversed([v * 2 for v in x])",
    "enumerated_long_list": "enumerate([v * 2 for v in x])",
    "dict": "{1: x[0], 2: x[1]}",
    "keys": "{1: x[0], 2: x[1]}.keys()",
    "values": "{'a': x[0], 'b': x[1]}.values()",
    "items": "{'a': x[0], 'b': x[1]}.items()",
    "generator": "(v * 2 for v in x)",
    "map": "map(lambda v: v * 2, x)",
    "filter": "filter(lambda v: v > 1.5, x)",
    "enumerate": "enumerate(x)",
    "enumerate_from_3": "enumerate(x, 3)",
    "enumerated_range": "enumerate(range(1, n))",
    "zip": "zip(x, x2)",
    "zipped_ranges": "zip(range(1, n), reversed(range(n)))",
    "zipped_list": "zip([x[0], x[1]], x)",
    "islice": "itertools.islice(x, 1, 3)",
    "chain": "itertools.chain(x, [1.0, 2.0])",
    "pairwise": "itertools.pairwise(x)",
    "pairs_of_a_range": "itertools.pairwise(range(1, n))",
    "accumulate": "itertools.accumulate(x)",
    "repeat": "itertools.repeat(x[0], 3)",
    "product": "itertools.product([x[0]], [x[1], 2.0])",
}

LOOP = """
s = 0.0 * x[0]
for {target} in {iterable}:
    s = s * 0.5 + {term}
return s
"""


def loop(iterable, target="v", term="val(v, x)"):
    return LOOP.format(target=target, iterable=iterable, term=term)


CONSUMERS = {
    "for": loop("SOURCE"),
    "enumerate": loop("enumerate(SOURCE)", "i, v", "val(v, x) * (i + 1)"),
    "zip": loop("zip(SOURCE, x)", "v, w", "val(v, x) * w"),
    "zip_behind": loop("zip(range(1, n), SOURCE)", "w, v", "val(v, x) * w"),
    "reversed": loop("reversed(list(SOURCE))"),
    "pairwise": loop("itertools.pairwise(SOURCE)", "a, b", "val(a, x) * val(b, x)"),
    "islice": loop("itertools.islice(SOURCE, 1, 3)"),
    "chain": loop("itertools.chain(SOURCE, [x[2]])"),
    "map": loop("map(lambda u: val(u, x) * 2, SOURCE)", term="v"),
    "filter": loop("filter(lambda u: val(u, x) > 1.2, SOURCE)"),
    "accumulate": loop(
        "itertools.accumulate(map(lambda u: val(u, x), SOURCE))", term="v"
    ),
    "enumerated_comprehension": loop("enumerate([val(u, x) for u in SOURCE])"),
    "comprehension": "return sum([val(v, x) * j for j in range(3) for v in SOURCE])",
    "generator": "return sum((val(v, x) for v in SOURCE), 0.0 * x[0])",
    "dict": """
d = {i: val(v, x) for i, v in enumerate(SOURCE)}
return d[0] + d[1] * 2
""",
    "list": """
ys = list(SOURCE)
return val(ys[0], x) * 3 + val(ys[-1], x) * 5 + sum([val(v, x) for v in ys])
""",
    "tuple": """
ys = tuple(SOURCE)
return val(ys[-1], x) * 5 + len(ys) * x[1]
""",
    "display": """
ys = [x[0], *SOURCE]
return val(ys[-1], x) + val(ys[1], x)
""",
    "extend": """
ys = [x[0]]
ys.extend(SOURCE)
return val(ys[-1], x) + val(ys[1], x)
""",
    "plus": """
ys = [x[0]]
ys += SOURCE
return val(ys[-1], x) + val(ys[1], x)
""",
    "unpacked": """
a, *b = SOURCE
return val(a, x) * 2 + val(b[-1], x)
""",
    "arguments": "return val((lambda *a: a[-1])(*SOURCE), x)",
    "reduce": """
return functools.reduce(lambda a, v: a * 0.5 + val(v, x), SOURCE, 0.0 * x[0])
""",
    "reduce_without_start": """
return val(functools.reduce(lambda a, v: val(a, x) * 0.5 + val(v, x), SOURCE), x)
""",
    "sorted": """
ys = sorted(SOURCE, key=lambda u: val(u, x))
return val(ys[0], x) * 2 + val(ys[-1], x)
""",
    "max": "return val(max(SOURCE, key=lambda u: val(u, x)), x)",
    "min": "return val(min(SOURCE, key=lambda u: val(u, x)), x)",
    "plain_max": "return val(max(SOURCE), x)",
    "sum": "return np.sum(sum(SOURCE)) + x[0]",
    "any": "return x[0] * (2.0 if any(val(v, x) > 2.5 for v in SOURCE) else 3.0)",
    "plain_any": "return x[0] * (2.0 if any(SOURCE) else 3.0)",
    "next": """
it = iter(SOURCE)
a = next(it)
return val(a, x) * 2 + val(next(it), x)
""",
    "next_and_the_rest": "it = iter(SOURCE)\na = next(it)" + loop("it"),
    "len": "return len(SOURCE) * x[0]",
    "in": "return x[0] * (2.0 if 2 in SOURCE else 1.0)",
    "truth": "return x[0] * (2.0 if SOURCE else 1.0)",
    "second": "return val(SOURCE[1], x)",
    "last": "return val(SOURCE[-1], x)",
    "array": "return np.sum(np.array(list(SOURCE)) * 1.0) * x[0]",
    "array_at_once": "return np.sum(np.array(SOURCE) * 1.0) * x[0]",
    "stack": "return np.sum(np.stack([val(v, x) * x for v in SOURCE]))",
    "twice": "it = SOURCE\nfirst = 0.0 * x[0]\nfor v in it:\n"
    "    first = first + val(v, x)"
    + loop("it").replace("return s", "return s + first"),
    "yield_from": "def g():\n    yield from SOURCE" + loop("g()"),
    "helper": "def run(it):"
    + textwrap.indent(loop("it"), "    ")
    + "return run(SOURCE)",
    "inside_of_a_loop": """
s = 0.0 * x[0]
for i in range(2):
    for v in SOURCE:
        s = s * 0.5 + val(v, x) * i
return s
""",
    "left_early": """
s = 0.0 * x[0]
for v in SOURCE:
    if s > 3.0:
        break
    s = s * 0.5 + val(v, x)
return s
""",
    "of_two_branches": "if x[0] > 0.0:\n    it = SOURCE\nelse:\n    it = SOURCE"
    + loop("it"),
}

HEAD = '''
import functools
import itertools
import numpy as np

def val(v, x):
    """A number of an element, whatever it is."""
    if isinstance(v, tuple):
        return val(v[0], x) + 2 * val(v[1], x)
    if isinstance(v, str):
        return 0.5
    if isinstance(v, int):
        return x[v % 3] * (v + 1)
    return np.sum(v)
'''

# Wrong in silence once: a range that does not start at 0 or is turned round, by its
# positions, and what `itertools` gives, gone through twice.
WERE_WRONG = {
    "enumerate": ["reversed_range", "reversed_by_2"],
    "zip": ["reversed_from_1", "zipped_ranges"],
    "pairwise": ["range_from_1", "range_down", "reversed_by_2"],
    "reduce_without_start": ["range_from_1", "range_down", "reversed_range"],
    "twice": ["islice", "pairwise", "accumulate", "repeat", "product"],
    "for": ["zipped_ranges", "pairs_of_a_range"],
}

X = (1.31, 0.72, 2.13, 1.94, 0.45)


def modules(folder, name, text, sources):
    """The programs of one consumer, in a file."""
    parts = [HEAD]
    for word in sources:
        body = text.strip("\n").replace("SOURCE", SOURCES[word])
        head = f"def of_{word}(x, k):\n    n = len(x)\n    x2 = np.outer(x, x)\n"
        parts.append(head + textwrap.indent(body, "    ") + "\n")
    return module_of(folder, name, "\n\n".join(parts))


@pytest.mark.parametrize("consumer", WERE_WRONG)
def test_elements_are_those_that_python_gives(consumer, tmp_path):
    words = WERE_WRONG[consumer]
    module = modules(tmp_path, consumer, CONSUMERS[consumer], words)
    for word in words:
        assert result(getattr(module, f"of_{word}"), X, 4) or consumer in _REFUSED


# Whether an int that becomes a float in the loop is an int is not known.
_REFUSED = ("reduce_without_start",)


@pytest.mark.long
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_source_in_every_consumer(consumer, tmp_path):
    module = modules(tmp_path, consumer, CONSUMERS[consumer], SOURCES)
    worked = [result(getattr(module, f"of_{word}"), X, 4) for word in SOURCES]
    assert sum(worked) >= _WORK.get(consumer, 40), sum(worked)


# So many of the sources work at least, where Python itself raises for others.
_WORK = {
    "display": 39,
    "extend": 39,
    "plus": 35,
    "unpacked": 39,
    "arguments": 39,
    "sum": 34,
    "plain_any": 39,
    "next": 39,
    "next_and_the_rest": 39,
    "len": 22,
    "in": 36,
    "second": 19,
    "last": 18,
    "array_at_once": 8,
    "twice": 32,
    "of_two_branches": 25,
}
