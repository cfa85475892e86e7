"""Generators and their consumers in turns; names that are None at first; classes and
functions that are defined where they are used."""

from tests.srcad.compiler.programs.control import carried, leave, step
from tests.srcad.compiler.programs.functions import at_module, bound
from tests.srcad.compiler.programs.grower import NUMBER, VECTOR, Grower, statement

# Bodies of generators of a vector and a number.
BODIES = (
    ("for item in v:", "    yield np.sin(item) * t"),
    ("while t < 1.7:", "    yield t", "    t = t * 0.5 + 1.1", "yield t + v.mean()"),
    ("if t > 0.113:", "    yield t", "yield from v", "if v[0] < 0.271:", "    return"),
    ("for item in v:", "    if item > 0.617:", "        return", "    yield item - t"),
    ("while True:", "    yield np.cos(t)", "    t = t * 0.7 + 0.2"),
)


@statement("generator and consumer in turns")
def generator_in_turns(g: Grower) -> None:
    name, total, item = g.fresh("turns"), carried(g), g.fresh("item")
    body = g.pick(BODIES)
    at_module(g, [f"def {name}(v, t):", *(f"    {line}" for line in body)])
    called = f"{name}({g.value(VECTOR, 1)}, {g.atom(NUMBER)})"
    place = g.fresh("place")
    endless = body[0] == "while True:"
    form = g.pick((1, 2)) if endless else g.below(4)
    v = g.atom(VECTOR)
    head = (
        f"for {item} in {called}:",
        f"for {place}, {item} in enumerate({called}):",
        f"for {item}, {place} in zip({called}, {v}):",
        f"for {place}, {item} in zip({v}, {called}):",
    )[form]
    if form:
        g.use("enumerate" if form == 1 else "zip")
    with g.frozen_names(item, place, total), g.block(head, loop=True):
        if form == 1:
            g.use("break", "if")
            with g.block(f"if {place} > 2:"):
                g.line("break")
        step(g, total, [item, place] if form else [item])
        if g.chance(40):
            leave(g, total)
        if g.chance(30):
            g.body(1)


@statement("name that is None at first")
def none_at_first(g: Grower) -> None:
    total, prev, item = carried(g), g.fresh("prev"), g.fresh("item")
    g.line(f"{prev} = None")
    names = g.frozen_names(prev, item)
    with names, g.block(f"for {item} in {g.atom(VECTOR)}:", loop=True):
        form = g.below(3)
        if form == 0:
            with g.block(f"if {prev} is not None:"):
                step(g, total, [f"({item} - {prev})"])
            g.line(f"{prev} = {item}")
        elif form == 1:
            with g.block(f"if {prev} is None or {item} > {prev}:"):
                g.line(f"{prev} = {item} * 0.9")
            step(g, total, [prev])
        else:
            chosen = f"{item} if {prev} is None else {prev} * 0.5 + {item}"
            g.line(f"{prev} = {chosen}")
            if g.chance(40):
                leave(g, total)
    with g.block(f"if {prev} is not None:"):
        g.line(f"{total} = {total} + np.sin({prev}) * 0.3")
    g.bind(total, NUMBER)


@statement("class in a function")
def class_in_a_function(g: Grower) -> None:
    kind, one, v = g.fresh("Kind"), g.fresh("one"), g.atom(VECTOR)
    t = g.atom(NUMBER)
    with g.block(f"class {kind}:"):
        with g.block("def __init__(self, first):"):
            g.line("self.first = first")
            g.line("self.total = 0.0")
        with g.block("def push(self, item):"):
            g.line(f"self.total = self.total * 0.5 + np.sin(item) * {t}")
            g.line("return self.total")
    g.line(f"{one} = {kind}({v})")
    item = g.fresh("item")
    with g.frozen_names(item), g.block(f"for {item} in {g.atom(VECTOR)}:"):
        g.line(f"{one}.push({item})")
    bound(g, f"{one}.first * {one}.push({t})")


@statement("functions of a comprehension")
def functions_of_a_comprehension(g: Grower) -> None:
    name, rate = g.fresh("scaled"), g.fresh("rate")
    v, t = g.atom(VECTOR), g.atom(NUMBER)
    own = f", {rate}={rate}" if g.chance(50) else ""
    rates = f"(0.3, {g.constant()})"
    g.line(f"{name} = [lambda u{own}: np.sin(u) * {rate} + {t} for {rate} in {rates}]")
    bound(g, f"{name}[0]({v}) * {name}[1]({g.atom(VECTOR)})")
