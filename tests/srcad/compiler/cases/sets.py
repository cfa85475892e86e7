"""Sets: what is in them is known."""

from tests.srcad.compiler.cases.case import case


@case("float64[4]")
def displays_and_operators(x):
    some = {0, 1} | {3}
    other = frozenset([1, 2]) & some
    both = {k % 3 for k in range(7)}
    return sum(x[k] for k in some ^ both) * len(other) + x * (some > other)


@case("float64[4]")
def changed_under_two_names(x):
    some = {1, 2}
    same = some
    same |= {3}
    same.discard(1)
    some.update([0], (3, 0))
    kept = some.copy()
    kept.clear()
    return x * len(some) + sum(x[k] for k in same) * (1 + len(kept))


@case("float64[4]")
def what_was_seen_already(x):
    seen, total = set(), 0.0
    for k in [0, 2, 0, 3, 2]:
        if k in seen:
            continue
        seen.add(k)
        total = total + x[k] * len(seen)
    return total * x


@case("float64[4]")
def made_in_a_loop(x):
    total = 0.0
    for k in range(4):
        here = set()
        here.add(k)
        here.add(k // 2)
        total = total + x[k] * len(here)
    return total * x


@case("float64[4]")
def read_by_a_function(x):
    seen = set()

    def count(k):
        seen.add(k)
        return len(seen)

    return x * (count(1) * 100 + count(2) * 10 + count(1))
