"""A program in a text: compiled, and compared with its plain run.

The text defines ``function`` and ``inputs``; ``inputs()`` gives the arguments, anew at
each call. ``value_and_grad`` has to give what the function gives, and finite
differences of it, or a diagnostic.
"""

from __future__ import annotations

import copy
import dataclasses
import importlib
import math
import resource
import sys
import traceback
from collections.abc import Callable, Iterator, MappingView
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import srcad
from srcad import CompileError
from tests.srcad.compiler.programs.checking import agrees, leaves

from . import forks
from .family import GOOD, REFUSED, VOID, WRONG, Verdict

MEMORY = 3 << 30
PATIENCE = 5  # seconds, with the program itself
TOLERANCES = {"float16": 1e-2, "float32": 1e-4}

# What stands under a program that is kept.
SHOWN = """

if __name__ == "__main__":
    import srcad

    positions = tuple(k for k, x in enumerate(inputs()) if not isinstance(x, int))
    print("the program itself gives", function(*inputs()))
    out, gradients = srcad.value_and_grad(function, positions)(*inputs())
    print("srcad gives", out)
    print("and the gradients", gradients)
"""


class Wrong(Exception):
    """Something differs."""


class Unsettled(Exception):
    """Nothing can be said."""


class Imprecise(Unsettled):
    """Finite differences say nothing, for not all is in float64."""


@dataclass(frozen=True)
class Run:
    """A program, what it gives, and what srcad gives for it."""

    module: ModuleType
    expected: Any
    out: Any
    gradients: tuple[Any, ...]
    arguments: tuple[Any, ...]

    @property
    def function(self) -> Callable[..., Any]:
        """What was differentiated."""
        function: Callable[..., Any] = self.module.function
        return function

    def inputs(self) -> tuple[Any, ...]:
        """The arguments, anew."""
        arguments: tuple[Any, ...] = self.module.inputs()
        return arguments


def loaded(text: str, folder: Path, name: str = "program") -> ModuleType:
    """A module with a text, imported from a file."""
    Path(folder, f"{name}.py").write_text(text, encoding="utf-8")
    return imported(folder, name)


def imported(folder: Path, name: str) -> ModuleType:
    """A module of a file in a folder."""
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    return importlib.import_module(name)


def limited(memory: int = MEMORY) -> None:
    """Let this process have so much memory at most."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def positions_of(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """The arguments with something that has a derivative."""
    return tuple(
        position
        for position, argument in enumerate(arguments)
        if isinstance(argument, float) or any(map(_floating, leaves(argument)))
    )


def _floating(leaf: Any) -> bool:
    return isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"


def judged(
    text: str,
    folder: Path,
    *checks: Callable[[Run], None],
    smooth: bool = True,
    whole: bool = True,
) -> Verdict:
    """What becomes of a program; ``checks`` are further ones, which raise Wrong.

    Gradients are compared with finite differences where it is ``smooth``. Where it is
    not ``whole``, an integer that is a float on another path may be one on this.
    """
    limited()
    with np.errstate(all="ignore"):
        told, expected = None, None
        try:
            with forks.limited(PATIENCE):
                module = loaded(text, folder)
        except forks.Endless:
            return Verdict(VOID, "", "its import does not end")
        except Exception as error:
            return Verdict(VOID, "", f"it cannot be imported: {error!r}")
        try:
            with forks.limited(PATIENCE):
                expected = module.function(*module.inputs())
        except (forks.Endless, RecursionError):
            return Verdict(VOID, "", "the program itself does not end")
        except Exception as error:
            told = error
        try:
            arguments = module.inputs()
            wanted = positions_of(arguments)
            if not wanted:
                raise Unsettled("nothing to differentiate by")
            out, gradients = srcad.value_and_grad(module.function, wanted)(*arguments)
            if len(wanted) == 1:
                gradients = (gradients,)
            if told is not None:
                return Verdict(VOID, "lenient", f"the program itself raises {told!r}")
            if isinstance(expected, MappingView):
                raise Unsettled("a view of a dict, which no result is")
            if any(isinstance(leaf, complex) for leaf in leaves(expected)):
                raise Unsettled("complex numbers, of which Python makes one itself")
            run = Run(module, expected, out, gradients, arguments)
            compare_primal(run, whole)
            rough = None
            try:
                if smooth:
                    compare_gradients(run, wanted)
            except Unsettled as error:
                rough = error
            for check in checks:
                check(run)
            if rough is not None and not (checks and isinstance(rough, Imprecise)):
                raise rough
        except CompileError as error:
            code = error.diagnostics[0].code
            if told is not None:
                code += " of what raises by itself"
            elif code == "SRC021":
                code += " of what does not raise"
            return Verdict(REFUSED, code, str(error))
        except Wrong as error:
            return Verdict(WRONG, "", str(error))
        except Unsettled as error:
            return Verdict(VOID, "", str(error))
        except Exception as error:
            if _raised_in_a_bprop(error, text):
                return Verdict(VOID, "", f"the program's own bprop raises {error!r}")
            if told is None:
                raise
            return Verdict(VOID, "", f"the program itself raises {told!r}")
    return Verdict(GOOD)


def _raised_in_a_bprop(error: Exception, text: str) -> bool:
    """Whether an exception comes from the user's own derivative, which may stand in the
    backward half."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    named = any(frame.f_code.co_name.endswith("bprop") for frame in frames)
    inside = "bprop" in text and frames[-1].f_code.co_name == "backward"
    return named or inside or ".bprop (" in str(error)


# -------------------------------------------------------------------------- comparison


def compare_primal(run: Run, whole: bool = True) -> None:
    """The values, shapes, dtypes and classes of the result."""
    same_classes(run.out, run.expected)
    have, want = leaves(run.out), leaves(run.expected)
    if len(have) != len(want):
        raise Wrong(f"{len(have)} results, not {len(want)}")
    for one, two in zip(have, want, strict=True):
        kinds = np.asarray(one).dtype.kind, np.asarray(two).dtype.kind
        if not whole and kinds == ("f", "i"):
            # A whole number that is a float on another path, and lists of them.
            two = two.astype(float) if isinstance(two, np.ndarray) else float(two)
        near(one, two)


def same_classes(one: Any, two: Any) -> None:
    """Raise Wrong where two structures are of other classes."""
    if isinstance(two, tuple | list | dict) or hasattr(two, "__dataclass_fields__"):
        if type(one) is not type(two):
            raise Wrong(f"a result is a {type(one).__name__}, not {type(two).__name__}")
        if isinstance(two, dict) and list(one) != list(two):
            raise Wrong(f"keys {list(one)}, not {list(two)}")
        if isinstance(two, tuple | list):
            if len(one) != len(two):
                raise Wrong(f"{len(one)} results, not {len(two)}")
            for part, other in zip(one, two, strict=True):
                same_classes(part, other)
    elif (one is None) != (two is None):
        raise Wrong(f"the result is {one!r}, not {two!r}")


def near(one: Any, two: Any, tolerance: float = 1e-9) -> None:
    """Raise Wrong where an array is not the other one."""
    a, b = np.asarray(one), np.asarray(two)
    if a.shape != b.shape:
        raise Wrong(f"a result has shape {a.shape}, not {b.shape}")
    swapped = a.dtype.newbyteorder("=") == b.dtype.newbyteorder("=")
    if not swapped and not isinstance(two, float | int):
        raise Wrong(f"a result has dtype {a.dtype}, not {b.dtype}")
    if a.dtype.kind not in "fcib":
        if not np.array_equal(a, b):
            raise Wrong(f"a result is {one!r}, not {two!r}")
        return
    tolerance = max(tolerance, TOLERANCES.get(b.dtype.name, 0.0))
    if not np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True):
        raise Wrong(f"a result is {one}, not {two}")


def compare_gradients(run: Run, wanted: tuple[int, ...]) -> None:
    """Finite differences along two directions, of the sum of all results."""
    arguments = mapped(run.inputs(), _one_object)
    parts = [arguments[k] for k in wanted]
    if len(run.gradients) != len(parts):
        raise Wrong(f"{len(run.gradients)} gradients, not {len(parts)}")
    groups = zip(run.gradients, parts, strict=True)
    pairs = [pair for group in groups for pair in paired(*group)]
    for gradient, leaf in pairs:
        _fits(gradient, leaf)
    dtypes = {np.asarray(leaf).dtype for leaf in leaves(arguments + (run.out,))}
    if any(dtype.kind == "f" and dtype != np.float64 for dtype in dtypes):
        raise Imprecise("not in float64")
    random = np.random.default_rng(0)
    for _ in range(2):
        moves = {
            id(leaf): np.asarray(random.standard_normal(np.shape(leaf)))
            for _, leaf in pairs
            if np.asarray(leaf).dtype.kind == "f"
        }
        slope = sum(
            float(np.sum(gradient * moves[id(leaf)]))
            for gradient, leaf in pairs
            if id(leaf) in moves
        )
        _settle(run, arguments, slope, moves)


def _settle(run: Run, arguments: Any, slope: float, moves: dict[int, Any]) -> None:
    """Compare the slope along a direction with finite differences."""
    if not math.isfinite(slope):
        raise Unsettled("the gradient is not finite")

    def at(step: float) -> float:
        def moved(leaf: Any) -> Any:
            if id(leaf) not in moves:
                return copy.copy(leaf)
            value = leaf + step * moves[id(leaf)]
            kind = np.asarray if isinstance(leaf, np.ndarray) else type(leaf)
            return kind(value)

        try:
            with forks.limited(PATIENCE):
                result = run.function(*mapped(arguments, moved))
        except forks.Endless:
            raise Unsettled("beside the point it does not end") from None
        except Exception as error:
            raise Unsettled(f"beside the point: {error!r}") from error
        return total(result)

    value = at(0.0)
    if not math.isfinite(value):
        raise Unsettled("the result is not finite")
    if abs(value) > 1e9 * (1.0 + abs(slope)):
        raise Unsettled("a change is lost in the digits of the result")
    verdict = agrees(slope, at)
    if verdict is None:
        raise Unsettled("not smooth there")
    if verdict:
        raise Wrong(verdict)


def mapped(item: Any, change: Callable[[Any], Any]) -> Any:
    """The same nesting, with other leaves."""
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        names = [field.name for field in dataclasses.fields(item)]
        return type(item)(**{n: mapped(getattr(item, n), change) for n in names})
    if isinstance(item, dict):
        return {key: mapped(part, change) for key, part in item.items()}
    if isinstance(item, tuple | list):
        parts = [mapped(part, change) for part in item]
        return type(item)(*parts) if hasattr(item, "_fields") else type(item)(parts)
    return change(item)


def _one_object(leaf: Any) -> Any:
    """The leaf, no two floats of which are one object (as defaults of fields are)."""
    return leaf * 1.0 if type(leaf) is float else leaf


def total(result: Any) -> float:
    """The sum of all floating leaves: what cotangents of ones are the slopes of."""
    arrays = (np.asarray(leaf) for leaf in leaves(result) if not isinstance(leaf, str))
    return sum(float(np.sum(array)) for array in arrays if array.dtype.kind == "f")


def _fits(gradient: Any, leaf: Any) -> None:
    if np.shape(gradient) != np.shape(leaf):
        shape = np.shape(gradient)
        raise Wrong(f"a gradient has shape {shape}, its input {np.shape(leaf)}")
    have, want = (np.asarray(one).dtype.newbyteorder("=") for one in (gradient, leaf))
    if have != want:
        raise Wrong(f"a gradient has dtype {have}, its input {want}")


def paired(gradient: Any, part: Any) -> Iterator[tuple[Any, Any]]:
    """Each gradient with its input; the classes have to be the same.

    A number inside of a structure may have none.
    """
    if hasattr(part, "__dataclass_fields__"):
        if type(gradient) is not type(part):
            raise Wrong(f"the gradient of a {type(part).__name__} is {gradient!r}")
        for name in part.__dataclass_fields__:
            yield from paired(getattr(gradient, name), getattr(part, name))
    elif isinstance(part, dict):
        if type(gradient) is not type(part) or list(gradient) != list(part):
            raise Wrong(f"the gradient of a {type(part).__name__} is {gradient!r}")
        for key in part:
            yield from paired(gradient[key], part[key])
    elif isinstance(part, tuple | list):
        if type(gradient) is not type(part) or len(gradient) != len(part):
            raise Wrong(f"the gradient of a {type(part).__name__} is {gradient!r}")
        for one, two in zip(gradient, part, strict=True):
            yield from paired(one, two)
    elif gradient is not None:
        yield gradient, part
    elif isinstance(part, np.ndarray):
        raise Wrong("an array has no gradient")


def guarded(check: Callable[[], Any], words: str) -> Any:
    """What a further call gives; Wrong where it raises."""
    try:
        return check()
    except Exception as error:
        raise Wrong(f"{words} raises {error!r}") from error
