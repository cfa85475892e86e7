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


class Thing:
    def __init__(self, value):
        self.value = value


@case("float64[3]")
def of_objects(x):
    a, b, c = map(Thing, x)
    some, others = {a, b}, frozenset([b, c])
    both = some | others
    assert some & others == {b}
    total = sum(one.value for one in both ^ {c}) * (a in both) * len(some - others)
    total = total * len(both) * (not some <= others)
    some -= others
    some.update([c], {a})
    some.discard(b)
    return total + max(one.value for one in some - {a}) * (c in some)


@case("float64[3]")
def a_set_of_work(x):
    work, total = {Thing(v) for v in x}, 0.0
    while work:
        total = total + work.pop().value ** 3
    return total


@case("float64[3]")
def objects_in_an_order(x):
    things = {Thing(v) for v in x}
    least, middle, most = sorted(things, key=lambda one: one.value)
    return least.value * middle.value**2 * most.value**3


@case("float64[3]")
def objects_that_are_not_there(x):
    a, b = Thing(x[0]), Thing(x[1])
    known, total = {a: 2.0}, x[2]
    try:
        total = total * known[b]
    except KeyError:
        total = total + known.setdefault(b, x[1])
    try:
        {a}.remove(b)
    except KeyError:
        total = total * known[b]
    return total


@case("float64[n]")
def of_objects_of_an_iteration(x):
    total = 0.0
    for v in x:
        here = Thing(v)
        some = {here: v}
        if here in some:
            total = total + some[here] ** 2
    return total


@case("float64[4]")
def displays_with_stars(x):
    first, table = [0, 2], {1: "one", 2: "two"}
    both = {*first, 3, *table}
    return sum(x[k] * len(table.get(k, "")) for k in both) * x * len({*table.values()})
