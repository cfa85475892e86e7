"""Subscripts, read and written to, one production for each form."""

from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    ROW,
    VECTOR,
    Grower,
    Unfit,
    statement,
    value,
)

READS = {
    "subscript read: int": (
        (NUMBER, "{v}[0]"),
        (NUMBER, "{v}[1]"),
        (NUMBER, "{m}[1, 2]"),
        (ROW, "{m}[1]"),
        (NUMBER, "{m}[1][0]"),
    ),
    "subscript read: negative": (
        (NUMBER, "{v}[-1]"),
        (NUMBER, "{m}[-1, -2]"),
        (ROW, "{m}[-2]"),
    ),
    "subscript read: slice": (
        (NUMBER, "{v}[1:].mean()"),
        (NUMBER, "{v}[:2].sum() * 0.4"),
        (NUMBER, "({v}[1:] * {v}[:-1]).mean() * 0.3"),
        (VECTOR, "{m}[:, 1]"),
        (VECTOR, "{m}[:, :2].mean(axis=1)"),
        (ROW, "{m}[:2].mean(axis=0)"),
    ),
    "subscript read: slice with a step": (
        (VECTOR, "{v}[::-1]"),
        (NUMBER, "{v}[::2].mean()"),
        (NUMBER, "{v}[1::2].sum() * 0.4"),
        (MATRIX, "{m}[:, ::-1]"),
        (MATRIX, "{m}[::-1]"),
        (NUMBER, "{v}[-1::-2].mean()"),
    ),
    "subscript read: ellipsis": (
        (VECTOR, "{m}[..., 0]"),
        (MATRIX, "{m}[..., ::-1]"),
        (ROW, "{m}[0, ...]"),
        (VECTOR, "{v}[...]"),
    ),
    "subscript read: None": (
        (MATRIX, "{v}[:, None] * {m} * 0.3"),
        (MATRIX, "{v}[:, None] * {r}[None, :] * 0.3"),
        (VECTOR, "{v}[None][0]"),
        (MATRIX, "{m}[None, :, :].mean(axis=0)"),
    ),
    "subscript read: boolean mask": (
        (NUMBER, "{v}[{v} > {c}].sum() * 0.2"),
        (NUMBER, "({v}[{v} < {c}] ** 2).sum() * 0.1"),
        (ROW, "{m}[{v} > {c}].sum(axis=0) * 0.2"),
        (NUMBER, "{m}[{m} > {c}].sum() * 0.05"),
    ),
    "subscript read: computed bounds": (
        (NUMBER, "{v}[: {v}.shape[0] // 2 + 1].mean()"),
        (NUMBER, "{v}[{v}.shape[0] - 2 :].sum() * 0.4"),
        (VECTOR, "{m}[:, : {m}.shape[1] - 1].mean(axis=1)"),
        (NUMBER, "{v}[len({v}) - 1]"),
    ),
    "subscript read: computed index": (
        (NUMBER, "{v}[np.argmax({v})]"),
        (NUMBER, "{v}[{v}.argmin()]"),
        (NUMBER, "{v}[int(np.argmax({v} * {c}))]"),
        (ROW, "{m}[np.argmax({v})]"),
        (VECTOR, "{m}[np.arange({m}.shape[0]), np.argmax({m}, axis=1)]"),
        (ROW, "np.take({m}, 1, axis=0)"),
    ),
    "subscript read: integer array": (
        (ROW, "{v}[np.array([0, 2, 1])]"),
        (ROW, "{v}[[1, 1, -1]]"),
        (MATRIX, "{m}[:, np.array([2, 0, 2])]"),
        (NUMBER, "{m}[np.array([0, 1]), np.array([2, 2])].mean()"),
        (VECTOR, "{v}[np.arange({v}.shape[0])]"),
        (VECTOR, "{v}[np.argsort({v})]"),
    ),
    "subscript read: mixture": (
        (NUMBER, "{m}[1:, 0].mean()"),
        (NUMBER, "{m}[0, 1:].mean()"),
        (NUMBER, "{m}[np.array([0, 1]), 1:].mean()"),
        (VECTOR, "{m}[:, [0, 2]].mean(axis=1)"),
        (NUMBER, "{m}[{v} > {c}, 1].sum() * 0.2"),
        (NUMBER, "{m}[::2, None, 1].mean()"),
        (ROW, "{m}[..., None, :][0, 0]"),
    ),
}
for _name in READS:

    @value(NUMBER, _name)
    def read(g: Grower, depth: int, name: str = _name) -> str:
        return _in_a_number(g, *g.pick(READS[name]))


def _in_a_number(g: Grower, kind, pattern: str) -> str:
    text = filled(g, pattern)
    if kind == NUMBER:
        return text
    if kind in (VECTOR, ROW) and g.chance(30):
        return f"({text})[1]"
    return f"({text}).mean()"


for _kind in (VECTOR, ROW, MATRIX):

    @value(_kind)
    def read_of_a_kind(g: Grower, depth: int, kind=_kind) -> str:
        name = g.pick(tuple(READS))
        fits = [pattern for one, pattern in READS[name] if one == kind]
        if not fits:
            raise Unfit
        g.use(name)
        return filled(g, g.pick(fits))


def filled(g: Grower, pattern: str) -> str:
    """A pattern with a vector, a matrix, a row and a threshold put in."""
    words = {}
    for word, kind in (("v", VECTOR), ("m", MATRIX), ("r", ROW), ("s", NUMBER)):
        if "{" + word + "}" in pattern:
            words[word] = g.atom(kind)
    text = words.get("r", "")
    if "{r}[" in pattern and not text.isidentifier():
        words["r"] = f"({text})"
    return pattern.format(c=g.threshold(), **words)


# ----------------------------------------------------------------------------- writes

# What is written to, and with which value: {v}, {m}, {s}, {r} are values.
WRITES = {
    "subscript write: int": (
        (VECTOR, "[0]", "{s}"),
        (VECTOR, "[1]", "{s}"),
        (MATRIX, "[1, 2]", "{s}"),
        (MATRIX, "[1]", "{r}"),
        (MATRIX, "[0][1]", "{s}"),
    ),
    "subscript write: negative": (
        (VECTOR, "[-1]", "{s}"),
        (MATRIX, "[-1, -2]", "{s}"),
        (MATRIX, "[-2]", "{r}"),
        (ROW, "[-3]", "{s}"),
    ),
    "subscript write: slice": (
        (VECTOR, "[1:]", "{s}"),
        (VECTOR, "[1:]", "{v}[:-1]"),
        (VECTOR, "[:2]", "{v}[-2:]"),
        (VECTOR, "[:]", "{v}"),
        (MATRIX, "[:, 1]", "{v}"),
        (MATRIX, "[1:]", "{r}"),
        (MATRIX, "[:, 1:]", "{m}[:, :-1]"),
    ),
    "subscript write: slice with a step": (
        (VECTOR, "[::2]", "{s}"),
        (VECTOR, "[::-1]", "{v}"),
        (VECTOR, "[::2]", "{v}[::-2]"),
        (MATRIX, "[:, ::2]", "{v}[:, None]"),
        (MATRIX, "[::2, 1]", "{s}"),
    ),
    "subscript write: ellipsis": (
        (VECTOR, "[...]", "{v}"),
        (MATRIX, "[..., 0]", "{v}"),
        (MATRIX, "[0, ...]", "{r}"),
        (MATRIX, "[...]", "{r}"),
    ),
    "subscript write: None": (
        (VECTOR, "[None]", "{v}"),
        (MATRIX, "[:, None, 1]", "{v}[:, None]"),
        (VECTOR, "[None, :2]", "{s}"),
    ),
    "subscript write: boolean mask": (
        (VECTOR, "[{v} > {c}]", "{s}"),
        (MATRIX, "[{m} > {c}]", "{s}"),
        (MATRIX, "[{v} < {c}]", "{r}"),
        (ROW, "[{r} > {c}]", "{s}"),
    ),
    "subscript write: computed bounds": (
        (VECTOR, "[: {v}.shape[0] // 2]", "{s}"),
        (VECTOR, "[{v}.shape[0] - 2 :]", "{v}[:2]"),
        (MATRIX, "[:, : {m}.shape[1] - 1]", "{m}[:, 1:]"),
    ),
    "subscript write: computed index": (
        (VECTOR, "[np.argmax({v})]", "{s}"),
        (MATRIX, "[np.argmax({v})]", "{r}"),
        (VECTOR, "[len({v}) - 1]", "{s}"),
    ),
    "subscript write: integer array": (
        (VECTOR, "[np.array([0, 2])]", "{s}"),
        (VECTOR, "[[0, -1]]", "{v}[:2]"),
        (VECTOR, "[np.array([0, 2, 1])]", "{r}"),
        (MATRIX, "[:, np.array([2, 0])]", "{m}[:, :2]"),
        (MATRIX, "[np.array([0, 1]), np.array([2, 2])]", "{s}"),
        (ROW, "[np.array([1, 1, 2])]", "{r}"),
    ),
    "subscript write: mixture": (
        (MATRIX, "[1:, 0]", "{v}[1:]"),
        (MATRIX, "[0, 1:]", "{s}"),
        (MATRIX, "[np.array([0, 1]), 1:]", "{r}[:2]"),
        (MATRIX, "[{v} > {c}, 1]", "{s}"),
        (MATRIX, "[::2, -1]", "{v}[::2]"),
    ),
}


def _register(name: str) -> None:
    @statement(name, cell=False)
    def write(g: Grower) -> None:
        kind, index, item = g.pick(WRITES[name])
        target = g.writable(kind).name
        index = filled(g, index)
        g.line(f"{target}{index} = {_bounded(filled(g, item))}")

    @statement(name.replace("write", "augmented write"), cell=False)
    def augmented(g: Grower) -> None:
        kind, index, item = g.pick(WRITES[name])
        target = g.writable(kind).name
        index = filled(g, index)
        if g.chance(40):
            g.line(f"{target}{index} *= {g.pick(('0.5', '0.8', '-0.7'))}")
            return
        if g.loops:
            g.line(f"{target}{index} *= 0.5")
        g.line(f"{target}{index} {g.pick('+-')}= 0.3 * {_bounded(filled(g, item))}")


def _bounded(text: str) -> str:
    return f"np.sin({text})"


for _name in WRITES:
    _register(_name)


@statement("write through a view", cell=False)
def write_through_a_view(g: Grower) -> None:
    if g.chance(50):
        base, name = g.writable(MATRIX).name, g.fresh()
        g.line(f"{name} = {base}{g.pick(('[0]', '[-1]'))}")
        g.line(f"{name}[1] = {g.bounded(NUMBER)}")
    else:
        base, name = g.writable(VECTOR).name, g.fresh()
        g.line(f"{name} = {base}{g.pick(('[1:]', '[:2]', '[::2]'))}")
        g.line(f"{name} *= {g.pick(('0.5', '-0.8'))}")
    g.line(f"{base} = {base} * 0.9")


@statement("write seen through another name", cell=False)
def write_seen_through_another_name(g: Grower) -> None:
    base, name = g.writable(VECTOR).name, g.fresh()
    g.line(f"{name} = {base}")
    g.line(f"{g.pick((name, base))}[{g.pick(('0', '-1', '1:'))}] *= 0.5")
    g.bind(name, VECTOR)


@statement("np.add.at", cell=False)
def added_at(g: Grower) -> None:
    name = g.writable(VECTOR).name
    places = g.pick(("[0, 1, 0]", "np.array([2, 2, 1])"))
    item = g.pick(("{r}", "{s}"))
    g.line(f"np.add.at({name}, {places}, {_bounded(filled(g, item))} * 0.4)")
    if g.loops:
        g.line(f"{name} *= 0.5")
