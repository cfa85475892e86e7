"""Tuples, lists, dicts and records: in between, as inputs and as outputs."""

from tests.srcad.compiler.programs.control import carried, counter, step
from tests.srcad.compiler.programs.functions import (
    at_module,
    bound,
    definition,
    inside,
)
from tests.srcad.compiler.programs.grower import (
    NUMBER,
    VECTOR,
    Grower,
    Unfit,
    statement,
)

# ------------------------------------------------------------------------------- lists


def _list(g: Grower, count: int = 2) -> tuple[str, object]:
    name, kind = g.fresh("parts"), g.pick((NUMBER, VECTOR))
    values = ", ".join(g.bounded(kind) for _ in range(count))
    g.line(f"{name} = [{values}]")
    return name, kind


def _consumed(g: Grower, name: str, kind: object, count: int | None = None) -> None:
    """A number or a vector of a list's items."""
    form = g.below(4)
    if form == 0:
        bound(g, f"sum({name}) * 0.2", kind)
    elif form == 1:
        place = g.pick(("0", "-1"))
        bound(g, f"np.sin({name}[{place}])", kind)
    elif form == 2 and kind == NUMBER:
        bound(g, f"np.stack({name}).mean()", NUMBER)
    elif form == 2:
        bound(g, f"np.stack({name}).mean(axis=0)", VECTOR)
    else:
        total = g.fresh("total")
        g.line(f"{total} = 0.3 * {name}[0]")
        with g.block(f"for item in {name}:", loop=True):
            g.line(f"{total} = {total} * 0.5 + np.sin(item) * 0.4")
        g.bind(total, kind, owned=False)


def _changed(construct: str, patterns: tuple[str, ...]) -> None:
    @statement(construct)
    def changed(g: Grower) -> None:
        name, kind = _list(g, 3)
        pattern = g.pick(patterns)
        line = pattern.format(
            n=name, a=g.bounded(kind), b=g.bounded(kind), w=g.fresh("other")
        )
        if g.chance(25) and "{w}" not in pattern:
            g.use("if")
            with g.block(f"if {g.condition()}:"):
                inside(g, line.split("\n"))
        else:
            inside(g, line.split("\n"))
        _consumed(g, name, kind)


_changed("list.append", ("{n}.append({a})",))
_changed("list.extend", ("{n}.extend([{a}, {b}])", "{n} += [{a}]"))
_changed("list.insert", ("{n}.insert(0, {a})", "{n}.insert(1, {a})"))
_changed(
    "list.pop", ("{n}.pop()", "{n}.pop(0)", "{w} = {n}.pop()\n{n}[0] = np.sin({w})")
)
_changed("list item", ("{n}[0] = {a}", "{n}[-1] = np.sin({n}[0])", "{n}[1] *= 0.5"))
_changed("list slice", ("{n} = {n}[1:]", "{n} = {n}[::-1]", "{n} = {n}[:-1]"))
_changed("list +", ("{n} = {n} + [{a}]", "{n} = [{a}] + {n}[:1]"))
_changed("list *", ("{n} = {n} * 2", "{n} = {n}[:1] * 3 + {n}"))


@statement("list built in a loop")
def list_built_in_a_loop(g: Grower) -> None:
    name, i, v = g.fresh("items"), counter(g), g.atom(VECTOR)
    form = g.below(3)
    g.line(f"{name} = []")
    head = (
        f"for {i} in range({v}.shape[0]):",
        f"for item in {v}:",
        f"for {i} in range(3):",
    )[form]
    kind = NUMBER if form < 2 else VECTOR
    with g.frozen_names(i, v), g.block(head, loop=True):
        item = (f"{v}[{i}]", "item", v)[form]
        if g.chance(40):
            g.body(1)
        if form == 1 and g.chance(30):
            g.use("if", "continue")
            with g.block(f"if item > {g.threshold()}:"):
                g.line("continue")
            g.line(f"{name}.append(np.sin(item) * {g.atom(NUMBER)})")
        else:
            g.line(f"{name}.append(np.sin({item}) * {g.atom(NUMBER)})")
    text = f"sum({name}) * 0.2"
    if kind == VECTOR:
        text = g.pick((f"np.stack({name}).mean(axis=0)", f"{name}[-1]"))
    bound(g, text, kind)


@statement("state of a recurrence in a dict")
def state_in_a_dict(g: Grower) -> None:
    state, i = g.fresh("state"), counter(g)
    g.line(f"{state} = {{'h': {g.bounded(VECTOR)}, 'c': {g.bounded(NUMBER)}}}")
    with g.frozen_names(i), g.block(f"for {i} in range(3):", loop=True):
        g.line(f"{state}['h'] = np.tanh({state}['h'] + {state}['c'])")
        if g.chance(50):
            g.body(1)
        g.line(f"{state}['c'] = {state}['c'] * 0.5 + {g.atom(NUMBER)} * 0.3")
    bound(g, f"{state}['h'] * {state}['c'] * 0.3")


# ------------------------------------------------------------------------ tuples, dicts


@statement("tuple of values")
def tuple_of_values(g: Grower) -> None:
    name = g.fresh("pair")
    g.line(f"{name} = ({g.bounded(VECTOR)}, {g.bounded(NUMBER)})")
    form = g.below(3)
    if form == 0:
        g.line(f"{name} = {name} + ({g.bounded(NUMBER)},)")
        bound(g, f"{name}[0] * {name}[2] * 0.3")
    elif form == 1:
        bound(g, f"{name}[0] * {name}[-1] * 0.3")
    else:
        g.line(f"{name} = {name}[::-1]")
        bound(g, f"np.sin({name}[1] * {name}[0])")


@statement("dict of values")
def dict_of_values(g: Grower) -> None:
    name = g.fresh("table")
    one, two = g.bounded(VECTOR), g.bounded(NUMBER)
    g.line(
        g.pick(
            (f"{name} = {{'a': {one}, 'b': {two}}}", f"{name} = dict(a={one}, b={two})")
        )
    )
    form = g.below(4)
    if form == 0:
        g.line(f"{name}['c'] = np.sin({name}['a'])")
    elif form == 1:
        g.use("if")
        with g.block(f"if {g.condition()}:"):
            g.line(f"{name}['b'] = {g.bounded(NUMBER)}")
    elif form == 2:
        g.line(f"{name}.update(b={name}['b'] * 0.5)")
    else:
        g.line(f"{name}['b'] *= 0.7")
    last = g.pick((f"{name}['b']", f"{name}.get('b', 1.0)", f"{name}.get('z', 0.8)"))
    bound(g, f"{name}['a'] * {last} * 0.3")


# ----------------------------------------------------------------------------- records

FIELDS = (("a", VECTOR), ("b", NUMBER))


def record(g: Grower, flavour: str, frozen: bool = False) -> str:
    """The name of a new class with fields ``a`` and ``b``."""
    name = g.fresh("Pair" if flavour == "tuple" else "Point")
    if flavour == "tuple":
        if g.chance(50):
            at_module(g, [f"{name} = collections.namedtuple('{name}', 'a b')"])
            return name
        head = [f"class {name}(typing.NamedTuple):"]
    else:
        head = [f"@dataclasses.dataclass{'(frozen=True)' if frozen else ''}"]
        head.append(f"class {name}:")
    at_module(g, [*head, "    a: np.ndarray", f"    b: float{g.pick(('', ' = 0.5'))}"])
    return name


@statement("named tuple")
def named_tuple(g: Grower) -> None:
    kind, name = record(g, "tuple"), g.fresh("pair")
    one, two = g.bounded(VECTOR), g.bounded(NUMBER)
    g.line(f"{name} = {kind}({g.pick((f'{one}, {two}', f'a={one}, b={two}'))})")
    form = g.below(3)
    if form == 0:
        g.line(f"{name} = {name}._replace(b={g.atom(NUMBER)} * 0.5)")
    elif form == 1:
        one, two = g.fresh(), g.fresh()
        g.line(f"{one}, {two} = {name}")
        g.bind(one, VECTOR, owned=False)
        g.bind(two, NUMBER)
    bound(g, f"{name}.a * {g.pick((f'{name}.b', f'{name}[1]'))} * 0.3")


@statement("dataclass")
def dataclass(g: Grower) -> None:
    kind, name = record(g, "dataclass"), g.fresh("point")
    one, two = g.bounded(VECTOR), g.bounded(NUMBER)
    g.line(f"{name} = {kind}({g.pick((f'{one}, {two}', f'a={one}, b={two}'))})")
    form = g.below(3)
    if form == 0:
        g.line(f"{name}.b = {g.bounded(NUMBER)}")
    elif form == 1:
        g.line(f"{name} = dataclasses.replace({name}, b={g.atom(NUMBER)} * 0.5)")
    bound(g, f"{name}.a * {name}.b * 0.3")


@statement("augmented assignment to an attribute")
def augmented_attribute(g: Grower) -> None:
    kind, name = record(g, "dataclass"), g.fresh("point")
    g.line(f"{name} = {kind}({g.bounded(VECTOR)}, {g.bounded(NUMBER)})")
    loop = g.chance(40)
    if loop:
        i = counter(g)
        with g.frozen_names(i), g.block(f"for {i} in range(3):", loop=True):
            g.line(f"{name}.b *= 0.5")
            g.line(f"{name}.b += 0.3 * np.sin({g.atom(NUMBER)})")
            if g.chance(40):
                g.line(f"{name}.a = np.sin({name}.a + {name}.b)")
    else:
        g.line(f"{name}.b {g.pick(('+=', '-='))} 0.3 * {g.bounded(NUMBER)}")
        g.line(f"{name}.a *= {g.pick(('0.5', f'{name}.b * 0.4'))}")
    bound(g, f"np.sin({name}.a) * {name}.b")


@statement("dataclass carried by a loop")
def dataclass_carried(g: Grower) -> None:
    kind, name, i = record(g, "dataclass", frozen=True), g.fresh("state"), counter(g)
    g.line(f"{name} = {kind}({g.bounded(VECTOR)}, {g.bounded(NUMBER)})")
    with g.frozen_names(i), g.block(f"for {i} in range(3):", loop=True):
        new = f"np.sin({name}.a * {name}.b), {name}.b * 0.5 + {g.atom(NUMBER)} * 0.2"
        g.line(f"{name} = {kind}({new})")
    bound(g, f"{name}.a * {name}.b * 0.3")


# ------------------------------------------------------------------------------ classes


def _class(g: Grower, *members: str, base: str = "") -> tuple[str, str]:
    """The name of a new class with one attribute, and one for an instance."""
    name = g.fresh("Model")
    lines = [f"class {name}{f'({base})' if base else ''}:"]
    if not base:
        lines += ["    def __init__(self, rate):", "        self.rate = rate", ""]
    at_module(g, [*lines, *(f"    {line}" if line else "" for line in members)])
    return name, g.fresh("model")


def _method(g: Grower, name: str) -> list[str]:
    lines = definition(g, name, {"v": VECTOR, "t": NUMBER}, VECTOR, "self, v, t")
    last = lines.pop()
    return [*lines, f"{last.replace('return ', 'return np.sin(', 1)}) * self.rate"]


def _made(g: Grower, name: str, one: str) -> None:
    g.line(f"{one} = {name}({g.pick((g.constant(), g.atom(NUMBER)))})")


@statement("method")
def method(g: Grower) -> None:
    name, one = _class(g, *_method(g, "step"))
    _made(g, name, one)
    bound(g, f"{one}.step({g.value(VECTOR, 1)}, {g.atom(NUMBER)}) * 0.3")


@statement("inherited method")
def inherited(g: Grower) -> None:
    base, _ = _class(g, *_method(g, "step"))
    called = g.pick(("self.step(v, 0.3)", "super().step(v, 0.7)"))
    if "super" in called:
        override = [*_method(g, "step"), ""] if g.chance(50) else []
        lines = [*override, "def twice(self, v):", f"    return np.cos({called})"]
    else:
        lines = ["def twice(self, v):", f"    return np.sin({called}) * self.rate"]
    name, one = _class(g, *lines, base=base)
    _made(g, name, one)
    bound(g, f"{one}.twice({g.value(VECTOR, 1)}) * 0.3")


@statement("staticmethod")
def static(g: Grower) -> None:
    lines = definition(g, "bent", {"v": VECTOR}, VECTOR)
    name, one = _class(g, "@staticmethod", *lines)
    if g.chance(50):
        bound(g, f"{name}.bent({g.value(VECTOR, 1)})")
    else:
        _made(g, name, one)
        bound(g, f"{one}.bent({g.value(VECTOR, 1)})")


@statement("classmethod")
def class_method(g: Grower) -> None:
    lines = definition(g, "bent", {"v": VECTOR}, VECTOR, "cls, v")
    lines[-1] = lines[-1].replace("return ", "return cls.gain * np.sin(", 1) + ")"
    name, one = _class(g, f"gain = {g.constant()}", "", "@classmethod", *lines)
    if g.chance(50):
        bound(g, f"{name}.bent({g.value(VECTOR, 1)})")
    else:
        _made(g, name, one)
        bound(g, f"{one}.bent({g.value(VECTOR, 1)})")


@statement("property")
def properties(g: Grower) -> None:
    lines = ["@property", "def gain(self):", "    return np.tanh(self.rate) * 0.5"]
    name, one = _class(g, *lines)
    _made(g, name, one)
    bound(g, f"{g.value(VECTOR, 1)} * {one}.gain")


# -------------------------------------------------------------------- inputs and outputs


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
