"""``random.Random(seed)``: a program draws what Python draws."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

HEAD = "import random\nfrom random import Random\n\n"
POINTS = ([0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.3, 1.7])
BODIES = {
    "random": "return sum(v * rng.random() for v in x)",
    "uniform": "return rng.uniform(x[0], 2.0) * rng.uniform(-1, x[1] * 2)",
    "normal": "return rng.gauss(x[0], 0.5) * rng.gauss() + rng.normalvariate(0, x[1])",
    "others": "return rng.lognormvariate(0.0, x[0]) + rng.expovariate(2.0) * x[1]",
    "whole": "return x[0] * rng.randint(1, 6) + x[1] * rng.randrange(3) "
    "+ rng.randrange(2, 9, 3)",
    "on_paths": """s = 0.0
    for v in x:
        if v > 0: s += rng.random() * v
        else: s += rng.randint(1, 6) * v
    return s""",
    "in_a_while": """s = x[0]
    while s < 5.0: s += rng.random() + 0.1
    return s * x[1]""",
    "choice": "return rng.choice([x[0], x[1], 3.0]) * rng.choice(list(x)) "
    "+ rng.choice('abc').count('a')",
    "shuffle": """a, b = list(x), [x[0], x[1], x[2]]
    rng.shuffle(a)
    rng.shuffle(b)
    return a[0] + 2 * a[1] + 3 * b[0] * b[2]""",
    "sample": "a, b = rng.sample(range(5), 2); c, d = rng.sample([x[0], x[1], x[2]], 2)"
    "\n    return a * x[0] + b + c * d",
    "choices": "return sum(rng.choices([x[0], x[3], 1.0], k=3))",
    "called_so": "rng = Random(4); random = rng.random() + x[0]; return x[1] * random",
    "several": "return sum(Random(k).random() * x[k] for k in range(4))",
    "text": "rng = Random('abc'); return rng.random() * x[0]",
    "its_class": "return x[0] * isinstance(rng, Random)",
    "method": "draw = rng.random; return draw() * x[0] + draw()",
}


@pytest.mark.parametrize("name", BODIES)
def test_as_python_draws(name, tmp_path):
    text = f"{HEAD}def f(x):\n    rng = Random(4)\n    {BODIES[name]}\n"
    function = module_of(tmp_path, "draws", text).f
    for x in POINTS:
        x = np.array(x)
        assert result(function, x)
        assert srcad.value_and_grad(function)(x)[0] == function(x)


REFUSED = {
    "no_seed": ("rng = random.Random(); return rng.random() * x[0]", "SRC025"),
    "run_time": ("rng = random.Random(x[0]); return rng.random()", "SRC013"),
    "module": ("random.seed(0); return x[0] * random.random()", "SRC02"),
    "bits": ("return x[0] * random.Random(0).getrandbits(3)", "SRC012"),
    "many": ("return x[0] * random.Random(0).sample(range(30), 2)[0]", "SRC012"),
    "a_set": ("return x[0] * random.Random(0).sample({1, 2, 3}, 2)[0]", "TypeError"),
    "nothing": ("return x[0] * random.Random(0).choice([])", "IndexError"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, tmp_path):
    body, code = REFUSED[name]
    function = module_of(tmp_path, "draws", f"{HEAD}def f(x):\n    {body}\n").f
    with pytest.raises(srcad.CompileError, match=code):
        srcad.grad(function)(np.array(POINTS[0]))
