"""Random programs by their cores: the same as by their halves."""

from collections import Counter
from typing import Any

import pytest

from tests.srcad.compiler.programs.checking import FAILURES, GOOD
from tests.srcad.compiler.programs.engines import PLAIN, outcome_by_core
from tests.srcad.compiler.programs.grower import seeded


def tried(numbers: range, numba: Any) -> Counter[str]:
    outcomes = {n: outcome_by_core(seeded(1, n), n, numba) for n in numbers}
    failed = {n: one for n, one in outcomes.items() if one.what in FAILURES}
    assert not failed, "\n\n".join(f"{n}: {one}" for n, one in failed.items())
    return Counter(one.what for one in outcomes.values())


# As plain Python, which says nothing of Numba's types.
@pytest.mark.parametrize(
    "part",
    [
        pytest.param(0, marks=pytest.mark.rest),
        *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 20)),
    ],
)
def test_cores_that_python_runs(part):
    count = tried(range(part * 50, (part + 1) * 50), PLAIN)
    assert count[GOOD] >= 8


# Some that have a core; of the others about one in three.
FIRST = (0, 5, 9, 17)


@pytest.mark.numba
@pytest.mark.parametrize(
    "number",
    [
        *FIRST,
        *(
            pytest.param(number, marks=pytest.mark.long)
            for number in range(200)
            if number not in FIRST
        ),
    ],
)
def test_cores_that_numba_compiles(number):
    import numba

    count = tried(range(number, number + 1), numba)
    assert number not in FIRST or count[GOOD]
