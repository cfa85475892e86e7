"""Variables of functions around: read late, written with ``nonlocal``."""

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def written_under_a_condition(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        if z.sum() > 0:
            total = total + z * z

    add(x)
    add(-x)
    return total


@case("float64[n]")
def written_in_a_loop(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        for i in range(z.shape[0]):
            total = total + z * z[i]

    add(x)
    add(total)
    return total


@case("float64[n]")
def called_in_a_branch(x):
    total = x * 1.0

    def add(z):
        nonlocal total
        total = total + z * z

    if x.sum() > 0:
        add(x)
    else:
        add(-x * 2.0)
    return total


@case("float64[n]")
def nested_writes(x):
    total, calls = x * 1.0, 0

    def outer(z):
        nonlocal total, calls

        def inner(w):
            nonlocal total
            total = total * w

        inner(z)
        total = total + z
        calls += 1
        return calls

    return outer(x) * total + outer(x * 0.5) * total


@case("float64[n]")
def written_by_a_generator(x):
    n = 0

    def multiples():
        nonlocal n
        for _ in range(3):
            n += 1
            yield x * n

    return sum(multiples()) * n


@case("float64[n]")
def read_late(x):
    k = 2.0
    scaled = lambda v: v * k  # noqa: E731
    if x.sum() > 0:
        k = 3.0
    total = scaled(x)
    for i in range(x.shape[0]):
        k = k + x[i]
    return total + scaled(x)
