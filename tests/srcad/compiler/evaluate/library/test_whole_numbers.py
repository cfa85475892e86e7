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
    "divisors": "return math.gcd(int(x[0] * 40), 12) * x[1] + math.gcd(12, 18, 6) * x[0]",
    "multiples": "return math.lcm(int(x[0] * 40), 12, int(x[2] * 7)) * x[1]",
    "of_one": "return math.gcd(int(x[2] * 9)) * x[1] + math.lcm(int(x[2] * 7)) * x[0]",
    "roots": "return math.isqrt(int(x[0] * 40)) * x[1] + math.isqrt(17) * x[0]",
    "a_root_of_less_than_nothing": """try:
        return math.isqrt(int(x[2] * 40)) * x[1]
    except ValueError:
        return x[0]""",
    "lengths_in_bits": """t = 0.0
    for v in x:
        t += int(v * 40).bit_length() * v + (int(v) > 0).bit_length()
    return t * int.bit_length(int(x[0] * 9)) * x[1]""",
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


@pytest.mark.parametrize(
    "asked", ["math.factorial(x[0])", "math.gcd(x[0], 3)", "x[0].bit_length()"]
)
def test_of_floats_it_is_refused(tmp_path, asked):
    text = f"{BEGINNING}def program(x):\n    return {asked} * x[1]\n"
    assert not result(module_of(tmp_path, "floats", text).program, [3.0, 1.0])
