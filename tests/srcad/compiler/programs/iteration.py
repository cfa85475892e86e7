"""Loops over other things, and branches and exits that are decided in other ways."""

from tests.srcad.compiler.programs.control import carried, counter, leave, step
from tests.srcad.compiler.programs.functions import at_module, bound, definition
from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    ROW,
    VECTOR,
    Grower,
    Unfit,
    statement,
)


@statement("while True")
def while_true(g: Grower) -> None:
    g.use("while", "break", "if")
    total, i = carried(g), g.fresh("step")
    g.line(f"{i} = 0")
    with g.frozen_names(i), g.block("while True:", loop=True):
        g.line(f"{i} += 1")
        if g.chance(50):
            g.body(1)
        with g.block(f"if {i} > 3 or {total} > {g.threshold()}:"):
            if g.chance(40):
                g.assignment()
            g.line("break")
        step(g, total, [g.atom(NUMBER)])


@statement("for over a dict")
def for_over_a_dict(g: Grower) -> None:
    total, key, name = carried(g), g.fresh("key"), g.fresh("table")
    g.line(f"{name} = {{'one': {g.value(NUMBER, 1)}, 'two': {g.value(NUMBER, 1)}}}")
    over, item = g.pick(
        ((name, f"{name}[{key}]"), (f"{name}.keys()", f"{name}[{key}]"))
        if g.chance(60)
        else ((f"{name}.values()", key),)
    )
    with g.frozen_names(key), g.block(f"for {key} in {over}:", loop=True):
        step(g, total, [item])
        if g.chance(40):
            g.body(1)


@statement("unpacking in a for")
def unpacking_in_a_for(g: Grower) -> None:
    total, one, two, i = carried(g), g.fresh("one"), g.fresh("two"), counter(g)
    v, w = g.atom(VECTOR), g.atom(VECTOR)
    form = g.below(4)
    if form == 3:
        g.use("for over a list")
        pairs = ", ".join(
            f"({g.value(NUMBER, 1)}, {g.value(NUMBER, 1)})" for _ in range(3)
        )
        head, items = f"for {one}, {two} in [{pairs}]:", [one, two]
    elif form == 2:
        g.use("for over the leading axis")
        m = g.atom(MATRIX)
        head, items = f"for {one}, *{two} in {m}:", [one, f"{two}[1]"]
    elif form == 1:
        g.use("enumerate", "zip")
        head = f"for {i}, ({one}, {two}) in enumerate(zip({v}, {w})):"
        items = [one, f"{two} * {i}"]
    else:
        g.use("zip", "enumerate")
        head = f"for ({i}, {one}), {two} in zip(enumerate({v}), {w}):"
        items = [f"{one} * {i}", two]
    with g.frozen_names(i, one, two, v, w), g.block(head, loop=True):
        step(g, total, items)
        if g.chance(40):
            g.body(1)


@statement("for over part of an array")
def for_over_a_part(g: Grower) -> None:
    total, item = carried(g), g.fresh("item")
    v = g.atom(VECTOR)
    part = g.pick(("[1:]", "[:-1]", "[::-1]", "[::2]"))
    g.use("for over the leading axis")
    with g.frozen_names(v), g.block(f"for {item} in {v}{part}:", loop=True):
        g.bind(item, NUMBER, owned=False)
        step(g, total, [item])
        if g.chance(30):
            g.body(1)
        if g.chance(30):
            leave(g, total)


@statement("neighbours in a loop")
def neighbours(g: Grower) -> None:
    total, i = carried(g), counter(g)
    g.use("range with run-time bounds")
    v = g.atom(VECTOR)
    head = f"for {i} in range(1, {g.pick((f'{v}.shape[0]', f'len({v})'))}):"
    with g.frozen_names(i, v), g.block(head, loop=True):
        step(g, total, [f"{v}[{i}] * {v}[{i} - 1]"])
        if g.chance(40):
            g.body(1)


@statement("condition known at compile time")
def known_condition(g: Grower) -> None:
    v = g.atom(VECTOR)
    test = g.pick(
        (
            f"{v}.ndim == 1",
            f"isinstance({v}, tuple)",
            f"{v} is None",
            f"{v} is not None and {v}.ndim > 1",
            f"len({v}.shape) in (1, 2)",
            "'a' in {'a': 1}",
        )
    )
    with g.block(f"if {test}:"):
        g.body(1)
    with g.block("else:"):
        g.body(1)


@statement("option with a default of None")
def option(g: Grower) -> None:
    name = g.fresh("helper")
    lines = [f"def {name}(v, t=None, mode='sin'):"]
    lines += ["    if t is None:", f"        t = {g.pick(('0.4', 'v.mean()'))}"]
    lines += ["    if mode == 'sin':", "        return np.sin(v * t)"]
    lines += ["    return np.cos(v + t)"]
    at_module(g, lines)
    more = g.pick(("", f", {g.atom(NUMBER)}", ", mode='cos'"))
    bound(g, f"{name}({g.value(VECTOR, 1)}{more})")


@statement("raise under a condition")
def raised(g: Grower) -> None:
    g.use("if")
    with g.block(f"if {g.atom(NUMBER)} > 100.0:"):
        g.line(f"raise ValueError({g.pick((repr('too large'), 'f' + repr('too')))})")


@statement("loop in a helper")
def loop_in_a_helper(g: Grower) -> None:
    name = g.fresh("swept")
    parameters = {"v": VECTOR, "t": NUMBER}
    with g.function(parameters, VECTOR) as body:
        total = carried(g)
        with g.frozen_names("v"), g.block("for item in v:", loop=True):
            g.bind("item", NUMBER, owned=False)
            step(g, total, ["item"])
            if g.chance(50):
                g.use("if", "early return at depth")
                with g.block(f"if {total} > {g.threshold()}:"):
                    g.line(g.returned())
        g.line(g.returned())
    g.use("for over the leading axis")
    at_module(g, [f"def {name}({', '.join(parameters)}):", *body])
    bound(g, f"{name}({g.value(VECTOR, 1)}, {g.atom(NUMBER)})")


@statement("call in a loop")
def call_in_a_loop(g: Grower) -> None:
    name, total, i = g.fresh("helper"), g.fresh("state"), counter(g)
    at_module(g, definition(g, name, {"v": VECTOR, "t": NUMBER}, VECTOR))
    g.use("for over range")
    g.line(f"{total} = {g.value(VECTOR, 1)}")
    with g.frozen_names(i), g.block(f"for {i} in range(3):", loop=True):
        g.line(f"{total} = np.sin({name}({total}, {g.atom(NUMBER)}))")
        if g.chance(40):
            g.body(1)
    g.bind(total, VECTOR, owned=False)


@statement("write in a loop", cell=False)
def write_in_a_loop(g: Grower) -> None:
    i, v = counter(g), g.atom(VECTOR)
    if i in g.frozen:
        raise Unfit
    name = g.fresh(g.pick(("h", "out")))
    g.line(f"{name} = {g.pick((f'np.zeros({v}.shape[0])', f'{v}.copy()'))}")
    head = f"for {i} in range({g.pick(('', '1, '))}{v}.shape[0]):"
    item = f"{v}[{i}]" + (f" + {name}[{i} - 1] * 0.4" if "1, " in head else "")
    g.use("range with run-time bounds")
    with g.frozen_names(i, v, name), g.block(head, loop=True):
        if g.chance(30):
            g.use("if", "continue")
            with g.block(f"if {v}[{i}] > {g.threshold()}:"):
                g.line("continue")
        if g.chance(40):
            g.line(f"{name}[{i}] += 0.4 * np.sin({item} * {g.atom(NUMBER)})")
        else:
            g.line(f"{name}[{i}] = np.sin({item}) * {g.atom(NUMBER)} * 0.5")
        if g.chance(30):
            g.body(1)
    g.bind(name, VECTOR)


@statement("row written in a loop", cell=False)
def row_written_in_a_loop(g: Grower) -> None:
    i, m = counter(g), g.atom(MATRIX)
    if i in g.frozen:
        raise Unfit
    name = g.fresh("rows")
    g.line(f"{name} = np.zeros_like({m})")
    head = f"for {i} in range({m}.shape[0]):"
    g.use("range with run-time bounds")
    with g.frozen_names(i, m, name), g.block(head, loop=True):
        item = g.pick((f"{m}[{i}] * {g.atom(ROW)}", f"{m}[{i}] * {g.atom(NUMBER)}"))
        g.line(f"{name}[{i}] = np.sin({item})")
        if g.chance(40):
            g.line(f"{name}[{i}, 1:] *= {g.pick(('0.5', '-0.7'))}")
    g.bind(name, MATRIX)
