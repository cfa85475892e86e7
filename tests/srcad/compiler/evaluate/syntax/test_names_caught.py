"""Names that are not there, where a handler waits for what Python raises then."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

PROGRAMS = {
    "missing": """
def f(x):
    try: k = MISSING
    except NameError: k = 1.0
    return (x * k).sum()
""",
    "there": """
THERE = 3.0
def f(x):
    try: k = THERE
    except NameError: k = 1.0
    return (x * k).sum()
""",
    "the exception": """
def f(x):
    try: k = MISSING
    except NameError as error: k = len(str(error)) + len(error.name)
    return (x * k).sum()
""",
    "all others, for one around": """
def f(x):
    try:
        try: y = MISSING
        except Exception: y = 2.0
    except NameError: y = 1.0
    return y * x[0]
""",
    "all others": """
def f(x):
    try: y = MISSING
    except Exception: y = 1.0
    return y * x[0]
""",
    "all": """
def f(x):
    y = x * 2
    try:
        y = y * 3
        y = y + MISSING(x)
    except: y = y + 1
    return y.sum() * x[0]
""",
    "other": """
def f(x):
    try:
        try: k = MISSING
        except (ValueError, UnboundLocalError): k = 2.0
    except NameError: k = 3.0
    finally: k = k + 1
    return (x * k).sum()
""",
    "helper": """
def g(): return MISSING.attribute
def f(x):
    try: k = g()
    except NameError: k = 3.0
    else: k = 2.0
    return (x * k).sum()
""",
    "branch": """
def f(x):
    try:
        if x.sum() > 3: k = MISSING
        else: k = 2.0
    except NameError: k = 3.0
    return (x * k).sum()
""",
    "branch, the other": """
def f(x):
    try:
        if x.sum() < 3: k = MISSING
        else: k = 2.0
    except NameError: k = 3.0
    return (x * k).sum()
""",
    "loop": """
def f(x):
    s = 0.0
    for v in x:
        try: s = s + v * MISSING
        except NameError: s = s + v * v
    return s
""",
    "loop in it": """
def f(x):
    s = 0.0
    try:
        for v in x: s = s + v * MISSING
    except NameError: s = s + x[0]
    return s
""",
    "declared global": """
def f(x):
    global MISSING
    try: return MISSING
    except NameError: return x[0] * x[0]
""",
    "of a function around": """
def f(x):
    def g():
        try: return late
        except NameError: return x[0]
    y = g()
    late = 2.0
    return y * g()
""",
    "bound later in a loop": """
def f(x):
    s = 0.0
    for v in x:
        try: s = s + t
        except NameError: s = s + 1.0
        t = v
    return s * x[0]
""",
    "bound later": """
def f(x):
    try: s = t
    except NameError: s = x[0]
    t = 2.0
    return s * t
""",
    "deleted": """
def f(x):
    t = x * 2
    del t
    try: s = t
    except UnboundLocalError: s = x[0]
    return s
""",
    "comprehension": """
def f(x):
    try: return sum(v * MISSING for v in x)
    except NameError: return x[0] * 3
""",
    "lambda": """
def f(x):
    g = lambda v: v * MISSING
    try: return g(x).sum()
    except NameError: return x[0] * 3
""",
    "called, after what may raise": """
def f(x):
    try:
        y = [1.0, 2.0][int(x[0])]
        y = MISSING + y
    except NameError: y = 4.0
    except IndexError: y = 5.0
    return y * x[0]
""",
}

# Of a name of a function it is not known by then that it is not bound; what catches all
# does not say that it waits for a name that is misspelt.
REFUSED = (
    *("of a function around", "bound later in a loop", "bound later", "deleted"),
    *("all others", "all"),
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_beside_python(name, tmp_path):
    module = module_of(tmp_path, "names", PROGRAMS[name])
    assert result(module.f, [1.5, 2.5]) is (name not in REFUSED)


def test_a_name_that_is_bound_since(tmp_path):
    module = module_of(tmp_path, "names", PROGRAMS["missing"])
    assert result(module.f, [1.5, 2.5])
    module.MISSING = 4.0
    assert result(module.f, [1.5, 2.5])
    del module.MISSING
    assert result(module.f, [1.5, 2.5])
