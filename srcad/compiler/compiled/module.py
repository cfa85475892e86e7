"""The module of a target for Numba: that for NumPy, with a core beside its halves.

``forward`` and ``backward`` stay as they are, to be read; ``value_and_grad`` asks
``compiled`` first. That gives None where it has to be computed by the halves: for
arguments that are none of a core's, and wherever an exception is to be raised.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from codegen.description import Code, Module, Spliced, Text
from srcad.compiler.compiled.core import Argument, Core
from srcad.compiler.compiled.forms import NotCompiled
from srcad.compiler.compiled.helpers import call_blas, helper_texts
from srcad.compiler.ir.avals import AnyAval, Aval
from srcad.compiler.printing.emit import entry
from srcad.compiler.printing.emit.interface import Interface
from srcad.compiler.printing.emit.structures import is_plain, output_expression

_DOC = """
``value_and_grad`` computes with ``core``, which Numba compiles for this machine:
``forward`` and ``backward`` in one, up to rounding. They say what it computes, and
compute it themselves where an exception is to be raised.
"""

_IMPORT = """try:
    import numba{}
except ImportError as error:
    message = "this module needs Numba and SciPy: pip install 'srcad[numba]'"
    raise ImportError(message) from error
"""

_PLAIN = '''def plain(array):
    """Return the array in the form that ``core`` takes: side by side, and writeable."""
    return array if array.flags.carray else np.array(array, order="C")
'''

_NUMBER = '''def is_number(given):
    """Return whether this is a number, and no array of a class of its own."""
    return not isinstance(given, np.ndarray) or type(given) is np.ndarray
'''

_ANNOUNCED = '''def announced(*arguments):
    """Call ``core``, which is compiled the first time, and for these types alone; a
    terminal is told what takes the seconds. If Numba cannot compile it, that is said,
    and the halves compute."""
    if core.overloads:
        return core(*arguments)
    if hasattr(announced, "refused"):
        return (False,)
    shown = sys.stderr.isatty()
    if shown:
        print("compiling for this machine ...", end="", file=sys.stderr, flush=True)
    try:
        result = core(*arguments)
        core.disable_compile()
        return result
    except numba.core.errors.NumbaError as error:
        announced.refused = error
        warnings.warn(f"computed by NumPy, since Numba refuses it: {error}")
        return (False,)
    finally:
        if shown:
            print("\\r\\033[K", end="", file=sys.stderr, flush=True)
'''

_OURS = (
    "numba",
    "scipy",
    "sys",
    "warnings",
    "core",
    "failed",
    "compiled",
    "plain",
    "is_number",
    "announced",
)


@dataclass(frozen=True, slots=True)
class Seed:
    """How a cotangent of the output is handed on: statements before, and arguments."""

    before: tuple[str, ...]
    given: tuple[str, ...]


def with_core(module: Module, core: Core, interface: Interface) -> Module:
    """The module with a core; NotCompiled where a name of it is taken."""
    _refuse_taken(module, core, interface)
    items: list[Code | Spliced | Text] = []
    constants = "\n".join(f"{word} = {text}" for word, text in core.constants)
    for item in module.items:
        if isinstance(item, Text) and item.text.startswith("def value_and_grad("):
            items.append(Text(core.text))
            items.append(Text(_compiled(core, interface)))
            arrays = any(one.rank for one in (*core.inputs, *core.seeds))
            used = [_PLAIN] if arrays else []
            used += [_NUMBER] if not all(one.rank for one in core.inputs) else []
            items.extend(map(Text, (*used, _ANNOUNCED)))
            items.append(Text(_asking(item.text, interface)))
            continue
        items.append(item)
    helpers = [Text(text) for text in helper_texts(core.helpers)]
    first, *rest = items
    assert isinstance(first, Code)
    imports = [
        one for one in first.body if isinstance(one, ast.Import | ast.ImportFrom)
    ]
    others = tuple(one for one in first.body if one not in imports)
    needed = _IMPORT.format(", scipy" if call_blas(core.helpers) else "")
    start = Code(
        (
            *ast.parse("import sys\nimport warnings").body,
            *imports,
            *ast.parse(needed).body,
            *others,
            *ast.parse(constants).body,
        )
    )
    doc = module.docstring.rstrip("\n") + "\n" + _DOC
    return replace(module, docstring=doc, items=(start, *helpers, *rest))


def _refuse_taken(module: Module, core: Core, interface: Interface) -> None:
    ours = {*_OURS, *core.helpers, *(word for word, _ in core.constants)}
    # The arguments of ``compiled`` hide what it calls, and no more.
    called = {"core", "compiled", "plain", "is_number", "announced"}
    taken = called & set(entry.forward_names(interface))
    for item in module.items:
        if isinstance(item, Code):
            taken.update(getattr(one, "name", "") for one in item.body)
            taken.update(
                name.asname or name.name
                for one in item.body
                if isinstance(one, ast.Import | ast.ImportFrom)
                for name in one.names
            )
        if isinstance(item, Text):
            taken.update(re.findall(r"^def (\w+)", item.text, re.MULTILINE))
    for word in sorted(ours & taken):
        raise NotCompiled(f"the name `{word}`")


def _asking(text: str, interface: Interface) -> str:
    """``value_and_grad``, which asks ``compiled`` before it computes."""
    ours = entry.words(interface)
    names = entry.forward_names(interface)
    taken = {*names, ours.dout, ours.out, ours.residuals, ours.sizes}
    found = entry.yielding("found", taken)
    lines = text.split("\n")
    place = next(k for k, line in enumerate(lines) if " = forward(" in line)
    lines[place:place] = [
        f"    {found} = compiled({', '.join([*names, ours.dout])})",
        f"    if {found} is not None:",
        f"        return {found}",
    ]
    return "\n".join(lines)


def _compiled(core: Core, interface: Interface) -> str:
    ours = entry.words(interface)
    names = entry.forward_names(interface)
    taken = {*names, ours.dout}
    lines = [
        f"def compiled({', '.join(names)}, {ours.dout}=None):",
        '    """Return what ``value_and_grad`` does, of arguments that were checked;',
        '    None where the halves have to compute it."""',
    ]
    seed = _seed(core, interface, ours.dout, taken)
    lines += _only_arrays(core, interface, ours)
    lines += seed.before
    raw = [*_arguments(core, interface, ours, as_given=True), *seed.given]
    handed = [*_arguments(core, interface, ours), *seed.given]
    result = entry.yielding("result", taken)
    lines += [
        f"    {result} = None",
        "    if core.overloads:",
        "        try:",
        f"            {result} = core({', '.join(raw)})",
        "        except (TypeError, numba.core.errors.NumbaError):",
        "            pass  # Arguments in other forms than ``core`` takes.",
        f"    if {result} is None:",
        *_only_numbers(core, interface, ours),
        f"        {result} = announced({', '.join(handed)})",
        f"    if not {result}[0]:",
        "        return None",
    ]
    parts = [
        _given(f"{result}[{k + 1}]", dtype, rank, aval)
        for k, ((dtype, rank), aval) in enumerate(
            zip(core.outputs, interface.outputs, strict=True)
        )
    ]
    out = _output(interface, parts)
    start = 1 + len(core.outputs)
    count = len(interface.wrt_inputs)
    grads = [f"{result}[{start + k}]" for k in range(core.cotangents)]
    numbers = _are_numbers(interface)
    grads = [
        f"np.{dtype}({text})" if dtype else text
        for text, dtype in zip(grads, numbers, strict=True)
    ]
    given = f"({', '.join(grads[:count])}{',' * (count == 1)})"
    if interface.wrt_parameters:
        pairs = zip(interface.wrt_parameters, grads[count:], strict=True)
        given += ", {" + ", ".join(f"{k!r}: {text}" for k, text in pairs) + "}"
        given = f"({given})"
    lines.append(f"    return {out}, {given}")
    return "\n".join(lines) + "\n"


def _only_arrays(core: Core, interface: Interface, ours: Any) -> list[str]:
    """An array of a class of its own computes in its own way, so Numba does not."""
    given = zip(core.inputs, _arguments(core, interface, ours, True), strict=True)
    arrays = [f"type({text})" for one, text in given if one.rank]
    if not arrays:
        return []
    if len(arrays) == 1:
        return [f"    if {arrays[0]} is not np.ndarray:", "        return None"]
    return [f"    if not ({' is '.join(arrays)} is np.ndarray):", "        return None"]


def _only_numbers(core: Core, interface: Interface, ours: Any) -> list[str]:
    """The same of what is given for numbers."""
    given = zip(core.inputs, _arguments(core, interface, ours, True), strict=True)
    numbers = [f"is_number({text})" for one, text in given if not one.rank]
    if not numbers:
        return []
    wrong = numbers[0] if len(numbers) == 1 else f"({' and '.join(numbers)})"
    return [f"        if not {wrong}:", "            return None"]


def _are_numbers(interface: Interface) -> list[str]:
    """For each cotangent its dtype where it is a number."""
    avals = dict(interface.inputs)
    named = dict(interface.parameters)
    every = [
        *(avals[name] for name in interface.wrt_inputs),
        *(named[name] for name in interface.wrt_parameters),
    ]
    return ["" if aval.shape else aval.dtype for aval in every]


def _given(text: str, dtype: str, rank: int, aval: AnyAval) -> str:
    """An output as NumPy gives it: a number of the core is one of Python's."""
    if rank or aval.weak:
        return text
    return f"np.{'bool_' if dtype == 'bool' else dtype}({text})"


def _output(interface: Interface, parts: list[str]) -> str:
    trees = [ast.parse(part, mode="eval").body for part in parts]
    whole = output_expression(interface.output, trees)
    return ast.unparse(ast.fix_missing_locations(whole))


def _arguments(
    core: Core, interface: Interface, ours: Any, as_given: bool = False
) -> list[str]:
    """What the core is handed: inputs, parameters and captured arrays; ``as_given``
    where they may be in other forms than those it takes."""
    texts = [
        name if as_given else _handed(name, aval)
        for (name, aval), _ in zip(interface.inputs, core.inputs, strict=False)
    ]
    params, captured = iter(interface.parameters), iter(interface.captured)
    for other in interface.are_captured:
        key, aval = next(captured if other else params)
        source = ours.captured if other else ours.params
        text = f"{source}[{key!r}]"
        texts.append(text if as_given else _handed(text, aval))
    if len(texts) != len(core.inputs):
        raise NotCompiled("an argument that is no array")
    return texts


def _handed(text: str, aval: Aval) -> str:
    if aval.shape:
        return f"plain({text})"
    if aval.weak or aval.dtype in ("float64", "int64"):
        word = {"f": "float", "i": "int", "b": "bool"}[aval.dtype[0]]
        return f"{word}({text})"
    return f"np.{'bool_' if aval.dtype == 'bool' else aval.dtype}({text})"


def _seed(core: Core, interface: Interface, dout: str, taken: set[str]) -> Seed:
    """The cotangent of the output: by default ones, else as it is given."""
    if not (is_plain(interface.output) and len(core.seeds) == 1):
        refused = (f"    if {dout} is not None:", "        return None")
        return Seed(refused, tuple(text for one in core.seeds for text in _ones(one)))
    (seed,) = core.seeds
    name = entry.yielding("seed", taken)
    wrong = f"np.ndim({dout}) or np.iscomplexobj({dout}) or isinstance({dout}, str)"
    given = f"float({dout})"
    if seed.rank:
        wrong = f"type({dout}) is not np.ndarray or {dout}.ndim != {seed.rank}"
        wrong += f" or {dout}.dtype != np.{seed.dtype}"
        given = f"plain({dout}), 1"
    elif seed.dtype != "float64":
        given = f"np.{seed.dtype}({dout})"
    before: tuple[str, ...] = (
        f"    {name} = {', '.join(_ones(seed))}",
        f"    if {dout} is not None:",
        f"        if {wrong}:",
        "            return None",
        f"        {name} = {given}",
    )
    return Seed(before, (f"*{name}" if seed.rank else name,))


def _ones(seed: Argument) -> Sequence[str]:
    if seed.rank:
        return (f"np.ones({(1,) * seed.rank}, np.{seed.dtype})", "0")
    return ("1.0",) if seed.dtype == "float64" else (f"np.{seed.dtype}(1)",)
