"""Control flow on run-time values."""

from collections.abc import Callable

from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    ROW,
    VECTOR,
    Grower,
    Unfit,
    statement,
)

# --------------------------------------------------------------------------- branches


@statement("if")
def if_alone(g: Grower) -> None:
    with g.block(f"if {g.condition()}:"):
        g.body()


@statement("else")
def if_else(g: Grower) -> None:
    g.use("if")
    with g.block(f"if {g.condition()}:"):
        g.body()
    with g.block("else:"):
        g.body()


@statement("elif")
def if_elif(g: Grower) -> None:
    g.use("if")
    with g.block(f"if {g.condition()}:"):
        g.body()
    for _ in range(1 + g.below(2)):
        with g.block(f"elif {g.condition()}:"):
            g.body()
    if g.chance(60):
        g.use("else")
        with g.block("else:"):
            g.body()


def _conditional(construct: str, condition: Callable[[Grower], str]) -> None:
    @statement(construct)
    def conditional(g: Grower) -> None:
        what = g.below(3)
        if what == 0:
            g.use("conditional expression")
            name, one, two = g.fresh(), g.value(VECTOR, 1), g.value(VECTOR, 1)
            g.line(f"{name} = {one} if {condition(g)} else {two}")
            g.bind(name, VECTOR, owned=False)
            return
        g.use("if")
        with g.block(f"if {condition(g)}:"):
            g.body()
        if what == 1:
            g.use("else")
            with g.block("else:"):
                g.body()


_conditional("and", lambda g: f"{g.condition()} and {g.condition()}")
_conditional("or", lambda g: f"{g.condition()} or {g.condition()}")
_conditional("not", lambda g: f"not ({g.condition()})")
_conditional(
    "chained comparison",
    lambda g: f"{g.pick(('-0.513', '-1.207'))} < {g.value(NUMBER, 1)} <= 0.713",
)


@statement("name first bound in a branch")
def bound_in_a_branch(g: Grower) -> None:
    name, kind = g.fresh(), g.pick((NUMBER, VECTOR))
    g.use("if", "else")
    with g.block(f"if {g.condition()}:"):
        g.line(f"{name} = {g.bounded(kind)}")
        if g.chance(40):
            g.statement()
    with g.block("else:"):
        if g.chance(40):
            g.statement()
        g.line(f"{name} = {g.bounded(kind)}")
    g.bind(name, kind)


@statement("match")
def match(g: Grower) -> None:
    name = g.fresh()
    g.line(f"{name} = {g.pick(('2', repr('mean'), '(1, 2)'))}")
    with g.block(f"match {name}:"):
        for case in g.pick((("1 | 2", "'mean'"), ("(1, k)", "str()"), ("2 as k",))):
            with g.block(f"case {case}:"):
                g.body(1)
        with g.block("case _:"):
            g.body(1)


# ------------------------------------------------------------------------------ loops


def carried(g: Grower) -> str:
    """A name that a loop is going to change."""
    old = [v for v in g.variables(NUMBER) if v.name not in g.frozen | {"s"}]
    if old and g.chance(40):
        return str(g.pick(old).name)
    name = g.fresh(g.pick(("total", "acc", "e")))
    g.line(f"{name} = {g.pick(('0.0', '0.5', g.atom(NUMBER)))}")
    g.bind(name, NUMBER)
    return name


def step(g: Grower, total: str, items: list[str]) -> None:
    """A line that takes the items of an iteration into account."""
    terms = [f"{g.pick((0.2, 0.35))} * np.sin({item} + {total})" for item in items]
    g.line(f"{total} = {total} * 0.5 + {' + '.join(terms[:2])}")


def run(
    g: Grower, head: str, items: dict[str, object], total: str, whole: bool = True
) -> None:
    """A loop whose items are bound in its body, where they are used."""
    with g.frozen_names(*items), g.block(head, loop=True):
        for name, kind in items.items():
            if kind is not None:
                g.bind(name, kind, owned=False)
        if g.chance(30):
            g.statement()
        numbers = [
            f"{name}.mean()" if kind in (VECTOR, ROW, MATRIX) else name
            for name, kind in items.items()
        ]
        step(g, total, numbers or [g.atom(NUMBER)])
        if whole and g.chance(50):
            g.body(1)
        if whole and g.chance(25):
            leave(g, total)


def leave(g: Grower, total: str) -> None:
    word = g.pick(("break", "continue"))
    g.use(word, "if")
    with g.block(f"if {_crossed(g, total)}:"):
        if g.chance(30):
            g.assignment()
        g.line(word)
    if g.chance(60):
        step(g, total, [g.atom(NUMBER)])


def _crossed(g: Grower, total: str) -> str:
    return str(g.pick((f"{total} > {g.threshold()}", g.condition(0))))


def counter(g: Grower) -> str:
    return next((c for c in "ijk" if c not in g.frozen), "l")


@statement("for over range")
def for_over_range(g: Grower) -> None:
    total, i = carried(g), counter(g)
    span = g.pick(("3", "1, 4", "3, 0, -1", "0, 5, 2"))
    run(g, f"for {i} in range({span}):", {i: None}, total)


@statement("range with run-time bounds")
def range_of_run_time(g: Grower) -> None:
    total, i = carried(g), counter(g)
    v = g.atom(VECTOR)
    form = g.below(3)
    if form == 0:
        span = g.pick((f"{v}.shape[0]", f"len({v})", f"1, {v}.shape[0]"))
        with g.frozen_names(v):
            head = f"for {i} in range({span}):"
            with g.frozen_names(i), g.block(head, loop=True):
                step(g, total, [f"{v}[{i}]"])
                if g.chance(50):
                    g.body(1)
        return
    g.use("data-dependent trip count")
    bound = g.pick((f"int(abs({g.atom(NUMBER)}) * 2) + 1", f"({v} > 0.1).sum() + 1"))
    if g.cell and "int(" in bound:
        bound = f"({v} > 0.1).sum() + 1"
    run(g, f"for {i} in range({bound}):", {i: None}, total)


@statement("data-dependent trip count")
def data_dependent(g: Grower) -> None:
    g.use("while")
    i, e = g.fresh("count"), g.fresh("e")
    g.line(f"{i} = 0")
    g.line(f"{e} = np.abs({g.atom(NUMBER)}) + 0.3")
    g.bind(e, NUMBER)
    with g.frozen_names(i), g.block(f"while {e} > 0.152 and {i} < 5:", loop=True):
        g.line(f"{i} += 1")
        if g.chance(50):
            g.body(1)
        g.line(f"{e} = {e} * (0.4 + 0.1 * np.sin({e}))")


@statement("while")
def while_loop(g: Grower) -> None:
    total, i = carried(g), g.fresh("step")
    g.line(f"{i} = 0")
    test = g.pick((f"{i} < 3", f"{total} < 0.911 and {i} < 4"))
    with g.frozen_names(i), g.block(f"while {test}:", loop=True):
        g.line(f"{i} += 1")
        if g.chance(70):
            g.body()
        if g.chance(30):
            leave(g, total)
        g.line(f"{total} = {total} * 0.6 + 0.3")


@statement("while/else")
def while_else(g: Grower) -> None:
    g.use("while", "break", "if")
    total, i = carried(g), g.fresh("step")
    g.line(f"{i} = 0")
    with g.frozen_names(i), g.block(f"while {i} < 3:", loop=True):
        g.line(f"{i} += 1")
        if g.chance(50):
            g.body(1)
        with g.block(f"if {_crossed(g, total)}:"):
            g.line("break")
        step(g, total, [g.atom(NUMBER)])
    with g.block("else:"):
        g.line(f"{total} = {g.bounded(NUMBER)}")


@statement("for/else")
def for_else(g: Grower) -> None:
    g.use("for over range", "break", "if")
    total, i = carried(g), counter(g)
    with g.frozen_names(i), g.block(f"for {i} in range(3):", loop=True):
        with g.block(f"if {_crossed(g, total)}:"):
            g.line("break")
        step(g, total, [g.atom(NUMBER)])
    with g.block("else:"):
        g.line(f"{total} = {g.bounded(NUMBER)}")


@statement("for over the leading axis")
def for_over_axis(g: Grower) -> None:
    total, item = carried(g), g.fresh(g.pick(("row", "item")))
    kind = g.pick((VECTOR, MATRIX, ROW))
    name = g.atom(kind)
    with g.frozen_names(name):
        items = {item: ROW if kind == MATRIX else NUMBER}
        run(g, f"for {item} in {name}:", items, total)


def _several(g: Grower, kind, count: int) -> str:
    return ", ".join(g.value(kind, 1) for _ in range(count))


@statement("for over a list")
def for_over_list(g: Grower) -> None:
    total, item = carried(g), g.fresh("part")
    kind = g.pick((NUMBER, VECTOR))
    run(g, f"for {item} in [{_several(g, kind, 3)}]:", {item: kind}, total)


@statement("for over a tuple")
def for_over_tuple(g: Grower) -> None:
    total, item = carried(g), g.fresh("part")
    kind = g.pick((NUMBER, VECTOR))
    run(g, f"for {item} in ({_several(g, kind, 2)}):", {item: kind}, total)


@statement("zip")
def for_over_zip(g: Grower) -> None:
    total, one, two = carried(g), g.fresh("one"), g.fresh("two")
    v, w = g.atom(VECTOR), g.atom(g.pick((VECTOR, MATRIX)))
    kind = ROW if w in [v.name for v in g.variables(MATRIX)] else NUMBER
    if not w.isidentifier():
        raise Unfit
    with g.frozen_names(v, w):
        run(g, f"for {one}, {two} in zip({v}, {w}):", {one: NUMBER, two: kind}, total)


@statement("enumerate")
def for_over_enumerate(g: Grower) -> None:
    total, i, item = carried(g), counter(g), g.fresh("item")
    v = g.atom(VECTOR)
    start = g.pick(("", ", 1", ", start=2"))
    with g.frozen_names(v):
        head = f"for {i}, {item} in enumerate({v}{start}):"
        run(g, head, {i: None, item: NUMBER}, total)


@statement("reversed")
def for_over_reversed(g: Grower) -> None:
    total, i, item = carried(g), counter(g), g.fresh("item")
    v = g.atom(VECTOR)
    with g.frozen_names(v):
        if g.chance(40):
            head = f"for {i} in reversed(range({g.pick(('3', f'{v}.shape[0]'))})):"
            run(g, head, {i: None}, total)
        elif g.chance(50) or g.cell:
            parts = _several(g, NUMBER, 3)
            run(g, f"for {item} in reversed([{parts}]):", {item: NUMBER}, total)
        else:
            run(g, f"for {item} in reversed({v}):", {item: NUMBER}, total)


@statement("dict.items")
def for_over_items(g: Grower) -> None:
    total, key, item = carried(g), g.fresh("key"), g.fresh("item")
    name, kind = g.fresh("table"), g.pick((NUMBER, VECTOR))
    g.line(f"{name} = {{'one': {g.value(kind, 1)}, 'two': {g.value(kind, 1)}}}")
    head = f"for {key}, {item} in {name}.items():"
    with g.frozen_names(key, item), g.block(head, loop=True):
        g.bind(item, kind, owned=False)
        mean = item if kind == NUMBER else f"{item}.mean()"
        weight = f"(0.5 if {key} == 'one' else 0.2)"
        g.line(f"{total} = {total} * 0.5 + {weight} * np.sin({mean})")
        if g.chance(40):
            g.body(1)


@statement("break")
def broken(g: Grower) -> None:
    _left(g, "break")


@statement("continue")
def continued(g: Grower) -> None:
    _left(g, "continue")


def _left(g: Grower, word: str) -> None:
    total, i = carried(g), counter(g)
    v = g.atom(VECTOR)
    item = g.fresh("item")
    head = g.pick((f"for {i} in range(4):", f"for {item} in {v}:"))
    g.use("if", "for over range" if "range" in head else "for over the leading axis")
    with g.frozen_names(i, item, v), g.block(head, loop=True):
        if item in head:
            g.bind(item, NUMBER, owned=False)
        if g.chance(50):
            step(g, total, [g.atom(NUMBER)])
        with g.block(f"if {_crossed(g, total)}:"):
            if g.chance(40):
                g.body(1)
            g.line(word)
        if g.chance(50):
            g.body(1)
        step(g, total, [g.atom(NUMBER)])


@statement("nested loops")
def nested(g: Grower) -> None:
    total, i, j = carried(g), "i", "j"
    if {i, j} & g.frozen:
        raise Unfit
    name = g.atom(MATRIX) if g.variables(MATRIX) else None
    g.use("for over range")
    if name is None or g.chance(30):
        heads = ("for i in range(2):", f"for j in range({g.pick(('2', 'i + 1'))}):")
        item = g.atom(NUMBER)
    elif g.chance(50):
        g.use("range with run-time bounds")
        heads = (f"for i in range({name}.shape[0]):", "for j in range(3):")
        item = f"{name}[i, j]"
    else:
        g.use("for over the leading axis")
        heads = (f"for i in {name}:", "for j in i:")
        item = "j"
    with (
        g.frozen_names(i, j, *([name] if name else [])),
        g.block(heads[0], loop=True),
    ):
        if g.chance(40):
            g.statement()
        with g.block(heads[1], loop=True):
            step(g, total, [item])
            if g.chance(40):
                g.body(1)
            if g.chance(30):
                leave(g, total)
        if g.chance(40):
            g.assignment()


# ----------------------------------------------------------------------------- leaving


@statement("early return")
def early_return(g: Grower) -> None:
    g.use("if")
    with g.block(f"if {g.condition()}:"):
        if g.chance(40):
            g.body(1)
        g.line(g.returned())


@statement("early return at depth")
def early_return_at_depth(g: Grower) -> None:
    g.use("if", "early return")
    total, i = carried(g), counter(g)
    if g.chance(30):
        with g.block(f"if {g.condition()}:"):
            g.body(1)
            with g.block(f"if {g.condition()}:"):
                g.line(g.returned())
            g.body(1)
        return
    v = g.atom(VECTOR)
    head = g.pick((f"for {i} in range(3):", f"for {i} in range({v}.shape[0]):"))
    g.use("for over range")
    with g.frozen_names(i, v), g.block(head, loop=True):
        step(g, total, [f"{v}[{i}]" if v in head else g.atom(NUMBER)])
        with g.block(f"if {_crossed(g, total)}:"):
            g.line(g.returned())
        if g.chance(50):
            g.body(1)


# ------------------------------------------------------------------------------ others


@statement("assert")
def asserted(g: Grower) -> None:
    one, v = g.atom(NUMBER), g.atom(VECTOR)
    g.line(
        g.pick(
            (
                f"assert {v}.ndim == 1",
                f"assert {one} < 100.0, 'out of range'",
                f"assert ({v} < 50.0).all()",
                f"assert {v}.shape[0] > 0, f'empty: {{{v}.shape}}'",
            )
        )
    )


@statement("with np.errstate")
def errstate(g: Grower) -> None:
    name = g.fresh()
    keep = list(g.scope)
    with g.block(f"with np.errstate({g.pick(('all', 'divide', 'over'))}='ignore'):"):
        g.line(f"{name} = {g.bounded(VECTOR)}")
        if g.chance(50):
            g.body(1)
    g.scope = keep
    g.bind(name, VECTOR)


@statement("pass")
def passed(g: Grower) -> None:
    g.use("if", "else")
    with g.block(f"if {g.condition()}:"):
        g.line("pass")
    with g.block("else:"):
        g.body(1)


@statement("print")
def printed(g: Grower) -> None:
    v = g.atom(VECTOR)
    words = ("'here'", f"'rank', {v}.ndim", f"'shape', {v}.shape", "'a', 'b', sep='-'")
    g.line(f"print({g.pick(words)})")
