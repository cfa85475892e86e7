"""Functions of the program that Python's library calls: keys that compare, replacements.
What it calls beside these is refused, and no `try` of the program takes it for an error.
"""

import pytest

from srcad.gradient.modules import MODULES
from tests.srcad.compiler.side_by_side import module_of, result

X = [0.7, -1.3, 2.1]
SPACE = """
import bisect, functools, heapq, json, re
import numpy as np
factor = 2.0
def downwards(a, b): return (b - a) * (factor - 4)
def digit(match): return str(int(factor))
pattern = re.compile("a")
key = functools.cmp_to_key(downwards)
"""
COMPARED = {
    "a lambda": "sorted([1.0, 3.0, 2.0], key=functools.cmp_to_key("
    "lambda a, b: (b - a) * (factor - 4)))[0]",
    "a function": "sorted([1.0, 3.0, 2.0], key=functools.cmp_to_key(downwards))[0]",
    "max": "max([1.0, 3.0, 2.0], key=functools.cmp_to_key(mycmp=downwards))",
    "reversed": "sorted([1, 3, 2], key=functools.cmp_to_key(downwards), reverse=True)[0]",
}
REPLACED = {
    "re.sub": "float(re.sub('a', lambda match: str(int(factor)), 'a1'))",
    "a function": "float(re.sub('a', digit, 'a1'))",
    "by name": "float(re.sub('a', repl=lambda m: str(int(factor)), string='a1'))",
    "a pattern": "float(pattern.sub(digit, 'a1'))",
    "subn": "float(pattern.subn(lambda match: digit(match) + match.group(0)[1:], 'a1')[0])",
    "how many": "re.subn('[ab]', lambda match: digit(match), 'ab1', 1)[1]",
    "groups": r"len(re.sub(r'(\w)(\d?)', lambda m: m[1] * int(m[2] or factor), "
    "'a3b2c', count=2, flags=re.I))",
    "empty": "len(re.sub('x*', lambda match: '-' * int(factor), 'abxd'))",
    "bytes": "len(re.sub(b'a', lambda match: b'-' * int(factor), b'abca'))",
    "a text": "float(pattern.sub('3', 'a1')) * float(re.sub('a', '2', 'a1'))",
}


@pytest.mark.parametrize("read", [*COMPARED.values(), *REPLACED.values()])
def test_what_the_function_reads_is_noticed(tmp_path, read):
    program = f"{SPACE}def f(x):\n    return (x**2).sum() * {read}\n"
    module = module_of(tmp_path, "program", program)
    for value in (2.0, 5.0, 3.0):
        module.factor = value
        assert result(module.f, X)
        MODULES.clear()
        assert result(module.f, X)


def test_keys_order_what_run_time_computes(tmp_path):
    body = """rows = [("b", x[0]), ("a", x[1])]
    rows.sort(key=functools.cmp_to_key(lambda a, b: (a[0] > b[0]) - (a[0] < b[0])))
    one = functools.cmp_to_key(downwards)
    smaller = one(1.0) < one(2.0) or one(3.0) == one(4.0)
    return rows[0][1] ** 2 * rows[1][1] * one(4.0).obj + smaller"""
    module = module_of(tmp_path, "program", f"{SPACE}def f(x):\n    {body}\n")
    assert result(module.f, X)


REFUSED = {
    "a key of outside": "sorted([1.0, 3.0, 2.0], key=key)[0]",
    "another of it": "max([1.0, 3.0, 2.0], key=key)",
    "json": "len(json.dumps(object(), default=lambda item: 'a' * int(factor)))",
    "merge": "sum(heapq.merge([1], [2], key=lambda item: -item))",
}


@pytest.mark.parametrize("read", REFUSED.values(), ids=REFUSED)
def test_what_is_called_out_of_sight_is_refused(tmp_path, read):
    program = f"{SPACE}def f(x):\n    return (x**2).sum() * {read}\n"
    assert not result(module_of(tmp_path, "program", program).f, X)
    caught = f"try:\n        c = {read}\n    except TypeError:\n        c = 3.0"
    program = f"{SPACE}def f(x):\n    {caught}\n    return (x**2).sum() * c\n"
    assert not result(module_of(tmp_path, "caught", program).f, X)
