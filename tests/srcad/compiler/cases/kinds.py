"""Names that hold another kind of thing in each iteration: the loop is written out."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def nothing_before_the_first(x):
    before = None
    total = 0.0
    for i in range(3):
        if before is not None:
            total = total + before * x
        before = x * (i + 1.0)
    return total


@case("float64[n]")
def a_mode(x):
    mode = "first"
    total = 0.0
    for _ in range(3):
        total = total + (x if mode == "first" else x**2)
        mode = "later"
    return total


@case("float64[n]")
def a_function(x):
    function = np.sin
    total = 0.0
    for _ in range(3):
        total = total + function(x) * x
        function = np.cos
    return total


@case("float64[n]")
def a_list_that_is_used_up(x):
    items = [x, x * x, 2.0 * x]
    total = 0.0
    while items:
        total = total + items.pop() * x
    return total


@case("float64[n]")
def a_chain_of_tuples(x):
    chain = (x, (x * x, (2.0, None)))
    total = 0.0
    while chain is not None:
        total = total + chain[0] * x
        chain = chain[1]
    return total


@case("float64[n]")
def bound_before_it_is_read(x):
    word = None
    total = 0.0
    for i in range(x.shape[0]):
        word = "twice" if x.ndim == 1 else None
        total = total + x[i] * len(word)
        word = 0.0
    return total
