"""What stands in Cells: operators, Parameters, Tensor methods, sub-cells."""

from tests.srcad.compiler.programs.functions import at_module, bound
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

WEIGHT = "Parameter(Tensor(np.array([0.5, -0.3, 0.8])), name='{}')"


def owned(g: Grower, stem: str) -> str:
    """A new name for an attribute of the Cell; a helper has no ``self``."""
    if g.helper:
        raise Unfit
    return g.fresh(stem)


@statement("Cell", cell=True)
def cell(g: Grower) -> None:
    bound(g, f"np.tanh({g.value(VECTOR, 1)})")


@statement("plain function", cell=False)
def plain_function(g: Grower) -> None:
    bound(g, f"np.tanh({g.value(VECTOR, 1)})")


@value(VECTOR, "srcad.ops", cell=True)
def operators(g: Grower, depth: int) -> str:
    one = g.value(VECTOR, depth)
    return str(
        g.pick(
            (
                f"ops.{g.pick(('tanh', 'sigmoid', 'sin', 'relu', 'gelu'))}({one})",
                f"ops.softmax({one})",
                f"ops.mul({one}, {g.atom(VECTOR)}) * 0.3",
                f"ops.add({one}, {g.atom(VECTOR)}) * 0.4",
                f"ops.softmax({g.atom(MATRIX)}, axis=-1)[:, 0]",
            )
        )
    )


@value(NUMBER, "Tensor method", cell=True)
def tensor_method(g: Grower, depth: int) -> str:
    if g.helper:
        raise Unfit
    one = f"({g.value(g.pick((VECTOR, MATRIX)), depth)})"
    name = g.pick(("mean()", "sum() * 0.1", "max()", "abs().mean()", "tanh().mean()"))
    return f"{g.pick(('x', 'm'))}.{name} * np.cos({one}.mean())"


@value(ROW, "Parameter", cell=True)
def parameter(g: Grower, depth: int) -> str:
    name = owned(g, "weight")
    g.setup.append(f"        self.{name} = {WEIGHT.format(name)}")
    return f"np.sin(self.{name} * {g.atom(ROW)})"


@statement("method of a Cell", cell=True)
def method_of_a_cell(g: Grower) -> None:
    name = owned(g, "scaled")
    g.setup.append(f"        self.{name}_rate = {g.constant()}")
    g.members += [
        f"    def {name}(self, v):",
        f"        return np.sin(v) * self.{name}_rate",
        "",
    ]
    bound(g, f"self.{name}({g.value(VECTOR, 1)})")


def _sub_cell(g: Grower, body: list[str], base: str = "nn.Cell", more: str = "") -> str:
    name = g.fresh("Sub")
    weight = WEIGHT.format("weight")
    lines = [f"class {name}({base}):"]
    if base == "nn.Cell":
        lines += ["    def __init__(self):", "        super().__init__()"]
        lines += [f"        self.weight = {weight}", ""]
    at_module(g, [*lines, "    def construct(self, v):", *body, *more.split("\n")])
    return name


BODY = ["        return ops.tanh(v * self.weight)"]


@statement("sub-Cell", cell=True)
def sub_cell(g: Grower) -> None:
    body = BODY
    if g.chance(30):
        g.use("if")
        body = [
            "        if v.sum() > 0.113:",
            "            return v * self.weight",
            *BODY,
        ]
    made = owned(g, "sub")
    name = _sub_cell(g, body)
    g.setup.append(f"        self.{made} = {name}()")
    bound(g, f"self.{made}({g.value(ROW, 1)})", ROW)
    if g.chance(40):
        bound(g, f"self.{made}({g.value(MATRIX, 1)})", MATRIX)


@statement("sub-Cell with a bprop", cell=True)
def sub_cell_with_a_bprop(g: Grower) -> None:
    more = "    def bprop(self, v, out, dout):\n        return (dout * np.cos(v),)"
    made, name = owned(g, "sub"), g.fresh("Sub")
    at_module(
        g,
        [
            f"class {name}(nn.Cell):",
            "    def construct(self, v):",
            "        return np.sin(v)",
            "",
            *more.split("\n"),
        ],
    )
    g.setup.append(f"        self.{made} = {name}()")
    bound(g, f"self.{made}({g.value(VECTOR, 1)})", VECTOR)


@statement("super().construct", cell=True)
def super_construct(g: Grower) -> None:
    made, base = owned(g, "sub"), _sub_cell(g, BODY)
    body = ["        return super().construct(np.sin(v)) * 0.8"]
    name = _sub_cell(g, body, base)
    g.setup.append(f"        self.{made} = {name}()")
    bound(g, f"self.{made}({g.value(ROW, 1)})", ROW)


@statement("loop over Cells", cell=True)
def loop_over_cells(g: Grower) -> None:
    made, name, h = owned(g, "layers"), _sub_cell(g, BODY), g.fresh()
    g.setup.append(f"        self.{made} = nn.CellList([{name}() for _ in range(3)])")
    g.line(f"{h} = {g.value(ROW, 1)}")
    with g.block(f"for layer in self.{made}:"):
        g.line(f"{h} = layer({h}) * 0.9")
    g.bind(h, ROW, owned=False)


@statement("primitive with a bprop", cell=True)
def primitive(g: Grower) -> None:
    made = owned(g, "cube")
    g.setup.append(f"        self.{made} = library.Cube(0.3)")
    bound(g, f"self.{made}(np.sin({g.value(VECTOR, 1)}))")
