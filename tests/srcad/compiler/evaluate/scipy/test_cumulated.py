"""Integrals of samples, up to each of them."""

import numpy as np
import pytest
from scipy import integrate

from tests.srcad.compiler.side_by_side import result


def cumulated(p):
    return integrate.cumulative_simpson(p, dx=0.1)[-1]


def at_places(p):
    return (
        integrate.cumulative_simpson(
            np.append(p, p[0]), x=np.array([0.0, 0.3, 1.0, 1.2, 2.0])
        )
        ** 2
    ).sum()


def along_an_axis(p):
    return (
        integrate.cumulative_simpson(
            np.outer(p, p), x=np.cumsum(np.exp(p)), axis=0, initial=p[0]
        )
        ** 2
    ).sum()


def of_few_samples(p):
    return (
        (integrate.cumulative_simpson(np.outer(p, p), dx=p[1], initial=0) ** 2).sum()
        + integrate.cumulative_simpson(p[:2])[0]
        + integrate.cumulative_simpson(p[:3], initial=1.0)[1]
    )


FUNCTIONS = [cumulated, at_places, along_an_axis, of_few_samples]


@pytest.mark.parametrize("x", [[0.7, 0.4, 0.5, 1.2], [0.1, 9.0, 3.0, 0.3]])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_slopes(function, x):
    assert result(function, x)
