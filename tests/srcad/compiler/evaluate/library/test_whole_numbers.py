"""``math.factorial`` and its kin, of whole numbers that run time knows."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

BEGINNING = "import math\nimport numpy as np\n\n"
BODIES = {
    "a_factorial": "return math.factorial(abs(int(x[2])) + 1) * x[0]",
    "combinations": "return math.comb(abs(int(x[2])) + 3, 2) * x[0]",
    "permutations": "return math.perm(abs(int(x[2])) + 3, 2) * x[0]",
    "of_numpys": "return math.comb(5, np.argmin(x)) * x[1] + math.factorial(np.argmax(x))",
    "a_series": """t = 0.0
    for k in range(int(x[0] * 10)):
        t += x[1] ** k / math.factorial(k)
    return t""",
    "of_a_count": """n = len([v for v in x if v > 0])
    return sum(math.comb(n, k) * x[0] ** k for k in range(n + 1))""",
    "of_many_digits": """n = int(x[0] * 40)
    return math.factorial(n) / math.factorial(n - 1) * x[1] + math.perm(n, 3) * x[0]""",
    "caught": """try:
        return math.factorial(int(x[2])) * x[0]
    except ValueError:
        return x[1]""",
}
POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [0.703, 1.3018, -2.1047, 0.4021]]


@pytest.mark.parametrize("name", BODIES)
def test_it_gives_what_python_gives(tmp_path, name):
    text = f"{BEGINNING}def program(x):\n    {BODIES[name]}\n"
    program = module_of(tmp_path, name, text).program
    for x in POINTS:
        assert result(program, x)


def test_of_floats_it_is_refused(tmp_path):
    text = f"{BEGINNING}def program(x):\n    return math.factorial(x[0]) * x[1]\n"
    assert not result(module_of(tmp_path, "floats", text).program, [3.0, 1.0])
