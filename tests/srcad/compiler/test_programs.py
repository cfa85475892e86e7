"""Random programs against their plain runs: each construct in a few of them.

``tools/random_programs.py`` tries as many as one has time for.
"""

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.sampling import sampled
from tests.srcad.compiler.programs import CONSTRUCTS, grow
from tests.srcad.compiler.programs.checking import (
    GOOD,
    GRADIENT,
    ILL_FORMED,
    PRIMAL,
    REFUSED,
    ROUGH,
    agrees,
    outcome_of,
)
from tests.srcad.compiler.programs.grower import INPUTS, Program, seeded
from tests.srcad.compiler.programs.limits import outcome_by_memory
from tests.srcad.compiler.programs.reducing import reduced

TRIED = settings(
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
PARTS, OF_A_PART = 40, 50
# Of these 2,000 programs, those that are refused. No other one is ever to be.
REFUSED_EVER = dict.fromkeys((742, 773, 1449, 1640), "SRC015")


@pytest.mark.parametrize("examples", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("construct", sampled(CONSTRUCTS, 2))
def test_programs_with_a_construct_hold(construct, examples):
    compiled = []

    @settings(TRIED, max_examples=examples)
    @given(st.data())
    def tried(data):
        program = grow(lambda n: data.draw(st.integers(0, n - 1)), [construct])
        outcome = outcome_of(program)
        assert outcome.what in (GOOD, REFUSED, ROUGH), (
            f"{outcome.what}: {outcome.message}\n{program.text}"
        )
        compiled.append(construct in program.constructs and outcome.what == GOOD)

    tried()
    assert sum(compiled) >= examples / 2


@pytest.mark.parametrize(
    "part",
    [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS))],
)
def test_no_program_that_compiled_is_refused(part):
    numbers = range(part * OF_A_PART, (part + 1) * OF_A_PART)
    outcomes = {number: outcome_of(seeded(1, number), number) for number in numbers}
    told = "\n\n".join(one.message for one in outcomes.values() if one.what != GOOD)
    count = Counter(one.what for one in outcomes.values())
    assert set(count) <= {GOOD, REFUSED, ROUGH}, told
    refused = {n: one.code for n, one in outcomes.items() if one.what == REFUSED}
    assert refused.items() <= REFUSED_EVER.items(), told
    assert count[ROUGH] < 0.04 * OF_A_PART


@pytest.mark.parametrize(
    "part",
    [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 50))],
)
def test_fewer_residuals_give_the_same_bits(part):
    numbers = range(part * 10, (part + 1) * 10)
    outcomes = [outcome_by_memory(seeded(2, number), number) for number in numbers]
    told = "\n\n".join(one.message for one in outcomes if one.failed)
    assert not told
    # Most of them are other modules under most of the limits.
    assert sum(int(one.code) for one in outcomes if one.what == GOOD) > 10


# -------------------------------------------------------------------- the test's tests


def program_of(text):
    return Program("import numpy as np\n" + text, "f", dict(INPUTS), frozenset())


WRONG_RULE = """
import srcad

class Wrong:
    def __call__(self, v):
        return np.sin(v)

wrong = Wrong()

@srcad.defbprop(wrong)
def rule(v, out, dout):
    return (dout * {},)

def f(x, m, s):
    y = np.tanh(x) * s
    return wrong(y) * 2.0 + m.mean()
"""


def test_a_wrong_gradient_is_noticed_and_reduced():
    program = program_of(WRONG_RULE.format("np.cos(v) * 1.00001"))
    outcome = outcome_of(program)
    assert outcome.what == GRADIENT
    smaller = reduced(program, outcome)
    assert len(smaller.text) < len(program.text)
    assert outcome_of(smaller).what == GRADIENT


OTHER_AT_EACH_CALL = """
import srcad

class Counting:
    calls = 0

    def __call__(self, v):
        Counting.calls += 1
        return v * Counting.calls

counting = Counting()

@srcad.defbprop(counting)
def rule(v, out, dout):
    return (dout,)

def f(x, m, s):
    return counting(x)
"""


def test_a_wrong_primal_is_noticed():
    assert outcome_of(program_of(OTHER_AT_EACH_CALL)).what == PRIMAL


def test_a_kink_is_not_taken_for_a_wrong_gradient():
    assert agrees(1.0, abs) is None
    assert agrees(2.0, lambda step: 3.0 * step)
    assert agrees(3.0, lambda step: 3.0 * step + step**2) == ""


def test_a_program_that_raises_is_ill_formed():
    assert outcome_of(program_of("def f(x, m, s):\n    return y\n")).what == ILL_FORMED


def test_equal_seeds_give_equal_programs():
    assert seeded(3, 17) == seeded(3, 17)
    assert seeded(3, 17) != seeded(3, 18)
