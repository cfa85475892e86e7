"""Comprehensions, and generators that are consumed in place."""

from tests.srcad.compiler.programs.functions import at_module, bound
from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    VECTOR,
    Grower,
    Unfit,
    plain,
    statement,
)

# -------------------------------------------------------------------------- generators

# Bodies of generators of the items of a vector.
GENERATORS = (
    ("for item in v:", "    yield np.sin(item)"),
    ("for item in v:", "    if item > 0.217:", "        yield item * 0.5"),
    ("yield v[0]", "yield from (np.cos(item) for item in v)"),
    ("yield v.mean()", "for i in range(3):", "    yield np.sin(v[i])"),
    (
        "total = 0.3",
        "for item in v:",
        "    total = total * 0.5 + item",
        "    yield total",
    ),
)


@statement("generator function consumed in place")
def generator_function(g: Grower) -> None:
    name, total = g.fresh("numbers"), g.fresh("total")
    lines = [f"    {line}" for line in g.pick(GENERATORS)]
    at_module(g, [f"def {name}(v):", *lines])
    called = f"{name}({g.value(VECTOR, 1)})"
    form = g.below(3)
    if form == 0:
        bound(g, f"sum({called}) * 0.2", NUMBER)
        return
    g.line(f"{total} = 0.0")
    i, item = g.fresh("place"), g.fresh("item")
    head = f"for {item} in {called}:"
    if form == 1:
        g.use("enumerate")
        head = f"for {i}, {item} in enumerate({called}):"
    with g.frozen_names(i, item), g.block(head, loop=True):
        g.line(f"{total} = {total} * 0.5 + {item} * 0.4")
        if g.chance(30):
            g.body(1)
    g.bind(total, NUMBER)


@statement("generator consumed in place")
def generator(g: Grower) -> None:
    form = g.below(3)
    v, one = g.atom(VECTOR), g.value(NUMBER, 1)
    text = (
        f"sum(np.sin(item) for item in {v}) * 0.2",
        f"sum(item * other for item, other in zip({v}, {g.atom(VECTOR)})) * 0.1",
        f"max(np.cos(item) for item in ({plain(one)}, {g.constant()}))",
    )[form]
    bound(g, text, NUMBER)


# ---------------------------------------------------------------------- comprehensions


@statement("list comprehension")
def list_comprehension(g: Grower) -> None:
    v, t = g.atom(VECTOR), g.atom(NUMBER)
    form = g.below(4)
    if form == 0:
        bound(g, f"np.array([np.sin(item) * {t} for item in {v}])")
    elif form == 1:
        bound(g, f"sum([item * {g.constant()} for item in {v}]) * 0.2", NUMBER)
    elif form == 2 and g.variables(MATRIX):
        bound(g, f"np.stack([row.mean() * {t} for row in {g.atom(MATRIX)}])")
    else:
        bound(g, f"sum([np.sin({v} * rate) for rate in (0.3, 0.9)]) * 0.5")


@statement("tuple comprehension")
def tuple_comprehension(g: Grower) -> None:
    name, v = g.fresh("pair"), g.atom(VECTOR)
    g.line(f"{name} = tuple({v} * rate for rate in (0.5, {g.constant()}))")
    bound(g, f"np.sin({name}[0]) * {name}[{g.pick(('1', '-1'))}]")


@statement("dict comprehension")
def dict_comprehension(g: Grower) -> None:
    name, v = g.fresh("table"), g.atom(VECTOR)
    words = "zip(('one', 'two'), (0.4, 1.1))"
    g.line(f"{name} = {{key: np.sin({v} * rate) for key, rate in {words}}}")
    bound(g, f"{name}['one'] * {name}['two']")


@statement("comprehension with a condition")
def filtered(g: Grower) -> None:
    v, form = g.atom(VECTOR), g.below(3)
    if form == 0:
        bound(g, f"sum([np.sin(k * {v}) for k in range(4) if k % 2]) * 0.5")
        return
    name = g.fresh("kept")
    g.line(f"{name} = [item * 0.5 for item in {v} if item > {g.threshold()}]")
    if form == 1:
        bound(g, f"sum({name}) * 0.2", NUMBER)
    else:
        total, item = g.fresh("total"), g.fresh("item")
        g.line(f"{total} = {g.atom(NUMBER)}")
        with g.block(f"for {item} in {name}:", loop=True):
            g.line(f"{total} = {total} * 0.5 + np.sin({item})")
        g.bind(total, NUMBER)


@statement("nested comprehension")
def nested_comprehension(g: Grower) -> None:
    m, t = g.atom(MATRIX), g.atom(NUMBER)
    if not m.isidentifier():
        raise Unfit
    form = g.below(3)
    if form == 0:
        row = "np.stack([np.sin(row[j]) for j in range(3)])"
        bound(g, f"np.array([{row} for row in {m}])", MATRIX)
    elif form == 1:
        bound(g, f"sum([item * {t} for row in {m} for item in row]) * 0.1", NUMBER)
    else:
        items = f"{m}[0, i] * {m}[1, j] for i in range(3) for j in range(i + 1)"
        bound(g, f"sum([{items}]) * 0.1", NUMBER)


@statement("map, filter and functools.reduce")
def mapped(g: Grower) -> None:
    v, t = g.atom(VECTOR), g.atom(NUMBER)
    form = g.below(4)
    if form == 0:
        bound(g, f"sum(map(lambda item: np.sin(item) * {t}, {v})) * 0.2", NUMBER)
    elif form == 1:
        parts = f"[{t}, {g.value(NUMBER, 1)}, {v}]"
        bound(g, f"sum(filter(lambda item: np.ndim(item) == 0, {parts})) * 0.2", NUMBER)
    elif form == 2:
        parts = f"[{v}, {g.value(VECTOR, 1)}, {v} * {t}]"
        bound(g, f"functools.reduce(lambda a, b: np.sin(a) * 0.5 + b * 0.4, {parts})")
    else:
        one, two = g.value(NUMBER, 1), g.value(NUMBER, 1)
        bound(g, f"sum(itertools.accumulate([{one}, {two}, {t}])) * 0.2", NUMBER)


@statement("comprehension with a condition of run time")
def filtered_at_run_time(g: Grower) -> None:
    v, t = g.atom(VECTOR), g.atom(NUMBER)
    test = f"item > {g.threshold()}"
    if g.chance(50):
        bound(g, f"sum([np.sin(item) * {t} for item in {v} if {test}]) * 0.3", NUMBER)
    else:
        pair = f"({t}, {v}.mean(), {g.atom(NUMBER)})"
        bound(g, f"sum([np.sin(item) for item in {pair} if {test}]) * 0.3", NUMBER)


@statement("comprehension of tuples")
def comprehension_of_tuples(g: Grower) -> None:
    pairs, v, t = g.fresh("pairs"), g.atom(VECTOR), g.atom(NUMBER)
    g.line(f"{pairs} = [(item, np.sin({v}) * item * 0.4) for item in {v}]")
    first, second = g.fresh("first"), g.fresh("second")
    bound(
        g,
        f"sum([{first} * {t} + {second}.mean() for {first}, {second} in {pairs}])"
        " * 0.1",
        NUMBER,
    )


@statement("order by run-time values")
def order(g: Grower) -> None:
    v, form = g.atom(VECTOR), g.below(4)
    name = g.fresh("ordered")
    if form == 0:
        reverse = g.pick(("", ", reverse=True"))
        g.line(f"{name} = sorted({v}{reverse})")
        bound(g, f"{name}[0] * 0.5 + {name}[-1] * {g.constant()} * 0.3", NUMBER)
    elif form == 1:
        g.line(f"{name} = [item * {g.constant()} for item in {v}]")
        g.line(f"{name}.sort(key=lambda item: -item)")
        bound(g, f"np.array({name}) * 0.4")
    else:
        what = g.pick(("min", "max"))
        g.line(f"{name} = [(item, {v} * item * 0.3) for item in {v}]")
        bound(g, f"{what}({name}, key=lambda pair: pair[0])[1]")
