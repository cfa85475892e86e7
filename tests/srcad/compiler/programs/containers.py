"""Tuples, lists and dicts of run-time values."""

from tests.srcad.compiler.programs.control import counter
from tests.srcad.compiler.programs.functions import at_module, bound, inside
from tests.srcad.compiler.programs.grower import (
    NUMBER,
    VECTOR,
    Grower,
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
        total, item = g.fresh("total"), g.fresh("item")
        g.line(f"{total} = 0.3 * {name}[0]")
        with g.block(f"for {item} in {name}:", loop=True):
            g.line(f"{total} = {total} * 0.5 + np.sin({item}) * 0.4")
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
    one = g.fresh("item")
    form = g.below(3)
    g.line(f"{name} = []")
    head = (
        f"for {i} in range({v}.shape[0]):",
        f"for {one} in {v}:",
        f"for {i} in range(3):",
    )[form]
    kind = NUMBER if form < 2 else VECTOR
    with g.frozen_names(i, v), g.block(head, loop=True):
        item = (f"{v}[{i}]", one, v)[form]
        if g.chance(40):
            g.body(1)
        if form == 1 and g.chance(30):
            g.use("if", "continue")
            with g.block(f"if {one} > {g.threshold()}:"):
                g.line("continue")
            g.line(f"{name}.append(np.sin({one}) * {g.atom(NUMBER)})")
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


@statement("list index")
def list_index(g: Grower) -> None:
    name, kind = _list(g, 3)
    i = counter(g)
    form = g.below(3)
    if form == 0:
        total = g.fresh("total")
        g.line(f"{total} = {name}[0] * 0.3")
        with g.frozen_names(i), g.block(f"for {i} in range(len({name})):", loop=True):
            g.line(f"{total} = {total} * 0.5 + np.sin({name}[{i}]) * 0.4")
        g.bind(total, kind, owned=False)
    elif form == 1:
        words = "['low', 'mid', 'high']"
        word = g.pick(("'mid'", "'high'"))
        bound(g, f"np.cos({name}[{words}.index({word})])", kind)
    else:
        bound(g, f"{name}[1] * {name}[-{g.pick('123')}] * 0.3", kind)


@statement("nested containers")
def nested_containers(g: Grower) -> None:
    name = g.fresh("nested")
    one, two, t = g.bounded(VECTOR), g.bounded(VECTOR), g.bounded(NUMBER)
    form = g.below(3)
    if form == 0:
        g.line(f"{name} = {{'a': [{one}, {two}], 'b': ({t}, {{'c': {t}}})}}")
        if g.chance(50):
            g.line(f"{name}['a'][0] = np.sin({name}['a'][1])")
        g.line(f"{name}['a'].append({name}['a'][0] * {name}['b'][1]['c'])")
        bound(g, f"{name}['a'][{g.pick(('0', '-1', '2'))}] * {name}['b'][0]")
    elif form == 1:
        g.line(f"{name} = [[{one}, {two}], [{two}]]")
        g.line(f"{name}[1].append(np.cos({name}[0][0]))")
        bound(g, f"sum({name}[1]) * {t} * 0.3")
    else:
        g.line(f"{name} = [({t}, {one}), ({g.constant()}, {two})]")
        bound(g, f"sum([rate * np.sin(part) for rate, part in {name}]) * 0.4")


@statement("del of an item")
def deleted_item(g: Grower) -> None:
    if g.chance(50):
        name, kind = _list(g, 3)
        g.line(f"del {name}[{g.pick(('0', '1', '-1', ':1'))}]")
        _consumed(g, name, kind)
        return
    name = g.fresh("table")
    g.line(f"{name} = {{'a': {g.bounded(VECTOR)}, 'b': {g.bounded(NUMBER)}}}")
    g.line(f"del {name}['b']")
    bound(g, f"sum({name}.values()) * 0.7")


@statement("dict methods")
def dict_methods(g: Grower) -> None:
    name, one = g.fresh("table"), g.fresh()
    g.line(f"{name} = {{'a': {g.bounded(VECTOR)}, 'b': {g.bounded(NUMBER)}}}")
    form = g.below(5)
    if form == 0:
        g.line(f"{one} = {name}.pop('b')")
    elif form == 1:
        g.line(f"{one} = {name}.setdefault('c', {g.bounded(NUMBER)})")
    elif form == 2:
        g.line(f"{name} = {{**{name}, 'c': {g.bounded(NUMBER)}}}")
        g.line(f"{one} = {name}['c']")
    elif form == 3:
        g.line(f"{name} = {name} | {{'b': np.sin({name}['b'])}}")
        g.line(f"{one} = {name}['b'] if 'b' in {name} else 0.5")
    else:
        g.line(f"{one} = sum([np.mean(item) for item in {name}.values()]) * 0.4")
    bound(g, f"{name}['a'] * {one} * 0.3")


@statement("container made and changed on a path")
def changed_on_a_path(g: Grower) -> None:
    name, a, b = g.fresh("parts"), g.value(VECTOR, 1), g.value(VECTOR, 1)
    keys = g.pick((("0", "1"), ("'low'", "'high'")))
    first, second = keys
    whole = "[{0}, {1}]" if first == "0" else "{{'low': {0}, 'high': {1}}}"
    with g.block(f"if {g.condition()}:"):
        if first == "0" and g.chance(50):
            g.line(f"{name} = [{a}, {b}, np.sin({b})]")
            g.line(f"{name}.pop({g.pick(('', '0', '1'))})")
        else:
            g.line(f"{name} = {whole.format(a, b)}")
        g.line(f"{name}[{second}] = np.sin({name}[{first}]) * {g.constant()}")
    with g.block("else:"):
        g.line(f"{name} = {whole.format(b, a)}")
        if first == "0" and g.chance(40):
            g.line(f"{name}.reverse()")
    bound(g, f"{name}[{first}] * 0.5 + {name}[{second}] * 0.3")


@statement("object that collects")
def collecting_object(g: Grower) -> None:
    kind, name, item = g.fresh("Found"), g.fresh("found"), g.fresh("item")
    v, t = g.atom(VECTOR), g.atom(NUMBER)
    at_module(
        g,
        [
            f"class {kind}:",
            "    def __init__(self):",
            "        self.items = []",
            "    def add(self, item):",
            "        self.items.append(item)",
        ],
    )
    g.line(f"{name} = {kind}()")
    with g.frozen_names(v), g.block(f"for {item} in {v}:", loop=True):
        if g.chance(50):
            with g.block(f"if {item} > {g.threshold()}:"):
                g.line(f"{name}.add(np.sin({item}) * {t})")
        else:
            g.line(f"{name}.add(np.sin({item}) * {t})")
    bound(g, f"sum({name}.items) * 0.2 + 0.1 * {t}", NUMBER)
