"""Time the gradients of ``model.py`` by NumPy and by Numba.

Needs ``pip install 'srcad[numba]'``. Run it with ``python examples/compiled/run.py``.
"""

import sys
import timeit

import numpy as np

import srcad

from model import brightest, growth, prices

LARGEST_DIFFERENCE = 1e-9


def main():
    """Print a line for each function; fail where the two engines differ."""
    rng = np.random.default_rng(0)
    options = (
        rng.uniform(80, 120, 50),
        rng.uniform(80, 120, 50),
        rng.uniform(0.1, 0.4, 50),
        0.03,
        rng.uniform(0.2, 2, 50),
    )
    images = rng.normal(size=(8, 3, 16, 16)), rng.normal(size=(4, 3, 3, 3)), np.zeros(4)
    good = True
    for function, arguments, wrt in [
        (growth, (1.5, 100.0, 3.0), (0, 1, 2)),
        (prices, options, (0, 2)),
        (brightest, images, (1, 2)),
    ]:
        plain = srcad.value_and_grad(function, wrt)
        fast = srcad.value_and_grad(function, wrt, engine="numba")
        difference = furthest(plain(*arguments), fast(*arguments))
        slow_time, fast_time = (seconds(one, arguments) for one in (plain, fast))
        print(
            f"{function.__name__:9} NumPy {slow_time * 1e6:7.1f} us   "
            f"Numba {fast_time * 1e6:7.1f} us   largest difference {difference:.0e}"
        )
        good = good and difference < LARGEST_DIFFERENCE
    if not good:
        sys.exit("The two engines differ.")
    print("Both engines give the same gradients.")


def furthest(first, second):
    """Return the largest relative difference between two results."""
    pairs = zip([first[0], *first[1]], [second[0], *second[1]], strict=True)
    return max(
        float(np.max(np.abs(np.subtract(one, other))) / np.max(np.abs(one)))
        for one, other in pairs
    )


def seconds(function, arguments):
    """Return the time of one call."""
    return min(timeit.repeat(lambda: function(*arguments), number=20, repeat=5)) / 20


if __name__ == "__main__":
    main()
