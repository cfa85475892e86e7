"""Named tuples, dataclasses and objects of the user's classes."""

from tests.srcad.compiler.programs.control import counter
from tests.srcad.compiler.programs.functions import at_module, bound, definition
from tests.srcad.compiler.programs.grower import NUMBER, VECTOR, Grower, statement

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


@statement("attribute assignment")
def attribute_assignment(g: Grower) -> None:
    lines = ["def bump(self, v):", "    self.rate = np.sin(v.mean()) * 0.5"]
    lines += ["    self.last = v * self.rate", "    return self"]
    name, one = _class(g, *lines)
    _made(g, name, one)
    if g.chance(50):
        g.line(f"{one}.rate = {g.bounded(NUMBER)}")
    g.line(f"{one}.bump({g.value(VECTOR, 1)})")
    bound(g, f"{one}.last * {one}.rate * 0.3")


@statement("call of an object")
def call_of_an_object(g: Grower) -> None:
    lines = definition(g, "__call__", {"v": VECTOR}, VECTOR, "self, v")
    lines[-1] = lines[-1].replace("return ", "return np.sin(", 1) + ") * self.rate"
    name, one = _class(g, *lines)
    _made(g, name, one)
    bound(g, f"{one}({g.value(VECTOR, 1)}) * 0.3")


@statement("operator of the user's class")
def operator_of_a_class(g: Grower) -> None:
    name = g.fresh("Dual")
    lines = [f"class {name}:", "    def __init__(self, a, b):"]
    lines += ["        self.a, self.b = a, b", "", "    def __mul__(self, other):"]
    lines += ["        b = self.a * other.b + self.b * other.a"]
    lines += [f"        return {name}(self.a * other.a, b * 0.5)", ""]
    lines += ["    def __add__(self, other):"]
    lines += [f"        return {name}(self.a + other.a, self.b + other.b)"]
    at_module(g, lines)
    one, two = g.fresh("one"), g.fresh("two")
    for each in (one, two):
        g.line(f"{each} = {name}({g.bounded(VECTOR)}, {g.bounded(NUMBER)})")
    g.line(f"{one} = {one} {g.pick('*+')} {two}")
    bound(g, f"np.sin({one}.a) * {one}.b * 0.3")


@statement("dataclass with a method")
def dataclass_with_a_method(g: Grower) -> None:
    name, one = g.fresh("State"), g.fresh("state")
    lines = ["@dataclasses.dataclass", f"class {name}:", "    h: np.ndarray"]
    lines += ["    c: float = 0.5", "", "    def moved(self, step):"]
    lines += [f"        return {name}(np.sin(self.h + step), self.c * 0.8)", ""]
    lines += ["    @property", "    def total(self):", "        return self.h * self.c"]
    at_module(g, lines)
    g.line(f"{one} = {name}({g.pick(('h=', ''))}{g.bounded(VECTOR)})")
    if g.chance(50):
        i = counter(g)
        with g.frozen_names(i), g.block(f"for {i} in range(2):", loop=True):
            g.line(f"{one} = {one}.moved({g.atom(NUMBER)})")
    else:
        g.line(f"{one} = {one}.moved({g.value(NUMBER, 1)})")
    bound(g, f"{one}.total")
