"""The harness: a function in, its generated modules compared with finite differences.

:func:`check` compiles a function to order 1, 2 and 3, executes the text of each module
and raises AssertionError unless

- ``forward`` gives what the function gives (at order 1), and what ``backward`` of the
  order before gives for a ``dout`` of ones (above);
- ``backward`` gives central differences of its own ``forward``, element by element and
  along a random direction (``<dout, J v> = <J^T dout, v>``), with a relative error under
  1e-6, in the dtype and shape of each input;
- inputs, residuals and ``dout`` are left as they were, and a second call gives the same;
- all of that holds with each named size at 1;
- compiling again, to the orders in ``twice``, gives the same text;
- the text has nothing that NumPy 1.26 or Python 3.9 does not have.

Comparisons are written so that a NaN fails them.
"""

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from codegen.printing import print_module
from srcad.build import handed, paths_of, resolver_of
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import Aval, parse_aval
from srcad.compiler.reading.sizes import Size
from srcad.compiler.request import Request
from tests.portable import unportable

TOLERANCE = 1e-6
# Named sizes, one after the other: all different, none of them 1.
SIZES = (3, 2, 4, 5, 6, 7)
# Richardson's extrapolation of central differences: from steps that lose few digits to
# steps that cross few kinks. A wrong gradient agrees with none of them.
STEPS = (1e-3, 1e-4, 1e-5, 1e-2, 1e-6)

Draw = Callable[[np.random.Generator, tuple[int, ...]], Any]


@dataclass(frozen=True)
class Generated:
    """A module's text, executed."""

    text: str
    space: Mapping[str, Any]
    inputs: Mapping[str, Aval]
    wrt: tuple[str, ...]
    live: tuple[Any, ...] = ()
    captured: Mapping[str, Any] = field(default_factory=dict)

    @property
    def forward(self) -> Callable[..., Any]:
        return self.space["forward"]

    @property
    def backward(self) -> Callable[..., Any]:
        return self.space["backward"]

    @property
    def code(self) -> str:
        """The two halves, without what stands around them."""
        start = self.text.index("def forward(")
        return self.text[start : self.text.index("def value_and_grad(")]

    def call(self, arguments: Mapping[str, Any]) -> Any:
        """``(out, residuals)``, for inputs and parameters by name."""
        names = list(inspect.signature(self.forward).parameters)
        positional = [arguments[name] for name in self.inputs]
        rest = [*self.live, *([self.captured] if self.captured else [])]
        if len(names) > len(positional) + len(rest):
            params = {k: v for k, v in arguments.items() if k not in self.inputs}
            positional.append(params)
        return self.forward(*positional, *rest)

    def gradients(self, residuals: Any, dout: Any) -> dict[str, Any]:
        """What ``backward`` gives, by name."""
        parts = self.backward(residuals, dout)
        named: dict[str, Any] = {}
        if len(parts) == 2 and isinstance(parts[1], dict):
            parts, named = parts
        assert isinstance(parts, tuple)
        inputs = [name for name in self.wrt if name in self.inputs]
        # Those of layers of one kind stand together; the order of others is theirs.
        parameters = {name: named[name] for name in self.wrt if name in named}
        assert parameters.keys() == named.keys()
        return {**dict(zip(inputs, parts, strict=True)), **parameters}


def specifications(function: Any, inputs: Any) -> dict[str, Aval]:
    """The abstract inputs by name, of a mapping or of one text for each parameter."""
    if not isinstance(inputs, Mapping):
        code = function.construct if hasattr(function, "construct") else function
        inputs = dict(zip(inspect.signature(code).parameters, inputs, strict=False))
    return {name: parse_aval(text) for name, text in inputs.items()}


def in_dtype(inputs: Any, dtype: str) -> Any:
    """The specifications of inputs in another floating dtype."""
    if isinstance(inputs, Mapping):
        return {name: text.replace("float64", dtype) for name, text in inputs.items()}
    return [text.replace("float64", dtype) for text in inputs]


def request(function: Any, inputs: Any, order: int = 1, **options: Any) -> Request:
    """The request for a function with inputs such as ``'float64[n, 3]'``."""
    avals = tuple(specifications(function, inputs).items())
    wrt = options.pop("wrt", None)
    return Request(function, avals, wrt, "model.py::f", order=order, **options)


def generate(function: Any, inputs: Any, order: int = 1, **options: Any) -> Generated:
    """Compile a function and execute the text of its module."""
    wanted = request(function, inputs, order, **options)
    compilation = compile_request(wanted)
    text = print_module(compilation.module)
    assert unportable(text) == []
    space: dict[str, Any] = {"__name__": "generated"}
    exec(compile(text, "<generated>", "exec"), space)
    wrt = [name for name in compilation.manifest["wrt"] if name != "parameters"]
    if "parameters" in compilation.manifest["wrt"]:
        trained = {n for n, p in function.parameters_and_names() if p.requires_grad}
        wrt += [name for name in compilation.manifest["parameters"] if name in trained]
    live, manifest = compilation.live, compilation.manifest
    resolve = resolver_of(wanted)
    found = handed(manifest, [resolve(path) for path in paths_of(manifest)])
    return Generated(text, space, dict(wanted.inputs), tuple(wrt), live, found.captured)


def text_of(function: Any, inputs: Any, order: int = 1, **options: Any) -> str:
    """The text of a module, not formatted."""
    return generate(function, inputs, order, **options).text


# ------------------------------------------------------------------------ arguments


def size_names(avals: Mapping[str, Aval]) -> list[str]:
    """The named sizes, in order of appearance."""
    found: dict[str, None] = {}
    for aval in avals.values():
        for dim in aval.shape:
            if isinstance(dim, Size):
                found.update(dict.fromkeys(name for name, _ in dim.terms))
    return list(found)


def choices(
    avals: Mapping[str, Aval], sizes: Mapping[str, int], at_one: bool
) -> Iterator[dict[str, int]]:
    """Ways of choosing the named sizes: the usual one, then each of them at 1."""
    names = size_names(avals)
    usual = dict(zip(names, SIZES, strict=False)) | dict(sizes)
    yield usual
    for name in names if at_one else ():
        if name not in sizes:
            yield usual | {name: 1}


def draw(
    avals: Mapping[str, Aval],
    sizes: Mapping[str, int],
    random: np.random.Generator,
    values: Mapping[str, Draw],
) -> dict[str, Any]:
    """Arguments: standard normal where ``values`` has nothing for a name."""
    arguments: dict[str, Any] = {}
    for name, aval in avals.items():
        shape = tuple(
            dim if isinstance(dim, int) else sizes[str(dim)] for dim in aval.shape
        )
        if name in values:
            drawn = values[name](random, shape)
        elif aval.is_float:
            drawn = random.standard_normal(shape)
        else:
            drawn = random.integers(0, 2, shape)
        drawn = np.asarray(drawn, aval.dtype)
        assert drawn.shape == shape, f"{name} was drawn with shape {drawn.shape}"
        arguments[name] = drawn.item() if aval.weak else drawn[()]
    return arguments


# ------------------------------------------------------------------- nested outputs


def leaves(item: Any) -> list[Any]:
    """The arrays of nested tuples, lists, dicts and dataclasses."""
    if isinstance(item, tuple | list):
        return [leaf for part in item for leaf in leaves(part)]
    if isinstance(item, dict):
        return [leaf for part in item.values() for leaf in leaves(part)]
    if dataclasses.is_dataclass(item):
        return leaves([getattr(item, f.name) for f in dataclasses.fields(item)])
    return [] if item is None else [item]


def mapped(item: Any, function: Callable[[Any], Any]) -> Any:
    """The same nesting, with ``function`` of every leaf."""
    if isinstance(item, tuple | list):
        return type(item)(mapped(part, function) for part in item)
    if isinstance(item, dict):
        return {key: mapped(part, function) for key, part in item.items()}
    return None if item is None else function(item)


def copied(item: Any) -> Any:
    """A deep copy that keeps Python numbers."""
    return mapped(item, lambda x: x.copy() if isinstance(x, np.ndarray) else x)


def same(first: Any, second: Any) -> bool:
    """Whether two nested structures hold the same bytes."""
    if isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, dict):
        return list(first) == list(second) and all(
            same(first[key], second[key]) for key in first
        )
    if isinstance(first, np.ndarray | np.generic | float):
        one, two = np.asarray(first), np.asarray(second)
        if one.dtype == object:
            return same(one.tolist(), two.tolist())
        return one.dtype == two.dtype and np.array_equal(one, two, equal_nan=True)
    return first is second or bool(first == second)


def is_floating(leaf: Any) -> bool:
    return np.asarray(leaf).dtype.kind == "f"


def assert_same_values(
    actual: Any, expected: Any, rtol: float, what: str, floor: float = 1e-300
) -> None:
    """Two nested results agree in nesting, dtype, shape and value.

    Values under ``floor`` may be the rounding of larger ones that cancel.
    """
    have, want = leaves(actual), leaves(expected)
    assert len(have) == len(want), f"{what}: {len(have)} parts, expected {len(want)}"
    for one, two in zip(have, want, strict=True):
        one, two = np.asarray(one), np.asarray(two)
        assert one.dtype == two.dtype, f"{what}: {one.dtype}, expected {two.dtype}"
        assert one.shape == two.shape, f"{what}: {one.shape}, expected {two.shape}"
        assert np.isfinite(two).all(), f"{what}: the test's own values are not finite"
        scale = float(np.max(np.abs(two), initial=floor))
        assert np.allclose(one, two, rtol=rtol, atol=rtol * scale), (
            f"{what}: {one}, expected {two}"
        )


# --------------------------------------------------------------- finite differences


def weighted(high: Any, low: Any, dout: Any) -> float:
    """``<high - low, dout>``, subtracted before it is summed."""
    total = 0.0
    for a, b, weight in zip(leaves(high), leaves(low), leaves(dout), strict=True):
        if is_floating(a):
            total += float(np.sum((np.asarray(a) - np.asarray(b)) * weight))
    return total


def extrapolated(quotient: Callable[[float], float], step: float) -> float:
    """A derivative by central differences, with an error of the fourth order."""
    return (4 * quotient(step / 2) - quotient(step)) / 3


def difference(
    module: Generated,
    arguments: Mapping[str, Any],
    dout: Any,
    moves: Mapping[str, Any],
    step: float,
) -> float:
    """The derivative of ``<forward, dout>`` along ``moves``."""

    def quotient(h: float) -> float:
        sides = []
        for sign in (1, -1):
            moved = dict(arguments)
            for name, direction in moves.items():
                value = arguments[name] + sign * h * direction
                moved[name] = (
                    value if isinstance(value, float) else np.asarray(value)[()]
                )
            sides.append(module.call(moved)[0])
        return weighted(*sides, dout) / (2 * h)

    return extrapolated(quotient, step)


def close(analytic: float, numeric: float, floor: float) -> bool:
    """Whether the relative error is under the tolerance; never with a NaN."""
    size = max(abs(analytic), abs(numeric), floor)
    return abs(analytic - numeric) <= TOLERANCE * size


def agrees(
    analytic: float, derivative: Callable[[float], float], floor: float
) -> tuple[bool, float]:
    """Whether one of the steps gives ``analytic``, and what the last one tried gave."""
    numeric = np.nan
    for step in STEPS:
        numeric = derivative(step)
        if close(analytic, numeric, floor):
            return True, numeric
    return False, numeric


def assert_gradients(
    module: Generated, arguments: Mapping[str, Any], random: np.random.Generator
) -> None:
    """``backward`` against finite differences of ``forward``, and what it may touch."""
    out, residuals = module.call(arguments)
    dout = mapped(
        out, lambda leaf: np.asarray(random.standard_normal(np.shape(leaf)))[()]
    )
    gradients = assert_pure(module, arguments, out, residuals, dout)
    scale = max((np.max(np.abs(g), initial=0.0) for g in gradients.values()), default=0)
    values = sum(float(np.sum(np.abs(leaf))) for leaf in leaves(out))
    # Beside the large ones, small elements are lost in the rounding of the output.
    floor = max(1e-3 * float(scale), 1e-4 * values, 1e-3)
    for name, gradient in gradients.items():
        value = np.asarray(arguments[name])
        for index in np.ndindex(*value.shape):
            direction = np.zeros(value.shape)
            direction[index] = 1.0

            def along(
                step: float, move: Any = direction[()], name: str = name
            ) -> float:
                return difference(module, arguments, dout, {name: move}, step)

            analytic = float(np.asarray(gradient)[index])
            good, numeric = agrees(analytic, along, floor)
            assert good, (
                f"d{name}{list(index)} is {analytic}, finite differences {numeric}\n"
                f"at {dict(arguments)}\n{module.code}"
            )
    assert_dot_product(module, arguments, gradients, dout, floor, random)


def assert_dot_product(
    module: Generated,
    arguments: Mapping[str, Any],
    gradients: Mapping[str, Any],
    dout: Any,
    floor: float,
    random: np.random.Generator,
) -> None:
    """``<dout, J v> = <J^T dout, v>`` for a random ``v``."""
    moves = {
        name: np.asarray(random.standard_normal(np.shape(gradient)))[()]
        for name, gradient in gradients.items()
    }
    analytic = sum(float(np.sum(gradients[name] * moves[name])) for name in gradients)

    def along(step: float) -> float:
        return difference(module, arguments, dout, moves, step)

    good, numeric = agrees(analytic, along, floor)
    assert good, f"<J^T dout, v> is {analytic}, <dout, J v> {numeric}\n{module.code}"


def assert_pure(
    module: Generated, arguments: Mapping[str, Any], out: Any, residuals: Any, dout: Any
) -> dict[str, Any]:
    """The gradients, after a look at what two calls of ``backward`` leave behind."""
    kept = copied(dict(arguments)), copied(out), copied(residuals), copied(dout)
    again = module.call(arguments)
    assert same(again[0], out), f"forward gives another result again\n{module.code}"
    first = copied(module.gradients(residuals, dout))
    second = module.gradients(residuals, dout)
    assert same(first, second), f"backward gives another result again\n{module.code}"
    names = ("an argument", "the output", "a residual", "dout")
    now = (dict(arguments), out, residuals, dout)
    for name, before, after in zip(names, kept, now, strict=True):
        assert same(before, after), f"{name} was written to\n{module.code}"
    assert_pure_on_rank_zero(module, arguments, dout, first)
    assert set(second) == set(module.wrt)
    for name, gradient in second.items():
        value, array = np.asarray(arguments[name]), np.asarray(gradient)
        assert array.shape == value.shape, f"d{name} has shape {array.shape}"
        assert array.dtype == value.dtype, f"d{name} has dtype {array.dtype}"
        assert np.isfinite(array).all(), f"d{name} is {array}\n{module.code}"
    return second


def assert_pure_on_rank_zero(
    module: Generated, arguments: Mapping[str, Any], dout: Any, expected: Any
) -> None:
    """Arrays of rank 0, unlike NumPy's numbers, could be written to as well."""
    if not any(isinstance(leaf, np.generic) for leaf in leaves([arguments, dout])):
        return

    def array(leaf: Any) -> Any:
        return np.array(leaf) if isinstance(leaf, np.generic) else leaf

    given, cotangent = mapped(dict(arguments), array), mapped(dout, array)
    before = copied(given), copied(cotangent)
    found = module.gradients(module.call(given)[1], cotangent)
    assert same(before, (given, cotangent)), f"rank 0 was written to\n{module.code}"
    found = {name: np.asarray(found[name]) for name in found}
    assert same({k: np.asarray(v) for k, v in expected.items()}, found), module.code


# -------------------------------------------------------------------------- the check


def parameters_of(cell: Any) -> dict[str, Any]:
    """A Cell's parameters by name, in float64."""
    return {
        name: parameter.asnumpy().astype(np.float64)
        for name, parameter in cell.parameters_and_names()
    }


def check(
    function: Any,
    inputs: Mapping[str, str] | Sequence[str],
    *,
    orders: Sequence[int] = (1, 2, 3),
    sizes: Mapping[str, int] | None = None,
    at_one: bool = True,
    values: Mapping[str, Draw] | None = None,
    params: Mapping[str, Any] | None = None,
    plain: Callable[..., Any] | None = None,
    seed: int = 0,
    draws: int = 1,
    twice: Sequence[int] = (1,),
    given: Mapping[int, Generated] | None = None,
    **options: Any,
) -> list[Generated]:
    """Compile ``function`` to each of ``orders`` and compare; gives the modules.

    ``sizes`` fixes named sizes, which are then not tried at 1 (none is with ``at_one``
    false). ``values`` draws inputs, ``params`` are a Cell's parameters by name (its own,
    in float64, if it is None), ``plain`` runs in the place of the function itself.
    ``given`` has modules by order that need not be generated here. Further options are those of a request.
    """
    run = plain or function
    modules: list[Generated] = []
    if params is None and hasattr(function, "parameters_and_names"):
        params = parameters_of(function)
        options.setdefault("float_dtype", "float64")
    for order in orders:
        module = (given or {}).get(order)
        if module is None:
            module = generate(function, inputs, order, **options)
        if order in twice:
            again = compile_request(request(function, inputs, order, **options))
            assert print_module(again.module) == module.text, (
                "compiling twice gives two texts"
            )
        before = modules[-1] if order - 1 in orders and modules else None
        for chosen in choices(module.inputs, sizes or {}, at_one):
            for number in range(draws):
                random = np.random.default_rng(seed + number)
                arguments = draw(module.inputs, chosen, random, values or {})
                everything = {**arguments, **(params or {})}
                out = module.call(everything)[0]
                if order == 1:
                    expected = run(*copied(tuple(arguments.values())))
                    assert_same_values(out, expected, 1e-10, "forward")
                elif before is not None:
                    primal, residuals = before.call(everything)
                    ones = mapped(primal, lambda x: np.ones(np.shape(x))[()])
                    grads = before.gradients(residuals, ones)
                    below = tuple(grads.values())
                    assert_same_values(out, below, 1e-8, "order below", 1e-6)
                assert_gradients(module, everything, random)
        modules.append(module)
    return modules
