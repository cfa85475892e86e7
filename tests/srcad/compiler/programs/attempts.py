"""``try`` of which run time decides whether its body raises."""

from tests.srcad.compiler.programs.control import carried, step
from tests.srcad.compiler.programs.functions import at_module
from tests.srcad.compiler.programs.grower import NUMBER, VECTOR, Grower, statement


def guarded(g: Grower, *, kind: str = "ValueError") -> str:
    """A function of a number, which raises on one side of a threshold."""
    name = g.fresh("guarded")
    sign = g.pick(("<", ">"))
    lines = [
        f"def {name}(v):",
        f"    if v {sign} {g.threshold()}:",
        f'        raise {kind}("not this")',
        f"    return np.sin(v) * {g.constant()}",
    ]
    at_module(g, lines)
    return name


@statement("try")
def try_value(g: Grower) -> None:
    function, name, old = guarded(g), g.fresh(), g.atom(NUMBER)
    with g.block("try:"):
        g.line(f"{name} = {function}({g.value(NUMBER, 1)})")
    with g.block(f"except {g.pick(('ValueError', 'Exception'))}:"):
        if g.chance(40):
            g.assignment()
        g.line(f"{name} = {old} * 0.5")
    if g.chance(40):
        with g.block("else:"):
            g.line(f"{name} = {name} * {old}")
    if g.chance(25):
        with g.block("finally:"):
            g.assignment()
    g.bind(name, NUMBER)


@statement("try in a loop")
def try_in_a_loop(g: Grower) -> None:
    function, total, item = guarded(g), carried(g), g.fresh("item")
    g.use("try")
    loop = g.block(f"for {item} in {g.atom(VECTOR)}:", loop=True)
    with g.frozen_names(item, total), loop:
        value = g.fresh("value")
        with g.block("try:"):
            g.line(f"{value} = {function}({item})")
        with g.block("except ValueError:"):
            end = g.below(4)
            if end < 2:
                g.use(("break", "continue")[end])
                g.line(("break", "continue")[end])
            else:
                g.line(f"{value} = {item} * 0.3")
        step(g, total, [value])


@statement("try with two handlers")
def try_with_two_handlers(g: Grower) -> None:
    first, second = guarded(g), guarded(g, kind="KeyError")
    total, item = carried(g), g.fresh("item")
    g.use("try")
    loop = g.block(f"for {item} in {g.atom(VECTOR)}:", loop=True)
    with g.frozen_names(item, total), loop:
        with g.block("try:"):
            g.line(f"{total} += {first}({item}) * {second}({item} * 0.5)")
        with g.block("except ValueError:"):
            g.line(f"{total} = {total} * 0.5")
        with g.block("except KeyError:"):
            g.line(f"{total} = {total} + np.cos({item})")


@statement("try of a write")
def try_of_a_write(g: Grower) -> None:
    function, h = guarded(g), g.writable(VECTOR).name
    g.use("try")
    with g.block("try:"):
        g.line(f"{h}[{g.pick(('0', '-1'))}] = {function}({g.value(NUMBER, 1)})")
    with g.block("except ValueError:"):
        g.line(f"{h}[0] *= {g.constant()}" if g.chance(60) else "pass")


@statement("try of a call that tries")
def try_of_a_call(g: Grower) -> None:
    function, name, tried = guarded(g), g.fresh(), g.fresh("tried")
    g.use("try")
    lines = [
        f"def {tried}(v):",
        "    try:",
        f"        return {function}(v)",
        "    except ValueError:",
        "        if v > 1.613:",
        '            raise KeyError("too large") from None',
        "        return v * 0.2",
    ]
    at_module(g, lines)
    with g.block("try:"):
        g.line(f"{name} = {tried}({g.value(NUMBER, 1)})")
    with g.block("except KeyError:"):
        g.line(f"{name} = {g.atom(NUMBER)} * 0.1")
    g.bind(name, NUMBER)
