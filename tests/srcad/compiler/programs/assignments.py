"""Assignment in all its forms."""

from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    ROW,
    VECTOR,
    Grower,
    Unfit,
    statement,
)


@statement("tuple unpacking")
def tuple_unpacking(g: Grower) -> None:
    kinds = g.pick(((NUMBER, VECTOR), (NUMBER, NUMBER), (VECTOR, VECTOR)))
    old = [v for v in g.variables(kinds[0]) if v.name not in g.frozen]
    if g.chance(30) and len(old) > 1 and not g.blocks:
        one, two = old[0].name, old[1].name
        g.line(f"{one}, {two} = {two}, {one}")
        owned = old[0].owned and old[1].owned
        g.bind(one, kinds[0], owned)
        g.bind(two, kinds[0], owned)
        return
    names = [g.fresh() for _ in kinds]
    values = ", ".join(g.bounded(kind) for kind in kinds)
    g.line(f"{', '.join(names)} = {g.pick(('{}', '({})', '[{}]')).format(values)}")
    for name, kind in zip(names, kinds, strict=True):
        g.bind(name, kind, owned=False)


@statement("nested unpacking")
def nested_unpacking(g: Grower) -> None:
    a, b, c = g.fresh(), g.fresh(), g.fresh()
    one, two, three = g.bounded(NUMBER), g.bounded(VECTOR), g.bounded(NUMBER)
    form = g.pick(
        (
            (f"{a}, ({b}, {c})", f"{one}, ({two}, {three})"),
            (f"({a}, {b}), {c}", f"({one}, {two}), {three}"),
            (f"[{a}, [{b}, {c}]]", f"[{one}, ({two}, {three})]"),
            (f"{a}, ({b}, *{c})", f"{one}, ({two}, {three})"),
        )
    )
    g.line(f"{form[0]} = {form[1]}")
    if f"*{c}" in form[0]:
        g.line(f"({c},) = {c}")
    for name, kind in ((a, NUMBER), (b, VECTOR), (c, NUMBER)):
        g.bind(name, kind, owned=False)


@statement("starred unpacking")
def starred_unpacking(g: Grower) -> None:
    a, rest = g.fresh(), g.fresh("rest")
    values = ", ".join(g.bounded(NUMBER) for _ in range(3))
    form = g.below(4)
    if form == 3:
        g.line(f"{a}, *{rest} = {g.atom(ROW)}")
    else:
        if form == 2:
            values = f"{g.bounded(NUMBER)}, {values}"
        targets = f"{a}, *{rest}", f"*{rest}, {a}", f"{a}, *{rest}, {g.fresh()}"
        g.line(f"{targets[form]} = {values}")
    g.bind(a, NUMBER)
    b = g.fresh()
    g.line(f"{b} = {g.pick((f'{rest}[0] * {rest}[1]', f'sum({rest}) * 0.4'))}")
    g.bind(b, NUMBER)


@statement("augmented assignment to a name")
def augmented_name(g: Grower) -> None:
    kind = g.pick((NUMBER, VECTOR))
    if kind == VECTOR and not g.cell:
        name = g.writable(VECTOR).name
    else:
        old = [v for v in g.variables(kind) if v.name not in {*g.frozen, "x", "s"}]
        if old and not (kind == VECTOR and g.cell):
            name = g.pick(old).name
        elif g.blocks:
            raise Unfit
        else:
            name = g.fresh()
            g.line(f"{name} = {g.bounded(kind)}")
            g.bind(name, kind)
    if g.loops or g.chance(30):
        g.line(f"{name} *= {g.pick(('0.5', '-0.7', g.atom(NUMBER) + ' * 0.2'))}")
    if g.chance(60):
        g.line(f"{name} {g.pick('+-')}= 0.4 * {g.bounded(kind)}")
    else:
        g.line(f"{name} /= {g.pick(('1.5', f'1.2 + {g.atom(NUMBER)} ** 2'))}")


@statement("chained assignment")
def chained(g: Grower) -> None:
    a, b = g.fresh(), g.fresh()
    kind = g.pick((NUMBER, VECTOR))
    g.line(f"{a} = {b} = {g.bounded(kind)}")
    g.bind(a, kind)
    g.bind(b, kind)


@statement("annotated assignment")
def annotated(g: Grower) -> None:
    name = g.fresh()
    kind, word = g.pick(((NUMBER, "float"), (VECTOR, "np.ndarray")))
    if g.chance(25):
        g.line(f"{name}: {word}")
    g.line(f"{name}: {word} = {g.bounded(kind)}")
    g.bind(name, kind)


@statement("del")
def deleted(g: Grower) -> None:
    name, kept = g.fresh(), g.fresh()
    kind = g.pick((NUMBER, VECTOR))
    g.line(f"{name} = {g.bounded(kind)}")
    g.line(f"{kept} = {g.pick(('np.sin', 'np.cos'))}({name})")
    g.line(f"del {name}")
    g.bind(kept, kind)


@statement("shadowed parameter")
def shadowed(g: Grower) -> None:
    names = [v for v in g.scope if v.name in ("x", "m", "s")]
    names = [v for v in names if v.name not in g.frozen]
    if not names or g.helper:
        raise Unfit
    one = g.pick(names)
    g.line(f"{one.name} = {g.bounded(one.kind)}")
    if not g.blocks:
        g.bind(one.name, one.kind)


@statement("write to a copy of an input", cell=False)
def copied_input(g: Grower) -> None:
    name, kind = g.fresh(), g.pick((VECTOR, MATRIX))
    g.line(f"{name} = {g.atom(kind)}.copy()")
    g.line(f"{name}[{g.pick(('0', '-1', '::2'))}] *= {g.atom(NUMBER)} * 0.3")
    g.bind(name, kind)


@statement("unpacking of an array")
def array_unpacking(g: Grower) -> None:
    a, b, c = g.fresh(), g.fresh(), g.fresh()
    if g.chance(50):
        g.line(f"{a}, {b}, {c} = {g.atom(ROW)}")
    else:
        g.line(f"{a}, {b}, {c} = {g.atom(MATRIX)}.T.mean(axis=1)")
    for name in (a, b, c):
        g.bind(name, NUMBER)


@statement("walrus in a condition")
def walrus_in_a_condition(g: Grower) -> None:
    name = g.fresh()
    g.use("walrus", "if")
    with g.block(f"if ({name} := {g.bounded(NUMBER)}) > {g.threshold()}:"):
        g.body(1)
    if g.chance(40):
        g.use("else")
        with g.block("else:"):
            g.body(1)
    g.bind(name, NUMBER)
