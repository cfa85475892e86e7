"""Structured inputs and outputs."""

from tests.srcad.compiler.programs.control import carried, step
from tests.srcad.compiler.programs.functions import bound
from tests.srcad.compiler.programs.grower import (
    MATRIX,
    NUMBER,
    VECTOR,
    Grower,
    Unfit,
    statement,
)
from tests.srcad.compiler.programs.objects import FIELDS, record


def _input(g: Grower, kind: tuple) -> str:
    if "data" in g.inputs or g.helper or g.blocks:
        raise Unfit
    g.inputs["data"] = kind
    g.taken.add("data")
    return "data"


def _output(g: Grower, kind: tuple) -> None:
    if g.helper or any(x.lstrip().startswith("return") for x in g.lines):
        raise Unfit
    g.result = kind


@statement("input: tuple", cell=False)
def tuple_input(g: Grower) -> None:
    data = _input(g, ("tuple", VECTOR, ("tuple", VECTOR, VECTOR)))
    bound(g, f"{data}[0] * np.sin({data}[1][{g.pick('01')}])")


@statement("input: list", cell=False)
def list_input(g: Grower) -> None:
    data = _input(g, ("list", VECTOR, VECTOR))
    if g.chance(50):
        bound(g, f"{data}[0] * np.sin({data}[1])")
    else:
        total = carried(g)
        with g.block(f"for part in {data}:", loop=True):
            step(g, total, ["part.mean()"])


@statement("input: dict", cell=False)
def dict_input(g: Grower) -> None:
    data = _input(g, ("dict", ("a", VECTOR), ("b", VECTOR)))
    bound(g, f"{data}['a'] * np.sin({data}['b'])")


@statement("input: named tuple", cell=False)
def named_tuple_input(g: Grower) -> None:
    data = _input(g, ("record", record(g, "tuple"), ("a", VECTOR), ("b", VECTOR)))
    bound(g, f"{data}.a * np.sin({data}.b)")


@statement("input: dataclass", cell=False)
def dataclass_input(g: Grower) -> None:
    data = _input(g, ("record", record(g, "dataclass"), ("a", VECTOR), ("b", VECTOR)))
    bound(g, f"{data}.a * np.sin({data}.b)")


@statement("output: tuple")
def tuple_output(g: Grower) -> None:
    _output(g, ("tuple", VECTOR, ("tuple", NUMBER, VECTOR)))


@statement("output: list")
def list_output(g: Grower) -> None:
    _output(g, ("list", VECTOR, NUMBER))


@statement("output: dict")
def dict_output(g: Grower) -> None:
    _output(g, ("dict", ("first", VECTOR), ("second", NUMBER)))


@statement("output: named tuple", cell=False)
def named_tuple_output(g: Grower) -> None:
    _output(g, ("record", record(g, "tuple"), *FIELDS))


@statement("output: dataclass", cell=False)
def dataclass_output(g: Grower) -> None:
    _output(g, ("record", record(g, "dataclass"), *FIELDS))


# One inside of the other, with where a vector and a matrix stand in it.
NESTED = (
    (("dict", ("a", VECTOR), ("b", ("tuple", VECTOR, MATRIX))), "['a']", "['b'][1]"),
    (("tuple", ("list", VECTOR, VECTOR), MATRIX), "[0][1]", "[1]"),
    (("list", ("dict", ("v", VECTOR), ("m", MATRIX))), "[0]['v']", "[0]['m']"),
    (("tuple", MATRIX, ("dict", ("v", VECTOR))), "[1]['v']", "[0]"),
)


@statement("input: nested", cell=False)
def nested_input(g: Grower) -> None:
    kind, vector, matrix = g.pick(NESTED)
    data = _input(g, kind)
    bound(g, f"np.sin({data}{vector}) * {data}{matrix}.mean(axis=1) * 0.4")


@statement("output: nested")
def nested_output(g: Grower) -> None:
    if g.chance(50):
        _output(g, ("list", ("dict", ("v", VECTOR), ("t", ("tuple", NUMBER)))))
    else:
        _output(g, g.pick(NESTED)[0])


@statement("output: list built in a loop")
def built_list_output(g: Grower) -> None:
    if g.blocks:
        raise Unfit
    name, one, v = g.fresh("states"), g.fresh("item"), g.atom(VECTOR)
    kind = g.pick((("list", VECTOR), ("tuple", NUMBER, ("text", name))))
    _output(g, ("tuple", ("text", name), kind))
    form = g.below(4)
    item = (
        f"np.sin({one})",
        f"{v} * {one} * 0.4",
        f"({one} * {g.atom(NUMBER)}, {v} * 0.5)",
        f"{{'at': {one} * 0.5, 'x': np.cos({v})}}",
    )[form]
    if g.chance(30):
        g.line(f"{name} = [{item} for {one} in {v}]")
        return
    g.line(f"{name} = []")
    with g.frozen_names(v), g.block(f"for {one} in {v}:", loop=True):
        if g.chance(40):
            g.use("if", "continue")
            with g.block(f"if {one} > {g.threshold()}:"):
                g.line("continue")
        g.line(f"{name}.append({item})")
