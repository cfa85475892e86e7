"""Functions of all kinds, called on run-time values."""

from tests.srcad.compiler.programs.grower import (
    LIBRARY,
    NUMBER,
    VECTOR,
    Grower,
    Unfit,
    plain,
    statement,
)


def definition(
    g: Grower,
    name: str,
    parameters: dict[str, object],
    result: object,
    head: str = "",
    statements: int = 1,
    fixed: tuple[str, ...] = (),
) -> list[str]:
    """The lines of a function, its body grown; ``head`` is its text in parentheses."""
    with g.function(parameters, result, fixed) as body:
        for _ in range(g.below(statements + 1)):
            g.statement()
        g.line(g.returned())
    return [f"def {name}({head or ', '.join(parameters)}):", *body]


def at_module(g: Grower, lines: list[str]) -> None:
    g.module.extend([*lines, "", ""])


def bound(g: Grower, text: str, kind: object = VECTOR) -> None:
    """A new name for the result of a call."""
    name = g.fresh()
    g.line(f"{name} = {text}")
    g.bind(name, kind, owned=False)


def inside(g: Grower, lines: list[str]) -> None:
    for line in lines:
        g.line(line)


@statement("helper")
def helper(g: Grower) -> None:
    name = g.fresh("helper")
    kind = g.pick((VECTOR, NUMBER))
    at_module(g, definition(g, name, {"v": VECTOR, "t": NUMBER}, kind, "", 2))
    arguments = f"{g.value(VECTOR, 1)}, {g.value(NUMBER, 1)}"
    if g.chance(40):
        arguments = f"t={g.value(NUMBER, 0)}, v={g.value(VECTOR, 1)}"
    bound(g, f"{name}({arguments})", kind)
    if g.chance(30):
        bound(g, f"{name}({g.atom(VECTOR)}, {g.constant()})", kind)


@statement("helper of another module")
def helper_of_another_module(g: Grower) -> None:
    form = g.below(3)
    if form == 0:
        bound(g, f"library.squashed({g.value(VECTOR, 1)}, {g.atom(NUMBER)})")
    elif form == 1:
        bound(g, f"library.turned({g.atom(NUMBER)})", NUMBER)
    else:
        at_module(g, [f"from {LIBRARY}.library import mixed"])
        bound(g, f"mixed({g.atom(VECTOR)}, {g.value(VECTOR, 1)})")


@statement("function of several results")
def several_results(g: Grower) -> None:
    name, one, two = g.fresh("parts"), g.fresh(), g.fresh()
    result = ("tuple", VECTOR, NUMBER)
    at_module(g, definition(g, name, {"v": VECTOR, "t": NUMBER}, result))
    g.line(f"{one}, {two} = {name}({g.value(VECTOR, 1)}, {g.atom(NUMBER)})")
    g.bind(one, VECTOR, owned=False)
    g.bind(two, NUMBER)


@statement("closure")
def closure(g: Grower) -> None:
    name, caught = g.fresh("inner"), g.atom(NUMBER)
    if caught in g.frozen:
        raise Unfit
    lines = definition(g, name, {"v": VECTOR}, VECTOR)
    last = lines.pop()
    lines.append(f"{last.replace('return ', 'return np.cos(', 1)}) * {caught}")
    inside(g, lines)
    if g.chance(30):
        g.assignment()
    bound(g, f"{name}({g.value(VECTOR, 1)}) * 0.3")


@statement("closure that another function makes")
def made_closure(g: Grower) -> None:
    maker, name = g.fresh("make"), g.fresh("made")
    caught = {"v": VECTOR, "t": NUMBER}
    lines = definition(g, "inner", caught, VECTOR, "v", fixed=("t",))
    at_module(g, [f"def {maker}(t):", *(f"    {x}" for x in lines), "    return inner"])
    g.line(f"{name} = {maker}({g.value(NUMBER, 1)})")
    bound(g, f"{name}({g.atom(VECTOR)})")


@statement("lambda")
def lambdas(g: Grower) -> None:
    name = g.fresh("shape")
    with g.function({"v": VECTOR, "t": NUMBER}, VECTOR):
        body = g.bounded(VECTOR, 2)
    g.line(f"{name} = lambda v, t={g.constant()}: {plain(body)}")
    more = f", {g.atom(NUMBER)}" if g.chance(50) else ""
    bound(g, f"{name}({g.value(VECTOR, 1)}{more})")


@statement("several lambdas on a line")
def several_lambdas(g: Grower) -> None:
    one, two = g.fresh("first"), g.fresh("second")
    factor = g.constant()
    g.line(f"{one}, {two} = (lambda v: np.sin(v)), (lambda v: np.cos(v) * {factor})")
    bound(g, f"{one}({g.value(VECTOR, 1)}) * {two}({g.atom(VECTOR)})")


@statement("functools.partial")
def partials(g: Grower) -> None:
    name, part = g.fresh("helper"), g.fresh("part")
    at_module(g, definition(g, name, {"v": VECTOR, "t": NUMBER, "u": NUMBER}, VECTOR))
    given = g.pick((f"t={g.constant()}", f"u={g.atom(NUMBER)}, t={g.constant()}"))
    g.line(f"{part} = functools.partial({name}, {given})")
    missing = "" if "u=" in given else f", u={g.atom(NUMBER)}"
    bound(g, f"{part}({g.value(VECTOR, 1)}{missing})")


@statement("default arguments")
def default_arguments(g: Grower) -> None:
    name = g.fresh("helper")
    head = f"v, t={g.constant()}, u={g.constant()}"
    parameters = {"v": VECTOR, "t": NUMBER, "u": NUMBER}
    at_module(g, definition(g, name, parameters, VECTOR, head))
    more = g.pick(("", f", {g.atom(NUMBER)}", f", u={g.atom(NUMBER)}"))
    bound(g, f"{name}({g.atom(VECTOR)}{more})")


@statement("keyword-only arguments")
def keyword_only(g: Grower) -> None:
    name = g.fresh("helper")
    head = f"v, *, t, u={g.constant()}"
    parameters = {"v": VECTOR, "t": NUMBER, "u": NUMBER}
    at_module(g, definition(g, name, parameters, VECTOR, head))
    more = f", u={g.atom(NUMBER)}" if g.chance(50) else ""
    bound(g, f"{name}({g.atom(VECTOR)}, t={g.value(NUMBER, 1)}{more})")


@statement("*args")
def star_args(g: Grower) -> None:
    name, kind = g.fresh("helper"), g.pick((NUMBER, VECTOR))
    lines = [f"def {name}(*values):", "    total = values[0] * 0.5"]
    lines += ["    for value in values[1:]:"]
    lines += ["        total = total * 0.6 + 0.3 * np.sin(value)", "    return total"]
    at_module(g, lines)
    arguments = ", ".join(g.value(kind, 1) for _ in range(1 + g.below(3)))
    if g.chance(30):
        arguments = f"*({arguments},)"
    bound(g, f"{name}({arguments})", kind)


@statement("**kwargs")
def star_kwargs(g: Grower) -> None:
    name = g.fresh("helper")
    lines = [f"def {name}(v, **options):", "    t = options.get('t', 0.5)"]
    lines += ["    for key, item in options.items():", "        v = v * 0.5"]
    lines += ["        v = v + 0.3 * np.sin(item)", "    return np.sin(v * t)"]
    at_module(g, lines)
    given = f"t={g.value(NUMBER, 1)}, u={g.atom(NUMBER)}"
    form = g.pick((given, f"w={g.atom(NUMBER)}", f"**dict({given})"))
    bound(g, f"{name}({g.atom(VECTOR)}, {form})")


@statement("decorator with __wrapped__")
def decorated(g: Grower) -> None:
    name, decorator = g.fresh("helper"), g.fresh("halved")
    inner = g.pick(
        ("return function(*args) * 0.5", "return np.sin(function(*args, **kwargs))")
    )
    at_module(
        g,
        [
            f"def {decorator}(function):",
            "    @functools.wraps(function)",
            "    def wrapper(*args, **kwargs):",
            f"        {inner}",
            "    return wrapper",
        ],
    )
    lines = definition(g, name, {"v": VECTOR, "t": NUMBER}, VECTOR)
    at_module(g, [f"@{decorator}", *lines])
    bound(g, f"{name}({g.value(VECTOR, 1)}, {g.atom(NUMBER)})")


@statement("function as an argument")
def function_as_argument(g: Grower) -> None:
    name = g.fresh("twice")
    at_module(
        g, [f"def {name}(function, v):", "    return function(function(v) * 0.8)"]
    )
    form = g.below(3)
    if form == 0:
        given = g.pick(("np.sin", "np.tanh", "np.cos"))
    elif form == 1:
        given = f"lambda v: np.sin(v * {g.atom(NUMBER)})"
    else:
        given = g.fresh("helper")
        at_module(g, definition(g, given, {"v": VECTOR}, VECTOR))
    bound(g, f"{name}({given}, {g.value(VECTOR, 1)})")


@statement("positional-only arguments")
def positional_only(g: Grower) -> None:
    name = g.fresh("helper")
    parameters = {"v": VECTOR, "t": NUMBER}
    at_module(g, definition(g, name, parameters, VECTOR, f"v, /, t={g.constant()}"))
    more = f", t={g.atom(NUMBER)}" if g.chance(60) else ""
    bound(g, f"{name}({g.value(VECTOR, 1)}{more})")


@statement("nonlocal")
def nonlocals(g: Grower) -> None:
    name, total = g.fresh("add"), g.fresh("total")
    g.line(f"{total} = {g.value(NUMBER, 1)}")
    inside(
        g,
        [
            f"def {name}(v):",
            f"    nonlocal {total}",
            f"    {total} = {total} * 0.5 + np.sin(v.mean())",
            f"    return v * {total}",
        ],
    )
    first = g.fresh()
    g.line(f"{first} = {name}({g.value(VECTOR, 1)}) * 0.3")
    g.bind(first, VECTOR, owned=False)
    bound(g, f"{name}({g.atom(VECTOR)}) * {total} * 0.2")


@statement("decorator with arguments")
def decorated_with_arguments(g: Grower) -> None:
    name, decorator = g.fresh("helper"), g.fresh("scaled")
    at_module(
        g,
        [
            f"def {decorator}(factor):",
            "    def decorate(function):",
            "        @functools.wraps(function)",
            "        def wrapper(*args, **kwargs):",
            "            return function(*args, **kwargs) * factor",
            "        return wrapper",
            "    return decorate",
        ],
    )
    lines = definition(g, name, {"v": VECTOR, "t": NUMBER}, VECTOR)
    at_module(g, [f"@{decorator}({g.constant()})", *lines])
    bound(g, f"np.sin({name}({g.value(VECTOR, 1)}, t={g.atom(NUMBER)}))")


@statement("helper that calls another one")
def helper_of_a_helper(g: Grower) -> None:
    inner, outer = g.fresh("inner"), g.fresh("outer")
    at_module(g, definition(g, inner, {"v": VECTOR, "t": NUMBER}, VECTOR))
    lines = [f"def {outer}(v, t):", f"    w = {inner}(v, t) * 0.5"]
    lines += [f"    return np.sin(w) + {inner}(w, t * 0.7) * 0.3"]
    at_module(g, lines)
    bound(g, f"{outer}({g.value(VECTOR, 1)}, {g.atom(NUMBER)})")


@statement("recursion")
def recursion(g: Grower) -> None:
    name = g.fresh("power")
    at_module(
        g,
        [
            f"def {name}(v, k):",
            "    if k == 0:",
            f"        return {g.pick(('v', 'v * 0.5', 'np.cos(v)'))}",
            f"    return np.sin(v) * {name}(v * 0.7, k - 1)",
        ],
    )
    bound(g, f"{name}({g.value(VECTOR, 1)}, {g.pick('123')})")


@statement("recursion with a run-time base case")
def run_time_recursion(g: Grower) -> None:
    name = g.fresh("shrink")
    at_module(
        g,
        [
            f"def {name}(t):",
            f"    if abs(t) < {g.pick(('0.213', '0.517'))}:",
            f"        return {g.pick(('t', 'np.sin(t)', 't * t'))}",
            f"    return {name}(t * 0.5) * {g.pick(('0.9', 'np.cos(t)'))}",
        ],
    )
    bound(g, f"{name}({g.value(NUMBER, 1)})", NUMBER)


# --------------------------------------------------------------------- the user's rules


@statement("defbprop of a Python function")
def rule_of_a_function(g: Grower) -> None:
    bound(g, f"library.softened({g.value(VECTOR, 1)})")


@statement("defbprop of an object")
def rule_of_an_object(g: Grower) -> None:
    bound(g, f"library.wave({g.value(VECTOR, 1)})")


@statement("defbprop of a C function")
def rule_of_a_c_function(g: Grower) -> None:
    bound(g, f"library.erf({g.value(NUMBER, 1)})", NUMBER)


@statement("decorator of a function inside")
def decorated_inside(g: Grower) -> None:
    outer, name = g.fresh("scaled"), g.fresh("helper")
    v = g.value(VECTOR, 1)
    with g.block(f"def {outer}(function):"):
        if g.chance(50):
            g.line("@functools.wraps(function)")
        with g.block("def inner(*args):"):
            g.line(f"return function(*args) * {g.constant()}")
        g.line("return inner")
    g.line(f"@{outer}")
    with g.block(f"def {name}(v):"):
        g.line("return np.sin(v) * 0.6")
    bound(g, f"{name}({v})")
