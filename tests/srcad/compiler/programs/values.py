"""Values: smooth and bounded functions of numbers, vectors, matrices and rows."""

from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    ROW,
    VECTOR,
    Grower,
    Unfit,
    plain,
    value,
)

ARRAYS = (VECTOR, MATRIX, ROW)


# ------------------------------------------------------------------------ arithmetic


def _operators(kind):
    @value(kind)
    def product(g: Grower, depth: int) -> str:
        return f"{_factor(g, kind, depth)} * {_factor(g, kind, depth)} * 0.3"

    @value(kind)
    def difference(g: Grower, depth: int) -> str:
        first, second = g.value(kind, depth), g.value(kind, depth)
        return f"({first}) * 0.5 {g.pick('+-')} ({second}) * {g.pick((0.3, 0.45))}"

    @value(kind)
    def quotient(g: Grower, depth: int) -> str:
        return f"{_factor(g, kind, depth)} / (1.5 + {g.atom(kind)} ** 2)"

    @value(kind)
    def negative(g: Grower, depth: int) -> str:
        return f"-{_factor(g, kind, depth)}"


def _factor(g: Grower, kind, depth: int) -> str:
    text = g.value(kind, depth)
    return text if text.isidentifier() else f"({text})"


for _kind in (NUMBER, *ARRAYS):
    _operators(_kind)


@value(NUMBER, "np function of a number")
def function_of_a_number(g: Grower, depth: int) -> str:
    name = g.pick(("sin", "cos", "tanh", "arctan", "exp", "log1p", "sqrt", "abs"))
    one = g.value(NUMBER, depth)
    inside = {"exp": f"-({one}) ** 2", "log1p": f"({one}) ** 2"}
    inside["sqrt"] = f"({one}) ** 2 + 0.5"
    return f"np.{name}({inside.get(name, one)})"


def _functions(kind):
    label = {VECTOR: "vector", MATRIX: "matrix", ROW: "row"}[kind]

    @value(kind, f"np function of a {label}")
    def function_of_an_array(g: Grower, depth: int) -> str:
        one = g.value(kind, depth)
        return str(
            g.pick(
                (
                    f"np.{g.pick(('sin', 'cos', 'tanh', 'arctan'))}({one})",
                    f"np.exp(-np.square({one}))",
                    f"np.sqrt(({one}) ** 2 + 0.5)",
                    f"np.maximum({one}, {g.threshold()})",
                    f"np.clip({one}, -0.777, 0.888)",
                    f"np.where({one} > {g.threshold()}, {g.atom(kind)}, {one})",
                    f"np.multiply({one}, {g.atom(NUMBER)}) * 0.3",
                )
            )
        )


for _kind in ARRAYS:
    _functions(_kind)


# ------------------------------------------------------------- from one kind to others


@value(NUMBER, "np reduction", cell=False)
def reduction(g: Grower, depth: int) -> str:
    one = g.value(_array(g), depth)
    name = g.pick(("mean", "max", "min", "std", "prod"))
    if name == "prod":
        return f"np.prod(np.cos({one}))"
    if name == "std":
        return f"np.sqrt(np.var({one}) + 0.1)"
    return f"np.{name}({one})"


@value(NUMBER, "array method")
def array_method(g: Grower, depth: int) -> str:
    one = _factor(g, _array(g), depth)
    return str(
        g.pick(
            (
                f"{one}.mean()",
                f"{one}.sum() * 0.1",
                f"{one}.max()",
                f"{one}.reshape(-1)[0]",
                f"{one}.ravel()[-1]",
                f"{one}.clip(-0.6, 0.9).mean()",
            )
        )
    )


@value(VECTOR, "array method with an axis")
def array_method_with_an_axis(g: Grower, depth: int) -> str:
    one = _factor(g, MATRIX, depth)
    name = g.pick(("mean(axis=1)", "max(axis=-1)", "sum(axis=1) * 0.3"))
    return f"{one}.{name}"


def _array(g: Grower):
    kinds = [kind for kind in ARRAYS if g.variables(kind)]
    if not kinds:
        raise Unfit
    return g.pick(kinds)


@value(NUMBER, "matrix product")
def inner_product(g: Grower, depth: int) -> str:
    one = _factor(g, VECTOR, depth)
    return f"np.tanh({one} @ {g.atom(VECTOR)} * 0.2)"


@value(VECTOR)
def matrix_times_row(g: Grower, depth: int) -> str:
    return f"np.tanh({_factor(g, MATRIX, depth)} @ {_factor(g, ROW, 0)})"


@value(ROW)
def vector_times_matrix(g: Grower, depth: int) -> str:
    return f"np.tanh(0.2 * {g.atom(VECTOR)} @ {_factor(g, MATRIX, depth)})"


@value(MATRIX, "broadcasting")
def broadcast(g: Grower, depth: int) -> str:
    return f"{_factor(g, MATRIX, depth)} * {g.atom(ROW)} * 0.3"


@value(VECTOR)
def scaled_vector(g: Grower, depth: int) -> str:
    return f"{_factor(g, VECTOR, depth)} * {_factor(g, NUMBER, depth)} * 0.3"


@value(ROW)
def scaled_row(g: Grower, depth: int) -> str:
    return f"{_factor(g, ROW, depth)} * {_factor(g, NUMBER, 0)} * 0.3"


@value(ROW, "np.array and np.stack")
def stacked(g: Grower, depth: int) -> str:
    parts = ", ".join(g.value(NUMBER, depth) for _ in range(3))
    return f"np.{g.pick(('array', 'stack'))}([{parts}])"


@value(MATRIX, "np.stack of vectors")
def stacked_vectors(g: Grower, depth: int) -> str:
    parts = ", ".join(g.value(VECTOR, min(depth, 1)) for _ in range(3))
    return str(
        g.pick((f"np.stack([{parts}], axis=1)", f"np.stack(({parts}), axis=-1)"))
    )


@value(VECTOR, "np.concatenate")
def concatenated(g: Grower, depth: int) -> str:
    name = g.atom(VECTOR)
    return f"np.concatenate(({name}[1:], np.sin({name}[:1])))"


@value(MATRIX, "transpose")
def transposed(g: Grower, depth: int) -> str:
    return f"({_factor(g, MATRIX, depth)}.T * {g.atom(VECTOR)} * 0.3).T"


@value(VECTOR, "np function of two arrays")
def function_of_two(g: Grower, depth: int) -> str:
    one, two = g.value(VECTOR, depth), g.atom(VECTOR)
    return str(
        g.pick(
            (
                f"np.{g.pick(('minimum', 'maximum', 'hypot'))}({one}, {two} + 0.0137)",
                f"np.arctan2({one}, 1.5 + {two} ** 2)",
                f"np.logaddexp({one}, {two}) * 0.4",
                f"np.power(1.5 + np.sin({one}), {two} * 0.3)",
                f"np.einsum('i,i->i', {one}, {two}) * 0.3",
            )
        )
    )


@value(VECTOR, "np function along an axis")
def function_along_an_axis(g: Grower, depth: int) -> str:
    one = g.value(VECTOR, depth)
    return str(
        g.pick(
            (
                f"np.cumsum({one}) * 0.2",
                f"np.roll({one}, {g.pick(('1', '-1', '2'))})",
                f"np.flip({one})",
                f"np.sort({one})",
                f"np.append(np.diff({one}), 0.3) * 0.4",
                f"np.pad({one}, 1)[1:-1]",
            )
        )
    )


@value(MATRIX, "np.outer, np.einsum and the like")
def products(g: Grower, depth: int) -> str:
    v, m, r = g.atom(VECTOR), g.value(MATRIX, depth), g.atom(ROW)
    return str(
        g.pick(
            (
                f"np.outer({v}, {r}) * 0.3",
                f"np.einsum('i,j->ij', {v}, {r}) * 0.3",
                f"np.einsum('ij,i->ij', {m}, {v}) * 0.3",
                f"np.tensordot({v}, {r}, axes=0) * 0.3",
                f"np.broadcast_to({r}, ({v}.shape[0], 3)) * 0.5",
                f"np.tile({v}[:, None], (1, 3)) * 0.5",
            )
        )
    )


@value(NUMBER, "np.linalg")
def norms(g: Grower, depth: int) -> str:
    one = g.value(_array(g), depth)
    return f"np.linalg.norm({one} + 0.0173) * 0.3"


@value(NUMBER, "function of math", cell=False)
def of_math(g: Grower, depth: int) -> str:
    one = g.value(NUMBER, depth)
    name = g.pick(("sin", "cos", "tanh", "atan", "exp", "sqrt", "fabs"))
    inside = {"exp": f"-({one}) ** 2", "sqrt": f"({one}) ** 2 + 0.5"}
    return f"math.{name}({inside.get(name, one)})"


@value(VECTOR, "srcad.ops of arrays", cell=False)
def operators_of_arrays(g: Grower, depth: int) -> str:
    one = g.value(VECTOR, depth)
    return str(
        g.pick(
            (
                f"ops.{g.pick(('tanh', 'sigmoid', 'relu', 'gelu', 'softplus'))}({one})",
                f"ops.softmax({one})",
                f"ops.log_softmax({g.atom(MATRIX)}, axis=-1)[:, 0] * 0.4",
            )
        )
    )


# ------------------------------------------------------------------- expression forms


@value(NUMBER, "conditional expression")
def conditional_number(g: Grower, depth: int) -> str:
    one, two = g.value(NUMBER, depth), g.value(NUMBER, depth)
    return f"({one} if {g.condition()} else {two})"


@value(VECTOR)
def conditional_vector(g: Grower, depth: int) -> str:
    g.use("conditional expression")
    one, two = g.value(VECTOR, depth), g.value(VECTOR, depth)
    return f"({one} if {g.condition()} else {two})"


@value(NUMBER, "walrus")
def walrus(g: Grower, depth: int) -> str:
    if g.helper and not g.indent:
        raise Unfit
    name = g.fresh()
    text = f"np.sin({name} := {g.value(NUMBER, depth)}) * np.cos({name})"
    return f"({text})"


@value(NUMBER, "built-in function of numbers")
def built_in(g: Grower, depth: int) -> str:
    one, two = g.value(NUMBER, depth), g.value(NUMBER, depth)
    return str(
        g.pick(
            (
                f"max({one}, {g.threshold()})",
                f"min({one}, {two})",
                f"abs({one})",
                f"sum([{one}, {two}]) * 0.4",
                f"sum((0.3 * item for item in ({plain(one)}, {plain(two)})), 0.1)",
                f"float({one})" if not g.cell else f"+({one})",
            )
        )
    )
