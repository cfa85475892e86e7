"""Sets, whose order is the compiler's own where Python has none."""

import numpy as np

from tests.srcad.compiler.derivatives import check


def texts(x):
    total = 0.0
    for word in {"cc", "a", "bbb"}:
        total = total + x[len(word)] * len(word)
    return total * np.sin(x)


def test_the_texts_of_a_set():
    check(texts, ["float64[4]"], draws=2)
